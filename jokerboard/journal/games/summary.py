"""The summary of one recorded game, and a list of the players with their games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.geometry import seat_letter
from jokerboard.journal.games.game_log import GameLog
from jokerboard.journal.games.resumed_game import ResumedGame, fold
from jokerboard.journal.records import Json, Record


@dataclass(frozen=True, slots=True)
class Summary:
    """One game: `ended` is "won", "abandoned", or None while it may go on; seats are letters.

    `names` are the names of people, `winners` the seats that won. By seat, `sent` counts the marbles that it
    sent to START, and `home` its marbles in the lane at the end; each seat has `marbles` in all.
    """

    number: int
    id: str
    begun: str
    rules: str
    players: int
    teams: Sequence[Sequence[str]]
    marbles: int
    plays: int
    ended: str | None
    names: Mapping[str, str] = field(default_factory=dict)
    winners: Sequence[str] = ()
    sent: Mapping[str, int] = field(default_factory=dict)
    home: Mapping[str, int] = field(default_factory=dict)

    def to_json(self) -> Json:
        """The summary as JSON; `Summary(**json)` reads it."""
        return {name: getattr(self, name) for name in self.__slots__}

    @property
    def apart(self) -> int | None:
        """The number of marbles that the best losing team had not brought HOME; None if nobody has won."""
        losing = [team for team in self.teams if not set(team) & set(self.winners)]
        if not self.winners or not losing:
            return None
        return min(sum(self.marbles - self.home.get(seat, 0) for seat in team) for team in losing)


def summary_of(records: Sequence[Record]) -> Summary:
    """The summary of one game's records, header first; raise JournalDamagedError if they are no game."""
    past = fold(records)
    header = past.header
    table = header.table()
    log = past.log()
    sent: dict[str, int] = {}
    for played in log.in_force:
        legs = () if played.play is None else played.play.legs
        count = sum(leg.sent is not None for leg in legs)
        sent[seat_letter(played.seat)] = sent.get(seat_letter(played.seat), 0) + count
    out = {seat: log.position.marbles[seat] or () for seat in table.seats}
    home = {seat_letter(seat): sum(map(table.board.is_lane, holes)) for seat, holes in out.items()}
    teams = dict.fromkeys(table.team_of(seat) for seat in table.seats)
    return Summary(
        number=past.number,
        id=header.id,
        begun=header.begun,
        rules=header.rules,
        players=header.players,
        teams=[list(map(seat_letter, team)) for team in teams],
        marbles=table.rules.marbles_per_player,
        plays=len(log.in_force),
        ended=_ended(past, log),
        names={seat: name for seat, name in header.names.items() if name and seat not in header.machines},
        winners=list(map(seat_letter, log.over or ())),
        sent=sent,
        home=home,
    )


def _ended(past: ResumedGame, log: GameLog) -> str | None:
    if log.over is not None:
        return "won"
    return "abandoned" if past.abandoned else None


def book(games: Iterable[Summary]) -> list[Json]:
    """The players of games that were won, those with most games first.

    Each has `name` (as last written), `games` and `won` (counts), `sent` (marbles sent to START), `closest`
    (the game with the smallest `apart`, as `number` and `apart`), and `numbers` (of the games).
    """
    rows: dict[str, Json] = {}
    for game in games:
        if game.ended != "won":
            continue
        for seat, name in game.names.items():
            row = rows.setdefault(
                name.strip().casefold(),
                {"name": name, "games": 0, "won": 0, "sent": 0, "closest": None, "numbers": []},
            )
            row["name"] = name.strip()
            row["games"] += 1
            row["won"] += seat in game.winners
            row["sent"] += game.sent.get(seat, 0)
            row["numbers"].append(game.number)
            if game.apart is not None and (row["closest"] is None or game.apart < row["closest"]["apart"]):
                row["closest"] = {"number": game.number, "apart": game.apart}
    return sorted(rows.values(), key=lambda row: (-row["games"], row["name"]))
