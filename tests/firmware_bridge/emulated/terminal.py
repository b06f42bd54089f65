"""An emulated board behind a pseudo-terminal, for programs such as mpremote that use real time.

The emulated board is about ten times slower than a real one, so it suits only programs that wait for answers.
"""

from __future__ import annotations

import os
import pty
import threading
import tty
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.firmware_bridge.emulated.emulator import EmulatedBoard

SLICE = 2_000
"""Emulated microseconds between two checks of the terminal."""


@contextmanager
def at_a_terminal(board: EmulatedBoard, link: Path) -> Iterator[Path]:
    """A context in which the board runs behind a pseudo-terminal; `link` becomes a link to it."""
    near, far = pty.openpty()
    tty.setraw(far)
    os.set_blocking(near, False)
    link.symlink_to(os.ttyname(far))
    ended = threading.Event()

    def run() -> None:
        left = b""
        while not ended.is_set():
            try:
                data = os.read(near, 256)
            except BlockingIOError:
                data = b""
            left += board.step(SLICE, data=data, until=True)["out"]
            with suppress(BlockingIOError):
                left = left[os.write(near, left) :] if left else b""

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield link
    finally:
        ended.set()
        thread.join()
        for end in (near, far):
            os.close(end)
        link.unlink()
