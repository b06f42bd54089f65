"""Disturb a small hall at random, and check that every record arrives at the desk exactly once.

    make bench ARGS="chaos"                      two minutes, seed 1
    make bench ARGS="chaos --seed 7 --minutes 60"
    make bench ARGS="chaos --desks-for 200"      200 rounds in which only the two desks are killed and started

Three tables of simulated people, two directors on one store and a Redis run as processes. Each disturbance,
chosen by the seed, kills a process (SIGKILL), pauses it (SIGSTOP), cuts its connection (by a proxy), empties
the Redis (FLUSHALL), writes nonsense with a table's rights, or sends an order. Where libfaketime is
installed, one table's wall clock is hours off. Then the disturbances end, and once all answers and records
have arrived, every table's journal is compared with the directors' store. The exit code is 1 if a record is
missing, different or additional.

The desks start at the same moment on an empty directory. With `--desks-for`, each round kills, stops or
starts one director or both at the same moment; sometimes none runs. After each round the store is checked,
also while it is in use, and no file of it may have been renamed as damaged.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import random
import signal
import sqlite3
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any, Final

import redis

from jokerboard.journal.file import records
from jokerboard.journal.records import Kind
from jokerboard.journal.store import FILE as JOURNAL
from jokerboard.tournament.collect.store import FILE as STORE
from jokerboard.tournament.collect.store_check import check_store
from tests.jokerboard.tournament.proxy import Proxy
from tests.jokerboard.tournament.real_redis import RealRedis
from tests.jokerboard.tournament.test_rogue import Rogue, attack
from tests.programs import Demo, Director, until

TABLES: Final = 3
SPEED: Final = "15"
CALM: Final = 180.0
"""Seconds after the last disturbance within which all answers and records must arrive."""
GAP: Final = (0.3, 2.5)
"""The shortest and the longest pause between two disturbances, in seconds."""

_MINE: Final = "SELECT n, text, hash FROM records ORDER BY n"
_THERE: Final = (
    "SELECT n, text, records.hash FROM records JOIN tables ON tables.id = owner WHERE title = ? ORDER BY n"
)

ONLY_NAMED = True


class Hall:
    """The processes of a hall, and methods that disturb them."""

    def __init__(self, where: Path, seed: int) -> None:
        self.where, self.chance = where, random.Random(seed)
        self.redis = RealRedis(where / "redis", "--appendonly", "yes", "--appendfsync", "everysec")
        self.rogue = Rogue(self.redis)
        self.lines = [Proxy(self.redis.port) for _ in range(TABLES)]
        self.tables = [self._table(n) for n in range(TABLES)]
        with ThreadPoolExecutor(2) as starting:
            self.desks = list(starting.map(lambda _: self._desk(), range(2)))
        self.blows: Counter[str] = Counter()
        self.skewed = bool(skewed_clock())

    def _table(self, n: int) -> Demo:
        url = f"redis://127.0.0.1:{self.lines[n].port}"
        clock = skewed_clock() if n == 0 else ()
        return Demo(
            self.where / f"table{n}", "--redis", url, "--table-name", f"Table {n}", "--seed", str(n + 1),
            "--people", "on", "--speed", SPEED, under=clock,
        )  # fmt: skip

    def _desk(self) -> Director:
        return Director(self.where / "desk", "--redis", f"redis://127.0.0.1:{self.redis.port}")

    def blow(self) -> None:
        """Make one disturbance, or send an order."""
        blows: tuple[tuple[int, Callable[[], None]], ...] = (
            (4, self.kill_table), (4, self.kill_desk), (2, self.kill_redis), (1, self.flush), (3, self.stall),
            (3, self.cut), (4, self.lie), (6, self.order),
        )  # fmt: skip
        (one,) = self.chance.choices([do for _, do in blows], [weight for weight, _ in blows])
        self.blows[one.__name__] += 1
        one()

    def kill_table(self) -> None:
        n = self.chance.randrange(TABLES)
        self.tables[n].kill()
        self.tables[n] = self._table(n)

    def kill_desk(self) -> None:
        n = self.chance.randrange(len(self.desks))
        self.desks[n].kill()
        self.desks[n] = self._desk()

    def desk_round(self) -> str | None:
        """Kill, stop or start one desk or both at once.

        Return a sentence if the store is damaged, else None.
        """
        both = self.chance.random() < 0.3
        chosen = [0, 1] if both else [self.chance.randrange(2)]
        for n in chosen:
            if self.desks[n].process.poll() is None:
                self.blows["kill desk"] += 1
                self.desks[n].kill() if self.chance.random() < 0.7 else self.desks[n].stop()
            elif not both:
                self.blows["start desk"] += 1
                self.desks[n] = self._desk()
        if both and self.chance.random() < 0.8:
            self.start_desks()
        damage = check_store(self.where / "desk" / STORE)
        aside = [file.name for file in (self.where / "desk").glob("*damaged*")]
        return f"{damage} {aside}" if damage or aside else None

    def start_desks(self) -> None:
        """Start the desks that do not run, at the same moment."""
        away = [n for n, desk in enumerate(self.desks) if desk.process.poll() is not None]
        self.blows["start desk"] += len(away)
        with ThreadPoolExecutor(2) as starting:
            for n, desk in zip(away, starting.map(lambda _: self._desk(), away), strict=True):
                self.desks[n] = desk

    def kill_redis(self) -> None:
        self.redis.stop()
        time.sleep(self.chance.uniform(0.0, 2.0))
        self.redis.start()
        self.admin()

    def flush(self) -> None:
        self.redis.link.flushall()

    def stall(self) -> None:
        process = self.chance.choice([one.process for one in (*self.tables, *self.desks)])
        process.send_signal(signal.SIGSTOP)
        time.sleep(self.chance.uniform(0.2, 3.0))
        process.send_signal(signal.SIGCONT)

    def cut(self) -> None:
        line = self.chance.choice(self.lines)
        if self.chance.random() < 0.5:
            line.down()
            time.sleep(self.chance.uniform(0.1, 2.0))
            line.down(is_down=False)
        else:
            line.trouble.reply = self.chance.randrange(2000)
            time.sleep(self.chance.uniform(0.1, 1.0))
            line.trouble.reply = None

    def lie(self) -> None:
        with contextlib.suppress(redis.RedisError):
            for _ in range(5):
                attack(self.rogue, self.chance)

    def admin(self) -> None:
        """Create the user of the rogue writer again, which a killed Redis has forgotten."""
        self.rogue = Rogue(self.redis, flush=False)

    def order(self) -> None:
        desk = self.chance.choice(self.desks)
        with contextlib.suppress(OSError, ValueError):
            shown = asked(desk.address, "tables")
            names = [one["name"] for one in shown["tables"] if one["title"].startswith("Table ")]
            if names:
                what = self.chance.choice(({"order": "pause"}, {"order": "go-on"}, {"order": "go-on"},
                                           {"order": "penalty", "team": ["A"], "points": 1}))  # fmt: skip
                command(desk, "order", {"table": self.chance.choice(names), **what})

    def calm(self) -> None:
        """Repair all disturbances.

        Wait for the answers to orders, then for the records of all closed tables.
        """
        for table in self.tables:
            table.stop()  # A table that ends sends its unsent records first.
        self.tables = [self._table(n) for n in range(TABLES)]
        for table in self.tables:
            table.command("people", action="pause")
        deadline = time.monotonic() + CALM
        _until(lambda: not (self.behind() or self.unanswered()), deadline)
        # Paused people may still finish a play, so a journal is final only once its table has ended.
        for table in self.tables:
            table.stop()
        _until(lambda: not self.behind(), deadline)

    def behind(self) -> int:
        return sum(max(0, len(kept) - len(there)) for kept, there in self.logs().values())

    def unanswered(self) -> int:
        return sum(row[1] in ("waiting", "sent") for row in self.orders())

    def logs(self) -> dict[int, tuple[list[Any], list[Any]]]:
        """The records in the journal of each table, and in the desk's store, by the table's number."""
        found = {}
        for n in range(TABLES):
            mine = query_of(self.where / f"table{n}" / JOURNAL, _MINE)
            found[n] = (mine, query_of(self.where / "desk" / STORE, _THERE, f"Table {n}"))
        return found

    def orders(self) -> list[Any]:
        query = "SELECT orders.id, state, title FROM orders JOIN tables ON tables.id = owner"
        return query_of(self.where / "desk" / STORE, query)

    def close(self) -> None:
        for one in (*self.tables, *self.desks):
            one.kill()
        for line in self.lines:
            line.close()
        self.redis.stop()


def _until(settled: Callable[[], bool], deadline: float) -> None:
    """Wait until `settled` returns True, or until the deadline."""
    while not settled() and time.monotonic() < deadline:
        time.sleep(0.5)


def skewed_clock() -> tuple[str, ...]:
    """The beginning of a command line that sets a program's wall clock three hours ahead.

    It is empty without libfaketime. The library is preloaded by `env`: the program `faketime` would stay as a
    parent process, and would be killed instead of the table.
    """
    for library in sorted(Path("/usr/lib").glob("*/faketime/libfaketime.so.1")):
        return ("env", f"LD_PRELOAD={library}", "FAKETIME=+3h", "FAKETIME_DONT_FAKE_MONOTONIC=1")
    return ()


def query_of(path: Path, query: str, *values: object) -> list[Any]:
    with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=30)) as db:
        return db.execute(query, values).fetchall()


def asked(address: str, what: str) -> Any:
    with urllib.request.urlopen(f"{address}api/{what}", timeout=10) as answer:
        return json.load(answer)


def command(desk: Director, name: str, body: dict[str, Any]) -> None:
    """Log in to the desk with its token, and send it a command."""
    http = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    for path, content in (("login", {"token": desk.token, "who": "Dora"}), (name, body)):
        kind = {"content-type": "application/json"}
        request = urllib.request.Request(f"{desk.address}api/{path}", json.dumps(content).encode(), kind)
        with contextlib.suppress(urllib.error.HTTPError):
            http.open(request, timeout=10).read()


def verdict(hall: Hall) -> tuple[bool, list[str]]:
    """Whether every record arrived exactly once, and lines with the figures."""
    logs = hall.logs()
    total = missing = different = extra = 0
    for mine, there in logs.values():
        total += len(mine)
        own, kept = {row[0]: row for row in mine}, Counter(row[0] for row in there)
        missing += sum(n not in kept for n in own)
        different += sum(row[0] in own and own[row[0]] != row for row in there)
        extra += sum(n not in own for n in kept) + sum(count - 1 for count in kept.values())
    done: Counter[str] = Counter()
    for n in range(TABLES):
        done.update(
            str(record.data["id"])
            for record in records(hall.where / f"table{n}" / JOURNAL)
            if record.kind is Kind.ORDER
        )
    orders = hall.orders()
    once = sum(done[row[0]] == 1 for row in orders)
    damage = check_store(hall.where / "desk" / STORE)
    good = (missing, different, extra) == (0, 0, 0) and once == len(orders) and not damage
    return good, [
        f"records in: {total}; missing {missing}, different {different}, extra {extra}",
        f"orders: {len(orders)} given, {once} done exactly once, {hall.unanswered()} without an answer",
        f"the store: {'every row as it was written' if not damage else '; '.join(damage)}",
    ]


def main(arguments: Sequence[str]) -> int:
    """Run the benchmark; return 0 if every record arrived exactly once, else 1."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks chaos", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--desks-for", type=int, default=0, metavar="ROUNDS")
    asked_for = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="jokerboard-") as directory:
        hall = Hall(Path(directory), asked_for.seed)
        try:
            until(lambda: hall.behind() == 0 and len(hall.logs()[0][0]) > 3)
            faults = []
            if asked_for.desks_for:
                faults = [fault for _ in range(asked_for.desks_for) if (fault := hall.desk_round())]
                hall.start_desks()
            else:
                ends = time.monotonic() + 60 * asked_for.minutes
                while time.monotonic() < ends:
                    hall.blow()
                    time.sleep(hall.chance.uniform(*GAP))
            hall.calm()
            good, lines = verdict(hall)
            good, lines = good and not faults, [*lines, *faults]
            blows = ", ".join(
                f"{name.replace('_', ' ')} {count}" for name, count in sorted(hall.blows.items())
            )
            clocks = "one clock three hours off" if hall.skewed else "no skewed clock (no libfaketime)"
            length = (
                f"{asked_for.desks_for} rounds" if asked_for.desks_for else f"{asked_for.minutes:g} minutes"
            )
            print(f"seed {asked_for.seed}, {length}; {blows}; {clocks}")
            print("\n".join(lines), flush=True)
        finally:
            hall.close()
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
