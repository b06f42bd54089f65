"""The cards of a game: hands, draw piles, discards; dealing, drawing and shuffling them.

A `State` is everything that is true at one moment of a game. All chance in it comes from the setup's seed:
the n-th shuffle of a game is made with `random.Random(f"{seed}:{n}")`. So a state only has to count the
shuffles; it holds no random generator.

Piles are indexed by `deck.pile_of`, hands and discards by side. Discards lie face up in front of the seat
that played them (R-000-11, R-002-11). An empty shared pile is refilled from the discards of all seats, a
seat's own pile from the discards of that seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import NamedTuple, TypeVar

from engine.cards import Card
from engine.deck import Cards, Pile, cards_for, fresh_piles, pile_of, shuffled
from engine.errors import RulesError
from engine.geometry import Seat, seat_letter
from engine.position import Position
from engine.table import Table

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Setup:
    """The agreements before the first card is dealt; made by `setup_for`.

    With `manual_draw` people draw for themselves, and may forget to; otherwise every hand is filled as soon
    as a draw is due. `seed` is as secret as the order of the pile.
    """

    table: Table
    cards: Cards
    seed: str
    dealer: Seat
    manual_draw: bool = False


class State(NamedTuple):
    """One moment of a game; the position has the seat to move.

    `stocks` are the piles as they were shuffled last, the card that is drawn first in front, and `drawn` is
    the number of cards taken from each since then, so that drawing copies no pile. `last` is the seat that
    played or passed before. `stuck` counts each seat's discards in a row.
    """

    position: Position
    hands: tuple[Pile, ...]
    stocks: tuple[Pile, ...]
    drawn: tuple[int, ...]
    discards: tuple[Pile, ...]
    stuck: tuple[int, ...]
    shuffles: int
    last: Seat | None = None
    over: tuple[Seat, ...] | None = None

    @property
    def piles(self) -> tuple[Pile, ...]:
        """The cards left to draw, by pile; the last card of a pile is on top."""
        return tuple([stock[drawn:][::-1] for stock, drawn in zip(self.stocks, self.drawn, strict=True)])

    def with_piles(self, piles: Iterable[Pile]) -> State:
        """This state with `piles`, of which no card has been drawn yet, in place of its own piles."""
        stocks = tuple([pile[::-1] for pile in piles])
        return self._replace(stocks=stocks, drawn=(0,) * len(stocks))


_state: Callable[[tuple[object, ...]], State] = partial(tuple.__new__, State)
"""Make a state from its fields in a tuple, in a third of the time that `State(...)` takes."""


def setup_for(table: Table, seed: str, dealer: Seat | None = None, manual_draw: bool = False) -> Setup:
    """The setup of a game at that table; without a dealer the seed chooses one (RC-16).

    Raise RulesError if the dealer has no seat, or the cards cannot be dealt.
    """
    seats = table.seats
    if dealer is None:
        dealer = seats[int(Random(f"{seed}:dealer").random() * len(seats))]
    if dealer not in seats:
        raise RulesError(f"the dealer cannot be {seat_letter(dealer)}: nobody sits there")
    setup = Setup(table, cards_for(table.rules, len(seats)), seed, dealer, manual_draw)
    fresh_piles(setup.cards, table)
    return setup


class Lots:
    """A mutable copy of a state's cards, for laying, drawing and shuffling them."""

    __slots__ = ("discards", "drawn", "hands", "shuffles", "stocks")

    def __init__(self, state: State) -> None:
        _, hands, self.stocks, drawn, discards, _, self.shuffles, _, _ = state
        self.hands = list(hands)
        self.drawn = list(drawn)
        self.discards = list(discards)

    def lay(self, seat: Seat, card: Card) -> None:
        """Move the card, which the seat holds, from its hand onto its discards."""
        hand = self.hands[seat]
        at = hand.index(card)
        self.hands[seat] = hand[:at] + hand[at + 1 :]
        self.discards[seat] += (card,)

    def fill(self, setup: Setup, seat: Seat, size: int) -> None:
        """Draw until the seat's hand holds `size` cards, refilling the seat's pile when it is empty (RC-15).

        When nothing is left to draw, the hand stays short.
        """
        hand, at = self.hands[seat], pile_of(setup.cards, seat)
        while (short := size - len(hand)) > 0:
            drawn = self.drawn[at]
            cards = self.stocks[at][drawn : drawn + short]
            if cards:
                hand += cards
                self.drawn[at] = drawn + len(cards)
            elif not self._reshuffle(setup, seat, at):
                break
        self.hands[seat] = hand

    def _reshuffle(self, setup: Setup, seat: Seat, at: int) -> bool:
        """Shuffle the discards into the seat's pile; return whether there were any.

        With decks of their own, only the seat's own discards go into its pile.
        """
        seats = (seat,) if setup.cards.own else range(len(self.discards))
        pile = tuple([card for each in seats for card in self.discards[each]])
        if not pile:
            return False
        for each in seats:
            self.discards[each] = ()
        stock = shuffled(pile, Random(f"{setup.seed}:{self.shuffles}"))[::-1]
        self.stocks, self.drawn[at] = replaced(self.stocks, at, stock), 0
        self.shuffles += 1
        return True

    def after(
        self, position: Position, stuck: tuple[int, ...], last: Seat | None, over: tuple[Seat, ...] | None
    ) -> State:
        """The state with these cards and with the given position, discard counts, last seat and winners."""
        hands, drawn, discards = tuple(self.hands), tuple(self.drawn), tuple(self.discards)
        return _state((position, hands, self.stocks, drawn, discards, stuck, self.shuffles, last, over))

    def within(self, state: State) -> State:
        """`state` with the cards of this copy in place of its own."""
        return self.after(state.position, state.stuck, state.last, state.over)


