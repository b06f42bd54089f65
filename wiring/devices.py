"""The devices that a description names, opened by their drivers."""

from __future__ import annotations

from pathlib import Path

from firmware_bridge.errors import BridgeError
from firmware_bridge.transport import find_board
from hardware.clock import Clock
from hardware.errors import DeviceMissing
from hardware.late import LateSounder, LateStrip
from hardware.ports import LightStrip, SensorBank, Sounder
from wiring.description import ChainBank, Description, ExpanderBank, PicoBank

SPI_DEVICES = {10: (0, 0), 20: (1, 0)}
"""By the LEDs' data pin: bus and chip select of the kernel's port."""


def open_devices(
    board: Description, clock: Clock, *, late_lights: bool = False
) -> tuple[SensorBank, LightStrip]:
    """The sensors and the LED chain; DeviceMissing says what is not there and what to do.

    `late_lights`: lights on a pin of the Pi may come later, see LateStrip. Each driver's module is imported
    only for the board that has it.
    """
    bank, lights = board.bank, board.lights
    if isinstance(bank, PicoBank):
        from hardware.parts.pico.driver import PicoBoard

        path = _pico_port(bank)
        leds = len(lights.holes) if lights.driver == "pico" else 0
        pico = PicoBoard(
            clock, path, len(board.channels), leds, amperes=lights.amperes, calibration=board.calibration
        )
        sensors: SensorBank = pico.sensors
        if lights.driver == "pico":
            return sensors, pico.strip
        pico.leave("strip")
    else:
        sensors = open_sensors(board, clock)
    if late_lights:
        return sensors, LateStrip(lambda: open_lights(board), len(lights.holes))
    try:
        return sensors, open_lights(board)
    except OSError:
        sensors.close()
        raise


def await_board(board: Description) -> None:
    """Wait until the microcontroller answers, if the board has one; DeviceMissing after a few seconds.

    It blocks, and may be called in a thread: nothing stays open.
    """
    if isinstance(board.bank, PicoBank):
        from hardware.parts.pico.link import await_answer

        await_answer(_pico_port(board.bank))


def _pico_port(bank: PicoBank) -> str:
    try:
        path = bank.port or find_board()
    except BridgeError as error:
        raise DeviceMissing(str(error)) from error
    if not Path(path).exists():
        raise DeviceMissing(
            f"{path} is not there; plug the board in, or look for its name in /dev/serial/by-id"
        )
    return path


def open_sensors(board: Description, clock: Clock) -> SensorBank:
    """The bank of a board whose sensors the Pi reads itself."""
    bank, channels = board.bank, len(board.channels)
    if isinstance(bank, ExpanderBank):
        from hardware.parts.mcp23017.driver import open_mcp23017

        return open_mcp23017(
            clock, channels, chips=bank.chips, inputs=bank.inputs, interrupt_pin=bank.interrupt
        )
    assert isinstance(bank, ChainBank)
    from hardware.parts.hc165.driver import open_hc165, open_hc165_spi

    if bank.port == "pins":
        return open_hc165(
            clock,
            channels,
            clock_pin=bank.clock,
            data_pin=bank.data,
            select_pin=bank.select,
            load_pin=bank.load,
        )
    return open_hc165_spi(clock, channels, bus=int(bank.port[-1]), load_pin=bank.load)


def open_lights(board: Description) -> LightStrip:
    """The chain on one of the Pi's own pins."""
    lights = board.lights
    if lights.driver == "ws281x":
        from hardware.parts.ws2812b.ws281x import open_ws281x

        return open_ws281x(len(lights.holes), lights.pin, amperes=lights.amperes)
    from hardware.lights import Ws2812Strip
    from hardware.spi_port import open_spi

    return Ws2812Strip(open_spi(*SPI_DEVICES[lights.pin]), len(lights.holes), amperes=lights.amperes)


def open_sounder(board: Description, clock: Clock, sensors: SensorBank) -> Sounder | None:
    """The buzzer: on a pin of the Pi, opened when it is first needed, or the microcontroller's own."""
    pin = board.buzzer
    if pin is not None:
        return LateSounder(lambda: _gpio_sounder(clock, pin))
    if isinstance(board.bank, PicoBank):
        from hardware.parts.pico.driver import PicoSensors

        return sensors.sounder if isinstance(sensors, PicoSensors) else None
    return None


def _gpio_sounder(clock: Clock, pin: int) -> Sounder:
    from hardware.parts.button.driver import GpioSounder

    return GpioSounder(clock, pin)
