"""The simulated devices pass the same tests as every driver."""

from __future__ import annotations

from hardware.parts.button.twin import TwinButtons
from hardware.parts.ws2812b import WS2812B
from hardware.parts.ws2812b.twin import Ws2812Chain
from hardware.ports import ButtonName
from hardware.twin.cards import TwinCardReader
from hardware.twin.sensors import TwinSensors
from tests.hardware.contract_buttons import ButtonsContract
from tests.hardware.contract_card_reader import CardReaderContract
from tests.hardware.contract_light_strip import LightStripContract
from tests.hardware.contract_sensor_bank import SensorBankContract
from tests.hardware.twin.benches import TwinBench, WoodBench

LEDS = 28


class TwinBank(WoodBench):
    def __init__(self) -> None:
        super().__init__()
        self.bank = TwinSensors(self.wood, self.clock, seed=3)
        self.unplug, self.replug = self.bank.unplug, self.bank.replug


class TestTwinSensors(SensorBankContract):
    make = TwinBank


class TwinStrip:
    def __init__(self) -> None:
        self.spi = Ws2812Chain(LEDS)
        self.strip = WS2812B.on_spi(self.spi, LEDS, brightness=1, gamma=1, amperes=10)
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
    make = TwinReader


class TwinFingers(TwinBench):
    places = ("A", "table")

    def __init__(self) -> None:
        super().__init__()
        self.buttons = TwinButtons(self.clock)

    def press(self, name: ButtonName, place: str) -> None:
        self.buttons.press(name, place)


class TestTwinButtons(ButtonsContract):
    make = TwinFingers
