"""Read files of game records; every error names the file."""

from __future__ import annotations

import sys
from pathlib import Path

from engine.errors import RecordError
from engine.records.record import Record
from engine.records.text import parse_records
from jokerboard.host.errors import UsageError

LARGEST = 64_000_000
"""Bytes of one file; a game has about ten thousand."""


def read_records(path: Path) -> tuple[Record, ...]:
    """Every game in the file, `-` for standard input; UsageError says which file, where and what."""
    try:
        if str(path) == "-":
            data = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with path.open("rb") as file:
                data = file.read(LARGEST + 1)
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}; give files of game records, or - to read one") from error
    if len(data) > LARGEST:
        raise UsageError(f"{path} is larger than {LARGEST // 1_000_000} MB; cut it into several files")
    try:
        return parse_records(data.decode())
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UsageError(f"{path} line {line}: not a text in UTF-8") from error
    except RecordError as error:
        raise UsageError(f"{path} {error}") from error
