"""The referee of one game on the game's clock: it gets events and deadlines, and is stopped and resumed.

Its verdicts go to `announcing.py`, with the event and the order that caused them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.geometry import Hole
from engine.referee.events import Edge, Event
from engine.referee.machine import Referee
from engine.referee.settings import Settings
from engine.referee.verdicts import Decision, Verdict
from jokerboard.journal.games.game_lines import to_line
from jokerboard.journal.games.resumed_game import ResumedGame, Stoppage, reopened
from jokerboard.journal.orders import taken
from jokerboard.journal.records import Json
from jokerboard.table.runtime.announcing import Announcing
from jokerboard.table.runtime.game_clock import EventOrder, GameClock, Timers


class TimedReferee:
    """Judges one game, new or resumed, while it is not stopped."""

    def __init__(
        self,
        game: ResumedGame,
        occupied: frozenset[Hole],
        *,
        time: GameClock,
        timers: Timers,
        order: EventOrder,
        announcing: Announcing,
    ) -> None:
        """`occupied`: the holes in which the sensors see a marble at the start."""
        header = game.header
        self._time, self._timers, self._order, self._announcing = time, timers, order, announcing
        self.resumed: Callable[[], None] = lambda: None
        """Called whenever a stopped game continues, before the board is judged again."""
        self._keeps_edges, self._table = header.edges, header.table()
        self.referee = Referee(
            self._table,
            header.first_position(),
            mode=header.mode,
            cards=header.cards,
            settings=Settings.from_json(header.settings),
            occupied=occupied,
            t=game.t,
            history=game.history,
        )
        self.stoppage = game.stoppage
        """The reason for which the game is stopped; None while it goes on."""
        self._held: list[Verdict] = []

    def start(self) -> None:
        """Judge the present board; in a stopped game these verdicts are held back until it continues."""
        begun = self.referee.advance(self._time.now())
        if self.stoppage is not None:
            begun, self._held = [], begun
        self.announce(None, begun)

    def feed(self, event: Event, keep: bool = True, order: Json | None = None) -> None:
        """Pass one event to the referee, and announce its verdicts."""
        kept = keep and (self._keeps_edges or not isinstance(event, Edge))
        line = to_line(event, self._table.board) if kept else None
        self.announce(line, self.referee.feed(event), order)

    def catch_up(self) -> None:
        """Announce the verdicts that are due by now."""
        self.announce(None, self.referee.advance(self._time.now()))

    def announce(
        self, line: Mapping[str, object] | None, verdicts: list[Verdict], order: Json | None = None
    ) -> None:
        """Announce verdicts, and set the timer for the next deadline."""
        decided = next((v for v in verdicts if isinstance(v, Decision)), None)
        if order is not None:
            text = "" if decided is None else self._announcing.sentence(decided)
            order = taken(order, self._time.now(), text)
        self._announcing.record(line, verdicts, order)
        if decided is not None and reopened(decided, self.stoppage):
            self._judge_again()
        due = self.referee.deadline
        if due is None or self.stoppage is not None:
            self._timers.wake("referee", None, lambda: None)
            return
        at = self._time.moment(due)
        self._timers.wake("referee", at, lambda: self._order.at(at, lambda: self._reach(due)))

    def stop(self, stoppage: Stoppage) -> None:
        """Stop the game's time and all judging."""
        self._order.hurry()
        self.stoppage, self._time.stopped = stoppage, True
        self._timers.wake("referee", None, lambda: None)

    def go_on(self) -> None:
        """Announce the verdicts that were held back at the start, and judge again."""
        self.announce(None, self._held)
        self._judge_again()

    def _judge_again(self) -> None:
        """Judge again, beginning with the present board."""
        self.stoppage, self._held = None, []
        self._time.go_on()
        self.resumed()
        self.catch_up()
        self._announcing.show()

    def _reach(self, due: float) -> None:
        self.announce(None, self.referee.advance(self._time.reach(due)))
