"""A real board: its devices as the description names them, in the order of the engine's holes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from hardware.clock import Clock
from hardware.errors import DeviceLost, DeviceMissing, HardwareError
from hardware.outlet import LateButtons
from hardware.parts.catalogue import BUTTON
from hardware.ports import ButtonName, Buttons
from hardware.readers import Reader, open_readers
from jokerboard.host.errors import JokerboardError, UsageError
from jokerboard.journal.games.game_lines import SHOE, reader_places
from jokerboard.journal.games.header import Header
from jokerboard.journal.games.resumed_game import ResumedGame
from jokerboard.table.runtime.board_events import BoardDevices, DeviceMap
from jokerboard.table.runtime.board_source import (
    BoardMissing,
    MirroredStrip,
    OpenBoard,
    OpenLights,
    no_lights,
)
from jokerboard.table.runtime.running_game import RunningGame
from jokerboard.table.runtime.troubles import Troubles
from jokerboard.words.catalogue import words
from wiring.description import Description
from wiring.devices import HoleOrder, HoleSensors, open_devices, refuse_gaps


class RealBoards:
    """A BoardSource for the one real board that a description describes."""

    simulated = False
    panel = None

    def __init__(
        self, described: Description, tags: Mapping[str, str], clock: Clock, *, sound: bool = True
    ) -> None:
        """`tags`: the card of each tag that does not hold the card's own text; `sound`: use the buzzer."""
        self._described, self._tags, self._clock, self._sound = described, tags, clock, sound
        self._opened: OpenBoard | None = None

    def await_devices(self) -> None:
        """Wait for the microcontroller, if the board has one; see BoardSource."""
        try:
            self._described.bank.wait()
        except DeviceMissing as error:
            raise BoardMissing(str(error)) from error

    def refuse_lost(self) -> None:
        """Raise BoardMissing if the open sensors are lost, without waiting; see BoardSource."""
        if self._opened is None:
            return
        try:
            self._opened.devices.sensors.snapshot()
        except DeviceLost as error:
            raise BoardMissing(str(error)) from error

    def set_up(self, game: ResumedGame, attended: bool | None) -> OpenBoard:  # noqa: ARG002
        """Open the devices for a new game; people set up the marbles."""
        self._opened = self._open(game.header)
        return self._opened

    def resume(self, game: ResumedGame, troubles: Troubles, attended: bool) -> OpenBoard:  # noqa: ARG002
        """Open the devices; the marbles stand as people left them."""
        self._opened = self._open(game.header)
        return self._opened

    def lights(self, header: Header) -> OpenLights:
        """The board's strip; see BoardSource."""
        try:
            board = self._open(header)
        except BoardMissing:
            return no_lights(self._described.names.holes)
        return OpenLights(board.lamps, board.devices.strip, board.devices.close)

    def attend(self, game: RunningGame) -> None:
        """Do nothing: real people come by themselves."""

    def leave(self) -> None:
        """Forget the board; the game closes its devices."""
        self._opened = None

    def _open(self, header: Header) -> OpenBoard:
        try:
            return open_real(self._described, self._tags, self._clock, header, sound=self._sound)
        except DeviceMissing as error:
            raise BoardMissing(str(error)) from error
        except HardwareError as error:
            raise JokerboardError(str(error)) from error


def open_real(
    described: Description, tags: Mapping[str, str], clock: Clock, header: Header, *, sound: bool = True
) -> OpenBoard:
    """Open the devices for this game; `sound`: also open the buzzer.


    Lights, card readers and buttons may be connected later. Raise DeviceMissing while the sensors do not
    answer, since no game is possible without them. Raise UsageError if the board does not fit the game.
    """
    wanted = readers_for(described, header)
    sensors, chain, sounder = open_devices(described, clock, late_lights=True)
    try:
        sensors.snapshot()
        readers = open_readers(wanted, clock)
    except OSError as error:
        sensors.close()
        chain.close()
        if isinstance(error, DeviceLost):
            raise DeviceMissing(str(error)) from error
        raise
    buttons = LateButtons(lambda: _buttons(described, clock), clock) if described.buttons else None
    holes = described.names.holes
    lamps = MirroredStrip(HoleOrder(chain, described.lights.holes, holes), holes)
    bank = HoleSensors(sensors, described.channels, holes)
    devices = BoardDevices(bank, lamps, readers, buttons, sounder if sound else None)
    device_map = replace(DeviceMap.straight(holes), tags=tags)
    return OpenBoard(described.title, device_map, devices, lamps, described.shape)


def readers_for(described: Description, header: Header) -> tuple[Reader, ...]:
    """The readers that this game needs; raise UsageError if the board does not fit the game."""
    if described.sides != header.sides:
        raise UsageError(
            words(
                "board.other-sides",
                title=described.title,
                sides=described.sides,
                rules=header.rules,
                players=header.players,
                needed=header.sides,
            )
        )
    refuse_gaps(described)
    if header.deal is not None:
        return ()  # Cards are laid on the page, so no reader is needed.
    wanted = (*reader_places(header.cards, header.seats), SHOE)
    readers = tuple(reader for reader in described.readers if reader.role in wanted)
    missing = [place for place in wanted[:-1] if place not in [reader.role for reader in readers]]
    if missing:
        raise UsageError(words("board.no-reader", title=described.title, places=missing))
    return readers


def _buttons(described: Description, clock: Clock) -> Buttons:
    buttons: Buttons = BUTTON.open(
        clock, {(cast(ButtonName, button.name), button.place): button.pin for button in described.buttons}
    )
    return buttons
