"""Announce one game to people and record it in the journal: verdicts, messages, names, restarts, its end.

The table announces a play, discard, takeback, decision or win only once it is on the disk, and the next turn
waits for that announcement. Verdicts that only mirror the board (illegal, put-back, fault, a question) are
announced at once and recorded meanwhile. Names, machines, a resumed game and a game's end are recorded
without any effect on the referee.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from engine.geometry import Hole, seat_of
from engine.referee.verdicts import Decision, Discard, Final, Move, NextTurn, Over, Takeback, Verdict
from hardware.clock import Clock, Handle
from jokerboard.host import VERSION
from jokerboard.journal.games.game_lines import to_json
from jokerboard.journal.games.resumed_game import ResumedGame
from jokerboard.journal.games.sentences import Sentence
from jokerboard.journal.records import CLOCK_UNSET, Entry, Json, Kind
from jokerboard.journal.writer import Writer
from jokerboard.players.game_ports import AddedLines, Follower
from jokerboard.table.runtime.game_clock import GameClock
from jokerboard.table.runtime.troubles import DISK, SLOW, Troubles
from jokerboard.words.catalogue import coded, words

SLOW_AFTER = 0.5
"""Seconds after which a play that is not on the disk yet is reported as waiting."""


class RecordKeeper:
    """Passes a game's records to the writer, calls back once they are on the disk, reports a slow disk."""

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
        """Write `records` to the journal; call `then` when they are on the disk."""
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
    sentence: Sentence


Listener: TypeAlias = Callable[[Announced], None]
Changed: TypeAlias = Callable[[], None]


class Announcing:
    """The announcements and records of one game."""

    def __init__(
        self,
        past: ResumedGame,
        clock: Clock,
        writer: Writer,
        troubles: Troubles,
        time: GameClock,
        *,
        wall: Callable[[], str],
        clock_set: Callable[[], bool],
        show: Callable[[], bool],
    ) -> None:
        """`show` updates lights and page, and returns whether anything was new."""
        self.header = past.header
        self.left_by_machines = past.left
        """The seats, by letter, at which people play in place of a machine."""
        self._number, self._time, self._wall, self._clock_set = past.number, time, wall, clock_set
        self._board = past.header.table().board
        self.log = past.log()
        self.speaker = self.log.speaker
        self.keeper = RecordKeeper(clock, writer, past.number, troubles)
        self._show = show
        self._listeners: list[Listener] = []
        self._changed: list[Changed] = []
        self._follower: Follower = lambda _: AddedLines()
        self._closed = False

    @property
    def t(self) -> float:
        """Seconds since the game began."""
        return self._time.now()

    def sentence(self, verdict: Verdict) -> str:
        """The sentence of a verdict in the present position."""
        return self.speaker.sentence(verdict, self.log.position).text

    def listen(self, listener: Listener) -> None:
        """Call `listener` with every later announcement."""
        self._listeners.append(listener)

    def follow(self, follower: Follower) -> None:
        """Call `follower` with all later verdicts before they are recorded; it returns records to add."""
        self._follower = follower

    def on_change(self, changed: Changed) -> None:
        """Call `changed` whenever something that the table shows may have changed."""
        self._changed.append(changed)

    def record(
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
        if self.keeper.holds and any(isinstance(v, NextTurn) for v in verdicts[:binding]):
            binding = 0
        at_once, waiting = verdicts[:binding], verdicts[binding:]
        self._announce(at_once)
        records = [] if line is None else [(Kind.EVENT, line)]
        records += [(Kind.VERDICT, coded(to_json(v, self._board))) for v in verdicts]
        records += [] if order is None else [(Kind.ORDER, order)]
        added = self._follower(verdicts)
        records += [(Kind.EVENT, {"t": self.t, **line}) for line in added.lines]
        self.keeper.keep(records, (lambda: self._kept(waiting, added)) if waiting or added.lines else None)
        if at_once or not verdicts:
            self.update()

    def note(self, text: str) -> None:
        """Announce a message that is not a verdict; it has no effect on the game."""
        self.log.note(text, self.t)
        self.notify()

    def update(self) -> None:
        """Update the lights; if anything that the table shows has changed, update the page too."""
        if not self._closed and self._show():
            self.notify()

    def show(self) -> None:
        """Update lights and page."""
        self.update()
        self.notify()

    def notify(self) -> None:
        """Call the listeners of `on_change`, because something other than lights may have changed."""
        for changed in tuple(self._changed):
            changed()

    def keep_line(self, line: Mapping[str, Any], then: Callable[[], None] | None = None) -> None:
        """Record a line that is not an event of the referee; call `then` once it is on the disk."""
        self.keeper.keep([(Kind.EVENT, {"t": self.t, **line})], then)

    def name(self, names: Mapping[str, str]) -> None:
        """Set the names of the players, by seat letter."""
        self.speaker.names = {seat_of(at): name for at, name in names.items() if name}
        self._keep_names({"names": dict(names)})

    def keep_machines(self, machines: Mapping[str, str]) -> None:
        """Record which seats machines play from now on, and how well."""
        self.left_by_machines |= self.header.machines.keys() - machines.keys()
        self.header = replace(self.header, machines=dict(machines))
        self._keep_names({"names": self.speaker.by_letter, "machines": dict(machines)})

    def keep_resumed(self, occupied: frozenset[Hole]) -> None:
        """Record that a new run of the program resumes the game, with marbles in the `occupied` holes."""
        holes = [self._board.name(hole) for hole in sorted(occupied)]
        data = {"t": self.t, "program": VERSION, **self._at(), "occupied": holes}
        self.keeper.keep([(Kind.RESUMED, data)])

    def last_records(self, by: str, opened: Mapping[str, Any] | None) -> list[Entry]:
        """The records that close the game as abandoned or its result as final; empty if it was final already.

        `by`: the seat's letter or "table" whose buttons ended the game, or empty; `opened`: the proof for
        the game's hidden cards, None if no card was hidden.
        """
        t = self.t
        if self.log.over is None:
            data = {"t": t, **self._at()} | ({"by": by} if by else {})
            return [Entry(self._number, Kind.ABANDONED, data)]
        if self.log.final:
            return []
        final = to_json(Final(t, self.log.position), self._board)
        shown = [] if opened is None else [Entry(self._number, Kind.EVENT, {"t": t, "opened": opened})]
        return [Entry(self._number, Kind.VERDICT, final), *shown]

    def close(self) -> None:
        """Stop announcing; records kept after this are announced at the next start."""
        self._closed = True
        self.keeper.close()

    def _kept(self, verdicts: Sequence[Verdict], added: AddedLines) -> None:
        if not self._closed:
            self._announce(verdicts)
            if added.lines:
                added.kept()
            self.update()

    def _announce(self, verdicts: Sequence[Verdict]) -> None:
        for verdict in verdicts:
            announced = Announced(verdict, self.log.take(verdict))
            for listener in self._listeners:
                listener(announced)
        if verdicts:
            self.notify()

    def _keep_names(self, data: Json) -> None:
        self.keeper.keep([(Kind.NAMES, {"t": self.t, **data})], self.show)

    def _at(self) -> Json:
        """The wall clock's time as fields of a record, marked if the clock is not set."""
        return {"at": self._wall(), **({} if self._clock_set() else CLOCK_UNSET)}
