"""English sentences that keep their code and values, so that a catalogue can word them in other languages.

`Text` is a string, so code that only prints or stores it needs no change. A value of a text is a string, a
number, another text, or a tuple of values. In JSON an object
with texts gets a field `say`: an object with `{"code": ..., "values": {...}}` under the key of each text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, Self

SAY: Final = "say"
"""The name of the JSON field that holds the codes and values of the texts in its object."""


class Text(str):
    """A sentence in English with the `code` of its message and the `values` in it."""

    __slots__ = ("code", "values")

    code: str
    values: Mapping[str, Any]

    def __new__(cls, text: str, code: str, /, **values: Any) -> Self:
        """The sentence with its code and values."""
        self = super().__new__(cls, text)
        self.code, self.values = code, values
        return self

    def __str__(self) -> str:
        return self  # Without this, an exception's message would lose its code.

    def __getnewargs_ex__(self) -> tuple[tuple[str, str], Mapping[str, Any]]:
        return (str.__str__(self), self.code), self.values


def listed(parts: Iterable[str], last: str) -> Text:
    """The parts as a list: nothing, `A`, `A and B`, `A, B and C`; `last` is "and" or "or"."""
    whole = tuple(parts)
    *before, end = whole or ("",)
    text = f"{', '.join(before)} {last} {end}" if before else end
    return Text(text, f"list-{last}", parts=whole)


def coded(value: Any) -> Any:
    """A copy of a JSON value in which each object with texts has a field `say` with their codes."""
    if isinstance(value, Mapping):
        out = {key: coded(each) for key, each in value.items()}
        say = {key: code for key, each in value.items() if (code := _code_of(each)) is not None}
        return out | {SAY: say} if say else out
    if isinstance(value, list | tuple):
        return [coded(each) for each in value]
    return str.__str__(value) if isinstance(value, Text) else value


def _code_of(value: Any) -> Any:
    """The code and values of a text, or of each text in a list of texts; None for anything else."""
    if isinstance(value, Text):
        return {"code": value.code, "values": {name: _plain(each) for name, each in value.values.items()}}
    if isinstance(value, list | tuple) and any(isinstance(each, Text) for each in value):
        return [_code_of(each) for each in value]
    return None


def _plain(value: Any) -> Any:
    """One value of a text as JSON.

    A text within a text has its English beside it, for readers that do not know its code.
    """
    if isinstance(value, Text):
        return _code_of(value) | {"text": str.__str__(value)}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return value if isinstance(value, bool | int | float) else str(value)


def decoded(text: str, say: Any) -> str:
    """The text with the code and values that `coded` wrote beside it; the plain text without any."""
    if not isinstance(say, Mapping) or not isinstance(say.get("code"), str):
        return text
    values = say.get("values")
    if not isinstance(values, Mapping):
        return text
    return Text(text, say["code"], **{str(name): _read(each) for name, each in values.items()})


def _read(value: Any) -> Any:
    """The value of a text that `_plain` has written as JSON."""
    if isinstance(value, Mapping):
        return decoded(str(value.get("text", "")), value)
    return tuple(_read(each) for each in value) if isinstance(value, list) else value
