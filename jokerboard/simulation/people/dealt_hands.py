"""The simulated people's cards: dealt by the engine from a seed, minus the cards that were seen played.

Hands are never stored: the engine deals them again from the seed and the cards played since. So the hands are
the same after a restart, and a takeback gives the card back. A card that was in no hand changes no hand.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card
from engine.dealing import Setup, State, deal, laid, setup_for, turn_begun, turn_ended
from engine.game import Action, begin, options
from engine.geometry import Seat
from engine.position import Position
from engine.table import Table
from jokerboard.players.dealer import Dealer

Seen = tuple[Seat, Card]
"""A seat, and a card that it was seen to play or discard."""


class DealtByTable:
    """The hands in a game whose cards the table deals; shuffles are announced by its dealer."""

    shuffles = 0

    def __init__(self, dealer: Dealer) -> None:
        self._dealer = dealer

    def follow(self, seen: Sequence[Seen]) -> None:  # noqa: ARG002
        """Let the table's dealer announce a shuffle, if the game has not announced it yet."""
        self._dealer.tell_shuffles()

    def hand(self, seat: Seat) -> tuple[Card, ...]:
        """The seat's cards."""
        return self._dealer.state.hands[seat]

    def options(self, position: Position) -> tuple[Action, ...]:
        """The legal plays and discards of the seat in turn, in this position and with its hand."""
        return options(begin(self._dealer.setup, self._dealer.state._replace(position=position, over=None)))


class Cards:
    """The hands in a game whose cards people deal themselves."""

    def __init__(self, table: Table, seed: str, dealer: Seat) -> None:
        self._setup: Setup = setup_for(table, seed, dealer)
        self._states: list[State] = [deal(self._setup)]
        self._seen: list[Seen] = []
        self.shuffles = 0
        """The number of times that the discards became a draw pile again."""

    def follow(self, seen: Sequence[Seen]) -> None:
        """Compute the hands after these cards: those of the plays in force, in the order of play."""
        same = 0
        while same < min(len(seen), len(self._seen)) and seen[same] == self._seen[same]:
            same += 1
        del self._states[same + 1 :]
        self._seen = list(seen)
        for seat, card in seen[same:]:
            self._states.append(self._after(self._states[-1], seat, card))
        self.shuffles = self._states[-1].shuffles - self._states[0].shuffles

    def hand(self, seat: Seat) -> tuple[Card, ...]:
        """The seat's cards."""
        return self._states[-1].hands[seat]

    def options(self, position: Position) -> tuple[Action, ...]:
        """The legal plays and discards of the seat in turn, in this position and with its hand."""
        state = self._states[-1]._replace(position=position, over=None)
        return options(begin(self._setup, state))

    def _after(self, state: State, seat: Seat, card: Card) -> State:
        if card in state.hands[seat]:
            state = turn_ended(self._setup, laid(state, seat, card), seat)
        table = self._setup.table
        turn = state.position.with_turn(table.next_seats[seat])
        return turn_begun(self._setup, state._replace(position=turn, last=seat))
