"""The firmware on MicroPython's unix port behind a pty, with the real link of the host."""

from __future__ import annotations

import functools
import os
import random
import subprocess
import threading
from pathlib import Path

import pytest
import serial

from firmware_bridge.events import Edge, Facts, Gap, LinkEvent, Problem, Snapshot, Trouble
from firmware_bridge.facts import BoardHealth, Calibration
from firmware_bridge.lightplan import Effect, Style
from firmware_bridge.link import BoardLink
from firmware_bridge.messages import Op, ResetCause, Status
from firmware_bridge.twin import FIRMWARE_HOME, PtyBoard
from tests.firmware_bridge.conftest import Table


def edges(table: Table) -> list[tuple[int, bool]]:
    return [(e.channel, e.on) for e in table.events if isinstance(e, Edge)]


def begun(table: Table) -> None:
    table.until(lambda: table.all(Facts) and table.all(Snapshot))


def test_marbles_become_edges_and_wanted_lights_reach_the_led_chain(table: Table) -> None:
    begun(table)
    did = []
    for channel in (3, 111, 0, 57):
        table.board.set_level(channel, True)
        did.append((channel, True))
        table.until(lambda: edges(table) == did)
    table.link.show(bytes([255, 0, 0]) + bytes(3) + bytes([0, 0, 9]))
    table.until(lambda: table.board.leds()[:9] == bytes([255, 0, 0, 0, 0, 0, 0, 0, 9]))
    assert table.link.levels()[3]
    assert table.link.levels()[111]
    assert not table.link.levels()[4]
    assert table.link.facts is not None
    assert table.link.facts.reset_cause is ResetCause.POWER


def test_a_reset_board_is_linked_again_and_shows_its_levels_and_lights(table: Table) -> None:
    begun(table)
    table.board.set_level(5, True)
    table.link.show_styles((Style(7, 7, 7),) * 112)
    table.until(lambda: edges(table) == [(5, True)] and table.board.leds()[-3:] == bytes([7, 7, 7]))
    table.mark()
    table.board.reset()
    table.until(lambda: table.all(Gap) and table.all(Snapshot) and table.all(Facts))
    snapshot = table.events[[type(e) for e in table.events].index(Snapshot)]
    assert isinstance(snapshot, Snapshot)
    assert [c for c, on in enumerate(snapshot.levels) if on] == [5]
    assert table.link.facts is not None
    assert table.link.facts.reset_cause is ResetCause.BUTTON
    table.until(lambda: table.board.leds()[-3:] == bytes([7, 7, 7]))


def test_an_unplugged_board_is_reported_and_linked_again_once_plugged_in(table: Table) -> None:
    begun(table)
    table.board.unplug()
    table.until(lambda: table.all(Trouble))
    (trouble,) = table.all(Trouble)
    assert isinstance(trouble, Trouble)
    assert trouble.problem is Problem.UNPLUGGED
    assert not table.link.linked
    table.board.set_level(8, True)  # A marble is placed while the board is unplugged.
    table.mark()
    table.board.plug()
    table.until(lambda: table.all(Snapshot))
    assert table.link.levels()[8]


def test_a_new_host_gets_the_edges_that_no_host_has_acknowledged(board: PtyBoard) -> None:
    table = Table(board)
    begun(table)
    board.set_level(1, True)
    table.until(lambda: edges(table) == [(1, True)])
    table.until(lambda: table.link.session.order.expected == 1 and not table.link.waits_to_write)
    table.link.close()
    board.set_level(2, True)
    board.set_level(1, False)
    new = Table(board)
    new.until(lambda: {(1, False), (2, True)} <= set(edges(new)))
    new.until(lambda: new.all(Snapshot))
    assert not new.all(Gap)
    new.link.close()


