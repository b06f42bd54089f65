"""The firmware's own files, run in this process: frames, debouncing, and the examples of PROTOCOL.md."""

from __future__ import annotations

import importlib
import os
import re
import shutil
import subprocess
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge import messages
from firmware_bridge.codec import FrameReader, parse, seal
from firmware_bridge.messages import Op
from tests.firmware_bridge.test_packing import GOLDEN
from tests.firmware_bridge.virtual import VirtualHal


def firmware(name: str) -> Any:
    return importlib.import_module(f"firmware_bridge.firmware.{name}")


codec = firmware("codec")
PROTOCOL = Path(messages.__file__).parent / "PROTOCOL.md"


def device_reads(wire: bytes, pieces: int = 64) -> list[bytes]:
    """The payloads that the device's reader finds in these bytes, read in pieces of `pieces` bytes."""
    reader = codec.Reader()
    found = []
    for first in range(0, len(wire), pieces):
        data = wire[first : first + pieces]
        at = 0
        while at < len(data):
            at = reader.feed(data, at, len(data))
            if reader.length:
                found.append(bytes(reader.frame[: reader.length]))
    return found


@pytest.mark.parametrize("frame", GOLDEN["frames"], ids=lambda f: f["name"])
def test_the_device_reads_and_writes_every_golden_frame(frame: dict[str, Any]) -> None:
    payload, wire = bytes.fromhex(frame["payload"]), bytes.fromhex(frame["wire"])
    assert device_reads(wire) == [payload]
    writer = codec.Writer()
    writer.begin(payload[0], payload[1] | payload[2] << 8)
    writer.blob(payload[3:])
    length = writer.seal()
    assert bytes(writer.wire[:length]) == b"\0" + wire


@pytest.mark.parametrize("bad", GOLDEN["bad_frames"], ids=lambda f: f["why"])
def test_the_device_drops_every_damaged_frame_and_reads_the_frames_around_it(bad: dict[str, Any]) -> None:
    good = bytes.fromhex(GOLDEN["frames"][0]["wire"])
    payload = bytes.fromhex(GOLDEN["frames"][0]["payload"])
    assert device_reads(good + bytes.fromhex(bad["wire"]) + good) == [payload, payload]


@given(st.binary(min_size=3, max_size=messages.MAX_PAYLOAD))
def test_host_and_device_make_equal_frames_of_a_payload(payload: bytes) -> None:
    assert device_reads(seal(payload)) == device_reads(seal(payload), 1) == [payload]
    writer = codec.Writer()
    writer.begin(payload[0], payload[1] | payload[2] << 8)
    writer.blob(payload[3:])
    assert FrameReader().feed(bytes(writer.wire[: writer.seal()])) == [payload]


@pytest.mark.parametrize("size", range(messages.MAX_PAYLOAD - 6, messages.MAX_PAYLOAD + 1))
@pytest.mark.parametrize("value", [0, 7])
def test_host_and_device_read_the_longest_payloads_and_drop_longer_ones(size: int, value: int) -> None:
    payload, longer, short = bytes([value]) * size, bytes([value]) * (messages.MAX_PAYLOAD + 1), b"short"
    assert codec.MAX_PAYLOAD == messages.MAX_PAYLOAD
    wire = seal(payload) + seal(longer) + seal(short)
    assert device_reads(wire) == device_reads(wire, 1) == [payload, short]
    assert FrameReader().feed(wire) == [payload, short]


