"""A Raspberry Pi Pico on USB: it reads the hole sensors and drives the lights."""
