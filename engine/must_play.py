"""The duty to play (RULEBOOK RC-14): when a card of the hand must be played, and when any may be discarded.

A card is playable when it has at least one legal execution. One playable card obliges its holder, who picks
freely among all the playable ones. Only a Joker may be exempt (R-000-4, R-002-3, R-003-3): the switch
`joker_forced` sets whether a Joker obliges whenever it is the only play, or only while no marble of the seat
is in play, or never. A Joker that does not oblige may be played anyway, or kept (R-002-4).
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.cards import Rank
from engine.moves import Found
from engine.position import Position
from engine.table import Table


def must_play(table: Table, position: Position, ranks: Iterable[Rank]) -> tuple[Rank, ...]:
    """The playable ranks of a hand if one of them must be played; empty if any card may be discarded."""
    return () if table.rules.discard_free else obliging(table, position, playable(table, position, ranks))


def playable(table: Table, position: Position, ranks: Iterable[Rank]) -> tuple[Rank, ...]:
    """The ranks among `ranks` that the seat to move can play, each once, in their order."""
    found = Found(table, position)
    return tuple(rank for rank in dict.fromkeys(ranks) if found[rank])


def obliging(table: Table, position: Position, can: tuple[Rank, ...]) -> tuple[Rank, ...]:
    """All of `can`, each rank once, if one of them obliges the seat to play; otherwise nothing."""
    if can != (Rank.JOKER,):
        return can
    forced = table.rules.joker_forced
    if forced == "never" or (forced == "nothing_in_play" and in_play(table, position)):
        return ()
    return can


def in_play(table: Table, position: Position) -> bool:
    """Whether any marble that the seat in turn may move is out of START (R-002-10)."""
    return any(position.marbles[seat] for seat in table.helping(position))
