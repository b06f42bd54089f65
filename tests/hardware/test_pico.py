"""The Pico's ports against its own firmware: on CPython, and on MicroPython's unix port if there is one."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from types import SimpleNamespace

import pytest

from firmware_bridge.errors import LinkError
from firmware_bridge.events import Edge, Facts, Gap, LinkEvent, Problem, Snapshot, Trouble
from firmware_bridge.facts import BoardInfo, Calibration
from firmware_bridge.frames import Feature, Op, ResetCause
from firmware_bridge.lightplan import DARK, Effect, Style
from firmware_bridge.simulated import PtyBoard, find_micropython
from firmware_bridge.transport import Line
from hardware.clock import LoopClock, VirtualClock
from hardware.errors import DeviceClosed, DeviceLost, DeviceMissing
from hardware.pico import FAREWELL, PicoBoard
from hardware.ports import DeviceState, DeviceTrouble, Glow, HardwareEvent, SensorEdge
from tests.hardware.contract_light_strip import LightStripContract, StripRig
from tests.hardware.contract_sensor_bank import BankRig, SensorBankContract

CHANNELS = 28
PATIENCE = 3000
"""Looks of 10 ms at what must come about: a very busy machine is no failure."""

needs_micropython = pytest.mark.skipif(
    find_micropython() is None, reason="no MicroPython here: .ci/micropython fetches it, or set MICROPYTHON"
)


class PicoBench:
    """A firmware in a process of its own at the end of a pty; time is the real one."""

    occupied = frozenset({0, 3, 27})

    def __init__(self, loop: asyncio.AbstractEventLoop, interpreter: list[str] | None) -> None:
        self.loop = loop
        self.far = PtyBoard(interpreter=interpreter, channels=CHANNELS, leds=CHANNELS, cap_ma=10_000)
        for channel in self.occupied:
            self.far.set_level(channel, True)
        self.board = PicoBoard(
            LoopClock(loop), self.far.path, CHANNELS, CHANNELS, brightness=1, gamma=1, amperes=10
        )
        self.bank, self.strip = self.board.sensors, self.board.strip
        self.marbles = set(self.occupied)
        self.until(self.told)

    def told(self) -> bool:
        """Whether what lies there has been told."""
        return self.board._levels.levels == [channel in self.marbles for channel in range(CHANNELS)]

    def put(self, channel: int) -> None:
        self.marbles.add(channel)
        self.far.set_level(channel, True)

    def take(self, channel: int) -> None:
        self.marbles.discard(channel)
        self.far.set_level(channel, False)

    def wait(self, seconds: float) -> None:
        self.loop.run_until_complete(asyncio.sleep(seconds))
        if self.board._users == {"sensors", "strip"} and self.board._link.linked and seconds >= 0.3:
            self.until(self.told)

    def until(self, so: Callable[[], bool]) -> None:
        for _ in range(PATIENCE):
            if so():
                return
            self.loop.run_until_complete(asyncio.sleep(0.01))
        raise AssertionError("it did not come about")

    def shining(self) -> bytes:
        link = self.board._link
        if link.linked:
            self.until(lambda: link.session.lights.settled(CHANNELS))
        seen = b""

        def steady() -> bool:
            nonlocal seen
            before, seen = seen, self.far.leds() or bytes(3 * CHANNELS)
            return before == seen

        self.loop.run_until_complete(asyncio.sleep(0.1))
        self.until(steady)
        return seen

    def unplug(self) -> None:
        self.far.unplug()

    def replug(self) -> None:
        self.far.plug()
        self.until(lambda: self.board._link.linked)

    def close(self) -> None:
        self.bank.close()
        self.strip.close()
        self.far.close()


class StripBench(PicoBench):
    def unplug(self) -> None:
        super().unplug()
        self.until(lambda: not self.board._link.linked)


@contextmanager
def bench(made_of: type[PicoBench], interpreter: list[str] | None) -> Iterator[PicoBench]:
    loop = asyncio.new_event_loop()
    made = made_of(loop, interpreter)
    try:
        yield made
    finally:
        made.close()
        loop.close()


class TestPicoSensors(SensorBankContract):
    interpreter: list[str] | None = [sys.executable]  # noqa: RUF012 - never changed

    @contextmanager
    def rig(self) -> Iterator[BankRig]:
        with bench(PicoBench, self.interpreter) as made:
            yield made

    @pytest.mark.parametrize("seed", range(3))
    def test_snapshot_and_edges_always_tell_the_same_story(self, seed: int) -> None:
        super().test_snapshot_and_edges_always_tell_the_same_story(seed)


@needs_micropython
class TestPicoSensorsOnMicroPython(TestPicoSensors):
    interpreter = None


class TestPicoStrip(LightStripContract):
    interpreter: list[str] | None = [sys.executable]  # noqa: RUF012 - never changed

    @contextmanager
    def rig(self) -> Iterator[StripRig]:
        with bench(StripBench, self.interpreter) as made:
            yield made


@needs_micropython
class TestPicoStripOnMicroPython(TestPicoStrip):
    interpreter = None


def test_a_board_that_is_not_there_says_so_with_the_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.pico_link.LINKS_WITHIN", 0.2)

    def refuse(path: str) -> Line:
        raise LinkError(f"cannot open {path}: it is not there; is the board plugged in?")

    loop = asyncio.new_event_loop()
    with pytest.raises(DeviceMissing, match=r"^no board at /dev/x: cannot open /dev/x: it is not there"):
        PicoBoard(LoopClock(loop), "/dev/x", 28, 28, open_line=refuse)
    loop.close()


def test_a_board_that_is_too_small_for_the_game_is_refused() -> None:
    loop = asyncio.new_event_loop()
    with (
        PtyBoard(interpreter=[sys.executable], channels=28, leds=28) as far,
        pytest.raises(DeviceMissing, match="has 28 sensors and 28 LEDs, this game needs 112 and 112"),
    ):
        PicoBoard(LoopClock(loop), far.path, 112, 112)
    loop.close()


def info(channels: int, leds: int) -> BoardInfo:
    return BoardInfo("00", channels, leds, 64, 1000, Feature.LIGHTS, 500, 5, ResetCause.POWER, 5, "scripted")


class ScriptedLink:
    """BoardLink's face: tells what the test puts into `coming`."""

    openings, waits_to_write = 1, False
    deadline = float("inf")

    def __init__(self, path: str, **_: object) -> None:
        self.path, self.linked = path, True
        self.facts = info(6, 4)
        self.coming: list[LinkEvent] = [Facts(0.0, self.facts), Snapshot(0.0, (False,) * 6, ())]
        self.session = SimpleNamespace(lights=self, minor=1)
        self.pumped, self.closed, self.done = 0, False, True
        self.shown = b""
        self.styles: tuple[Style, ...] = ()
        self.asked: list[tuple[int, bytes]] = []

    def fileno(self) -> int:
        return 99

    def pump(self, timeout: float) -> list[LinkEvent]:
        self.pumped += 1
        events, self.coming = self.coming, []
        return events

    def settled(self, count: int) -> bool:
        return self.done

    def show(self, rgb: bytes) -> None:
        self.shown = rgb

    def request(self, op: int, args: bytes = b"") -> int:
        self.asked.append((op, args))
        return len(self.asked)

    def show_styles(self, styles: tuple[Style, ...]) -> None:
        self.styles = styles

    def close(self) -> None:
        self.closed = True


