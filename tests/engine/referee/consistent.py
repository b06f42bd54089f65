"""Properties that every hypothesis of a referee must have at any time."""

from __future__ import annotations

from engine.referee.machine import Referee
from engine.referee.model.hypothesis import Hypothesis
from engine.referee.policy.record import Record


def inconsistent(referee: Referee) -> list[str]:
    """The inconsistencies of the referee's hypotheses, as sentences."""
    record = referee._record
    found = [fault for each in record.beam.all for fault in _faults(record, each)]
    if any(record.faulty & ~each.suspected for each in record.beam.everywhere):
        found.append("a sensor that was called faulty is not suspected everywhere")
    return found


def _faults(record: Record, each: Hypothesis) -> list[str]:
    found, table = [], record.ground.table
    each = each.copy()
    each.begin_early()
    full, twice = each.ghosts, 0
    for mask in each.colours:
        full, twice = full | mask, twice | full & mask
    if twice:
        found.append("two marbles stand in one hole")
    if (full & ~each.dark ^ record.levels) & ~each.suspected:
        found.append("a hole is not as its sensor shows")
    for seat in table.seats:
        marbles = each.colours[seat].bit_count() + sum(token.seat == seat for token in each.hand)
        if marbles != table.per_seat:
            found.append(f"seat {seat} has {marbles} marbles")
    return found
