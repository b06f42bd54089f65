"""The cards and plays that the page offers: a hand, its playable cards, the plays of one card."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.cards import Card, Rank
from engine.geometry import Board, seat_letter, seat_of
from engine.legal import legal
from engine.must_play import must_play, playable
from engine.play import Leg
from engine.position import Position
from engine.table import Table
from jokerboard.journal.records import Json
from jokerboard.players.dealer import Dealer
from jokerboard.table.runtime.running_game import RunningGame


def choices(table: Table, position: Position, card: Card) -> list[Json]:
    """Every result of the card for the seat in turn, as `play` (its text) and `legs`.

    A leg is `[from, to, seat]`: a marble of `seat` goes from one hole to the other. A marble in START comes
    from the seat's letter with an `s`, since its five holes are one place.
    """
    found = legal(table, position, card.rank)
    return [
        {
            "play": one.with_card(card).text(table.board),
            "legs": [_leg(table.board, position, leg) for leg in one.legs],
        }
        for one in found
    ]


def playable_cards(table: Table, position: Position, cards: Sequence[Card]) -> Json:
    """The cards of a hand that can move a marble, and whether one of them must be played (`must`)."""
    ranks = tuple(card.rank for card in cards)
    moving, forced = _of_ranks(table, position, ranks)
    return {"moves": [str(card) for card in cards if card.rank in moving], "must": bool(forced)}


def hand_of(game: RunningGame, dealer: Dealer | None, letter: str | None) -> Json | None:
    """The dealt hand of the seat `letter` (None: the seat in turn); None if no hand may be shown."""
    if dealer is None or game.log.over is not None:
        return None
    seat = game.log.turn if letter is None else seat_of(letter)
    at = seat_letter(seat)
    if at not in game.header.own_seats or at in game.header.machines:
        return None
    cards = dealer.hand(seat)
    hand = {"seat": at, "cards": [str(card) for card in cards]}
    if seat == game.log.turn:
        hand |= playable_cards(game.table, game.log.position, cards)
    return hand


def revealed(game: RunningGame, dealer: Dealer | None) -> Json:
    """The deal of a game that is final: its secret, and the cards left in the hands; else an empty object."""
    if dealer is None or not (game.log.final and dealer.secret):
        return {}
    hands = {seat_letter(seat): [str(card) for card in dealer.hand(seat)] for seat in game.table.seats}
    return {"revealed": {"secret": dealer.secret, "hands": hands}}


@lru_cache(maxsize=64)
def _of_ranks(
    table: Table, position: Position, ranks: tuple[Rank, ...]
) -> tuple[tuple[Rank, ...], tuple[Rank, ...]]:
    """The ranks that can move a marble, and those among them of which one must be played."""
    return playable(table, position, ranks), must_play(table, position, ranks)


def _leg(board: Board, position: Position, leg: Leg) -> list[str]:
    if leg.source is None:
        seat = position.turn if leg.seat is None else leg.seat
        return [f"{seat_letter(seat)}s", board.name(leg.target), seat_letter(seat)]
    owner = position.colour_at(leg.source)
    seat = position.turn if owner is None else owner
    return [board.name(leg.source), board.name(leg.target), seat_letter(seat)]
