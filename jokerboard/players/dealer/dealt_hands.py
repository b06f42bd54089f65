"""The hands of a dealt game, folded from the referee's verdicts.

All chance comes from a secret: the same secret and the same verdicts give the same hands, so a restart needs
only these two. Pure.
"""

from __future__ import annotations

from engine.cards import Card
from engine.dealing import Setup, State, deal, laid, setup_for, turn_begun, turn_ended
from engine.errors import EngineError
from engine.geometry import Seat
from engine.must_play import playable
from engine.position import Position
from engine.referee.verdicts import Decision, Discard, Move, Over, Takeback, Verdict
from engine.table import Table


class DealtHands:
    """Everybody's cards at one table."""

    def __init__(self, table: Table, secret: str, first: Seat) -> None:
        """Deal a game in which `first` plays first, so the seat before it is the dealer."""
        dealer = next(seat for seat in table.seats if table.next_seats[seat] == first)
        self.setup: Setup = setup_for(table, secret, dealer)
        self.state: State = deal(self.setup)
        """The state with every hand and pile after the verdicts taken."""
        self._before: dict[int, State] = {}

    def hand(self, seat: Seat) -> tuple[Card, ...]:
        """The cards that the seat holds, the newest last."""
        return tuple(self.state.hands[seat])

    @property
    def shuffles(self) -> int:
        """The number of shuffles; it grows when the discards become a draw pile."""
        return self.state.shuffles

    def take(self, verdict: Verdict) -> None:
        """Update the hands by one verdict."""
        match verdict:
            case Move(_, n, seat, card, _, position, _, amends):
                before = self.state if amends is None else self._before.get(amends, self.state)
                self._play(n, before, seat, card, position)
            case Discard(_, n, seat, card, position):
                self._play(n, self.state, seat, card, position)
            case Takeback(_, n, position):
                self.state = self._before.get(n, self.state)._replace(position=position)
            case Decision(_, "take-back", _, position, _, None):
                self.state = self._at(position)._replace(position=position)
            case Decision(_, _, _, position, _, n):
                # A decision that undoes earlier ones gives the cards back; any other one changes no hand.
                before = self.state if n is None else self._before.get(n, self.state)
                self.state = before._replace(position=position)
            case Over(_, team, _):
                self.state = self.state._replace(over=team)

    def _at(self, position: Position) -> State:
        """The newest known state with that position: the present one, or one before a play."""
        if self.state.position == position:
            return self.state
        found = (state for state in reversed(self._before.values()) if state.position == position)
        return next(found, self.state)

    def _play(self, n: int, before: State, seat: Seat, text: str, position: Position) -> None:
        """Take a laid card from the hand and draw for the seat; a card in no hand changes nothing."""
        self._before[n] = before
        state = before
        try:
            card = Card.parse(text)
        except EngineError:
            card = None
        if card is not None and card in state.hands[seat]:
            state = turn_ended(self.setup, laid(state, seat, card), seat)
        state = state._replace(stuck=self._stuck(before, seat, discard=position.bits == before.position.bits))
        self.state = turn_begun(self.setup, state._replace(position=position, last=seat))

    def _stuck(self, before: State, seat: Seat, *, discard: bool) -> tuple[int, ...]:
        """Each seat's number of consecutive discards without a legal play, including this turn."""
        ranks = [card.rank for card in before.hands[seat]]
        counts = list(before.stuck)
        forced = not discard or bool(playable(self.setup.table, before.position, ranks))
        counts[seat] = 0 if forced else counts[seat] + 1
        return tuple(counts)
