"""The beam search: every event extends each hypothesis, and only the likeliest hypotheses are kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple, TypeAlias

from engine.geometry import Hole
from engine.referee.decode.grammar import Grammar
from engine.referee.decode.motion import AT_ONCE, Motion
from engine.referee.decode.sensors import ASKED_TO_SUSPECT, unseen
from engine.referee.events import Settled
from engine.referee.model.displaced import unfinished
from engine.referee.model.hypothesis import Hypothesis, Trail, shortened
from engine.referee.model.turn import Turn
from engine.referee.settings import Costs, Settings

WIDTH = 32
"""The number of hypotheses that the beam keeps, besides `SUSPECTING_WIDTH` that assume a faulty sensor."""
TOO_DEAR = 8.0
"""A hypothesis is dropped if it costs more than the cheapest one plus this."""
SUSPECTING_WIDTH = 12
SUSPECTING_TOO_DEAR = 15.0
"""A hypothesis that suspects a sensor is dropped only above the cheapest cost plus this."""
RELEASED = 0.3
"""The most seconds for which a slow sensor still shows a marble after it is seen in its new hole."""
RELEASED_WIDTH = 6
"""The number of likeliest hypotheses for which a slow release is tried."""
CROWDED = 6
"""A slow release is tried only if fewer events than this came after the hole filled."""

Step: TypeAlias = Callable[[Hypothesis], Iterable[Hypothesis]]
"""A function that returns the hypotheses after an event; it may change its argument."""


class Filled(NamedTuple):
    """A hole that filled recently: the hypotheses before it, the steps and changed holes since."""

    change: Settled
    before: list[Hypothesis]
    since: list[tuple[float, Step]]
    changed: set[Hole]
    unexplained: bool
    """Whether the likeliest hypothesis has no marble for the hole."""


class Beam:
    """All hypotheses, the likeliest first."""

    def __init__(
        self, costs: Costs, settings: Settings, start: Hypothesis, may_discard: Callable[[Turn], bool]
    ) -> None:
        self.motion = Motion(start.turn.ground.table.board, settings)
        self.grammar = Grammar(costs, self.motion, may_discard)
        self.all: list[Hypothesis] = [start]
        self._filled: list[Filled] = []

    @property
    def best(self) -> Hypothesis:
        """The likeliest hypothesis."""
        return self.all[0]

    @property
    def everywhere(self) -> list[Hypothesis]:
        """The present hypotheses, then those kept from before each recently filled hole."""
        return [*self.all, *[each for filled in self._filled for each in filled.before]]

    def note(self, change: Settled) -> None:
        """Extend the hypotheses by one debounced change of a hole."""
        hole, t = change.hole, change.edge
        self.motion.note(hole, t, on=change.on)
        swept = self.motion.swept(hole, t, on=change.on)
        self._filled = [
            each for each in self._filled if t - each.change.edge <= RELEASED and len(each.since) < CROWDED
        ]
        step: Step = partial(self.grammar.set_down if change.on else self.grammar.lift, hole=hole, t=t)
        if swept and not change.on:
            step = partial(self.grammar.sweep, holes=swept, hole=hole, t=t)
        variants = [] if change.on else self._either_order(change)
        self._happens(step, t)
        for filled in self._filled:
            filled.changed.add(hole)
        # The hypotheses are copied, because later steps change them in place.
        before = [each.copy() for each in self.all] if change.on and not swept else []
        made = self._made([new for each in self.all for new in step(each)], t)
        self.all = self._kept(made + variants)
        if before:
            self._filled.append(Filled(change, before, [], set(), bool(self.best.ghosts >> hole & 1)))

    def _happens(self, step: Step, t: float) -> None:
        for filled in self._filled:
            filled.since.append((t, step))

    def note_pause(self, t: float) -> None:
        """Charge the costs of a pause, and compute in advance the plays that the next edge needs."""
        if self.best.turn.known:
            _ = self.best.turn.plays.targets
        for each in self.all:
            self.grammar.note_pause(each, t)
        self.suspect_sensors(t)

    def suspect_sensors(self, t: float) -> None:
        """Add the hypotheses in which faulty sensors explain the board."""
        variants = list(self.all)
        suspect = self.waits_for(self.best) and (self.best.turn.ground.seen or self.best.ghosts != 0)
        for i, each in enumerate(self.all):
            variants += unseen(self.grammar, each, t, suspect=suspect and i < ASKED_TO_SUSPECT)
        self.keep(variants, t)

    def waits_for(self, each: Hypothesis) -> bool:
        """Whether the hypothesis leaves something unexplained: an incomplete play, or a ghost."""
        return each.ghosts != 0 or unfinished(each)

    @property
    def waits(self) -> bool:
        """Whether any hypothesis leaves something unexplained."""
        return any(self.waits_for(each) for each in self.all)

    def _either_order(self, off: Settled) -> list[Hypothesis]:
        """The hypotheses in which `off` emptied before another hole filled, or sensed only a moved marble."""
        variants: list[Hypothesis] = []
        for filled in self._filled:
            on = filled.change
            if off.hole in filled.changed:
                continue
            seconds = off.edge - on.edge
            width = WIDTH if seconds <= AT_ONCE else RELEASED_WIDTH
            if on.hole != off.hole:
                before = [
                    each.copy()
                    for each in filled.before[:width]
                    if filled.unexplained or self.grammar.may_slide(each, off.hole, on.hole)
                ]
                slide = partial(self.grammar.slide, off=off.hole, on=on.hole, t=on.edge, seconds=seconds)
                variants += self._replayed(before, [(on.edge, slide), *filled.since])
            elif seconds <= AT_ONCE or self.motion.felt(off.hole, on.edge, off.edge):
                before = [each.copy() for each in filled.before[:width]]
                for each in before:
                    self.grammar.spend(each, "felt", off.edge, off.hole)
                variants += self._replayed(self._made(before, off.edge), filled.since)
        return variants

    def _replayed(self, variants: list[Hypothesis], steps: Iterable[tuple[float, Step]]) -> list[Hypothesis]:
        """The hypotheses after all `steps`, each at its time, the likeliest first."""
        for t, step in steps:
            variants = self._likeliest([new for each in variants for new in step(each)], t)
        return variants

    def branch(self, step: Step, t: float) -> None:
        """Replace each hypothesis by the variants that `step` returns for it."""
        self._happens(step, t)
        self.keep([new for each in self.all for new in step(each)], t)

    def keep(self, variants: list[Hypothesis], t: float) -> None:
        """Let the likeliest of `variants` be the present hypotheses."""
        self.all = self._likeliest(variants, t)

    def _likeliest(self, variants: list[Hypothesis], t: float) -> list[Hypothesis]:
        """Make complete plays, drop equal and expensive hypotheses; return the others, likeliest first."""
        return self._kept(self._made(variants, t))

    def _made(self, variants: list[Hypothesis], t: float) -> list[Hypothesis]:
        """The hypotheses after each play that is complete on their board, with total costs."""
        made = [each for one in variants for each in self.grammar.make_plays(one, t)]
        for each in made:
            self.grammar.reckon(each)
        return made

    def _kept(self, variants: list[Hypothesis]) -> list[Hypothesis]:
        """The likeliest of `variants`, cheapest first, without equal ones and expensive ones."""
        variants.sort(key=lambda each: each.total)
        known: set[object] = set()
        kept: list[Hypothesis] = []
        left = SUSPECTING_WIDTH
        for each in variants:
            if each.total > variants[0].total + TOO_DEAR or len(kept) >= WIDTH:
                if not left or each.total > variants[0].total + SUSPECTING_TOO_DEAR:
                    break
                if not each.suspected & ~self.grammar.faulty:
                    continue
                left -= 1
            key = each.key
            if key not in known:
                known.add(key)
                kept.append(each)
        return kept

    def begin(self, variants: list[Hypothesis], t: float) -> None:
        """Replace all hypotheses by the likeliest of `variants`."""
        self._filled = []
        self.keep(variants, t)

    def only(self, so: Callable[[Hypothesis], bool]) -> bool:
        """Keep only the hypotheses for which `so` is true; if there are none, keep all and return False."""
        kept = [each for each in self.all if so(each)]
        if kept:
            self.all = kept
        return bool(kept)

    def settle(self, turn: Turn, since: float) -> None:
        """Accept everything before that turn: drop other hypotheses, and count costs from 0 again.

        Steps before the time `since` are combined into one step for each cost.
        """
        self.only(lambda each: each.reaches(turn))
        least, known = self.all[0].cost, dict[int, Trail]()
        for each in self.everywhere:
            each.cost -= least
            each.total -= least
            each.trail = shortened(each.trail, since, known)
