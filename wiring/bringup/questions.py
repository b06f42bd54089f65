"""The questions that setup asks to find the wires, and the answers to each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias


@dataclass(frozen=True, slots=True)
class Placed:
    """The answer that a marble came to rest on `channel`.

    `strength` is the change of an analog channel's reading; 0 for a digital channel.
    """

    channel: int
    strength: int = 0


@dataclass(frozen=True, slots=True)
class Named:
    """The answer that the hole with this name shines."""

    hole: int


@dataclass(frozen=True, slots=True)
class Redo:
    """The request to ask everything about this hole and its LED again."""

    hole: int


Word: TypeAlias = Literal["nothing", "dark", "no"]
"""`nothing`: no sensor reacted to the marble; `dark`: no LED shines; `no`: the LED shines at another hole."""

Answer: TypeAlias = Placed | Named | Redo | Word
Answers: TypeAlias = tuple[type[Placed | Named] | Word, ...]
"""The answers that a question accepts, as types or words; every question also accepts Redo."""


@dataclass(frozen=True, slots=True)
class PutAt:
    """The request to put the marble into this hole."""

    answers: ClassVar[Answers] = (Placed, "nothing")
    hole: int


@dataclass(frozen=True, slots=True)
class PutWhereLit:
    """The request to put the marble into the hole where this LED shines."""

    answers: ClassVar[Answers] = (Placed, "nothing", "dark")
    led: int


@dataclass(frozen=True, slots=True)
class NameLit:
    """The request to type the name of the hole where this LED shines."""

    answers: ClassVar[Answers] = (Named, "dark")
    led: int


@dataclass(frozen=True, slots=True)
class Confirm:
    """The request to put the marble into this hole if this LED shines there, and else to type no."""

    answers: ClassVar[Answers] = (Placed, "nothing", "dark", "no")
    hole: int
    led: int


Question: TypeAlias = PutAt | PutWhereLit | NameLit | Confirm
