"""The likelihood of a hand's motion: how long a hole was empty, which hand was near, how far it went."""

from __future__ import annotations

from engine import bits
from engine.geometry import Board, Hole, Seat, neighbours, steps_between
from engine.referee.model.hypothesis import NOWHERE, Brush, Hypothesis, Token
from engine.referee.settings import Settings

AT_ONCE = 0.1
"""The most seconds for which a sliding marble shows in its new hole before its old hole reads empty."""
FELT = 0.2
"""The longest time in seconds for which a sensor senses a marble that is moved past it."""
SLIDING = 0.025
"""Seconds for which a sliding marble usually shows in two holes, or in none."""
BESIDE = 2
"""The most holes over which a marble slides."""
LONG = 1.7
"""The longest time in seconds for which people hold a marble that they adjust."""
TOGETHER = 0.15
"""Holes that empty within this many seconds count as emptied by one event."""
SWEPT = 3
"""If this many holes empty at once, a sleeve or a knock emptied them; hands lift fewer marbles."""
SHAKEN = 0.5
"""Seconds: a swept marble that has not moved for longer than this is at rest."""
LASTS = 3.0
"""The longest time in seconds for which an event shakes a board; a sensor that changes longer is faulty."""
NEVER = float("-inf")
NEAR = 0.5
"""Seconds for which a hand counts as beside a hole after it lifted or placed a marble there."""


