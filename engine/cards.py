"""Cards in the notation of docs/formats.md: `7H`, `TD#2` (the second 10 of diamonds), `X` (a Joker), `7`."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import NamedTuple

from engine.errors import NotationError


class Rank(StrEnum):
    """The 14 kinds of card; what a card can do depends on its kind alone."""

    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    JOKER = "X"

    # Ranks are keys of many dictionaries, and `Enum.__hash__` is slow because it is written in Python.
    __hash__ = str.__hash__


RANKS: tuple[Rank, ...] = tuple(Rank)
SUITS = "CDHS"

_CARD = re.compile(r"([A2-9TJQK])([CDHS])?(?:#([1-9][0-9]?))?|(X)(?:#([1-9][0-9]?))?")


class Card(NamedTuple):
    """A card. `suit` is None if only its rank is known; `copy` is None if equal cards are not numbered."""

    rank: Rank
    suit: str | None = None
    copy: int | None = None

    @classmethod
    def parse(cls, text: str) -> Card:
        """Parse a card such as `7H`, `TD#2`, `X`, `X#3` or `7`; raise NotationError for anything else."""
        match = _CARD.fullmatch(text)
        if match is None:
            raise NotationError(
                f"no card is written {text!r}: a rank A 2 to 9 T J Q K with a suit C D H S, or X for a Joker"
            )
        rank, suit, copy, joker, joker_copy = match.groups()
        number = copy or joker_copy
        return cls(Rank(rank or joker), suit, int(number) if number else None)

    def __str__(self) -> str:
        number = "" if self.copy is None else f"#{self.copy}"
        return f"{self.rank}{self.suit or ''}{number}"
