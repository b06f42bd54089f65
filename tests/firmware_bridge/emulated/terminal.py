"""An emulated board at a pseudo-terminal, for programs of others, whose time is the computer's.

The emulated board runs at about a tenth of real time, so it suits programs that wait for each answer, as
mpremote does.
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
"""Emulated microseconds from one look at the terminal to the next."""


@contextmanager
def at_a_terminal(board: EmulatedBoard, link: Path) -> Iterator[Path]:
    """Let the board run behind `link`, a name of a pseudo-terminal, until the block ends."""
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
