"""The journal's checkpoint, its head: number and hash of the newest record, in a file beside the journal.

If a write-ahead log is damaged, SQLite silently ends it at the damage: everything written later is lost
without a trace. The head reveals such a loss, because it is written after every transaction: a journal that
ends before its head has lost records. A journal that ends after its head is not damaged: it is
the result if the program is killed between the two writes.

The file is one line, overwritten in place: `0000000000000057 <SHA-256> <CRC-32 of what is before>`.
"""

from __future__ import annotations

import contextlib
import os
import time
from binascii import crc32
from dataclasses import dataclass
from pathlib import Path

from jokerboard.host.errors import FileUnwritableError
from jokerboard.host.files import replace_file
from jokerboard.host.system import BINARY, flush, flush_directory, write_at
from jokerboard.journal.errors import JournalDamagedError, JournalError

_LENGTH = 16 + 1 + 64 + 1 + 8 + 1
_READ_AGAIN, _PAUSE = 20, 0.005


@dataclass(frozen=True, slots=True)
class Head:
    """The number and the hash of the newest record."""

    n: int
    hash: str


def head_path(journal: Path) -> Path:
    """The path of the file with the head of the journal at `journal`."""
    return journal.with_suffix(".head")


def read_head(journal: Path) -> Head | None:
    """The head of the journal, None if there is none; raise JournalDamagedError if its checksum is wrong."""
    path = head_path(journal)
    for _ in range(_READ_AGAIN):
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise JournalError(f"{path} cannot be read: {error.strerror}") from error
        head = _parsed(data)
        if head is not None:
            return head
        # A running service may be overwriting the file, since not every file system writes a line atomically.
        time.sleep(_PAUSE)
    raise JournalDamagedError(f"{path} is damaged: it is not a number and a hash with their checksum")


class HeadFile:
    """The head of a journal that is open for writing."""

    def __init__(self, journal: Path, head: Head) -> None:
        """Open the file and write `head`; raise JournalError if the system refuses."""
        path = head_path(journal)
        if not path.exists():
            # After a power cut a new file may be empty, which would count as damage. So it is renamed once it
            # is full.
            try:
                replace_file(path, _line(head).decode())
                flush_directory(path.parent)
            except FileUnwritableError as error:
                raise JournalError(str(error)) from error
        try:
            self._file = os.open(path, os.O_RDWR | BINARY)
        except OSError as error:
            raise JournalError(f"{path} cannot be used: {error.strerror}") from error
        try:
            write_at(self._file, _line(head), 0)
            os.ftruncate(self._file, _LENGTH)
        except OSError as error:
            os.close(self._file)
            raise JournalError(f"{path} cannot be written: {error.strerror}") from error

    def write(self, head: Head) -> None:
        """Write the head to the file; it survives a power cut after `sync`."""
        # A failed write is ignored: no record is lost by it, but a later loss might go unnoticed.
        with contextlib.suppress(OSError):
            write_at(self._file, _line(head), 0)

    def sync(self) -> None:
        """Flush the file, so that the head survives a power cut."""
        with contextlib.suppress(OSError):
            flush(self._file)

    def close(self) -> None:
        """Close the file."""
        self.sync()
        os.close(self._file)


def _line(head: Head) -> bytes:
    fields = f"{head.n:016d} {head.hash} "
    return f"{fields}{crc32(fields.encode()):08x}\n".encode()


def _parsed(data: bytes) -> Head | None:
    try:
        n, digest, _ = data.decode("ascii").split(" ")
        head = Head(int(n), digest)
    except ValueError:
        return None
    return head if _line(head) == data else None
