"""The actions of `jokerboard tournament` that send orders to tables, such as starting a round.

They go through `EventDesk`, as on the desk's page. If a desk runs on the same store, it sends the orders at
once, and the command waits for the tables' answers and prints them. Without a running desk, the orders wait
in the store until the next desk starts.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from engine.text import counted
from jokerboard.tournament.collect.desk import Desk
from jokerboard.tournament.collect.presence import Roll
from jokerboard.tournament.collect.store import Store
from jokerboard.tournament.collect.store_lock import desk_runs
from jokerboard.tournament.event.history import History
from jokerboard.tournament.steady_clock import FILE as CLOCK_FILE
from jokerboard.tournament.steady_clock import SteadyClock
from jokerboard.tournament.web.event_desk import EventDesk
from jokerboard.web.news import News

ANSWERED_WITHIN: Final = 8.0
"""Seconds to wait for answers. A table without a connection answers later, once it is connected again."""
_PAUSE: Final = 0.1


def _exchange(event: EventDesk, by: str, args: argparse.Namespace) -> None:
    now = History(event.desk.store).now
    one, other = (now.named(name).number for name in args.team)
    event.exchange(one, other, args.reason, by)


ORDERING: Final[Mapping[str, Callable[[EventDesk, str, argparse.Namespace], None]]] = {
    "pair": lambda event, by, _: event.pair_at_once(by),
    "exchange": _exchange,
    "start": lambda event, by, _: event.start(by),
    "pause": lambda event, by, _: event.pause(by),
    "go-on": lambda event, by, _: event.resume(by),
    "time-out": lambda event, by, _: event.time_out(by),
    "take": lambda event, by, _: event.take_all(by),
}
"""The function that carries out each action, by the action's name."""


def ordered(args: argparse.Namespace, store: Store, by: str) -> list[str]:
    """Carry out the action and wait for the tables' answers; return remarks and answers as lines."""
    clock = SteadyClock(args.state / CLOCK_FILE)
    desk = Desk(store, Roll(), News(("tables",), 1.0, 1), clock.iso, clock=clock)
    while desk.follow():
        pass
    event = EventDesk(desk, runs=False)
    ORDERING[args.action](event, by, args)
    remarks = [f"look: {remark}" for remark in event.unsaid]
    if not event.ordered:
        return remarks
    if not desk_runs(args.state):
        return [
            *remarks,
            f"no desk runs on this store: {counted(len(event.ordered), 'order')} to tables will be sent when"
            " jokerboard director is started",
        ]
    return [*remarks, *_answers(store, event.ordered)]


def _answers(store: Store, ids: Sequence[str]) -> list[str]:
    """Wait up to `ANSWERED_WITHIN` for answers to these orders; return a summary, then a line for each
    refusal and each missing answer.
    """
    query = (
        "SELECT title, state, said FROM orders JOIN tables ON tables.id = owner"
        f" WHERE orders.id IN ({', '.join('?' * len(ids))}) ORDER BY orders.rowid"
    )
    deadline = time.monotonic() + ANSWERED_WITHIN
    while True:
        rows = store.rows(query, *ids)
        late = [row for row in rows if row["state"] in ("waiting", "sent")]
        if not late or time.monotonic() > deadline:
            break
        time.sleep(_PAUSE)
    found = [
        f"{sum(row['state'] == 'taken' for row in rows)} of {counted(len(rows), 'table')} have confirmed"
    ]
    found += [f"table {row['title']} refuses: {row['said']}" for row in rows if row["state"] == "refused"]
    late_ones = (
        f"table {row['title']} has not answered yet; it gets the order when connected" for row in late
    )
    return [*found, *late_ones]
