"""Run a command on a pseudo-terminal, into which tests type, and whose output they read."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time
from types import TracebackType

PATIENCE = 120.0
"""The most seconds to wait for an output; a very busy machine is slow."""


class Terminal:
    """A process with the command `jokerboard` and these arguments on a pty."""

    def __init__(self, *args: str) -> None:
        self._master, slave = pty.openpty()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "jokerboard", *args],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            preexec_fn=_take_terminal,
        )
        os.close(slave)
        self.text = ""
        self._read = 0

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._master)

    def until(self, what: str) -> str:
        """Wait until `what` is printed after the last match; return the output up to the end of its line."""
        end = time.monotonic() + PATIENCE
        while (at := self.text.find(what, self._read)) < 0 or "\n" not in self.text[at:]:
            if time.monotonic() > end or not self._more():
                raise AssertionError(f"{what!r} was not printed:\n{self.text[self._read :]}")
        stop = self.text.index("\n", at) + 1
        shown, self._read = self.text[self._read : stop], stop
        return shown

    def type(self, line: str, end: str = "\n") -> None:
        os.write(self._master, (line + end).encode())

    def answer(self, question: str, line: str, end: str = "\n") -> None:
        self.until(question)
        self.type(line, end)

    def runs(self) -> bool:
        """Whether the process still runs after a short wait."""
        self._more()
        return self._process.poll() is None

    def ends(self) -> int:
        """Wait until the process has ended; return its exit code."""
        end = time.monotonic() + PATIENCE
        while self._more():
            assert time.monotonic() < end, f"it does not end:\n{self.text[self._read :]}"
        return self._process.wait(PATIENCE)

    def _more(self) -> bool:
        """Read the waiting output; return False if no output can follow."""
        if not select.select([self._master], [], [], 0.1)[0]:
            return self._process.poll() is None
        try:
            data = os.read(self._master, 65536)
        except OSError:  # The process has closed its end.
            return False
        self.text += data.decode().replace("\r\n", "\n")
        return bool(data)


def _take_terminal() -> None:
    """Make the pty the terminal of this process, and enable Ctrl-C even if the tests run in the
    background.
    """
    os.close(os.open(os.ttyname(0), os.O_RDWR))
    signal.signal(signal.SIGINT, signal.SIG_DFL)
