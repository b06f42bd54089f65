"""The files and the Redis of version 0.1.0 (commit b9864a4) work with today's program.

Version 0.1.0 made `version-0.1.0.tar.gz`: a simulated table of four with six plays and some mistakes,
published to a Redis and collected by a director; then a tournament of four teams with a result. `state.json`
is the state of the table's page at the end.
"""

from __future__ import annotations

import hashlib
import json
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hardware.clock import VirtualClock
from jokerboard.cli.main import main
from jokerboard.host import VERSION
from jokerboard.host.files import StateDirectory
from jokerboard.journal.file import check
from jokerboard.journal.store import FILE, Journal
from jokerboard.journal.writer import DirectWriter
from jokerboard.simulation.board.simulated_boards import SimulatedBoards
from jokerboard.table.runtime.table import Table
from jokerboard.table.runtime.troubles import Troubles
from jokerboard.table.serving.decks import Decks
from jokerboard.table.web.access import DevicePairing, PairedDevices
from jokerboard.table.web.game_page import GamePage
from jokerboard.tournament import keys
from jokerboard.tournament.collect.fold_incidents import Sort
from jokerboard.tournament.collect.presence import Presence
from jokerboard.tournament.collect.store import FILE as STORE
from jokerboard.tournament.collect.store import Store
from tests.jokerboard.table.power_cut.played import Player
from tests.jokerboard.tournament.real_redis import RealRedis
from tests.programs import Demo, Director, until

BEFORE = Path(__file__).parent / "version-0.1.0.tar.gz"
TABLE = "285ffb986b08"


@pytest.fixture
def before(tmp_path: Path) -> Path:
    """A folder with all files of version 0.1.0."""
    with tarfile.open(BEFORE) as archive:
        archive.extractall(tmp_path, filter="data")
    return tmp_path


@pytest.fixture
def redis(before: Path) -> Iterator[RealRedis]:
    """A Redis with the keys that version 0.1.0 wrote."""
    server = RealRedis(before / "redis")
    for key, value in json.loads((before / "redis.json").read_text()).items():
        for entry, fields in value.get("stream", ()):
            server.link.xadd(key, fields, id=entry)
        if "hash" in value:
            server.link.hset(key, mapping=value["hash"])
    yield server
    server.stop()


def shown(before: Path) -> Any:
    """The state of the table's page when version 0.1.0 was stopped."""
    return json.loads((before / "state.json").read_text())


def test_an_earlier_versions_game_is_resumed(before: Path) -> None:
    was, clock, state = shown(before), VirtualClock(), before / "state"
    assert check(state / FILE).last == 81
    journal = Journal.open(state / FILE, table="t", made="2026-11-27T00:00:00+00:00")
    boards = SimulatedBoards(clock, state)
    table = Table(
        clock, StateDirectory(state), journal, DirectWriter(journal), boards,
        wall=lambda: "2026-11-27T00:00:00+00:00", seed="7",
    )  # fmt: skip
    assert table.resume()
    page = GamePage(table).state()
    for field in ("position", "turn", "n", "owing"):
        assert page[field] == was[field], field
    assert table.game is not None
    plays = [(each.n, each.card, each.state) for each in table.game.log.plays]
    assert plays == [(each["n"], each["card"], each["state"]) for each in was["plays"]]
    assert page["game"]["names"] == was["game"]["names"]
    for field in ("wood", "hands", "laid", "people"):
        assert page["sim"][field] == was["sim"][field], field
    assert page["faults"] == []
    assert boards.players.people is not None
    boards.players.people.step()
    while table.game is not None and table.game.log.n == was["n"]:
        assert clock.run_next()
    table.abandon()
    steps = GamePage(table).kept.game(1)["steps"]
    assert [step["n"] for step in steps if "n" in step][: was["n"]] == [each["n"] for each in was["plays"]]
    table.close()
    assert check(state / FILE).last > 81


def test_a_game_that_was_killed_before_the_upgrade_is_resumed(tmp_path: Path) -> None:
    """A table of commit 999dd786 was killed; its journal's last records are in the write-ahead log."""
    with tarfile.open(BEFORE.with_name("killed-999dd786.tar.gz")) as archive:
        archive.extractall(tmp_path, filter="data")
    check(tmp_path / "state" / FILE)
    player = Player(tmp_path / "state", lambda _: None)
    assert (player.plays, player.damage) == (21, None)
    player.play(3)
    player.close()
    assert check(tmp_path / "state" / FILE).last > 21


def test_an_earlier_versions_configuration_and_board_are_accepted(
    before: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--config", str(before / "table.toml"), "--check"]) == 0
    assert "valid; the board is '4 players, direct'" in capsys.readouterr().out
    assert main(["wiring", "check", str(before / "board.toml")]) == 0


def test_an_earlier_versions_decks_and_paired_devices_are_read(before: Path) -> None:
    decks = Decks.load(before / "state" / "decks.toml")
    assert dict(decks.tags) == {"010063E9AE": "7H#1", "0C000621A5": "7H#2"}
    troubles = Troubles()
    known = PairedDevices(before / "state" / "paired.json", troubles).load()
    assert known == (hashlib.sha256(b"token of before").digest(),)
    assert DevicePairing(known=known).knows("token of before")
    assert not troubles


def test_an_earlier_versions_tournament_can_be_continued(
    before: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tournament = ["tournament", "--state", str(before / "director")]
    assert main([*tournament, "result", "2", "--winner", "Foxes"]) == 0
    assert main([*tournament, "standings"]) == 0
    points_table = capsys.readouterr().out.split("Holes  won")[1]
    points = dict(line.split()[1:3] for line in points_table.splitlines() if line[:6].strip().isdecimal())
    assert points == {"Owls": "2", "Foxes": "2", "Bears": "0", "Hares": "0"}


@pytest.mark.redis
def test_an_earlier_versions_log_in_redis_is_continued_by_a_table_and_collected_by_a_director(
    before: Path, redis: RealRedis
) -> None:
    url = f"redis://127.0.0.1:{redis.port}"
    log = keys.log(TABLE, 1)
    assert redis.link.xlen(log) == 81
    arguments = ("--redis", url, "--table-name", "Old table", "--speed", "50")
    with Director(before / "director", "--redis", url), Demo(before / "state", *arguments) as table:
        table.command("people", action="play")
        until(lambda: int(redis.link.xlen(log)) > 90)
        until(lambda: _collected(before / "director") > 90)
        pointer = json.loads(redis.link.hget(keys.TABLES, TABLE) or "{}")
        assert (pointer["stream"], pointer["generation"]) == (log, 1)
    store = Store(before / "director" / STORE)
    kinds = {row["kind"] for row in store.rows("SELECT kind FROM incidents")}
    store.close()
    assert not kinds & {Sort.LOG, Sort.DAMAGE}


def _collected(directory: Path) -> int:
    store = Store(directory / STORE)
    try:
        return int(store.rows("SELECT max(last) AS last FROM tables")[0]["last"])
    finally:
        store.close()


def test_a_table_of_another_version_is_reported_to_the_director() -> None:
    def health(program: str) -> Any:
        sign = {"t": "2026-11-27T00:00:00+00:00", "program": program, "health": {"ok": True, "faults": []}}
        found = Presence.parse(json.dumps(sign).encode())
        assert found is not None
        return found.health

    assert health(VERSION)["ok"]
    assert health(VERSION)["faults"] == []
    assert not health("0.0.9")["ok"]
    assert health("0.0.9")["faults"] == [
        f"The table runs jokerboard 0.0.9, this director {VERSION}: update the older one."
    ]
