"""`jokerboard serve` with a described board: on mock pins, and behind a Pico with its real firmware.

No device is real. The Pi's pins are gpiozero's mock pins with a chain of shift registers soldered to them,
its SPI port is a fake of spidev that decodes what LEDs would show, and the Pico runs its own firmware at the
other end of a pty.
"""

from __future__ import annotations

import itertools
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from gpiozero import Device

from firmware_bridge.twin import PtyBoard
from hardware.clock import VirtualClock
from hardware.layout import PITCH, outlines, positions
from hardware.parts.hc165 import ChainBank
from hardware.parts.hc165.twin import ShiftChain, sensor_inputs, solder, wired_factory
from hardware.parts.pico import PicoBank
from hardware.parts.ws2812b.twin import Ws2812Chain
from hardware.twin.sensors import TwinSensors
from hardware.twin.wood import VirtualBoard
from jokerboard.host.files import StateDirectory
from jokerboard.journal.store import FILE, Journal
from jokerboard.journal.writer import DirectWriter
from jokerboard.table.runtime.board_source import BoardMissing
from jokerboard.table.runtime.game_setup import Wanted
from jokerboard.table.runtime.table import Table
from jokerboard.table.serving import real_board
from jokerboard.table.web.game_page import GamePage
from tests.hardware import fake_spidev
from tests.hardware.fake_spidev import FakeSpiDev
from tests.programs import TableProgram, until
from wiring.bringup.setup_file import write_board
from wiring.description import Description
from wiring.new_board import Choices, new_board

NOW = "2026-11-21T10:00:00+00:00"
BANK = ChainBank("pins", load=24, clock=5, data=6, select=13)


def mixed(board: Description) -> Description:
    """A board whose channels and LEDs are wired in another order than the holes."""
    channels = (*board.channels[56:], *board.channels[:56])
    return replace(board, channels=channels, lights=replace(board.lights, holes=board.lights.holes[::-1]))


PINS = mixed(replace(new_board(Choices(shape="cross")), bank=BANK))
PICO = mixed(new_board(Choices(reading="pico", buttons=False)))


class Pi:
    """A Raspberry Pi's pins and SPI port, with the described board on them."""

    def __init__(self, board: Description, monkeypatch: pytest.MonkeyPatch) -> None:
        self.clock = VirtualClock()
        names = board.names
        self.wood = VirtualBoard(names.holes, {hole: seat for seat in range(4) for hole in names.start(seat)})
        contacts = TwinSensors(self.wood, self.clock, seed=1)

        def level(channel: int) -> bool:
            hole = board.channels[channel]
            return hole is not None and contacts.level(hole)

        contacts.start(lambda event: None)
        self.factory: Any = wired_factory()
        self.chain = chain = ShiftChain(lambda: sensor_inputs(level, len(board.channels)))
        solder(chain, self.factory, load_pin=24, clock_pin=5, data_pin=6, inhibit_pin=13)
        pi = SimpleNamespace(LGPIOFactory=lambda: self.factory)
        monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", pi)
        monkeypatch.setattr(Device, "pin_factory", None)
        self.ports = fake_spidev.installed(monkeypatch)
        self.leds = Ws2812Chain(len(board.lights.holes))
        monkeypatch.setattr(FakeSpiDev, "wire", self.leds)

    def press(self, pin: int) -> None:
        self.factory.pin(pin).drive_low()
        self.clock.run_until(self.clock.now() + 0.2)
        self.factory.pin(pin).drive_high()
        self.clock.run_until(self.clock.now() + 0.2)


