"""Read fields of records and heartbeats that any program may have written to the Redis.

A record's hash proves that the record is unchanged, not that it makes sense. Each function returns a value of
the expected type; for anything else it returns an empty or harmless value.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from jokerboard.host.outside_text import shown

LONGEST = 600
CLOCKS_AGREE = 20_000
"""Milliseconds by which a table's clock may differ from this machine's before the difference counts."""
_SEAT = re.compile(r"[A-H]")
_HOLE = re.compile(r"[A-H](?:1[0-7]|[0-9]|[hs][1-5])")
_POSITION = re.compile(r"[A-H0-9h,/. -]{1,400}")


def text(data: Mapping[str, Any], name: str, longest: int = LONGEST) -> str:
    """The text of a field, cut to `longest` characters; "" for any other value."""
    return shown(data.get(name), longest)


def whole(data: Mapping[str, Any], name: str) -> int:
    """The whole number of a field, if it fits a column of the database; 0 for any other value."""
    value = data.get(name)
    return value if type(value) is int and abs(value) < 1 << 53 else 0


def seconds(data: Mapping[str, Any], name: str = "t") -> float:
    """The seconds of a field, from 0 to three years; 0 for any other value."""
    value = data.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return 0.0
    # NaN and infinity fail this comparison.
    return float(value) if 0 <= value < 1e8 else 0.0


def seat(value: object) -> str | None:
    """The letter of a seat; None for any other value."""
    return value if isinstance(value, str) and _SEAT.fullmatch(value) else None


def seats(value: object) -> tuple[str, ...]:
    """The letters of seats in their order; other values are left out."""
    found = [seat(each) for each in value] if isinstance(value, list) else []
    return tuple(each for each in found if each is not None)


def names(value: object) -> dict[str, str]:
    """The players' names by seat letter; other values are left out."""
    if not isinstance(value, dict):
        return {}
    return {at: shown(name, 60) for at, name in value.items() if seat(at) and isinstance(name, str)}


def hole(value: object) -> str | None:
    """The name of a hole, such as `A8`; None for any other value."""
    return value if isinstance(value, str) and _HOLE.fullmatch(value) else None


def holes(value: object) -> list[str]:
    """The names of holes, twenty at most; other values are left out."""
    found = [hole(each) for each in value[:20]] if isinstance(value, list) else []
    return [each for each in found if each is not None]


def json_object(raw: object) -> dict[str, Any]:
    """The JSON object in a text; an empty one for any other value."""
    try:
        found = json.loads(raw) if isinstance(raw, str) else {}
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def position(data: Mapping[str, Any]) -> str | None:
    """The position line of a record, if it has the characters of one; None for any other value."""
    line = data.get("position")
    return line if isinstance(line, str) and _POSITION.fullmatch(line) else None


def moment(iso: object) -> datetime | None:
    """Parse a time in ISO form; without a zone it counts as UTC. None for any other value."""
    if not isinstance(iso, str) or len(iso) > 40:
        return None
    try:
        when = datetime.fromisoformat(iso)
        return (when if when.tzinfo is not None else when.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def iso(when: datetime) -> str:
    """Format a time as records have it: ISO form, to the second."""
    return when.isoformat(timespec="seconds")


def later(anchor: str, by: float) -> str:
    """The time `by` seconds after `anchor`, both in ISO form; `anchor` itself if it is invalid."""
    start = moment(anchor)
    if start is None:
        return anchor
    try:
        return iso(start + timedelta(seconds=by))
    except OverflowError:
        return anchor


def skew(theirs: str, ours: str) -> int:
    """Milliseconds by which a table's clock is behind this machine's clock.

    0 if the difference is at most `CLOCKS_AGREE`, because the age of the table's message may explain it.
    """
    if moment(theirs) is None:
        return 0
    behind = epoch(ours) - epoch(theirs)
    return behind if abs(behind) > CLOCKS_AGREE else 0


def epoch(iso: str) -> int:
    """Convert a time in ISO form to milliseconds since 1970; 0 if it is invalid."""
    when = moment(iso)
    return 0 if when is None else int(when.timestamp() * 1000)


def now() -> str:
    """The time of this machine's wall clock, in the form of `iso`."""
    return iso(datetime.now(UTC))
