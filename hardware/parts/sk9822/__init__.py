"""SK9822 and APA102 lights. They have a clock line, so the bits need no exact timing."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from hardware.parts.computer import SPI_CLOCK, SPI_FILES, SPI_SENDS, SPIDEV, Take, spi
from hardware.parts.light_part import LedChip, LedDriver
from hardware.parts.part import module_of
from hardware.ports import LightStrip

BUS_OF = {pin: bus for bus, pin in SPI_SENDS.items()}
"""For each data pin, the number of the kernel's SPI port that sends on it."""


def _takes(pin: int, _computer: str) -> tuple[Take, ...]:
    port = spi(BUS_OF.get(pin, 0))
    return (Take("pin", "the lights' SPI", port, port.pins),)


def _open(leds: int, pin: int, amperes: float) -> LightStrip:
    opened: LightStrip = module_of(__name__).open_strip(BUS_OF[pin], leds, amperes=amperes)
    return opened


def _on_spi(port: Any, leds: int, **settings: float) -> LightStrip:
    opened: LightStrip = module_of(__name__).Sk9822Strip(port, leds, **settings)
    return opened


SPI = LedDriver(
    word="spi",
    meaning="the kernel's SPI: any Raspberry Pi, no root",
    pins=tuple(BUS_OF),
    wrong_pin="SPI sends on GPIO 10 or 20, not {pin}",
    clock=MappingProxyType({pin: SPI_CLOCK[bus] for pin, bus in BUS_OF.items()}),
    takes=_takes,
    open=_open,
)

SK9822 = LedChip(
    word="sk9822",
    name="RGB LED with a clock line, on a small round board",
    number="SK9822, 10 mm board",
    alternatives="APA102C",
    sheet="Shiji SK9822 and APA Electronic APA102C: 20 mA a colour, inputs high from 0.7 VDD",
    volts=5.0,
    milliamperes=60.0,
    dark_milliamperes=1.0,
    access=(SPI_FILES,),
    modules=(SPIDEV,),
    pads=(("DI", "DO"), ("CI", "CO")),
    high_from=3.5,
    timing="data and clock at 1 MHz; clocked LEDs need no exact pulse widths",
    shifter="74HCT125 (the same pins), or any other for 1 MHz",
    drivers=MappingProxyType({SPI.word: SPI}),
    on_spi=_on_spi,
    folder=__name__,
)
PARTS = (SK9822,)
