"""The link over a serial line: faults of the port become events, and tools get errors."""

from __future__ import annotations

import errno
import importlib
import os
import random
import socket
import stat
import termios
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import serial

from firmware_bridge import codec, messages
from firmware_bridge.codec import FrameReader, seal
from firmware_bridge.errors import LinkError, SetupError
from firmware_bridge.events import Edge, Linked, LinkEvent, Problem, Trouble
from firmware_bridge.link import UNSENT, BoardLink
from firmware_bridge.transport import SerialLine, candidates, find_board
from firmware_bridge.twin import PtyBoard, find_micropython, micropython_command
from tests.firmware_bridge.virtual import VirtualHal
from tests.programs import loaded


class FakeLine:
    """A serial line that the test controls; the operation named by `fail` raises LinkError."""

    def __init__(self) -> None:
        self.ours, self._theirs = os.pipe()
        self.incoming, self._feed = os.pipe()
        self.fail = ""
        self.written = bytearray()
        self.closed = False

    def fileno(self) -> int:
        # `select` reports the writing end of this pipe as ready to write.
        return self.incoming if self.fail != "write" else self._theirs

    def read(self) -> bytes:
        if self.fail == "read":
            raise LinkError("reading the fake failed: the board was unplugged")
        return os.read(self.incoming, 4096)

    def write(self, data: bytes) -> int:
        if self.fail == "write":
            raise LinkError("writing to the fake failed: the board was unplugged")
        self.written += data[:7]
        return min(7, len(data))

    def close(self) -> None:
        self.closed = True

    def send(self, data: bytes) -> None:
        os.write(self._feed, data)


def link_over(line: FakeLine) -> BoardLink:
    return BoardLink("fake", open_line=lambda _path: line)


def trouble(events: list[LinkEvent]) -> list[Trouble]:
    return [e for e in events if isinstance(e, Trouble)]


def test_importing_the_link_does_not_import_the_serial_library() -> None:
    assert "serial" not in loaded("firmware_bridge.link", "firmware_bridge.transport")


def test_the_number_of_bytes_waiting_for_a_full_line_is_bounded() -> None:
    near, far = socket.socketpair()
    with near, far:
        near.setblocking(False)
        with suppress(BlockingIOError):
            while True:
                near.send(bytes(4096))
        line = FakeLine()
        line.fileno = near.fileno  # type: ignore[method-assign]
        now = [0.0]
        link = BoardLink("fake", open_line=lambda _path: line, clock=lambda: now[0])
        for turn in range(2000):
            now[0] += 0.1
            link.show(bytes([turn % 256]) * 3 * 28)
            link.pump(0.0)
            assert len(link._unsent) <= UNSENT
        assert link.waits_to_write
        assert not line.written
        link.close()


def test_a_missing_port_is_reported_once_and_opened_when_it_appears(tmp_path: Path) -> None:
    now = [0.0]
    tried = []

    def opening(path: str) -> FakeLine:
        tried.append(now[0])
        raise LinkError(f"cannot open {path}: there is no such port; plug the board in")

    link = BoardLink(str(tmp_path / "board"), open_line=opening, clock=lambda: now[0])
    events = []
    for step in range(10):
        now[0] = step * 0.06
        events += link.pump(0.0)
    (report,) = trouble(events)
    assert report.problem is Problem.UNPLUGGED
    assert "plug the board in" in report.text
    assert len(tried) == 5
    assert link.levels() == ()
    assert link.facts is None
    link.close()


def test_a_line_that_fails_in_reading_or_writing_is_reported_and_closed() -> None:
    for operation in ("read", "write"):
        line = FakeLine()
        link = link_over(line)
        if operation == "write":
            line.fail = "write"
            events = link.pump(0.0)
        else:
            link.pump(0.0)
            line.fail = "read"
            line.send(b"x")
            events = link.pump(0.0)
        (report,) = trouble(events)
        assert report.problem is Problem.UNPLUGGED
        assert line.closed
        assert not link.linked
        link.close()
        link.close()


def test_bytes_for_which_the_line_has_no_room_are_sent_later() -> None:
    line = FakeLine()
    link = link_over(line)
    # The reading end of a pipe is never ready for writing, so no byte is written.
    link.pump(0.0)
    assert line.written == b""
    assert link._unsent
    link.close()


def test_a_function_given_as_traffic_gets_the_bytes_of_both_directions() -> None:
    line = FakeLine()
    traffic: list[tuple[str, bytes]] = []
    link = BoardLink("fake", open_line=lambda _p: line, traffic=lambda d, b: traffic.append((d, b)))
    link.pump(0.0)
    (payload,) = FrameReader().feed(traffic[0][1])
    hello = codec.parse(payload)
    assert isinstance(hello, messages.Hello)
    line.send(seal(codec.pack(messages.Welcome(7, hello.nonce, 1, 0, 0, 0))))
    assert [type(e) for e in link.pump(1.0)] == [Linked]
    assert {d for d, _ in traffic} == {"in", "out"}
    assert link.linked
    link.close()


def test_a_request_to_a_silent_board_raises_a_link_error() -> None:
    link = link_over(FakeLine())
    with pytest.raises(LinkError, match=r"does not answer within 0\.05 s"):
        link.ask(messages.Op.INFO, timeout=0.05)
    link.close()


