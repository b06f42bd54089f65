"""Texts by code, from a catalogue: the one place where a package words what people read.

A catalogue in another language has the same codes. Names, cards and numbers come as values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol, TypeAlias

Catalogue: TypeAlias = Mapping[str, str | Callable[..., str]]
"""For each code, a template for `str.format`, or a function that chooses the words by its values."""


class Words(Protocol):
    """A catalogue's reader."""

    def __call__(self, code: str, /, **values: object) -> str:
        """The text of a code, with its values."""
        ...


def wording(catalogue: Catalogue) -> Words:
    """The texts of `catalogue`; raise KeyError for a code that it does not have."""

    def words(code: str, /, **values: object) -> str:
        text = catalogue[code]
        return text.format(**values) if isinstance(text, str) else text(**values)

    return words


def listed(parts: Iterable[str], last: str) -> str:
    """Nothing, `A`, `A and B`, or `A, B and C`, with `last` (and, or) before the last part."""
    *before, end = list(parts) or [""]
    return f"{', '.join(before)} {last} {end}" if before else end
