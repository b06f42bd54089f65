"""Small files of a state directory: replaced as a whole; renamed if damaged."""

from __future__ import annotations

import json
import os
from pathlib import Path

from jokerboard.host.errors import FileUnwritableError


def replace_file(path: Path, text: str, *, shared: bool = False, private: bool = False) -> None:
    """Replace a small file, or raise FileUnwritableError; a crash leaves the old or the new one.

    A `shared` file is written by several processes, each of which makes a fresh copy of its own. Only this
    user may read a `private` one.
    """
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new" if shared else f"{path.name}.new")
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC
    try:
        with os.fdopen(os.open(fresh, flags, 0o600 if private else 0o666), "w", encoding="utf-8") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        fresh.replace(path)
    except OSError as error:
        raise FileUnwritableError(path, error) from error


def write_json(path: Path, data: object, *, shared: bool = False, private: bool = False) -> None:
    """Replace a file by `data` as JSON; see `replace_file`."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    replace_file(path, text, shared=shared, private=private)


def set_aside(file: Path) -> Path:
    """Rename a damaged file to an unused name beside it; return that name."""
    k = 1
    while (aside := file.with_name(f"{file.stem}.damaged-{k}{file.suffix}")).exists():
        k += 1
    file.rename(aside)
    sync_directory(file.parent)
    return aside


def sync_directory(directory: Path) -> None:
    """Make new and renamed files in a directory survive a power cut."""
    opened = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
