"""The simulated boards of one table, and the simulated people at them: the demo's board source.

Marbles, cards on readers and people's memory are in files of the state directory, so they outlast the
service, as at a real table.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, cast

from engine.geometry import board as board_of
from engine.geometry import seat_letter
from hardware.clock import Clock
from hardware.errors import HardwareError, WoodFileDamaged
from hardware.parts import catalogue
from hardware.parts.catalogue import LEDS, USUAL_LED, simulated_lights
from hardware.twin.sensors import MakeSensors, TwinSensors
from hardware.twin.wood import VirtualBoard
from jokerboard.host.errors import JokerboardError, StateDamagedError
from jokerboard.host.files import BOARD, CARDS, PEOPLE, set_aside
from jokerboard.host.system import install_line
from jokerboard.journal.games.game_lines import reader_places
from jokerboard.journal.games.header import Header
from jokerboard.journal.games.resumed_game import ResumedGame
from jokerboard.simulation.board.panel import Panel
from jokerboard.simulation.board.players import Players, at_game
from jokerboard.simulation.board.simulated_board import SimulatedBoard, read_cards, standing
from jokerboard.simulation.people.memory import Memory
from jokerboard.table.runtime.board_source import OpenLights
from jokerboard.table.runtime.running_game import RunningGame
from jokerboard.table.runtime.troubles import Troubles

if TYPE_CHECKING:
    from jokerboard.simulation.board.far_wood import FarWood

_ANEW = "the board is set up as the journal has it"


class SimulatedBoards:
    """Opens simulated boards: a BoardSource with their files in `directory`, or a process at socket `far`."""

    simulated = True

    def __init__(
        self,
        clock: Clock,
        directory: Path,
        manner: Memory | None = None,
        *,
        sensors: MakeSensors = TwinSensors,
        far: Path | None = None,
        carries: bool = False,
    ) -> None:
        """`manner`: how simulated people play if they take part; `sensors` makes the simulated hole sensors.

        `carries`: whether a simulated hand carries the plays chosen on the page, and those of machines.
        """
        self._clock, self._directory, self._sensors, self._far = clock, directory, sensors, far
        self.players = Players(clock, directory / PEOPLE, manner or Memory("", ""), carries=carries)
        self.panel = Panel(self.players, clock)
        self.board: SimulatedBoard | None = None
        self._last: Memory | None = None
        self._next: Memory | None = None

    def set_up(self, game: ResumedGame, attended: bool | None) -> SimulatedBoard:
        """A new board with the game's position and no card on its readers; see BoardSource."""
        manner = self._last if attended is None else self.players.manner if attended else None
        board = self._new(game)
        self._next = None if manner is None else at_game(manner, game.header)
        return board

    def resume(self, game: ResumedGame, troubles: Troubles, attended: bool) -> SimulatedBoard:
        """The board as the files keep it; damaged files are set aside and replaced; see BoardSource."""
        self._set_damage_aside(troubles)
        if self._far is None and not (self._directory / BOARD).exists():
            path = self._directory / BOARD
            troubles.report("board", troubles.get("board", f"{path} is gone; {_ANEW}"))
            board = self._new(game)
        else:
            board = self._found(game)
        header = game.header
        self._next = self._remembered(header)
        if self._next is None and attended:
            self._next = at_game(self.players.manner, header)
        return board

    def await_devices(self) -> None:
        """Return at once: a simulated board is always connected."""

    def refuse_lost(self) -> None:
        """Do nothing: a simulated board is always connected."""

    def lights(self, header: Header) -> OpenLights:
        """The lights of a strip on an SPI port; see BoardSource."""
        chain, strip = simulated_lights(LEDS[USUAL_LED], board_of(header.sides).holes)
        return OpenLights(chain, strip, lambda: None)

    def attend(self, game: RunningGame) -> None:
        """Seat the people who play this game, if any do."""
        assert self.board is not None
        self.players.arrive(self.board, game, self._next)

    def leave(self) -> None:
        """Let the people get up; they play the next game too, unless `set_up` decides otherwise."""
        people = self.players.people
        self._last = None if people is None else people.memory
        self.players.leave()
        self.board = None

    def _new(self, game: ResumedGame) -> SimulatedBoard:
        position = game.position
        names = board_of(position.sides)
        wood: VirtualBoard
        try:
            if self._far is None:
                wood = VirtualBoard(
                    names.holes,
                    standing(position),
                    file=self._directory / BOARD,
                    hole_name=names.name,
                    colour_name=seat_letter,
                )
            else:
                wood = distant = self._distant(self._far, position.sides)
                distant.set_up(standing(position), names.holes)
            board = self._with_devices(wood, game)
        except HardwareError as error:
            raise StateDamagedError(str(error)) from error
        board.keep_cards()
        return board

    def _found(self, game: ResumedGame) -> SimulatedBoard:
        sides = game.header.sides
        names = board_of(sides)
        wood: VirtualBoard
        try:
            if self._far is None:
                path = self._directory / BOARD
                wood = VirtualBoard.load(path, hole_name=names.name, colour_name=seat_letter)
            else:
                wood = self._distant(self._far, sides)
            if wood.holes != names.holes:
                raise StateDamagedError(
                    f"the simulated board in {self._directory / BOARD} has {wood.holes} holes, but the game "
                    f"in the journal is played on {names.holes}; move the directory aside"
                )
            board = self._with_devices(wood, game)
        except HardwareError as error:
            raise StateDamagedError(str(error)) from error
        for place, tag in read_cards(self._directory / CARDS).items():
            if place in board.readers:
                board.readers[place].lay(tag)
        return board

    def _with_devices(self, wood: VirtualBoard, game: ResumedGame) -> SimulatedBoard:
        header = game.header
        places = reader_places(header.cards, header.seats)
        # After each start the contacts bounce differently, but in the same way for the same journal.
        seed = int(hashlib.sha256(f"{header.seed}:{game.t}".encode()).hexdigest()[:8], 16)
        cards = self._directory / CARDS
        self.board = SimulatedBoard(self._clock, header.sides, places, wood, seed, self._sensors, cards)
        return self.board

    def _distant(self, path: Path, sides: int) -> FarWood:
        from jokerboard.simulation.board.far_wood import FarWood

        return FarWood(path, self._clock, hole_name=board_of(sides).name, colour_name=seat_letter)

    def _remembered(self, header: Header) -> Memory | None:
        """The memory of the people in this game; None if no people were simulated."""
        path = self._directory / PEOPLE
        memory = Memory.load(path) if path.exists() else None
        return memory if memory is not None and memory.game == header.id else None

    def _set_damage_aside(self, troubles: Troubles) -> None:
        """Rename damaged files, and report how each is replaced."""
        readers: tuple[tuple[str, Callable[[Path], object], str], ...] = (
            (BOARD, VirtualBoard.load, _ANEW),
            (CARDS, read_cards, "the card readers are empty"),
            (PEOPLE, Memory.load, "the simulated people look at their cards again"),
        )
        for name, read, so in readers:
            file = self._directory / name
            if not file.exists():
                continue
            try:
                read(file)
            except (StateDamagedError, WoodFileDamaged) as damage:
                aside = set_aside(file)
                why = str(damage).split(";")[0]
                troubles.report(file.stem, f"{why}; it is set aside as {aside.name}, and {so}")


PLAIN = "plain"


def sensors_of(kind: str) -> MakeSensors:
    """The maker of the sensors that `--hardware` names: "plain", or a part or a link of the catalogue."""
    if kind == PLAIN:
        return TwinSensors
    part = next(part for part in catalogue.BANKS if kind == (part.link or part.reading))
    try:
        return cast(MakeSensors, catalogue.twin(part))
    except ImportError as error:
        if (error.name or "").partition(".")[0] not in ("gpiozero", "lgpio"):
            # This system lacks a module that the sensors need, as Windows lacks `pty`; the caller reports it.
            raise
        raise JokerboardError(
            f"--hardware {kind} needs gpiozero, whose simulated pins it uses ({error}):"
            f" {install_line('gpiozero')}"
        ) from error
