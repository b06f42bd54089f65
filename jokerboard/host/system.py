"""The operating system's abilities: durable writes, locks, limits, signals, clocks.

Code that differs between Linux, macOS and Windows is only in this module; other modules call its functions.
`tests/architecture/test_systems.py` finds calls in other modules that one of the three systems lacks, and
`tests/jokerboard/host/test_systems.py` plays games with each ability removed.

| ability | Linux | macOS | Windows |
|---|---|---|---|
| durable write | `fdatasync` | `F_FULLFSYNC`; `fsync` leaves data in the disk's cache | `fsync` |
| durable name of a file | `fsync` of its directory | `fsync` of its directory | the file system's own log |
| lock | `flock` | `flock` | the library filelock |
| limit of open files | `RLIMIT_NOFILE` | `RLIMIT_NOFILE` | none for a process |
| end by a signal | the event loop's handler | the event loop's handler | a plain handler, and a periodic
wake-up of the loop |
| time since boot, sleep included | `CLOCK_BOOTTIME` | `CLOCK_MONOTONIC` | `time.monotonic` |
"""

from __future__ import annotations

import contextlib
import importlib.util
import io
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol, TextIO, TypeVar

from jokerboard.host.errors import UsageError

if TYPE_CHECKING:
    import asyncio
    import socket

T = TypeVar("T")

BINARY: Final[int] = getattr(os, "O_BINARY", 0)
"""The flag for `os.open` that keeps Windows from changing line ends; 0 on other systems."""
OPENS_DIRECTORIES: Final = hasattr(os, "O_DIRECTORY")
"""Whether a directory can be opened, to flush new names to the disk. Windows cannot, and needs no flush."""
UNIX_MODULES: Final = frozenset(("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty"))
STOPS: Final = (signal.SIGTERM, signal.SIGINT)
WINDOWS_FILES: Final = 512
"""The most open sockets on Windows, where one `select` cannot wait for more."""
_BOOT_ID: Final = Path("/proc/sys/kernel/random/boot_id")
_NOTICE_EVERY: Final = 0.25


def accept_every_letter(*outputs: TextIO) -> None:
    """Let each output print `?` for a character that its encoding lacks, such as a card's suit."""
    for output in outputs:
        if isinstance(output, io.TextIOWrapper):
            output.reconfigure(errors="replace")


def flush(file: int) -> None:
    """Make the bytes that were written to a file descriptor survive a power cut, or raise OSError."""
    with contextlib.suppress(ImportError):
        import fcntl

        full = getattr(fcntl, "F_FULLFSYNC", None)
        if full is not None:
            # A network drive refuses F_FULLFSYNC; then plain fsync is the best available.
            with contextlib.suppress(OSError):
                fcntl.fcntl(file, full)
                return
    # Unlike fsync, fdatasync does not write the file's times, which saves a memory card a write.
    (getattr(os, "fdatasync", None) or os.fsync)(file)


def flush_directory(directory: Path) -> None:
    """Make new and renamed files in a directory survive a power cut."""
    if not OPENS_DIRECTORIES:
        return
    # A new name is stored in the directory, so the directory itself must be flushed.
    opened = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def write_at(file: int, data: bytes, offset: int) -> None:
    """Write all of `data` at `offset` of a file that no other thread writes; raise OSError on failure."""
    write = getattr(os, "pwrite", None)
    if write is not None:
        write(file, data, offset)
        return
    os.lseek(file, offset, os.SEEK_SET)
    os.write(file, data)


class HeldLock(Protocol):
    """A lock that this process holds until `release`."""

    def release(self) -> None:
        """Release the lock; the operating system does so at the end of the process."""
        ...


class LockTaken(OSError):
    """The lock is held by another process; `holder` is the number of that process, "" if unknown."""

    def __init__(self, holder: str) -> None:
        super().__init__("another process holds the lock")
        self.holder = holder


def take_lock(path: Path) -> HeldLock:
    """Lock the file `path`, which is made if needed; raise LockTaken if another process holds the lock."""
    try:
        import fcntl
    except ImportError:
        return _library_lock(path)
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.ftruncate(file, 0)
        # The number in the file is only for messages; the kernel keeps the lock.
        write_at(file, f"{os.getpid()}\n".encode(), 0)
    except BlockingIOError as error:
        holder = os.read(file, 20).decode(errors="replace").strip()
        os.close(file)
        raise LockTaken(holder) from error
    except OSError:
        os.close(file)
        raise
    return _OpenFile(file)


