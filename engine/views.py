"""What may be seen of a game: by everybody, and by one seat.

A view is built from what is face up. It holds of a hand or a pile of somebody else only how many cards it
has, and never the seed, from which the order of every pile could be worked out.
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
    """What everybody at the table sees; tuples are indexed by side, `piles` as in `deck.pile_of`.

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
    """What one player sees: everything public, the own hand, and the own options when it is the own turn."""

    public: PublicView
    seat: Seat
    hand: tuple[Card, ...]
    options: tuple[Action, ...]


def public_view(game: Game) -> PublicView:
    """The table as anybody sees it who walks by."""
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
