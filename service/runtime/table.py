"""A whole simulated table put together: board, journal, service, people; begun, resumed, abandoned.

Everything a table is made of meets here and nowhere else. The same composition runs on virtual time,
for a game without a page, and on an event loop's, for one with a page; only clock and writer differ.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from engine.geometry import seat_letter
from hardware.clock import Clock
from hardware.errors import HardwareError, WoodFileDamaged
from hardware.layout import Shape
from hardware.twin.sensors import MakeSensors, TwinSensors
from hardware.twin.strip import Lamps
from hardware.twin.wood import VirtualBoard
from host.errors import JokerboardError, StateDamagedError
from host.files import set_aside
from host.state_directory import BOARD, CARDS, PEOPLE, StateDirectory
from journal.games.header import Header
from journal.games.resumed_game import ResumedGame, fold
from journal.records import Entry, Json, Kind
from journal.store import Journal
from journal.writer import Writer
from service.runtime.game_setup import Wanted, header_for
from service.runtime.table_service import TableService
from service.runtime.troubles import Troubles
from simulation.board.sim_table import SimBoards, SimTable, read_cards, reader_places

if TYPE_CHECKING:
    from service.serving.real_board import RealBoard
    from simulation.people.memory import Memory
    from simulation.people.party import People


OpenReal: TypeAlias = "Callable[[Clock, Header], RealBoard]"


_ANEW = "the board is set up as the journal has it"


class DemoTable:
    """One table in one state directory, simulated or real, and the game that is played at it, if any."""

    def __init__(
        self,
        clock: Clock,
        state: StateDirectory,
        journal: Journal,
        writer: Writer,
        *,
        wall: Callable[[], str],
        seed: str,
        sensors: MakeSensors = TwinSensors,
        far: Path | None = None,
        real: OpenReal | None = None,
    ) -> None:
        """`wall`: the wall clock's time for people, in ISO form; `seed`: whatever is left to chance.

        `sensors`: what lies under the simulated boards' holes; `far`: the socket of a board that another
        process keeps, instead of a file of our own. `real` opens a real board's devices: then nothing is
        simulated.
        """
        self._real = real
        self.real: RealBoard | None = None
        self._clock, self._state, self._writer = clock, state, writer
        self.journal = journal
        self._wall, self._seed = wall, seed
        self._boards = SimBoards(clock, state.path, sensors, far)
        self._number = journal.game
        self._starters: list[Callable[[], None]] = []
        self.troubles = Troubles()
        self.latest: str | None = None
        """The latest time by the wall clock that the resumed game's records tell."""
        self.service: TableService | None = None
        self.sim: SimTable | None = None
        self.people: People | None = None

    @property
    def number(self) -> int:
        """The number of the game that was begun last; 0 before the first."""
        return self._number

    @property
    def lamps(self) -> Lamps | None:
        """What the board's lights shine, if there is a board."""
        there = self.real if self.sim is None else self.sim
        return None if there is None else there.lamps

    @property
    def shape(self) -> Shape:
        """The shape of the board; see hardware.layout."""
        there = self.real if self.sim is None else self.sim
        return "polygon" if there is None else there.shape

    @property
    def heard(self) -> float:
        """When by the clock a device of the board was heard last; 0 without a game."""
        return 0.0 if self.service is None else self.service.heard

    def trouble(self, what: str, text: str | None) -> None:
        """Something of the machine is in trouble, as the sentence says, or is no longer (None)."""
        self.troubles.say(what, text)

    def on_game(self, begun: Callable[[], None]) -> None:
        """Call `begun` whenever there is another game, or none any more."""
        self._starters.append(begun)

    def resume(self) -> bool:
        """Go on with the journal's last game, unless it is over; False when there is none to go on with."""
        records = self.journal.newest_game()
        if not records:
            return False
        self._number = records[0].game
        past = fold(records)
        told = [past.header.begun, *(r.data["at"] for r in records if r.kind is Kind.RESUMED)]
        self.latest = max(told)
        if past.abandoned or past.header.simulated is (self._real is not None):
            return False
        if self._real is not None:
            self._sit_down(past, self._opened(past.header), None)
            return True
        self._set_damage_aside()
        gone = self._boards.far is None and not (self._state / BOARD).exists()
        if gone:
            self.troubles.say("board", self.troubles.get("board", f"{self._state / BOARD} is gone; {_ANEW}"))
        self._sit_down(past, self._simulated(past, anew=gone), self._remembered(past.header))
        return True

    def begin(
        self, wanted: Wanted, people: Memory | None = None, by: str = "", order: Json | None = None
    ) -> None:
        """Begin a new game on a board set up for it; the one on the board, if any, is abandoned.

        `people` says how simulated people play, if they are to; `by`: at whose buttons it was asked for, if
        by those; `order`: the record of the director's order, if by that. UsageError when there is no such
        game.
        """
        seed = f"{self._seed}:{self._number + 1}"
        identity = hashlib.sha256(f"{seed}:{self.journal.hash}".encode()).hexdigest()[:12]
        header = header_for(wanted, id=identity, begun=self._wall(), seed=seed, simulated=self._real is None)
        # With the new game's records in one, so that nobody who is killed in between has half of it.
        ended = self._end(by)
        self._number += 1
        past = ResumedGame(self._number, header)
        try:
            devices = self._simulated(past, anew=True) if self._real is None else self._opened(header)
        except JokerboardError:
            self._writer.put(ended)
            raise
        if not isinstance(devices, SimTable):
            past = ResumedGame(self._number, replace(header, board=devices.title))
        begun = [] if order is None else [Entry(self._number, Kind.ORDER, order)]
        self._writer.put([*ended, Entry(self._number, Kind.GAME, past.header.to_json()), *begun])
        if not isinstance(devices, SimTable):
            self._sit_down(past, devices, None)
            return
        memory = None if people is None else people.at(header.id, seed)
        if memory is None:
            (self._state / PEOPLE).unlink(missing_ok=True)
        self._sit_down(past, devices, memory)

    def abandon(self, by: str = "") -> None:
        """End the game that is played, if one is, without a winner; `by`: at whose buttons, if by those."""
        self._writer.put(self._end(by))

    def _end(self, by: str) -> list[Entry]:
        """The same, with the record still to be kept."""
        going_on = self.service is not None and self.service.log.over is None
        entries = [self.service.abandoned(by)] if self.service is not None and going_on else []
        self._get_up()
        return entries

    def _another(self, place: str) -> None:
        """People asked by the buttons at `place` for another game: one of the same kind."""
        assert self.service is not None
        people = None if self.people is None else self.people.memory
        names = {seat_letter(seat): name for seat, name in self.service.speaker.names.items()}
        self.begin(Wanted.like(self.service.header, names), people, place)

    def keep_order(self, record: Json) -> None:
        """Keep what became of an order that changes nothing in the game, if there is one."""
        self._writer.put([Entry(self._number, Kind.ORDER, record)])

    def names(self, names: dict[str, str]) -> None:
        """Who sits where."""
        if self.service is None:
            raise JokerboardError("there is no game to name players of")
        self.service.name(names)

    async def pause(self, seconds: float) -> None:
        """Let so much of the table's time pass."""
        over = asyncio.Event()
        self._clock.call_at(self._clock.now() + seconds, over.set)
        await over.wait()

    def settle(self, within: float) -> None:
        """Wait, but no longer, until all that was played is on the disk: others may want to read it."""
        self._writer.drain(within)

    def close(self) -> None:
        """Stop, with everything kept; the journal's writer is closed too."""
        self._get_up()
        self._writer.close()
        self._state.close()

    def seat_people(self, memory: Memory) -> People:
        """Simulated people sit down at the game that is played."""
        from simulation.people.party import People

        assert self.service is not None
        assert self.sim is not None
        path = self._state / PEOPLE

        def kept(memory: Memory) -> None:
            # What they remember can be dealt anew; that the disk refuses, the journal says.
            with contextlib.suppress(OSError):
                memory.save(path)

        self.people = People(self.service, self.sim, self._clock, memory, kept)
        self.people.start()
        return self.people

    def _simulated(self, past: ResumedGame, *, anew: bool) -> SimTable:
        """The simulated board as it stands, or `anew`: set up as this game has it, fresh from its box."""
        places, bounce = reader_places(past.header.cards, past.header.seats), self._bounce(past)
        try:
            if anew:
                return self._boards.set_up(past.position, places, bounce)
            return self._boards.found(past.header.sides, places, bounce)
        except HardwareError as error:
            raise StateDamagedError(str(error)) from error

    def _set_damage_aside(self) -> None:
        """Damaged files of a simulated table are kept under another name, and it is said what comes of it."""
        from simulation.people.memory import Memory

        for name, read, so in (
            (BOARD, VirtualBoard.load, _ANEW),
            (CARDS, read_cards, "the card readers are empty"),
            (PEOPLE, Memory.load, "the simulated people look at their cards anew"),
        ):
            file = self._state / name
            if not file.exists():
                continue
            try:
                read(file)
            except (StateDamagedError, WoodFileDamaged) as damage:
                aside = set_aside(file)
                why = str(damage).split(";")[0]
                self.troubles.say(file.stem, f"{why}; it is set aside as {aside.name}, and {so}")

    def _remembered(self, header: Header) -> Memory | None:
        """The simulated people of this game, if there were any."""
        path = self._state / PEOPLE
        if not path.exists():
            return None
        from simulation.people.memory import Memory

        memory = Memory.load(path)
        return memory if memory.game == header.id else None

    def _opened(self, header: Header) -> RealBoard:
        """The real board's devices, open."""
        assert self._real is not None
        try:
            return self._real(self._clock, header)
        except HardwareError as error:
            raise JokerboardError(str(error)) from error

    def _sit_down(self, past: ResumedGame, sim: SimTable | RealBoard, memory: Memory | None) -> None:
        if isinstance(sim, SimTable):
            self.sim = sim
        else:
            self.real = sim
        self.service = TableService(
            past,
            clock=self._clock,
            ports=sim.ports,
            wiring=sim.wiring,
            writer=self._writer,
            wall=self._wall,
            troubles=self.troubles,
            another=self._another,
        )
        if memory is not None:
            self.seat_people(memory)
        for begun in self._starters:
            begun()
        self.service.start()

    def _get_up(self) -> None:
        if self.people is not None:
            self.people.close()
        if self.service is not None:
            self.service.close()
        if self.sim is not None:
            self.sim.close()
        had, self.people, self.service, self.sim, self.real = self.service, None, None, None, None
        if had is not None:
            for begun in self._starters:
                begun()

    def _bounce(self, past: ResumedGame) -> int:
        """The seed of the contacts' bounce: another at every start, the same for the same journal."""
        return int(hashlib.sha256(f"{past.header.seed}:{past.t}".encode()).hexdigest()[:8], 16)