def test_a_missing_serial_port_is_reported(tmp_path: Path) -> None:
    with pytest.raises(LinkError, match="there is no such port; plug the board in"):
        SerialLine(str(tmp_path / "nothing"))
    plain = tmp_path / "plain"
    plain.write_text("")
    with pytest.raises(LinkError, match="cannot open"):
        SerialLine(str(plain))


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (serial.SerialException(errno.EACCES, "Permission denied"), "usermod -aG dialout"),
        (serial.SerialException(errno.EPERM, "Operation not permitted"), "refused by the service's sandbox"),
        (serial.SerialException("Could not exclusively lock port"), "another program uses it"),
    ],
)
def test_a_port_without_permission_is_reported_with_the_reason(
    error: OSError, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(serial, "Serial", refuse)
    with pytest.raises(LinkError, match=sentence):
        SerialLine(str(tmp_path))


def test_a_line_with_a_closed_far_end_raises_link_errors() -> None:
    master, slave = os.openpty()
    line = SerialLine(os.ttyname(slave))
    os.close(slave)
    os.close(master)
    with pytest.raises(LinkError, match=r"reading .* unplugged"):
        line.read()
    with pytest.raises(LinkError, match=r"writing .* unplugged"):
        line.write(b"x")
    assert line.fileno() > 0
    line.close()


@pytest.mark.parametrize("port", ["/dev/ttyUSB0", "/dev/ttyACM0"])
def test_a_board_behind_an_adapter_is_not_reset_by_the_next_opening(
    port: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    master, slave = os.openpty()
    mode = termios.tcgetattr(slave)
    mode[2] |= termios.HUPCL  # DTR would fall when the port is closed, and rise when it is opened again.
    termios.tcsetattr(slave, termios.TCSANOW, mode)
    monkeypatch.setattr(Path, "resolve", lambda _: Path(port))
    SerialLine(os.ttyname(slave)).close()
    assert bool(termios.tcgetattr(slave)[2] & termios.HUPCL) is ("ACM" in port)
    os.close(slave)
    os.close(master)


def test_boards_are_found_by_their_names_in_dev_serial_by_id(tmp_path: Path) -> None:
    assert candidates(tmp_path / "none") == ()
    with pytest.raises(LinkError, match="no board's port is in"):
        find_board(tmp_path)
    pico = tmp_path / "usb-MicroPython_Board_in_FS_mode_e66138528361bb32-if00"
    pico.write_text("")
    (tmp_path / "usb-FTDI_FT232R-if00").write_text("")
    assert find_board(tmp_path) == str(pico)
    (tmp_path / "usb-Raspberry_Pi_Pico_2-if00").write_text("")
    with pytest.raises(LinkError, match="ports of several boards"):
        find_board(tmp_path)


def test_a_missing_micropython_is_reported_with_the_remedy(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("MICROPYTHON", raising=False)
    monkeypatch.setattr("sys.prefix", str(tmp_path))
    assert find_micropython() is None
    with pytest.raises(SetupError, match=r"\.ci/micropython"):
        micropython_command()
    with pytest.raises(SetupError):
        PtyBoard()
    program = tmp_path / "micropython"
    program.write_text("")
    program.chmod(program.stat().st_mode | stat.S_IEXEC)
    assert micropython_command() == [str(program)]
    monkeypatch.setenv("MICROPYTHON", "/somewhere/else")
    assert micropython_command() == ["/somewhere/else"]


class SleepyLine:
    """A line to a device in this process; while `sleeps`, the computer pauses before each read."""

    def __init__(self, now: list[float]) -> None:
        self._now, self.sleeps = now, False
        board = importlib.import_module("firmware_bridge.firmware.board")
        device = importlib.import_module("firmware_bridge.firmware.device")
        self.hal = VirtualHal(board.Board({"channels": 12, "leds": 0}), random.Random(1))
        self.device: Any = device.Device(self.hal, self.hal.board)
        self._near, self._far = socket.socketpair()
        for end in (self._near, self._far):
            end.setblocking(False)

    def fileno(self) -> int:
        return self._near.fileno()

    def read(self) -> bytes:
        if self.sleeps:
            self.step(0.6)
        return self._near.recv(4096)

    def write(self, data: bytes) -> int:
        return self._near.send(data)

    def close(self) -> None:
        self._near.close()
        self._far.close()

    def step(self, seconds: float = 0.001) -> None:
        """Let `seconds` pass, then run one pass of the device."""
        self._now[0] += seconds
        self.hal.ms += round(1000 * seconds)
        with suppress(BlockingIOError):
            self.hal.incoming += self._far.recv(4096)
        self.device.step()
        self._far.send(bytes(self.hal.outgoing) or b"\0")
        self.hal.outgoing.clear()


def test_pauses_of_a_busy_computer_do_not_distort_the_clock_map() -> None:
    now = [10.0]
    line = SleepyLine(now)
    link = BoardLink("fake", open_line=lambda _path: line, clock=lambda: now[0])

    def passes(seconds: float) -> list[LinkEvent]:
        events: list[LinkEvent] = []
        end = now[0] + seconds
        while now[0] < end:
            line.step()
            events += link.pump(0.0)
        return events

    passes(1.0)
    for _ in range(4):
        link.session.confirm(now[0])
        link.pump(0.0)
        link.pump(0.0)  # The PING has been sent.
        line._far.send(b"\0")
        line.sleeps = True
        link.pump(0.0)
        line.sleeps = False
        passes(0.3)
    line.hal.levels[3] = True
    happened = now[0]
    (edge,) = [event for event in passes(0.1) if isinstance(event, Edge)]
    assert edge.t == pytest.approx(happened, abs=0.003)
    link.close()
