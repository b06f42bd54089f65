"""The shared log: what each record changes, and the chain of hashes over all of them.

A shared game is a list of items that count: plays, discards, and positions set by a referee's decision. One
form of change covers everything that happens to the list: keep its first `keep` items, then add `item`, if
there is one. A play keeps all items, an undo keeps all but the last, a change replaces the last.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from engine.geometry import Board
from engine.play import Play
from jokerboard.houses.errors import MessageError

Json: TypeAlias = dict[str, Any]

LONGEST: Final = 5000
"""The most plays and decisions, and the most records, of a shared game; a long game has 400 plays."""

_SEAT: Final = re.compile(r"[A-H]?")
_CARD: Final = re.compile(r"[A2-9TJQKXCDHS#0-9]{0,16}")
_PLAY: Final = re.compile(r"[ -~]{0,160}")
_POSITION: Final = re.compile(r"[ -~]{3,400}")
_HOUSE: Final = re.compile(r"[a-z0-9-]{1,24}")
HASH: Final = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Item:
    """One item of a shared game: a play or discard of `seat`, or a referee's decision if `seat` is empty.

    `after` is the resulting position line. `shuffles` is the number of shuffles of the dealt cards before
    this item was laid; the host sets it.
    """

    seat: str
    card: str
    play: str
    after: str
    shuffles: int = 0

    def agrees(self, other: Item, *, dealt: bool = False) -> bool:
        """Whether both plays or decisions lead to one position, and in a `dealt` game use the same card."""
        same = self.seat == other.seat and self.after == other.after
        return same and (not dealt or self.card == other.card)

    @classmethod
    def parse(cls, data: object) -> Item:
        """Read a play or a decision from a JSON object; raise MessageError for any other value."""
        if not isinstance(data, dict):
            raise MessageError("a play or decision is not a JSON object")
        seat, card = text_field(data, "seat", _SEAT), text_field(data, "card", _CARD)
        play, after = text_field(data, "play", _PLAY), text_field(data, "after", _POSITION)
        return cls(seat, card, play, after, whole(data, "shuffles"))


@dataclass(frozen=True, slots=True)
class Change:
    """A change of the shared list of plays and decisions: keep the first `keep`, then add `item`, if any."""

    keep: int
    item: Item | None = None

    def applied(self, items: Sequence[Item]) -> tuple[Item, ...]:
        """The list of plays and decisions `items` after this change."""
        kept = tuple(items[: self.keep])
        return kept if self.item is None else (*kept, self.item)

    def to_json(self) -> Json:
        """The change as JSON, in the form of records and messages."""
        return fields_of(self)

    @classmethod
    def parse(cls, data: object) -> Change:
        """Read a change from a JSON object; raise MessageError for any other value."""
        if not isinstance(data, dict):
            raise MessageError("a change is not a JSON object")
        item = data.get("item")
        return cls(whole(data, "keep"), None if item is None else Item.parse(item))


@dataclass(frozen=True, slots=True)
class Entry:
    """Record `n` of the shared log, from 1: the house that caused it, its change, its hash in the chain."""

    n: int
    house: str
    change: Change
    hash: str

    def to_json(self) -> Json:
        """The record as JSON, in the form of journals and messages."""
        return {"n": self.n, "house": self.house, **self.change.to_json(), "hash": self.hash}

    @classmethod
    def parse(cls, data: object) -> Entry:
        """Read a record from a JSON object; raise MessageError for any other value."""
        if not isinstance(data, dict):
            raise MessageError("a record is not a JSON object")
        house, digest = text_field(data, "house", _HOUSE), text_field(data, "hash", HASH)
        return cls(whole(data, "n"), house, Change.parse(data), digest)


def genesis(game: str) -> str:
    """The hash before the first record of the game with that id."""
    return hashlib.sha256(f"jokerboard shared game 1\n{game}".encode()).hexdigest()


def entry_after(head: str, n: int, house: str, change: Change) -> Entry:
    """The record `n` that follows the hash `head`."""
    text = json.dumps({"n": n, "house": house, **change.to_json()}, sort_keys=True, separators=(",", ":"))
    return Entry(n, house, change, hashlib.sha256(f"{head}\n{text}".encode()).hexdigest())


@dataclass(frozen=True, slots=True)
class SharedLog:
    """The records of one shared game, and the plays and decisions that count after the last record."""

    game: str
    entries: tuple[Entry, ...] = ()
    items: tuple[Item, ...] = ()

    @property
    def n(self) -> int:
        """The number of the newest record; 0 before the first."""
        return len(self.entries)

    @property
    def head(self) -> str:
        """The hash of the newest record; without records, the hash before the first."""
        return self.entries[-1].hash if self.entries else genesis(self.game)

    def hash_at(self, n: int) -> str | None:
        """The hash of record `n`; for 0 the hash before the first record; None if there is no such record."""
        if n == 0:
            return genesis(self.game)
        return self.entries[n - 1].hash if 0 < n <= len(self.entries) else None

    def next(self, house: str, change: Change) -> Entry:
        """The record that a change by `house` would append to the log."""
        return entry_after(self.head, self.n + 1, house, change)

    def taken(self, entry: Entry) -> SharedLog:
        """A log with one more record; raise MessageError if the record does not follow the newest one."""
        wanted = self.next(entry.house, entry.change)
        if entry != wanted or entry.change.keep > len(self.items) or self.n >= LONGEST:
            raise MessageError(
                f"record {entry.n} of the other house does not follow record {self.n} of this one"
            )
        return SharedLog(self.game, (*self.entries, entry), entry.change.applied(self.items))

    def all_taken(self, entries: Iterable[Entry]) -> SharedLog:
        """A log with the further records `entries`; raise MessageError if one does not follow the log."""
        log = self
        for entry in entries:
            log = log.taken(entry)
        return log


def fields_of(value: Any) -> Json:
    """The fields of a dataclass as JSON."""
    # `dataclasses.fields` takes three times as long, and `asdict`, which copies every text, far longer.
    given = {name: getattr(value, name) for name in value.__dataclass_fields__}
    return {name: fields_of(x) if hasattr(x, "__dataclass_fields__") else x for name, x in given.items()}


def play_of(item: Item, board: Board) -> Play:
    """The play that `item` has as text; raise NotationError if the text is not a play."""
    return Play.parse(item.play, board)


def whole(data: Mapping[str, Any], name: str, most: int = LONGEST) -> int:
    """The whole number up to `most` in the field `name`; raise MessageError for any other value."""
    value = data.get(name)
    if type(value) is not int or not 0 <= value <= most:
        raise MessageError(f"the field {name} is not a whole number from 0 to {most}")
    return value


def text_field(data: object, name: str, shape: re.Pattern[str]) -> str:
    """The text in the field `name`, which must match `shape`; raise MessageError for any other value."""
    value = data.get(name) if isinstance(data, dict) else None
    if not isinstance(value, str) or not shape.fullmatch(value):
        raise MessageError(f"the field {name} has an unknown form")
    return value
