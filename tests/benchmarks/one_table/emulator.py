"""The firmware on an emulated RP2040: durations of its passes, and the delay of a change at the host."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path

from firmware_bridge.events import Edge, Facts
from firmware_bridge.facts import BoardHealth
from firmware_bridge.lightplan import Effect, Style
from firmware_bridge.messages import Op
from tests.firmware_bridge.emulated.emulator import EmulatedBoard, Host, firmware_files, missing, quantile

ONLY_NAMED = True
"""The benchmark runs only if it is named, because an emulated second takes some five processor seconds."""

ANALOG = {"analog": True, "active_low": False, "leds": 0}


def run() -> Iterable[str]:
    """Lines about a board with switching sensors and animated lights, then about an analog board."""
    lacks = missing()
    if lacks is not None:
        yield f"skipped: {lacks}"
        return
    with tempfile.TemporaryDirectory() as folder:
        board = EmulatedBoard(firmware_files(Path(folder)))
        yield from _digital(board)
        board.close()
    with tempfile.TemporaryDirectory() as folder:
        board = EmulatedBoard(firmware_files(Path(folder), **ANALOG), **ANALOG)
        host, _ = _linked(board)
        board.see("measured")
        host.run(0.3)
        sweeps = [(later - earlier) / 1e6 for earlier, later in pairwise(board.see("measured"))]
        yield f"112 analog holes are measured in {quantile(sweeps, 0.5):.1f} ms, at most {max(sweeps):.1f}"
        yield f"the analog board's HEALTH: {BoardHealth.unpack(host.ask(Op.HEALTH).data).passes}"
        board.close()


def _linked(board: EmulatedBoard) -> tuple[Host, float]:
    board.step(800_000)
    board.passes()
    begin = board.now
    host = Host(board)
    host.run(3.0, lambda event: isinstance(event, Facts))
    return host, board.now - begin


def _digital(board: EmulatedBoard) -> Iterator[str]:
    host, seconds = _linked(board)
    yield f"from HELLO to the board's facts {1000 * seconds:.1f} ms; passes meanwhile: {_passes(board)}"
    host.run(0.5)
    yield f"linked and quiet: {_passes(board)}"
    for op in (Op.SNAPSHOT, Op.INFO, Op.HEALTH):
        begin = board.now
        host.ask(op)
        yield f"an answer to {op.name} {1000 * (board.now - begin):.1f} ms"
    host.show(
        [Style(200, 90 * (led % 3), 9, Effect(1 + led % 6), 700 + 111 * (led % 3)) for led in range(112)]
    )
    yield f"while 112 lights get their styles: {_passes(board)}"
    host.run(1.0)
    yield f"112 animated lights: {_passes(board)}"
    took = []
    for turn in range(12):
        took.append(_until_all(host, [40], turn % 2 == 0))
        host.run(0.0437)
    yield f"an edge to the host's read: median {quantile(took, 0.5):.1f} ms, longest {max(took):.1f}"
    for count in (16, 112):
        board.passes()
        took = [_until_all(host, list(range(count)), on) for on in (True, False)]
        yield f"{count} changes at once: all at the host in {max(took):.1f} ms; passes {_passes(board)}"


def _until_all(host: Host, channels: list[int], on: bool) -> float:
    """The milliseconds from a change of these channels until the host has all their edges."""
    before = len(host.all(Edge))
    host.board.step(holes=[[channel, on] for channel in channels])
    begin = host.board.now
    host.run(3.0, lambda _event: len(host.all(Edge)) - before == len(channels))
    return 1000 * (host.board.now - begin)


def _passes(board: EmulatedBoard) -> str:
    passes = board.passes()
    figures = [quantile(passes, share) for share in (0.5, 0.99, 0.999)]
    return "median {:.0f}, p99 {:.0f}, p99.9 {:.0f}".format(*figures) + f", longest {max(passes):.0f} µs"