def test_a_served_board_on_mock_pins_receives_plays_and_buttons_and_lights_holes_as_described(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pi, names, state = Pi(PINS, monkeypatch), PINS.names, StateDirectory(tmp_path)
    journal = Journal.open(state / FILE, table="t", made=NOW)
    boards = real_board.RealBoards(PINS, {}, pi.clock)
    table = Table(pi.clock, state, journal, DirectWriter(journal), boards, wall=lambda: NOW, seed="1")
    table.begin(Wanted(cards="none"))
    game = table.game
    assert game is not None
    layout = GamePage(table).layout()
    assert [(hole["x"], hole["y"]) for hole in layout["holes"]] == list(positions(4, PITCH, "cross"))
    assert layout["wood"] == outlines(4, PITCH, "cross")
    kinds: list[str] = []
    game.listen(lambda announced: kinds.append(announced.sentence.kind))
    seat = game.log.turn
    pi.clock.run_until(0.5)
    pi.wood.lift(names.start(seat)[0])
    pi.clock.run_until(1.0)
    pi.wood.place(names.lane(seat)[4], seat)
    pi.clock.run_until(4.0)
    assert kinds == ["illegal"]
    shines: set[int] = set()
    for tenths in range(8):  # Longer than a light blinks.
        pi.clock.run_until(4.0 + tenths / 10)
        shines |= {led for led in range(112) if any(pi.leds.pixels[3 * led : 3 * led + 3])}
    assert PINS.lights.holes.index(names.lane(seat)[4]) in shines
    pi.wood.lift(names.lane(seat)[4])
    pi.clock.run_until(5.0)
    pi.wood.place(names.come_out(seat), seat)
    pi.clock.run_until(9.0)
    assert kinds[-2:] == ["move", "turn"]
    assert game.log.n == 1
    pi.press(next(button.pin for button in PINS.buttons if button.name == "back"))
    pi.clock.run_until(10.0)
    assert kinds[3:5] == ["takeback", "turn"]
    assert [port.opened for port in pi.ports] == [(0, 0)]
    table.close()
    assert not any(pi.leds.pixels)


def test_while_the_board_is_lost_a_new_game_is_refused_and_the_old_game_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pi, state = Pi(PINS, monkeypatch), StateDirectory(tmp_path)
    journal = Journal.open(state / FILE, table="t", made=NOW)
    boards = real_board.RealBoards(PINS, {}, pi.clock)
    table = Table(pi.clock, state, journal, DirectWriter(journal), boards, wall=lambda: NOW, seed="1")
    table.begin(Wanted(cards="none"))
    game, ports = table.game, len(pi.ports)
    pi.chain.unplugged = True
    pi.clock.run_until(1.0)
    with pytest.raises(BoardMissing, match="plugs, its power and its clock line"):
        table.begin(Wanted(cards="none"))
    assert table.game is game
    assert len(pi.ports) == ports, "nothing was opened, so nothing was waited for"
    pi.chain.unplugged = False
    pi.clock.run_until(3.0)
    table.begin(Wanted(cards="none"))
    assert table.game is not game
    table.close()


class Served:
    """A configuration for `jokerboard serve`, and a Pico on a pty for it."""

    def __init__(self, far: PtyBoard, path: Path) -> None:
        self.far, self.path = far, path
        self.board = replace(PICO, bank=PicoBank(far.path))
        write_board(self.board, path / "board.toml")
        (path / "table.toml").write_text(
            '[table]\nboard = "board.toml"\nstate = "state"\nlisten = "127.0.0.1:0"\n[game]\ncards = "none"\n'
        )
        for seat in range(4):
            for hole in self.board.names.start(seat):
                self.level(hole, True)

    def level(self, hole: int, on: bool) -> None:
        self.far.set_level(self.board.channels.index(hole), on)

    def lit(self, hole: int) -> bytes:
        led = self.board.lights.holes.index(hole)
        return self.far.leds()[3 * led : 3 * led + 3]

    def start(self) -> TableProgram:
        return TableProgram("serve", "--config", str(self.path / "table.toml"))


def test_a_table_served_through_a_pico_resumes_its_game_after_a_kill(tmp_path: Path) -> None:
    with PtyBoard(interpreter=[sys.executable], channels=112, leds=112, cap_ma=10_000) as far:
        served = Served(far, tmp_path)
        names = served.board.names
        table = served.start()
        state = table.state()
        assert (state["game"]["seats"], state["sim"]) == (["A", "B", "C", "D"], None)
        seat = ord(state["turn"]) - ord("A")
        start, lane, out = names.start(seat)[0], names.lane(seat)[4], names.come_out(seat)
        served.level(start, False)
        served.level(lane, True)
        until(lambda: any(served.lit(lane)))
        table.until(lambda state: (state["verdict"] or {}).get("kind") == "illegal")
        served.level(lane, False)
        served.level(out, True)
        table.until(lambda state: state["n"] == 1)
        table.kill()
        table = served.start()
        state = table.state()
        assert (state["n"], state["marbles"][names.name(out)]) == (1, names.name(out)[0])
        second = ord(state["turn"]) - ord("A")
        served.level(names.start(second)[2], False)
        served.level(names.come_out(second), True)
        table.until(lambda state: state["n"] == 2)
        assert table.stop() == 0
        until(lambda: not any(itertools.chain(far.leds())))
