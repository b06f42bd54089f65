"""The port between a table and its board: real devices, or a simulation with simulated people.

The table asks its source for a board whenever a game begins or resumes. It does not know whether wood,
drivers and hands are real.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from hardware.layout import Shape
from hardware.ports import AnimatedStrip, Glow, LightStrip
from jokerboard.host.errors import JokerboardError
from jokerboard.journal.games.header import Header
from jokerboard.journal.games.resumed_game import ResumedGame
from jokerboard.table.runtime.board_events import BoardDevices, DeviceMap
from jokerboard.table.runtime.running_game import RunningGame
from jokerboard.table.runtime.troubles import Troubles


class BoardMissing(JokerboardError):
    """A device that every game needs is missing; the table waits for it."""


class Lamps(Protocol):
    """The present colours of a board's LEDs, for the page."""

    @property
    def pixels(self) -> bytes:
        """Three bytes for each hole: red, green, blue."""
        ...

    def listen(self, shown: Callable[[bytes], None]) -> None:
        """Call `shown` with the pixels of every later frame."""
        ...


@dataclass(eq=False)
class OpenBoard:
    """One board with open devices: the game closes these, and `close` releases everything else."""

    title: str
    device_map: DeviceMap
    devices: BoardDevices
    lamps: Lamps
    shape: Shape

    def close(self) -> None:
        """Release everything but the devices."""


@dataclass(frozen=True, slots=True)
class OpenLights:
    """The lights of a board on which no game is played; `close` releases them."""

    lamps: Lamps
    strip: LightStrip
    close: Callable[[], None]


class BoardPanel(Protocol):
    """Lets the page move marbles of a simulated board, and command its simulated people."""

    carries: bool
    """Whether a simulated hand carries the plays that people choose, and the plays of machines."""

    def state(self) -> Mapping[str, Any] | None:
        """The simulated board and its people, for the page; None without a game."""
        ...

    def on_change(self, changed: Callable[[], None]) -> None:
        """Call `changed` whenever a marble of the simulated board moves."""

    async def command(self, name: str, body: Mapping[str, Any]) -> None:
        """Carry out a command of the page (`page_port.py`); raise CommandRefused if it is impossible."""
        ...


class BoardSource(Protocol):
    """Opens the boards of one table. Every error is a JokerboardError that names the remedy."""

    @property
    def simulated(self) -> bool:
        """Whether the boards are simulated; a game resumes only on the kind of board that it began on."""
        ...

    def await_devices(self) -> None:
        """Wait a few seconds for devices that start slowly; raise BoardMissing if they do not answer.

        Called in a thread, before `set_up` or `resume`, so that the page is served meanwhile.
        """

    def refuse_lost(self) -> None:
        """Raise BoardMissing at once if the open board's sensors are lost."""

    def set_up(self, game: ResumedGame, attended: bool | None) -> OpenBoard:
        """Open a board for a new game, with the game's position.

        `attended`: whether simulated people play; None keeps the previous choice. A real board ignores it.
        """
        ...

    def resume(self, game: ResumedGame, troubles: Troubles, attended: bool) -> OpenBoard:
        """Open a resumed game's board with its marbles as they are; report a damaged file to `troubles`."""
        ...

    def lights(self, header: Header) -> OpenLights:
        """Open the board's lights while the table waits for its disk; dark ones if the board is missing."""
        ...

    def attend(self, game: RunningGame) -> None:
        """Let simulated people sit down, if there are any, because the game is about to start."""

    def leave(self) -> None:
        """Let simulated people leave, because the game has ended; the board is closed afterwards."""

    @property
    def panel(self) -> BoardPanel | None:
        """The page's access to a simulated board; None for a real board."""
        ...


class MirroredStrip:
    """A LightStrip that keeps the newest colours, for the page; the strip of a missing board is None."""

    def __init__(self, strip: LightStrip | None, leds: int) -> None:
        self._strip, self.leds = strip, leds
        self.pixels = bytes(3 * leds)
        self._listeners: list[Callable[[bytes], None]] = []

    def listen(self, shown: Callable[[bytes], None]) -> None:
        """Call `shown` with the colours whenever they change: three bytes for each LED."""
        self._listeners.append(shown)

    def show(self, rgb: bytes) -> None:
        """Show three bytes for each hole; see LightStrip."""
        if self._strip is not None:
            self._strip.show(rgb)
        self.preview(rgb)

    def animate(self, glows: Mapping[int, Glow]) -> bool:
        """Let the strip animate these lights by itself; return whether it can (see AnimatedStrip)."""
        return isinstance(self._strip, AnimatedStrip) and self._strip.animate(glows)

    def preview(self, rgb: bytes) -> None:
        """Keep the colours that a strip which animates itself shows now; pass them to the listeners."""
        self.pixels = rgb
        for listener in self._listeners:
            listener(rgb)

    def close(self) -> None:
        """Release the strip."""
        if self._strip is not None:
            self._strip.close()


def no_lights(leds: int) -> OpenLights:
    """Lights for a board without an LED strip: only the page shows them."""
    lamps = MirroredStrip(None, leds)
    return OpenLights(lamps, lamps, lamps.close)
