"""Statistics of many recorded games: by seat, by rank, and in all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.cards import RANKS
from engine.geometry import Seat, board
from engine.records.record import Drew, Laid, Passed, Placed, Record, Reshuffled


@dataclass(slots=True)
class Tally:
    """Counts of plays and their effects.

    `turns` are plays, discards and passes. `sent` are marbles sent to START, `pushed` those sent to their
    in-spots, `out` those brought out of START, `home` those brought from the ring into a lane.
    """

    turns: int = 0
    plays: int = 0
    discards: int = 0
    passes: int = 0
    splits: int = 0
    out: int = 0
    home: int = 0
    sent: int = 0
    pushed: int = 0
    won: int = 0

    def add(self, event: Laid | Passed, ring: int) -> None:
        """Count one turn of a game on a board with `ring` ring holes."""
        self.turns += 1
        if isinstance(event, Passed):
            self.passes += 1
            return
        legs = event.legs
        self.plays += bool(legs)
        self.discards += not legs
        self.splits += len(legs) > 1
        self.out += sum(leg.source is None for leg in legs)
        self.home += sum(leg.target >= ring > (leg.source or 0) for leg in legs)
        self.sent += sum(leg.sent is not None for leg in legs)
        self.pushed += sum(len(leg.pushes) for leg in legs)


@dataclass(slots=True)
class Stats:
    """Statistics of games: `lengths` has the turns of each, `ranks` a tally by laid card (`TJQK`, `?`)."""

    games: int = 0
    won: int = 0
    abandoned: int = 0
    decisions: int = 0
    reshuffles: int = 0
    draws: int = 0
    lengths: list[int] = field(default_factory=list)
    total: Tally = field(default_factory=Tally)
    seats: dict[Seat, Tally] = field(default_factory=dict)
    ranks: dict[str, Tally] = field(default_factory=dict)
    wins: Counter[tuple[Seat, ...]] = field(default_factory=Counter)


def stats(records: Iterable[Record]) -> Stats:
    """The statistics of these records as they are written; their legality is not checked."""
    found = Stats()
    for record in records:
        _count(found, record)
    found.seats = dict(sorted(found.seats.items()))
    found.ranks = dict(sorted(found.ranks.items(), key=_rank_order))
    return found


def _count(found: Stats, record: Record) -> None:
    found.games += 1
    found.won += bool(record.winners)
    found.abandoned += record.abandoned
    if record.winners:
        found.wins[record.winners] += 1
    for seat in record.start.seats:
        found.seats.setdefault(seat, Tally()).won += seat in record.winners
    ring, turns = board(record.start.sides).ring, 0
    for entry in record.entries:
        event = entry.event
        if isinstance(event, Laid | Passed):
            turns += 1
            tallies = [found.total, found.seats[event.seat]]
            if isinstance(event, Laid):
                rank = "".join(card.rank for card in event.cards) or "?"
                tallies.append(found.ranks.setdefault(rank, Tally()))
            for tally in tallies:
                tally.add(event, ring)
        found.decisions += isinstance(event, Placed)
        found.reshuffles += isinstance(event, Reshuffled)
        found.draws += isinstance(event, Drew)
    found.lengths.append(turns)


def _rank_order(item: tuple[str, Tally]) -> tuple[int, str]:
    """The sort key of a rank: single ranks in the order of the pack, then groups of ranks."""
    ranks = item[0]
    return (RANKS.index(ranks) if ranks in RANKS else len(RANKS), ranks)
