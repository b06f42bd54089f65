"""The link to a board: noisy wires in virtual time, and the real firmware behind a pty in real time."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterable, Iterator

from firmware_bridge.events import Answer, Edge, Facts, Gap, LinkEvent, Snapshot, Trouble
from firmware_bridge.link import BoardLink
from firmware_bridge.messages import Op
from firmware_bridge.twin import PtyBoard, find_micropython
from tests.firmware_bridge.virtual import VirtualRig

EDGES = 10_000
PTY_EDGES = 1000
EDGES_A_TURN = 6
"""The edges of a usual turn: a marble lifted and placed, one bumped and put back, a hole passed over."""


def run() -> Iterable[str]:
    """Lines about noisy wires, then lines about the pty."""
    for rate in (0.0, 0.001, 0.01, 0.05):
        yield _loss(rate)
    yield _loss_at_twenty()
    for rate in (0.0, 0.001, 0.01, 0.05):
        yield _device_restarts(rate)
    micropython = find_micropython()
    with PtyBoard(interpreter=[micropython] if micropython else [sys.executable]) as board:
        name = "MicroPython" if micropython else "CPython (no MicroPython here)"
        for line in _Pty(board).figures():
            yield f"{name} over a pty: {line}"


# Virtual time ------------------------------------------------------------------------------------


def _started(rate: float, seed: int) -> VirtualRig:
    rig = VirtualRig(0.0, seed)
    rig.open()
    rig.until(lambda: any(isinstance(e, Facts) for e in rig.events))
    rig.up.rate = rig.down.rate = rate
    return rig


def _move(rig: VirtualRig, did: list[tuple[int, bool]]) -> None:
    channel = rig.chance.randrange(112)
    rig.hal.levels[channel] ^= True
    did.append((channel, rig.hal.levels[channel]))
    rig.tick(rig.chance.randrange(6, 26))


def _edges(rig: VirtualRig) -> list[Edge]:
    return [event for event in rig.events if isinstance(event, Edge)]


def _verdict(rig: VirtualRig, did: list[tuple[int, bool]]) -> str:
    delivered = [(edge.channel, edge.on) for edge in _edges(rig)]
    gaps = sum(isinstance(e, Gap) for e in rig.events)
    if delivered == did and not gaps:
        return "each once, in order"
    how = "a true beginning" if delivered == did[: len(delivered)] else "WRONG"
    return f"{len(delivered)} delivered, {how}, {gaps} gaps"


def _loss(rate: float) -> str:
    rig = _started(rate, 1)
    did: list[tuple[int, bool]] = []
    restarts = 0
    for _ in range(EDGES):
        _move(rig, did)
        if rig.chance.random() < 0.002:
            restarts += 1
            rig.reopen()
    rig.until(lambda: len(_edges(rig)) == EDGES)
    octets = (rig.up.carried + rig.down.carried) / rig.now
    return (
        f"{rate:6.1%} of bytes harmed: {EDGES} edges in {rig.now:.0f} s, {restarts} outages: "
        f"{_verdict(rig, did)}; {rig.device.resent} sent again, at most {rig.device.ring.high} waiting, "
        f"{octets:.0f} bytes/s"
    )


def _loss_at_twenty() -> str:
    rig = _started(0.20, 2)
    did: list[tuple[int, bool]] = []
    for _ in range(1000):
        _move(rig, did)
    during = len(_edges(rig))
    troubles = len({e.problem for e in rig.events if isinstance(e, Trouble)})
    fresh = VirtualRig(0.20, 3)
    fresh.open()
    try:
        passed = fresh.until(lambda: any(isinstance(e, Snapshot) for e in fresh.events), 300_000)
        linked = f"a new link took {passed / 1000:.0f} s"
    except TimeoutError:
        linked = "no new link within 300 s"
    rig.up.rate = rig.down.rate = 0.0
    healed = rig.until(
        lambda: len(_edges(rig)) + sum(e.lost or 0 for e in rig.events if isinstance(e, Gap)) == 1000
    )
    lost = sum(e.lost or 0 for e in rig.events if isinstance(e, Gap))
    return (
        f" 20.0% of bytes harmed: of 1000 edges in {rig.now:.0f} s {during} came while it lasted, "
        f"{troubles} kinds of trouble reported; {linked}; the wire mended, all that the ring held came "
        f"within {healed} ms ({lost} lost, reported as a gap)"
    )


def _device_restarts(rate: float) -> str:
    rig = _started(rate, 4)
    took = []
    for _ in range(100):
        rig.tick(rig.chance.randrange(100, 300))
        mark = len(rig.events)
        rig.restart_device()
        took.append(rig.until(_healed(rig, mark)))
        if list([e for e in rig.events if isinstance(e, Snapshot)][-1].levels) != rig.hal.levels:
            return f"{rate:6.1%} of bytes harmed, device restarts: a snapshot is WRONG"
    took.sort()
    return (
        f"{rate:6.1%} of bytes harmed, 100 device restarts: gap reported and snapshot right after "
        f"p50 {took[50]} ms, p95 {took[95]} ms, longest {took[-1]} ms"
    )


def _healed(rig: VirtualRig, mark: int) -> Callable[[], bool]:
    def healed() -> bool:
        kinds = [type(e) for e in rig.events[mark:]]
        return Gap in kinds and Snapshot in kinds[kinds.index(Gap) :]

    return healed


# Real time ---------------------------------------------------------------------------------------


class _Pty:
    def __init__(self, board: PtyBoard) -> None:
        self.board = board
        self.link = BoardLink(board.path)
        self.chance = random.Random(5)
        self.levels = [False] * 112

    def figures(self) -> Iterable[str]:
        self._until(lambda e: isinstance(e, Facts))
        self._pump_for(1.0)
        yield f"edge to host event {_quantiles(self._edge_latency())} ms (aim: p99 under 10)"
        yield f"command to its answer {_quantiles(self._command_latency())} ms"
        yield f"lights wanted to lights acknowledged {_quantiles(self._lights_latency())} ms"
        yield self._bytes()
        yield f"host processor time {self._cpu():.2f} ms an edge, lights not counted"
        yield f"from unplug and plug to a right snapshot {_quantiles(self._replugs())} ms (aim: under 1000)"
        resets = (self._until_it_is_back(self.board.reset) for _ in range(20))
        yield f"from reset to a right snapshot {_quantiles(resets)} ms"
        self.link.close()

    def _until(self, wanted: Callable[[LinkEvent], bool]) -> None:
        while not any(wanted(event) for event in self.link.pump(1.0)):
            pass

    def _pump_for(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self.link.pump(left)

    def _flip(self) -> int:
        channel = self.chance.randrange(112)
        self.levels[channel] ^= True
        self.board.set_level(channel, self.levels[channel])
        return channel

    def _took(self, begin: Callable[[], object], wanted: Callable[[LinkEvent], bool], quiet: float) -> float:
        """The seconds from an action to its event.

        The action follows about `quiet` seconds without events.
        """
        self._pump_for(self.chance.uniform(quiet / 2, quiet))
        start = time.monotonic()
        begin()
        self._until(wanted)
        return time.monotonic() - start

    def _edge_latency(self) -> list[float]:
        return [self._took(self._flip, lambda e: isinstance(e, Edge), 0.012) for _ in range(PTY_EDGES)]

    def _command_latency(self) -> list[float]:
        def ask() -> None:
            self.link.request(Op.HEALTH)

        return [self._took(ask, lambda e: isinstance(e, Answer), 0.004) for _ in range(300)]

    def _lights_latency(self) -> list[float]:
        took = []
        for turn in range(100):
            start = time.monotonic()
            self.link.show(bytes(3 * turn) + bytes([turn, 255, 0]))
            while not self.link.session.lights.settled(112):
                self.link.pump(0.5)
            took.append(time.monotonic() - start)
        return took

    def _octets(self) -> int:
        return self.link.session.bytes_out + self.link.session.reader.counts.octets

    def _bytes(self) -> str:
        before = self._octets()
        self._pump_for(5.0)
        idle = (self._octets() - before) / 5
        before, start = self._octets(), time.monotonic()
        for turn in range(50):
            for _ in range(EDGES_A_TURN):
                self._flip()
                self._until(lambda e: isinstance(e, Edge))
                self._pump_for(0.008)
            self.link.show(bytes(3 * (turn % 100)) + bytes([255, 0, 0]))
            self._pump_for(0.010)
        turn_bytes = (self._octets() - before - idle * (time.monotonic() - start)) / 50
        what = f"a turn of {EDGES_A_TURN} edges and a change of light"
        return f"{turn_bytes:.0f} bytes {what}; {idle:.0f} bytes/s idle"

    def _cpu(self) -> float:
        before, edges = time.process_time(), 0
        while edges < PTY_EDGES:
            self._flip()
            edges += sum(isinstance(e, Edge) for e in self.link.pump(1.0))
        return 1000 * (time.process_time() - before) / edges

    def _replugs(self) -> Iterator[float]:
        for _ in range(20):
            self.board.unplug()
            self._until(lambda e: isinstance(e, Trouble))
            yield self._until_it_is_back(self.board.plug)

    def _until_it_is_back(self, act: Callable[[], None]) -> float:
        start = time.monotonic()
        act()
        self._until(lambda e: isinstance(e, Snapshot))
        took = time.monotonic() - start
        self._pump_for(0.05)
        return took


def _quantiles(seconds: Iterable[float]) -> str:
    ordered = sorted(1000 * value for value in seconds)
    last = len(ordered) - 1
    return f"p50 {ordered[last // 2]:.2f}, p99 {ordered[round(last * 0.99)]:.2f}"
