"""The state of a table that the hall shows, computed from its records: its newest game with every play.

To fold is to apply records to a state, one after the other. Nothing is judged here: the referee's verdicts
are read as JSON (docs/formats.md, section 4), and malformed ones are skipped. The same records give the same
view on every director.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from engine.errors import EngineError
from engine.geometry import seat_letter
from engine.rules.rule_sets import RULES
from engine.table import table_for
from jokerboard.journal.games.sentences import with_names
from jokerboard.journal.records import Json, Kind, Record
from jokerboard.tournament import reading
from jokerboard.tournament.collect.fold_games import GameRow, begun
from jokerboard.words.catalogue import words

PLAYS = 20_000
"""The most plays of one game that are kept in memory; a long game has a few hundred."""


@dataclass(slots=True)
class Play:
    """An announced play; `state` is ok, amended or taken-back."""

    n: int
    seat: str | None
    card: str
    play: str
    position: str
    t: float
    state: str = "ok"

    def to_json(self) -> Json:
        """The play as JSON for the page."""
        # `asdict` would copy each value, and take fifteen times as long; a page gets hundreds of plays.
        return {name: getattr(self, name) for name in self.__slots__} | {"t": round(self.t, 1)}


@dataclass(slots=True)
class GameView:
    """The present or last game of a table; `whole` means that `plays` has every play of the game."""

    row: GameRow
    turn: str | None = None
    since: float = 0.0
    card: str | None = None
    plays: dict[int, Play] = field(default_factory=dict)
    message: Json | None = None
    paused: bool = False
    penalties: dict[str, int] = field(default_factory=dict)
    whole: bool = True

    def becomes(self, row: GameRow) -> None:
        """Use the stored row of this game, which covers all of its records, not only the newest ones."""
        self.row, self.whole = row, False
        turn = reading.seat(row.position.rpartition(" ")[2])
        # The turn began before the records that were read, so its start is unknown.
        if self.since == 0.0 and turn != self.turn:
            self.turn, self.since = turn, row.t

    def take(self, record: Record) -> None:
        """Apply one record of this game to the state of the game."""
        self.row.take(record)
        data, t = record.data, reading.seconds(record.data)
        match record.kind:
            case Kind.VERDICT:
                self._verdict(data, t)
            case Kind.EVENT if "card" in data:
                card = reading.text(data, "card", 8)
                self.card = card or (None if reading.seat(data.get("at")) == self.turn else self.card)
            case Kind.ORDER if data.get("taken") is True:
                self._order(data)

    def _verdict(self, data: Json, t: float) -> None:
        kind, position = data.get("kind"), reading.position(data)
        match kind:
            case "turn":
                self._to_play(reading.seat(data.get("seat")), t)
            case "move" | "discard":
                self._played(data, position or self.row.position, t)
            case "takeback":
                self._become(reading.whole(data, "n"), "taken-back")
            case "decision" if data.get("decision") == "take-back":
                self._back_to(position)
            case "illegal" | "ambiguous" | "fault":
                text = with_names(reading.text(data, "text"), self.row.names) or words("incident.asked")
                self.message = {"kind": kind, "text": text, "at": self.row.at(t)} | moment_json(data)
        if kind in ("move", "discard", "restored", "takeback", "decision", "over"):
            self.message = None
        if position is not None and kind != "over":
            self._to_play(reading.seat(position.rpartition(" ")[2]), t)

    def _to_play(self, seat: str | None, t: float) -> None:
        if seat != self.turn:
            self.turn, self.since, self.card = seat, t, None

    def _played(self, data: Json, position: str, t: float) -> None:
        n, amends = reading.whole(data, "n"), reading.whole(data, "amends")
        self._become(amends, "amended")
        if len(self.plays) < PLAYS:
            seat, card = reading.seat(data.get("seat")), reading.text(data, "card", 20)
            play = reading.text(data, "play", 200) or f"{card} --"
            self.plays[n] = Play(n, seat, card, play, position, t)

    def _become(self, n: int, state: str) -> None:
        if n in self.plays:
            self.plays[n].state = state

    def _back_to(self, position: str | None) -> None:
        """Take back the newest plays until the last remaining one led to this position."""
        for play in reversed(list(self.plays.values())):
            if play.state == "ok":
                if play.position == position:
                    return
                play.state = "taken-back"

    def _order(self, data: Json) -> None:
        order = data.get("order")
        if order in ("pause", "go-on"):
            self.paused = order == "pause"
        elif order == "penalty":
            team = "".join(reading.seats(data.get("team")))
            self.penalties[team] = self.penalties.get(team, 0) + reading.whole(data, "points")


@dataclass(slots=True)
class TableView:
    """A table's newest game (None before the first one), and the number of the last applied record."""

    game: GameView | None = None
    last: int = 0

    def take(self, record: Record, owner: int, now: str) -> None:
        """Apply the table's next record to its state; `now` is the wall clock's time."""
        self.last = record.n
        if record.kind is Kind.GAME:
            row = begun(owner, record, now)
            self.game = GameView(row, turn=reading.seat(row.position.rpartition(" ")[2]))
        elif self.game is not None and record.game == self.game.row.game:
            self.game.take(record)


