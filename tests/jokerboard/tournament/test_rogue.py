"""A hostile table: its faults are reported, and the other tables' logs are still collected.

The hostile table is a user of a real redis-server with a table's rights (docs/tournament-log.md).
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import redis

from jokerboard.tournament import keys
from jokerboard.tournament.collect import collector as collector_module
from jokerboard.tournament.collect.desk import Desk
from jokerboard.tournament.collect.store import Store
from jokerboard.tournament.redis_setup import table_rights
from jokerboard.web.news import News
from tests.jokerboard.tournament.desk_tables import (
    Collecting,
    FakeTable,
    collecting,
    hurried,
    incidents,
    kept,
)
from tests.jokerboard.tournament.real_redis import RealRedis
from tests.programs import until

pytestmark = pytest.mark.redis
LARGE = 20_000_000


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    hurried(monkeypatch)
    monkeypatch.setattr(collector_module, "CAREFUL_FOR", 1.0)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealRedis]:
    one = RealRedis(tmp_path_factory.mktemp("redis"))
    yield one
    one.stop()


class Rogue:
    """A hostile table `bad` with a table's rights, and an honest table `good`."""

    def __init__(self, server: RealRedis, *, flush: bool = True) -> None:
        admin: Any = server.link
        self.admin = admin
        if flush:
            admin.flushall()
        rights = table_rights("bad")
        admin.execute_command("ACL", "SETUSER", "bad", "reset", "on", ">secret", *rights)
        self.link: Any = redis.Redis(port=server.port, protocol=2, username="bad", password="secret")
        self.good = FakeTable("good", "Good")
        self.good.begin()
        self.table = FakeTable("bad", "Bad")
        self.table.begin()

    def publish(self) -> None:
        self.good.turns(3)
        self.good.publish(self.admin)

    def flood(self) -> Any:
        """Write a valid log of the hostile table."""
        return [self.table.publish(self.link)]  # type: ignore[func-returns-value]

    def announce(self, **other: Any) -> Any:
        table = self.table
        announcement = {
            "journal": table.journal,
            "generation": 1,
            "stream": table.stream,
            "name": "Bad",
        } | other
        return self.link.set(keys.table("bad"), json.dumps(announcement))


@pytest.fixture
def rogue(server: RealRedis) -> Iterator[Rogue]:
    one = Rogue(server)
    yield one
    one.link.close()


def hall_goes_on(desk: Collecting, rogue: Rogue) -> None:
    """Check that new records of the honest table are stored, and that its board is shown."""
    rogue.publish()
    # This check opens the store again: the collector's connection would show a transaction before it ends.
    store = Store(desk.store.path)
    until(lambda: kept(store, rogue.good) == rogue.good.lines)
    hall = Desk(store, desk.roll, News(()))
    while hall.follow():
        pass
    shown = hall.tables()
    store.close()
    json.dumps(shown, ensure_ascii=False).encode()
    assert shown["good"]["game"] is not None


def write(link: Any, key: str, n: object, text: bytes | str, digest: bytes | str = "0" * 64) -> Any:
    return link.xadd(key, {keys.TEXT: text, keys.HASH: digest}, id=f"{n}-0")


HOSTILE: dict[str, Callable[[Rogue], object]] = {
    "a record of 20 MB": lambda r: (r.announce(), write(r.link, r.table.stream, 1, "x" * LARGE)),
    "a large record behind good ones": lambda r: (
        r.flood(),
        write(r.link, r.table.stream, len(r.table.lines) + 1, "x" * LARGE),
    ),
    "a record a little too large": lambda r: (r.announce(), write(r.link, r.table.stream, 1, "x" * 70_000))[
        0
    ],
    "a record that is no UTF-8": lambda r: (r.announce(), write(r.link, r.table.stream, 1, b"\xff\xfe")),
    "a record with a lone surrogate": lambda r: (
        r.announce(),
        write(r.link, r.table.stream, 1, '{"data":{"a":"\\ud800"},"game":0,"kind":"journal","n":1}'),
    ),
    "a game over 2^63": lambda r: (
        r.announce(),
        write(r.link, r.table.stream, 1, '{"data":{},"game":9223372036854775808,"kind":"journal","n":1}'),
    ),
    "an entry far away": lambda r: (r.announce(), write(r.link, r.table.stream, 1 << 63, "{}")),
    "an announcement of 20 MB": lambda r: r.announce(name="x" * LARGE),
    "an announcement that is none": lambda r: r.link.set(keys.table("bad"), b"\xff\x00"),
    "a generation over the bound": lambda r: r.announce(generation=1 << 31),
    "deep JSON": lambda r: r.link.set(keys.table("bad"), "[" * 60_000),
}
NAMED = {name for name in HOSTILE if name != "an entry far away"}


@pytest.mark.parametrize("how", HOSTILE)
def test_a_hostile_table_is_reported_and_the_logs_of_the_other_tables_are_still_collected(
    how: str, rogue: Rogue, tmp_path: Path
) -> None:
    with collecting(tmp_path, rogue.admin.connection_pool.connection_kwargs["port"]) as desk:
        hall_goes_on(desk, rogue)
        HOSTILE[how](rogue)
        hall_goes_on(desk, rogue)
        until(lambda: incidents(desk.store, "log"))
        row = desk.store.row("SELECT name FROM incidents JOIN tables ON tables.id = owner WHERE kind = 'log'")
        assert row is not None
        assert row["name"] == "bad"
        hall_goes_on(desk, rogue)
    with collecting(tmp_path, rogue.admin.connection_pool.connection_kwargs["port"], "again") as desk:
        hall_goes_on(desk, rogue)


