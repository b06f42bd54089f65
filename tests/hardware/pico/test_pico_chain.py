"""Tests of a Pico whose chain of shift registers ends in a watching chip, or consists of modules."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware_bridge.events import Edge, Facts, LinkEvent, Snapshot
from hardware.errors import DeviceLost, DeviceMissing
from hardware.parts.chain_watch import LastChip, ModuleWatch
from hardware.parts.hc165.linked_modules import SIDE, LinkedModules, LinkFault
from hardware.parts.pico import SPI_CLOCK, SPI_DATA
from hardware.parts.pico.driver import PicoBoard
from hardware.ports import DeviceState, SensorEdge
from tests.hardware.pico.scripted_pico import ScriptedBench, ScriptedLink, info
from wiring.pcb.modules import full_name, tied_chips

WHOLE = (False, True, False, True, True, False, True, False)
"""The fixed levels of the watching chip's inputs A to H."""

FIRST = 8


class WatchedLink(ScriptedLink):
    """A link to a chip with eight sensors and a watching chip."""

    levels = (False,) * 8 + WHOLE

    def __init__(self, path: str, **_: object) -> None:
        super().__init__(path)
        self.facts = info(16, 4)
        self.coming = [Facts(0.0, self.facts), Snapshot(0.0, self.levels, ())]


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> ScriptedBench:
    return ScriptedBench(monkeypatch, WatchedLink, LastChip(2))


def watching(t: float, first: int, on: bool) -> list[Edge]:
    """Edges of the watching chip's inputs that are tied to ground."""
    grounded = [bit for bit, low in enumerate(WHOLE) if low]
    return [Edge(t, first + n, FIRST + bit, on) for n, bit in enumerate(grounded)]


def broken(t: float) -> list[Edge]:
    """The edges of a chain that is cut: the watching chip reads high, the sensors read anything."""
    return [Edge(t, 0, 1, True), *watching(t, 1, False)]


def mended(t: float, first: int) -> list[Edge]:
    """The edges of the cut chain when it is repaired."""
    return [Edge(t, first, 1, False), *watching(t, first + 1, True)]


def test_a_picos_chain_reports_edges_of_sensors_and_never_of_the_watching_chip(bench: ScriptedBench) -> None:
    bench.receive(Edge(1.0, 0, 2, True))
    assert bench.events == [SensorEdge(1.0, 2, True)]
    assert bench.board.snapshot() == (False, False, True, False)


def test_a_broken_chain_is_lost_before_any_of_its_edges_is_delivered(bench: ScriptedBench) -> None:
    bench.receive(*broken(1.0))
    (lost,) = bench.events
    assert isinstance(lost, DeviceState)
    assert lost.text == (
        "the sensor chain's last chip reads 11111111, not 10100101: check the chain's plugs, its power and"
        " its clock line"
    )
    with pytest.raises(DeviceLost, match="last chip reads 11111111"):
        bench.board.snapshot()


def test_a_repaired_chain_takes_the_present_levels_without_false_edges(bench: ScriptedBench) -> None:
    bench.receive(*broken(1.0))
    bench.receive(Edge(1.5, 6, 3, True))
    bench.receive(*mended(2.0, 7))
    bench.wait(1.0)
    assert [event.ok for event in bench.events if isinstance(event, DeviceState)] == [False, True]
    assert len(bench.events) == 2
    assert bench.board.snapshot() == (False, False, False, True)
    bench.receive(Edge(3.0, 13, 3, False))
    assert bench.events[2:] == [SensorEdge(3.0, 3, False)]


def test_a_snapshot_through_a_broken_chain_does_not_report_the_board_as_found(bench: ScriptedBench) -> None:
    bench.receive(*broken(1.0))
    bench.receive(Snapshot(2.0, (True,) * 8 + (False,) * 8, ()))
    assert [event.ok for event in bench.events if isinstance(event, DeviceState)] == [False]


def test_a_chain_that_is_broken_at_the_start_has_no_snapshot(monkeypatch: pytest.MonkeyPatch) -> None:
    class Cut(WatchedLink):
        levels = (True,) * 16

    cut = ScriptedBench(monkeypatch, Cut, LastChip(2))
    with pytest.raises(DeviceLost, match="last chip reads 00000000"):
        cut.board.snapshot()


