"""`jokerboard tournament`: direct a tournament from a terminal, on the director's store, without a Redis.

The director's page offers the same actions and more. Actions that send orders to tables, such as starting a
round, go through `EventDesk`, as on the page. If a desk runs on the same store, it sends the orders at once,
and the command waits for the tables' answers and prints them. Without a running desk, the orders wait in the
store until the next desk starts.
"""

from __future__ import annotations

import argparse
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from engine.text import counted
from jokerboard.cli.arguments import read_input, user_name, writing
from jokerboard.cli.tournament.tournament_actions import add_arguments, chosen, events_of, link_of
from jokerboard.host.errors import UsageError
from jokerboard.tournament.collect.desk import Desk
from jokerboard.tournament.collect.presence import Roll
from jokerboard.tournament.collect.store import FILE, Store
from jokerboard.tournament.collect.store_lock import desk_runs
from jokerboard.tournament.errors import EventError
from jokerboard.tournament.event.events import Created, TablesLinked, kind_of
from jokerboard.tournament.event.games import known_tables
from jokerboard.tournament.event.history import History, local, take_in
from jokerboard.tournament.event.model import Order, Settings, Tournament
from jokerboard.tournament.pairing import by_hand
from jokerboard.tournament.paper import export, sheets, text
from jokerboard.tournament.paper.replay import StoredReplays
from jokerboard.tournament.paper.site import write_site
from jokerboard.tournament.steady_clock import FILE as CLOCK_FILE
from jokerboard.tournament.steady_clock import SteadyClock
from jokerboard.tournament.web.event_desk import EventDesk
from jokerboard.web.news import News
from jokerboard.words.catalogue import words

__all__ = ["add_arguments", "run"]

ANSWERED_WITHIN: Final = 8.0
"""Seconds to wait for answers. A table without a connection answers later, once it is connected again."""
_PAUSE: Final = 0.1


def run(args: argparse.Namespace) -> int:
    """Run the action, print its result and return 0; raise UsageError if the action is impossible."""
    if args.action not in ("new", "import") and not (args.state / FILE).exists():
        raise UsageError(f"no tournament is in {args.state}; make one with: jokerboard tournament new NAME")
    if args.action == "new":
        laid_down = chosen(args, Settings(args.name, order=Order.LOT, seed=secrets.randbelow(1_000_000)))
    store = Store(args.state / FILE)
    try:
        history = History(store)
        at, by = SteadyClock(args.state / CLOCK_FILE).now(), args.by or user_name("the director")
        if args.action == "new":
            now = history.create(Created(laid_down), by, at)
            _print_lines(text.state(now, at))
        elif args.action in _WITH_STORE:
            _print_lines(_WITH_STORE[args.action](history, store, args, at))
        elif args.action in _ASKED and not (args.action in ORDERING and args.reason):
            _print_lines(_ASKED[args.action](history, args, at))
        elif args.action == "tables":
            if args.link:
                links = tuple(link_of(one, known_tables(store)) for one in args.link)
                history.do(lambda _: [TablesLinked(links)], by, at)
            _print_lines(_tables(history.now, known_tables(store)))
        elif args.action in ("print", "export"):
            _written(_document(history, args, at), args.out)
        elif args.action in ORDERING:
            _print_lines(ordered(args, store, by))
            _print_lines(_outcome(History(store).now, args, at))
        else:
            after = history.do(lambda now: events_of(now, args), by, at)
            _print_lines(_outcome(after, args, at))
    finally:
        store.close()
    return 0


def _import(_: History, store: Store, args: argparse.Namespace, at: float) -> list[str]:
    """Import the tournament of an exchange file into the store; return lines that describe it."""
    data = read_input(args.file, "give the path of an exchange file")
    try:
        return text.state(take_in(data, store), at)
    except EventError as error:
        raise UsageError(f"{args.file}: {error}") from error


