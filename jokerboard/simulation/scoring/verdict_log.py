"""The plays in force after a list of verdicts, and the faults that accuse a sensor."""

from __future__ import annotations

from collections.abc import Iterable

from engine.referee.verdicts import Decision, Discard, Fault, Move, Takeback, Verdict


def is_accusation(fault: Fault) -> bool:
    """Whether a fault says that a sensor is faulty, not that it is trusted again."""
    return not getattr(fault, "ok", False)


def in_force(verdicts: Iterable[Verdict]) -> list[Move | Discard | Decision]:
    """The plays, discards and decisions in force after these verdicts."""
    said: list[Move | Discard | Decision] = []
    for verdict in verdicts:
        match verdict:
            case Move(amends=int()) if said:
                said[-1] = verdict
            case Move() | Discard() | Decision():
                said.append(verdict)
            case Takeback() if said:
                said.pop()
            case _:
                pass
    return said
