"""Publish a table to the director: send its log, and receive orders.

This module is used only if the configuration names a director.

A thread does everything that waits for the network (`jokerboard/tournament/publish/publisher_redis.py`). The
table's loop sets a flag when a record is committed, answers questions about its state, and carries out
orders. The thread imports redis-py.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import json
import random
import re
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from engine.referee.verdicts import NextTurn
from engine.text import sentence
from jokerboard.host import VERSION
from jokerboard.host.errors import UsageError
from jokerboard.host.health import machine_health
from jokerboard.host.outside_text import TextError, accepted
from jokerboard.host.system import install_line
from jokerboard.journal.errors import OrderError
from jokerboard.journal.orders import Order
from jokerboard.journal.records import Json, Line
from jokerboard.journal.signature import FILE as KEY
from jokerboard.journal.signature import signer_in
from jokerboard.journal.store import JournalReader
from jokerboard.table.publishing.order_executor import OrderExecutor
from jokerboard.table.runtime.announcing import Announced
from jokerboard.table.runtime.game_setup import Wanted
from jokerboard.table.runtime.running_game import RunningGame
from jokerboard.table.runtime.table import Table
from jokerboard.table.web import page_state
from jokerboard.tournament.address import Address, parse_address
from jokerboard.tournament.errors import AddressError
from jokerboard.tournament.keys import journal_id
from jokerboard.tournament.publish.publication import FILE, PlaceFile
from jokerboard.tournament.publish.publisher import PublishedTable, Publisher, Status
from jokerboard.tournament.publish.publisher_redis import PublisherThread, RedisLink
from jokerboard.tournament.steady_clock import JumpWatch, jump_text
from jokerboard.words.catalogue import words

_ANSWERED_WITHIN = 0.5
"""Seconds that the thread waits for the table's state before it sends the previous one again."""

