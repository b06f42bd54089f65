"""Chance for simulated people: each moment of a game has a seed of its own, and nothing is stored."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

Thing = TypeVar("Thing")


class Chance:
    """The random numbers of one moment, drawn by `Random.random` only: it is the same in every Python."""

    def __init__(self, *moment: object) -> None:
        self._random = Random(":".join(map(str, moment)))

    def happens(self, share: float) -> bool:
        """True in this share of all cases, from 0 to 1."""
        return self._random.random() < share

    def of(self, things: Sequence[Thing]) -> Thing:
        """One of these things at random."""
        return things[int(self._random.random() * len(things))]

    def seconds(self, low: float, high: float) -> float:
        """A random time between the two, short times more often."""
        return low + (high - low) * self._random.random() * self._random.random()