class Motion:
    """Names the costs of a hand's motion, from the changes of all holes so far."""

    def __init__(self, board: Board, settings: Settings) -> None:
        self._board = board
        self._near = tuple([neighbours(board, hole) for hole in range(board.holes)])
        self._settings = settings
        self._acts: dict[Hole, float] = {}
        self.emptied_at: dict[Hole, float] = {}
        """The time at which each hole emptied last."""
        self._handled: dict[Hole, float] = {}
        """For each hole that changed shortly before it emptied, the time at which it emptied."""
        self._swept = 0
        """The mask of holes that the last knock or sleeve emptied."""
        self._swept_since = self._swept_at = NEVER
        """The start of the present sweep, and the time of its last change."""

    def note(self, hole: Hole, t: float, *, on: bool) -> None:
        """Record a change of that hole."""
        if not on and t - self._acts.get(hole, -LONG) < NEAR:
            self._handled[hole] = t
        self._acts[hole] = t
        if not on:
            self.emptied_at[hole] = t

    def swept(self, hole: Hole, t: float, *, on: bool) -> int:
        """The mask of holes that one knock or sleeve changed together with this one; 0 if a hand changed it.

        If several holes empty at once, no hand emptied them, and their marbles are soon back.
        """
        together = 0 if on else self.emptied(t - TOGETHER)
        if together.bit_count() >= SWEPT:
            if t - self._swept_at > SHAKEN:
                self._swept, self._swept_since = 0, t
            self._swept |= together
        elif not self.shaken(hole, t):
            return 0
        else:
            together = 1 << hole
        self._swept_at = t
        return together

    def shaken(self, hole: Hole, t: float) -> bool:
        """Whether the last knock or sleeve emptied that hole and may still be shaking its marble."""
        lasts = t - self._swept_at <= SHAKEN and t - self._swept_since <= LASTS
        return lasts and bool(self._swept >> hole & 1)

    def observed(self, hole: Hole) -> tuple[float | None, float | None]:
        """The times at which the hole emptied last and changed last; None if it never did."""
        return self.emptied_at.get(hole), self._acts.get(hole)

    def emptied(self, since: float) -> int:
        """The mask of holes that emptied after that time."""
        return sum(1 << hole for hole, t in self.emptied_at.items() if t > since)

    def set_down(self, hypothesis: Hypothesis, token: Token, hole: Hole, t: float) -> list[str]:
        """The names of the costs of that motion: the marble is set down in that hole at `t`.

        If the hole was empty only briefly, the hypothesis keeps a `Brush`, whose cost a hand beside it
        changes.
        """
        if self._board.is_start(hole):
            return []
        if token.origin == hole:
            return self._back(hypothesis, token, t)
        return self._carried(hypothesis, token, hole, t)

    def placed_anew(self, token: Token, hole: Hole, t: float) -> bool:
        """Whether a hand has placed the marble, not a brush or a knock."""
        return token.origin != hole or t - token.since >= self._settings.brush

    def _back(self, hypothesis: Hypothesis, token: Token, t: float) -> list[str]:
        out = t - token.since
        if out >= self._settings.brush:
            names = ["adjusted"] if out < LONG else ["adjusted", "kept"]
            if any(self._exchangeable(hypothesis, token, other) for other in hypothesis.hand):
                names.append("amidst")
            return names
        names = [] if out < self._settings.touch else ["touched"]
        if not self.hand_beside(token.origin, token.since, t):
            names.append("alone")
            hypothesis.brushes = (*hypothesis.brushes, Brush(token.origin, t, "alone", -1))
        return names

    def _exchangeable(self, hypothesis: Hypothesis, one: Token, other: Token) -> bool:
        """Whether the card, or some card if it is unseen, may exchange these two marbles."""
        turn = hypothesis.turn
        if one.seat == other.seat or other.due != NOWHERE:
            return False
        if turn.known:
            return (one.origin, other.origin) in turn.plays.exchanges
        ring = self._board.is_ring(one.origin) and self._board.is_ring(other.origin)
        return ring and (one.seat in turn.movers or other.seat in turn.movers)

    def _carried(self, hypothesis: Hypothesis, token: Token, hole: Hole, t: float) -> list[str]:
        names, others = list[str](), [other for other in hypothesis.hand if other is not token]
        left = max([other.since for other in others if other.origin == hole], default=None)
        if left is not None and t - left < self._settings.brush:
            names += self._taken(hypothesis, others, hole, left, t)
        far = distance(self._board, token.seat, token.origin, hole) > BESIDE
        if far and t - token.since < AT_ONCE:
            names.append("quick")
        lately, near = self._settings.brush if far else SLIDING, self._near[hole]
        if others and any([t - other.since <= lately and near >> other.origin & 1 for other in others]):
            names.append("overtaken")
        return names

    def _taken(
        self, hypothesis: Hypothesis, others: list[Token], hole: Hole, left: float, t: float
    ) -> list[str]:
        """The names of the costs of filling a hole that another marble left a moment before, at `left`."""
        name = "blinked" if t - left < self._settings.touch else "snatched"
        if not self.hand_beside(hole, left, t):
            hypothesis.brushes = (*hypothesis.brushes, Brush(hole, t, name, 1))
            return []
        names = [name]
        if any(self._near[hole] >> other.origin & 1 for other in others):
            names.append("sleeve")
        return names

    def hand_beside(self, hole: Hole, since: float, t: float) -> bool:
        """Whether a hand was at or beside the hole between `since` and `t`, or shortly before `since`."""
        return self._handled.get(hole) == since or self._stirred(hole, since - NEAR, t)

    def felt(self, hole: Hole, since: float, t: float) -> bool:
        """Whether the hole read full, from `since` to `t`, because a marble moved beside it."""
        return t - since <= FELT and self._stirred(hole, since - AT_ONCE, t)

    def _stirred(self, hole: Hole, since: float, t: float) -> bool:
        acts = self._acts
        return any(since <= acts.get(other, NEVER) <= t for other in bits.holes(self._near[hole]))

    def beside_after(self, hypothesis: Hypothesis, hole: Hole, t: float) -> list[Brush]:
        """Remove and return the hypothesis's brushes beside `hole`; drop those that are older than `NEAR`."""
        if not hypothesis.brushes:
            return []
        near = self._near[hole]
        found = [each for each in hypothesis.brushes if t - each.t < NEAR and near >> each.hole & 1]
        hypothesis.brushes = tuple(
            [each for each in hypothesis.brushes if t - each.t < NEAR and each not in found]
        )
        return found

    def walks(self, source: Hole, hole: Hole, seconds: float) -> bool:
        """Whether a person who counts along with a marble may have moved it from `source` to `hole`."""
        return seconds < LONG and steps_between(self._board, source, hole) <= BESIDE

    def slides(self, source: Hole, hole: Hole, seconds: float) -> str:
        """The name of the cost of a marble that both holes sense for that many seconds."""
        if seconds > SLIDING:
            return "lagging"
        return "slid" if steps_between(self._board, source, hole) <= BESIDE else "quick"


def distance(board: Board, seat: Seat, source: Hole, hole: Hole) -> int:
    """The distance in holes that a marble moved, by the shorter way; out of START, 0 to its come-out."""
    if board.is_start(source):
        return 0 if hole == board.come_out(seat) else board.ring
    return steps_between(board, source, hole)
