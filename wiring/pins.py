"""Which pins of a Raspberry Pi and of a Pico can do what."""

from __future__ import annotations

from collections.abc import Mapping

I2C_PINS: Mapping[str, Mapping[int, tuple[int, int]]] = {
    "zero2": {1: (2, 3)},
    "pi3": {1: (2, 3)},
    "pi4": {1: (2, 3), 3: (4, 5), 5: (12, 13), 6: (22, 23)},
    "pi5": {1: (2, 3), 2: (4, 5), 3: (6, 7)},
}
"""By computer its I2C buses, each with the GPIO of SDA and SCL: the default pins of the kernel's overlays
(overlays/README in the Raspberry Pi kernel: i2c3 to i2c6 for a Pi 4, i2c2-pi5 and i2c3-pi5 for a Pi 5)."""

HEADER = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21, 25: 22,
    11: 23, 8: 24, 7: 26, 0: 27, 1: 28, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38, 21: 40,
}  # fmt: skip
"""By GPIO, the pin of the 40-pin header that it is on."""

PICO_EDGE = {
    0: 1, 1: 2, 2: 4, 3: 5, 4: 6, 5: 7, 6: 9, 7: 10, 8: 11, 9: 12, 10: 14, 11: 15, 12: 16, 13: 17, 14: 19,
    15: 20, 16: 21, 17: 22, 18: 24, 19: 25, 20: 26, 21: 27, 22: 29, 26: 31, 27: 32, 28: 34,
}  # fmt: skip
"""By GP number, the pin on a Pico's edge."""

SPI0_PINS, SPI1_PINS = (7, 8, 9, 10, 11), (18, 19, 20, 21)
"""The pins that the kernel takes for each port: both chip selects of SPI 0, one of SPI 1 (spi1-1cs)."""

PWM_PINS = (10, 12, 13, 18, 19, 21)

LED_TO_SPI = {10: SPI0_PINS, 20: SPI1_PINS}
"""The data pins of the two ports that can shine, and the port's pins."""

PICO_MOST_ANALOG = 144
"""Three ADC pins with three multiplexers of 16 inputs each."""

PICO_PINS = (*range(23), 26, 27, 28)
PICO_PAIRS = {(18, 16), (2, 0), (6, 4), (2, 4), (6, 0), (18, 20), (22, 20)}
"""Clock and data pins that belong to SPI 0 of an RP2040."""

MUX_SELECT, MUX_ENABLE, MUX_ADC = (10, 11, 12, 13), (2, 3, 4), (26, 27, 28)
"""The Pico's pins to the multiplexers of analog sensors, as its firmware has them: chip m is on ADC m % 3 and
is enabled by m // 3."""
