"""The simulated board keeps to the same contracts as every driver."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from hardware.clock import VirtualClock
from hardware.lights import Ws2812Strip
from hardware.ports import ButtonName
from hardware.twin.buttons import TwinButtons
from hardware.twin.cards import TwinCardReader
from hardware.twin.sensors import TwinSensors
from hardware.twin.strip import SimulatedSpi
from hardware.twin.wood import VirtualBoard
from tests.hardware.contract_buttons import ButtonsContract
from tests.hardware.contract_card_reader import CardReaderContract, ReaderRig
from tests.hardware.contract_light_strip import LightStripContract
from tests.hardware.contract_sensor_bank import SensorBankContract

LEDS = 28


class TwinBench:
    """Virtual time, for every twin."""

    def __init__(self) -> None:
        self.clock = VirtualClock()

    def wait(self, seconds: float) -> None:
        self.clock.run_until(self.clock.now() + seconds)


class TwinBank(TwinBench):
    occupied = frozenset({0, 3, 27})

    def __init__(self) -> None:
        super().__init__()
        # One marble in hand for every channel that a test may fill.
        self.wood = VirtualBoard(28, dict.fromkeys((*self.occupied, *range(6, 16)), 0))
        for hole in range(6, 16):
            self.wood.lift(hole)
        self.bank = TwinSensors(self.wood, self.clock, seed=3)
        self.unplug, self.replug = self.bank.unplug, self.bank.replug

    def put(self, channel: int) -> None:
        self.wood.place(channel, 0)

    def take(self, channel: int) -> None:
        self.wood.lift(channel)


class TestTwinSensors(SensorBankContract):
    make = TwinBank


class TwinStrip:
    def __init__(self) -> None:
        self.spi = SimulatedSpi(LEDS)
        self.strip = Ws2812Strip(self.spi, LEDS, brightness=1, gamma=1, amperes=10)
        self.unplug, self.replug = self.spi.unplug, self.spi.replug

    def shining(self) -> bytes:
        return self.spi.pixels


class TestTwinStrip(LightStripContract):
    make = TwinStrip


class TwinReader(TwinBench):
    tags = ("7H", "TD#2")
    settled = 0.3

    def __init__(self) -> None:
        super().__init__()
        self.reader = TwinCardReader("A", self.clock)
        self.lay, self.take_off, self.garble = self.reader.lay, self.reader.take_off, self.reader.corrupt
        self.unplug, self.replug = self.reader.unplug, self.reader.replug


class TestTwinCardReader(CardReaderContract):
    @contextmanager
    def rig(self) -> Iterator[ReaderRig]:
        yield TwinReader()


class TwinFingers(TwinBench):
    places = ("A", "table")

    def __init__(self) -> None:
        super().__init__()
        self.buttons = TwinButtons(self.clock)

    def press(self, name: ButtonName, place: str) -> None:
        self.buttons.press(name, place)


class TestTwinButtons(ButtonsContract):
    make = TwinFingers