def test_a_million_bytes_of_garbage_do_not_stop_the_board(board: PtyBoard) -> None:
    chance = random.Random(4)
    port = serial.Serial(board.path, exclusive=True, timeout=0, write_timeout=30)
    for _ in range(1000):
        port.write(chance.randbytes(1000))
        port.read(4096)
    port.write(b"\0")
    port.close()
    table = Table(board)
    begun(table)
    board.set_level(9, True)
    table.until(lambda: edges(table) == [(9, True)])
    table.link.close()


def test_a_second_program_cannot_open_the_port_of_a_board(table: Table) -> None:
    begun(table)
    second = BoardLink(table.board.path)
    (trouble,) = second.pump(0.0)
    assert isinstance(trouble, Trouble)
    assert "another program uses it" in trouble.text
    second.close()


def test_a_link_delivers_edges_on_its_own_thread_while_another_thread_sends_lights(table: Table) -> None:
    came = threading.Event()

    def sink(event: LinkEvent) -> None:
        if isinstance(event, Edge) or (isinstance(event, Snapshot) and event.levels[3]):
            came.set()

    table.link.start(sink)
    # A program that forgets to close the link can still end.
    assert all(each.daemon for each in threading.enumerate() if each.name.startswith("board link"))
    table.board.set_level(3, True)
    assert came.wait(20)
    table.link.show(bytes([1, 1, 1]))
    table.link.close()


def test_light_effects_run_on_the_board_without_further_commands(table: Table) -> None:
    begun(table)
    table.link.show_styles((Style(200, 0, 0, Effect.BLINK, 100),))
    seen: set[int] = set()

    def both() -> bool:
        seen.update(table.board.leds()[:1])
        return {0, 200} <= seen

    table.until(both)
    written = table.link.session.bytes_out
    frames = table.board.led_frames()
    table.until(lambda: table.board.led_frames() > frames + 20)
    assert table.link.session.bytes_out - written < 200


def test_an_analog_board_keeps_its_calibration_through_a_reset(interpreter: list[str]) -> None:
    with PtyBoard(interpreter=interpreter, channels=32, leds=0, analog=True) as board:
        table = Table(board)
        begun(table)
        mine = Calibration(20_000, 4_000, 1_000)
        table.link.ask(Op.CAL_WRITE, b"\x03\0" + mine.pack(), 20)
        assert table.link.ask(Op.CAL_SAVE, timeout=20).status == Status.OK
        board.reset()
        table.until(lambda: table.all(Gap))
        assert Calibration.unpack_all(table.link.ask(Op.CAL_READ, b"\x03\0\x01", 20).data) == (mine,)
        table.mark()
        board.set_reading(3, 20_100)
        table.until(lambda: (3, False) in edges(table) or not table.link.levels()[3])
        table.link.close()


def is_on(link: BoardLink, channel: int) -> bool:
    return link.levels()[channel]


@pytest.mark.parametrize("deed", ["reset", "unplug"])
def test_the_board_is_linked_again_after_each_of_many_resets(table: Table, deed: str) -> None:
    begun(table)
    for turn in range(4):
        table.mark()
        if deed == "reset":
            table.board.reset()
        else:
            table.board.unplug()
            table.board.plug()
        table.board.set_level(turn, True)
        table.until(lambda: table.all(Gap) and table.all(Snapshot))
        table.until(functools.partial(is_on, table.link, turn))
        since = table.events[[type(e) for e in table.events].index(Gap) :]
        seqs = [e.seq for e in since if isinstance(e, Edge)]
        assert seqs == list(range(len(seqs)))


SCAN_WITHOUT_ALLOCATION = """
import micropython, sys
from firmware.analog import Analog
from firmware.scan import Ring, Scanner
pins = bytearray(b"\\xff" * 14)
readings = [0x8000] * 112
def digital(raw):
    for i in range(14):
        raw[i] = pins[i]
def measure(first, end, reading):
    while first < end:
        reading[first] = readings[first]
        first += 1
analog = Analog(112, measure)
for front in (digital, analog.fill):
    ring = Ring(16)
    scanner = Scanner(112, front, ring, front is digital, 5)
    scanner.scan(1)
    micropython.heap_lock()
    now = 2
    while now < 400:
        pins[now % 14] ^= 1 << (now % 8)
        readings[now % 112] = 0x8000 + (now // 112 & 1) * 0x2000
        scanner.scan(now)
        now += 1
    micropython.heap_unlock()
    assert ring.next > 20 and ring.lost > 0, ring.next
print("scanned")
"""

