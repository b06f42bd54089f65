"""The questions of first light, and the answers to each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias


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
    """Forget all about this hole and the LED in it, and ask again."""

    hole: int


Word: TypeAlias = Literal["nothing", "dark", "no"]
"""The marble was put there and nothing spoke; nothing shines; it does not shine there."""

Answer: TypeAlias = Placed | Named | Redo | Word
Answers: TypeAlias = tuple[type[Placed | Named] | Word, ...]
"""The answers that a question takes; every question takes Redo too."""


@dataclass(frozen=True, slots=True)
class PutAt:
    """Put the marble into this hole."""

    answers: ClassVar[Answers] = (Placed, "nothing")
    hole: int


@dataclass(frozen=True, slots=True)
class PutWhereLit:
    """Put the marble into the hole where this LED shines."""

    answers: ClassVar[Answers] = (Placed, "nothing", "dark")
    led: int


@dataclass(frozen=True, slots=True)
class NameLit:
    """Say which hole this LED shines in."""

    answers: ClassVar[Answers] = (Named, "dark")
    led: int


@dataclass(frozen=True, slots=True)
class Confirm:
    """Put the marble into this hole if this LED shines there, else say no."""

    answers: ClassVar[Answers] = (Placed, "nothing", "dark", "no")
    hole: int
    led: int


Question: TypeAlias = PutAt | PutWhereLit | NameLit | Confirm
