"""The shape of what a page is sent: which fields, and of what kind.

Only shape is checked here, so that whatever gets further is small, known and of the right type. Whether
the hole, the seat or the table exists is not a matter of shape.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from page.errors import BadRequest

PRINTABLE = r"[^\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]"
"""One character of a line that people wrote, as a pattern for `text`."""


@dataclass(frozen=True, slots=True)
class Field:
    """One field: `ok` tells whether a value will do, `wanted` says what would."""

    ok: Callable[[Any], bool]
    wanted: str
    required: bool = True


Shape: TypeAlias = Mapping[str, Field]


def text(pattern: str, wanted: str, *, required: bool = True, or_null: bool = False) -> Field:
    """A text that is wholly of this pattern."""
    fits = re.compile(pattern).fullmatch

    def ok(value: Any) -> bool:
        return (or_null and value is None) or (isinstance(value, str) and fits(value) is not None)

    return Field(ok, wanted, required)


def one_of(*words: str, required: bool = True) -> Field:
    """One of a few words."""
    return Field(lambda value: isinstance(value, str) and value in words, " or ".join(words), required)


def number(low: float, high: float, *, whole: bool = False, required: bool = True) -> Field:
    """A number between two, both included."""

    def ok(value: Any) -> bool:
        if isinstance(value, bool) or not isinstance(value, int if whole else int | float):
            return False
        return bool(low <= value <= high)

    return Field(ok, f"a {'whole ' if whole else ''}number from {low:g} to {high:g}", required)


def flag(*, required: bool = True) -> Field:
    """True or false."""
    return Field(lambda value: isinstance(value, bool), "true or false", required)


def parse_object(raw: bytes) -> dict[str, Any]:
    """The JSON object that a body is; BadRequest when it is none."""
    try:
        body = json.loads(raw)
    except (ValueError, RecursionError):
        raise BadRequest("The body is not JSON.") from None
    if not isinstance(body, dict):
        raise BadRequest("The body is JSON, but no object.")
    return body


def check_shape(name: str, body: Mapping[str, Any], shape: Shape) -> None:
    """BadRequest with a sentence about the first field of the command `name` that is not as it should be."""
    for key in body:
        if key not in shape:
            raise BadRequest(f"{name} has no field {key[:40]!r}; it has {', '.join(shape)}.")
    for key, field in shape.items():
        if key not in body:
            if field.required:
                raise BadRequest(f"{name} needs {key!r}: {field.wanted}.")
        elif not field.ok(body[key]):
            raise BadRequest(f"{key!r} of {name} must be {field.wanted}.")
