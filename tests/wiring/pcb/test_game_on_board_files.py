"""Tests of a simulated game whose wires are read from the circuit boards' files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.geometry import Hole
from hardware.parts.chain_watch import ModuleWatch
from hardware.parts.hc165.driver import Hc165Chain
from hardware.parts.hc165.twin import ChainSpi, ShiftChain
from hardware.scan import channel_levels
from jokerboard.cli.main import main
from tests.programs import HEADLESS, SHORT
from tests.wiring.boards import READY
from tests.wiring.pcb.board_file import Pad
from tests.wiring.pcb.circuit import circuit
from tests.wiring.pcb.test_board_files import FILES, copies, from_above
from wiring.bringup import simulated_board
from wiring.bringup.simulated_board import Wires
from wiring.parse import read_board
from wiring.pcb.modules import START_TILE, STRIP, Module, modules

BOARD = next(path for path in READY if path.stem == "4-players-modules")
GAME = [*HEADLESS, *SHORT, "--seed", "3"]


def wires(strip: tuple[Pad, ...], tile: tuple[Pad, ...]) -> Wires:
    """The wires of a board of four sides whose modules have the pads `strip` and `tile`."""
    found = {STRIP: from_above(STRIP, circuit(strip)), START_TILE: from_above(START_TILE, circuit(tile))}
    bits: list[Hole | None] = []
    lights: list[Hole | None] = []
    for module in modules(4, 16.0, "polygon"):
        order, chain = found[module.kind]
        # A register's input A is its first channel, and its last bit to arrive.
        bits += [None if hole is None else module.holes[hole] for hole in reversed(order)]
        lights += [module.holes[hole] for hole in chain]
    return Wires(tuple(bits.index(hole) for hole in range(112)), tuple(lights))


def play(soldered: Wires, monkeypatch: pytest.MonkeyPatch, state: Path) -> int:
    monkeypatch.setattr(simulated_board, "wires_of", lambda board, crossed: soldered)
    return main([*GAME, "--wiring", str(BOARD), "--state", str(state)])


def exchanged(pads: tuple[Pad, ...], one: str, other: str) -> tuple[Pad, ...]:
    """The pads with the nets of two pins of the register exchanged."""
    nets = {pad.number: pad.net for pad in pads if pad.ref == "U1"}
    swapped = {one: nets[other], other: nets[one]}
    return tuple(
        replace(pad, net=swapped.get(pad.number, pad.net)) if pad.ref == "U1" else pad for pad in pads
    )


def test_a_game_through_the_wires_of_the_module_files_ends_like_a_game_without_wires(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    soldered = wires(copies(FILES[STRIP])[0], copies(FILES[START_TILE])[0])
    assert play(soldered, monkeypatch, tmp_path / "modules") == 0
    on_modules = capsys.readouterr().out.splitlines()
    assert main(GAME) == 0
    plain = capsys.readouterr().out.splitlines()
    assert on_modules[-3].startswith("over: ")
    assert on_modules[-3].split(",")[0] == plain[-3].split(",")[0]


def test_a_game_on_modules_with_two_exchanged_wires_gets_stuck(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    strip = exchanged(copies(FILES[STRIP])[0], "3", "13")
    soldered = wires(strip, copies(FILES[START_TILE])[0])
    assert play(soldered, monkeypatch, tmp_path / "crossed") == 1
    assert "stuck" in capsys.readouterr().err


@given(st.sets(st.integers(0, 111)))
def test_the_driver_reads_every_marble_from_the_registers_of_the_modules(occupied: set[Hole]) -> None:
    """Each input of a 74HC165 gets the level that follows from the copper of its module."""
    circuits = {
        STRIP: circuit(copies(FILES[STRIP])[0]), START_TILE: circuit(copies(FILES[START_TILE])[0])
    }  # fmt: skip
    chain = modules(4, 16.0, "polygon")

    def levels(module: Module) -> list[bool]:
        found = circuits[module.kind]
        holes = from_above(module.kind, found)[0]
        return [
            level if isinstance(level, bool) else hole is None or module.holes[hole] not in occupied
            for level, hole in zip(found.bits, holes, strict=True)
        ]

    inputs = bytes(sum(level << 7 - at for at, level in enumerate(levels(module))) for module in chain)
    registers = ShiftChain(lambda: inputs)
    board = read_board(BOARD)
    raw = Hc165Chain(ChainSpi(registers), registers.load, ModuleWatch(board.tied_chips)).read()
    levels_read = channel_levels(raw, len(board.channels))
    assert {
        hole for hole, on in zip(board.channels, levels_read, strict=True) if hole is not None and on
    } == occupied
