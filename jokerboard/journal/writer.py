"""Write the journal: at once, or in a thread, so that lights never wait for a disk.

A table passes entries, and a function to call when they are on the disk. In virtual time the direct writer
writes at once, so that every game is reproducible. At a real table a thread does the writing: while a play
is being written to a slow memory card, edges are still handled and lights still shown; only the announcement
of the play waits. Entries that arrive meanwhile are written in one transaction, in order.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

from jokerboard.journal.errors import JournalError
from jokerboard.journal.records import Entry
from jokerboard.journal.store import Journal

Kept: TypeAlias = Callable[[], None]
Failed: TypeAlias = Callable[[JournalError], None]


_Item: TypeAlias = "tuple[Sequence[Entry], Kept | None] | threading.Event | None"
"""An item of the queue: entries with a callback, or an event to set when all earlier items are written.

None is the end of the queue.
"""

RETRY = 1.0
"""Seconds between two attempts while the disk refuses to write."""


class Writer(Protocol):
    """Writes entries in the order in which they are put, and reports when they are on the disk."""

    def put(self, entries: Sequence[Entry], kept: Kept | None = None) -> None:
        """Write the entries, and call `kept` when they are on the disk; calls keep the order of `put`."""
        ...

    def drain(self, within: float) -> None:
        """Wait until all entries are written, but at most `within` seconds."""
        ...

    def close(self) -> None:
        """Write the remaining entries, then close the journal."""
        ...


class DirectWriter:
    """A Writer that writes the entries inside `put`, which raises JournalError if they cannot be written."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def put(self, entries: Sequence[Entry], kept: Kept | None = None) -> None:
        """Write the entries, then call `kept`."""
        if entries:
            self._journal.append(entries)
        if kept is not None:
            kept()

    def drain(self, within: float) -> None:
        """Return at once, because no entry ever waits."""

    def close(self) -> None:
        """Close the journal."""
        self._journal.close()


class ThreadWriter:
    """Writes in a thread of its own; callbacks are passed to `post`, which runs them in the service's thread.

    If the disk refuses, `failed` is called once, and the same records are tried again every `retry` seconds;
    `mended` is called once the disk has accepted them. Until then no `kept` is called, so only records on the
    disk are announced.
    """

    def __init__(
        self,
        journal: Journal,
        post: Callable[[Callable[[], None]], None],
        failed: Failed,
        mended: Kept = lambda: None,
        *,
        retry: float = RETRY,
    ) -> None:
        self._journal = journal
        self._post = post
        self._failed, self._mended, self._retry = failed, mended, retry
        self._broken = False
        self._closing = threading.Event()
        self._waiting: queue.SimpleQueue[_Item] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    def put(self, entries: Sequence[Entry], kept: Kept | None = None) -> None:
        """Queue the entries for the thread."""
        self._waiting.put((tuple(entries), kept))

    def drain(self, within: float) -> None:
        """Wait until the thread has written everything, at most `within` seconds."""
        written = threading.Event()
        self._waiting.put(written)
        written.wait(within)

    def close(self) -> None:
        """Try to write the remaining entries once more, then close the journal."""
        self._closing.set()
        self._waiting.put(None)
        self._thread.join()
        self._journal.close()

    def _run(self) -> None:
        while True:
            # All waiting entries go into one transaction, because a flush of a memory card takes tens of
            # milliseconds.
            batch = [self._waiting.get()]
            while batch[-1] is not None and not self._waiting.empty():
                batch.append(self._waiting.get())
            todo = [item for item in batch if isinstance(item, tuple)]
            if not self._written([entry for entries, _ in todo for entry in entries]):
                return
            for _, kept in todo:
                if kept is not None:
                    self._post(kept)
            for item in batch:
                if isinstance(item, threading.Event):
                    item.set()
            # The head is written after `kept` is called, so that announcements do not wait for it.
            self._journal.sync_head()
            if batch[-1] is None:
                return

    def _written(self, entries: list[Entry]) -> bool:
        """Retry until the disk accepts the entries; return False if the writer is closed before that."""
        while entries:
            try:
                self._journal.append(entries)
                break
            except JournalError as error:
                if not self._broken:
                    self._broken = True
                    self._post(_call(self._failed, error))
                if self._closing.wait(self._retry) and self._broken_for_good(entries):
                    return False
        if self._broken and entries:
            self._broken = False
            self._post(self._mended)
        return True

    def _broken_for_good(self, entries: list[Entry]) -> bool:
        """Try to write a last time, because the writer is being closed; return whether that failed."""
        try:
            self._journal.append(entries)
        except JournalError:
            return True
        entries.clear()
        return False


def _call(failed: Failed, error: JournalError) -> Callable[[], None]:
    return lambda: failed(error)
