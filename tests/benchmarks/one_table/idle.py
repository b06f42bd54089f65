"""Processor time of an idle table for each kind of sensor bank, with scanning, lights and link.

The simulated chips answer at once from memory, so the figure is this program's share of a core, without the
time that the kernel spends on a real bus. A core of a Pi Zero 2 is about ten times slower than a desktop's.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from firmware_bridge.twin import find_micropython
from hardware.clock import Clock, LoopClock
from hardware.ports import SensorBank
from hardware.twin.wood import VirtualBoard
from jokerboard.host.files import StateDirectory
from jokerboard.journal.store import FILE, Journal
from jokerboard.journal.writer import DirectWriter
from jokerboard.simulation.board.simulated_boards import SimulatedBoards
from jokerboard.table.runtime.game_setup import Wanted
from jokerboard.table.runtime.table import Table

SECONDS = 5.0
AIM = 2.0
"""The aim for the share of a core, in percent."""

Make = Callable[[VirtualBoard, Clock], SensorBank]


class _Chain:
    """A fake spidev port with a chain of chips that never change."""

    def __init__(self, answer: list[int]) -> None:
        self._answer = answer

    def xfer2(self, _: list[int]) -> list[int]:
        return self._answer

    def close(self) -> None:
        """Does nothing: the fake holds no resource."""


class _Bus:
    """A fake I2C bus with chips that never change."""

    def __init__(self, words: dict[tuple[int, int], int]) -> None:
        self._words = words

    def read_word_data(self, address: int, register: int) -> int:
        return self._words.get((address, register), 0)

    def write_word_data(self, address: int, register: int, value: int) -> None:
        self._words[address, register] = value

    def close(self) -> None:
        """Does nothing: the fake holds no resource."""


def _chain(wood: VirtualBoard, clock: Clock) -> SensorBank:
    from hardware.parts.hc165.driver import open_hc165_spi
    from hardware.parts.hc165.twin import sensor_inputs, wired_factory
    from hardware.pins import KernelSpi

    raw = sensor_inputs(wood.occupied, wood.holes)
    # Each chip sends input H first, so input A is bit 0 of its byte.
    port: Any = _Chain(list(raw))
    spi = KernelSpi("port", port)
    return open_hc165_spi(clock, wood.holes, pin_factory=wired_factory(), open_port=lambda *_: spi)


def _expanders(wood: VirtualBoard, clock: Clock) -> SensorBank:
    from hardware.parts.mcp23017 import ADDRESSES
    from hardware.parts.mcp23017.driver import GPIO, WATCH_LEVELS, open_mcp23017

    bits = [bit for bit in range(16) if bit % 8 < 7]
    words: dict[tuple[int, int], int] = {}
    for number, address in enumerate(ADDRESSES):
        channels = range(14 * number, 14 * number + 14)
        word = sum(
            1 << bit
            for bit, channel in zip(bits, channels, strict=True)
            if channel >= wood.holes or not wood.occupied(channel)
        )
        words[address, GPIO] = word | WATCH_LEVELS
    bus: Any = _Bus(words)
    return open_mcp23017(clock, wood.holes, open_bus=lambda _: bus)


def _pins(wood: VirtualBoard, clock: Clock) -> SensorBank:
    from hardware.parts.hc165.twin import DirectSensors

    return DirectSensors(wood, clock)


def _pico(wood: VirtualBoard, clock: Clock) -> SensorBank:
    import sys

    from hardware.parts.pico.twin import PtySensors

    micropython = find_micropython()
    bank = PtySensors(wood, clock, interpreter=[micropython or sys.executable])
    bank.lamps.close()  # Recording what the simulated chain shows would take time.
    return bank


def _contacts(wood: VirtualBoard, clock: Clock) -> SensorBank:
    from hardware.twin.sensors import TwinSensors

    return TwinSensors(wood, clock)


class _Seedless:
    """A MakeSensors for a bank whose simulated contacts do not bounce."""

    def __init__(self, make: Make) -> None:
        self._make = make

    def __call__(self, wood: VirtualBoard, clock: Clock, *, seed: int) -> SensorBank:
        return self._make(wood, clock)


BANKS: dict[str, Make] = {
    "no bank at all (simulated contacts)": _contacts,
    "74HC165 on the kernel's SPI": _chain,
    "MCP23017 on I2C": _expanders,
    "a Pico over a pty": _pico,
    "74HC165 on mock pins, clocked by hand (the mock is most of it)": _pins,
}


def run() -> Iterable[str]:
    """A line for each kind of sensor bank."""
    for name, make in BANKS.items():
        share = asyncio.run(_share(make))
        yield f"{name}: {share:.2f} % of this core (aim: under {AIM:g} %)"


async def _share(make: Make) -> float:
    clock = LoopClock(asyncio.get_running_loop())
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        state = StateDirectory(path)
        journal = Journal.open(state / FILE, table="idle", made="2026-01-01T00:00:00+00:00")
        boards = SimulatedBoards(clock, path, None, sensors=_Seedless(make))
        table = Table(
            clock, state, journal, DirectWriter(journal), boards, wall=lambda: "2026-01-01T00:00:00+00:00",
            seed="1",
        )  # fmt: skip
        table.begin(Wanted(rules="texas", cards="none"), attended=False)
        await asyncio.sleep(1.0)
        begun, used = time.monotonic(), time.process_time()
        await asyncio.sleep(SECONDS)
        share = (time.process_time() - used) / (time.monotonic() - begun)
        table.close()
    return 100 * share
