"""Faulty sensors: announced once, ignored from then on, and trusted again when they agree."""

from __future__ import annotations

from engine import bits
from engine.referee.model.hypothesis import Hypothesis
from engine.referee.model.turn import Turn
from engine.referee.policy.record import SURE, Record
from engine.referee.verdicts import Fault, Verdict
from engine.text import Text


def found(record: Record, t: float, hypothesis: Hypothesis) -> list[Verdict]:
    """The verdicts for sensors that the accepted hypothesis suspects."""
    new = hypothesis.suspected & ~record.faulty
    return [verdict for hole in bits.holes(new) for verdict in call_faulty(record, t, hole)]


def found_at_rest(record: Record, t: float) -> list[Verdict]:
    """The verdicts for newly suspected sensors, if the board rests and no close hypothesis trusts them."""
    best, most = record.beam.best, record.beam.best.total + SURE
    new = best.suspected & ~record.faulty
    unsure = any(each.total < most and new & ~each.suspected for each in record.beam.all)
    if unsure or record.mending or record.too_early(t, record.last_edge + record.settings.hidden_after):
        return []
    return found(record, t, best)


CLEAN = 10
"""A faulty sensor is trusted again if this many changes in a row were slow and the last one is right."""
SLOW = 0.1
"""Seconds: if a faulty sensor changes sooner than this after its last change, the count starts at 0 again."""


def changed(record: Record, t: float, hole: int, on: bool) -> list[Verdict]:
    """The verdicts after a change: the hole's sensor flickers, or is trusted again."""
    settings = record.settings
    if record.beam.motion.shaken(hole, t):
        return []  # A shaken board shows nothing about the sensor.
    lately = [each for each in record.changed.get(hole, []) if t - each < settings.flicker_window]
    clean = not lately or t - lately[-1] >= SLOW
    record.changed[hole] = [*lately, t]
    if not record.faulty >> hole & 1:
        return call_faulty(record, t, hole, flickers=True) if len(lately) >= settings.flicker_changes else []
    record.agreed[hole] = [*record.agreed.get(hole, []), t][-CLEAN:] if clean else []
    if len(record.agreed[hole]) < CLEAN or on != (record.beam.best.seat_at(hole) is not None):
        return []
    return trust(record, t, hole)


def shown_by(record: Record, t: float, turn: Turn) -> list[Verdict]:
    """Trust faulty sensors that showed the capture by which `turn` began; return the verdicts."""
    holes = 0 if turn.made is None else turn.made.recoloured & record.faulty & record.levels
    verdicts: list[Verdict] = []
    for hole in bits.holes(holes):
        since = [each for each in record.agreed.get(hole, []) if each > record.announced_at]
        if len(since) == 2:
            verdicts += trust(record, t, hole)
    return verdicts


def trust(record: Record, t: float, hole: int) -> list[Verdict]:
    """Trust the hole's sensor again, in every hypothesis that agrees with its level."""
    record.faulty &= ~(1 << hole)
    record.beam.grammar.faulty = record.faulty
    full = bool(record.levels >> hole & 1)
    for each in record.beam.everywhere:
        if full == (each.seat_at(hole) is not None):
            each.suspected &= ~(1 << hole)
    name = record.ground.table.board.name(hole)
    text = Text(f"The sensor of {name} agrees with the board again.", "fault-over", hole=name)
    return [Fault(t, text, hole=hole, ok=True)]


def call_faulty(record: Record, t: float, hole: int, *, flickers: bool = False) -> list[Verdict]:
    """Announce a faulty sensor; every hypothesis ignores that hole from now on."""
    record.faulty |= 1 << hole
    record.beam.grammar.faulty = record.faulty
    record.agreed.pop(hole, None)
    for each in record.beam.everywhere:
        each.suspected |= 1 << hole
        each.ghosts &= ~(1 << hole)
        each.dark &= ~(1 << hole)
    name = record.ground.table.board.name(hole)
    what = "flickers" if flickers else "does not show whether its hole is full"
    english = f"The sensor of {name} {what}; it is ignored until it agrees again."
    return [Fault(t, Text(english, "fault-flickers" if flickers else "fault-sensor", hole=name), hole=hole)]
