"""Read a record's fields without trusting them, because any program may write to the Redis.

The chain proves that a record is unchanged, not that it makes sense. Each of these functions returns a value
of the expected type, or a harmless one.
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
"""Milliseconds within which a table's clock and ours are taken for the same."""
_SEAT = re.compile(r"[A-H]")
_HOLE = re.compile(r"[A-H](?:1[0-7]|[0-9]|[hs][1-5])")
_POSITION = re.compile(r"[A-H0-9h,/. -]{1,400}")


def text(data: Mapping[str, Any], name: str, longest: int = LONGEST) -> str:
    """A text, cut to a length that a page can show; "" when there is none."""
    return shown(data.get(name), longest)


def whole(data: Mapping[str, Any], name: str) -> int:
    """A whole number that fits a database's column; 0 for any other value."""
    value = data.get(name)
    return value if type(value) is int and abs(value) < 1 << 53 else 0


def seconds(data: Mapping[str, Any], name: str = "t") -> float:
    """A time since a game began: from 0 to three years, else 0."""
    value = data.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return 0.0
    # The comparison also refuses NaN and infinity.
    return float(value) if 0 <= value < 1e8 else 0.0


def seat(value: object) -> str | None:
    """A seat's letter."""
    return value if isinstance(value, str) and _SEAT.fullmatch(value) else None


def seats(value: object) -> tuple[str, ...]:
    """Seats' letters, in order."""
    found = [seat(each) for each in value] if isinstance(value, list) else []
    return tuple(each for each in found if each is not None)


def names(value: object) -> dict[str, str]:
    """The players' names by seat."""
    if not isinstance(value, dict):
        return {}
    return {at: shown(name, 60) for at, name in value.items() if seat(at) and isinstance(name, str)}


def hole(value: object) -> str | None:
    """A hole's name."""
    return value if isinstance(value, str) and _HOLE.fullmatch(value) else None


def holes(value: object) -> list[str]:
    """Holes' names, at most twenty."""
    found = [hole(each) for each in value[:20]] if isinstance(value, list) else []
    return [each for each in found if each is not None]


def json_object(raw: object) -> dict[str, Any]:
    """A JSON object from its text; an empty one for any other value."""
    try:
        found = json.loads(raw) if isinstance(raw, str) else {}
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def position(data: Mapping[str, Any]) -> str | None:
    """A position line, by its looks."""
    line = data.get("position")
    return line if isinstance(line, str) and _POSITION.fullmatch(line) else None


def moment(iso: object) -> datetime | None:
    """A wall clock's time, in UTC."""
    if not isinstance(iso, str) or len(iso) > 40:
        return None
    try:
        when = datetime.fromisoformat(iso)
        return (when if when.tzinfo is not None else when.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def iso(when: datetime) -> str:
    """A moment as text in the form of all records: UTC, to the second."""
    return when.isoformat(timespec="seconds")


def later(anchor: str, by: float) -> str:
    """The moment `by` seconds after `anchor`, which is in ISO form."""
    start = moment(anchor)
    if start is None:
        return anchor
    try:
        return iso(start + timedelta(seconds=by))
    except OverflowError:
        return anchor


def skew(theirs: str, ours: str) -> int:
    """Milliseconds by which a table's clock is behind ours; 0 if the age of its message may explain the
    difference.
    """
    if moment(theirs) is None:
        return 0
    behind = epoch(ours) - epoch(theirs)
    return behind if abs(behind) > CLOCKS_AGREE else 0


def epoch(iso: str) -> int:
    """Milliseconds since 1970; 0 for what is no time."""
    when = moment(iso)
    return 0 if when is None else int(when.timestamp() * 1000)


def now() -> str:
    """This machine's wall clock, as `iso` writes it."""
    return iso(datetime.now(UTC))