def _site(history: History, store: Store, args: argparse.Namespace, at: float) -> list[str]:
    """Write the results as web pages into a folder; return a line to print."""
    folder = args.folder
    with writing(folder, "give another folder"), store.reader() as reader:
        pages = write_site(history.now, StoredReplays(reader), folder, at)
    return [
        f"{counted(pages, 'page')} in {folder}; open {folder / 'index.html'}, or let a web server serve them"
    ]


def _tables(now: Tournament, known: Mapping[str, str]) -> list[str]:
    numbers = {name: str(table) for table, name in now.links}
    rows = [(numbers.get(name, ""), title, name) for name, title in known.items()]
    rows.sort(key=lambda row: (not row[0], row[0].zfill(6), row[1].zfill(6)))
    if not rows:
        return ["no table's log is in the store; a table is added once it publishes to the director's Redis"]
    return text.table(("table", "the hall says", "in the log"), rows, frozenset({0}))


def _outcome(after: Tournament, args: argparse.Namespace, at: float) -> list[str]:
    """The lines to print after an action: the state of the tournament, and the round if it changed."""
    if args.action in ("pair", "exchange", "start", "result", "time-out", "take") and after.round is not None:
        here = after.round if getattr(args, "round", None) is None else after.rounds[args.round - 1]
        return [*text.pairings(after, here), "", *text.state(after, at)[3:]]
    return text.state(after, at)


def _show(history: History, _: argparse.Namespace, at: float) -> list[str]:
    now = history.now
    here = now.round
    return [*text.state(now, at), *(["", *text.pairings(now, here)] if here else [])]


def _history(history: History, _: argparse.Namespace, __: float) -> list[str]:
    now = history.now
    rows = [
        (str(one.n), local(one.at), one.by, kind_of(one.event), _short(text.event_text(now, one.event)))
        for one in history.events
    ]
    return text.table(("n", "at", "by", "what", ""), rows, frozenset({0}))


def _why(history: History, args: argparse.Namespace, _: float) -> list[str]:
    number = args.round or len(history.now.rounds)
    return [
        words("result.place", round=number, table=args.table)
        + ": "
        + by_hand.why(history.events, number, args.table)
    ]


def _exchange_cost(history: History, args: argparse.Namespace, _: float) -> list[str]:
    """The line about the cost of exchanging two teams, and a line that nothing was changed."""
    now = history.now
    one, other = (now.named(name).number for name in args.team)
    return [
        by_hand.exchange_cost(now, one, other),
        "nothing was changed; to exchange the teams, give a --reason",
    ]


def _short(text: str) -> str:
    return text if len(text) <= 160 else f"{text[:157]}..."


_WITH_STORE: dict[str, Callable[[History, Store, argparse.Namespace, float], list[str]]] = {
    "import": _import,
    "site": _site,
}
_ASKED: dict[str, Callable[[History, argparse.Namespace, float], list[str]]] = {
    "show": _show,
    "teams": lambda history, _, __: text.teams(history.now),
    "standings": lambda history, args, _: text.standing(history.now, _round(history.now, args.round)),
    "history": _history,
    "why": _why,
    "exchange": _exchange_cost,
}


def _round(now: Tournament, number: int | None) -> int | None:
    if number is not None and not 0 <= number <= len(now.rounds):
        raise UsageError(f"there is no round {number}; {counted(len(now.rounds), 'round')} paired so far")
    return number


def _document(history: History, args: argparse.Namespace, at: float) -> str:
    if args.action == "export":
        return export.EXPORTS[args.what](history)
    return sheets.sheet(history.now, args.sheet, _round(history.now, args.round), at)


def _written(document: str, out: Path | None) -> None:
    if out is None:
        print(document, end="" if document.endswith("\n") else "\n")
        return
    with writing(out, "give another --out"), out.open("w", encoding="utf-8", newline="") as file:
        file.write(document)
    print(out)


def _print_lines(lines: Sequence[str]) -> None:
    print("\n".join(lines))


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
    remarks = [f"remark: {remark}" for remark in event.not_given]
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
