"""Results from the tables' own logs: the game that decides a match, its outcome, the official outcomes.

A match is decided by the first game that the table's log has after the start of the round, without abandoned
games. If the teams or seats of that game differ from the pairing, no result is taken and the director gets a
remark.

A table's log has the winner on the board. A correction, a paper slip or a result after time was called may
differ from it, and then counts: the tournament's result is the official one. All code that shows a winner
(the hall's cards, the list of results, exported files) uses `official`, so that no two pages differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from engine.errors import EngineError
from engine.geometry import Seat, seat_letter
from engine.position import Position
from jokerboard.journal.records import Json
from jokerboard.tournament.collect.lists import Rulings
from jokerboard.tournament.errors import EventError
from jokerboard.tournament.event.distance import by_counts, count
from jokerboard.tournament.event.events import Event
from jokerboard.tournament.event.model import How, Match, Result, Round, Source, Stage, Tournament
from jokerboard.tournament.event.round_events import Corrected, ResultTaken
from jokerboard.words.catalogue import words


@dataclass(frozen=True, slots=True)
class GameResult:
    """A game from a table's log.

    `teams` has the seats of each team. `winner` has the winning seats, () after a decision that nobody wins,
    None until the game is over. `decided` is the reason if a decision, not the board, ended the game.
    """

    table: str
    journal: str
    game: int
    teams: tuple[tuple[Seat, ...], ...]
    position: str
    winner: tuple[Seat, ...] | None = None
    decided: str | None = None
    abandoned: bool = False

    @property
    def source(self) -> Source:
        """The table, journal and number that identify the game."""
        return Source(self.table, self.journal, self.game)


@dataclass(frozen=True, slots=True)
class Taken:
    """The results to enter, as events, and remarks for the director."""

    events: tuple[Event, ...] = ()
    remarks: tuple[str, ...] = ()


def results(now: Tournament, games: Iterable[GameResult], *, time_is_up: bool = False) -> Taken:
    """The results in the logs for tables of the round that have no result yet.

    With `time_is_up`, the present positions decide unfinished games.
    """
    here = now.round
    if here is None or here.stage in (Stage.PAIRED, Stage.OVER):
        return Taken()
    by_table = _by_table(games)
    events: list[Event] = []
    remarks: list[str] = []
    for match in here.matches:
        link = now.linked(match.table)
        played = None if match.result or link is None else game_of_round(here, by_table.get(link, []))
        if played is None:
            continue
        try:
            result = result_of(now, match, played, time_is_up=time_is_up)
        except EventError as error:
            remarks.append(words("result.from-log", table=match.table, why=error))
            continue
        if result is not None:
            events.append(ResultTaken(here.number, match.table, result))
    return Taken(tuple(events), tuple(remarks))


def _by_table(games: Iterable[GameResult]) -> dict[str, list[GameResult]]:
    by_table: dict[str, list[GameResult]] = {}
    for game in games:
        by_table.setdefault(game.table, []).append(game)
    return by_table


def decided_since(now: Tournament, games: Iterable[GameResult]) -> tuple[Event, ...]:
    """Corrections of results whose game was decided by a director at the table after the result was taken."""
    return tuple(
        Corrected(now.round.number, match.table, again, again.reason or words("result.at-the-table"))
        for match, again, game in _changed(now, games)
        if now.round is not None and again is not None and game.decided is not None
    )


def otherwise(now: Tournament, games: Iterable[GameResult]) -> tuple[str, ...]:
    """A remark for each table whose log has another outcome than its result, without a decision there."""
    return tuple(
        words("result.otherwise", table=match.table)
        for match, _, game in _changed(now, games)
        if game.decided is None or match.corrected
    )


def _changed(
    now: Tournament, games: Iterable[GameResult]
) -> Iterator[tuple[Match, Result | None, GameResult]]:
    """Each match whose log contradicts its result: match, outcome in the log (None: no outcome), game."""
    by_source = {game.source: game for game in games}
    for match in now.round.matches if now.round else ():
        result = match.result
        game = by_source.get(result.source) if result and result.source else None
        if game is None or result is None or result.how is How.TIME:
            continue
        if match.corrected and result.how is not How.DECISION:
            continue  # A correction by hand takes precedence over the log.
        try:
            again = result_of(now, replace(match, result=None), game)
        except EventError:
            again = None
        if again is None or again.places != result.places:
            yield match, again, game


def game_of_round(here: Round, games: Iterable[GameResult]) -> GameResult | None:
    """The first of a table's games after the round's start that was not abandoned; None if there is none."""
    before = {(source.table, source.journal): source.game for source in here.awaited}
    since = [game for game in games if game.game > before.get((game.table, game.journal), 0)]
    since.sort(key=lambda game: game.game)
    played = [game for game in since if not game.abandoned]
    return played[0] if played else None


def result_of(now: Tournament, match: Match, game: GameResult, *, time_is_up: bool = False) -> Result | None:
    """The result of a match by its game; None while the game is played.

    Raise EventError if the game's teams, seats or board differ from the match.
    """
    table = now.settings.seating(len(match.teams))
    if {frozenset(team) for team in game.teams} != {frozenset(team) for team in table.members}:
        raise EventError(words("result.other-seats"))
    if game.winner is None and not time_is_up:
        return None
    try:
        position = Position.parse(game.position, table.per_seat)
    except EngineError as error:
        raise EventError(words("result.position", why=error)) from error
    if position.sides != table.sides:
        raise EventError(words("result.sides", sides=position.sides, needed=table.sides))
    counts = [count(position, table.members[k], team) for k, team in enumerate(match.teams)]
    how = How.TIME if game.winner is None else How.DECISION if game.decided is not None else How.PLAYED
    winner = None
    if game.winner:
        winner = next(
            (team for k, team in enumerate(match.teams) if set(game.winner) <= set(table.members[k])), None
        )
        if winner is None:
            raise EventError(words("result.no-team"))
    elif game.winner == ():
        drawn = Result((match.teams,), How.DECISION, tuple(counts))
        return replace(drawn, source=game.source, reason=game.decided or "")
    return replace(by_counts(counts, winner, how), source=game.source, reason=game.decided or "")


def official(now: Tournament, games: Iterable[GameResult]) -> Rulings:
    """The outcomes of games whose result was corrected, or has another winner than the game's log."""
    by_table = _by_table(games)
    found: dict[str, dict[int, Json]] = {}
    for here in now.rounds:
        for match in here.matches:
            played = _game(now, here, match, by_table)
            if played is None:
                continue
            seats = winner_of(now, match)
            on_board = None if played.winner is None else {seat_letter(seat) for seat in played.winner}
            if match.corrected or on_board != set(seats):
                found.setdefault(played.journal, {})[played.game] = _result_json(here, match, seats)
    return found


