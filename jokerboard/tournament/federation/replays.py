"""The log of a hall's replays: the form of its entries, for the hall and for a federation.

    the desk's store ─► ReplaySource ─► the hall's Redis ─► follower ─► HallReplays ─► the site

The replays are a second log of the hall, published under the name `hall:NAME:replays`. Its first entry has
the version of the form; each further entry is one decided game. Results come only from the tournament's log:
a replay is shown only beside the result that was read from the same game. A hall that has lost its log of
replays begins a new one, and so does the federation's copy.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

from jokerboard.tournament.collect.store import Store
from jokerboard.tournament.errors import EventError, StoreError
from jokerboard.tournament.event.codec import from_json
from jokerboard.tournament.event.model import Source
from jokerboard.tournament.paper.replay import Replay
from jokerboard.words.catalogue import words

T = TypeVar("T")
FORMAT: Final = 1
FOLDER: Final = "replays"
"""The name of the folder with the log of replays, beside a hall's store."""


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
