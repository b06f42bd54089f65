"""A whole simulated table on virtual time, for tests that move marbles and read the page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from engine.geometry import seat_letter
from hardware.clock import VirtualClock
from hardware.twin.sensors import MakeSensors, TwinSensors
from jokerboard.host.files import StateDirectory
from jokerboard.journal.store import FILE, Journal
from jokerboard.journal.writer import DirectWriter, Writer
from jokerboard.simulation.board.simulated_board import SimulatedBoard
from jokerboard.simulation.board.simulated_boards import SimulatedBoards
from jokerboard.simulation.people.memory import Memory
from jokerboard.table.runtime.announcing import Announced
from jokerboard.table.runtime.game_setup import Wanted
from jokerboard.table.runtime.running_game import RunningGame
from jokerboard.table.runtime.table import Table

NOW = "2026-11-21T10:00:00+00:00"


class VirtualTable:
    """A table in the directory `path`, on virtual time; `announcements` collects every announcement."""

    def __init__(
        self,
        path: Path,
        wanted: Wanted | None = None,
        *,
        seed: str = "1",
        people: Memory | None = None,
        writer: Callable[[Journal], Writer] = DirectWriter,
        sensors: MakeSensors = TwinSensors,
        secret: str = "a secret",
        clock_set: bool = True,
    ) -> None:
        self.clock = VirtualClock()
        self.directory = path
        state = StateDirectory(path)
        journal = Journal.open(state / FILE, table="t", made=NOW)
        self.boards = SimulatedBoards(self.clock, path, people, sensors=sensors)
        self.desk = Table(
            self.clock,
            state,
            journal,
            writer(journal),
            self.boards,
            wall=lambda: NOW,
            clock_set=lambda: clock_set,
            seed=seed,
            secret=lambda: secret,
        )
        self.announcements: list[Announced] = []
        self.desk.on_game(self._listen)
        if wanted is not None or not self.desk.resume():
            self.desk.begin(wanted or Wanted(), attended=people is not None)

    def _listen(self) -> None:
        if self.desk.game is not None:
            self.desk.game.listen(self.announcements.append)

    @property
    def game(self) -> RunningGame:
        assert self.desk.game is not None
        return self.desk.game

    @property
    def sim(self) -> SimulatedBoard:
        assert self.boards.board is not None
        return self.boards.board

    @property
    def turn(self) -> str:
        return seat_letter(self.game.log.turn)

    @property
    def kinds(self) -> list[str]:
        return [announced.sentence.kind for announced in self.announcements]

    def wait(self, seconds: float) -> None:
        self.clock.run_until(self.clock.now() + seconds)

    def until(self, so: Callable[[], bool], within: float = 60.0) -> None:
        """Let time pass until `so` is true."""
        limit = self.clock.now() + within
        while not so():
            due = self.clock.next_at
            assert due is not None
            assert due <= limit, f"not so within {within} s; said: {self.kinds[-5:]}"
            self.clock.run_next()

    def lay(self, card: str | None, at: str | None = None) -> None:
        self.sim.lay(at or self.turn, card)
        self.wait(0.3)

    def lift(self, hole: str) -> int:
        colour = self.sim.wood.lift(self.sim.board.hole(hole))
        self.wait(0.4)
        return colour

    def place(self, hole: str, colour: int) -> None:
        self.sim.wood.place(self.sim.board.hole(hole), colour)
        self.wait(0.4)

    def move(self, source: str, target: str) -> None:
        self.place(target, self.lift(source))

    def play(self, card: str, *moves: tuple[str, str]) -> None:
        """Lay `card` at the seat in turn, make `moves` (from hole, to hole), and take the card off."""
        at, n = self.turn, self.game.log.n
        self.lay(card, at)
        for source, target in moves:
            self.move(source, target)
        self.until(lambda: self.game.log.n > n)
        self.lay(None, at)

    def roles(self) -> dict[str, str]:
        return {self.sim.board.name(h): light.role for h, light in self.game.shown.lights.items()}

    def close(self) -> None:
        self.desk.close()
