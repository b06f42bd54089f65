"""Sensors found to lie: said once, left out from then on, and trusted again when they agree."""

from __future__ import annotations

from referee.model.hypothesis import Hypothesis
from referee.occupancy import bits
from referee.policy.record import Record
from referee.verdicts import Fault, Verdict


def said(record: Record, t: float, reading: Hypothesis) -> list[Verdict]:
    """The sensors that lie by the reading that is believed now."""
    new = reading.distrust & ~record.bad
    return [verdict for hole in bits(new) for verdict in accuse(record, t, hole)]


def accuse(record: Record, t: float, hole: int, *, flickers: bool = False) -> list[Verdict]:
    """From now on every hypothesis leaves that hole out."""
    record.bad |= 1 << hole
    record.beam.bad = record.bad
    record.agreed.pop(hole, None)
    for each in record.beam.all:
        each.distrust |= 1 << hole
    name = record.ground.table.board.name(hole)
    what = "flickers" if flickers else "does not show what stands there"
    return [Fault(t, f"The sensor of {name} {what}; it is left out until it agrees again.", hole=hole)]
