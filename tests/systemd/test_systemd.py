"""Messages to systemd through a real notify socket, and checks of the units by systemd's tools."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.clock import LoopClock, VirtualClock
from jokerboard.table.serving.upkeep import ALIVE, READY, STOPPING, Systemd
from tests.programs import Demo

UNITS = sorted((Path(__file__).parents[2] / "systemd").glob("*.service"))
PATIENCE = 30.0
analyze = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="needs systemd-analyze (Debian: apt install systemd)"
)


@pytest.fixture
def door(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as door:
        door.bind(str(tmp_path / "notify"))
        door.settimeout(PATIENCE)
        yield door


def received(door: socket.socket) -> list[str]:
    """The messages in the socket; does not wait for more."""
    messages: list[str] = []
    door.setblocking(False)
    try:
        while True:
            messages.append(door.recv(4096).decode())
    except BlockingIOError:
        door.settimeout(PATIENCE)
        return messages


def test_a_served_table_sends_systemd_ready_once_its_page_answers_and_then_watchdog_messages(
    door: socket.socket, tmp_path: Path
) -> None:
    environment = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "200000"}
    process = subprocess.Popen(
        [sys.executable, "-m", "jokerboard", "demo", "--new", "--port", "0", "--state",
         str(tmp_path / "state")],
        env={**os.environ, **environment}, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        first = door.recv(4096).decode().split("\n")
        assert first[0] == READY
        assert first[1].startswith("STATUS=the table is at http://")
        assert [door.recv(4096).decode() for _ in range(3)] == [ALIVE] * 3

        process.send_signal(signal.SIGSTOP)
        while process.poll() is None and _state(process.pid) != "T":
            time.sleep(0.001)
        received(door)
        door.settimeout(0.6)
        with pytest.raises(TimeoutError):
            door.recv(4096)
        door.settimeout(PATIENCE)
        process.send_signal(signal.SIGCONT)
        assert door.recv(4096).decode() == ALIVE

        process.terminate()
        while (message := door.recv(4096).decode()) == ALIVE:
            pass
        assert message == STOPPING
        assert process.wait(PATIENCE) == 0
    finally:
        process.kill()
        process.communicate()


def test_a_hanging_event_loop_sends_no_watchdog_message(door: socket.socket, tmp_path: Path) -> None:
    systemd = Systemd({"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "20000"})

    async def hang() -> None:
        systemd.ready(LoopClock(asyncio.get_running_loop()), "up")
        while len(received(door)) == 0:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.05)
        assert ALIVE in received(door)
        time.sleep(0.2)  # The loop hangs for twenty periods of the watchdog.
        assert received(door) == []
        await asyncio.sleep(0.05)
        assert ALIVE in received(door)

    asyncio.run(hang())


def test_without_systemd_no_notification_is_scheduled() -> None:
    clock = VirtualClock()
    Systemd({}).ready(clock, "up")
    assert clock.next_at is None
    Systemd({"NOTIFY_SOCKET": "/nowhere/at/all"}).ready(clock, "up")
    assert clock.next_at is None


@pytest.mark.parametrize("environment", [
    {"WATCHDOG_USEC": "soon"}, {"WATCHDOG_USEC": "0"}, {"WATCHDOG_USEC": "1000", "WATCHDOG_PID": "1"},
])  # fmt: skip
def test_no_watchdog_message_is_sent_for_another_process(environment: dict[str, str]) -> None:
    clock = VirtualClock()
    Systemd(environment).ready(clock, "up")
    assert clock.next_at is None


def test_systemd_messages_can_go_to_an_abstract_socket() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as door:
        door.bind(f"\0jokerboard-{os.getpid()}")
        Systemd({"NOTIFY_SOCKET": f"@jokerboard-{os.getpid()}"}).status("two\nlines")
        assert door.recv(100) == b"STATUS=two lines"


def test_watchdog_messages_are_sent_twice_in_each_timeout(door: socket.socket, tmp_path: Path) -> None:
    clock = VirtualClock()
    systemd = Systemd({"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "10000000"})
    systemd.ready(clock, "up")
    assert clock.next_at == 5.0
    systemd.stopping()
    assert received(door)[-1] == STOPPING


def test_table_director_and_redis_have_a_systemd_unit() -> None:
    assert [unit.name for unit in UNITS] == [
        "jokerboard-director.service",
        "jokerboard-redis.service",
        "jokerboard.service",
    ]


@analyze
@pytest.mark.parametrize("source", UNITS, ids=lambda unit: unit.stem)
def test_systemd_analyze_finds_no_fault_and_little_exposure_in_every_unit(
    tmp_path: Path, source: Path
) -> None:
    unit = tmp_path / source.name
    text = source.read_text().replace("@PREFIX@", "/usr")
    unit.write_text(re.sub(r"(?m)^ExecStart=\S+", f"ExecStart={shutil.which('true')}", text))
    verified = subprocess.run(
        ["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False
    )
    # systemd-analyze only warns of an unknown key, and does not fail.
    assert (verified.returncode, verified.stderr) == (0, "")
    judged = subprocess.run(
        ["systemd-analyze", "security", "--offline=yes", "--threshold=20", "--no-pager", unit],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert judged.returncode == 0, judged.stdout


def _state(pid: int) -> str:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


def allowed(unit: Path) -> set[str]:
    """The system calls that a unit's filters allow."""
    calls: set[str] = set()
    for line in re.findall(r"(?m)^SystemCallFilter=(.+)$", unit.read_text()):
        named = set().union(*(members(name) for name in line.removeprefix("~").split()))
        calls = calls - named if line.startswith("~") else calls | named
    return calls


