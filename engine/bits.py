"""Marbles as integers, so that a move is a few operations on one number.

A `Mask` is a set of holes: bit h stands for hole h. Only ring and lane holes have a bit: a board with S
sides has 23 S of them (18 S on the ring, then 5 a lane), numbered as in `engine.geometry`. The START holes
of a seat are interchangeable, so a seat's marbles in START are those that are nowhere else.

`Bits` are the marbles of all seats in one integer. Each seat has a field of 23 S bits (the width). The field
of seat k begins at bit 23 S k and holds the mask of its marbles:

    bit = width * seat + hole        width = 23 * sides

Two positions of a table are equal exactly if their bits and the seat to play are. Moving a marble flips two
bits; sending an opponent to START clears one.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

from engine.geometry import Hole

Mask: TypeAlias = int
"""A set of ring and lane holes: bit h for hole h."""
Bits: TypeAlias = int
"""The marbles of all seats: bit `width * seat + hole`."""


def mask_of(holes: Iterable[Hole]) -> Mask:
    """The mask in which the bit of each hole in `holes` is set, and no other bit."""
    mask = 0
    for hole in holes:
        mask |= 1 << hole
    return mask


@lru_cache(maxsize=1 << 12)
def holes(mask: Mask) -> tuple[Hole, ...]:
    """The holes of a mask in ascending order.

    The cache takes 1 MB when it is full.
    """
    found = []
    while mask:
        highest = mask.bit_length() - 1
        found.append(highest)
        mask ^= 1 << highest
    return tuple(found[::-1])


def all_colours(bits: Bits, width: int, sides: int) -> Mask:
    """The mask of the holes in which any seat has a marble, on a board with `sides` sides."""
    while sides > 1:
        # Each step merges the fields of the upper half of the seats into those of the lower half.
        half = sides + 1 >> 1
        bits |= bits >> width * half
        sides = half
    return bits & (1 << width) - 1
