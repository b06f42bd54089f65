"""The operating system's abilities, on this system and as they are on other systems."""

from __future__ import annotations

import asyncio
import fcntl
import io
import os
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import filelock
import pytest

from jokerboard.host import system
from jokerboard.host.errors import UsageError
from jokerboard.host.system import LockTaken
from tests.jokerboard.host.closed_files import closed_files
from tests.programs import PATIENCE


@pytest.fixture
def file(tmp_path: Path) -> Iterator[io.BufferedRandom]:
    with (tmp_path / "file").open("w+b") as opened:
        yield opened


def test_characters_that_an_outputs_encoding_lacks_are_printed_as_question_marks() -> None:
    raw = io.BytesIO()
    output = io.TextIOWrapper(raw, encoding="ascii")
    system.accept_every_letter(output, io.StringIO())
    output.write("K♥")
    output.flush()
    assert raw.getvalue() == b"K?"


def test_files_are_flushed_by_the_safest_call_that_the_system_has(
    file: io.BufferedRandom, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []

    def called(name: str, error: OSError | None = None) -> Callable[..., None]:
        def call(*_: object) -> None:
            calls.append(name)
            if error is not None:
                raise error

        return call

    monkeypatch.setattr(os, "fdatasync", called("fdatasync"))
    monkeypatch.setattr(os, "fsync", called("fsync"))
    system.flush(file.fileno())
    monkeypatch.delattr(os, "fdatasync")
    system.flush(file.fileno())
    monkeypatch.setattr(fcntl, "F_FULLFSYNC", 51, raising=False)
    monkeypatch.setattr(fcntl, "fcntl", called("full"))
    system.flush(file.fileno())
    monkeypatch.setattr(fcntl, "fcntl", called("full", OSError(45, "Operation not supported")))
    system.flush(file.fileno())
    monkeypatch.setitem(sys.modules, "fcntl", None)
    system.flush(file.fileno())
    assert calls == ["fdatasync", "fsync", "full", "full", "fsync", "fsync"]


def test_a_directory_is_flushed_and_closed_on_systems_that_open_directories(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flushed: list[int] = []
    monkeypatch.setattr(os, "fsync", flushed.append)
    system.flush_directory(tmp_path)
    assert len(flushed) == 1
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(flushed[0])
    monkeypatch.setattr(system, "OPENS_DIRECTORIES", False)
    system.flush_directory(tmp_path / "none")
    assert len(flushed) == 1


@pytest.mark.parametrize("positioned", [True, False])
def test_write_at_writes_all_bytes_at_the_offset(
    file: io.BufferedRandom, positioned: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not positioned:
        monkeypatch.delattr(os, "pwrite")
    system.write_at(file.fileno(), b"abcdef", 0)
    system.write_at(file.fileno(), b"XY", 2)
    assert os.pread(file.fileno(), 9, 0) == b"abXYef"


def test_a_lock_file_names_the_process_that_holds_the_lock_and_is_free_after_its_release(
    tmp_path: Path,
) -> None:
    lock = system.take_lock(tmp_path / "lock")
    assert (tmp_path / "lock").read_text() == f"{os.getpid()}\n"
    with pytest.raises(LockTaken, match="another process holds the lock") as taken:
        system.take_lock(tmp_path / "lock")
    assert taken.value.holder == str(os.getpid())
    lock.release()
    (tmp_path / "lock").write_text("a much longer text than a number\n")
    system.take_lock(tmp_path / "lock").release()
    assert (tmp_path / "lock").read_text() == f"{os.getpid()}\n"


def test_every_user_can_read_who_holds_a_lock(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        system.take_lock(tmp_path / "lock").release()
    finally:
        os.umask(before)
    assert (tmp_path / "lock").stat().st_mode & 0o777 == 0o644


def test_a_refused_lock_leaves_no_open_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    held = system.take_lock(tmp_path / "lock")
    seen = closed_files(monkeypatch)
    with pytest.raises(LockTaken):
        system.take_lock(tmp_path / "lock")
    assert seen.opened
    assert seen.opened <= seen.closed
    held.release()
    seen.opened.clear()
    seen.closed.clear()
    monkeypatch.setattr(os, "ftruncate", refuse)
    with pytest.raises(OSError, match="No space left"):
        system.take_lock(tmp_path / "lock")
    assert seen.opened <= seen.closed
    monkeypatch.undo()
    system.take_lock(tmp_path / "lock").release()


def test_without_unix_locks_the_library_filelock_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert filelock.__name__  # filelock is imported while `fcntl` still exists.
    monkeypatch.setitem(sys.modules, "fcntl", None)
    lock = system.take_lock(tmp_path / "lock")
    with pytest.raises(LockTaken) as taken:
        system.take_lock(tmp_path / "lock")
    assert taken.value.holder == ""
    lock.release()
    system.take_lock(tmp_path / "lock").release()
    with (tmp_path / "other").open("w") as file, (tmp_path / "other").open() as again:
        assert system.lock_open_file(file.fileno(), alone=True)
        assert system.lock_open_file(again.fileno(), alone=True)


def test_an_open_file_can_be_locked_exclusively_or_shared(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with path.open("w") as one, path.open() as two:
        assert system.lock_open_file(one.fileno(), alone=False)
        assert system.lock_open_file(two.fileno(), alone=False)
        assert not system.lock_open_file(two.fileno(), alone=True)
    with path.open("w") as one, path.open() as two:
        assert system.lock_open_file(one.fileno(), alone=True)
        assert not system.lock_open_file(two.fileno(), alone=False)


def test_with_the_argument_wait_a_program_waits_until_a_file_is_unlocked(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    program = (
        "import sys; from jokerboard.host.system import lock_open_file\n"
        f"file = open({str(path)!r}, 'w')\n"
        "print(lock_open_file(file.fileno(), alone=True), flush=True)\n"
        "print(lock_open_file(file.fileno(), alone=True, wait=True), flush=True)\n"
    )
    with path.open("w") as held:
        assert system.lock_open_file(held.fileno(), alone=True)
        waiting = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
        assert waiting.stdout is not None
        assert waiting.stdout.readline() == "False\n"
    assert waiting.communicate(timeout=PATIENCE)[0] == "True\n"


def test_a_process_counts_as_running_until_it_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    assert system.is_running(os.getpid())
    assert not system.is_running(ended.pid)

    def forbidden(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "kill", forbidden)
    assert system.is_running(1)
    monkeypatch.delattr(os, "geteuid")
    monkeypatch.setattr(os, "kill", lambda *_: pytest.fail("this ends a process of Windows"))
    assert system.is_running(ended.pid)


def test_the_limit_of_open_files_is_raised_as_far_as_the_system_allows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    limits, wanted = [(256, 4096)], list[tuple[int, int]]()
    monkeypatch.setattr(resource, "getrlimit", lambda _: limits[0])
    monkeypatch.setattr(resource, "setrlimit", lambda _, pair: wanted.append(pair))
    assert system.allow_open_files(1000) == 1000
    assert system.allow_open_files(9000) == 4096
    assert wanted == [(1000, 4096), (4096, 4096)]
    limits[0] = (256, resource.RLIM_INFINITY)
    assert system.allow_open_files(9000) == 9000
    limits[0] = (9000, 9000)
    assert system.allow_open_files(1000) == 9000
    limits[0] = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    assert system.allow_open_files(1000) == 1000
    assert len(wanted) == 3

    def refuse(*_: object) -> None:
        raise ValueError("more than OPEN_MAX")

    limits[0] = (256, resource.RLIM_INFINITY)
    monkeypatch.setattr(resource, "setrlimit", refuse)
    assert system.allow_open_files(9000) == 256
    monkeypatch.setitem(sys.modules, "resource", None)
    # The number of sockets that one select of Windows can wait for.
    assert system.allow_open_files(9000) == 512


def test_run_loop_returns_a_coroutines_result_and_supports_add_reader() -> None:
    async def main() -> bool:
        return isinstance(asyncio.get_running_loop(), asyncio.SelectorEventLoop)

    assert system.run_loop(main()) is True


@pytest.mark.parametrize("own", [True, False])
@pytest.mark.parametrize("number", system.STOPS)
def test_the_signals_to_stop_end_a_running_event_loop(
    number: signal.Signals, own: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = [signal.getsignal(each) for each in system.STOPS]
    planned: list[object] = []
    monkeypatch.setattr(system, "_NOTICE_EVERY", 0.01)

    def lacks(*_: object) -> None:
        raise NotImplementedError

    async def main() -> bool:
        loop, stopped = asyncio.get_running_loop(), asyncio.Event()
        later = loop.call_later

        def call_later(delay: float, call: Callable[..., object], *values: Any) -> object:
            planned.append(call)
            return later(delay, call, *values)

        monkeypatch.setattr(loop, "call_later", call_later)
        if not own:
            monkeypatch.setattr(loop, "add_signal_handler", lacks)
        system.stop_on_signals(loop, stopped.set)
        # On Windows a waiting event loop runs no signal handler, so it wakes up periodically.
        assert (system._notice_signals in planned) is not own
        os.kill(os.getpid(), number)
        async with asyncio.timeout(PATIENCE):
            return await stopped.wait()

    try:
        assert system.run_loop(main())
    finally:
        for each, handler in zip(system.STOPS, before, strict=True):
            signal.signal(each, handler)


def test_only_one_program_can_listen_on_a_port(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as door:
        system.take_port_alone(door)
        assert door.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR)
        door.bind(("127.0.0.1", 0))
        door.listen()
        with socket.socket() as other:
            system.take_port_alone(other)
            with pytest.raises(OSError, match="in use"):
                other.bind(door.getsockname())
    monkeypatch.setattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_KEEPALIVE, raising=False)
    with socket.socket() as door:
        system.take_port_alone(door)
        assert not door.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR)
        assert door.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)


def test_the_time_since_boot_is_read_from_the_best_clock_that_the_system_has(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first = system.since_boot()
    assert 0 < first <= system.since_boot()
    assert abs(first - time.clock_gettime(time.CLOCK_BOOTTIME)) < PATIENCE
    monkeypatch.delattr(time, "CLOCK_BOOTTIME")
    assert abs(time.clock_gettime(time.CLOCK_MONOTONIC) - system.since_boot()) < PATIENCE
    monkeypatch.delattr(time, "clock_gettime")
    assert abs(time.monotonic() - system.since_boot()) < PATIENCE


def test_the_boot_identifier_is_read_on_systems_that_have_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(system, "_BOOT_ID", tmp_path / "boot_id")
    assert system.boot_id() == ""
    (tmp_path / "boot_id").write_text("2b5c\n")
    assert system.boot_id() == "2b5c"


def test_the_install_command_is_for_the_running_python() -> None:
    assert system.install_line("x[y]") == f"{sys.executable} -m pip install 'x[y]'"


def test_a_command_that_needs_device_files_or_local_sockets_is_refused_on_a_system_without_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    system.need_device_files("setup")
    system.need_local_sockets("a board")
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(UsageError, match=r"^setup needs a Raspberry Pi .*: jokerboard demo$"):
        system.need_device_files("setup")
    monkeypatch.delattr(socket, "AF_UNIX")
    with pytest.raises(UsageError, match=r"^a board needs local sockets"):
        system.need_local_sockets("a board")
