"""The state of a shared game at one table: the items of its own referee, the shared log, and the next step.

The journal stores each record of the shared log as a line before the record takes effect. So after a restart
the state is folded from the journal: verdicts and records, in their order.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.geometry import Seat, seat_of
from engine.referee.verdicts import NextTurn, Verdict
from engine.table import Table
from jokerboard.houses.agreement import Agreement, Propose
from jokerboard.houses.announced import AnnouncedItems
from jokerboard.houses.changes import Change, Entry, Item, SharedLog
from jokerboard.houses.ends import End
from jokerboard.houses.keeper import HOST
from jokerboard.journal.games.header import Header
from jokerboard.journal.games.verdict_lines import from_json
from jokerboard.journal.records import Kind, Record

LINE = "shared"
"""The field of a journal's line with a record of the shared log."""
WISH = "wish"
"""The field of a guest's line with the end for which its people ask; null once the host has answered."""


class SharedState:
    """The state of a shared game at one table, folded from the game's records."""

    def __init__(self, header: Header, table: Table, records: Sequence[Record]) -> None:
        """`records`: the records of the game in the journal."""
        self._header, self._table = header, table
        self.house = header.houses["own"]
        self.own = frozenset(header.houses[self.house])
        self._items = AnnouncedItems(table.board, header.position)
        dealt = header.deal is not None
        self._agreement = Agreement(self.own, decides=self.house == HOST, dealt=dealt)
        self.log = SharedLog(header.id)
        self.wish: End | None = None
        """The end that people here have asked the host for; None if there is none or it was answered."""
        self._fold(records)

    @property
    def proposal(self) -> Change | None:
        """The change that this house asks the host for; None if it asks for none."""
        step = self._agreement.step()
        return step.change if isinstance(step, Propose) else None

    @property
    def decided(self) -> bool:
        """Whether a decision of the host's referee is the reason for the proposal."""
        return self._agreement.decided

    @property
    def carried(self) -> int:
        """The number of items of the shared log that this board shows."""
        return self._agreement.common

    @property
    def unshared(self) -> tuple[Item, ...]:
        """The items of this table that the shared log does not have yet."""
        return self._items.items[self._agreement.common :]

    @property
    def shuffles(self) -> int:
        """The number of shuffles before the newest item that this board shows."""
        common = self._agreement.common
        return self.log.items[common - 1].shuffles if common else 0

    def shuffled_at(self, shuffles: int) -> int:
        """The number of the last play on this board before that many shuffles; 0 before the first shuffle."""
        before = [
            n
            for n, item in zip(self._items.numbers, self.log.items[: self.carried], strict=False)
            if n is not None and item.shuffles < shuffles
        ]
        return before[-1] if before else 0

    def _fold(self, records: Sequence[Record]) -> None:
        table = self._table
        for record in records:
            if record.kind is Kind.VERDICT:
                self._announced(from_json(record.data, table.board, table.per_seat))
            elif record.kind is Kind.EVENT and LINE in record.data:
                self.log = self.log.taken(Entry.parse(record.data[LINE]))
                self._agreement.set_shared(self.log.items)
            elif record.kind is Kind.EVENT and WISH in record.data:
                wish = record.data[WISH]
                self.wish = None if wish is None else End.parse(wish)

    def _announced(self, verdict: Verdict) -> None:
        decided = self._items.take(verdict)
        if not isinstance(verdict, NextTurn):
            self._agreement.set_mine(self._items.items, decided=decided)

    def _before(self, place: int) -> str:
        items = self._items.items
        return items[place - 1].after if place else self._header.position

    def _seat_at(self, place: int) -> Seat | None:
        items = self._items.items
        letter = items[place].seat if place < len(items) else ""
        return seat_of(letter) if letter else None