def lock_open_file(file: int, *, alone: bool, wait: bool = False) -> bool:
    """Lock an open file, alone or shared, until it is closed; return whether the lock was granted.

    `wait`: wait until other programs unlock the file. Windows has no such lock, so there it is always
    granted: run only one director on Windows.
    """
    try:
        import fcntl
    except ImportError:
        return True
    kind = fcntl.LOCK_EX if alone else fcntl.LOCK_SH
    try:
        fcntl.flock(file, kind if wait else kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def is_running(process: int) -> bool:
    """Whether a process with this number runs; always True on Windows, which does not report it."""
    # On Windows `os.kill` with signal 0 would end the process.
    if not hasattr(os, "geteuid"):
        return True
    try:
        # Signal 0 only checks that the process exists.
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


class _OpenFile:
    """A lock on an open file descriptor, which closing the descriptor releases."""

    def __init__(self, file: int) -> None:
        self._file = file

    def release(self) -> None:
        os.close(self._file)


def _library_lock(path: Path) -> HeldLock:
    import filelock

    lock = filelock.FileLock(path)
    try:
        lock.acquire(blocking=False)
    except filelock.Timeout as error:
        raise LockTaken("") from error
    return lock


def allow_open_files(wanted: int) -> int:
    """Raise this process's limit of open files towards `wanted`; return the limit that results."""
    try:
        import resource
    except ImportError:
        return WINDOWS_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if 0 <= soft < files:
        # macOS reports an unlimited hard limit, but refuses a limit above OPEN_MAX.
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
        except (ValueError, OSError):
            return soft
        return files
    return files if soft < 0 else soft


def run_loop(main: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in a new event loop until it ends; return its result.

    The loop supports `add_reader`, which the default event loop of Windows does not.
    """
    import asyncio

    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
        return runner.run(main)


def stop_on_signals(loop: asyncio.AbstractEventLoop, stop: Callable[[], object]) -> None:
    """Let SIGTERM and SIGINT (Ctrl-C) call `stop` in the running loop, instead of ending the program."""
    try:
        for number in STOPS:
            loop.add_signal_handler(number, stop)
    except NotImplementedError:
        for number in STOPS:
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop))
        _notice_signals(loop)


def _notice_signals(loop: asyncio.AbstractEventLoop) -> None:
    # On Windows an idle event loop runs no signal handler, so the loop is woken periodically.
    loop.call_later(_NOTICE_EVERY, _notice_signals, loop)


def take_port_alone(door: socket.socket) -> None:
    """Let only this program listen on the socket's port, even shortly after another has released it."""
    import socket

    # On Windows, SO_REUSEADDR would let two programs listen on one port.
    alone = getattr(socket, "SO_EXCLUSIVEADDRUSE", None)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR if alone is None else alone, 1)


def since_boot() -> float:
    """Seconds since this computer started, sleep included; setting the wall clock does not change them."""
    read = getattr(time, "clock_gettime", None)
    clock = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))
    return time.monotonic() if read is None or clock is None else float(read(clock))


def boot_id() -> str:
    """An identifier that changes whenever this computer starts; "" if the system has none."""
    try:
        return _BOOT_ID.read_text("ascii").strip()
    except OSError:
        return ""


def install_line(package: str) -> str:
    """A shell command that installs a package for the running Python, unlike plain `pip`."""
    return f"{sys.executable} -m pip install {package!r}"


def need_device_files(what: str) -> None:
    """Raise UsageError where devices are not files, as on Windows; `what` begins the message."""
    if importlib.util.find_spec("termios") is None:
        raise UsageError(
            f"{what} needs a Raspberry Pi or another computer with Linux or macOS; "
            "here the simulated table runs: jokerboard demo"
        )


def need_local_sockets(what: str) -> None:
    """Raise UsageError if this Python has no local sockets (AF_UNIX); `what` begins the message."""
    import socket

    if not hasattr(socket, "AF_UNIX"):
        raise UsageError(f"{what} needs local sockets, which Python on this computer does not have (AF_UNIX)")


@contextlib.contextmanager
def loud_threads(ended: Callable[[str], None]) -> Iterator[None]:
    """Within this context, call `ended` with a thread's name when an unexpected exception ends the thread.

    The traceback is printed first, as usual. `ended` runs in the thread that ends.
    """
    before = threading.excepthook

    def hook(failure: threading.ExceptHookArgs) -> None:
        before(failure)
        ended(failure.thread.name if failure.thread is not None else "unknown")

    threading.excepthook = hook
    try:
        yield
    finally:
        threading.excepthook = before
