"""The source of a machine's cards: the table deals them, or people put real cards into numbered places."""

from __future__ import annotations

from typing import Protocol

from engine.cards import Card
from engine.dealing import Setup, setup_for
from engine.geometry import Seat
from engine.table import Table
from engine.views import SeatView
from jokerboard.journal.games.game_log import GameLog
from jokerboard.journal.records import Json
from jokerboard.players.dealer import Dealer
from jokerboard.players.placed_hands import PlacedHands
from jokerboard.players.seat_views import dealer_of, open_state, playable_view, view_of_open_state


class CardSource(Protocol):
    """The source of the machines' cards at one table."""

    def view(self, seat: Seat) -> SeatView:
        """The game as the player at `seat` sees it, whose turn it is."""
        ...

    def missing(self, seat: Seat) -> int | None:
        """The number, from 1, of the place that lacks a card in the seat's hand; None if none does."""
        ...

    @property
    def dealt(self) -> bool:
        """Whether the table lays the cards; otherwise people turn them over."""
        ...

    def lay(self, seat: Seat, card: Card) -> None:
        """If the table deals, lay a card of the seat in turn; raise JokerboardError if it is refused."""

    def opened(self) -> Json | None:
        """The proof, after the game, that the machines' cards came by chance; None if no card was hidden."""
        ...


class DealtCards:
    """Cards that the table deals."""

    dealt = True

    def __init__(self, dealer: Dealer) -> None:
        self._dealer = dealer
        self.lay = dealer.lay

    def view(self, seat: Seat) -> SeatView:
        """The game as the player at `seat` sees it, whose turn it is."""
        return playable_view(self._dealer.setup, self._dealer.state, seat)

    def missing(self, seat: Seat) -> int | None:  # noqa: ARG002
        """None, because the dealer fills every hand."""
        return None

    def opened(self) -> Json | None:
        """The secret from which the whole deal can be computed again."""
        return {"secret": self._dealer.secret}


class SentCards(DealtCards):
    """Cards that the table of another house deals; this table knows only the number of cards elsewhere."""

    def view(self, seat: Seat) -> SeatView:
        """The game as the player at `seat` sees it, whose turn it is."""
        return view_of_open_state(self._dealer.setup, self._dealer.state, seat)

    def opened(self) -> Json | None:
        """The secret of the deal once the other table has revealed it; None before."""
        return {"secret": self._dealer.secret} if self._dealer.secret else None


class RealCards:
    """Real cards, each read once when it is dealt; `hands` remembers which card is in which place."""

    dealt = False

    def __init__(self, table: Table, log: GameLog, first: Seat, hands: PlacedHands) -> None:
        self._table, self._log, self.hands = table, log, hands
        self._setup: Setup = setup_for(table, "", dealer_of(table, first))
        self._short: dict[Seat, int] = {}
        self.shuffled_at = 0
        """The number of the last play before the last shuffle."""

    def view(self, seat: Seat) -> SeatView:
        """The game as the player at `seat` sees it, whose turn it is."""
        state = open_state(self._setup, self._log, seat, self.hands.hand(seat), self.shuffled_at)
        return view_of_open_state(self._setup, state, seat)

    def missing(self, seat: Seat) -> int | None:
        """The seat's first place to which a card must be dealt now, from 1; None if none need be dealt."""
        if self.hands.has_open(seat):
            return None
        rules = self._table.rules
        size = rules.hand_size + (rules.draw_first and self._log.turn == seat)
        place = self.hands.free_place(seat, size)
        full = len(self.hands.hand(seat)) >= size
        return None if full or place is None or self._short.get(seat) == self._log.n else place

    def lay(self, seat: Seat, card: Card) -> None:
        """Do nothing: people turn over the card."""

    def opened(self) -> Json | None:
        """The key to the seals of the dealt cards; None if no card was sealed."""
        return self.hands.opened()

    def nothing_left(self, seat: Seat) -> None:
        """Note that the draw pile is empty: the seat's hand stays incomplete until the next play."""
        self._short[seat] = self._log.n

    def seen_before(self, card: Card) -> bool:
        """Whether all copies of the card are in hands or were played, so that none can be dealt."""
        copies = self._copies(card)
        played = sum(1 for each in self._log.in_force if each.n > self.shuffled_at and each.card == str(card))
        return self.hands.count(card) + played >= copies

    def _copies(self, card: Card) -> int:
        if card.copy is not None:
            return 1
        cards = self._setup.cards
        packs = cards.packs * (len(self._table.seats) if cards.own else 1)
        return packs * (cards.jokers if card.suit is None else 1)
