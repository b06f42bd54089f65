"""A simulated board as a whole: wood, sensors, strip, readers and buttons, with files of their own.

What lies on the board and on the readers outlives the service, as it would on a real table: `board.json`
is the wood's, `cards.json` names the card on each reader. Nothing here is filled from the journal, unless the
board's file is lost.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from engine.geometry import Hole, Seat, board, seat_letter
from engine.position import Position
from hardware.clock import Clock
from hardware.layout import Shape
from hardware.lights import Ws2812Strip
from hardware.ports import LightStrip, SensorBank
from hardware.twin.buttons import TwinButtons
from hardware.twin.cards import TwinCardReader
from hardware.twin.sensors import MakeSensors, TwinSensors
from hardware.twin.strip import Lamps, SimulatedSpi, WithLights
from hardware.twin.wood import VirtualBoard
from service.errors import StateDamagedError
from service.files import write_json
from service.ports import Ports
from service.state_dir import BOARD, CARDS
from service.wiring import TABLE, Wiring

if TYPE_CHECKING:
    from service.far_wood import FarWood


@runtime_checkable
class Shaped(Protocol):
    """A sensor bank that knows what shape its board has."""

    @property
    def shape(self) -> Shape:
        """See hardware.layout."""
        ...


class SimTable:
    """The devices of one simulated board, and the hands' side of them: `wood`, `lay`, `buttons`."""

    def __init__(
        self,
        clock: Clock,
        sides: int,
        places: tuple[str, ...],
        wood: VirtualBoard,
        seed: int,
        sensors: MakeSensors = TwinSensors,
    ) -> None:
        """`places`: where readers are, seats' letters or "table"; `seed`: of the contacts' bounce.

        `sensors` puts them under the wood: contacts that speak for themselves, or ones soldered to chips.
        """
        self.sides = sides
        self.board = board(sides)
        self.wood = wood
        self.readers = {place: TwinCardReader(place, clock) for place in places}
        self.buttons = TwinButtons(clock)
        bank = sensors(wood, clock, seed=seed)
        self.wiring = Wiring.straight(self.board.holes)
        self.shape: Shape = bank.shape if isinstance(bank, Shaped) else "polygon"
        self.lamps, strip = _lights(bank, self.board.holes)
        self.ports = Ports(
            bank,
            strip,
            tuple(self.readers.values()),
            self.buttons,
        )
        self._file: Path | None = None

    @classmethod
    def set_up(
        cls,
        clock: Clock,
        position: Position,
        places: tuple[str, ...],
        directory: Path,
        seed: int,
        sensors: MakeSensors = TwinSensors,
        far: Path | None = None,
    ) -> SimTable:
        """A board fresh from its box in `directory`, set up as `position` says, no card on its readers.

        `far`: the socket of a board that another process keeps.
        """
        names = board(position.sides)
        wood: VirtualBoard
        if far is None:
            wood = VirtualBoard(
                names.holes,
                standing(position),
                file=directory / BOARD,
                hole_name=names.name,
                colour_name=seat_letter,
            )
        else:
            wood = distant = _far(far, clock, position.sides)
            distant.set_up(standing(position), names.holes)
        table = cls(clock, position.sides, places, wood, seed, sensors)
        table._file = directory / CARDS
        table._keep_cards()
        return table

    @classmethod
    def found(
        cls,
        clock: Clock,
        sides: int,
        places: tuple[str, ...],
        directory: Path,
        seed: int,
        sensors: MakeSensors = TwinSensors,
        far: Path | None = None,
    ) -> SimTable:
        """The board as it stands in `directory`; StateDamagedError or the wood's error if damaged."""
        names = board(sides)
        wood: VirtualBoard
        if far is None:
            wood = VirtualBoard.load(directory / BOARD, hole_name=names.name, colour_name=seat_letter)
        else:
            wood = _far(far, clock, sides)
        if wood.holes != names.holes:
            raise StateDamagedError(
                f"the simulated board in {directory / BOARD} has {wood.holes} holes, but the game in the "
                f"journal is played on {names.holes}; move the directory aside"
            )
        table = cls(clock, sides, places, wood, seed, sensors)
        table._file = directory / CARDS
        for place, tag in read_cards(table._file).items():
            if place in table.readers:
                table.readers[place].lay(tag)
        return table

    @property
    def laid(self) -> Mapping[str, str]:
        """What lies on the readers, by place."""
        return {place: reader.laid for place, reader in self.readers.items() if reader.laid is not None}

    def lay(self, place: str, tag: str | None) -> None:
        """Lay a card on the reader at `place`, or take it off; KeyError where there is no reader."""
        reader = self.readers[place]
        if tag is None:
            reader.take_off()
        else:
            reader.lay(tag)
        # What lies there is in the journal too, which says it when the disk refuses.
        with contextlib.suppress(OSError):
            self._keep_cards()

    def close(self) -> None:
        """Let go of a board that another process keeps; one of our own stays in its file."""
        from service.far_wood import FarWood

        if isinstance(self.wood, FarWood):
            self.wood.close()

    def _keep_cards(self) -> None:
        if self._file is not None:
            write_json(self._file, dict(self.laid))


def _far(path: Path, clock: Clock, sides: int) -> FarWood:
    from service.far_wood import FarWood

    return FarWood(path, clock, hole_name=board(sides).name, colour_name=seat_letter)


def _lights(bank: SensorBank, leds: int) -> tuple[Lamps, LightStrip]:
    """What shines and what drives it: on the sensors' own board if that has lights, else on an SPI port."""
    if isinstance(bank, WithLights):
        return bank.lamps, bank.strip
    spi = SimulatedSpi(leds)
    return spi, Ws2812Strip(spi, leds)


def standing(position: Position) -> dict[Hole, Seat]:
    """Every marble of a position in its hole, START filled from its first hole."""
    names = board(position.sides)
    marbles: dict[Hole, Seat] = {}
    for seat in position.seats:
        for hole in position.marbles[seat] or ():
            marbles[hole] = seat
        for hole in names.start(seat)[: position.start_count(seat)]:
            marbles[hole] = seat
    return marbles


def reader_places(cards: str, seats: tuple[str, ...]) -> tuple[str, ...]:
    """Where readers are, by the header's `cards`: at each seat, one for the table, none."""
    return {"seat": seats, "table": (TABLE,), "none": ()}[cards]


def read_cards(path: Path) -> Mapping[str, str]:
    """What lies on the readers, by place; StateDamagedError when the file is none of ours."""
    if not path.exists():
        return {}
    try:
        cards = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise StateDamagedError(f"{path} is damaged: {error}") from error
    if not isinstance(cards, dict) or not all(isinstance(tag, str) for tag in cards.values()):
        raise StateDamagedError(f"{path} is damaged: it does not say which card lies where")
    return cards
