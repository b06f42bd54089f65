"""The replay of a finished game: the seating, and the position after each play.

A desk makes replays from the tables' logs in its store. A federation has no logs of tables; it gets the
replays of a hall from the hall's desk:

    the desk's store ─► ReplaySource ─► the hall's Redis ─► follower ─► HallReplays ─► the site

There the replays are a second log of the hall, published under the name `hall:NAME:replays`. Its first entry
has the version of the form; each further entry is one decided game. Results come only from the tournament's
log: a replay is shown only beside the result that was read from the same game. A hall that has lost its log
of replays begins a new one, and so does the federation's copy.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

from jokerboard.journal.records import parse
from jokerboard.tournament import reading
from jokerboard.tournament.collect.fold import GameView, TableView, header_json
from jokerboard.tournament.collect.store import Store, StoreReader
from jokerboard.tournament.errors import EventError, StoreError
from jokerboard.tournament.event.codec import from_json
from jokerboard.tournament.event.model import Match, Source
from jokerboard.tournament.paper.drawings import marbles, plan
from jokerboard.words.catalogue import words

T = TypeVar("T")
FORMAT: Final = 1
FOLDER: Final = "replays"
"""The name of the folder with the log of replays, beside a hall's store."""
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
        """Whether a logged game decided the match, not a paper result slip, and its log is in the store."""
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
    header, names = header_json(game.row), reading.names(game.row.names)
    return Replay(
        header["sides"],
        tuple(Seated(seat, names.get(seat, "")) for seat in header["seats"]),
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


@dataclass(frozen=True, slots=True)
class ReplayEntry:
    """A game from which the result of a table in a round was read."""

    round: int
    table: int
    source: Source
    replay: Replay


def known_games(log: Store) -> dict[Source, int]:
    """The games in a log of replays, with the number of each game's newest entry."""
    fields = ", ".join(f"json_extract(text, '$.source.{name}')" for name in ("table", "journal", "game"))
    return {Source(*row[1:]): row[0] for row in log.rows(f"SELECT n, {fields} FROM event_log ORDER BY n")}


def entry_of(text: str) -> ReplayEntry | None:
    """Parse an entry; None for the log's first one, which has no game. Raise EventError if malformed."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise EventError(words("entry.no-event")) from error
    if isinstance(data, dict) and "replays" in data:
        if data["replays"] != FORMAT:
            raise EventError(words("hall.replays-version", version=str(data["replays"])[:20], reads=FORMAT))
        return None
    entry = from_json(ReplayEntry, data)
    if not 3 <= entry.replay.sides <= 8:
        raise EventError(words("entry.no-event"))
    return entry


def opened(path: Path, log: Callable[[], T]) -> T:
    """Open the log of replays in the folder `path`; a damaged log is deleted and begun again."""
    try:
        return log()
    except StoreError as error:
        if isinstance(error.__cause__, sqlite3.OperationalError):
            # If the folder is not writable or another program has locked the log, the log is not damaged.
            raise
        shutil.rmtree(path)
        return log()


def entry_text(value: object) -> str:
    """The canonical text of an entry with this value as JSON."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
