"""Record verdicts and announce them: at once, or after they are on the disk.

The table announces a play, discard, takeback, decision or win only once it is on the disk, and the next turn
waits for that announcement. Verdicts that only mirror the board (illegal, put-back, fault, a question) are
announced at once and recorded meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from engine.geometry import Board
from engine.referee.verdicts import Decision, Discard, Final, Move, NextTurn, Over, Takeback, Verdict
from hardware.clock import Clock, Handle
from jokerboard.journal.games.game_log import GameLog
from jokerboard.journal.games.sentences import Said
from jokerboard.journal.games.verdict_lines import to_json
from jokerboard.journal.records import Entry, Kind
from jokerboard.journal.writer import Writer
from jokerboard.players.game_ports import AddedLines, Follower
from jokerboard.table.runtime.troubles import DISK, SLOW, Troubles
from jokerboard.words.catalogue import coded, words

SLOW_AFTER = 0.5
"""Seconds after which a play that is not on the disk yet is reported as waiting."""


class RecordKeeper:
    """Passes the records of game `number` to the writer, in order.

    It calls back once they are on the disk, and reports a slow disk.
    """

    def __init__(self, clock: Clock, writer: Writer, number: int, troubles: Troubles) -> None:
        self._clock, self._writer, self._number, self._troubles = clock, writer, number, troubles
        self._held = 0
        self._slow: Handle | None = None

    @property
    def holds(self) -> bool:
        """Whether an announcement is waiting for the disk."""
        return self._held > 0

    def keep(
        self, records: Sequence[tuple[Kind, Mapping[str, Any]]], then: Callable[[], None] | None = None
    ) -> None:
        """Record these entries; call `then` when they are on the disk."""
        entries = [Entry(self._number, kind, data) for kind, data in records]
        if then is None:
            if entries:
                self._writer.put(entries)
            return
        self._held += 1
        self._writer.put(entries, lambda: self._kept(then))
        if self._held and self._slow is None:
            self._slow = self._clock.call_at(self._clock.now() + SLOW_AFTER, self._waits)

    def close(self) -> None:
        """Cancel the report of a slow disk."""
        if self._slow is not None:
            self._slow.cancel()
            self._slow = None

    def _kept(self, then: Callable[[], None]) -> None:
        self._held -= 1
        if not self._held:
            self.close()
            self._troubles.report(SLOW, None)
        then()

    def _waits(self) -> None:
        """Report that a play is waiting for the disk, so that people see that the table noticed it."""
        if DISK not in self._troubles:
            self._troubles.report(SLOW, words("disk.slow"))


_BINDING = (Move, Discard, Takeback, Decision, Over, Final)


@dataclass(frozen=True, slots=True)
class Announced:
    """One announcement to all listeners of a table."""

    verdict: Verdict
    said: Said


Listener: TypeAlias = Callable[[Announced], None]
Changed: TypeAlias = Callable[[], None]


class Announcer:
    """Announces one game. `show` updates lights and page, and returns whether anything was new."""

    def __init__(self, board: Board, log: GameLog, keeper: RecordKeeper, show: Callable[[], bool]) -> None:
        self._board, self._log, self._keeper, self._show = board, log, keeper, show
        self._listeners: list[Listener] = []
        self._changed: list[Changed] = []
        self._follower: Follower = lambda _: AddedLines()
        self._closed = False

    def listen(self, listener: Listener) -> None:
        """Call `listener` with every later announcement."""
        self._listeners.append(listener)

    def follow(self, follower: Follower) -> None:
        """Call `follower` with all later verdicts before they are recorded; it returns lines to add."""
        self._follower = follower

    def on_change(self, changed: Changed) -> None:
        """Call `changed` whenever something that the table shows may have changed."""
        self._changed.append(changed)

    def said(
        self,
        line: Mapping[str, object] | None,
        verdicts: Sequence[Verdict],
        order: Mapping[str, object] | None = None,
    ) -> None:
        """Record an event with its verdicts, and announce the verdicts as soon as allowed.

        `order`: the director's order that caused them, recorded in the same transaction.
        """
        binding = next((i for i, v in enumerate(verdicts) if isinstance(v, _BINDING)), len(verdicts))
        # The next turn is announced after its play, which may not be on the disk yet.
        if self._keeper.holds and any(isinstance(v, NextTurn) for v in verdicts[:binding]):
            binding = 0
        at_once, waiting = verdicts[:binding], verdicts[binding:]
        self._announce(at_once)
        records = [] if line is None else [(Kind.EVENT, line)]
        records += [(Kind.VERDICT, coded(to_json(v, self._board))) for v in verdicts]
        records += [] if order is None else [(Kind.ORDER, order)]
        added = self._follower(verdicts)
        records += [(Kind.EVENT, line) for line in added.lines]
        self._keeper.keep(records, (lambda: self._kept(waiting, added)) if waiting or added.lines else None)
        if at_once or not verdicts:
            self.show()

    def note(self, text: str, t: float) -> None:
        """Announce a message that is not a verdict."""
        self._log.note(text, t)
        self.notify()

    def show(self) -> None:
        """Update lights and page."""
        if not self._closed and self._show():
            self.notify()

    def notify(self) -> None:
        """Call the listeners of `on_change`, because something other than lights may have changed."""
        for changed in tuple(self._changed):
            changed()

    def close(self) -> None:
        """Stop announcing; records kept after this are announced at the next start."""
        self._closed = True

    def _kept(self, verdicts: Sequence[Verdict], added: AddedLines) -> None:
        if not self._closed:
            self._announce(verdicts)
            if added.lines:
                added.kept()
            self.show()

    def _announce(self, verdicts: Sequence[Verdict]) -> None:
        for verdict in verdicts:
            announced = Announced(verdict, self._log.take(verdict))
            for listener in self._listeners:
                listener(announced)
        if verdicts:
            self.notify()