def tables_of(now: Tournament) -> set[str]:
    """The hall's tables that the tournament is linked to, or has results from."""
    results = (match.result for here in now.rounds for match in here.matches)
    sources = {result.source.table for result in results if result and result.source}
    return sources | {name for _, name in now.links}


def _game(
    now: Tournament, here: Round, match: Match, by_table: Mapping[str, list[GameResult]]
) -> GameResult | None:
    """The game of a match; None if the match has no result, or the log has no game of it."""
    if match.result is None:
        return None
    source, link = match.result.source, now.linked(match.table)
    games = by_table.get(source.table if source else link or "", [])
    if source is not None:
        return next((game for game in games if game.source == source), None)
    game = game_of_round(here, games)
    return game if game is not None and _is_of(now, here, game.source) else None


def _is_of(now: Tournament, here: Round, source: Source) -> bool:
    """Whether a game belongs to this round and not to the next one: it began before the next round."""
    later = next((one for one in now.rounds if one.number == here.number + 1), None)
    if later is None or later.started is None:
        return True
    return any(
        (one.table, one.journal) == (source.table, source.journal) and source.game <= one.game
        for one in later.awaited
    )


def winner_of(now: Tournament, match: Match) -> tuple[str, ...]:
    """The seats of the team in first place, by their letters; empty if several teams share it."""
    assert match.result is not None
    first = match.result.places[0] if match.result.places else ()
    if len(first) != 1:
        return ()
    members = now.settings.seating(len(match.teams)).members[match.teams.index(first[0])]
    return tuple(map(seat_letter, members))


def _result_json(here: Round, match: Match, seats: tuple[str, ...]) -> Json:
    assert match.result is not None
    how = words("result.corrected" if match.corrected else f"result.how.{match.result.how.value}")
    return {
        "team": list(seats),
        "by": words("result.place", round=here.number, table=match.table),
        "text": ": ".join(filter(None, (how, match.result.reason))),
    }
