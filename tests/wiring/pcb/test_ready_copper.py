"""The stored board files have the copper, the cuts, the letters and the parts that the layouts have now.

KiCad drew these files, and it is not needed here: the layout is compared with the text of the file.
"""

from __future__ import annotations

import zipfile
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from tests.wiring.pcb.board_file import Tree, parse
from tests.wiring.pcb.test_board_files import board_file
from wiring.pcb.fab import HEADS, READY, lists, ordered
from wiring.pcb.layout import Layout, Point

BOARDS = [("strip", 4), ("start_tile", 4), *(("head", sides) for sides in HEADS)]
SHIFT = 150.0
"""KiCad's page begins in a corner; the middle of a board lies this many millimetres from it."""


def drawn(layout: Layout) -> Iterator[Any]:
    """Everything on a board, each as a value that can be compared."""
    yield from _copper(layout)
    for closed in (layout.outline, *layout.cutouts):
        for begin, end in pairwise((*closed, closed[0])):
            yield "line", "Edge.Cuts", at(begin), at(end)
    for begin, end in layout.scores:
        yield "line", "Cmts.User", at(begin), at(end)
    for text in layout.texts:
        yield "text", text.text, at(text.at), text.size
    for each in layout.placed:
        library, _, name = each.component.footprint.partition(":")
        footprint, nets = "" if library == "own" else name, frozenset(each.nets.items())
        yield "part", each.ref, each.component.value, footprint, at(each.at), round(each.turn) % 360, nets


def _copper(layout: Layout) -> Iterator[Any]:
    for track in layout.tracks:
        for begin, end in pairwise(track.points):
            yield "track", track.net, f"{track.side}.Cu", track.width, at(begin), at(end)
    for via in layout.vias:
        yield "via", via.net, at(via.at), 0.5, 0.3
    for net, corners in layout.grounds or [("GND", layout.outline)]:
        for side in "FB":
            yield "ground", net, f"{side}.Cu", tuple(map(at, corners))


def at(point: Point) -> Point:
    return round(point[0] + SHIFT, 3), round(point[1] + SHIFT, 3)


def filed(tree: Tree) -> Iterator[Any]:
    """Everything in a file of KiCad, each as the value that `drawn` gives for it."""
    nets = {each[1]: each[2] for each in tree if each[0] == "net"}
    for each in tree:
        has = {child[0]: child[1:] for child in each if isinstance(child, list)}
        match each[0]:
            case "segment":
                net, width = nets[has["net"][0]], float(has["width"][0])
                yield "track", net, has["layer"][0], width, place(has["start"]), place(has["end"])
            case "via":
                size, drill = float(has["size"][0]), float(has["drill"][0])
                yield "via", nets[has["net"][0]], place(has["at"]), size, drill
            case "gr_line":
                yield "line", has["layer"][0], place(has["start"]), place(has["end"])
            case "gr_text":
                yield "text", each[1], place(has["at"]), float(has["effects"][0][1][1])
            case "zone":
                corners = tuple(place(corner[1:]) for corner in has["polygon"][0][1:])
                yield "ground", has["net_name"][0], has["layer"][0], corners
            case "footprint":
                yield part(each)


def part(footprint: Tree) -> Any:
    lists = [child for child in footprint if isinstance(child, list)]
    texts = {child[1]: child[2] for child in lists if child[0] == "fp_text"}
    pads = [child for child in lists if child[0] == "pad"]
    nets = frozenset((pad[1], own[2]) for pad in pads for own in pad if own[:1] == ["net"])
    where = next(child[1:] for child in lists if child[0] == "at")
    turn = round(float(where[2])) % 360 if len(where) > 2 else 0
    return "part", texts["reference"], texts["value"], footprint[1], place(where), turn, nets


def place(words: list[str]) -> Point:
    return round(float(words[0]), 3), round(float(words[1]), 3)


@pytest.mark.parametrize(("kind", "sides"), BOARDS)
def test_every_stored_board_file_has_exactly_the_items_of_its_layout(kind: str, sides: int) -> None:
    layout = ordered(kind, 16.0, sides)
    now, then = Counter(drawn(layout)), Counter(filed(parse(board_file(f"{layout.name}.zip"))))
    assert now == then, f"new: {list(now - then)[:5]}; gone: {list(then - now)[:5]}"


@pytest.mark.parametrize(("kind", "sides"), BOARDS)
def test_every_stored_zip_has_the_lists_of_its_layout(kind: str, sides: int) -> None:
    layout = ordered(kind, 16.0, sides)
    with zipfile.ZipFile(READY / f"{layout.name}.zip") as archive:
        ready = {name: archive.read(name) for name in archive.namelist() if name.endswith(".csv")}
    assert ready == lists(layout)
