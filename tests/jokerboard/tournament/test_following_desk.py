"""The loop that brings the desk, its sections and the stream for federations up to date."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from jokerboard.tournament import director
from jokerboard.tournament.address import Address


class Follower:
    """Something that follows; it records the calls, and reports as often as wanted that more is left."""

    def __init__(self, name: str, calls: list[str], more: int = 0) -> None:
        self.name, self.calls, self.more = name, calls, more

    def follow(self) -> bool:
        self.calls.append(self.name)
        self.more -= 1
        return self.more >= 0


class Still:
    """A section that follows nothing."""

    follow = None


@pytest.mark.parametrize("published", [True, False])
def test_the_desk_its_sections_and_the_published_stream_follow_whenever_they_are_woken(
    published: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(director, "LOOK_EVERY", 60.0)
    calls: list[str] = []
    desk: Any = Follower("desk", calls, more=2)
    sections: Any = [Follower("event", calls), Still(), Follower("hall", calls)]
    stream: Any = Follower("stream", calls) if published else None
    once = ["desk", "event", "hall", *(["stream"] if published else [])]

    async def run() -> None:
        woken = asyncio.Event()
        following = asyncio.ensure_future(director._follow(desk, sections, woken, stream))
        for n in range(1, 4):
            while len(calls) < 2 + n * len(once):
                await asyncio.sleep(0)
            woken.set()
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)

    asyncio.run(asyncio.wait_for(run(), 60))
    assert calls[: 2 + 3 * len(once)] == ["desk", "desk", *once * 3]


def test_a_director_that_is_stopped_closes_the_stream_of_its_published_tournament(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []

    class Stream(Follower):
        def __init__(self, *_: object) -> None:
            super().__init__("follow", calls)

        def close(self) -> None:
            calls.append("close")

    monkeypatch.setattr(director, "HallStream", Stream)
    nowhere = Address("redis", "127.0.0.1", 1)

    async def run(hall: str | None, state: Path) -> None:
        ready = asyncio.Event()
        wanted = director.Wanted(nowhere, state, "127.0.0.1", 0, hall=hall)
        directing = asyncio.ensure_future(director.direct(wanted, lambda _: ready.set(), lambda _: None))
        await ready.wait()
        directing.cancel()
        await asyncio.gather(directing, return_exceptions=True)

    asyncio.run(asyncio.wait_for(run(None, tmp_path / "one"), 60))
    assert calls == []
    asyncio.run(asyncio.wait_for(run("north", tmp_path / "two"), 60))
    assert (calls[0], calls[-1], calls.count("close")) == ("follow", "close", 1)
