"""Find incidents in a table's records, one record at a time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from jokerboard.journal.games.sentences import with_names
from jokerboard.journal.records import Kind, Record
from jokerboard.tournament import reading
from jokerboard.words.catalogue import words


class Sort(StrEnum):
    """The kinds of incidents, each with its cause and the event that settles it."""

    ILLEGAL = "illegal"
    """An illegal play or board; settled by a restored board, a play, a takeback, a decision or a new game."""
    DECISION = "decision"
    """A referee's decision that overrides the rules."""
    DISPUTE = "dispute"
    """A press of the help button; settled by the next play, takeback or decision."""
    FAULT = "fault"
    """A faulty sensor or a lost device; settled when the device is back."""
    RESTART = "restart"
    """A restart of the table's service."""
    DAMAGE = "damage"
    """A lost record of a table's journal, or a repaired journal."""
    ORDER = "order"
    """An order of the desk that the table refused."""
    CONTACT = "contact"
    """A table without a heartbeat (`presence.py`); settled by the next heartbeat."""
    LOG = "log"
    """A table's log that contradicts the stored one (`intake.py`); settled by a new generation of the log."""
    CLOCK = "clock"
    """A jump of a table's clock (`jokerboard/tournament/collect/presence.py`)."""


@dataclass(frozen=True, slots=True)
class Incident:
    """One incident. `key` is unique for its table, so that an incident found again is not stored again."""

    key: str
    sort: Sort
    text: str
    seat: str | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """The effect of a record: a new incident or None, and the sorts of open incidents that it settles.

    If `about` names a device, only this device's incidents are settled.
    """

    incident: Incident | None = None
    settles: tuple[Sort, ...] = ()
    about: str | None = None


NOTHING = Found()
_PLAYED = Found(settles=(Sort.ILLEGAL, Sort.DISPUTE))
_MENDED = Found(settles=(Sort.ILLEGAL,))


def found_in(record: Record, names: Mapping[str, str]) -> Found:
    """The incident in a record, and the sorts of earlier incidents that the record settles.

    `names` has the known players' names by seat.
    """
    match record.kind:
        case Kind.VERDICT:
            return _verdict(record, names)
        case Kind.EVENT:
            return _event(record, names)
        case Kind.RESUMED:
            return _one(record, Sort.RESTART, words("incident.restart"))
        case Kind.GAME | Kind.ABANDONED:
            return _PLAYED
        case Kind.LOST:
            return _one(record, Sort.DAMAGE, words("incident.damaged", n=record.n))
        case Kind.REPAIRED:
            why = reading.text(record.data, "why") or words("incident.journal-damaged")
            return _one(record, Sort.DAMAGE, words("incident.repaired", why=why))
        case Kind.ORDER if record.data.get("taken") is False:
            what = reading.text(record.data, "order", 20)
            answer = reading.text(record.data, "said") or words("incident.no-reason")
            return _one(record, Sort.ORDER, words("incident.order", order=what, said=answer))
    return NOTHING


def _verdict(record: Record, names: Mapping[str, str]) -> Found:
    data = record.data
    seat = reading.seat(data.get("seat"))
    match data.get("kind"):
        case "illegal":
            return _one(record, Sort.ILLEGAL, with_names(reading.text(data, "text"), names), seat)
        case "move" | "discard" | "takeback" | "over":
            return _PLAYED
        case "restored":
            return _MENDED
        case "decision":
            what = reading.text(data, "decision", 20)
            by, why = reading.text(data, "by", 60), reading.text(data, "why")
            code = "incident.decision-why" if why else "incident.decision"
            about = {"why": why} if why else {}
            text = words(code, by=by or words("incident.referee"), decision=what, **about)
            return Found(Incident(_key(record), Sort.DECISION, text), _PLAYED.settles)
        case "fault":
            return _one(record, Sort.FAULT, reading.text(data, "text"))
    return NOTHING


def _event(record: Record, names: Mapping[str, str]) -> Found:
    data = record.data
    if data.get("button") == "help":
        seat = reading.seat(data.get("at"))
        who = (names.get(seat) or words("seat.name", seat=seat)) if seat else words("seat.somebody")
        return _one(record, Sort.DISPUTE, words("incident.help", who=who), seat)
    device = reading.text(data, "device", 60)
    if device and data.get("ok") is False:
        return _one(record, Sort.FAULT, words("incident.device", device=device), about=device)
    if device and data.get("ok") is True:
        return Found(settles=(Sort.FAULT,), about=device)
    return NOTHING


def _one(
    record: Record, sort: Sort, text: str, seat: str | None = None, *, about: str | None = None
) -> Found:
    key = _key(record) if about is None else f"{_key(record)} {about}"
    return Found(Incident(key, sort, text or sort.value, seat))


def _key(record: Record) -> str:
    return f"n{record.n}"
