"""The tournament at the director's desk: its events, results from the tables' logs, and orders to tables.

The desk's page and the terminal use the same methods. When a round is paired, started, paused, resumed or
timed out, every table that is linked to a table number gets an order: orders are kept in the store, and the
collector of a running desk sends them. An order that cannot be given becomes a remark, because the round can
go on with paper.

A running desk calls `follow` regularly: it reads what other directors and the terminal wrote, and takes
results from the tables' logs. After time was called, it decides the tables that are in contact. A terminal
has no contact with the tables, so it leaves these decisions to the desk.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from jokerboard.journal.errors import OrderError
from jokerboard.journal.orders import Seating, What
from jokerboard.journal.records import Json
from jokerboard.tournament import reading
from jokerboard.tournament.collect.desk import Desk
from jokerboard.tournament.collect.seat import Delay
from jokerboard.tournament.errors import EventError, TournamentError
from jokerboard.tournament.event import actions, from_logs
from jokerboard.tournament.event.events import Created, Event
from jokerboard.tournament.event.from_logs import official, tables_of, winner_of
from jokerboard.tournament.event.games import games_of, newest_games, open_tables, penalties
from jokerboard.tournament.event.history import History
from jokerboard.tournament.event.model import How, Match, Penalty, Result, Stage, TableNo, TeamNo, Tournament
from jokerboard.tournament.event.round_events import Paused, ResultTaken, Resumed, TimeOut
from jokerboard.tournament.event.seating import seating_of
from jokerboard.tournament.event.team_events import Penalized
from jokerboard.tournament.pairing import by_hand
from jokerboard.tournament.steady_clock import jump_text
from jokerboard.words.catalogue import words

BY_DESK, BY_LOG = words("by.desk"), words("by.log")
"""The names, as authors of events, of the desk itself and of a table's log."""


