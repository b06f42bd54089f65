"""The visible part of a game: for everybody, and for one seat.

A view is built from open cards. Of another hand or a pile it holds only the number of cards. It never holds
the seed, since the order of every pile follows from it.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card
from engine.dealing import may_draw
from engine.deck import Pile
from engine.errors import EngineError
from engine.game import Action, Game, options
from engine.geometry import Seat, seat_letter
from engine.position import Position


@dataclass(frozen=True, slots=True)
class PublicView:
    """The open part of a game; tuples are indexed by side, `piles` as in `deck.pile_of`.

    `hands` and `piles` are numbers of cards. `may_draw` are the seats that still may draw by hand.
    """

    position: Position
    dealer: Seat
    hands: tuple[int, ...]
    piles: tuple[int, ...]
    discards: tuple[Pile, ...]
    shuffles: int
    actions: tuple[Action, ...]
    may_draw: tuple[Seat, ...]
    over: tuple[Seat, ...] | None


@dataclass(frozen=True, slots=True)
class SeatView:
    """The game as one player sees it: the open part, the own hand, and the options if it is the own turn."""

    public: PublicView
    seat: Seat
    hand: tuple[Card, ...]
    options: tuple[Action, ...]


def public_view(game: Game) -> PublicView:
    """The open part of the game."""
    setup, state = game.setup, game.state
    return PublicView(
        position=state.position,
        dealer=setup.dealer,
        hands=tuple(map(len, state.hands)),
        piles=tuple(map(len, state.piles)),
        discards=state.discards,
        shuffles=state.shuffles,
        actions=game.actions,
        may_draw=tuple(seat for seat in setup.table.seats if may_draw(setup, state, seat)),
        over=state.over,
    )


def seat_view(game: Game, seat: Seat) -> SeatView:
    """The table as the player at that seat sees it; EngineError when nobody sits there."""
    if seat not in game.setup.table.seats:
        raise EngineError(f"nobody sits at {seat_letter(seat)}")
    own_turn = seat == game.turn
    return SeatView(public_view(game), seat, game.state.hands[seat], options(game) if own_turn else ())
