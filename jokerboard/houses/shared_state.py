"""The state of a shared game at one table: its own referee's plays, the shared log, and the next step.

The journal stores each record of the shared log as a line before the record takes effect. So after a restart
the state is computed from the journal: verdicts and records, in their order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from engine.cards import Card
from engine.geometry import Board, Seat, seat_letter, seat_of
from engine.position import Position
from engine.referee.events import DecisionName
from engine.referee.verdicts import Decision, Discard, Move, NextTurn, Takeback, Verdict
from engine.table import Table
from jokerboard.houses.agreement import Agreement, Propose
from jokerboard.houses.changes import Change, Entry, Item, SharedLog
from jokerboard.houses.ends import End
from jokerboard.houses.keeper import HOST
from jokerboard.journal.games.game_lines import from_json
from jokerboard.journal.games.header import Header
from jokerboard.journal.records import Kind, Record
from jokerboard.players.game_ports import Follower, PlayedGame

SHARED = "the shared game"
"""The author of a decision with which a table's referee follows the shared log."""
BACK = "the other board"
"""The author of a decision by which a table takes back plays and another decision, by setting a position."""
FOLLOWING = (SHARED, BACK)


class AnnouncedItems:
    """The plays and decisions that count at one table.

    `numbers` has the referee's number of each play, and None for a decision.
    """

    def __init__(self, board: Board, first: str) -> None:
        """`first`: the position line in which the game begins."""
        self._board, self._first = board, first
        self.items: tuple[Item, ...] = ()
        self.numbers: tuple[int | None, ...] = ()

    def take(self, verdict: Verdict) -> bool:
        """Update the list by one verdict; return whether the verdict was a decision of a human referee."""
        match verdict:
            case Move(_, n, seat, card, play, position, _, amends):
                if amends is not None:
                    self._drop(amends)
                self._add(n, Item(seat_letter(seat), card, play.text(self._board), position.line()))
            case Discard(_, n, seat, card, position):
                self._add(n, Item(seat_letter(seat), card, f"{card} --", position.line()))
            case Takeback(_, n, _):
                self._drop(n)
            case Decision(_, _, by, position, _):
                if by == BACK:
                    self._cut(position.line())
                elif position.line() != (self.items[-1].after if self.items else self._first):
                    self._add(None, Item("", "", "", position.line()))
                return by not in FOLLOWING
        return False

    def _add(self, n: int | None, item: Item) -> None:
        self.items, self.numbers = (*self.items, item), (*self.numbers, n)

    def _cut(self, line: str) -> None:
        """Drop the last play or decision that was made in the position `line`, and all after it."""
        before = (self._first, *(item.after for item in self.items[:-1]))
        at = next((place for place in reversed(range(len(self.items))) if before[place] == line), None)
        if at is not None:
            self.items, self.numbers = self.items[:at], self.numbers[:at]

    def _drop(self, n: int) -> None:
        if n in self.numbers:
            at = self.numbers.index(n)
            self.items, self.numbers = self.items[:at], self.numbers[:at]


LINE = "shared"
"""The field of a journal's line with a record of the shared log."""
WISH = "wish"
"""The field of a guest's line with the end for which its people ask; null once the host has answered."""


class SharedState:
    """The state of a shared game at one table, computed from the game's records."""

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
        """The number of plays and decisions of the shared log that this table's board shows."""
        return self._agreement.common

    @property
    def unshared(self) -> tuple[Item, ...]:
        """The plays and decisions of this table that the shared log does not have yet."""
        return self._items.items[self._agreement.common :]

    @property
    def shuffles(self) -> int:
        """The number of shuffles before the newest play that this table's board shows."""
        common = self._agreement.common
        return self.log.items[common - 1].shuffles if common else 0

    def shuffled_at(self, shuffles: int) -> int:
        """The number of this board's last play before shuffle number `shuffles`; 0 if there is none."""
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


class Orders(Protocol):
    """The decisions of a referee; `jokerboard.table.runtime.game_orders.GameOrders` carries them out."""

    def rule(
        self, decision: DecisionName, by: str, n: int | None, position: Position | None, why: str = ""
    ) -> None:
        """Carry out a decision in the name of `by`."""


class SharedPlay(PlayedGame, Protocol):
    """The part of a running game that a shared game needs; see `jokerboard.table.runtime.running_game`."""

    @property
    def header(self) -> Header:
        """The game's header."""
        ...

    @property
    def orders(self) -> Orders:
        """Carries out the decisions of a referee."""
        ...

    def follow(self, follower: Follower) -> None:
        """Call `follower` with all later verdicts before they are recorded; it returns records to add."""

    def lay(self, card: Card | None, seat: Seat | None) -> None:
        """Lay a card for the seat, or take the card off (None)."""

    def name(self, names: Mapping[str, str]) -> None:
        """Set the names of the players, by seat letter."""

    def keep_line(self, line: Mapping[str, Any], then: Callable[[], None] | None = None) -> None:
        """Record a line; call `then` once it is on the disk."""