@dataclass(slots=True)
class EventDesk:
    """The tournament in one desk's store; all methods are called from the page's event loop."""

    desk: Desk
    history: History | None = None
    trouble: str | None = None
    changed: Callable[[], None] = lambda: None
    runs: bool = True
    """True for a running desk; False for the terminal, which stores orders and takes no results."""
    ordered: list[str] = field(default_factory=list)
    """The ids of the orders that the last action gave."""
    not_given: list[str] = field(default_factory=list)
    """The orders of the last action that could not be given, each as a sentence."""
    _tried: dict[TableNo, tuple[int, int]] = field(default_factory=dict)
    _late: tuple[str, ...] = ()
    _of_logs: tuple[str, ...] = ()
    _jumped: tuple[str, ...] = ()
    _seen: object = None
    _taken: tuple[object, ...] = ()

    def __post_init__(self) -> None:
        self.follow()

    @property
    def now(self) -> Tournament | None:
        """The newest tournament; None if there is none."""
        return None if self.history is None else self.history.state

    @property
    def remarks(self) -> tuple[str, ...]:
        """Remarks for the director: about the tables' logs, lost contact, and this machine's clock."""
        return self._of_logs + self._late + self._jumped

    @property
    def past(self) -> list[Tournament]:
        """The closed tournaments of this store before the newest tournament."""
        return [] if self.history is None else [one.now for one in self.history.past]

    def at(self) -> float:
        """The desk's time in seconds since 1970."""
        when = reading.moment(self.desk.wall())
        return 0.0 if when is None else when.timestamp()

    # ---- following --------------------------------------------------------------------------------

    def follow(self) -> None:
        """Read new entries of the store's log, take new results from the tables' logs, and report changes."""
        try:
            if self.history is None:
                self.history = History(self.desk.store)
            self.history.refresh()
            self.trouble = None
            if self.runs:
                self._look()
                self._time()
                self._decide_on_time()
                self._look()
        except TournamentError as error:
            self.trouble = str(error)
        seen = (self.now.version if self.now else 0, self.trouble, self.remarks, self.desk.lists.results)
        if seen != self._seen:
            self._seen = seen
            self.changed()

    def _time(self) -> None:
        """While a round's clock runs, report a jump of this machine's clock; otherwise adopt its time."""
        clock, here = self.desk.clock, self.now.round if self.now else None
        if clock is None:
            return
        if here is None or here.stage not in (Stage.RUNNING, Stage.PAUSED):
            clock.adopt()
        else:
            jump = clock.jump()
            self._jumped = (words("round-clock.jumped", jump=jump_text(jump)),) if jump else ()

    def _look(self) -> None:
        """Take results if the tournament, a game's outcome or an order has changed since the last call."""
        now, lists = self.now, self.desk.lists
        news = (now.version if now else 0, lists.results, lists.orders, tuple(self.not_given))
        if self._taken != news:
            self._take()
            self._rule()
            self._taken = (self.now.version if self.now else 0, *news[1:])

    def _take(self) -> None:
        """Take penalties and results from the tables' logs, and make remarks about the logs."""
        now = self.now
        if now is None or now.closed or now.round is None or now.round.stage is Stage.PAIRED:
            self._of_logs = tuple(self.not_given)
            return
        assert self.history is not None
        for penalty in penalties(now, self.desk.store):
            if penalty.points > 0:
                self.history.do(partial(_uncounted, penalty), BY_DESK, self.at())
        links = dict(now.links)
        names = [links[match.table] for match in now.round.matches if match.table in links]
        games = games_of(self.desk.store, names)
        taken = from_logs.results(now, games)
        if taken.events:
            self.history.do(lambda after: _still(after, taken.events), BY_LOG, self.at())
        if from_logs.decided_since(now, games):
            now = self.history.do(lambda after: from_logs.decided_since(after, games), BY_DESK, self.at())
        self._of_logs = (*self.not_given, *taken.remarks, *from_logs.otherwise(now, games))

    def _rule(self) -> None:
        """Give the desk the outcomes that the tournament decides instead of the tables' logs."""
        now = self.now
        if now is None:
            return
        self.desk.show_late(Delay(60.0 * now.settings.delay_minutes, now.settings.delay_plays))
        found: dict[str, dict[int, Json]] = {}
        for one in (*self.past, now):
            for journal, games in official(one, games_of(self.desk.store, sorted(tables_of(one)))).items():
                found.setdefault(journal, {}).update(games)
        self.desk.rule(found)

    # ---- doing ------------------------------------------------------------------------------------

    def create(self, event: Created, who: str) -> None:
        """Create a tournament; raise EventError if the store has an open one."""
        self._history().create(event, who, self.at())
        self.follow()

    def do(self, decide: Callable[[Tournament], Sequence[Event]], who: str) -> Tournament:
        """Append the events that `decide` returns, then `follow`; raise EventError if they are impossible."""
        after = self._history().do(decide, who, self.at())
        self.not_given.clear()
        self.ordered.clear()
        self.follow()
        return after

    def pair_at_once(self, who: str) -> None:
        """Pair the next round in this thread, and send every linked table its seating."""
        self._order_tables(self.do(actions.pair, who), What.SEATING, who)

    async def pair(self, who: str) -> None:
        """Pair the next round, and send every linked table its seating.

        Pairing many teams takes seconds, so it runs in another thread; the page can be used meanwhile.
        """
        self._history().refresh()
        before = self._history().now
        events = await asyncio.to_thread(actions.pair, before)
        # If another director wrote meanwhile, the round is paired again.
        after = self.do(lambda now: events if now is before else actions.pair(now), who)
        self._order_tables(after, What.SEATING, who)

    def exchange(self, one: TeamNo, other: TeamNo, reason: str, who: str) -> None:
        """Exchange two teams before the round's start, and send every linked table its seating."""
        after = self.do(lambda now: [by_hand.exchange(now, one, other, reason)], who)
        self._order_tables(after, What.SEATING, who)

    def start(self, who: str) -> None:
        """Start the round, and a new game at every linked table."""

        def decide(now: Tournament) -> Sequence[Event]:
            here = actions.current(now)
            return actions.start(now, newest_games(self.desk.store, open_tables(now, here).values()))

        after = self.do(decide, who)
        self._order_tables(after, What.START, who)

    def pause(self, who: str) -> None:
        """Pause the round's clock and the games at all linked tables that have no result yet."""
        after = self.do(lambda now: [Paused(actions.running(now).number)], who)
        self._order_tables(after, What.PAUSE, who)

    def resume(self, who: str) -> None:
        """Resume the round's clock and the games."""
        after = self.do(lambda now: [Resumed(actions.current(now).number)], who)
        self._order_tables(after, What.GO_ON, who)

    def time_out(self, who: str) -> None:
        """Call time and pause the games; `follow` then takes results from the logs of tables in contact."""
        after = self.do(lambda now: [TimeOut(actions.running(now).number)], who)
        self._order_tables(after, What.PAUSE, who)

    def _decide_on_time(self) -> None:
        """After time was called, decide each open table as soon as its log is complete and it is in contact.

        A remark names each table that is out of contact, until it is decided by its log or by hand.
        """
        now, late = self.now, []
        if now is not None and not now.closed and now.round is not None and now.round.stage is Stage.TIME_OUT:
            assert self.history is not None
            called = next(one for one in reversed(self.history.events) if isinstance(one.event, TimeOut))
            for table, name in open_tables(now, now.round).items():
                seat = self.desk.current().get(name)
                if seat is None or seat.here is None or seat.here.last > seat.view.last:
                    late.append(words("result.no-contact", table=table))
                elif self._tried.get(table) != (called.n, seat.view.last):
                    self._tried[table] = (called.n, seat.view.last)
                    self._decide(table, name, called.by)
        self._late = tuple(late)

    def take(self, table: TableNo, who: str) -> None:
        """After time was called, decide a table by the known part of its log, although more may follow."""
        now = self._history().now
        here = actions.current(now)
        if here.stage is not Stage.TIME_OUT:
            raise EventError(words("result.not-time"))
        match = here.match(table)
        name = open_tables(now, here).get(table)
        if match.result is not None or name is None:
            raise EventError(words("result.has-one", table=table))
        if not self._decide(table, name, who):
            raise EventError(words("result.no-game", table=table))
        self.follow()

    def take_all(self, who: str) -> None:
        """Take the running round's results from the logs; after time was called, by the positions."""
        here = actions.running(self._history().now)
        if here.stage is not Stage.TIME_OUT:
            self._take()
            return
        for table, name in open_tables(self._history().now, here).items():
            self._decide(table, name, who)

    def _decide(self, table: TableNo, name: str, who: str) -> bool:
        """Enter a table's result by the position, and end its game; False if its log has no such game."""
        now = self._history().now
        taken = from_logs.results(now, games_of(self.desk.store, [name]), time_is_up=True)
        if not taken.events:
            self.not_given += taken.remarks
            return False
        kept: list[Event] = []

        def decide(later: Tournament) -> list[Event]:
            kept[:] = _still(later, taken.events)
            return kept

        after = self._history().do(decide, who, self.at())
        # If another director decided first, that director has ordered the end of the game, too.
        for event in kept:
            if isinstance(event, ResultTaken) and event.result.how is How.TIME:
                won = winner_of(after, actions.current(after).match(event.table))
                self._order(table, name, What.RESULT, who, _on_time_text(after, event.result), won)
        return True

    # ---- orders to the tables -------------------------------------------------------------------

    def _order_tables(self, now: Tournament, what: What, who: str) -> None:
        """Give the order `what` to every linked table whose result is missing."""
        here = actions.current(now)
        for table, name in open_tables(now, here).items():
            match = here.match(table)
            seating = None if what in (What.PAUSE, What.GO_ON) else seating_of(now, here, match, self.at())
            self._order(table, name, what, who, words("order.round", number=here.number), seating=seating)
        self.follow()

    def _order(
        self,
        table: TableNo,
        name: str,
        what: What,
        who: str,
        text: str,
        team: tuple[str, ...] | None = None,
        seating: Seating | None = None,
    ) -> None:
        try:
            self.ordered.append(self.desk.order(name, what, who, text=text, team=team, seating=seating))
        except (TournamentError, OrderError) as error:
            self.not_given.append(words("order.not-told", table=table, why=error))

    def _history(self) -> History:
        if self.history is None:
            raise EventError(self.trouble or words("store.unreadable"))
        return self.history


