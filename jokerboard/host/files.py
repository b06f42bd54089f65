"""Read, replace and create small files of a state directory, and rename damaged ones."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from jokerboard.host.errors import FileUnwritableError
from jokerboard.host.system import BINARY, flush, flush_directory


def replace_file(path: Path, text: str, *, shared: bool = False, private: bool = False) -> None:
    """Replace a small file so that a crash leaves either the old or the new content.

    Raise FileUnwritableError on failure. Set `shared` if several processes write the file: then each uses a
    temporary file of its own. A `private` file can be read by this user only.
    """
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new" if shared else f"{path.name}.new")
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | BINARY
    try:
        with os.fdopen(os.open(fresh, flags, 0o600 if private else 0o666), "wb") as out:
            out.write(text.encode())
            out.flush()
            flush(out.fileno())
        fresh.replace(path)
    except OSError as error:
        raise FileUnwritableError(path, error) from error


def write_json(path: Path, data: object, *, shared: bool = False, private: bool = False) -> None:
    """Replace a file by `data` as JSON, with the options of `replace_file`."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    replace_file(path, text, shared=shared, private=private)


def read_json(path: Path) -> Any:
    """The value that a JSON file holds; raise ValueError if it is no JSON or nested too deeply."""
    try:
        return json.loads(path.read_text("utf-8"))
    except RecursionError as error:
        raise ValueError("its JSON is nested too deeply") from error


def is_read_only(directory: Path) -> bool:
    """Whether the directory's file system is mounted read-only; False where the system does not report it."""
    statvfs = getattr(os, "statvfs", None)
    return statvfs is not None and bool(statvfs(directory).f_flag & os.ST_RDONLY)


def set_aside(file: Path) -> Path:
    """Rename a damaged file to an unused name in the same directory; return the new path."""
    k = 1
    while (aside := file.with_name(f"{file.stem}.damaged-{k}{file.suffix}")).exists():
        k += 1
    file.rename(aside)
    flush_directory(file.parent)
    return aside


def create_private(path: Path, text: str) -> None:
    """Make a new file that only this user can read; raise FileExistsError or another OSError on failure."""
    # O_EXCL fails on any file or link that exists already; the mode is set before any byte is written.
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | BINARY, 0o600), "wb") as file:
        file.write(text.encode())
        file.flush()
        flush(file.fileno())
