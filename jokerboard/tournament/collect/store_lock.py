"""The lock of a director's store: a file beside the store, locked for as long as the store is open.

Every program that opens the store shares the lock, so several directors and commands can work side by side. A
start that may have to repair the store takes the lock exclusively, so that no program writes to a file that
is being moved. It is a lock of the kernel (flock), so it ends when the program ends in any way.

The file lists the processes that have shared the lock since it was last taken exclusively; messages name
them. `sole_writer` is a second, short lock for the small files beside the store, which directors read, change
and replace.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from jokerboard.host.system import is_running, lock_open_file
from jokerboard.tournament.errors import StoreError
from jokerboard.words.catalogue import words

PATIENCE: Final = 60.0
"""Seconds to wait for a program that holds the lock exclusively because it checks or repairs the store."""
_PAUSE: Final = 0.05


class StoreLock:
    """The lock of the store at `path`; it is not taken yet."""

    def __init__(self, path: Path) -> None:
        """Open the lock file, and create it if it is missing; raise StoreError if that is impossible."""
        self.path = path
        file = lock_path(path)
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            self._file = os.open(file, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        except OSError as error:
            raise StoreError(words("store.no-directory", path=path.parent, why=error.strerror)) from error

    def take_alone(self) -> bool:
        """Take the lock exclusively; return False if another program has it."""
        if not self._take(alone=True):
            return False
        os.ftruncate(self._file, 0)
        return True

    def share(self) -> None:
        """Share the lock with other programs; raise StoreError if one holds it exclusively for `PATIENCE`."""
        deadline = time.monotonic() + PATIENCE
        while not self._take(alone=False):
            if time.monotonic() > deadline:
                raise StoreError(words("store.being-repaired", path=self.path, who=self.holders()))
            time.sleep(_PAUSE)
        os.write(self._file, f"{os.getpid()}\n".encode())

    def holders(self) -> str:
        """The other running processes that share the lock, as text for a message."""
        noted = lock_path(self.path).read_text("ascii", "replace").split()
        others = {int(pid) for pid in noted if pid.isdecimal()} - {os.getpid()}
        running = sorted(filter(is_running, others))
        return ", ".join(f"process {pid}" for pid in running) or words("store.another-program")

    def close(self) -> None:
        """Release the lock, if it was not released before."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def _take(self, *, alone: bool) -> bool:
        try:
            return lock_open_file(self._file, alone=alone)
        except OSError as error:
            raise StoreError(words("store.no-lock", file=lock_path(self.path), why=error.strerror)) from error


def lock_path(store: Path) -> Path:
    """The path of the lock file of the store at `store`."""
    return store.with_suffix(".lock")


def desk_lock(directory: Path) -> StoreLock:
    """The lock that every running desk of a state directory shares; other commands do not take it."""
    return StoreLock(directory / "desk.running")


def desk_runs(directory: Path) -> bool:
    """Whether a director's desk is running on this state directory."""
    lock = desk_lock(directory)
    try:
        return not lock.take_alone()
    finally:
        lock.close()


@contextlib.contextmanager
def sole_writer(directory: Path) -> Iterator[None]:
    """Inside the block, be the only program that changes the small files of a state directory."""
    try:
        file = os.open(directory / "director.files.lock", os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise StoreError(words("store.directory-unusable", path=directory, why=error.strerror)) from error
    try:
        lock_open_file(file, alone=True, wait=True)
        yield
    finally:
        os.close(file)
