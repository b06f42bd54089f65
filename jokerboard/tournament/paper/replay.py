"""The replay of a finished game: the seating, and the position after each play.

A desk makes replays from the tables' logs in its store. A federation has no logs of tables; it gets the
replays of a hall from the hall's desk (`federation/replays.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from jokerboard.journal.records import parse
from jokerboard.tournament import reading
from jokerboard.tournament.collect.fold import GameView, TableView, header_json
from jokerboard.tournament.collect.store import StoreReader
from jokerboard.tournament.event.model import Match, Source
from jokerboard.tournament.paper.drawings import marbles, plan
from jokerboard.words.catalogue import words

_FATES: Final = ("amended", "taken-back")
_OF_GAME: Final = "ON owner = tables.id WHERE name = ? AND journal = ? AND game = ?"
_GAME: Final = f"SELECT 1 FROM tables JOIN games {_OF_GAME}"
_RECORDS: Final = f"SELECT text, records.hash FROM tables JOIN records {_OF_GAME} ORDER BY records.n"


@dataclass(frozen=True, slots=True)
class Seated:
    """A seat's letter, and the name of its player."""

    seat: str
    name: str


@dataclass(frozen=True, slots=True)
class Played:
    """An announced play, the position after it, and its status: ok, amended or taken-back."""

    n: int
    seat: str
    card: str
    play: str
    position: str
    state: str = "ok"


@dataclass(frozen=True, slots=True)
class Replay:
    """The replay of one game on a board with `sides` sides."""

    sides: int
    seats: tuple[Seated, ...]
    plays: tuple[Played, ...]


class Replays(Protocol):
    """A source of replays for a results site."""

    def has(self, match: Match) -> bool:
        """Whether there is a replay of the game that decided the match."""
        ...

    def of(self, match: Match) -> Replay | None:
        """The replay of the game that decided the match; None if there is none."""
        ...


class StoredReplays:
    """The replays of games whose logs are in a desk's store."""

    def __init__(self, store: StoreReader) -> None:
        self._store = store

    def has(self, match: Match) -> bool:
        """Whether a game decided the match, not a slip, and the game's log is in the store."""
        source = match.source
        return source is not None and bool(self._store.rows(_GAME, *_key(source)))

    def of(self, match: Match) -> Replay | None:
        """The replay of the game that decided the match, from its records; None if they are not stored."""
        source = match.source
        if source is None:
            return None
        view = TableView()
        for row in self._store.each(_RECORDS, *_key(source)):
            if row["text"]:
                view.take(parse(row["text"], row["hash"]), 0, "")
        return None if view.game is None else replay_of(view.game)


def _key(source: Source) -> tuple[str, str, int]:
    return source.table, source.journal, source.game


def replay_of(game: GameView) -> Replay:
    """Convert the state of a finished game to its replay."""
    told, names = header_json(game.row), reading.names(game.row.names)
    return Replay(
        told["sides"],
        tuple(Seated(seat, names.get(seat, "")) for seat in told["seats"]),
        tuple(
            Played(play.n, play.seat or "", play.card, play.play, play.position, play.state)
            for play in game.plays.values()
        ),
    )


def shown_replay(replay: Replay) -> Mapping[str, Any]:
    """The values for the template `site-game.html`: seats, empty board, and each play with its marbles."""
    names = {one.seat: one.name for one in replay.seats}
    plays = [
        {
            "n": play.n,
            "who": names.get(play.seat) or words("seat.name", seat=play.seat),
            "seat": play.seat,
            "card": play.card,
            "play": play.play,
            "position": play.position,
            "marbles": marbles(play.position, replay.sides),
            "state": words(f"site.{play.state}") if play.state in _FATES else "",
        }
        for play in replay.plays
    ]
    seats = [(one.seat, one.name) for one in replay.seats]
    return {"seats": seats, "plan": plan(replay.sides), "plays": plays}
