"""Time from a marble on one board to the light on another board in the same game.

Two tables with journals on disk and a direct link run in a process in real time; a simulated hand makes every
play. Four times of each play are measured: its last marble is in its hole, the referee announces it, the
host's disk has its record, and the lights of the other board show it.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.geometry import seat_letter
from engine.referee.verdicts import Discard, Move, Verdict
from hardware.clock import LoopClock
from jokerboard.houses.code import Code
from jokerboard.houses.transports.network import Network
from jokerboard.journal.store import Journal
from jokerboard.journal.writer import ThreadWriter, Writer
from jokerboard.players.game_ports import AddedLines
from jokerboard.table.houses.pairing import OpenWire
from jokerboard.table.runtime.game_setup import Wanted
from tests.jokerboard.houses.two_tables import HouseTable
from tests.programs import free_port

ONLY_NAMED = True
"""The benchmark runs only if it is named, because a game in real time takes minutes."""
PLAYS = 40
PATIENCE = 60.0


@dataclass(slots=True)
class Times:
    """The measured times of a play, in seconds; `by` is the board on which it was made."""

    by: str
    placed: float
    judged: float
    lit: float | None = None


class _RealHouse(HouseTable):
    """A table in real time whose journal is written by a thread."""

    def writer(self, journal: Journal) -> Writer:
        loop = asyncio.get_running_loop()

        def failed(error: Exception) -> None:
            raise error

        def post(call: Callable[[], None]) -> None:
            loop.call_soon_threadsafe(call)

        return ThreadWriter(journal, post, failed)

    def open_wire(self) -> OpenWire:
        return Network().wire


def run() -> Iterable[str]:
    """A line with the delays of the plays that were made on each board."""
    with tempfile.TemporaryDirectory(prefix="jokerboard-bench-") as directory:
        times = asyncio.run(_play(Path(directory)))
    yield f"{len(times)} plays, from the last marble in its hole to the light on the other board:"
    for by in ("host", "guest"):
        mine = [each for each in times if each.by == by and each.lit is not None]
        yield from _figures(f"a play of the {by}", mine)


def _figures(name: str, times: Sequence[Times]) -> Iterable[str]:
    parts: tuple[tuple[str, Callable[[Times], float]], ...] = (
        ("in all", lambda each: _lit(each) - each.placed),
        ("of it the referee, until it is sure", lambda each: each.judged - each.placed),
        ("of it disk, packets and light", lambda each: _lit(each) - each.judged),
    )
    for part, seconds in parts:
        found = sorted(1000 * seconds(each) for each in times)
        if found:
            p99 = found[min(len(found) - 1, round(0.99 * len(found)))]
            yield f"{name}: {part}: p50 {found[len(found) // 2]:.0f} ms, p99 {p99:.0f} ms ({len(found)})"


def _lit(times: Times) -> float:
    assert times.lit is not None
    return times.lit


async def _play(path: Path) -> list[Times]:
    clock = LoopClock(asyncio.get_running_loop())
    via, made = f"direct://127.0.0.1:{free_port()}", list[Times]()
    (path / "host").mkdir()
    (path / "guest").mkdir()
    host = _RealHouse(clock, path / "host", None, "bench host", None)
    code = host.houses.invite("BD", via).code
    host.table.begin(Wanted(dealt=True))
    guest = _RealHouse(clock, path / "guest", None, "bench guest", None)
    guest.houses.join(Code.parse(code), via)
    houses = {"host": host, "guest": guest}
    await _until(lambda: guest.table.game is not None)
    for name, house in houses.items():
        _watch(name, house, guest if house is host else host, made)
    for _ in range(PLAYS):
        n = len(host.plays)
        await _until(lambda: not host.busy and not guest.busy)
        in_turn = next(each for each in houses.values() if each.turn in each.shared.own)
        await _until(lambda h=in_turn: h.table.dealer.hand(h.game.log.turn))  # type: ignore[misc]
        in_turn.choose(n)
        await _until(lambda n=n: len(host.plays) == len(guest.plays) > n)  # type: ignore[misc]
    for house in houses.values():
        house.kill()
    return [each for each in made if each.lit is not None]


def _watch(name: str, house: HouseTable, other: HouseTable, made: list[Times]) -> None:
    game, shared, now = house.game, house.shared, house.clock.now

    def judged(verdicts: Sequence[Verdict]) -> AddedLines:
        for verdict in verdicts:
            own = isinstance(verdict, Move | Discard) and seat_letter(verdict.seat) in shared.own
            if own and isinstance(verdict, Move):
                made.append(Times(name, game.last_event_at, now()))
        return shared._judged(verdicts)

    def look() -> None:
        roles = {light.role for light in other.game.shown.lights.values()}
        newest = next((each for each in reversed(made) if each.by == name), None)
        if newest is not None and newest.lit is None and "carry-from" in roles:
            newest.lit = now()

    game.follow(judged)
    other.game.on_change(look)


async def _until(so: Callable[[], Any]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not so():
            await asyncio.sleep(0.005)
