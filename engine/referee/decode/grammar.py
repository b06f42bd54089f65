"""The grammar of a game: the transitions from one hypothesis to those that follow when a hole changes.

The transitions of turns and cards are in `decode/turns.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine import bits
from engine.geometry import Hole, Seat
from engine.referee.decode.motion import TOGETHER, Motion
from engine.referee.decode.turns import Turns
from engine.referee.model.board_cost import board_cost, misplacement
from engine.referee.model.displaced import unfinished
from engine.referee.model.hypothesis import GHOST, NOWHERE, START, Hypothesis, Token
from engine.referee.model.overlap import carried_early
from engine.referee.model.turn import Turn
from engine.referee.settings import Costs

UNLIKELY = 2.5
"""No hypothesis with an unknown marble is added if a placement costs less than this."""
PUT_BACK = frozenset({"adjusted", "kept", "amidst", "touched", "alone"})
"""The names of the costs of a marble that a hand puts back into its old hole."""
TAKEN_UNSEEN = 1.0
"""If a suspected sensor hid that a marble was taken, it counts as taken this many seconds ago."""


class Grammar(Turns):
    """All transitions, with their costs."""

    def __init__(self, costs: Costs, motion: Motion, may_discard: Callable[[Turn], bool]) -> None:
        super().__init__(costs, may_discard)
        self._motion = motion
        self.faulty = 0
        """The mask of holes whose sensors were announced as faulty."""

    def lift(self, hypothesis: Hypothesis, hole: Hole, t: float) -> list[Hypothesis]:
        """The hypotheses after a hole emptied, in which its marble is in a hand."""
        if hypothesis.suspected >> hole & 1:
            return [self._passed_over(hypothesis, hole, t)]
        variants = [hypothesis]
        self._beside(hypothesis, hole, t)
        again = self.reopened(hypothesis, t, hole)
        if again is not None:
            variants.append(again)
        for each in variants:
            self._up(each, hole, t)
        return variants

    def sweep(self, hypothesis: Hypothesis, holes: int, hole: Hole, t: float) -> list[Hypothesis]:
        """The hypotheses after a knock or sleeve emptied `holes`, `hole` last: the marbles count as there."""
        hypothesis.brushes = tuple([each for each in hypothesis.brushes if not holes >> each.hole & 1])
        if not hypothesis.suspected >> hole & 1:
            self._up(hypothesis, hole, t)
        for token in hypothesis.hand:
            swept = holes >> token.origin & 1 and token.since >= t - TOGETHER and token.due == NOWHERE
            free = not (hypothesis.full | hypothesis.ghosts) >> token.origin & 1
            if swept and free and token.seat != GHOST:
                hypothesis.set_down(token, token.origin)
                hypothesis.dark |= 1 << token.origin
        self._give_back(hypothesis, holes, t - TOGETHER)
        return [hypothesis]

    def _give_back(self, hypothesis: Hypothesis, holes: int, since: float) -> None:
        """Refund the costs of marbles put back into these holes, because no hand put them there."""
        trail = hypothesis.trail
        while trail is not None and trail[2] >= since:
            trail, name, t, hole, times, _ = trail
            if hole >= 0 and holes >> hole & 1 and name in PUT_BACK:
                self.spend(hypothesis, name, t, hole, -times)

    def _lifted_after_all(self, hypothesis: Hypothesis, holes: int) -> Hypothesis:
        """Count the marbles of these dark holes as lifted when the holes emptied; return the hypothesis."""
        hypothesis.dark &= ~holes
        for hole in bits.holes(holes):
            self._up(hypothesis, hole, self._motion.emptied_at[hole])
        return hypothesis

    def _passed_over(self, hypothesis: Hypothesis, hole: Hole, t: float) -> Hypothesis:
        """Ignore a change of a suspected sensor, and charge it unless the sensor was announced as faulty."""
        if not self.faulty >> hole & 1:
            self.spend(hypothesis, "lively", t, hole)
        return hypothesis

    def _beside(self, hypothesis: Hypothesis, hole: Hole, t: float) -> None:
        """Correct the costs of brushed holes beside `hole`, because a hand is there now."""
        for brush in self._motion.beside_after(hypothesis, hole, t):
            self.spend(hypothesis, brush.name, t, brush.hole, brush.times)

    def _up(self, hypothesis: Hypothesis, hole: Hole, t: float) -> None:
        counted = hypothesis.counted
        if counted is not None and (counted.ends | counted.touched) >> hole & 1:
            hypothesis.counted = None  # The board no longer shows the play.
        if hypothesis.ghosts >> hole & 1:
            hypothesis.ghosts &= ~(1 << hole)
            hypothesis.hand = (*hypothesis.hand, Token(GHOST, hole, t))
            return
        for carried in hypothesis.early:
            if carried.target == hole:  # This marble counts as lifted from its old hole.
                hypothesis.early = tuple([each for each in hypothesis.early if each is not carried])
                hypothesis.take(carried.seat, carried.source)
                hypothesis.hand = (*hypothesis.hand, Token(carried.seat, carried.source, t))
                return
        seat = hypothesis.seat_at(hole)
        if seat is None:
            self.spend(hypothesis, "vanished", t, hole)
            return
        hypothesis.take(seat, hole)
        astray = hypothesis.misplaced_at(seat, hole)
        token = Token(seat, hole, t) if astray is None else astray._replace(since=t)
        hypothesis.hand = (*hypothesis.hand, token)

    def set_down(self, hypothesis: Hypothesis, hole: Hole, t: float) -> list[Hypothesis]:
        """The hypotheses after a hole filled: with each held marble, or with one of unknown origin."""
        if any(each.source == hole for each in hypothesis.early):
            hypothesis.begin_early()
        if hypothesis.suspected >> hole & 1:
            hypothesis.dark &= ~(1 << hole)
            return [*self._home_unseen(hypothesis, hole), self._passed_over(hypothesis, hole, t)]
        if hypothesis.dark:
            return self._set_down_amid_sweep(hypothesis, hole, t)
        return self._set_down_by_hand(hypothesis, hole, t)

    def _set_down_amid_sweep(self, hypothesis: Hypothesis, hole: Hole, t: float) -> list[Hypothesis]:
        """The hypotheses after `hole` filled while holes are dark: by its own marble or another one."""
        here = hypothesis.dark & 1 << hole
        variants: list[Hypothesis] = []
        for source in bits.holes(hypothesis.dark & ~here):
            if not here or self._may_come(hypothesis, source, hole):
                lifted = self._lifted_after_all(hypothesis.copy(), here | 1 << source)
                tokens = [token for token in lifted.hand if token.origin == source]
                variants += self._with_each(lifted, tokens, hole, t)
        if not here:
            return variants + self._set_down_by_hand(hypothesis, hole, t)
        if hypothesis.hand:
            lifted = self._lifted_after_all(hypothesis.copy(), here)
            variants += self._with_each(lifted, hypothesis.hand, hole, t)
        hypothesis.dark &= ~here
        return [hypothesis, *variants]

    def _may_come(self, hypothesis: Hypothesis, source: Hole, hole: Hole) -> bool:
        """Whether the marble of the dark hole `source` may have been played to the dark hole `hole`."""
        turn = hypothesis.turn
        own = {hypothesis.seat_at(source), hypothesis.seat_at(hole)}.intersection(turn.movers)
        return bool(own) and (not turn.known or bool(turn.plays.takes >> hole & 1))

    def _set_down_by_hand(self, hypothesis: Hypothesis, hole: Hole, t: float) -> list[Hypothesis]:
        self._beside(hypothesis, hole, t)
        variants = self._with_each(hypothesis, hypothesis.hand, hole, t)
        for each, token in self._taken_unseen(hypothesis, t):
            variants.append(self._down(each, token, hole, t))
        for each in variants:
            self.reckon(each)
            if each.total - hypothesis.total < UNLIKELY:
                return variants
        hypothesis.ghosts |= 1 << hole
        self.spend(hypothesis, "ghost", t, hole)
        return [*variants, hypothesis]

    def _with_each(
        self, hypothesis: Hypothesis, tokens: Iterable[Token], hole: Hole, t: float
    ) -> list[Hypothesis]:
        """For each of `tokens`, the hypotheses in which it fills the hole, in this turn or the one beside it.

        If the hole's own marble is lifted, no other marble of its colour is tried: the two look alike.
        """
        variants, again = list[Hypothesis](), None
        own = {token.seat for token in hypothesis.hand if token.origin == hole and token.due == NOWHERE}
        tried: set[tuple[Seat, int, Hole]] = set()
        for token in tokens:
            like = token.seat, token.due, token.origin
            if like in tried or (token.origin != hole and token.due == NOWHERE and token.seat in own):
                continue
            tried.add(like)
            if token.seat == GHOST and not self._motion.walks(token.origin, hole, t - token.since):
                continue
            variants.append(self._down(hypothesis.copy(), token, hole, t))
            if hypothesis.waiting and token.due == NOWHERE and token.origin != hole:
                variants += self._early(hypothesis, token, hole)
            if self._may_reopen(hypothesis, token, hole):
                again = again or self.reopened(hypothesis, t)
                if again is not None:
                    there = next(x for x in again.hand if x[:3] == token[:3])
                    variants.append(self._down(again.copy(), there, hole, t))
        return variants

    def _early(self, hypothesis: Hypothesis, token: Token, hole: Hole) -> list[Hypothesis]:
        """The hypotheses in which the card of a later turn brings the marble to `hole`."""
        if token.seat == GHOST:
            return []
        carried = carried_early(hypothesis, token.seat, token.origin, hole)
        if carried is None:
            return []
        each = hypothesis.copy()
        each.set_down(token, token.origin)
        each.early = (*each.early, carried)
        return [each]

    def _home_unseen(self, hypothesis: Hypothesis, hole: Hole) -> list[Hypothesis]:
        """The hypotheses in which an owed marble was put where it belongs, under a suspected sensor."""
        for token in hypothesis.hand:
            if token.due == NOWHERE or self._owed_elsewhere(hypothesis, token, hole):
                continue
            if hypothesis.seat_at(hole) is not None:
                continue
            each = hypothesis.copy()
            each.set_down(token, hole)
            return [each]
        return []

    def _taken_unseen(self, hypothesis: Hypothesis, t: float) -> list[tuple[Hypothesis, Token]]:
        """Each marble that may have been lifted unseen from a suspected sensor, with its hypothesis."""
        found = []
        for source in bits.holes(hypothesis.suspected):
            seat = hypothesis.seat_at(source)
            if seat is not None:
                each = hypothesis.copy()
                self.spend(each, "hidden", t, source)
                each.take(seat, source)
                token = Token(seat, source, t - TAKEN_UNSEEN)
                each.hand = (*each.hand, token)
                found.append((each, token))
        return found

    def _owed_elsewhere(self, hypothesis: Hypothesis, token: Token, hole: Hole) -> bool:
        """Whether an owed marble is placed where it does not belong."""
        if token.due == START:
            return not hypothesis.turn.ground.starts[token.seat] >> hole & 1
        return token.due >= 0 and token.due != hole

    def _may_reopen(self, hypothesis: Hypothesis, token: Token, hole: Hole) -> bool:
        """Whether placing that marble in `hole` may undo or continue the last play."""
        made, before = hypothesis.turn.made, hypothesis.turn.before
        if made is None or before is None:
            return False
        if self._owed_elsewhere(hypothesis, token, hole) or made.emptied >> hole & 1:
            return True
        return token.due == NOWHERE and token.origin != hole and token.seat in before.movers

    def _down(self, hypothesis: Hypothesis, token: Token, hole: Hole, t: float) -> Hypothesis:
        if token.seat == GHOST:
            hypothesis.hand = tuple([each for each in hypothesis.hand if each is not token])
            hypothesis.ghosts |= 1 << hole
            self.spend(hypothesis, "hidden", t, hole, marble=token)
            return hypothesis
        for name in self._motion.set_down(hypothesis, token, hole, t):
            self.spend(hypothesis, name, t, hole, marble=token)
        left = hypothesis.misplaced_at(token.seat, token.origin)
        misplaced = [each for each in hypothesis.misplaced if each is not left]
        if self._owed_elsewhere(hypothesis, token, hole):
            if left is None:  # An owed marble is charged once, however often it is misplaced.
                self.spend(hypothesis, "owed_astray", t, hole, marble=token)
            misplaced.append(token._replace(origin=hole))
        hypothesis.misplaced = tuple(misplaced)
        hypothesis.set_down(token, hole)
        if self._motion.placed_anew(token, hole, t):
            hypothesis.barred &= ~(1 << hole | 1 << token.origin)
        base = hypothesis.turn.base[token.seat]
        if token.origin != hole and (
            (base >> hole & 1 and base >> token.origin & 1)
            or any(each.origin == hole and each.seat == token.seat for each in hypothesis.hand)
        ):
            self.spend(hypothesis, "swapped", t, hole, marble=token)
        if (base | hypothesis.turn.ground.starts[token.seat]) >> token.origin & 1:
            name = misplacement(hypothesis, token.seat, hole)
            if name:  # A marble carried on from a wrong hole is not charged again.
                self.spend(hypothesis, name, t, hole, marble=token)
                if token.ahead:
                    self.spend(hypothesis, "ahead", t, hole, marble=token)
        return hypothesis

    def slide(
        self, hypothesis: Hypothesis, *, off: Hole, on: Hole, t: float, seconds: float
    ) -> list[Hypothesis]:
        """The hypotheses for a marble that shows in its new hole before its old hole reads empty."""
        variants = []
        for lifted in self.lift(hypothesis, off, t):
            if not lifted.hand or lifted.hand[-1].origin != off or lifted.suspected >> on & 1:
                continue
            lifted.dark &= ~(1 << on)
            self._beside(lifted, on, t)
            for each in self._with_each(lifted, lifted.hand[-1:], on, t):
                self.spend(each, self._motion.slides(off, on, seconds), t, on)
                variants.append(each)
        return variants

    def may_slide(self, hypothesis: Hypothesis, off: Hole, on: Hole) -> bool:
        """Whether the marble in `off` is plausibly the one that `on` detected just before `off` read empty.

        True if `on` is a neighbouring hole, if that seat has a marble there or may bring one there in this
        turn or the turn before, or if the marble or the plays are unknown.
        """
        turn, seat = hypothesis.turn, hypothesis.seat_at(off)
        if seat is None or not turn.known or self._motion.slides(off, on, 0.0) == "slid":
            return True
        places = turn.ground.starts[seat] | turn.base[seat]
        for each in (turn, turn.before):
            if each is not None and each.known:
                places |= each.plays.reach.get(seat, 0)
        return bool(places >> on & 1)

    def emptied_in_turn(self, hypothesis: Hypothesis) -> int:
        """The mask of holes that have been empty since the play before this turn was made."""
        trail = hypothesis.trail
        while trail is not None and trail[1] != "played":
            trail = trail[0]
        return self._motion.emptied(float("-inf") if trail is None else trail[2])

    def note_pause(self, hypothesis: Hypothesis, t: float) -> None:
        """Charge an incomplete play while nothing moves; drop lifted marbles of unknown origin."""
        hypothesis.hand = tuple([token for token in hypothesis.hand if token.seat != GHOST])
        self._lifted_after_all(hypothesis, hypothesis.dark)
        up = any(token.due == NOWHERE for token in hypothesis.hand)
        waits = hypothesis.turn.known or up or "foreign" in board_cost(self.costs, hypothesis)[1]
        if hypothesis.ghosts or (waits and unfinished(hypothesis)):  # A card alone is no play.
            self.spend(hypothesis, "held", t)
            if hypothesis.counted is not None:
                self.spend(hypothesis, "held", t)  # People count holes without such pauses.
