"""Drivers import their libraries only when a board needs them: a Pi Zero is slow, and modules may be
missing.
"""

from __future__ import annotations

import pytest

from tests.programs import loaded

DRIVERS = ("gpiozero", "lgpio", "spidev", "smbus2", "evdev", "rpi_ws281x", "serial", "reportlab", "PIL")
LIGHT = (
    "hardware.parts.hc165.driver, hardware.parts.mcp23017.driver, hardware.parts.button.driver",
    "hardware.pins, hardware.parts.ws2812b.ws281x",
    "hardware.readers, hardware.parts.pico.driver",
    "jokerboard.table.serving.opening, jokerboard.table.serving.table_server",
    "jokerboard.cli.demo_headless",
    "jokerboard.cli.cards, wiring.papers.labels",
)


@pytest.mark.parametrize("modules", LIGHT)
def test_importing_a_driver_does_not_import_its_device_library(modules: str) -> None:
    assert loaded(*modules.split(", ")).isdisjoint(DRIVERS)