def members(name: str) -> set[str]:
    """The system calls in a set such as @system-service; a name of a call is a set of one."""
    if not name.startswith("@"):
        return {name}
    shown = subprocess.run(
        ["systemd-analyze", "--no-pager", "syscall-filter", name], capture_output=True, text=True, check=True
    ).stdout
    found = [line.strip() for line in shown.splitlines()[1:] if line.strip() and "#" not in line]
    return set().union(*(members(each) for each in found))


def called(trace: Path) -> set[str]:
    """The system calls in strace's output, including calls that failed."""
    return set(re.findall(r"(?m)^\d+ +(\w+)\(", trace.read_text()))


OF_THE_LAUNCH = {"execve", "arch_prctl", "set_tid_address", "set_robust_list", "rseq", "prlimit64"}
"""System calls of a program's launch, before the unit's filters matter."""
OF_ROOT = {"fchown"} if os.geteuid() == 0 else set()
"""As root, SQLite gives its files to the owner of the database; the service never runs as root."""
STRACE = ("strace", "-f", "-qq", "-e", "signal=none", "-o")

traced = pytest.mark.skipif(
    shutil.which("strace") is None, reason="needs strace (Debian: apt install strace)"
)

DRIVERS = """
import contextlib
for name in ("lgpio", "spidev", "smbus2", "evdev", "serial"):
    with contextlib.suppress(ImportError):
        globals()[name] = __import__(name)
tries = [
    lambda: lgpio.gpiochip_open(0), lambda: lgpio.notify_open(), lambda: spidev.SpiDev().open(0, 0),
    lambda: smbus2.SMBus(1), lambda: evdev.InputDevice("/dev/input/event0"),
    lambda: serial.Serial("/dev/ttyACM0"),
]
for each in tries:
    with contextlib.suppress(Exception):
        each()
"""


@analyze
@traced
def test_drivers_use_only_system_calls_that_the_unit_allows(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    subprocess.run([*STRACE, trace, sys.executable, "-c", DRIVERS], cwd=tmp_path, check=True)
    assert called(trace) - OF_THE_LAUNCH - allowed(UNITS[1]) == set()
    assert {"openat", "read"} <= called(trace)


@analyze
@traced
def test_a_served_table_uses_only_system_calls_that_the_unit_allows(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    demo = Demo(tmp_path / "state", "--seed", "1", under=(STRACE[0], "-D", *STRACE[1:], str(trace)))
    demo.until(lambda state: state["n"] >= 1)
    demo.stop()
    assert called(trace) - OF_THE_LAUNCH - OF_ROOT - allowed(UNITS[1]) == set()
    assert {"fdatasync", "accept4", "rename"} <= called(trace)
