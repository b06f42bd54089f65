"""SK9822 and APA102 lights. They have a clock line, so the bits need no exact timing."""

from __future__ import annotations

from types import MappingProxyType

from hardware.parts.computer import SPI_CLOCK, SPI_FILES, SPIDEV, Take, spi
from hardware.parts.light_part import BUS_OF, LedChip, kernel_spi
from hardware.parts.sk9822.driver import SPI_HERTZ, encode


def _takes(pin: int, _computer: str) -> tuple[Take, ...]:
    port = spi(BUS_OF.get(pin, 0))
    return (Take("pin", "the lights' SPI", port, port.pins),)


SPI = kernel_spi(_takes, MappingProxyType({pin: SPI_CLOCK[bus] for pin, bus in BUS_OF.items()}))

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
    spi_hertz=SPI_HERTZ,
    encode=encode,
    folder=__name__,
)
PARTS = (SK9822,)
