"""The simulated sensors: bounces, glitches, slow release, sensing of neighbouring magnets, sampling.

A marble that enters or leaves a hole makes edges shortly after. Contacts bounce. A sensor may release slowly,
sense a marble that is moved beside it, or read empty for moments under a half-lifted marble. A sampled board
reads its sensors at a fixed rate and shows changes only then.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from engine.geometry import Board, Hole
from hardware.twin.sensors import Bounce
from tests.simulated_games.people.carried_marbles import neighbours
from tests.simulated_games.people.habits import Habits, between, shows

RATES = (20.0, 80.0)
"""The lowest and the highest sampling rate of a board that samples, per second."""
RELEASE = (0.03, 0.25)
"""Seconds after which a slow sensor releases its marble, unless another marble comes sooner."""
RELEASED = 0.03
"""The least seconds for which a slow sensor shows an empty hole before the next marble enters."""
GHOST = (0.02, 0.12)
"""The least and most seconds for which the sensor of an empty hole detects a marble that is moved in or out
of a neighbouring hole."""
HALF_LIFTED = (0.1, 0.6)
"""Seconds for which a marble is half lifted; its sensor changes every few hundredths."""
REAL = 0.025
"""A level that lasts this many seconds is no noise by docs/formats.md."""


@dataclass(frozen=True, slots=True)
class Physics:
    """The imperfections of a board's sensors: a probability for each, and samples per second (0: none)."""

    slow_release: float = 0.0
    neighbour_magnet: float = 0.0
    rate: float | None = None

    @classmethod
    def of(cls, habits: Habits, rng: Random) -> Physics:
        """The physics of one game; `rng` is used only where a habit is switched on."""
        rate = rng.choice(RATES) if habits.sampled and shows(rng, habits.sampled) else None
        return cls(habits.slow_release, habits.neighbour_magnet, rate)


class Sensors:
    """All sensors of one board.

    `at(t, do)` schedules a call, `now()` returns the time, `edge(hole, on)` reports an edge to the referee.
    """

    def __init__(
        self,
        board: Board,
        full: frozenset[Hole],
        *,
        at: Callable[[float, Callable[[], None]], None],
        now: Callable[[], float],
        edge: Callable[[Hole, bool], None],
        bounce: Bounce | None,
        physics: Physics,
        rng: Random,
    ) -> None:
        self.edges = [0.0]
        """The time at which each real change of a level was over, with its bounces, without glitches."""
        self.failed: dict[Hole, tuple[float, bool]] = {}
        """For each faulty sensor, the time since which it is faulty and the level it shows."""
        self._board, self._at, self._now, self._report = board, at, now, edge
        self._bounce, self._physics, self._rng = bounce, physics, rng
        self._full = {hole: hole in full for hole in range(board.holes)}
        """Whether a marble stands in each hole."""
        self._level = dict(self._full)
        """The level of each sensor now."""
        self._shown = dict(self._full)
        """The level of each sensor that was reported last."""
        self._slow: dict[Hole, bool] = {}
        """Whether each hole's sensor released its last marble slowly."""
        self._changes = 0
        self._changed: dict[Hole, int] = {}
        self._sampled: set[Hole] = set()

    @property
    def occupied(self) -> frozenset[Hole]:
        """The holes whose sensors show a marble."""
        return frozenset(hole for hole, on in self._shown.items() if on)

    def change(self, hole: Hole, on: bool) -> None:
        """Report, after the sensor's delays, that a marble entered (`on`) or left the hole."""
        edges = ((0.0, on),) if self._bounce is None else self._bounce.edges(not on, on)
        delay = self._release(hole) if on else 0.0
        self._full[hole] = on
        if not on and self._physics.slow_release and shows(self._rng, self._physics.slow_release):
            delay = between(self._rng, *RELEASE)
        self._slow[hole] = bool(delay) and not on
        self._changes += 1
        change = self._changed[hole] = self._changes
        for after, level in edges:
            self._at(self._now() + delay + after, lambda level=level: self._chatter(hole, level, change))  # type: ignore[misc]
        self.edges.append(self._seen_at(self._now() + delay + edges[-1][0]))
        if self._physics.neighbour_magnet and shows(self._rng, self._physics.neighbour_magnet):
            self._ghost(hole)

    def _release(self, hole: Hole) -> float:
        """Release the marble that left if a slow sensor still shows it; return the delay of the new edge."""
        if self._full[hole] or not self._level[hole] or not self._slow.get(hole):
            return 0.0
        self._show(hole, False)
        return RELEASED

    def glitch(self, hole: Hole, seconds: float) -> None:
        """Show the opposite level for `seconds`, short enough to count as noise."""
        self._show(hole, not self._full[hole])
        self._at(self._now() + seconds, lambda: self._show(hole, self._full[hole]))

    def half_lift(self, hole: Hole) -> float:
        """Tilt or half lift the marble and let it sink back; return the seconds that this takes."""
        length, t = between(self._rng, *HALF_LIFTED), 0.0
        while t < length:
            dark, light = between(self._rng, 0.012, 0.15), between(self._rng, 0.01, 0.12)
            self._untrue(hole, t, t + dark, there=True)
            t += dark + light
        return t

    def fail(self, hole: Hole, level: bool) -> None:
        """Make the sensor show `level` from now on, with or without a marble."""
        self.failed[hole] = self._now(), level
        if self._shown[hole] != level:
            self._shown[hole] = level
            self._report(hole, level)

    def heal(self, hole: Hole) -> None:
        """Make the sensor show the truth again."""
        self.failed.pop(hole, None)
        self._show(hole, self._full[hole])

    def _ghost(self, hole: Hole) -> None:
        """Let the sensor of an empty neighbouring hole detect the moving marble for a moment."""
        empty = [beside for beside in neighbours(self._board, hole) if not self._full[beside]]
        if empty:
            beside, start = self._rng.choice(empty), between(self._rng, 0.0, 0.05)
            self._untrue(beside, start, start + between(self._rng, *GHOST), there=False)

    def _untrue(self, hole: Hole, start: float, end: float, *, there: bool) -> None:
        """Show the opposite of the true state `there` from `start` to `end` seconds from now.

        The false level ends early if a marble enters or leaves the hole.
        """
        change = self._changed.get(hole)

        def show(level: bool) -> None:
            if self._changed.get(hole) == change and self._full[hole] == there:
                self._show(hole, level)

        self._at(self._now() + start, lambda: show(not there))
        self._at(self._now() + end, lambda: show(there))
        if end - start >= REAL:
            self.edges += [self._seen_at(self._now() + end)]

    def _chatter(self, hole: Hole, on: bool, change: int) -> None:
        if self._changed[hole] == change:
            self._show(hole, on)

    def _show(self, hole: Hole, on: bool) -> None:
        self._level[hole] = on
        if self._physics.rate is None:
            self._edge(hole)
            return
        if not self._sampled:
            self._at(self._seen_at(self._now()), self._scan)
        self._sampled.add(hole)

    def _scan(self) -> None:
        """Sample all sensors once, in the order of the holes."""
        holes, self._sampled = sorted(self._sampled), set()
        for hole in holes:
            self._edge(hole)

    def _seen_at(self, t: float) -> float:
        """The time at which a change at `t` is reported: at once, or at the next sample."""
        rate = self._physics.rate
        return t if rate is None else (int(t * rate) + 1) / rate

    def _edge(self, hole: Hole) -> None:
        on = self._level[hole]
        if hole in self.failed or self._shown[hole] == on:
            return
        self._shown[hole] = on
        self._report(hole, on)
