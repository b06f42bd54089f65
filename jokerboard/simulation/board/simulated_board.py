"""A simulated board: marbles, sensors, LED strip, card readers and buttons, with files of their own.

The marbles and the cards on readers outlast the service, as at a real table: `board.json` holds the marbles,
`cards.json` the card on each reader. Nothing is restored from the journal, unless the board's file is lost.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol, runtime_checkable

from engine.geometry import Hole, Seat, board
from engine.position import Position
from hardware.clock import Clock
from hardware.layout import Shape
from hardware.parts.button.twin import TwinButtons
from hardware.parts.buzzer.twin import TwinSounder
from hardware.parts.catalogue import LEDS, USUAL_LED, simulated_lights
from hardware.ports import LightStrip, SensorBank
from hardware.twin.cards import TwinCardReader
from hardware.twin.lamps import Lamps, WithLights
from hardware.twin.sensors import MakeSensors
from hardware.twin.wood import VirtualBoard
from jokerboard.host.errors import JokerboardError, StateDamagedError
from jokerboard.host.files import read_json, write_json
from jokerboard.table.runtime.board_events import BoardDevices, DeviceMap
from jokerboard.table.runtime.board_source import OpenBoard


@runtime_checkable
class Shaped(Protocol):
    """A sensor bank that knows the shape of its board."""

    @property
    def shape(self) -> Shape:
        """The outline of the board (see `hardware.layout`)."""
        ...


class SimulatedBoard(OpenBoard):
    """The devices of one simulated board. People act on it through `wood`, `lay` and `buttons`."""

    lamps: Lamps

    def __init__(
        self,
        clock: Clock,
        sides: int,
        places: tuple[str, ...],
        wood: VirtualBoard,
        seed: int,
        sensors: MakeSensors,
        cards: Path,
    ) -> None:
        """`places`: each reader's place, a seat's letter or "table"; `seed`: for the bouncing of contacts.

        `sensors` makes the sensors: plain contacts, or contacts soldered to chips. `cards` is the file of the
        cards on the readers.
        """
        self.sides = sides
        self.board = board(sides)
        self.wood = wood
        self.readers = {place: TwinCardReader(place, clock) for place in places}
        self.buttons = TwinButtons(clock)
        bank = sensors(wood, clock, seed=seed)
        lamps, strip = _lights(bank, self.board.holes)
        self.sounder = TwinSounder(clock)
        super().__init__(
            "simulated",
            DeviceMap.straight(self.board.holes),
            BoardDevices(bank, strip, tuple(self.readers.values()), self.buttons, self.sounder),
            lamps,
            bank.shape if isinstance(bank, Shaped) else "polygon",
        )
        self._cards = cards

    @property
    def laid(self) -> Mapping[str, str]:
        """The cards on the readers, by place."""
        return {place: reader.laid for place, reader in self.readers.items() if reader.laid is not None}

    def lay(self, place: str, tag: str | None) -> None:
        """Lay a card on the reader at `place`, or remove it (None); raise KeyError without such a reader."""
        reader = self.readers[place]
        if tag is None:
            reader.take_off()
        else:
            reader.lay(tag)
        # A failure is harmless: the journal records the card too, and reports a disk that refuses.
        with contextlib.suppress(OSError):
            self.keep_cards()

    def close(self) -> None:
        """Disconnect from a board in another process; a board of this process is in its file already."""
        from jokerboard.simulation.board.far_wood import FarWood

        if isinstance(self.wood, FarWood):
            self.wood.close()

    def keep_cards(self) -> None:
        """Save the cards on the readers."""
        write_json(self._cards, dict(self.laid))


def _lights(bank: SensorBank, leds: int) -> tuple[Lamps, LightStrip]:
    """The board's colours and their driver: on the sensors' own board if it has lights, else on SPI."""
    if isinstance(bank, WithLights):
        return bank.lamps, bank.strip
    return simulated_lights(LEDS[USUAL_LED], leds)


def standing(position: Position) -> dict[Hole, Seat]:
    """The marbles of a position by hole; each START is filled from its first hole."""
    names = board(position.sides)
    marbles: dict[Hole, Seat] = {}
    for seat in position.seats:
        for hole in position.marbles[seat] or ():
            marbles[hole] = seat
        for hole in names.start(seat)[: position.start_count(seat)]:
            marbles[hole] = seat
    return marbles


def read_cards(path: Path) -> Mapping[str, str]:
    """The cards on the readers, by place; raise StateDamagedError if the file is damaged."""
    if not path.exists():
        return {}
    try:
        cards = read_json(path)
    except ValueError as error:
        raise StateDamagedError(f"{path} is damaged: {error}") from error
    except OSError as error:
        raise JokerboardError(f"{path} cannot be read: {error.strerror}; move it aside") from error
    if not isinstance(cards, dict) or not all(isinstance(tag, str) for tag in cards.values()):
        raise StateDamagedError(f"{path} is damaged: it is not a list of cards by reader")
    return cards
