"""A command on a pseudo-terminal, as people use it: tests type into it and read its output."""

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
"""Seconds to wait for an output: a very busy machine is no failure."""


class Terminal:
    """`jokerboard` with these arguments in a process behind a pty."""

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
        """Wait until `what` is printed, after what was waited for before; all up to the end of its line."""
        end = time.monotonic() + PATIENCE
        while (at := self.text.find(what, self._read)) < 0 or "\n" not in self.text[at:]:
            if time.monotonic() > end or not self._more():
                raise AssertionError(f"{what!r} was not printed:\n{self.text[self._read :]}")
        stop = self.text.index("\n", at) + 1
        said, self._read = self.text[self._read : stop], stop
        return said

    def type(self, line: str, end: str = "\n") -> None:
        """Type a line and press Enter."""
        os.write(self._master, (line + end).encode())

    def answer(self, question: str, line: str, end: str = "\n") -> None:
        """Wait for the question, then type the line."""
        self.until(question)
        self.type(line, end)

    def runs(self) -> bool:
        """Wait a moment: whether it is still running."""
        self._more()
        return self._process.poll() is None

    def ends(self) -> int:
        """Wait for its end: the exit code."""
        end = time.monotonic() + PATIENCE
        while self._more():
            assert time.monotonic() < end, f"it does not end:\n{self.text[self._read :]}"
        return self._process.wait(PATIENCE)

    def _more(self) -> bool:
        """Read what is there, waiting a little; False once nothing can come any more."""
        if not select.select([self._master], [], [], 0.1)[0]:
            return self._process.poll() is None
        try:
            data = os.read(self._master, 65536)
        except OSError:  # The other end has been closed.
            return False
        self.text += data.decode().replace("\r\n", "\n")
        return bool(data)


def _take_terminal() -> None:
    """Make the terminal this process's own, and let Ctrl-C end it even if the tests run in the background."""
    os.close(os.open(os.ttyname(0), os.O_RDWR))
    signal.signal(signal.SIGINT, signal.SIG_DFL)
