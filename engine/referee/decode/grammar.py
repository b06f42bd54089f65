"""The grammar of a game: the transitions from one hypothesis to those that follow from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.cards import Card, Rank
from engine.geometry import Hole, Seat
from engine.referee.decode.motion import TOGETHER, Motion
from engine.referee.model.board_cost import board_cost, complete, misplacement
from engine.referee.model.costs import Costs
from engine.referee.model.displaced import displaced, unfinished
from engine.referee.model.hypothesis import GHOST, NOBODY, NOWHERE, SINCE, START, Hypothesis, Token
from engine.referee.model.occupancy import bits
from engine.referee.model.overlap import carried_early, set_aside
from engine.referee.model.plays import Made
from engine.referee.model.turn import Turn

UNLIKELY = 2.5
"""Where a marble set down costs less than this, nobody asks whether it came from nowhere."""
PUT_BACK = frozenset({"adjusted", "kept", "amidst", "touched", "alone"})
"""The costs of a marble that a hand puts back where it stood."""
TAKEN_UNSEEN = 1.0
"""A marble that left a hole unseen by a suspected sensor is assumed to have left this many seconds ago."""


class Grammar:
    """The transitions, with their costs."""

    def __init__(self, costs: Costs, motion: Motion, may_discard: Callable[[Turn], bool]) -> None:
        self.costs = costs
        self._may_discard = may_discard
        self._cost = costs.by_name
        self._motion = motion
        self.faulty = 0
        """The mask of holes whose sensors were announced as faulty."""

    # Holes.

    def lift(self, hypothesis: Hypothesis, hole: Hole, t: float) -> list[Hypothesis]:
        """The hypotheses after a hole emptied: its marble is in a hand."""
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
        """These holes emptied by one event, `hole` last: their marbles count as standing there."""
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
        """Nobody put back the marbles of these holes by hand: that cost is given back."""
        trail = hypothesis.trail
        while trail is not None and trail[2] >= since:
            trail, name, t, hole, times, _ = trail
            if hole >= 0 and holes >> hole & 1 and name in PUT_BACK:
                self.spend(hypothesis, name, t, hole, -times)

    def _lifted_after_all(self, hypothesis: Hypothesis, holes: int) -> Hypothesis:
        """The marbles of these dark holes are in hands."""
        each = hypothesis.copy()
        each.dark &= ~holes
        for hole in bits(holes):
            self._up(each, hole, self._motion.emptied_at(hole))
        return each

    def _passed_over(self, hypothesis: Hypothesis, hole: Hole, t: float) -> Hypothesis:
        """The hypothesis with the level of a suspected sensor ignored."""
        if not self.faulty >> hole & 1:
            self.spend(hypothesis, "lively", t, hole)
        return hypothesis

    def _beside(self, hypothesis: Hypothesis, hole: Hole, t: float) -> None:
        """Charge neighbouring brushes, because a hand is here: a hole that was hardly empty was brushed."""
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
        carried = next((each for each in hypothesis.early if each.target == hole), None)
        if carried is not None:  # The marble counts as only just lifted.
            hypothesis.early = tuple([each for each in hypothesis.early if each is not carried])
            hypothesis.take(carried.seat, carried.source)
            hypothesis.hand = (*hypothesis.hand, Token(carried.seat, carried.source, t))
            return
        seat = hypothesis.seat_at(hole)
        if seat is None:
            self.spend(hypothesis, "vanished", t, hole)
            return
        hypothesis.take(seat, hole)
        hypothesis.hand = (*hypothesis.hand, Token(seat, hole, t))

    def set_down(self, hypothesis: Hypothesis, hole: Hole, t: float) -> list[Hypothesis]:
        """A hole fills: with each marble that is in a hand, or with nobody knows what."""
        if any(each.source == hole for each in hypothesis.early):
            hypothesis.begin_early()
        if hypothesis.suspected >> hole & 1:
            hypothesis.dark &= ~(1 << hole)
            return [*self._home_unseen(hypothesis, hole), self._passed_over(hypothesis, hole, t)]
        if hypothesis.dark:
            return self._set_down_amid_sweep(hypothesis, hole, t)
        return self._set_down_by_hand(hypothesis, hole, t)

    def _set_down_amid_sweep(self, hypothesis: Hypothesis, hole: Hole, t: float) -> list[Hypothesis]:
        """A hole fills while some are dark: its own marble is back, or that of another dark hole comes."""
        here = hypothesis.dark & 1 << hole
        variants: list[Hypothesis] = []
        for source in bits(hypothesis.dark & ~here):
            if not here or self._may_come(hypothesis, source, hole):
                lifted = self._lifted_after_all(hypothesis, here | 1 << source)
                tokens = [token for token in lifted.hand if token.origin == source]
                variants += self._with_each(lifted, tokens, hole, t)
        if not here:
            return variants + self._set_down_by_hand(hypothesis, hole, t)
        if hypothesis.hand:
            variants += self._with_each(self._lifted_after_all(hypothesis, here), hypothesis.hand, hole, t)
        hypothesis.dark &= ~here
        return [hypothesis, *variants]

    def _may_come(self, hypothesis: Hypothesis, source: Hole, hole: Hole) -> bool:
        """Whether the marble of one dark hole may have taken, or changed places with, that of another."""
        turn = hypothesis.turn
        own = {hypothesis.seat_at(source), hypothesis.seat_at(hole)}.intersection(turn.movers)
        return bool(own) and (not turn.known or bool(turn.plays.takes >> hole & 1))

    def _set_down_by_hand(self, hypothesis: Hypothesis, hole: Hole, t: float) -> list[Hypothesis]:
        self._beside(hypothesis, hole, t)
        variants = self._with_each(hypothesis, hypothesis.hand, hole, t)
        for each, token in self._taken_unseen(hypothesis, t):
            variants.append(self._down(each, token, hole, t))
        before, cheapest = hypothesis.total, float("inf")
        for each in variants:
            self.reckon(each)
            cheapest = min(cheapest, each.total - before)
        if cheapest >= UNLIKELY:
            hypothesis.ghosts |= 1 << hole
            self.spend(hypothesis, "ghost", t, hole)
            variants.append(hypothesis)
        return variants

    def _with_each(
        self, hypothesis: Hypothesis, tokens: Iterable[Token], hole: Hole, t: float
    ) -> list[Hypothesis]:
        """The hole filled with each of these marbles: in this turn, a later one, or the one before."""
        variants: list[Hypothesis] = []
        tried: set[tuple[Seat, int, Hole]] = set()
        for token in tokens:
            like = token.seat, token.due, token.origin
            if like in tried:
                continue
            tried.add(like)
            if token.seat == GHOST and not self._motion.walks(token.origin, hole, t - token.since):
                continue
            variants.append(self._down(hypothesis.copy(), token, hole, t))
            if hypothesis.waiting and token.due == NOWHERE and token.origin != hole:
                variants += self._early(hypothesis, token, hole)
            if self._may_reopen(hypothesis, token, hole):
                again = self.reopened(hypothesis, t)
                if again is not None:
                    there = next(x for x in again.hand if x[:3] == token[:3])
                    variants.append(self._down(again, there, hole, t))
        return variants

    def _early(self, hypothesis: Hypothesis, token: Token, hole: Hole) -> list[Hypothesis]:
        """The hypotheses in which a later turn's card brings the marble there."""
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
        """The hypotheses in which an owed marble came home although its suspected sensor does not show it."""
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
        """Marbles that may have been taken unseen out of holes with suspected sensors."""
        found = []
        for source in bits(hypothesis.suspected):
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
        """Whether the last play may be unfinished: a marble that it bumped or lifted is placed elsewhere."""
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
        if self._owed_elsewhere(hypothesis, token, hole):
            self.spend(hypothesis, "owed_astray", t, hole, marble=token)
            hypothesis.misplaced |= 1 << hole
        hypothesis.set_down(token, hole)
        if self._motion.placed_anew(token, hole, t):
            hypothesis.barred &= ~(1 << hole | 1 << token.origin)
        base = hypothesis.turn.base[token.seat]
        like = any(each.origin == hole and each.seat == token.seat for each in hypothesis.hand)
        if token.origin != hole and (like or (base >> hole & 1 and base >> token.origin & 1)):
            self.spend(hypothesis, "swapped", t, hole, marble=token)
        if (base | hypothesis.turn.ground.starts[token.seat]) >> token.origin & 1:
            name = misplacement(hypothesis, token.seat, hole)
            if name:  # One mistake is charged once, in however many steps it is made.
                self.spend(hypothesis, name, t, hole, marble=token)
                if token.ahead:
                    self.spend(hypothesis, "ahead", t, hole, marble=token)
        return hypothesis

    def slide(
        self, hypothesis: Hypothesis, *, off: Hole, on: Hole, t: float, seconds: float
    ) -> list[Hypothesis]:
        """The hypotheses for a marble seen in its new hole before its old one read empty."""
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

    def emptied_in_turn(self, hypothesis: Hypothesis) -> int:
        """The mask of holes that have been empty since the play before this turn was made."""
        trail = hypothesis.trail
        while trail is not None and trail[1] != "played":
            trail = trail[0]
        return self._motion.emptied(float("-inf") if trail is None else trail[2])

    def note_pause(self, hypothesis: Hypothesis, t: float) -> None:
        """Nothing moves for a while."""
        hypothesis.hand = tuple([token for token in hypothesis.hand if token.seat != GHOST])
        dark, hypothesis.dark = hypothesis.dark, 0
        for hole in bits(dark):
            self._up(hypothesis, hole, self._motion.emptied_at(hole))
        up = any(token.due == NOWHERE for token in hypothesis.hand)
        waits = hypothesis.turn.known or up or "foreign" in board_cost(self.costs, hypothesis)[1]
        if hypothesis.ghosts or (waits and unfinished(hypothesis)):  # and not for its card alone
            self.spend(hypothesis, "held", t)
            if hypothesis.counted is not None:
                self.spend(hypothesis, "held", t)  # nobody counts on

    # Turns.

    def make_plays(self, hypothesis: Hypothesis, t: float) -> list[Hypothesis]:
        """The hypotheses with each play that the board shows made, so that the next turn begins."""
        turn = hypothesis.turn
        if turn.card is not None and not turn.plays.all and self._may_discard(turn):
            return self.make_plays(self.passed(hypothesis), t)
        found = complete(hypothesis)
        if not found or any(made is hypothesis.counted for made, _ in found):
            return [hypothesis]
        variants = []
        if turn.card is None and any(turn.plays.may_continue(made) for made, _ in found):
            waits = hypothesis.copy()
            self.spend(waits, "not_yet", t)
            waits.counted = found[0][0]
            variants.append(waits)
        for made, absent in found:
            each = hypothesis.copy()
            rare = turn.card is None and made.ranks == Rank.JOKER
            self.spend(each, "rare" if rare else "played", t)
            self.spend(each, "choice", t, times=turn.plays.surprise)
            for taken in each.hand:
                if taken.ahead and made.ends >> taken.origin & 1:
                    self.spend(each, "eager", t, taken.origin, marble=taken)
            each.hand = tuple(_owed(each, made, absent))
            self._borne_out(each, t)
            each.turn, each.barred = turn.after(made), 0
            take_waiting(each)
            variants += self.make_plays(each, t)
        return variants

    def _borne_out(self, hypothesis: Hypothesis, t: float) -> None:
        """Replace the last play by another one of equal look that the board now shows."""
        turn = hypothesis.turn
        for twin in hypothesis.twins:
            if twin[1] == turn.card and twin[0] in (None, turn.seat):
                hypothesis.twins = tuple([each for each in hypothesis.twins if each is not twin])
                self.spend(hypothesis, "repeated", t, times=-1)
                return

    def passed(self, hypothesis: Hypothesis) -> Hypothesis:
        """The hypothesis with the turn's card discarded."""
        hypothesis.turn = hypothesis.turn.discarded()
        take_waiting(hypothesis)
        return hypothesis

    def reopened(self, hypothesis: Hypothesis, t: float, hole: Hole = -1) -> Hypothesis | None:
        """The hypothesis with its last play unfinished, if that hole belongs to the play; else None."""
        turn = hypothesis.turn
        if turn.before is None or not _concerns(turn, turn.before, hole):
            return None
        again = hypothesis.copy()
        self.spend(again, "reopened", t)
        if turn.made is not None:
            self.spend(again, "choice", t, times=-turn.before.plays.surprise)
        if turn.card is not None:
            self.spend(again, "reopened_late", t)
            again.waiting = ((turn.seat, turn.card), *again.waiting)
        again.turn = turn.before
        if turn.card is not None:
            set_aside(again)
        again.hand = tuple([_as_before(token, turn.before.number) for token in hypothesis.hand])
        return again

    # Cards.

    def lay(self, hypothesis: Hypothesis, card: Card, t: float) -> None:
        """Give the turn its card; earlier movements are judged by it from now on."""
        hypothesis.turn = hypothesis.turn.laid(card)
        for each in displaced(hypothesis):
            for hole in bits(each.extra):
                name = misplacement(hypothesis, each.seat, hole)
                if name:
                    self.spend(hypothesis, name, t, hole)

    def reckon(self, hypothesis: Hypothesis) -> None:
        """Compute the total cost of the hypothesis."""
        hypothesis.total = hypothesis.cost + board_cost(self.costs, hypothesis)[0]

    def spend(
        self,
        each: Hypothesis,
        name: str,
        t: float,
        hole: Hole = -1,
        times: float = 1.0,
        marble: Token | None = None,
    ) -> None:
        """Add one step by the name of its cost; `times` -1 takes one back."""
        each.spend(name, self._cost[name], t, hole, times, marble)


