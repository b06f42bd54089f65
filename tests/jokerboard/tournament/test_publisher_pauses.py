"""The pauses of a publisher whose Redis is away, and the publishers of a hall's tournament."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from jokerboard.tournament.address import Address
from jokerboard.tournament.federation import hall_stream
from jokerboard.tournament.publish import publisher
from tests.jokerboard.tournament.desk_model import Desk


def test_the_pauses_of_an_outage_double_and_begin_anew_after_a_success(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    for _ in range(2):
        desk.settle()
        desk.server.down = True
        waits = [desk.step() for _ in range(4)]
        assert waits == [pytest.approx(publisher.FIRST_PAUSE * 2**n) for n in range(4)]
        desk.server.down = False


def test_the_publishers_of_a_hall_start_with_its_first_event_and_are_woken_by_each_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []

    class Thread:
        """A publisher's thread that records the calls."""

        def __init__(self, make: Any) -> None:
            del make

        def __getattr__(self, name: str) -> Any:
            return lambda: calls.append(name)

    monkeypatch.setattr(hall_stream, "PublisherThread", Thread)
    store: Any = SimpleNamespace(last_event=0, path=tmp_path / "store")
    stream = hall_stream.HallStream(store, Address("redis", "127.0.0.1", 1), "north", lambda _: None)
    stream.follow()
    assert calls == []
    for last, done in ((1, ["start"] * 2 + ["wake"] * 2), (1, []), (3, ["wake"] * 2)):
        store.last_event = last
        stream.follow()
        assert calls == done
        calls.clear()
    stream.close()
    assert calls == ["close"] * 2