@pytest.mark.parametrize(
    "heartbeat", [b"x" * LARGE, b"\xff", b'{"t":"\\ud800","health":{"faults":["\\u202e"]}}', b"[" * 9999]
)
def test_a_malformed_heartbeat_of_one_table_does_not_affect_the_other_tables(
    heartbeat: bytes, rogue: Rogue, tmp_path: Path
) -> None:
    with collecting(tmp_path, rogue.admin.connection_pool.connection_kwargs["port"]) as desk:
        rogue.table.publish(rogue.link)
        rogue.link.set(keys.here("bad"), heartbeat)
        hall_goes_on(desk, rogue)


def test_a_tables_redis_user_can_write_no_key_of_another_table(rogue: Rogue) -> None:
    for key in (keys.TABLES, keys.table("good"), keys.here("good"), keys.log("good", 1), keys.orders("bad")):
        for command in (("SET", key, "x"), ("DEL", key), ("EXPIRE", key, "1"), ("XADD", key, "*", "o", "x")):
            with pytest.raises(redis.exceptions.NoPermissionError):
                rogue.link.execute_command(*command)
    for words in ("FLUSHALL", "KEYS *", "CONFIG GET *", "ACL LIST", "EVAL x 0"):
        with pytest.raises(redis.exceptions.NoPermissionError):
            rogue.link.execute_command(*words.split())


def test_a_damaged_list_of_the_tables_of_version_0_1_does_not_affect_the_collecting(
    rogue: Rogue, tmp_path: Path
) -> None:
    rogue.admin.set(keys.TABLES, "x")
    with collecting(tmp_path, rogue.admin.connection_pool.connection_kwargs["port"]) as desk:
        hall_goes_on(desk, rogue)


def test_a_table_of_version_0_1_is_found_by_its_list_of_tables(rogue: Rogue, tmp_path: Path) -> None:
    good = rogue.good
    announcement = {"journal": good.journal, "generation": 1, "stream": good.stream, "name": "Good"}
    rogue.admin.hset(keys.TABLES, "good", json.dumps(announcement))
    rogue.publish()
    rogue.admin.delete(keys.table("good"))
    with collecting(tmp_path, rogue.admin.connection_pool.connection_kwargs["port"]) as desk:
        until(lambda: kept(desk.store, good) == good.lines)


VALUES: tuple[Any, ...] = (
    None,
    1 << 64,
    -1,
    1e308,
    "\ud800",
    "\u202e",
    [],
    {},
    True,
    "A" * 999,
    "0" * 16,
    1,
    2,
)
KNOWN = {
    "journal": "0" * 16, "generation": 1, "stream": "jokerboard:log:bad:1", "name": "x", "n": 1, "game": 1,
    "kind": "game", "data": {"names": {"A": "x"}, "t": 1}, "t": "x", "health": {},
}  # fmt: skip


def junk(rng: random.Random) -> bytes:
    """Random bytes or text, often nearly valid."""
    choice = rng.randrange(6)
    if choice == 0:
        return rng.randbytes(rng.randrange(200))
    if choice == 1:
        return b"x" * rng.choice((10, 70_000, 200_000, 2_000_000))
    known: dict[str, Any] = dict(KNOWN)
    value: Any = rng.choice(VALUES)
    known[rng.choice(list(known))] = value
    return json.dumps(known, sort_keys=True, separators=(",", ":")).encode()


def attack(rogue: Rogue, rng: random.Random) -> None:
    """Do one random write with the hostile table's rights; a write that Redis refuses is ignored."""
    link, stream = rogue.link, keys.log("bad", rng.choice((1, 2, 7)))
    n = rng.choice((1, 2, 3, 1 << 53, (1 << 64) - 2, rng.randrange(1, 1 << 62)))
    try:
        match rng.randrange(5):
            case 0:
                link.set(keys.table("bad"), junk(rng))
            case 1:
                link.set(keys.here("bad"), junk(rng), ex=10)
            case 2:
                rogue.announce(
                    generation=rng.choice((1, 2, 7)), stream=stream, name=rng.choice(("x", "\ud800", ""))
                )
            case 3:
                write(link, stream, n, junk(rng), rng.choice((b"", junk(rng), b"0" * 64)))
            case 4:
                link.xadd(stream, {junk(rng)[:99] or b"a": junk(rng)}, id=f"{n}-{rng.randrange(3)}")
    except redis.ResponseError:
        pass


@pytest.mark.parametrize("seed", range(4))
def test_random_values_in_every_key_of_one_table_do_not_affect_the_other_tables(
    seed: int, rogue: Rogue, tmp_path: Path
) -> None:
    rng = random.Random(seed)
    with collecting(tmp_path, rogue.admin.connection_pool.connection_kwargs["port"]) as desk:
        for _ in range(10):
            for _ in range(15):
                attack(rogue, rng)
            hall_goes_on(desk, rogue)
        assert [one.trouble for one in desk.conditions if not one.up] == []
        assert all(
            row["name"] == "bad"
            for row in desk.store.rows(
                "SELECT name FROM incidents JOIN tables ON tables.id = owner WHERE kind = 'log'"
            )
        )