def _uncounted(penalty: Penalty, now: Tournament) -> list[Event]:
    """The penalty as an event; none if another director has counted it already."""
    known = any(penalty.order == other.order for other in now.penalties)
    return [] if known else [Penalized(penalty)]


def _still(now: Tournament, events: Sequence[Event]) -> list[Event]:
    """The events with results of the present round, except for tables that have a result by now."""
    here = actions.current(now)
    return [
        event
        for event in events
        if isinstance(event, ResultTaken) and event.round == here.number and event.table in here.missing()
    ]


def _on_time_text(now: Tournament, result: Result) -> str:
    counts = [count for team in result.teams if (count := result.count(team)) is not None]
    teams = [
        words("result.count", team=now.team(one.team).name, home=one.home, to_go=one.to_go) for one in counts
    ]
    return words("result.on-time", teams=teams)[:500]


def entered(match: Match, body: dict[str, object]) -> Result | None:
    """The result in a command's body, None to take it away; raise EventError if it is impossible."""
    ways = [way for way in ("order", "equal", "marbles", "absent", "clear") if body.get(way)]
    if len(ways) != 1 or (body.get("winner") and ways != ["marbles"]):
        raise EventError(words("result.one-way"))
    match ways[0]:
        case "clear":
            return None
        case "equal":
            return actions.equal(match)
        case "absent":
            return actions.forfeit(match, _numbers(match, body["absent"]))
        case "order":
            return actions.by_winner(match, _numbers(match, body["order"]))
    marbles = body["marbles"]
    assert isinstance(marbles, list)
    winner = body.get("winner")
    return actions.by_marbles(
        match,
        [one[0] for one in marbles],
        [one[1] for one in marbles],
        _numbers(match, [winner])[0] if winner else None,
    )


def _numbers(match: Match, given: object) -> list[int]:
    assert isinstance(given, list)
    for one in given:
        if one not in match.teams:
            raise EventError(words("result.other-team", team=one, table=match.table))
    return given
