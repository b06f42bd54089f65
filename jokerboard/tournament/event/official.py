"""The official outcomes of the games in the tables' logs: the tournament's result takes precedence.

A table's log has the winner on the board. A correction, a slip or a result on time may differ from it, and
then counts. All code that shows a winner (the hall's cards, the list of results, exported files) uses this
module, so that no two pages differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from engine.geometry import seat_letter
from jokerboard.journal.records import Json
from jokerboard.tournament.event.from_logs import GameResult, game_of_round
from jokerboard.tournament.event.model import Match, Round, Source, Tournament
from jokerboard.words.catalogue import words

Rulings: TypeAlias = Mapping[str, Mapping[int, Json]]
"""Outcomes by journal and game: `team` (the winner's seats, empty if several share it), `by`, `text`."""


def official(now: Tournament, games: Iterable[GameResult]) -> Rulings:
    """The outcomes of games whose result was corrected, or has another winner than the game's log."""
    by_table: dict[str, list[GameResult]] = {}
    for game in games:
        by_table.setdefault(game.table, []).append(game)
    found: dict[str, dict[int, Json]] = {}
    for here in now.rounds:
        for match in here.matches:
            played = _game(now, here, match, by_table)
            if played is None:
                continue
            seats = _winner(now, match)
            if match.corrected or played.winner is None or set(played.winner) != set(seats):
                found.setdefault(played.journal, {})[played.game] = _told(here, match, seats)
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


def _winner(now: Tournament, match: Match) -> tuple[int, ...]:
    """The seats of the team in first place; empty if several teams share it."""
    assert match.result is not None
    first = match.result.places[0] if match.result.places else ()
    if len(first) != 1:
        return ()
    return tuple(now.settings.seating(len(match.teams)).members[match.teams.index(first[0])])


def _told(here: Round, match: Match, seats: tuple[int, ...]) -> Json:
    assert match.result is not None
    how = words("result.corrected" if match.corrected else f"result.how.{match.result.how.value}")
    return {
        "team": [seat_letter(seat) for seat in seats],
        "by": words("result.place", round=here.number, table=match.table),
        "text": ": ".join(filter(None, (how, match.result.reason))),
    }
