"""Read typed lines in the event loop, which delivers the sensors' events at the same time."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import Protocol

from jokerboard.host.errors import UsageError


class Typed(Protocol):
    """An object that takes typed lines until it is over."""

    over: bool

    def typed(self, line: str) -> None:
        """Take a typed line."""
        ...


class Keyboard:
    """Standard input as an asynchronous context manager that returns lines."""

    async def __aenter__(self) -> Keyboard:
        self._lines = asyncio.StreamReader()
        loop = asyncio.get_running_loop()
        try:
            self._transport, _ = await loop.connect_read_pipe(
                lambda: asyncio.StreamReaderProtocol(self._lines), sys.stdin
            )
        except ValueError as error:  # asyncio cannot wait for a regular file.
            raise UsageError(
                "answers cannot come from a file: type them, or use a pipe: cat FILE | jokerboard ..."
            ) from error
        return self

    async def __aexit__(self, *_: object) -> None:
        self._transport.close()

    async def line(self, stop: Callable[[], bool] = lambda: False) -> str | None:
        """The next typed line; None at the end of the input, or when `stop` returns True."""
        waiting = asyncio.ensure_future(self._lines.readline())
        while not stop() and not waiting.done():
            # A wait for input cannot be interrupted, so `stop` is called between short waits.
            await asyncio.wait({waiting}, timeout=0.05)
        if not waiting.done():
            waiting.cancel()
            return None
        return waiting.result().decode(errors="replace") or None

    async def talk(self, to: Typed) -> None:
        """Pass every typed line to `to` until it is over or the input ends."""
        while not to.over:
            line = await self.line(lambda: to.over)
            if line is None:
                return
            to.typed(line)


def write_line(text: str) -> None:
    """Print one line and flush the output."""
    print(text, flush=True)
