"""Who writes the journal: here and now, or a thread, so that lights never wait for a disk.

A table hands over entries and says what to do once they are on the disk. In virtual time the direct writer
does both at once, so that a game is the same every time. At a real table a thread does the writing: while
a play is on its way to a slow card, edges are still heard and lights still shown; only what announces the
play waits. Whatever gathered meanwhile is written in one transaction, in order.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

from service.errors import JournalError
from service.journal import Journal
from service.records import Entry

Kept: TypeAlias = Callable[[], None]
Failed: TypeAlias = Callable[[JournalError], None]


class Writer(Protocol):
    """Keeps entries in the order they are put, and tells when they are kept."""

    def put(self, entries: Sequence[Entry], kept: Kept | None = None) -> None:
        """Keep the entries; call `kept` when they are on the disk, and after every earlier `kept`."""
        ...

    def close(self) -> None:
        """Write what is still to be written, then close the journal."""
        ...


class DirectWriter:
    """Writes within `put`; a failure is raised there."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def put(self, entries: Sequence[Entry], kept: Kept | None = None) -> None:
        """Keep the entries, then call `kept`."""
        if entries:
            self._journal.append(entries)
        if kept is not None:
            kept()

    def close(self) -> None:
        """Close the journal."""
        self._journal.close()


class ThreadWriter:
    """Writes in a thread of its own; `post` carries calls back into the service's thread.

    When the disk refuses, `failed` is told once, nothing more is written, and no later `kept` is called:
    nothing is announced that was not kept.
    """

    def __init__(self, journal: Journal, post: Callable[[Callable[[], None]], None], failed: Failed) -> None:
        self._journal = journal
        self._post = post
        self._failed = failed
        self._broken = False
        self._waiting: queue.SimpleQueue[tuple[Sequence[Entry], Kept | None] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    def put(self, entries: Sequence[Entry], kept: Kept | None = None) -> None:
        """Queue the entries for the thread."""
        self._waiting.put((tuple(entries), kept))

    def close(self) -> None:
        """Wait until all is written, then close the journal."""
        self._waiting.put(None)
        self._thread.join()
        self._journal.close()

    def _run(self) -> None:
        while True:
            batch = [self._waiting.get()]
            while batch[-1] is not None and not self._waiting.empty():
                batch.append(self._waiting.get())
            todo = [item for item in batch if item is not None]
            self._write(todo)
            if len(todo) < len(batch):
                return

    def _write(self, todo: list[tuple[Sequence[Entry], Kept | None]]) -> None:
        entries = [entry for some, _ in todo for entry in some]
        if self._broken:
            return
        try:
            if entries:
                self._journal.append(entries)
        except JournalError as error:
            self._broken = True
            self._post(_call(self._failed, error))
            return
        for _, kept in todo:
            if kept is not None:
                self._post(kept)


def _call(failed: Failed, error: JournalError) -> Callable[[], None]:
    return lambda: failed(error)
