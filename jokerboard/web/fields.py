"""The shape of the bodies sent to a page: their fields, and the type of each.

Only the shape is checked here, so that later code gets small values of known types. Whether the hole, the
seat or the table exists is checked later.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from jokerboard.host.outside_text import accepted, is_accepted
from jokerboard.web.errors import BadRequest
from jokerboard.words.catalogue import listed, words


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a body: `ok` tests a value, `wanted` describes valid ones, `form` normalizes a value."""

    ok: Callable[[Any], bool]
    wanted: str
    required: bool = True
    form: Callable[[Any], Any] = lambda value: value


Shape: TypeAlias = Mapping[str, Field]


def line(longest: int, wanted: str, *, least: int = 1, required: bool = True) -> Field:
    """A field for a line of `least` to `longest` characters, which `host/outside_text.py` accepts."""
    return Field(
        lambda value: is_accepted(value, longest, least),
        wanted,
        required,
        lambda value: accepted(value, longest, least),
    )


def list_of(
    ok: Callable[[Any], bool], most: int, wanted: str, *, least: int = 0, required: bool = True
) -> Field:
    """A field for a list of `least` to `most` values, of which `ok` tests each."""
    return Field(
        lambda value: isinstance(value, list) and least <= len(value) <= most and all(map(ok, value)),
        wanted,
        required,
    )


def lines(most: int, longest: int, wanted: str) -> Field:
    """A field for a list of at most `most` lines of up to `longest` characters; a line may be empty."""
    plain = list_of(lambda one: is_accepted(one, longest, 0), most, wanted)
    return replace(plain, form=lambda value: [accepted(one, longest, 0) for one in value])


def names(longest: int, wanted: str, *, required: bool = True) -> Field:
    """A field for an object that maps seat letters to names of up to `longest` characters."""

    def ok(value: Any) -> bool:
        return isinstance(value, dict) and all(
            len(seat) == 1 and "A" <= seat <= "H" and is_accepted(name, longest, 0)
            for seat, name in value.items()
        )

    def form(value: Any) -> Any:
        return {seat: accepted(name, longest, 0) for seat, name in value.items()}

    return Field(ok, wanted, required, form)


def text(pattern: str, wanted: str, *, required: bool = True, or_null: bool = False) -> Field:
    """A field for a text that matches the whole pattern."""
    fits = re.compile(pattern).fullmatch

    def ok(value: Any) -> bool:
        return (or_null and value is None) or (isinstance(value, str) and fits(value) is not None)

    return Field(ok, wanted, required)


def one_of(*wanted: str, required: bool = True) -> Field:
    """A field for one of a few words."""
    return Field(lambda value: isinstance(value, str) and value in wanted, listed(wanted, "or"), required)


def number(low: float, high: float, *, whole: bool = False, required: bool = True) -> Field:
    """A field for a number from `low` to `high`, both included; if `whole`, for a whole number."""

    def ok(value: Any) -> bool:
        if isinstance(value, bool) or not isinstance(value, int if whole else int | float):
            return False
        return bool(low <= value <= high)

    return Field(ok, words("wanted.whole" if whole else "wanted.number", low=low, high=high), required)


def flag(*, required: bool = True) -> Field:
    """A field that is true or false."""
    return Field(lambda value: isinstance(value, bool), words("wanted.flag"), required)


def parse_object(raw: bytes) -> dict[str, Any]:
    """Read a body as a JSON object; raise BadRequest if it is not one."""
    try:
        body = json.loads(raw)
    except (ValueError, RecursionError):
        raise BadRequest(words("body.not-json")) from None
    if not isinstance(body, dict):
        raise BadRequest(words("body.no-object"))
    return body


def checked(name: str, body: Mapping[str, Any], shape: Shape) -> dict[str, Any]:
    """The normalized body of the command `name`; raise BadRequest, which names an invalid field."""
    for key in body:
        if key not in shape:
            raise BadRequest(words("field.unknown", command=name, field=key[:40], fields=shape))
    for key, field in shape.items():
        if key not in body:
            if field.required:
                raise BadRequest(words("field.missing", command=name, field=key, wanted=field.wanted))
        elif not field.ok(body[key]):
            raise BadRequest(words("field.wrong", field=key, command=name, wanted=field.wanted))
    return {key: shape[key].form(value) for key, value in body.items()}
