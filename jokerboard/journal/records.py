"""The records of a table's log: numbered JSON texts, chained by SHA-256, and their kinds.

A record is `{"n":…,"game":…,"kind":…,"data":{…}}`, written canonically (keys sorted, no blanks, UTF-8), so
that one record has one text. Its hash is the SHA-256 of the previous record's hash, a line feed and this
text: a changed, dropped or inserted record breaks every later hash.

A record counts as lost only if a later `repaired` record names it, so no record can be removed unnoticed. Raw
edges are kept if the table's header says `"edges":true`; then a game that was never interrupted is a whole
trace.

`t` is in seconds since the game began; time counts only while the service runs. `begun`, `made` and `at` are
wall-clock times in UTC for people; nothing is computed from them. If the clock was known not to be set, the
record has `"clock":"unset"` (`CLOCK_UNSET`), and only the place in the chain shows its order.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, TypeAlias

Json: TypeAlias = dict[str, Any]

FORMAT = 1
"""The log's format; any change to this module's format needs a new number."""

GENESIS = "0" * 64
"""The hash before the first record."""


LARGEST = 65_536
"""The most bytes of a record's text, for the table that writes it and the desk that receives it."""

_MOST = 1 << 53
"""The largest number and game that every program reads without loss."""


CLOCK_UNSET: Final[Mapping[str, str]] = {"clock": "unset"}
"""Added to the data of a record whose wall clock time is not to be trusted."""


def has_time(data: Mapping[str, Any]) -> bool:
    """Whether the wall clock was set, as far as is known, when a record with this data was made."""
    return data.get("clock") != CLOCK_UNSET["clock"]


class Kind(StrEnum):
    """The kinds of records and their data; `journal`, `lost`, `repaired` have game 0, an `order` may."""

    JOURNAL = "journal"
    """First record of the file: `format`, `table` (a name no other table has), `program`, `made`."""
    GAME = "game"
    """The header of a game, see `jokerboard/journal/games/header.py`."""
    EVENT = "event"
    """A message to the referee, as a trace's line: cards, buttons, decisions, devices."""
    VERDICT = "verdict"
    """A verdict of the referee, as in section 4 of docs/formats.md."""
    NAMES = "names"
    """`t` (the game's time in seconds) and `names`: the players' names by seat, valid from this record on."""
    RESUMED = "resumed"
    """`t`, `program`, `at`, `occupied`: the service started again, with these holes full."""
    ABANDONED = "abandoned"
    """`t`, `at`: the game was abandoned and has no winner."""
    ORDER = "order"
    """`t`, and an order from the director's desk (`jokerboard/journal/orders.py`) with `taken` and `said`."""
    LOST = "lost"
    """A damaged record: it has no text, and its old hash only if that is known."""
    REPAIRED = "repaired"
    """`at`, `program`, `why`, `lost` (`[first, last]` each), `aside`: the files with the damage."""


_KINDS = {kind.value: kind for kind in Kind}
# Sorted keys without blanks give each record exactly one text; JSON has no NaN.
_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
_decoded = json.JSONDecoder().raw_decode


def _text_encoder() -> Callable[[Any], str]:
    """A JSON encoder that is made once; `JSONEncoder.encode` would make its C part for each text."""
    make = getattr(json.encoder, "c_make_encoder", None)
    if make is None:
        return _ENCODER.encode
    in_parts = make(
        None, _ENCODER.default, json.encoder.encode_basestring, None, ":", ",", True, False, False
    )
    return lambda value: "".join(in_parts(value, 0))


_encoded = _text_encoder()


@dataclass(frozen=True, slots=True)
class Entry:
    """A record's content before it has a number: its game, kind and data."""

    game: int
    kind: Kind
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Record:
    """A record: its number (from 1, without gaps), its game (0 for the file itself), its data."""

    n: int
    game: int
    kind: Kind
    data: Json
    hash: str


@dataclass(frozen=True, slots=True)
class Line:
    """A record's text in a log, expected to be record `n`; the text of a lost record is empty."""

    n: int
    text: str
    hash: str


def canonical(n: int, entry: Entry) -> str:
    """The canonical text of record `n`; raise ValueError for a number that JSON cannot represent."""
    whole = {"n": n, "game": entry.game, "kind": entry.kind.value, "data": entry.data}
    return _encoded(whole)


def chained(previous: str, text: str) -> str:
    """The hash of a record with this text after a record with the hash `previous`."""
    return hashlib.sha256(f"{previous}\n{text}".encode()).hexdigest()


def _counts(value: object) -> bool:
    return type(value) is int and 0 <= value <= _MOST


def parse(text: str, digest: str) -> Record:
    """The record in a text; raise ValueError if the text is not a record."""
    whole, end = _decoded(text)
    if end != len(text):
        raise ValueError(f"not a record: {text[:80]}")
    try:
        n, game, kind, data = whole["n"], whole["game"], _KINDS[whole["kind"]], whole["data"]
    except (KeyError, TypeError) as error:
        raise ValueError(f"not a record: {text[:80]}") from error
    if not (_counts(n) and _counts(game) and isinstance(data, dict)):
        raise ValueError(f"not a record: {text[:80]}")
    return Record(n, game, kind, data, digest)