def test_the_firmware_behaves_as_in_the_example_session_of_protocol_md(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(firmware("commands"), "BUILD", "example 1")
    text = PROTOCOL.read_text().split("## 14.")[1].split("```")[1]
    board = firmware("board").Board({"channels": 12, "leds": 12, "ring": 64, "cap_ma": 500})
    hal = VirtualHal(board, __import__("random").Random(0))
    numbers = iter((bytes.fromhex("0700ed5e"), bytes.fromhex("3312")))
    monkeypatch.setattr(hal, "random", lambda _count: next(numbers))
    hal.levels[0] = True
    device: Any = None
    sent: list[tuple[int, bytes]] = []
    reader = FrameReader()
    lines = [line for line in text.strip().splitlines() if not line.startswith(";")]
    checked = 0

    def run_to(ms: int) -> None:
        while hal.ms < ms:
            hal.ms += 1
            device.step()
            sent.extend((hal.ms, payload) for payload in reader.feed(bytes(hal.outgoing)))
            hal.outgoing.clear()

    for i, line in enumerate(lines):
        at = re.match(r"@(\d+) +(\w+) *(.*)", line)
        if not at:
            continue
        ms, who, rest = int(at[1]), at[2], at[3]
        if who == "start":
            hal.ms = ms
            device = firmware("device").Device(hal, board)
            continue
        run_to(ms)
        if who == "hole":
            channel, level = rest.split()
            hal.levels[int(channel)] = level == "on"
            continue
        name, payload = rest.split(maxsplit=1)
        data = bytes.fromhex(payload)
        wire = bytes.fromhex(lines[i + 1].split("wire")[1])
        assert seal(data) == wire
        assert messages.Kind(data[0]).name == name
        parse(data)
        if who == "host":
            hal.incoming += wire
        else:
            assert sent.pop(0) == (ms, data)
        checked += 1
    assert checked > 20
    assert sent == []


def test_protocol_md_has_every_op_and_message() -> None:
    text = PROTOCOL.read_text()
    for kind in messages.Kind:
        assert f"| {kind:02x} | {kind.name} |" in text
    for op in Op:
        assert f"| {op:02x} | {op.name} |" in text


def test_the_firmwares_build_text_has_the_programs_version() -> None:
    assert firmware("commands").BUILD.startswith(f"jokerboard {version('jokerboard')} ")


# The scanner -------------------------------------------------------------------------------------


class Bench:
    """A scanner whose pins the test sets."""

    def __init__(self, channels: int = 20, debounce: int = 5, active_low: bool = False) -> None:
        self.ring = firmware("scan").Ring(64)
        self.pins = bytearray((channels + 7) // 8)
        self.scanner = firmware("scan").Scanner(channels, self._front, self.ring, active_low, debounce)
        self.now = 100
        self.wait(1)

    def _front(self, raw: bytearray) -> None:
        raw[:] = self.pins

    def wait(self, ms: int) -> None:
        for _ in range(ms):
            self.now += 1
            self.scanner.scan(self.now & 0x3FFFFFFF)

    def flip(self, channel: int) -> None:
        self.pins[channel >> 3] ^= 1 << (channel & 7)

    def edges(self) -> list[tuple[int, int, bool]]:
        ring = self.ring
        return [
            (ring.times[i % 64], ring.what[i % 64] & 0x7FFF, bool(ring.what[i % 64] >> 15))
            for i in range(ring.oldest, ring.next)
        ]


def test_the_first_change_of_a_quiet_channel_is_reported_in_the_same_scan() -> None:
    bench = Bench()
    bench.wait(20)
    bench.flip(9)
    bench.wait(1)
    assert bench.edges() == [(bench.now, 9, True)]


def test_a_bouncing_contact_is_reported_once_with_the_time_of_its_first_change() -> None:
    bench = Bench()
    bench.wait(20)
    start = bench.now + 1
    for _ in range(7):
        bench.flip(9)
        bench.wait(1)
    bench.wait(20)
    assert bench.edges() == [(start, 9, True)]


def test_a_short_pulse_is_reported_with_its_true_duration() -> None:
    bench = Bench()
    bench.wait(20)
    bench.flip(3)
    bench.wait(2)
    bench.flip(3)
    bench.wait(20)
    (on, off) = bench.edges()
    assert (on[1:], off[1:]) == ((3, True), (3, False))
    assert off[0] - on[0] == 2


def test_marbles_on_the_board_at_the_firmwares_start_make_no_edges() -> None:
    ring = firmware("scan").Ring(8)

    def front(raw: bytearray) -> None:
        raw[:] = b"\xfe\x0f"

    scanner = firmware("scan").Scanner(12, front, ring, True, 5)
    scanner.scan(7)
    assert ring.next == 0
    assert bytes(scanner.level) == b"\x01\x00"


def test_without_debouncing_every_change_is_reported() -> None:
    bench = Bench(debounce=0)
    for _ in range(6):
        bench.flip(0)
        bench.wait(1)
    assert len(bench.edges()) == 6


@given(
    st.integers(1, 40),
    st.integers(0, 10),
    st.booleans(),
    st.lists(st.tuples(st.integers(0, 39), st.integers(0, 9)), max_size=60),
    st.sampled_from([100, 0x3FFFFFE0]),
)
def test_applying_the_reported_edges_gives_the_levels_and_their_times_never_decrease(
    channels: int, debounce: int, low: bool, deeds: list[tuple[int, int]], start: int
) -> None:
    bench = Bench(channels, debounce, low)
    bench.now = start
    bench.wait(20)
    levels = [bool(bench.scanner.level[c >> 3] >> (c & 7) & 1) for c in range(channels)]
    for channel, pause in deeds:
        bench.flip(channel % channels)
        bench.wait(pause)
    bench.wait(12)
    reported = bench.edges()
    for _, channel, on in reported:
        assert levels[channel] != on
        levels[channel] = on
    assert levels == [bool(bench.pins[c >> 3] >> (c & 7) & 1) != low for c in range(channels)]
    times = [((t - start) & 0x3FFFFFFF) for t, _, _ in reported]
    assert times == sorted(times)


def test_two_changes_that_are_scanned_late_are_reported_in_their_order() -> None:
    bench = Bench()
    bench.wait(20)
    for channel in (11, 2):
        bench.flip(channel)
        bench.wait(1)
        bench.flip(channel)
        bench.wait(1)
        bench.flip(channel)
    bench.now += 30
    bench.wait(2)
    reported = bench.edges()
    assert [(c, on) for _, c, on in reported][:2] == [(11, True), (2, True)]


C_MAIN = r"""
#include <stdio.h>
#include <string.h>
int main(void) {
    uint8_t in[300], out[302];
    unsigned byte;
    size_t n = 0;
    while (scanf("%2x", &byte) == 1) in[n++] = (uint8_t)byte;
    uint32_t crc = crc32(in, n);
    for (int i = 0; i < 4; i++) in[n + i] = (uint8_t)(crc >> 8 * i);
    size_t length = stuff(in, n + 4, out);
    for (size_t i = 0; i < length; i++) printf("%02x", out[i]);
    return unstuff(out, length - 1) == (int)n + 4 && !memcmp(in, out, n + 4) ? 0 : 1;
}
"""


@pytest.fixture(scope="module")
def c_program(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The path of the compiled C program of PROTOCOL.md, which turns a payload in hex digits into a frame."""
    gcc = shutil.which("gcc")
    if gcc is None:
        assert "CI" not in os.environ, "CI must have gcc"
        pytest.skip("no gcc here")
    folder = tmp_path_factory.mktemp("c")
    source = PROTOCOL.read_text().split("```c\n")[1].split("```")[0]
    (folder / "seal.c").write_text(source + C_MAIN)
    program = str(folder / "seal")
    flags = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-O1"]
    subprocess.run([gcc, *flags, "-o", program, str(folder / "seal.c")], check=True, timeout=60)
    return program


@pytest.mark.parametrize("frame", GOLDEN["frames"], ids=lambda frame: str(frame["name"]))
def test_the_c_program_of_protocol_md_makes_every_golden_frame(frame: dict[str, Any], c_program: str) -> None:
    done = subprocess.run(
        [c_program], input=frame["payload"].replace(" ", ""), capture_output=True, text=True, timeout=10
    )
    assert done.stdout == frame["wire"].replace(" ", "")
    assert done.returncode == 0
