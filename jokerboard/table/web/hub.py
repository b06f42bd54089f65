"""Send the newest state of a table to its watchers (`news.py`), with the fields that differ between them.

A table only reports that something changed. A watcher first gets the whole state, as the event `state`, and
later the differences, as `change`. For each change the state is made once for all watchers.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from jokerboard.journal.records import Json
from jokerboard.table.web.access import ANY, DevicePairing, SeatClaims
from jokerboard.table.web.page_port import Change, TablePage
from jokerboard.web.errors import BadRequest
from jokerboard.web.news import News, as_json, event
from jokerboard.words.catalogue import coded, words


@dataclass(frozen=True, slots=True)
class Visitor:
    """One request's visitor: what they may do, and what they see."""

    address: str
    local: bool
    paired: bool
    device: str = ""
    """The name of the paired device, or of the browser on the table's own machine."""

    @property
    def may_command(self) -> bool:
        """Whether this visitor may send commands."""
        return self.local or self.paired


def difference(had: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    """The patch that changes `had` into `now`; empty if they are equal.

    A patch cannot set null: a field that is null in `now` is missing after the patch.
    """
    patch: dict[str, Any] = {key: None for key, value in had.items() if value is not None and key not in now}
    for key, value in now.items():
        before = had.get(key)
        if value is before or value == before:
            continue
        if isinstance(value, dict) and isinstance(before, dict):
            patch[key] = difference(before, value)
        else:
            patch[key] = value
    return patch


EVERYTHING: Final[tuple[Change, ...]] = ("state", "leds")

PLAY: Final = ("n", "seat", "card", "play", "text", "state")
"""The fields of a play that the whole state contains."""


class Hub:
    """The watchers of one table."""

    def __init__(
        self, table: TablePage, pairing: DevicePairing | None, seats: SeatClaims | None = None
    ) -> None:
        self.seats = SeatClaims() if seats is None else seats
        self._table = table
        self._pairing = pairing
        self._news = News(EVERYTHING)
        self._state: Any = None
        self._leds: Json | None = None
        self._unsubscribe = table.subscribe(self.changed)

    @property
    def watchers(self) -> int:
        """The number of watchers."""
        return self._news.watchers

    @property
    def seq(self) -> int:
        """The number of the newest state; a page compares it to ignore states from before its command."""
        if self._state is None:
            self._state = coded(self._table.state())
        return int(self._state["seq"])

    def player(self, seat: str) -> str:
        """The name of the player at a seat; `Seat A` if the player has none."""
        game = self._table.state()["game"] or {}
        return str(game.get("names", {}).get(seat) or words("seat", seat=seat))

    def claim(self, visitor: Visitor, seat: str | None) -> str | None:
        """Give the visitor's device this seat, the first free one (ANY), or none (None); return the seat.

        Raise BadRequest if another device or a machine has the seat, or if no seat is free.
        """
        game = self._table.state()["game"] or {}
        machines = game.get("machines", {})
        if seat == ANY:
            people = [each for each in game.get("seats", ()) if each not in machines]
            seat = self.seats.first_free(visitor.device, people)
        name = "" if seat is None else self.player(seat)
        if seat in machines:
            raise BadRequest(words("seat.machine", name=name), 409)
        self.seats.claim(visitor.device, seat, name, own=visitor.local)
        self.changed("state")
        return seat

    def changed(self, what: Change) -> None:
        """Note a change for every watcher; return at once."""
        if what == "state":
            self._state = None
        self._leds = None
        self._news.changed(what)

    def state(self, visitor: Visitor) -> bytes:
        """The whole state with all plays as JSON, for programs."""
        steps = coded(self._table.plays(0)["steps"])
        plays = [{name: step[name] for name in PLAY} for step in steps if "n" in step]
        return as_json(self._newest(visitor) | {"plays": plays})

    def watch(self, visitor: Visitor) -> AsyncIterator[bytes]:
        """The events of a watcher; raise BadRequest if too many watch, except at the table's own page."""
        had: Json = {}

        def events(_: frozenset[str]) -> Iterator[bytes]:
            nonlocal had
            now = self._newest(visitor) | self._private(visitor)
            if not had:
                yield event("state", as_json(now))
            elif change := difference(had, now):
                yield event("change", as_json(change))
            had = now

        return self._news.watch(events, always=visitor.local)

    def close(self) -> None:
        """End every watcher's stream and the subscription to the table."""
        if not self._news.closed:
            self._unsubscribe()
            self._news.close()

    def _private(self, visitor: Visitor) -> Json:
        """The hand that the visitor may see: their seat's, or on the table's own page the seat in turn's."""
        mine = self.seats.of(visitor.device)
        if not visitor.may_command or (mine is None and not visitor.local):
            return {"seat": mine}
        hand = self._table.hand(mine)
        if hand is None or (mine is None and self.seats.claimed(hand["seat"])):
            return {"seat": mine}
        return {"seat": mine, "hand": {**hand, "hidden": mine is None, "count": len(hand["cards"])}}

    def _newest(self, visitor: Visitor) -> Json:
        """The newest state with the fields of this visitor."""
        if self._state is None:
            self._state = coded(self._table.state())
        if self._leds is None:
            self._leds = dict(self._table.lit())
        code = self._pairing.code if self._pairing is not None and visitor.local else None
        own: Json = {"may_command": visitor.may_command, "paired": visitor.paired, "pair_code": code}
        own["taken"] = self.seats.taken
        return {**self._state, "leds": self._leds, **own}