def present_turn(newest_first: Iterable[Record]) -> list[Record]:
    """The records of the present turn in order, from the last record of the turn before it or from the game's
    header.

    Applied to the game's stored row, these records show whose turn it is and since when, the card on the
    table, and an illegal board or an open question.
    """
    found: list[Record] = []
    playing = None
    for record in newest_first:
        found.append(record)
        turn = _turn_of(record)
        if record.kind is Kind.GAME or (playing and turn and turn != playing):
            break
        playing = playing or turn
    return found[::-1]


def _turn_of(record: Record) -> str | None:
    """The seat whose turn it is after a verdict; None for other records, and for a verdict without a seat."""
    if record.kind is not Kind.VERDICT or record.data.get("kind") == "over":
        return None
    position = reading.position(record.data)
    if position is not None:
        return reading.seat(position.rpartition(" ")[2])
    return reading.seat(record.data.get("seat")) if record.data.get("kind") == "turn" else None


def moment_json(data: Json) -> Json:
    """The `holes` that a record names, and in `put_back` the marbles to move back, as pairs [from, to]."""
    moves = data.get("put_back")
    pairs = [
        [start, end]
        for move in (moves if isinstance(moves, list) else [])[:20]
        if isinstance(move, dict)
        for start, end in [(reading.hole(move.get("from")), reading.hole(move.get("to")))]
        if start and end
    ]
    return {"holes": reading.holes(data.get("holes")), "put_back": pairs}


def header_json(row: GameRow) -> Json:
    """The JSON of the fields in a game's header, which never change."""
    header = row.header
    taken = reading.seats(header.get("seats"))
    sides = reading.whole(header, "sides")
    return {
        "game": row.game,
        "rules": reading.text(header, "rules", 60),
        "rules_title": rules_title(reading.text(header, "rules", 60)),
        "mode": reading.text(header, "mode", 20),
        "sides": sides if 3 <= sides <= 8 else 4,
        "seats": list(taken),
        "teams": teams_of(header),
        "first": reading.position(header) or "",
        "begun": reading.text(header, "begun", 40),
    }


def rules_title(slug: str) -> str:
    """The title of a rule set; if this version does not know the rules, their slug."""
    return RULES[slug].title if slug in RULES else slug


def teams_of(header: Mapping[str, object]) -> list[list[str]]:
    """The seats of each team by the rules; if this version does not know the rules, each seat alone."""
    players, teams, sides = (header.get(name) for name in ("players", "teams", "sides"))
    whole = all(type(each) is int for each in (players, sides)) and (teams is None or type(teams) is int)
    found = _teams(str(header.get("rules")), players, teams, sides) if whole else None
    return [[seat] for seat in reading.seats(header.get("seats"))] if found is None else [*map(list, found)]


@lru_cache(maxsize=256)
def _teams(rules: str, players: int, teams: int | None, sides: int) -> tuple[tuple[str, ...], ...] | None:
    if rules not in RULES:
        return None
    try:
        table = table_for(RULES[rules], players=players, teams=teams, sides=sides)
    except (EngineError, ValueError):
        return None
    return tuple(tuple(seat_letter(seat) for seat in team) for team in table.members)
