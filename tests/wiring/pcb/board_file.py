"""Read the pads of a KiCad board file: part, number, net and place.

This module uses nothing of the code that draws the boards, so that tests can check its files independently.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

Tree: TypeAlias = "list[Any]"

_TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|([()])|([^\s()"]+)')


@dataclass(frozen=True, slots=True)
class Pad:
    """A pad: reference of its part, number, net ("" without one), and place in millimetres."""

    ref: str
    number: str
    net: str
    x: float
    y: float


def parse(text: str) -> Tree:
    """The nested lists of a KiCad file; raise ValueError if its brackets do not match."""
    root: Tree = []
    open_lists = [root]
    for quoted, bracket, word in _TOKEN.findall(text):
        if bracket == "(":
            inner: Tree = []
            open_lists[-1].append(inner)
            open_lists.append(inner)
        elif bracket == ")":
            open_lists.pop()
            if not open_lists:
                raise ValueError("a bracket too many")
        else:
            open_lists[-1].append(word or quoted)
    if len(open_lists) != 1 or len(root) != 1 or not isinstance(root[0], list):
        raise ValueError("no whole KiCad file")
    return root[0]


def pads(text: str) -> tuple[Pad, ...]:
    """Every pad in the text of a board file, part by part."""
    return tuple(pad for footprint in _each(parse(text), "footprint") for pad in _pads(footprint))


def _pads(footprint: Tree) -> Iterator[Pad]:
    x, y, *turn = map(float, _first(footprint, "at")[1:])
    angle = math.radians(turn[0] if turn else 0.0)
    ref = next(text[2] for text in _each(footprint, "fp_text") if text[1] == "reference")
    for pad in _each(footprint, "pad"):
        px, py = map(float, _first(pad, "at")[1:3])
        net = next((each[2] for each in _each(pad, "net")), "")
        # KiCad's angles are anticlockwise while y points downwards.
        yield Pad(
            ref, pad[1], net,
            x + px * math.cos(angle) + py * math.sin(angle), y - px * math.sin(angle) + py * math.cos(angle),
        )  # fmt: skip


def _each(tree: Tree, name: str) -> Iterator[Tree]:
    return (child for child in tree if isinstance(child, list) and child and child[0] == name)


def _first(tree: Tree, name: str) -> Tree:
    return next(_each(tree, name))
