"""Announce one game to people, and record it in the journal: verdicts, messages, names, restarts, its end.

Verdicts come from the referee and go through `announcer.py`. Everything else here is recorded without any
effect on the referee: names, machines, a resumed game, a game's end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.geometry import Hole, seat_of
from engine.referee.verdicts import Final, Verdict
from hardware.clock import Clock
from jokerboard.host.version import VERSION
from jokerboard.journal.games.resumed_game import ResumedGame
from jokerboard.journal.games.verdict_lines import to_json
from jokerboard.journal.records import CLOCK_UNSET, Entry, Json, Kind
from jokerboard.journal.writer import Writer
from jokerboard.players.game_ports import AddedLines, Follower
from jokerboard.table.runtime.announcer import Announcer, RecordKeeper
from jokerboard.table.runtime.game_clock import GameClock
from jokerboard.table.runtime.troubles import Troubles


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
        self.announcer = Announcer(self._board, self.log, self.keeper, show)
        self.listen = self.announcer.listen
        self.on_change = self.announcer.on_change

    @property
    def t(self) -> float:
        """Seconds since the game began."""
        return self._time.now()

    def sentence(self, verdict: Verdict) -> str:
        """The sentence of a verdict in the present position."""
        return self.speaker.sentence(verdict, self.log.position).text

    def follow(self, follower: Follower) -> None:
        """Call `follower` with all later verdicts before they are recorded; it returns lines to add."""

        def with_time(verdicts: Sequence[Verdict]) -> AddedLines:
            added = follower(verdicts)
            return replace(added, lines=[{"t": self.t, **line} for line in added.lines])

        self.announcer.follow(with_time)

    def note(self, text: str) -> None:
        """Show a sentence without any effect on the game."""
        self.announcer.note(text, self.t)

    def show(self) -> None:
        """Update lights and page."""
        self.announcer.show()
        self.announcer.notify()

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
        """The records that close the game: nobody has won it, or its win becomes final; none if it was final.

        `by`: the place of the buttons, if buttons ended the game; `opened`: the proof for its hidden cards.
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
        """Stop announcing; all verdicts stay recorded."""
        self.announcer.close()
        self.keeper.close()

    def _keep_names(self, data: Json) -> None:
        self.keeper.keep([(Kind.NAMES, {"t": self.t, **data})], self.show)

    def _at(self) -> Json:
        """The wall clock's time as fields of a record, marked if the clock is not set."""
        return {"at": self._wall(), **({} if self._clock_set() else CLOCK_UNSET)}
