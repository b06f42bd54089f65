"""The plays that the page offers: those of one card, and those of a whole hand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.cards import Card, Rank
from engine.geometry import Board, seat_letter
from engine.legal import legal
from engine.must_play import must_play, playable
from engine.play import Leg
from engine.position import Position
from engine.table import Table
from jokerboard.journal.records import Json


def choices(table: Table, position: Position, card: Card) -> list[Json]:
    """Every result of the card for the seat in turn, as `play` (its text) and `legs`.

    A leg is `[from, to, seat]`: whose marble moves from which hole. A marble in START comes from the seat's
    letter with an `s`, since its five holes are one place.
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
