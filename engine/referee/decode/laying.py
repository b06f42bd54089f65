"""The meanings of a read card by each hypothesis: laid for the turn, read again, or laid for a later turn."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from engine.cards import Card
from engine.geometry import Seat
from engine.referee.decode.grammar import Grammar
from engine.referee.events import CardRead
from engine.referee.model.displaced import unmoved
from engine.referee.model.hypothesis import NOWHERE, Hypothesis
from engine.referee.model.overlap import set_aside
from engine.referee.model.readers import Readers


class Meaning(Enum):
    """The meanings that a read card can have by the likeliest hypothesis."""

    NOTHING = auto()
    LAID = auto()
    SECOND = auto()
    NEXT = auto()
    TOO_SOON = auto()


@dataclass(frozen=True, slots=True)
class Laying:
    """A read card with the facts that decide its meaning."""

    grammar: Grammar
    readers: Readers
    event: CardRead
    card: Card
    at: Seat | None
    repeat: bool
    announced: int
    """The number of announced plays, whose cards the readers have recorded."""
    lenient: bool
    """Whether the laid card may be exchanged for another while no marble was moved."""

    def meanings(self, hypothesis: Hypothesis) -> list[Hypothesis]:
        """The hypotheses that may follow from this one because of the card."""
        turn, card, at = hypothesis.turn, self.card, self.at
        mine = at is None or at == turn.seat
        exchanged = mine and turn.card is not None and self._exchanged(hypothesis)
        if at is not None and (at, card) in hypothesis.waiting and not exchanged:
            return [hypothesis]
        if mine and turn.card == card:
            return self._again(hypothesis)
        if mine and (turn.card is None or exchanged):
            old = self.readers.old(card, at, self.event.t, turn=True)
            early = self._on_the_pile(hypothesis)
            return self._new(hypothesis, old or self._last(hypothesis), laid=True) + early
        if mine and at is not None:
            if not self.repeat:
                self.grammar.spend(hypothesis, "passed", self.event.t)
            return [hypothesis]
        old = at is not None and self.readers.old(card, at, self.event.t, turn=False)
        return self._new(hypothesis, old or self._last(hypothesis), laid=False)

    def meaning(self, best: Hypothesis) -> Meaning:
        """The card's meaning by the likeliest hypothesis."""
        turn, card, at = best.turn, self.card, self.at
        chain = (turn, turn.before)
        if any(each is not None and each.card == card and at in (None, each.seat) for each in chain):
            return Meaning.LAID
        if at == turn.seat and turn.card is not None and self.readers.last.get(at) != card:
            return Meaning.SECOND
        if (at, card) in best.waiting:
            next_one = turn.card is not None and at in (None, turn.position.next_seat())
            return Meaning.NEXT if next_one else Meaning.TOO_SOON
        return Meaning.NOTHING

    def is_new(self, hypothesis: Hypothesis) -> bool:
        """Whether the card would become the card of the turn, and was not on the reader before."""
        first = hypothesis.turn.card is None and self.at in (None, hypothesis.turn.seat)
        return first and not self.readers.old(self.card, self.at, self.event.t, turn=True)

    def _last(self, hypothesis: Hypothesis) -> bool:
        """Whether the play made last from this reader has this card and is not announced yet."""
        turn = hypothesis.turn.before
        while self.at is not None and turn is not None and turn.seat != self.at:
            turn = turn.before
        return turn is not None and turn.card == self.card and turn.number >= self.announced

    def _again(self, hypothesis: Hypothesis) -> list[Hypothesis]:
        """The hypotheses after the turn's card is read again.

        If the reader is shared and the card has no copy number, the next seat may have laid an equal card.
        """
        found = [hypothesis]
        if self.at is None and self.card.copy is None:
            found.append(self._costly(self._wait(hypothesis.copy())))
        return found

    def _new(self, hypothesis: Hypothesis, old: bool, *, laid: bool) -> list[Hypothesis]:
        """The hypotheses for a card other than the turn's; if it is `old`, it may be the card played last."""
        new = hypothesis.copy()
        if laid:
            self.grammar.lay(new, self.card, self.event.t)
            new.waiting = tuple([each for each in new.waiting if each != (self.at, self.card)])
            set_aside(new)  # A later seat's play out of turn is judged in that seat's turn.
        else:
            self._wait(new)
            turn, at = hypothesis.turn, self.at
            soon = turn.card is None or at not in (None, turn.position.next_seat())
            self.grammar.spend(new, "early", self.event.t, times=2 if soon else 1)
        if old:
            return [hypothesis, self._costly(new, before_it=not laid or unmoved(hypothesis))]
        if laid or self.at is None or hypothesis.turn.card is not None:
            return [new]
        astray = hypothesis.copy()  # The seat in turn lays its card at another seat's reader.
        self.grammar.spend(astray, "astray", self.event.t)
        self.grammar.lay(astray, self.card, self.event.t)
        return [new, astray]

    def _on_the_pile(self, hypothesis: Hypothesis) -> list[Hypothesis]:
        """The hypotheses in which a card on the table's pile is the next player's.

        A seat seldom lays a second card while one of its marbles is lifted, or on top of its first card.
        """
        turn = hypothesis.turn
        if self.at is not None or turn.card is None:
            return []
        early = self._new(hypothesis, old=False, laid=False)
        lifted = any(token.due == NOWHERE and token.seat in turn.movers for token in hypothesis.hand)
        if lifted or self.readers.covers(self.at, self.event.t):
            self.grammar.spend(hypothesis, "passed", self.event.t)
        return early

    def _wait(self, hypothesis: Hypothesis) -> Hypothesis:
        kept = tuple([each for each in hypothesis.waiting if self.at is None or each[0] != self.at])
        hypothesis.waiting = (*kept, (self.at, self.card))
        return hypothesis

    def _costly(self, hypothesis: Hypothesis, *, before_it: bool = True) -> Hypothesis:
        """Charge that the read card is a second, equal one; if `before_it`, playing it refunds the cost."""
        same = self.card.copy is not None or self.readers.chatters(self.at)
        self.grammar.spend(hypothesis, "repeated", self.event.t, times=2 if same else 1)
        if before_it and not same:
            hypothesis.twins = (*hypothesis.twins, (self.at, self.card))
        return hypothesis

    def _exchanged(self, hypothesis: Hypothesis) -> bool:
        """Whether the card replaces the laid one; a machine's demanded card does so at any time."""
        demand = hypothesis.turn.demand
        if demand is not None and demand.play.card == self.card:
            return True
        free = self.at in self.readers.free or (self.lenient and self.at is not None)
        return free and unmoved(hypothesis)
