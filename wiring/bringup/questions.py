"""The questions of first light, and the answers to each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias


@dataclass(frozen=True, slots=True)
class Placed:
    """A marble came to rest on this channel; `strength` is its change of an analog reading, else 0."""

    channel: int
    strength: int = 0


@dataclass(frozen=True, slots=True)
class Named:
    """The person typed the name of the hole that shines."""

    hole: int


@dataclass(frozen=True, slots=True)
class Redo:
    """Forget everything about this hole and its LED, and ask again."""

    hole: int


Word: TypeAlias = Literal["nothing", "dark", "no"]
"""`nothing`: no sensor reacted to the marble; `dark`: no LED shines; `no`: the LED shines at another hole."""

Answer: TypeAlias = Placed | Named | Redo | Word
Answers: TypeAlias = tuple[type[Placed | Named] | Word, ...]
"""The types of answers that a question takes; every question takes Redo too."""


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
    """Type the name of the hole where this LED shines."""

    answers: ClassVar[Answers] = (Named, "dark")
    led: int


@dataclass(frozen=True, slots=True)
class Confirm:
    """Put the marble into this hole if this LED shines there, else type no."""

    answers: ClassVar[Answers] = (Placed, "nothing", "dark", "no")
    hole: int
    led: int


Question: TypeAlias = PutAt | PutWhereLit | NameLit | Confirm
