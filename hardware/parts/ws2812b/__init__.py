"""WS2812B lights. They have one data line, and the length of a pulse is the value of a bit.

SPI sends on GPIO 10 or 20, through a level shifter to 5 V. A chain has no clock and no chip select, so it
needs an SPI port of its own: sensors that are read over SPI must be on the other port.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from hardware.parts.computer import (
    COMPILER,
    PICO_EDGE,
    SPI_FILES,
    SPIDEV,
    BootLine,
    Module,
    Port,
    Take,
    core_clock,
    spi,
)
from hardware.parts.light_part import BUS_OF, LedChip, LedDriver, kernel_spi
from hardware.parts.part import module_of
from hardware.parts.ws2812b.driver import SPI_HERTZ, encode
from hardware.ports import LightStrip

RPI_WS281X = Module("rpi_ws281x", None, COMPILER)
AUDIO_OFF = BootLine("dtparam=audio=off", "analog sound uses the same PWM as the lights", 4)
PWM = Port("PWM", modules=(RPI_WS281X,), boot=(AUDIO_OFF,))
PCM = Port("PCM", modules=(RPI_WS281X,))


def _spi_takes(pin: int, computer: str) -> tuple[Take, ...]:
    port = spi(BUS_OF.get(pin, 0))
    timed = replace(port, boot=(*port.boot, *core_clock(computer)))
    return (Take("pin", "the lights' SPI", timed, port.pins),)


def _ws281x_takes(pin: int, computer: str) -> tuple[Take, ...]:
    if pin in BUS_OF:
        (take,) = _spi_takes(pin, computer)
        return (take._replace(port=replace(take.port, modules=(RPI_WS281X,))),)
    return (Take("pin", "the lights", PCM if pin == 21 else PWM, (pin,)),)


def _open_ws281x(_chip: LedChip, leds: int, pin: int, amperes: float) -> LightStrip:
    opened: LightStrip = module_of(__name__, "ws281x").open_ws281x(leds, pin, amperes=amperes)
    return opened


DRIVERS = (
    kernel_spi(_spi_takes),
    LedDriver(
        word="ws281x",
        meaning="rpi_ws281x: PWM or PCM as root, or SPI 0; up to the Pi 4",
        pins=(18, 10, 12, 13, 19, 21),
        wrong_pin="rpi_ws281x sends on GPIO 10, 12, 13, 18, 19 or 21, not {pin}",
        takes=_ws281x_takes,
        open=_open_ws281x,
        not_on=("pi5",),
        why_not="rpi_ws281x does not know the Pi 5; set the lights' driver to spi, on GPIO 10",
        needs="rpi_ws281x",
        unknown_models=r"Raspberry Pi (Compute Module )?5",
    ),
    LedDriver(
        word="pico",
        meaning="the Pico that reads the sensors",
        pins=(22, *(pin for pin in PICO_EDGE if pin != 22)),
        wrong_pin="a Pico has no GP{pin} on its edge",
        why_not="the lights cannot be on a Pico when the sensors are not",
        takes=lambda _pin, _computer: (),
        open=None,
    ),
)

WS2812B = LedChip(
    word="ws2812b",
    name="RGB LED on a small round board",
    number="WS2812B, 10 mm board",
    alternatives="SK6812 RGB",
    sheet="Worldsemi WS2812B; currents rounded up",
    volts=5.0,
    milliamperes=60.0,
    dark_milliamperes=1.0,
    access=(SPI_FILES,),
    modules=(SPIDEV, RPI_WS281X),
    pads=(("DIN", "DOUT"),),
    high_from=3.5,
    timing="pulses of 0.4 and 0.8 us, 800,000 a second, each kept within 0.15 us",
    shifter="74HCT125 (the same pins); no board with MOSFETs, which are too slow for its pulses",
    drivers=MappingProxyType({each.word: each for each in DRIVERS}),
    spi_hertz=SPI_HERTZ,
    encode=encode,
    folder=__name__,
)
PARTS = (WS2812B,)
