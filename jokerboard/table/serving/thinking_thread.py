"""Machine players think in a thread of their own, so that no sensor waits for them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from jokerboard.players.thinking import Plan, Think


def thread_of(loop: asyncio.AbstractEventLoop) -> Think:
    """A `Think` that runs in the loop's thread pool and calls back in the loop; errors go to the loop."""

    def think(job: Callable[[], Plan | None], done: Callable[[Plan | None], None]) -> None:
        async def run() -> None:
            done(await loop.run_in_executor(None, job))

        task = loop.create_task(run(), name="machine player")
        running.add(task)
        task.add_done_callback(running.discard)

    running: set[asyncio.Task[None]] = set()
    return think
