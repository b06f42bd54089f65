"""The host's part of a shared game: it checks each proposal, and alone writes the shared log.

A proposal names the hash of the log that its house knew. If the log has grown since the proposal, the
proposal is dropped: the house gets the missing records and may propose again. A repeated or replayed proposal
therefore changes nothing, and no play is accepted twice.

A house may play at its own seats in turn, and change or undo the last play if it is its own. Any other change
of past items needs the agreement of every other house, which is asked. Decisions of the host's referee count.

Pure: the caller writes each accepted record to the disk, then calls `commit`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from engine.errors import EngineError
from engine.geometry import seat_of
from engine.legal import apply
from engine.must_play import must_play
from engine.play import Play
from engine.position import Position
from engine.table import Table
from jokerboard.houses.changes import LONGEST, Change, Entry, Item, SharedLog

if TYPE_CHECKING:
    from jokerboard.houses.hands import HostHands

HOST = "host"
"""The name of the house whose table writes the shared log."""

MOST_EDITS = 40
"""The most changes and undos without a new play: they must not fill the host's disk."""


class Why(StrEnum):
    """The reasons for a refusal; the catalogue of words has their sentences, as `refused.CODE`."""

    NOT_YOUR_SEAT = "not-your-seat"
    NOT_IN_TURN = "not-in-turn"
    NOT_LEGAL = "not-legal"
    NOT_HELD = "not-held"
    MUST_PLAY = "must-play"
    DECLINED = "declined"
    NOT_A_CHANGE = "not-a-change"
    TOO_MANY = "too-many"


@dataclass(frozen=True, slots=True)
class Refusal:
    """The refusal of a proposal that was made when `after` was the hash of the newest record."""

    after: str
    change: Change
    why: Why


@dataclass(slots=True)
class Question:
    """A proposal to which every other house must agree; `yes` has the houses that have agreed."""

    after: str
    house: str
    change: Change
    yes: set[str] = field(default_factory=set)

    @property
    def id(self) -> str:
        """The identifier of this proposal, which every answer to it contains."""
        return f"{self.after[:16]}-{self.house}-{self.change.keep}"


class Keeper:
    """The shared log, the proposal that waits for agreement, and the refusals."""

    def __init__(
        self,
        table: Table,
        first: Position,
        log: SharedLog,
        seats: Mapping[str, frozenset[str]],
        dealt: HostHands | None = None,
    ) -> None:
        """`first`: the position in which the game begins; `seats`: the letters of the seats of each house.

        `dealt`: the dealt cards, None if people deal.
        """
        self._table, self._first, self._dealt = table, first, dealt
        self.log, self.seats = log, dict(seats)
        self.pending: Entry | None = None
        """The accepted record that is being written to the disk; None if none is."""
        self.question: Question | None = None
        self.refusals: dict[str, Refusal] = {}
        """The newest refusal of each house."""

    def propose(self, house: str, after: str, change: Change, *, decided: bool = False) -> Entry | None:
        """The record that the proposal becomes; None if it is refused, put to a vote, or out of date.

        `after`: the hash of the newest record that the house knew. `decided`: whether the change is a
        decision of the host's referee.
        """
        if after != self.log.head or self.pending is not None:
            return None
        refused = self.refusals.get(house)
        if refused is not None and (refused.after, refused.change) == (after, change):
            return None
        why = None if decided and house == HOST else self._fault(house, change)
        if why is not None:
            self._refuse(house, change, why)
            return None
        if not (decided or self._is_own(house, change)):
            self._ask(house, change)
            return None
        return self._accept(house, change)

    def answer(self, house: str, question: str, yes: bool) -> Entry | None:
        """Handle a house's answer to the open question; return the record if all have agreed now."""
        asked = None if self.pending is not None else self.question
        if asked is None or asked.id != question or house == asked.house or asked.after != self.log.head:
            return None
        if not yes:
            self.question = None
            self._refuse(asked.house, asked.change, Why.DECLINED)
            return None
        asked.yes.add(house)
        return (
            self._accept(asked.house, asked.change)
            if asked.yes >= self.seats.keys() - {asked.house}
            else None
        )

    def commit(self, entry: Entry) -> None:
        """Add the accepted record to the shared log, because the record is on the disk."""
        self.log = self.log.taken(entry)
        self.pending = self.question = None

    def withdraw(self, house: str) -> None:
        """Withdraw the open question about a proposal of `house`, and forget the refusal sent to it.

        This is called when the house proposes no change any more.
        """
        self.refusals.pop(house, None)
        if self.question is not None and self.question.house == house:
            self.question = None

    def position(self, place: int) -> Position:
        """The position before the play number `place` of the shared log, counted from 0."""
        if place == 0:
            return self._first
        return Position.parse(self.log.items[place - 1].after, self._table.rules.marbles_per_player)

    def _accept(self, house: str, change: Change) -> Entry | None:
        if change.item is not None:
            shuffles = 0 if self._dealt is None else self._dealt.shuffles_before(change.keep)
            change = replace(change, item=replace(change.item, shuffles=shuffles))
        self.pending = self.log.next(house, change)
        return self.pending

    def _refuse(self, house: str, change: Change, why: Why) -> None:
        self.refusals[house] = Refusal(self.log.head, change, why)

    def _ask(self, house: str, change: Change) -> None:
        asked = self.question
        if asked is None or (asked.house, asked.change, asked.after) != (house, change, self.log.head):
            self.question = Question(self.log.head, house, change)

    def _is_own(self, house: str, change: Change) -> bool:
        """Whether the house needs no agreement: it adds a play, or changes its own last play."""
        items = self.log.items
        if change.keep == len(items):
            return True
        return change.keep == len(items) - 1 and items[-1].seat in self.seats[house]

    def _fault(self, house: str, change: Change) -> Why | None:
        items, item = self.log.items, change.item
        if change.keep > len(items) or (item is None and change.keep == len(items)):
            return Why.NOT_A_CHANGE
        if self.log.n >= LONGEST - 1 or (change.keep < len(items) and self._edits() >= MOST_EDITS):
            return Why.TOO_MANY
        if item is None:
            return None
        if item.seat not in self.seats[house]:
            return Why.NOT_YOUR_SEAT
        return self._play_fault(change.keep, item)

    def _edits(self) -> int:
        """The number of changes and undos since the last play that made the game longer than ever before."""
        longest = length = edits = 0
        for entry in self.log.entries:
            edits += entry.change.keep < length
            length = entry.change.keep + (entry.change.item is not None)
            if length > longest:
                longest, edits = length, 0
        return edits

    def _play_fault(self, place: int, item: Item) -> Why | None:
        before = self.position(place)
        seat = seat_of(item.seat)
        if before.turn != seat:
            return Why.NOT_IN_TURN
        try:
            play = Play.parse(item.play, self._table.board)
            after = (
                apply(self._table, before, play)
                if play.legs
                else before.with_turn(self._table.next_seats[seat])
            )
        except (EngineError, ValueError):
            return Why.NOT_LEGAL
        if after.line() != item.after:
            return Why.NOT_LEGAL
        if self._dealt is None or place < len(self.log.items):
            return None
        hand = self._dealt.of(item.seat)
        if item.card not in hand:
            return Why.NOT_HELD
        ranks = [Play.parse(f"{card} --", self._table.board).card.rank for card in hand]
        forced = must_play(self._table, before, ranks)
        return Why.MUST_PLAY if forced and (not play.legs or play.card.rank not in forced) else None
