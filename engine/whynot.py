"""Explain why a play is not legal: the broken rule, the holes involved, and a sentence for the table.

The carried marbles are first compared with every legal wording. If none fits, reasons are tried in this
order: whose marble it is, what the card can do, the path, the landing.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

from engine.cards import RANKS, Rank
from engine.faults import judge
from engine.geometry import seat_letter
from engine.moves import wordings
from engine.must_play import must_play
from engine.play import Leg
from engine.position import Position
from engine.reasons import most_helpful
from engine.table import Table
from engine.text import Text, a_card, capital, rank_name, seat_text
from engine.violation import Carry, Code, Violation

__all__ = ["Carry", "Code", "Violation", "carries_of", "unplayed", "why_not"]

_Key: TypeAlias = tuple[int, int, int]


def carries_of(position: Position, legs: Iterable[Leg]) -> tuple[Carry, ...] | None:
    """The carries of these legs; None if a leg moves a marble that is not there."""
    carries = []
    for leg in legs:
        seat = leg.seat
        if seat is None and leg.source is not None:
            seat = position.colour_at(leg.source)
        if seat is None:
            return None
        carries.append(Carry(seat, leg.source, leg.target))
        if leg.exchange:
            other = position.colour_at(leg.target)
            if other is None or leg.source is None:
                return None
            carries.append(Carry(other, leg.target, leg.source))
    return tuple(carries)


def unplayed(table: Table, position: Position, rank: Rank) -> Violation | None:
    """The violation of discarding that card although it has a play; else None.

    Other cards of the hand are not considered.
    """
    if not must_play(table, position, (rank,)):
        return None
    seat = seat_letter(position.turn)
    english = f"{capital(a_card(rank))} can be played, so seat {seat} must play it and not discard it."
    text = Text(english, "wrong-must-play", rank=rank_name(rank), who=seat_text(position.turn))
    return Violation(Code.MUST_PLAY, text, (), "RC-14")


def why_not(
    table: Table, position: Position, rank: Rank | None, carries: tuple[Carry, ...]
) -> Violation | None:
    """The violation of these carries, in any order, as a play of that card; None if they are a legal play.

    Without a rank any card may have been played. Without carries the card was discarded.
    """
    if not carries:
        return None if rank is None else unplayed(table, position, rank)
    ranks = RANKS if rank is None else (rank,)
    done = tuple(sorted(map(_key, carries)))
    if any(done in _plays(table, position, each) for each in ranks):
        return None
    return most_helpful(judge(table, position, each, carries, known=rank is not None) for each in ranks)


@lru_cache(maxsize=2 * len(RANKS))
def _plays(table: Table, position: Position, rank: Rank) -> frozenset[tuple[_Key, ...]]:
    """The keys of the carries of every play of that rank, cached because many carries are looked up."""
    plays = set()
    for _, legs in wordings(table, position, rank):
        carries = carries_of(position, legs[:1]) if legs[0].exchange else map(_carry, legs)
        plays.add(tuple(sorted(map(_key, carries or ()))))
    return frozenset(plays)


def _carry(leg: Leg) -> Carry:
    assert leg.seat is not None
    return Carry(leg.seat, leg.source, leg.target)


def _key(carry: Carry) -> _Key:
    return carry.seat, -1 if carry.source is None else carry.source, carry.target
