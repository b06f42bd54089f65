"""Two tables as processes with a real broker: after kills and outages both still have the same game."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from jokerboard.houses.code import Code
from jokerboard.journal.store import FILE, JournalReader
from tests.jokerboard.houses.real_broker import RealBroker
from tests.programs import Demo, refused

pytestmark = pytest.mark.long

CODE = Code(bytes(16)).text()
QUICK = ("--people", "on", "--speed", "20", "--mistakes", "0.1")


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[RealBroker]:
    made = RealBroker(tmp_path / "broker")
    yield made
    made.stop()


def code_of(host: Demo) -> str:
    """The code that the host has printed on its terminal."""
    host.until_printed("Its code:")
    found = re.search(r"Its code: ([A-Z0-9-]+)", "".join(host.lines))
    assert found is not None
    return found[1]


def shared_records(state: Path) -> list[dict[str, Any]]:
    """The records of the shared log in the journal of a table."""
    reader = JournalReader(state / FILE)
    try:
        data = [json.loads(line.text)["data"] for line in reader.lines(1, 1_000_000)]
    finally:
        reader.close()
    return [each["shared"] for each in data if "shared" in each]


def test_a_shared_game_survives_kills_of_each_table_and_of_the_broker(
    tmp_path: Path, broker: RealBroker
) -> None:
    there = {name: tmp_path / name for name in ("host", "guest")}
    invite = ("--invite", "B,D", "--via", broker.way, "--seed", "5")
    host = Demo(there["host"], *invite, *QUICK)
    guest = Demo(there["guest"], "--with", code_of(host), "--via", broker.way, *QUICK)
    try:
        for victim in ("guest", "host", "broker"):
            n = host.until(lambda state: state["n"] >= 2)["n"]
            if victim == "broker":
                broker.stop()
                broker.start()
            elif victim == "guest":
                guest.kill()
                guest = Demo(there["guest"], *QUICK)
            else:
                host.kill()
                host = Demo(there["host"], *QUICK)
            for table in (host, guest):
                table.until(lambda state, n=n: state["n"] >= n + 3)  # type: ignore[misc]
    finally:
        host.kill()
        guest.kill()
    records = {name: shared_records(state) for name, state in there.items()}
    common = min(map(len, records.values()))
    assert common >= 8
    assert records["host"][:common] == records["guest"][:common]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--with", "HELLO", "--via", "mqtt://x"), "this is not the code of a game"),
        (("--with", "7" * 27, "--via", "mqtt://x"), "this code is mistyped"),
        (("--invite", "B,D", "--via", "post"), "is not an address of another board"),
        (("--invite", "B,H", "--via", "mqtt://x"), "there is no seat H in this game"),
        (("--invite", "B", "--invite", "B,D", "--via", "mqtt://x"), "seat B is given to two boards"),
        (("--invite", "A,B,C,D", "--via", "mqtt://x"), "keep at least one"),
        (("--invite", "B", "--cards", "seat", "--via", "mqtt://x"), "has one deck for all"),
        (("--with", CODE, "--machine", "B", "--via", "mqtt://x"), "leave --machine out"),
        (("--via", "mqtt://x"), "need --invite or --with"),
        (("--invite", "B", "--with", "X", "--via", "mqtt://x"), "give one of them"),
        (("--headless", "--invite", "B", "--via", "mqtt://x"), "need a table with a page"),
    ],
)
def test_bad_options_for_a_shared_game_are_refused_in_one_sentence(
    arguments: tuple[str, ...], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert words in refused(capsys, "demo", "--state", tmp_path / "state", *arguments)
    assert not (tmp_path / "state").exists()
