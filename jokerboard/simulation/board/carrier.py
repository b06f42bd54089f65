"""A simulated hand that carries whole plays on a simulated board, so that people only choose a play.

The hand moves one marble after the other: the sensors detect every lift and every placement, and the referee
judges them as it judges people. It carries the plays that people choose on the page, and those that machine
players ask for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.geometry import Seat, seat_letter
from engine.play import Play
from engine.referee.verdicts import Decision
from hardware.clock import Clock
from jokerboard.houses.shared_state import FOLLOWING
from jokerboard.simulation.board.simulated_board import SimulatedBoard
from jokerboard.simulation.people.choice_of_play import Chance
from jokerboard.simulation.people.correcting import Flow, announced
from jokerboard.simulation.people.eyes_and_hands import Hand, Observation, Step, carried_out
from jokerboard.simulation.people.machine_helpers import CARRY
from jokerboard.simulation.people.script import Pause, Runner, Script, Until
from jokerboard.table.runtime.announcing import Announced
from jokerboard.table.runtime.running_game import RunningGame

STEP = 0.2
"""Seconds between two movements of the hand: longer than a contact bounces, and slow enough to watch."""
LOOK = 0.6
"""Seconds for which the lights show a machine's next play before the hand carries it."""
TIDY = 60
"""The most movements with which the hand corrects a board; a board of eight seats has 40 marbles."""
DISCARDED = 1.0
"""Seconds after which the hand presses `ok` for a card that cannot be played."""
TAKEN_BACK = 4.0
"""Seconds for which the hand waits for a takeback, which is announced 1.7 to 3 s after the last edge."""


class _Steady(Chance):
    """A `Chance` whose `happens` is always False, so bumped marbles are lifted first and placed last."""

    def happens(self, share: float) -> bool:  # noqa: ARG002
        """False for every probability `share`."""
        return False


@dataclass(frozen=True, slots=True)
class _Task:
    """A play to make (None: undo the last play) after play `n`; `ended` receives whether it was made."""

    play: Play | None
    n: int
    ended: Callable[[bool], None]


class Carrier:
    """A hand that carries plays in one game, until `close`."""

    def __init__(
        self, game: RunningGame, sim: SimulatedBoard, clock: Clock, idle: Callable[[], bool]
    ) -> None:
        """`idle` returns whether the hand must leave the machines' plays to simulated people."""
        self._game, self._sim, self._idle = game, sim, idle
        self._eyes, self._hand = Observation(game, sim), Hand(sim)
        self._task: _Task | None = None
        self._waiting: list[Callable[[], None]] = []
        self._failed: tuple[int, str] | None = None
        """The play of a machine that the hand could not carry, with its number; people carry it then."""
        self._tidies = False
        """Whether another board of the game took plays back that must still be undone on this board."""
        self._runner = Runner(clock, self._life())
        game.on_change(self._runner.notice)
        game.listen(self._receive)

    def start(self) -> None:
        """Begin to follow the game."""
        self._runner.start()

    def close(self) -> None:
        """Stop; marbles stay where they are."""
        self._runner.close()
        if self._task is not None:
            self._task.ended(False)
        self._end_waiting()

    @property
    def busy(self) -> bool:
        """Whether a play is being carried or taken back because people asked for it."""
        return self._task is not None

    def carry(self, play: Play | None, n: int, ended: Callable[[bool], None]) -> None:
        """Make `play` after play `n`, or take back the last play if it is None; `ended` gets the success."""
        self._task = _Task(play, n, ended)
        self._game.hold(True)
        self._runner.notice()

    def when_free(self, free: Callable[[], None]) -> None:
        """Call `free` once the plays requested by people are carried, or the game is closed."""
        self._waiting.append(free)

    def _end_waiting(self) -> None:
        waiting, self._waiting = self._waiting, []
        for free in waiting:
            free()

    def _life(self) -> Script:
        while True:
            yield Until(lambda: self._tidies or self._task is not None or self._machine_play() is not None)
            if self._tidies:
                yield Pause(LOOK)
                yield from self._set_right()
                self._tidies = False
            elif (task := self._task) is not None:
                made = yield from (self._take_back() if task.play is None else self._make(task.play, task.n))
                self._task = None
                self._game.hold(False)
                task.ended(made)
                self._end_waiting()
            elif (play := self._machine_play()) is not None:
                yield Pause(LOOK)
                if play == self._machine_play() and not (yield from self._make(play, self._eyes.n)):
                    self._failed = self._eyes.n, str(play)

    def _receive(self, announced: Announced) -> None:
        verdict = announced.verdict
        self._tidies |= isinstance(verdict, Decision) and verdict.by in FOLLOWING and not self._idle()

    def _machine_play(self) -> Play | None:
        """The play that a machine asks for; None if there is none, or if carrying it failed before."""
        asked = self._eyes.machine_asks
        if asked.get("code") not in CARRY or self._idle() or self._game.stoppage is not None:
            return None
        play = Play.parse(str(asked["play"]), self._game.table.board)
        return None if self._failed == (self._eyes.n, str(play)) else play

    def _make(self, play: Play, n: int) -> Flow:
        """Carry `play`, which follows play `n`; return True when it has been announced."""
        eyes = self._eyes
        yield from self._set_right()
        if not play.legs:
            return (yield from self._discard(eyes.position.turn, n))
        board = self._game.table.board
        owners = {hole: seat for hole, seat in eyes.marbles.items() if not board.is_start(hole)}
        try:
            steps = carried_out(board, play, owners, self._chance)
        except KeyError:  # A marble is not where the play begins, because the board has changed.
            return False
        for step in steps:
            if eyes.n != n or not self._hand.do(step, self._chance):
                break
            yield Pause(STEP)
        made = yield from announced(
            self._game.table, eyes, self._hand, play, n, self._chance, lambda _: (2 * STEP, STEP)
        )
        yield from self._set_right()
        return made

    def _discard(self, seat: Seat, n: int) -> Flow:
        """Wait until the discard is announced; press `ok` if that takes too long."""
        eyes = self._eyes
        if not (yield Until(lambda: eyes.n != n, DISCARDED)):
            self._game.press("ok", seat_letter(seat))
            yield Until(lambda: eyes.n != n, eyes.announced_within)
        return eyes.n != n

    def _take_back(self) -> Flow:
        """Request a takeback, carry marbles back as the lights ask; return True if it was announced."""
        eyes, last = self._eyes, self._game.log.last
        if last is None:
            return False
        self._game.press("back", seat_letter(last.seat))
        yield Pause(STEP)
        yield from self._set_right(by_lights_only=True)
        return (yield Until(lambda: eyes.position == last.before, TAKEN_BACK))

    def _set_right(self, by_lights_only: bool = False) -> Script:
        """Move marbles as the lights ask, then to the announced position.

        Give up after `TIDY` movements. `by_lights_only`: stop when no light asks.
        """
        for _ in range(TIDY):
            step: Step | None = self._eyes.next_mend(self._hand.held)
            if step is None and not by_lights_only:
                step = self._eyes.from_memory(self._hand.held)
            if step is None or not self._hand.do(step, self._chance):
                return
            yield Pause(STEP)

    @property
    def _chance(self) -> Chance:
        return _Steady(self._game.header.id, self._eyes.n)