_NETWORK = Path("/sys/class/net")
_NAME = re.compile(r"[\w.-]{1,60}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Director:
    """The director's address, the table's name in the hall, and its name in the Redis (`id`).

    An empty `name` means `id`; an empty `id` means the name that the table's journal has.
    """

    address: Address
    name: str = ""
    id: str = ""


def director_from(url: str, password_file: Path | None, ca: Path | None, name: str, id: str = "") -> Director:
    """The director by these settings of the command line or the configuration; UsageError names a mistake."""
    try:
        address = parse_address(url, password_file=password_file, ca=ca)
    except AddressError as error:
        raise UsageError(str(error)) from error
    if importlib.util.find_spec("redis") is None:
        raise UsageError(words("desk.no-redis", install=install_line("jokerboard[tournament]")))
    if id and not _NAME.fullmatch(id):
        raise UsageError(words("desk.table-id", id=id))
    try:
        return Director(address, accepted(name, 60, 0), id)
    except TextError as error:
        raise UsageError(words("desk.table-name", why=error)) from None


class TablePublisher:
    """Publishes one table until `close`; every call must come from the table's own thread."""

    def __init__(
        self,
        table: Table,
        desk: Director,
        state: Path,
        *,
        wanted: Wanted,
        wall: Callable[[], str],
        post: Callable[[Callable[[], None]], None],
        report: Callable[[str], None] = lambda _: None,
    ) -> None:
        """`wanted`: the game that an order begins if none is played; `post` runs a call in this thread.

        `report` is called with one sentence when an obstacle appears, and again when it is gone.
        """
        self._table, self._desk, self._state, self._wall = table, desk, state, wall
        self._own_thread, self._report = post, report
        self._clock = JumpWatch(wall)
        self._closed = False
        self.page: str | None = None
        """The page's address; None until it is known."""
        path = table.journal.path
        source = JournalReader(path)
        first = source.lines(1, 1)[0]
        self._journal = journal_id(first.hash)
        self._name = desk.id or table_name(first)
        # An old installation may lack the library cryptography; it publishes its log without signatures.
        self._signer = signer_in(state / KEY) if importlib.util.find_spec("cryptography") else None
        self._orders = OrderExecutor(table, self._journal, wanted, wall)
        self._orders.recall(source.newest_orders())
        source.close()
        self.status: Status | None = None
        self._changed: list[Callable[[], None]] = []
        self._last: Json = {}
        self._began = time.monotonic()
        self._since = wall()
        table.on_game(self._another_game)
        self._thread = PublisherThread(self._publisher)

    def start(self) -> None:
        """Begin to publish."""
        self._another_game()
        self._last = self._presence()
        self._table.journal.appended = self._thread.wake
        self._thread.start()

    def close(self) -> None:
        """Send waiting records for up to two seconds, then stop; the journal may be closed afterwards."""
        self._closed = True
        self._table.journal.appended = lambda: None
        self._thread.close()

    def on_change(self, changed: Callable[[], None]) -> None:
        """Call `changed` whenever the page has something new to show."""
        self._changed.append(changed)

    def state(self) -> Json:
        """The state of publishing as JSON for the page.

        `text` is the obstacle as a sentence, `stands` the code of the reason why the game is stopped,
        `seating` the players by the director's order; each is null if there is none.
        """
        status, seating = self.status, self._orders.seating
        game = self._table.game
        stoppage = None if game is None else game.stoppage
        return {
            "name": self._desk.name or self._name,
            "connected": status is not None and status.connected and status.trouble is None,
            "text": None if status is None else obstacle(status),
            "waiting": 0 if status is None else status.waiting,
            "seating": None if seating is None else seating.to_json(),
            "stands": None if stoppage is None else stoppage.why,
        }

    # Called in the publisher's thread

    def _publisher(self) -> Publisher:
        owner = hashlib.sha256(f"{_hardware()}|{self._state.resolve()}".encode()).hexdigest()[:16]
        table = PublishedTable(self._name, self._desk.name or self._name, self._journal, owner)
        signer = self._signer
        return Publisher(
            table,
            JournalReader(self._table.journal.path),
            PlaceFile(self._state / FILE, self._journal),
            lambda: RedisLink(self._desk.address, self._name, owner),
            now=time.monotonic,
            chance=random.random,
            presence=self._asked,
            sign=None if signer is None else lambda *of: signer.sign(*of).to_json(),
            order=lambda order: self._post(lambda: self._take(order)),
            status=lambda status: self._post(lambda: self._receive(status)),
        )

    def _asked(self) -> Json:
        """The presence message: the table's state, from the table's thread, and the computer's health."""
        if self._closed:
            return {**self._last, "health": {**self._last["health"], **machine_health(self._state)}}
        answers: list[Json] = []
        answered = threading.Event()

        def answer() -> None:
            answers.append(self._presence())
            answered.set()

        self._post(answer)
        if answered.wait(_ANSWERED_WITHIN):
            self._last = answers[0]
        health = {**self._last["health"], **machine_health(self._state)}
        return {**self._last, "health": health}

    def _post(self, call: Callable[[], None]) -> None:
        with contextlib.suppress(RuntimeError):  # The loop is closed, so the call must be dropped.
            self._own_thread(lambda: None if self._closed else call())

    # Called in the table's own thread

    def _another_game(self) -> None:
        if self._table.game is not None:
            self._table.game.listen(self._announced)

    def _announced(self, announced: Announced) -> None:
        if isinstance(announced.verdict, NextTurn):
            self._since = self._wall()

    def _take(self, order: Order | OrderError) -> None:
        self._orders.take(order)
        if isinstance(order, OrderError) and not order.id:
            self._report(words("desk.no-order", order=order))
        self._notify()

    def _receive(self, status: Status) -> None:
        before, self.status = self.status, status
        if status.trouble is not None and (before is None or before.trouble != status.trouble):
            self._report(obstacle(status) or "")
        elif status.trouble is None and before is not None and before.trouble is not None:
            self._report(words("desk.back"))
        self._notify()

    def _notify(self) -> None:
        for changed in tuple(self._changed):
            changed()

    def _presence(self) -> Json:
        table = self._table
        if jump := self._clock.jump():
            self._report(words("clock.jumped", jump=jump_text(jump)))
        faults = [sentence(text) for text in table.troubles.values()]
        health = {"ok": not faults, "faults": faults, "uptime": round(time.monotonic() - self._began)}
        return {
            "t": self._wall(),
            "program": VERSION,
            "health": health,
            "state": None if table.game is None else {**in_brief(table.game), "since": self._since},
            "address": self.page,
        }


def obstacle(status: Status) -> str | None:
    """The obstacle as a sentence, for the page and the log; None if there is none."""
    if status.trouble is None:
        return None
    return words("desk.away", why=status.trouble, waiting=status.waiting)


def table_name(line: Line) -> str:
    """The table's name in its journal's first record; 12 digits of the record's hash if it has none."""
    own_name = json.loads(line.text)["data"]["table"] if line.text else ""
    return own_name if isinstance(own_name, str) and _NAME.fullmatch(own_name) else line.hash[:12]


def in_brief(game: RunningGame) -> Json:
    """The part of the presence message that is about a game."""
    shown = page_state.announced(game)
    header, announcement = shown["game"], shown["verdict"]
    brief = {name: shown[name] for name in ("turn", "card", "position", "n", "owing", "over")}
    of_game = {name: header[name] for name in ("rules", "players", "names", "teams")}
    stoppage = None if game.stoppage is None else game.stoppage.why
    more = {"game": game.past.number, "t": game.t, "stands": stoppage}
    return {**brief, **of_game, **more, "verdict": None if announcement is None else announcement["text"]}


def _hardware() -> str:
    """The addresses of this computer's network devices; another one with a copied memory card lacks them."""
    addresses = []
    for device in sorted(_NETWORK.glob("*/address")):
        try:
            addresses.append(device.read_text().strip())
        except OSError:
            continue
    return ",".join(addresses)
