"""The state directory of a table, which a running service locks; reading and replacing its small files.

| file | contents |
|---|---|
| `lock` | locked by the running service; holds the service's process number |
| `journal.sqlite` | the journal, with SQLite's `-wal` and `-shm` beside it |
| `journal.head` | the checkpoint of the journal, to detect records missing at its end |
| `journal.damaged-N.*` | damaged journals, renamed but otherwise unchanged |
| `board.json` | simulated boards: the places of the marbles |
| `cards.json` | simulated boards: the cards on the readers |
| `people.json` | simulated people: their hands, the pile, the state of their random numbers |
| `dealt.json` | the secret from which the game's cards are dealt; readable by this user only |
| `table.key` | the key that signs a published log; readable by this user only |
| `page.key` | the key of the table's own page; readable by this user only |
| `machine-cards.json` | the machine players' cards; readable by this user only |
| `publishing.json` | how far the journal is published |
| `book.json` | a summary of the kept games, and the players who asked to be forgotten |
| `seats.json` | which device holds which seat of the present game, by hashes as in `paired.json` |
| `paired.json` | devices that may command over the network: hashes of the tokens in their cookies |
| `*.damaged-N.json` | damaged JSON files, renamed but otherwise unchanged |
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from jokerboard.host.errors import FileUnwritableError, JokerboardError, TableBusyError
from jokerboard.host.system import BINARY, LockTaken, flush, flush_directory, take_lock

BOARD = "board.json"
CARDS = "cards.json"
PEOPLE = "people.json"
_LOCK = "lock"


class StateDirectory:
    """A state directory that this process has locked until `close`."""

    def __init__(self, path: Path) -> None:
        """Lock the directory, and make it if needed.

        Raise TableBusyError if another service holds the lock.
        """
        self.path = path
        try:
            path.mkdir(parents=True, exist_ok=True)
            self._lock = take_lock(path / _LOCK)
        except LockTaken as taken:
            raise TableBusyError(
                f"another jokerboard (process {taken.holder or 'unknown'}) is using {path}; "
                "stop it, or give this one another --state directory"
            ) from taken
        except OSError as error:
            raise JokerboardError(f"the state directory {path} cannot be used: {error.strerror}") from error

    def __truediv__(self, name: str) -> Path:
        return self.path / name

    def close(self) -> None:
        """Unlock the directory; no file is removed."""
        self._lock.release()


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
