"""The questions of first light, and the answers to each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias


@dataclass(frozen=True, slots=True)
class Placed:
    """A marble came to rest, and this channel spoke; an analog one by so much, 0 if it says only yes."""

    channel: int
    strength: int = 0


@dataclass(frozen=True, slots=True)
class Named:
    """The hole that shines, by name."""

    hole: int


@dataclass(frozen=True, slots=True)
class Redo:
    """Forget all about this hole and the LED in it, and ask again. Fits every question."""

    hole: int


Word: TypeAlias = Literal["nothing", "dark", "no"]
"""The marble was put there and nothing spoke; nothing shines; it does not shine there."""

Answer: TypeAlias = Placed | Named | Redo | Word


@dataclass(frozen=True, slots=True)
class PutAt:
    """Put the marble into this hole."""

    hole: int


@dataclass(frozen=True, slots=True)
class PutWhereLit:
    """Put the marble into the hole where this LED shines."""

    led: int


@dataclass(frozen=True, slots=True)
class NameLit:
    """Say which hole this LED shines in."""

    led: int


@dataclass(frozen=True, slots=True)
class Confirm:
    """Put the marble into this hole if this LED shines there, else say no."""

    hole: int
    led: int


Question: TypeAlias = PutAt | PutWhereLit | NameLit | Confirm

FITS: Mapping[type, tuple[object, ...]] = {
    PutAt: (Placed, "nothing"),
    PutWhereLit: (Placed, "nothing", "dark"),
    NameLit: (Named, "dark"),
    Confirm: (Placed, "nothing", "dark", "no"),
}
"""The answers that each question takes."""
