"""Contact with the tables: the newest heartbeat of each table, and an incident if it is missing.

A heartbeat is a key in Redis that expires. It has the condition of the table's machine and the length of its
log, for people to read. Its contents are unsigned and never become part of the log.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field

from jokerboard.host import VERSION
from jokerboard.host.outside_text import shown
from jokerboard.journal.records import Json
from jokerboard.journal.signature import SignedHead
from jokerboard.tournament import reading
from jokerboard.tournament.collect.fold_incidents import Found, Incident, Sort
from jokerboard.tournament.collect.intake import note, settle
from jokerboard.tournament.collect.store import Store
from jokerboard.tournament.steady_clock import jump_text
from jokerboard.words.catalogue import words


@dataclass(frozen=True, slots=True)
class Presence:
    """The valid parts of a table's heartbeat; invalid values are replaced by empty ones."""

    t: str
    program: str
    journal: str
    generation: int
    last: int
    sent: int
    address: str | None
    health: Json
    signed: SignedHead | None = None

    @classmethod
    def parse(cls, raw: bytes | None) -> Presence | None:
        """Parse a heartbeat; None if `raw` is None or not a heartbeat."""
        if raw is None or len(raw) > 65_536:
            return None
        try:
            data = json.loads(raw)
        except (ValueError, RecursionError):
            return None
        if not isinstance(data, dict):
            return None
        reported = data.get("health")
        health = reported if isinstance(reported, dict) else {}
        program = reading.text(data, "program", 40)
        faults = _faults(health) + _other_version(program)
        address = reading.text(data, "address", 200)
        return cls(
            t=reading.text(data, "t", 40),
            program=program,
            journal=reading.text(data, "journal", 16),
            generation=reading.whole(data, "generation"),
            last=reading.whole(data, "last"),
            sent=reading.whole(data, "sent"),
            signed=SignedHead.parse(data.get("signed")),
            address=address if address.startswith(("http://", "https://")) else None,
            health={
                "ok": health.get("ok") is not False and program in ("", VERSION),
                "faults": faults,
                "uptime": reading.seconds(health, "uptime"),
                "temperature": _measured(health, "temperature"),
                "disk_free": reading.whole(health, "disk_free"),
                "throttled": health.get("throttled") is True,
            },
        )


@dataclass(slots=True)
class Roll:
    """The newest heartbeat of each table, by the table's number in the store; None for a table out of
    contact.

    The collector's thread writes it, and the page's thread reads it.
    """

    _heartbeats: dict[int, Presence | None] = field(default_factory=dict)
    _skews: dict[int, int] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def heartbeats(self) -> dict[int, Presence | None]:
        """A copy of the newest heartbeats; empty while the Redis is away and contact is unknown."""
        with self._lock:
            return dict(self._heartbeats)

    def unknown(self) -> None:
        """Forget all heartbeats, because the Redis is away."""
        with self._lock:
            self._heartbeats.clear()

    def replace(self, heartbeats: Mapping[int, Presence | None], store: Store, now: str) -> None:
        """Replace the heartbeats; record an incident for each lost table, settled when the table is back."""
        with self._lock:
            self._heartbeats.clear()
            self._heartbeats.update(heartbeats)
        here = {row["id"]: bool(row["here"]) for row in store.rows("SELECT id, here FROM tables")}
        self._clocks(heartbeats, store, now)
        changed = {owner: one for owner, one in heartbeats.items() if here.get(owner) != (one is not None)}
        if not changed:
            return
        with store.writing() as db:
            for owner, one in changed.items():
                query = "UPDATE tables SET here = ?, heard = ? WHERE id = ? AND here != ?"
                there = int(one is not None)
                if db.execute(query, (there, now, owner, there)).rowcount == 0:
                    continue  # Another director on this store has recorded it already.
                if one is None:
                    note(db, owner, Incident(f"contact {now}", Sort.CONTACT, words("incident.contact")), now)
                else:
                    settle(db, owner, Found(settles=(Sort.CONTACT,)), now)

    def _clocks(self, heartbeats: Mapping[int, Presence | None], store: Store, now: str) -> None:
        """Record an incident for each table whose clock has jumped since its last heartbeat."""
        for owner, one in heartbeats.items():
            if one is None or not one.t:
                continue
            behind = reading.skew(one.t, now)
            before = self._skews.setdefault(owner, behind)
            if abs(behind - before) > reading.CLOCKS_AGREE:
                self._skews[owner] = behind
                text = words("incident.clock", jump=jump_text((before - behind) / 1000))
                with store.writing() as db:
                    note(db, owner, Incident(f"clock {now}", Sort.CLOCK, text), now)


def _faults(health: Mapping[str, object]) -> list[str]:
    faults = health.get("faults")
    found = faults[:20] if isinstance(faults, list) else []
    return [shown(each, 200) for each in found if isinstance(each, str)]


def _other_version(program: str) -> list[str]:
    if program in ("", VERSION):
        return []
    return [words("incident.version", program=program, director=VERSION)]


def _measured(health: Mapping[str, object], name: str) -> float | None:
    value = health.get(name)
    # NaN and infinity fail this comparison.
    return round(float(value), 1) if isinstance(value, int | float) and abs(value) < 1e6 else None
