"""Which pins of a Raspberry Pi and of a Pico can do what."""

from __future__ import annotations

BUS_PINS = {1: (2, 3), 3: (4, 5), 5: (12, 13), 6: (22, 23)}
"""SDA and SCL of the I2C buses of a Pi 4; older ones have bus 1 alone."""

SPI0_PINS, SPI1_PINS = (7, 8, 9, 10, 11), (18, 19, 20, 21)
"""What the kernel takes for each port: both chip selects of SPI 0, one of SPI 1 (spi1-1cs)."""

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
