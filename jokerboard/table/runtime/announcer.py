"""Announce verdicts: at once, or when they are on the disk.

The table announces a play, discard, takeback, decision or win only when it is on the disk; the next turn
waits with it. Verdicts that only mirror the board (illegal, put-back, fault, a question) are announced at
once and recorded meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from engine.geometry import Board
from engine.referee.verdicts import Decision, Discard, Move, NextTurn, Over, Takeback, Verdict, to_json
from jokerboard.journal.games.game_log import GameLog
from jokerboard.journal.games.sentences import Said
from jokerboard.journal.records import Kind
from jokerboard.table.runtime.record_keeper import RecordKeeper

_BINDING = (Move, Discard, Takeback, Decision, Over)


@dataclass(frozen=True, slots=True)
class Announced:
    """One announcement to everybody at the table, in order."""

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
        self._closed = False

    def listen(self, listener: Listener) -> None:
        """Call `listener` with everything that is announced from now on."""
        self._listeners.append(listener)

    def on_change(self, changed: Changed) -> None:
        """Call `changed` whenever anything that the table shows may have changed."""
        self._changed.append(changed)

    def said(
        self,
        line: Mapping[str, object] | None,
        verdicts: Sequence[Verdict],
        order: Mapping[str, object] | None = None,
    ) -> None:
        """Record an event with its verdicts, and announce them as soon as allowed.

        `order`: the director's order behind them, recorded in the same transaction.
        """
        binding = next((i for i, v in enumerate(verdicts) if isinstance(v, _BINDING)), len(verdicts))
        # The turn follows its play, which may still be on its way to the disk.
        if self._keeper.holds and any(isinstance(v, NextTurn) for v in verdicts[:binding]):
            binding = 0
        at_once, waiting = verdicts[:binding], verdicts[binding:]
        self._announce(at_once)
        records = [] if line is None else [(Kind.EVENT, line)]
        records += [(Kind.VERDICT, to_json(v, self._board)) for v in verdicts]
        records += [] if order is None else [(Kind.ORDER, order)]
        self._keeper.keep(records, (lambda: self._kept(waiting)) if waiting else None)
        if at_once or not verdicts:
            self.show()

    def note(self, text: str, t: float) -> None:
        """Announce something that is no verdict."""
        self._log.note(text, t)
        self.tell_change()

    def show(self) -> None:
        """Update lights and page."""
        if not self._closed and self._show():
            self.tell_change()

    def tell_change(self) -> None:
        """Report a change that is no light."""
        for changed in tuple(self._changed):
            changed()

    def close(self) -> None:
        """Announce nothing more; records from now on are announced at the next start."""
        self._closed = True

    def _kept(self, verdicts: Sequence[Verdict]) -> None:
        if not self._closed:
            self._announce(verdicts)
            self.show()

    def _announce(self, verdicts: Sequence[Verdict]) -> None:
        for verdict in verdicts:
            announced = Announced(verdict, self._log.take(verdict))
            for listener in self._listeners:
                listener(announced)
        if verdicts:
            self.tell_change()
