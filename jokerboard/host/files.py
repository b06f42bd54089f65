"""Small files of a state directory: replaced as a whole, and renamed if they are damaged."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from jokerboard.host.errors import FileUnwritableError
from jokerboard.host.system import BINARY, flush, flush_directory


def replace_file(path: Path, text: str, *, shared: bool = False, private: bool = False) -> None:
    """Replace a small file, or raise FileUnwritableError; a crash leaves the old or the new one.

    A `shared` file is written by several processes, each of which makes a fresh copy of its own. Only this
    user may read a `private` one.
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
    """Replace a file by `data` as JSON; see `replace_file`."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    replace_file(path, text, shared=shared, private=private)


def read_json(path: Path) -> Any:
    """Return what the file's JSON stands for; raise ValueError if it is no JSON, or nested too deeply."""
    try:
        return json.loads(path.read_text("utf-8"))
    except RecursionError as error:
        raise ValueError("its JSON is nested too deeply") from error


def is_read_only(directory: Path) -> bool:
    """Whether the directory's file system takes no writes now; False where the system does not report it."""
    statvfs = getattr(os, "statvfs", None)
    return statvfs is not None and bool(statvfs(directory).f_flag & os.ST_RDONLY)


def set_aside(file: Path) -> Path:
    """Rename a damaged file to an unused name beside it; return that name."""
    k = 1
    while (aside := file.with_name(f"{file.stem}.damaged-{k}{file.suffix}")).exists():
        k += 1
    file.rename(aside)
    flush_directory(file.parent)
    return aside


def create_private(path: Path, text: str) -> None:
    """Make a new file that only this user can read; raise FileExistsError if there is one, OSError if it
    fails.
    """
    # O_EXCL refuses a file or link that somebody put there; the mode holds from the first moment on.
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | BINARY, 0o600), "wb") as file:
        file.write(text.encode())
        file.flush()
        flush(file.fileno())
