"""Remove abilities of Linux from Python: set PYTHONPATH to this folder and JOKERBOARD_LACKS to a name.

Python imports a module named `sitecustomize` at every start, so child processes lack the same abilities. The
names `macos` and `windows` remove every ability that those systems lack; each other name removes one ability.
"""

# mypy: ignore-errors
import asyncio  # Before the names are removed: on Linux asyncio reads some of them while it is imported.
import builtins
import contextlib
import errno
import io
import os
import re
import signal
import socket
import sys
import time

ONE = {
    "fdatasync": (os, ("fdatasync",)),
    "scheduling": (os, tuple(name for name in dir(os) if name.startswith("sched_"))),
    "boot clock": (time, ("CLOCK_BOOTTIME", "CLOCK_BOOTTIME_RAW", "CLOCK_TAI")),
    "linux files": (os, ("O_DIRECT", "O_PATH", "O_TMPFILE", "eventfd", "memfd_create", "pidfd_open", "pipe2",
                         "posix_fadvise", "posix_fallocate", "copy_file_range", "splice", "setns")),
    "linux errors": (errno, ("EREMOTEIO", "EBADFD", "ENOKEY")),
    "unix files": (os, ("pwrite", "pread", "O_CLOEXEC", "O_DIRECTORY", "O_NOFOLLOW", "O_NONBLOCK", "O_SYNC",
                        "fchdir", "chown", "fchown", "mkfifo", "openpty", "ttyname",
                        "lockf", "sync")),
    "users": (os, ("geteuid", "getgid", "getegid", "getgroups", "setuid")),
    "processes": (os, ("fork", "forkpty", "killpg", "setsid", "getpgid", "getsid", "nice", "sysconf",
                       "getloadavg")),
    "signals": (signal, ("SIGALRM", "SIGHUP", "SIGUSR1", "SIGUSR2", "SIGCHLD", "SIGPIPE", "pthread_sigmask",
                         "pause", "sigwait", "siginterrupt")),
    "clocks": (time, tuple(name for name in dir(time) if name.startswith(("clock_", "CLOCK_")))),
}  # fmt: skip
MODULES = ("fcntl", "resource", "termios", "pwd", "grp", "tty", "pty")
FOLDERS = {"proc": re.compile("/proc"), "shm": re.compile("/dev/shm/?$"), "sys": re.compile("/sys/")}
"""The folders that each name hides. Of /dev/shm only the folder itself is hidden: tests have files in it."""
NO_WAYS = ("loop signals", "local sockets", "directories")
MACOS = (
    "fdatasync",
    "scheduling",
    "boot clock",
    "linux files",
    "linux errors",
    "proc",
    "shm",
    "sys",
    "full flush",
)
WINDOWS = (*[each for each in MACOS if each != "full flush"], *ONE, *MODULES, *NO_WAYS)


def take_away(what):
    """Remove the ability `what`, or all that `macos` or `windows` lacks, from this process."""
    for each in {"macos": MACOS, "windows": WINDOWS}.get(what, (what,)):
        if each in ONE:
            module, names = ONE[each]
            for name in names:
                with contextlib.suppress(AttributeError):
                    delattr(module, name)
            # Python 3.13 makes this function from `sched_getaffinity`, or else from `cpu_count`.
            if each == "scheduling" and hasattr(os, "process_cpu_count"):
                os.process_cpu_count = os.cpu_count
        elif each in MODULES:
            sys.modules[each] = None
        elif each in FOLDERS:
            _hide(FOLDERS[each])
        else:
            {"full flush": _full_flush, "loop signals": _no_loop_signals, "local sockets": _no_local_sockets,
             "directories": _no_directories}[each]()  # fmt: skip


def _hide(folder):
    def seen(call):
        def wrapped(path, *others, **named):
            if isinstance(path, (str, os.PathLike)) and folder.match(os.fspath(path)):
                raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), os.fspath(path))
            return call(path, *others, **named)

        return wrapped

    for module, names in ((os, ("open", "stat", "lstat", "listdir", "scandir")), (io, ("open",))):
        for name in names:
            setattr(module, name, seen(getattr(module, name)))
    builtins.open = io.open


def _full_flush():
    """Change `fcntl` to macOS's; JOKERBOARD_FLUSHES names a file that counts calls of F_FULLFSYNC."""
    import fcntl

    fcntl.F_FULLFSYNC = 51
    plain = fcntl.fcntl

    def control(file, command, *others):
        if command != 51:
            return plain(file, command, *others)
        os.fsync(file)
        if counted := os.environ.get("JOKERBOARD_FLUSHES"):
            with open(counted, "a", encoding="ascii") as out:  # noqa: PTH123
                out.write(".")
        return 0

    fcntl.fcntl = control


def _no_loop_signals():
    def refused(*_):
        raise NotImplementedError

    asyncio.SelectorEventLoop.add_signal_handler = refused


def _no_local_sockets():
    local, pair = socket.AF_UNIX, socket.socketpair
    socket.socketpair = lambda *_: pair(local)
    del socket.AF_UNIX


def _no_directories():
    there = os.open

    def opened(path, *others, **named):
        if isinstance(path, (str, os.PathLike)) and os.path.isdir(path):  # noqa: PTH112
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), os.fspath(path))
        return there(path, *others, **named)

    os.open = opened
    # A system that cannot open directories has no such flag either.
    with contextlib.suppress(AttributeError):
        del os.O_DIRECTORY


if lacks := os.environ.get("JOKERBOARD_LACKS"):
    take_away(lacks)