def replaced(values: tuple[Value, ...], at: int, value: Value) -> tuple[Value, ...]:
    """A copy of `values` with `value` at index `at`."""
    return (*values[:at], value, *values[at + 1 :])


def deal(setup: Setup) -> State:
    """Shuffle every pile, give each seat a hand, and let the seat left of the dealer begin."""
    table = setup.table
    piles = [
        shuffled(pile, Random(f"{setup.seed}:{n}")) if pile else pile
        for n, pile in enumerate(fresh_piles(setup.cards, table))
    ]
    none: tuple[Pile, ...] = ((),) * table.sides
    first = table.next_seats[setup.dealer]
    state = State(table.initial(first), none, (), (), none, (0,) * table.sides, len(piles)).with_piles(piles)
    lots, seat = Lots(state), first
    for _ in table.seats:
        lots.fill(setup, seat, table.rules.hand_size)
        seat = table.next_seats[seat]
    return turn_begun(setup, lots.within(state))


def turn_taken(setup: Setup, state: State, card: Card | None, position: Position, stuck: int) -> State:
    """The state after the seat to move has laid `card` (None: no card), automatic draws included.

    `position` is the position after the turn, `stuck` the seat's discards in a row, this one included.
    """
    table, seat, lots = setup.table, state.position.turn, Lots(state)
    rules, over = table.rules, table.winners(position.bits)
    if card is not None:
        lots.lay(seat, card)
    if not (over or setup.manual_draw):
        if rules.draw_first:
            lots.fill(setup, position.turn, rules.hand_size + 1)
        else:
            lots.fill(setup, seat, rules.hand_size)
    counts = state.stuck
    if counts[seat] != stuck:
        counts = replaced(counts, seat, stuck)
    return lots.after(position, counts, seat, over)


def laid(state: State, seat: Seat, card: Card) -> State:
    """The state after the seat has moved that card from its hand onto its discards."""
    lots = Lots(state)
    lots.lay(seat, card)
    return lots.within(state)


def turn_ended(setup: Setup, state: State, seat: Seat) -> State:
    """The state after a seat's turn, after an automatic draw if the rules draw after playing."""
    if setup.manual_draw or setup.table.rules.draw_first or state.over:
        return state
    return filled(setup, state, seat, setup.table.rules.hand_size)


def turn_begun(setup: Setup, state: State) -> State:
    """The state at the start of a turn, after an automatic draw if the rules draw before playing."""
    if setup.manual_draw or not setup.table.rules.draw_first or state.over:
        return state
    return filled(setup, state, state.position.turn, setup.table.rules.hand_size + 1)


def filled(setup: Setup, state: State, seat: Seat, size: int) -> State:
    """The state after the seat has drawn until it holds `size` cards (see `Lots.fill`)."""
    lots = Lots(state)
    lots.fill(setup, seat, size)
    return lots.within(state)


def hand_due(setup: Setup, state: State, seat: Seat) -> int:
    """The number of cards that the seat should hold now.

    If the rules draw before playing, the seat to move holds one card more than the others.
    """
    rules = setup.table.rules
    return rules.hand_size + (rules.draw_first and seat == state.position.turn)


def may_draw(setup: Setup, state: State, seat: Seat) -> bool:
    """Whether the seat may draw by hand now.

    The seat must be short of cards, there must be cards to draw, and the draw must be in time. If the rules
    draw before playing, the time is the seat's own turn. If they draw after playing, the time ends when the
    next seat has played; then the draw is forgotten. With `forgot_draw_penalty` a forgotten draw is lost
    until the seat's next play (R-000-10), without it the draw may be made at any moment.
    """
    rules = setup.table.rules
    if not setup.manual_draw or state.over or seat not in setup.table.seats:
        return False
    if len(state.hands[seat]) >= hand_due(setup, state, seat) or not _anything_to_draw(setup, state, seat):
        return False
    if rules.draw_first:
        return seat == state.position.turn
    return seat == state.last or not rules.forgot_draw_penalty


def _anything_to_draw(setup: Setup, state: State, seat: Seat) -> bool:
    discards = (state.discards[seat],) if setup.cards.own else state.discards
    at = pile_of(setup.cards, seat)
    return state.drawn[at] < len(state.stocks[at]) or any(discards)
