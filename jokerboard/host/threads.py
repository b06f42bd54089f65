"""Threads that end loudly: a thread that stops working must not leave a program that looks alive."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def loud_threads(ended: Callable[[str], None]) -> Iterator[None]:
    """Call `ended` with the thread's name when an unexpected exception ends any thread of this process.

    The traceback is printed first, as always. `ended` is called in that thread.
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