class ScriptedBench:
    """A board of six channels and four LEDs, of which a game uses four each, in virtual time."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("hardware.pico_link.BoardLink", ScriptedLink)
        self.clock = VirtualClock()
        self.board = PicoBoard(self.clock, "/dev/x", 4, 4)
        link: object = self.board._link
        assert isinstance(link, ScriptedLink)
        self.link = link
        self.told: list[HardwareEvent] = []
        self.board.sensors.start(self.told.append)

    def hear(self, *events: LinkEvent) -> None:
        self.link.coming += events
        self.clock.run_until(self.clock.now() + 0.01)


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> ScriptedBench:
    return ScriptedBench(monkeypatch)


def test_after_a_gap_the_snapshot_tells_what_changed_and_spare_channels_are_nobodys(
    scripted: ScriptedBench,
) -> None:
    scripted.hear(Edge(1.0, 0, 1, True), Edge(1.1, 1, 5, True), Edge(1.2, 2, 1, True), Edge(1.3, 3, 9, True))
    scripted.hear(Snapshot(2.0, (True, True, False, False, False, False), ()))
    assert scripted.told == [SensorEdge(1.0, 1, True), SensorEdge(2.0, 0, True)]
    assert scripted.board.sensors.snapshot() == (True, True, False, False)


def test_an_edge_dated_before_the_last_one_keeps_the_order(scripted: ScriptedBench) -> None:
    scripted.hear(Edge(1.0, 0, 1, True), Edge(0.9, 1, 2, True))
    assert scripted.told == [SensorEdge(1.0, 1, True), SensorEdge(1.0, 2, True)]


def test_trouble_of_a_board_that_answers_is_said_and_no_loss(scripted: ScriptedBench) -> None:
    scripted.hear(Trouble(1.0, Problem.NOISY, "The line is noisy."))
    assert scripted.told == [DeviceTrouble(1.0, "sensors", "The line is noisy")]
    scripted.link.linked = False
    scripted.hear(Trouble(2.0, Problem.SILENT, "Nothing answers on this line."))
    (_, lost) = scripted.told
    assert isinstance(lost, DeviceState)
    assert (lost.device, lost.text) == ("sensors", "Nothing answers on this line")
    scripted.hear(Trouble(2.5, Problem.SILENT, "Still nothing."))
    scripted.hear(Edge(3.0, 0, 1, True))
    assert len(scripted.told) == 2
    scripted.hear(Trouble(4.0, Problem.DEAF, "It does not hear us."))
    assert scripted.told[2:] == [DeviceTrouble(4.0, "sensors", "It does not hear us")]


def test_trouble_before_anybody_listens_is_said_to_the_first_listener(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Damaged(ScriptedLink):
        def __init__(self, path: str, **_: object) -> None:
            super().__init__(path)
            self.coming.insert(1, Trouble(0.0, Problem.CALIBRATION, "The calibration is damaged."))

    monkeypatch.setattr("tests.hardware.test_pico.ScriptedLink", Damaged)
    bench = ScriptedBench(monkeypatch)
    bench.hear()
    assert bench.told == [DeviceTrouble(0.0, "sensors", "The calibration is damaged")]


def test_the_boards_own_buzzer_is_offered_if_its_description_has_one_and_plays_tunes(
    scripted: ScriptedBench,
) -> None:
    assert scripted.board.sensors.sounder is None
    scripted.link.facts = replace(info(6, 4), features=Feature.BUZZER)
    sounder = scripted.board.sensors.sounder
    assert sounder is not None
    sounder.play(((440, 0.5), (0, 0.1)))
    assert scripted.link.asked == [(Op.TUNE, bytes.fromhex("b801 f401 0000 6400"))]
    sounder.close()
    assert scripted.link.asked[1:] == [(Op.TUNE, b"")]
    with pytest.raises(DeviceClosed):
        sounder.play(())
    scripted.link.linked = False
    other = scripted.board.sensors.sounder
    assert other is not None
    with pytest.raises(DeviceLost):
        other.play(())
    other.close()


def lose(scripted: ScriptedBench) -> None:
    scripted.link.linked = False
    scripted.hear(Trouble(5.0, Problem.SILENT, "Silence."))
    scripted.told.clear()
    scripted.link.linked = True


def test_what_was_touched_during_an_outage_comes_in_order_with_the_boards_own_times(
    scripted: ScriptedBench,
) -> None:
    scripted.hear(Edge(4.0, 0, 2, True))
    lose(scripted)
    seen: list[tuple[bool, ...]] = []
    tell = scripted.board.sensors._outlet._sink
    assert tell is not None

    def look(event: HardwareEvent) -> None:
        if isinstance(event, DeviceState):
            seen.append(scripted.board.sensors.snapshot())
        tell(event)

    scripted.board.sensors._outlet._sink = look
    touched = [Edge(5.1, 1, 2, False), Edge(5.4, 2, 2, True), Edge(5.5, 3, 0, True)]
    scripted.hear(Facts(6.0, info(6, 4)), *touched)
    assert scripted.told == []
    scripted.hear(Snapshot(6.1, (True, False, True, False, False, False), ()))
    back, *edges = scripted.told
    assert isinstance(back, DeviceState)
    assert back.ok
    assert seen == [(False, False, True, False)]
    assert edges == [SensorEdge(5.1, 2, False), SensorEdge(5.4, 2, True), SensorEdge(5.5, 0, True)]


def test_after_a_gap_in_an_outage_the_snapshot_stands_in_and_the_gap_is_said(scripted: ScriptedBench) -> None:
    lose(scripted)
    scripted.hear(Facts(6.0, info(6, 4)), Gap(6.0, 7, 5.0, "7 changes are lost."), Edge(5.9, 9, 3, True))
    assert scripted.told == [DeviceTrouble(6.0, "sensors", "7 changes are lost", missed=True)]
    scripted.hear(Snapshot(6.1, (False, True, False, True, False, False), ()))
    assert [type(event) for event in scripted.told] == [DeviceTrouble, DeviceState]
    assert scripted.board.sensors.snapshot() == (False, True, False, True)


def test_a_board_that_comes_back_smaller_is_a_lost_one_until_a_large_enough_one_comes(
    scripted: ScriptedBench,
) -> None:
    lose(scripted)
    scripted.hear(Facts(6.0, info(2, 4)), Snapshot(6.1, (True, False), ()), Edge(6.2, 9, 1, True))
    assert scripted.told == []
    small = "has 2 sensors and 4 LEDs, this game needs 4 and 4"
    with pytest.raises(DeviceLost, match="Silence"):
        scripted.board.sensors.snapshot()
    with pytest.raises(DeviceLost, match=small):
        scripted.board.strip.show(bytes(12))
    lose(scripted)
    scripted.hear(Facts(7.0, info(8, 9)), Snapshot(7.1, (True,) * 8, ()), Edge(7.2, 9, 7, False))
    assert scripted.board.sensors.snapshot() == (True,) * 4
    scripted.board.strip.show(bytes(12))


def test_a_board_that_restarts_smaller_without_an_outage_is_lost_with_that_sentence(
    scripted: ScriptedBench,
) -> None:
    scripted.hear(
        Gap(6.0, None, 5.0, "It restarted."), Facts(6.0, info(2, 4)), Snapshot(6.1, (True,) * 2, ())
    )
    lost = scripted.told[-1]
    assert isinstance(lost, DeviceState)
    assert "has 2 sensors and 4 LEDs, this game needs 4 and 4; see board.json" in lost.text


def test_the_board_animates_its_leds_itself_and_the_current_is_capped_at_their_brightest(
    scripted: ScriptedBench,
) -> None:
    strip = scripted.board.strip
    assert strip.animate({1: Glow((255, 0, 0), "double flash", 1.1), 3: Glow((0, 0, 255))})
    assert scripted.link.styles == (
        DARK,
        Style(153, 0, 0, Effect.DOUBLE, 1100),
        DARK,
        Style(0, 0, 153, Effect.STEADY, 1000),
    )
    assert strip.milliamperes <= 4 + 2 * 20
    scripted.link.session.minor = 0
    assert not strip.animate({1: Glow((255, 0, 0))})
    scripted.link.linked = False
    with pytest.raises(DeviceLost):
        strip.animate({})


def test_the_last_frame_is_waited_for_but_not_for_ever(scripted: ScriptedBench) -> None:
    scripted.link.done = False
    scripted.board.strip.show(bytes([255]) * 12)
    scripted.link.coming = [Edge(1.0, 0, 1, True)]
    before = scripted.link.pumped
    scripted.board.strip.close()
    assert scripted.link.pumped - before == FAREWELL
    assert scripted.link.shown == bytes(12)
    assert scripted.told == [SensorEdge(1.0, 1, True)]
    assert not scripted.link.closed
    scripted.board.leave("strip")
    scripted.board.sensors.close()
    assert scripted.link.closed


def test_whoever_closes_the_board_on_hearing_it_hears_no_more(scripted: ScriptedBench) -> None:
    scripted.board.strip.close()

    def leave(_: HardwareEvent) -> None:
        scripted.board.sensors.close()

    scripted.board.sensors._outlet._sink = leave
    scripted.hear(Edge(1.0, 0, 1, True))
    assert scripted.link.closed
    assert scripted.clock.next_at is None


class TestAnalogPico:
    """Hall sensors with a voltage behind the firmware's own thresholds."""

    interpreter: list[str] | None = [sys.executable]  # noqa: RUF012 - never changed
    WANTED = (Calibration(30_000, 4000, 1000), None, *[Calibration(0x8000, 3000, 900)] * (CHANNELS - 2))

    def test_it_measures_and_works_with_the_calibration_that_it_is_given(self) -> None:
        with PtyBoard(interpreter=self.interpreter, channels=CHANNELS, leds=CHANNELS, analog=True) as far:
            loop = asyncio.new_event_loop()
            try:
                clock = LoopClock(loop)
                board = PicoBoard(clock, far.path, CHANNELS, CHANNELS, calibration=self.WANTED)
                for channel, reading in enumerate((34_100, 65_000, 0x8000 - 3100)):
                    far.set_reading(channel, reading)
                self.until(loop, lambda: board.sensors.snapshot()[:3] == (True, False, True))
                assert board.sensors.readings()[:4] == (34_100, 65_000, 0x8000 - 3100, 0x8000)
                far.set_reading(0, 33_200)
                self.until(loop, lambda: board.sensors.readings()[0] == 33_200)
                assert board.sensors.snapshot()[0]
                far.set_reading(0, 32_900)
                self.until(loop, lambda: not board.sensors.snapshot()[0])
                board.sensors.calibrate((Calibration(30_000, 2000, 500), *self.WANTED[1:]))
                assert board.sensors.snapshot()[0]
                far.unplug()
                self.until(loop, lambda: not board._link.linked)
                with pytest.raises(DeviceLost, match="does not answer within"):
                    board.sensors.readings()
                with pytest.raises(DeviceLost, match="does not answer within"):
                    board.sensors.calibrate(self.WANTED)
                board.sensors.close()
                board.strip.close()
            finally:
                loop.close()

    def test_a_digital_board_is_told_that_it_is_none_for_this(self) -> None:
        with PtyBoard(interpreter=self.interpreter, channels=CHANNELS, leds=CHANNELS) as far:
            loop = asyncio.new_event_loop()
            with pytest.raises(DeviceMissing, match="its sensors are not analog"):
                PicoBoard(LoopClock(loop), far.path, CHANNELS, CHANNELS, calibration=self.WANTED)
            loop.close()

    def until(self, loop: asyncio.AbstractEventLoop, so: Callable[[], bool]) -> None:
        for _ in range(PATIENCE):
            if so():
                return
            loop.run_until_complete(asyncio.sleep(0.01))
        raise AssertionError("it did not come about")


@needs_micropython
class TestAnalogPicoOnMicroPython(TestAnalogPico):
    interpreter = None
