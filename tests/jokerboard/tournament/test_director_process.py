"""`jokerboard director` as a process: started, killed at any moment, started again, refused."""

from __future__ import annotations

import json
import random
import socket
import threading
import time
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from jokerboard.cli.main import main
from jokerboard.tournament.collect.store import FILE, Store
from tests.examples import whole
from tests.jokerboard.tournament.desk_tables import FakeTable, incidents, kept
from tests.jokerboard.tournament.real_redis import RealRedis
from tests.programs import Director, refused, until


def asked(director: Director, path: str) -> Any:
    with urllib.request.urlopen(f"{director.address}{path}", timeout=30) as answer:
        return json.load(answer)


@pytest.mark.redis
def test_a_desk_that_is_killed_repeatedly_stores_every_record_exactly_once(
    tmp_path: Path, server: RealRedis
) -> None:
    tables = [FakeTable(f"t{n}") for n in range(6)]
    for table in tables:
        table.begin()
    done = threading.Event()

    def play() -> None:
        link = server.link
        while not done.is_set():
            for table in tables:
                table.turns(2)
                table.publish(link)
            time.sleep(0.05)

    playing = threading.Thread(target=play)
    playing.start()
    chance = random.Random(9)
    store = Store(tmp_path / "desk" / FILE)
    try:
        for _ in range(8 if whole() else 2):
            began = _count(store)
            director = Director(tmp_path / "desk", "--redis", f"redis://127.0.0.1:{server.port}")
            until(lambda began=began: _count(store) > began)  # type: ignore[misc]
            time.sleep(chance.random() * 0.3)
            director.kill()
            for table in tables:
                have = kept(store, table)
                assert have == table.lines[: len(have)], "a beginning of the log, without gap or double"
    finally:
        done.set()
        playing.join()
    director = Director(tmp_path / "desk", "--redis", f"redis://127.0.0.1:{server.port}")
    until(lambda: all(len(kept(store, table)) == len(table.lines) for table in tables))
    assert all(kept(store, table) == table.lines for table in tables)
    assert incidents(store, "log") == []
    seen = asked(director, "api/tables")
    assert {table["last"] for table in seen["tables"]} == {len(table.lines) for table in tables}
    assert director.stop() == 0
    store.close()


@pytest.mark.redis
def test_if_one_of_two_desks_on_a_store_is_killed_the_other_stores_every_record(
    tmp_path: Path, server: RealRedis
) -> None:
    url = f"redis://127.0.0.1:{server.port}"
    table = FakeTable("t1", "Table 1")
    table.begin()
    one = Director(tmp_path / "desk", "--redis", url)
    two = Director(tmp_path / "desk", "--redis", url)
    store = Store(tmp_path / "desk" / FILE)
    assert one.token == two.token
    turns = 40 if whole() else 16
    for turn in range(turns):
        table.turns(25)
        table.publish(server.link)
        if turn == turns // 2:
            one.kill()
    until(lambda: kept(store, table) == table.lines)
    until(lambda: asked(two, "api/tables")["tables"][0]["last"] == len(table.lines))
    assert incidents(store, "log") == []
    assert two.stop() == 0
    store.close()


@pytest.mark.redis
def test_an_unreachable_redis_is_reported_by_the_desk_and_collected_again_when_it_is_back(
    tmp_path: Path, server: RealRedis
) -> None:
    table = FakeTable("t1", "Table 1")
    table.begin()
    table.publish(server.link)
    director = Director(tmp_path / "desk", "--redis", f"redis://127.0.0.1:{server.port}")
    until(lambda: asked(director, "api/tables")["tables"])
    server.stop()
    until(lambda: not asked(director, "api/tables")["status"]["up"])
    status = asked(director, "api/tables")
    assert "cannot be reached" in status["status"]["trouble"]
    assert status["tables"][0]["here"] is None, "nobody knows"
    server.start()
    table.turns(7)
    table.anew(server.link)
    until(lambda: asked(director, "api/tables")["tables"][0]["last"] == len(table.lines))
    assert asked(director, "api/tables")["status"]["trouble"] is None
    assert director.stop() == 0


def test_a_trial_director_starts_a_redis_of_its_own(tmp_path: Path) -> None:
    director = Director(tmp_path, "--demo-redis")
    until(lambda: asked(director, "api/tables")["status"]["up"])
    # The page may be ready before its address is printed.
    until(lambda: f"cat {tmp_path}" in "".join(director.lines))
    output = "".join(director.lines)
    assert "A trial Redis" in output
    assert director.token not in output
    assert director.stop() == 0


def test_a_desk_notifies_systemd_that_it_is_ready_alive_and_stopping(tmp_path: Path) -> None:
    path = tmp_path / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(path))
        listening.settimeout(60)
        environment = {"NOTIFY_SOCKET": str(path), "WATCHDOG_USEC": "400000"}
        director = Director(tmp_path / "desk", "--demo-redis", environment=environment)
        received = ""
        while "WATCHDOG=1" not in received:
            received += listening.recv(4096).decode() + "\n"
        assert "READY=1" in received
        assert director.stop() == 0
        while "STOPPING=1" not in received:
            received += listening.recv(4096).decode() + "\n"


def test_a_director_reports_in_one_sentence_that_the_trial_rediss_port_is_in_use(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        err = refused(capsys, "director", "--demo-redis", port, "--http", 0, "--state", tmp_path, code=1)
    assert f"the trial Redis cannot use port {port}" in err


def test_a_director_reports_a_file_that_is_not_a_store_as_damaged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / FILE).write_text("not a database, and longer than a page's header " * 50)
    assert main(["director", "--redis", "redis://127.0.0.1:1", "--http", "0", "--state", str(tmp_path)]) == 1
    assert "damaged" in capsys.readouterr().err


def test_a_director_reports_in_one_sentence_that_its_pages_port_is_in_use(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        err = refused(capsys, "director", "--redis", "redis://x", "--http", port, "--state", tmp_path)
    assert f"port {port} of 127.0.0.1 is in use" in err


def _count(store: Store) -> int:
    return int(store.rows("SELECT count(*) FROM records")[0][0])
