"""Convert frozen dataclasses to JSON and back, by their annotations; JSON of another shape is refused.

`kind` declares the class of a kind of event, by the word that names the kind in JSON.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import StrEnum
from functools import cache
from typing import Any, TypeVar, Union, dataclass_transform, get_args, get_origin, get_type_hints

from jokerboard.tournament.errors import EventError
from jokerboard.words.catalogue import words

T = TypeVar("T")

KINDS: dict[str, type[Any]] = {}
"""The class of each kind of event, by the word that names the kind."""


@dataclass_transform(frozen_default=True)
def kind(word: str) -> Callable[[type[T]], type[T]]:
    """Return the decorator that makes a class the frozen dataclass of the events with this kind."""

    def decorated(given: type[T]) -> type[T]:
        KINDS[word] = made = dataclass(frozen=True, slots=True)(given)
        return made

    return decorated


def to_json(value: Any) -> Any:
    """A value as JSON: dataclasses as objects without None, tuples as lists, enums as their values."""
    if is_dataclass(value) and not isinstance(value, type):
        given = ((one.name, getattr(value, one.name)) for one in fields(value))
        return {name: to_json(what) for name, what in given if what is not None}
    if isinstance(value, tuple):
        return [to_json(one) for one in value]
    return value.value if isinstance(value, StrEnum) else value


def from_json(wanted: type[T], data: Any) -> T:
    """Convert a JSON object to the dataclass `wanted`; raise EventError, which names the wrong field."""
    made: T = _read(wanted, data, wanted.__name__)
    return made


def _read(wanted: Any, data: Any, where: str) -> Any:
    origin, inner = get_origin(wanted), get_args(wanted)
    if origin in (Union, types.UnionType):
        kind = next(one for one in inner if one is not type(None))
        return None if data is None else _read(kind, data, where)
    if origin is tuple:
        return _tuple(inner, data, where)
    if is_dataclass(wanted):
        return _object(wanted, data, where)
    if isinstance(wanted, type) and issubclass(wanted, StrEnum):
        if data not in list(wanted):
            raise EventError(words("entry.words", where=where, wanted=wanted, given=repr(str(data)[:40])))
        return wanted(data)
    if wanted is float and type(data) is int:
        return float(data)
    if type(data) is not wanted:
        raise EventError(words("entry.type", where=where, wanted=wanted.__name__, given=repr(str(data)[:40])))
    return data


def _tuple(inner: tuple[Any, ...], data: Any, where: str) -> tuple[Any, ...]:
    if not isinstance(data, list):
        raise EventError(words("entry.list", where=where, given=repr(str(data)[:40])))
    if inner[-1] is Ellipsis:
        return tuple(_read(inner[0], one, where) for one in data)
    if len(data) != len(inner):
        raise EventError(words("entry.length", where=where, length=len(inner), given=len(data)))
    return tuple(_read(kind, one, where) for kind, one in zip(inner, data, strict=True))


def _object(wanted: Any, data: Any, where: str) -> Any:
    if not isinstance(data, dict):
        raise EventError(words("entry.object", where=where, given=repr(str(data)[:40])))
    known = {one.name: one for one in fields(wanted)}
    for name in data:
        if name not in known:
            raise EventError(words("entry.unknown", where=where, name=repr(str(name)[:40])))
    hints = _hints(wanted)
    given = {name: _read(hints[name], value, f"{where} {name}") for name, value in data.items()}
    for name, one in known.items():
        if name not in given and one.default is MISSING and not _may_be_none(hints[name]):
            raise EventError(words("entry.lacks", where=where, name=name))
        if name not in given and one.default is MISSING:
            given[name] = None
    return wanted(**given)


@cache
def _hints(wanted: type[Any]) -> dict[str, Any]:
    return get_type_hints(wanted)


def _may_be_none(hint: Any) -> bool:
    return type(None) in get_args(hint)
