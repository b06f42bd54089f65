"""Tests of the stored board files: their wires, followed from pad to pad, match `wiring.pcb.modules`."""

from __future__ import annotations

import csv
import io
import math
import zipfile
from dataclasses import replace
from itertools import groupby

import pytest

from tests.wiring.pcb.board_file import Pad, pads, parse
from tests.wiring.pcb.circuit import Circuit, CircuitError, circuit
from wiring.pcb.fab import HEADS, READY, order, ordered, zipped
from wiring.pcb.modules import BITS, START_TILE, STRIP, WATCHWORD, Kind, modules

FILES = {STRIP: "strip-1x5.zip", START_TILE: "start_tile-2x2.zip"}


def board_file(name: str) -> str:
    """The text of the KiCad file in a ready zip."""
    with zipfile.ZipFile(READY / name) as archive:
        return archive.read(next(each for each in archive.namelist() if each.endswith(".kicad_pcb"))).decode()


def copies(name: str) -> list[tuple[Pad, ...]]:
    """The pads of each board of a panel, with references and nets as on a single board."""

    def copy(pad: Pad) -> int:
        return int(pad.ref.rpartition("_")[2])

    found = sorted(pads(board_file(name)), key=copy)
    return [
        tuple(replace(pad, ref=pad.ref.rpartition("_")[0], net=pad.net.partition(".")[2]) for pad in group)
        for _, group in groupby(found, copy)
    ]


def from_above(kind: Kind, found: Circuit) -> tuple[list[int | None], list[int]]:
    """For each bit and each light of a circuit, the index of the hole of `kind` at its place."""
    at = [place for place in found.bits if not isinstance(place, bool)]
    middle = [sum(place[k] for place in at) / len(at) for k in (0, 1)]
    holes = [(16 * x, 16 * y) for x, y in kind.holes]
    centre = [sum(place[k] for place in holes) / len(holes) for k in (0, 1)]

    def hole(place: tuple[float, float], up: float) -> int:
        # The parts are on the lower side, so from above left and right are exchanged.
        x, y = centre[0] - (place[0] - middle[0]), centre[1] + place[1] - middle[1] + up
        [near] = [k for k, each in enumerate(holes) if math.dist(each, (x, y)) < 0.6]
        return near

    bits = [None if isinstance(place, bool) else hole(place, 0.0) for place in found.bits]
    return bits, [hole(place, 6.5) for place in found.lights]


@pytest.mark.parametrize("kind", FILES, ids=lambda kind: kind.name)
def test_every_wire_of_every_supplied_module_file_leads_to_the_right_pad(kind: Kind) -> None:
    found = [circuit(copy) for copy in copies(FILES[kind])]
    assert len(found) == {STRIP: 5, START_TILE: 4}[kind]
    for each in found:
        bits, lights = from_above(kind, each)
        assert tuple(bits) == kind.bits
        assert tuple(lights) == kind.lights
        assert {
            at: level for at, level in enumerate(each.bits) if isinstance(level, bool)
        }.items() >= WATCHWORD.items()


def test_two_exchanged_wires_in_a_file_of_a_module_are_detected() -> None:
    board = copies(FILES[STRIP])[0]
    swapped = {"S1": "S2", "S2": "S1"}
    wrong = [replace(pad, net=swapped.get(pad.net, pad.net)) if pad.ref == "U1" else pad for pad in board]
    assert tuple(from_above(STRIP, circuit(wrong))[0]) != STRIP.bits


@pytest.mark.parametrize(
    ("ref", "number", "net"),
    [
        ("U1", "2", "LOAD"),
        ("U1", "9", "SER"),
        ("U3", "1", "3V3"),
        ("J2", "3", "5V"),
        ("D2", "4", "L4"),
        ("R4", "2", "5V"),
    ],
)
def test_a_wire_to_a_wrong_pad_is_reported_by_name(ref: str, number: str, net: str) -> None:
    board = [
        replace(pad, net=net) if (pad.ref, pad.number) == (ref, number) else pad
        for pad in copies(FILES[STRIP])[0]
    ]
    with pytest.raises(CircuitError):
        circuit(board)


@pytest.mark.parametrize("sides", HEADS)
def test_the_head_board_connects_each_side_to_its_own_fuse_and_buffer_and_to_the_chain_of_the_previous_side(
    sides: int,
) -> None:
    net = {(pad.ref, pad.number): pad.net for pad in pads(board_file(f"head-{sides}.zip"))}
    for k in range(1, sides + 1):
        plug, fuse, buffer = f"J{k}", f"F{k}", f"U{k}"
        assert net[fuse, "1"] == net[plug, "1"] != net[fuse, "2"] == net["J20", "1"]
        assert (net[buffer, "3"], net[buffer, "1"]) == ("CLK", "LOAD")
        assert (net[buffer, "2"], net[buffer, "5"]) == ("GND", "3V3")
        for out, resistor, pin in (("4", f"R{10 * k + 1}", "4"), ("6", f"R{10 * k + 2}", "6")):
            assert net[buffer, out] == net[resistor, "2"] != net[resistor, "1"] == net[plug, pin]
        if k > 1:
            assert (net[f"B{k - 1}", "2"], net[f"B{k - 1}", "7"]) == (net[plug, "2"], net[plug, "7"])
    pico = {pin: net["A1", str(pin - 20)] for pin in (21, 22, 24, 29, 36)}
    assert pico == {21: net["J1", "7"], 22: "LOAD", 24: "CLK", 29: net["U20", "2"], 36: "3V3"}
    assert net["U20", "4"] == net["R1", "2"]
    assert net["R1", "1"] == net["J1", "2"]


def test_a_file_that_is_no_kicad_board_is_refused() -> None:
    for text in ("", "(a", "(a))", "word"):
        with pytest.raises(ValueError, match=r"."):
            parse(text)


def test_the_parts_list_of_an_order_has_every_part_of_the_board_once() -> None:
    for name, data, layout in order(16.0, 4):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            files = set(archive.namelist())
            parts, places = (
                list(csv.DictReader(archive.read(f"{layout.name}-{what}.csv").decode().splitlines()))
                for what in ("parts", "placement")
            )
        layers = ("F_Cu.gtl", "B_Cu.gbl", "F_Mask.gts", "F_Paste.gtp", "Edge_Cuts.gm1", "PTH.drl")
        assert {f"{layout.name}-{layer}" for layer in layers} <= files, name
        listed = [ref for row in parts for ref in row["Designator"].split(",")]
        assert sorted(listed) == sorted(row["Designator"] for row in places)
        assert len(listed) == sum(bool(each.component.number) for each in layout.placed)
        assert all(row["Manufacturer Part"] for row in parts)


def test_zips_of_equal_files_have_equal_bytes() -> None:
    assert zipped({"a": b"1", "b": b"2"}) == zipped({"b": b"2", "a": b"1"})


def test_ordered_panels_are_at_most_100_mm_high() -> None:
    for kind, pitch, boards in (
        ("strip", 16.0, 5),
        ("start_tile", 16.0, 4),
        ("strip", 18.0, 5),
        ("strip", 20.0, 5),
    ):
        layout = ordered(kind, pitch, 4)
        assert len(layout.grounds) == boards
        assert layout.size[1] <= 100
    with pytest.raises(ValueError, match="there is no board"):
        ordered("lid", 16.0, 4)


def test_a_board_of_modules_has_eight_channels_for_each_module() -> None:
    assert sum(len(module.channels) for module in modules(8, 16.0, "polygon")) == 8 * 5 * BITS