GOLDEN_ON_MICROPYTHON = """
import json
from firmware.codec import Reader, Writer
golden = json.load(open("golden.json"))
def unhex(text):
    return bytes(int(text[i:i + 2], 16) for i in range(0, len(text), 2))
def frames(wire):
    reader = Reader()
    found = []
    at = 0
    while at < len(wire):
        at = reader.feed(wire, at, len(wire))
        if reader.length:
            found.append(bytes(reader.frame[:reader.length]))
    return found
for frame in golden["frames"]:
    payload, wire = unhex(frame["payload"]), unhex(frame["wire"])
    assert frames(wire) == [payload], frame["name"]
    writer = Writer()
    writer.begin(payload[0], payload[1] | payload[2] << 8)
    writer.blob(payload[3:])
    length = writer.seal()
    assert bytes(writer.wire[:length]) == b"\\0" + wire, frame["name"]
good = unhex(golden["frames"][0]["wire"])
for bad in golden["bad_frames"]:
    assert len(frames(good + unhex(bad["wire"]) + good)) == 2, bad["why"]
print("golden", len(golden["frames"]))
"""

MEMORY = """
import gc, sys
gc.collect()
before = gc.mem_alloc()
from firmware.board import Board
from firmware.device import Device
class Hal:
    def __init__(self): self.pixels = bytearray(4 * 224)
    def now(self): return 1
    def random(self, n): return bytes(n)
    def sensors(self, raw): pass
    def measure(self, first, end, reading): pass
    def micros(self): return 1
    def left(self): return 1000
    waiting = 0
    def show(self): pass
    def busy(self): return False
    def tone(self, hertz): pass
    def load(self): return None
    def read(self, b): return 0
    def write(self, b, n): pass
    def feed(self): pass
device = Device(Hal(), Board({"channels": 224, "leds": 224, "analog": True}))
device.step()
gc.collect()
print(gc.mem_alloc() - before)
"""


def on_micropython(micropython: str, program: str) -> str:
    done = subprocess.run(
        [micropython, "-c", program],
        cwd=FIRMWARE_HOME,
        env={**os.environ, "MICROPYPATH": str(FIRMWARE_HOME)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_scan_loop_allocates_no_memory(micropython: str) -> None:
    assert "scanned" in on_micropython(micropython, SCAN_WITHOUT_ALLOCATION)


def test_the_firmware_on_micropython_makes_the_golden_frames(micropython: str) -> None:
    assert "golden" in on_micropython(micropython, GOLDEN_ON_MICROPYTHON)


def test_the_firmware_of_the_largest_board_fits_into_the_memory_limit(micropython: str) -> None:
    # The limit is for this computer's words of 64 bits; a Pico's have 32 bits.
    assert int(on_micropython(micropython, MEMORY)) < 50_000


def test_a_board_continues_after_a_hang_and_counts_the_late_scan(table: Table) -> None:
    begun(table)
    table.board.hang(300)
    table.board.set_level(4, True)
    table.until(lambda: edges(table) == [(4, True)])
    health = BoardHealth.unpack(table.link.ask(Op.HEALTH, timeout=20).data)
    assert health.overruns >= 1
    assert health.ring_high >= 1


def test_a_simulated_board_that_is_plugged_in_again_has_its_old_path(board: PtyBoard) -> None:
    first = Path(board.path).resolve()
    board.unplug()
    assert not Path(board.path).exists()
    board.unplug()
    board.plug()
    board.plug()
    assert Path(board.path).exists()
    assert str(first).startswith("/dev/")