def test_a_pico_whose_settings_have_no_channels_for_the_watching_chip_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("hardware.parts.pico.driver.BoardLink", ScriptedLink)
    bench = ScriptedBench(monkeypatch)
    with pytest.raises(DeviceMissing, match="has 6 sensors and 4 LEDs, this game needs 16 and 4"):
        PicoBoard(bench.clock, "/dev/x", 4, 4, watch=LastChip(2))


MODULES = tied_chips(4, 16.0, "polygon")
SENSORS = [channel for channel in range(160) if not MODULES[channel >> 3].mask >> (channel & 7) & 1]
EDGES_A_FRAME = 16
"""The most edges in one frame of the firmware; the edges of one scan may need several frames."""


class ModuleLink(ScriptedLink):
    """A link to twenty modules, whose registers the firmware reads."""

    def __init__(self, path: str, **_: object) -> None:
        super().__init__(path)
        self.marbles = {12, 77}
        self.modules = LinkedModules(self.inputs)
        self.facts = info(8 * len(MODULES), 4)
        self.seen = self.levels()
        self.coming = [Facts(0.0, self.facts), Snapshot(0.0, tuple(self.seen), ())]
        self.sent = 0

    def inputs(self) -> bytes:
        lows = sum(1 << channel for channel in self.marbles)
        sensors = (~lows & (1 << 8 * len(MODULES)) - 1).to_bytes(len(MODULES), "little")
        return bytes(byte & ~chip.mask | chip.level for byte, chip in zip(sensors, MODULES, strict=True))

    def levels(self) -> list[bool]:
        self.modules.load()
        raw = self.modules.transfer([0] * len(MODULES))
        return [not raw[channel >> 3] >> (channel & 7) & 1 for channel in range(8 * len(MODULES))]

    def scan(self, t: float) -> list[list[LinkEvent]]:
        """The edges of one scan, divided into frames."""
        was, self.seen = self.seen, self.levels()
        edges: list[LinkEvent] = []
        for channel, on in enumerate(self.seen):
            if on != was[channel]:
                edges.append(Edge(t, self.sent, channel, on))
                self.sent += 1
        return [edges[at : at + EDGES_A_FRAME] for at in range(0, len(edges), EDGES_A_FRAME)]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.integers(0, len(MODULES) - 1),
    st.sampled_from(LinkFault),
    st.sets(st.sampled_from(SENSORS)),
)
def test_a_broken_link_between_modules_is_reported_and_causes_no_false_edge(
    monkeypatch: pytest.MonkeyPatch, link: int, fault: LinkFault, marbles: set[int]
) -> None:
    bench = ScriptedBench(monkeypatch, ModuleLink, ModuleWatch(MODULES), 8 * len(MODULES))
    made: object = bench.link
    assert isinstance(made, ModuleLink)
    made.marbles = marbles
    for frame in made.scan(0.5):
        bench.receive(*frame)
    bench.events.clear()
    made.modules.faults[link] = fault
    for frame in made.scan(1.0):
        bench.receive(*frame)
    (lost,) = bench.events
    assert isinstance(lost, DeviceState)
    named = link - link % SIDE if fault.hits_side else link
    assert lost.text.startswith(f"{full_name(named)}")
    made.modules.faults.clear()
    for frame in made.scan(2.0):
        bench.receive(*frame)
    bench.wait(1.0)
    assert [event.ok for event in bench.events if isinstance(event, DeviceState)] == [False, True]
    assert len(bench.events) == 2
    assert bench.board.snapshot() == tuple(made.seen)


def test_the_pins_allowed_for_a_picos_chain_follow_the_pattern_of_the_rp2040() -> None:
    """Groups of eight pins belong to SPI 0 and SPI 1 in turn; every four pins are RX, CSn, SCK, TX."""
    of_spi_0 = [pin for pin in range(24) if pin // 8 % 2 == 0]
    assert tuple(pin for pin in of_spi_0 if pin % 4 == 0) == SPI_DATA
    assert tuple(pin for pin in of_spi_0 if pin % 4 == 2) == SPI_CLOCK
