"""A table that runs as a process publishes to a real redis-server, gets orders, and is killed."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, cast

import pytest

from jokerboard.journal.file import check
from jokerboard.journal.orders import Order, Seating, What, new_id
from jokerboard.journal.records import Json
from jokerboard.journal.store import FILE, JournalReader
from jokerboard.tournament import keys
from tests.examples import whole
from tests.jokerboard.tournament.proxy import Proxy
from tests.jokerboard.tournament.real_redis import RealRedis
from tests.programs import Demo, loaded, until

NAMES = {"A": "Xa", "B": "Yo", "C": "Zed", "D": "Wu"}


def demo(state: Path, port: int) -> Demo:
    """A published table with simulated people who play quickly."""
    redis = f"redis://127.0.0.1:{port}"
    return Demo(state, "--speed", "20", "--seed", "7", "--redis", redis, "--table-name", "7")


class Desk:
    """A director that knows nothing of a table but its keys in Redis."""

    def __init__(self, server: RealRedis) -> None:
        self.link = server.link

    @property
    def table(self) -> str:
        (key,) = cast(Any, self.link.keys(keys.table("*")))
        return cast(bytes, key).decode().rpartition(":")[2]

    @property
    def pointer(self) -> Json:
        return cast(Json, json.loads(cast(Any, self.link.get(keys.table(self.table)))))

    def here(self) -> Json:
        return cast(Json, json.loads(cast(Any, self.link.get(keys.here(self.table))) or '{"address":null}'))

    def log(self) -> list[tuple[str, str, str]]:
        entries = cast(Any, self.link.xrange(self.pointer["stream"]))
        return [(entry.decode(), fields[b"r"].decode(), fields[b"h"].decode()) for entry, fields in entries]

    def order(self, what: What, game: int, **more: Any) -> str:
        order = Order(new_id(), "Dora", "now", self.pointer["journal"], game, what, **more)
        self.link.xadd(keys.orders(self.table), {keys.ORDER: order.text_form()})
        return order.id

    def answers(self, id: str) -> list[Json]:
        found = [json.loads(text)["data"] for _, text, _ in self.log() if '"kind":"order"' in text]
        return [data for data in found if data["id"] == id]

    def confirmed(self, id: str) -> Json:
        until(lambda: bool(self.answers(id)))
        (answer,) = self.answers(id)
        return answer


def journal(state: Path) -> list[tuple[str, str, str]]:
    source = JournalReader(state / FILE)
    try:
        return [(keys.entry_id(line.n), line.text, line.hash) for line in source.lines(1, 1_000_000)]
    finally:
        source.close()


@pytest.mark.redis
def test_the_published_log_of_a_table_that_is_killed_and_gets_orders_equals_its_journal(
    tmp_path: Path, server: RealRedis
) -> None:
    state, desk = tmp_path / "state", Desk(server)
    table = demo(state, server.port)
    try:
        until(lambda: bool(server.link.keys(keys.table("*"))) and len(desk.log()) > 20)
        assert desk.pointer["name"] == "7"
        assert desk.confirmed(desk.order(What.PAUSE, 1, text="Lunch"))["taken"] is True
        assert "Dora has paused the game: Lunch." in table.state()["verdict"]["text"]
        for _ in range(3 if whole() else 1):
            waiting = [desk.order(What.PENALTY, 1, team=("A",)) for _ in range(3)]
            table.kill()
            table = demo(state, server.port)
            assert [desk.confirmed(each)["taken"] for each in waiting] == [True] * 3
            assert table.state()["tournament"]["stands"] == "paused"
        # The page may show the new state a little later.
        until(lambda: desk.here()["address"] == table.address)
        assert desk.here()["state"]["stands"] == "paused"
        assert desk.here()["health"]["ok"] is True
        assert desk.confirmed(desk.order(What.GO_ON, 1))["taken"] is True
        start = desk.order(What.START, 1, seating=Seating(1, "7", NAMES))
        table.kill()
        table = demo(state, server.port)
        assert desk.confirmed(start)["taken"] is True
        until(lambda: table.state()["game"]["names"] == NAMES)
        assert desk.confirmed(desk.order(What.TAKE_BACK, 1))["taken"] is False
    finally:
        code = table.stop()
    assert code == 0
    check(state / FILE)
    assert desk.log() == journal(state)
    assert desk.pointer["generation"] == 1
    assert desk.here()["leaving"] is True


@pytest.mark.redis
def test_play_goes_on_while_redis_is_unreachable_and_the_page_reports_the_outage(
    tmp_path: Path, server: RealRedis
) -> None:
    proxy = Proxy(server.port)
    desk = Desk(server)
    table = demo(tmp_path / "state", proxy.port)
    try:
        until(lambda: bool(server.link.keys(keys.table("*"))) and len(desk.log()) > 10)
        proxy.down()
        until(lambda: table.state()["tournament"]["text"] is not None)
        page = table.state()
        assert re.fullmatch(
            r"The director's desk receives nothing from this table: the Redis at redis://127\.0\.0\.1:\d+ "
            r"cannot be reached \(.*\)(; (\d+ records wait|1 record waits))?\.",
            page["tournament"]["text"],
        )
        assert page["faults"] == []
        until(lambda: table.state()["n"] > page["n"] + 3)
        proxy.down(is_down=False)
        until(lambda: table.state()["tournament"]["text"] is None)
        # A table that is stopped sends for two more seconds; on a busy machine some records may then be
        # unsent.
        assert desk.confirmed(desk.order(What.PAUSE, 1))["taken"] is True
        until(lambda: desk.log() == journal(tmp_path / "state"))
    finally:
        table.stop()
        proxy.close()
    notes = [line for line in table.lines if "the director's desk" in line.lower()]
    assert "receives nothing" in notes[0]
    assert "jokerboard: the director's desk is there again\n" in notes


def test_a_table_that_is_not_published_does_not_import_redis() -> None:
    commands = ("jokerboard.cli.demo", "jokerboard.cli.serve")
    pages = loaded("jokerboard.table.serving", "jokerboard.table.web.game_page", *commands)
    assert [name for name in pages if name == "redis" or name.startswith(("redis.", "tournament.publ"))] == []
