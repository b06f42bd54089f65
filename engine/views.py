"""The visible part of a game, for everybody and for one seat.

A view has open cards only. Of other hands and of the piles it has the numbers of cards. It never holds the
seed, because the order of every pile follows from the seed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engine.bits import Bits
from engine.cards import Card, Rank
from engine.dealing import may_draw
from engine.deck import Cards, Pile
from engine.errors import EngineError
from engine.game import Action, Game, options_with_results
from engine.geometry import Seat, seat_letter
from engine.play import Play
from engine.position import Position
from engine.table import Table

REMEMBERED = 3
"""A view holds the plays of this many last rounds."""


class PastPlay(NamedTuple):
    """A play or discard: the position before it, the card's rank, and the marbles after it."""

    before: Position
    rank: Rank
    after: Bits


@dataclass(frozen=True, slots=True)
class PublicView:
    """The open part of a game; tuples are indexed by side, `piles` as in `deck.pile_of`.

    `hands` and `piles` are numbers of cards, `stuck` counts each seat's discards in a row. `may_draw` are the
    seats that may still draw by hand. `lately` are the plays of the last rounds.
    """

    position: Position
    dealer: Seat
    hands: tuple[int, ...]
    piles: tuple[int, ...]
    discards: tuple[Pile, ...]
    shuffles: int
    stuck: tuple[int, ...]
    actions: tuple[Action, ...]
    may_draw: tuple[Seat, ...]
    over: tuple[Seat, ...] | None
    lately: tuple[PastPlay, ...]


@dataclass(frozen=True, slots=True)
class SeatView:
    """The game as one player sees it: the open part, their hand, and their options if it is their turn.

    `results` are the marbles after each of the options (see `engine.bits`).
    """

    table: Table
    cards: Cards
    public: PublicView
    seat: Seat
    hand: tuple[Card, ...]
    options: tuple[Action, ...]
    results: tuple[Bits, ...]

    def after(self, option: int) -> Position:
        """The position after the option with index `option` in `options`."""
        before = self.public.position
        return before.after(self.results[option], self.table.next_seats[before.turn])


def public_view(game: Game) -> PublicView:
    """The open part of the game."""
    setup, state = game.setup, game.state
    return PublicView(
        position=state.position,
        dealer=setup.dealer,
        hands=tuple(map(len, state.hands)),
        piles=tuple([len(stock) - drawn for stock, drawn in zip(state.stocks, state.drawn, strict=True)]),
        discards=state.discards,
        shuffles=state.shuffles,
        stuck=state.stuck,
        actions=game.actions,
        may_draw=tuple(seat for seat in setup.table.seats if may_draw(setup, state, seat)),
        over=state.over,
        lately=tuple(
            [
                PastPlay(before.position, action.card.rank, after.position.bits)
                for before, action, after in game.latest(REMEMBERED * len(setup.table.seats))
                if isinstance(action, Play)
            ]
        ),
    )


def seat_view(game: Game, seat: Seat) -> SeatView:
    """The game as the player at that seat sees it; raise EngineError if nobody sits there."""
    if seat not in game.setup.table.seats:
        raise EngineError(f"nobody sits at {seat_letter(seat)}")
    setup = game.setup
    choices, results = options_with_results(game) if seat == game.turn else ([], [])
    return SeatView(
        table=setup.table,
        cards=setup.cards,
        public=public_view(game),
        seat=seat,
        hand=game.state.hands[seat],
        options=tuple(choices),
        results=tuple(results),
    )
