"""The game as a machine player sees it: its own hand, the marbles, the discards; never another hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.cards import Card
from engine.dealing import Setup, State
from engine.deck import fresh_piles
from engine.errors import EngineError
from engine.game import Game, begin
from engine.geometry import Seat
from engine.play import Play
from engine.table import Table
from engine.views import REMEMBERED, PastPlay, SeatView, seat_view
from jokerboard.journal.games.game_log import GameLog, Played


def open_state(setup: Setup, log: GameLog, seat: Seat, hand: tuple[Card, ...], shuffled_at: int) -> State:
    """The state of a game of real cards as `seat` sees it, with the other hands and the piles empty.

    `shuffled_at`: the number of the last play before the last shuffle.
    """
    table = setup.table
    discards: list[list[Card]] = [[] for _ in range(table.sides)]
    stuck = [0] * table.sides
    for played in log.in_force:
        stuck[played.seat] = 0 if played.play is not None else stuck[played.seat] + 1
        card = _card(played.card)
        if card is not None and played.n > shuffled_at:
            discards[played.seat].append(card)
    hands = tuple(hand if side == seat else () for side in range(table.sides))
    piles = table.sides if setup.cards.own else 1
    return State(
        position=log.position,
        hands=hands,
        stocks=((),) * piles,
        drawn=(0,) * piles,
        discards=tuple(map(tuple, discards)),
        stuck=tuple(stuck),
        shuffles=0,
        last=log.last.seat if log.last is not None else None,
    )


def view_of_open_state(setup: Setup, state: State, seat: Seat) -> SeatView:
    """The seat's view of a state from `open_state`; the sizes of other hands and piles are computed."""
    table, view = setup.table, playable_view(setup, state, seat)
    size = table.rules.hand_size
    hands = tuple(
        len(view.hand) if side == seat else size if side in table.seats else 0 for side in range(table.sides)
    )
    box = fresh_piles(setup.cards, table)
    if setup.cards.own:
        piles = tuple(
            max(0, len(box[side]) - len(state.discards[side]) - hands[side]) for side in range(table.sides)
        )
    else:
        piles = (max(0, len(box[0]) - sum(map(len, state.discards)) - sum(hands)),)
    return replace(view, public=replace(view.public, hands=hands, piles=piles))


def playable_view(setup: Setup, state: State, seat: Seat) -> SeatView:
    """The seat's view with only those plays and discards that the table's referee accepts."""
    game = begin(setup, state)
    view = seat_view(game, seat)
    kept = [n for n, option in enumerate(view.options) if isinstance(option, Play) and _takes(game, view, n)]
    return limited(view, kept)


def with_plays(view: SeatView, plays: Sequence[Played]) -> SeatView:
    """The view with the newest of `plays` as its past plays; plays with an unreadable card are left out."""
    lately = [
        PastPlay(played.before, card.rank, played.after.bits)
        for played in plays[-REMEMBERED * len(view.table.seats) :]
        if (card := _card(played.card)) is not None
    ]
    return replace(view, public=replace(view.public, lately=tuple(lately)))


def with_card(view: SeatView, card: Card) -> SeatView:
    """A copy of `view` with only the plays of `card`."""
    return limited(
        view, [n for n, one in enumerate(view.options) if isinstance(one, Play) and one.card == card]
    )


def limited(view: SeatView, numbers: list[int]) -> SeatView:
    """A copy of `view` with only the options at the indexes `numbers`."""
    return replace(
        view,
        options=tuple([view.options[n] for n in numbers]),
        results=tuple([view.results[n] for n in numbers]),
    )


def _takes(game: Game, view: SeatView, n: int) -> bool:
    option = view.options[n]
    if not isinstance(option, Play) or not option.legs:
        return True
    return view.results[n] in game.found[option.card.rank]


def _card(text: str) -> Card | None:
    try:
        return Card.parse(text)
    except EngineError:
        return None


def dealer_of(table: Table, first: Seat) -> Seat:
    """The seat that deals if `first` plays first: the seat before it."""
    return next(seat for seat in table.seats if table.next_seats[seat] == first)