def _owed(hypothesis: Hypothesis, made: Made, absent: int) -> list[Token]:
    """The marbles in hands after a play: those it bumped are owed, unless they are home already.

    Of equal marbles, the bumped one is that from a hole which the play fills.
    """
    turn, left, kept = hypothesis.turn, list[Seat](), []
    for seat in set(made.sent):
        there = (hypothesis.colours[seat] & turn.ground.starts[seat]).bit_count()
        there += sum(token.seat == seat and token.due == START for token in hypothesis.hand)
        left += [seat] * (made.in_start[seat] - there)
    for token in sorted(hypothesis.hand, key=lambda each: not made.ends >> each.origin & 1):
        spots = [hole for hole in bits(absent) if made.masks[token.seat] >> hole & 1 and token.seat >= 0]
        if token.due == NOWHERE and spots:
            absent &= ~(1 << spots[0])
            token = token._replace(due=spots[0], by=turn.number)
        elif token.due == NOWHERE and token.seat in left:
            left.remove(token.seat)
            token = token._replace(due=START, by=turn.number)
        elif token.by == NOBODY:
            token = token._replace(by=turn.number)
        kept.append(token)
    return kept


def _as_before(token: Token, number: int) -> Token:
    """The token as it is if that turn is not over after all."""
    if token.by == number:
        return token._replace(due=NOWHERE, by=NOBODY)
    return token._replace(by=SINCE) if token.by == NOBODY else token


def _concerns(turn: Turn, before: Turn, hole: Hole) -> bool:
    """Whether a change of that hole may undo or continue the play or discard that led to this turn."""
    made, starts = turn.made, turn.ground.starts
    if made is None:
        own = sum(before.base[seat] | starts[seat] for seat in before.movers)
        return bool(before.plays.all) and (hole < 0 or bool(own >> hole & 1))
    if hole < 0 or (made.ends | made.touched | made.absent) >> hole & 1:
        return True
    back = (*made.sent, *made.out)
    return any(starts[seat] >> hole & 1 for seat in back)


def take_waiting(hypothesis: Hypothesis) -> None:
    """Give the next turn its early card; or end that turn if it was passed early."""
    seat = hypothesis.turn.seat
    if hypothesis.early:
        hypothesis.begin_early(seat)
    for each in hypothesis.waiting:
        if each[0] in (None, seat):
            left = list(hypothesis.waiting)
            left.remove(each)
            hypothesis.waiting = tuple(left)
            if each[1] is not None:
                hypothesis.turn = hypothesis.turn.laid(each[1])
                return
            hypothesis.turn = hypothesis.turn.discarded()
            take_waiting(hypothesis)
            return
