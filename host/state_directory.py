"""A table's state directory: what lies in it, and that only one service has it at a time.

| file | what |
|---|---|
| `lock` | held (flock) by the service that runs; has its process number |
| `journal.sqlite` | the journal, with SQLite's `-wal` and `-shm` beside it |
| `journal.head` | how far the journal went, to notice what is missing at its end |
| `journal.damaged-N.*` | files that were damaged, set aside as they were found |
| `board.json` | simulated boards: where the marbles really are |
| `cards.json` | simulated boards: what lies on the card readers |
| `people.json` | simulated people: their hands, the pile, their chance |
| `paired.json` | the devices that may command from afar: hashes of what they keep in a cookie |
| `*.damaged-N.json` | any of these that was damaged, set aside as it was found |
"""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from host.errors import JokerboardError, TableBusyError

BOARD = "board.json"
CARDS = "cards.json"
PEOPLE = "people.json"
_LOCK = "lock"


class StateDirectory:
    """A state directory that is ours until `close`."""

    def __init__(self, path: Path) -> None:
        """Take the directory, making it if need be; TableBusyError when another service has it."""
        self.path = path
        try:
            path.mkdir(parents=True, exist_ok=True)
            self._lock = os.open(path / _LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise JokerboardError(f"the state directory {path} cannot be used: {error.strerror}") from error
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            holder = os.read(self._lock, 20).decode(errors="replace").strip() or "unknown"
            os.close(self._lock)
            raise TableBusyError(
                f"another jokerboard (process {holder}) is using {path}; "
                "stop it, or give this one another --state directory"
            ) from error
        try:
            os.ftruncate(self._lock, 0)
            os.pwrite(self._lock, f"{os.getpid()}\n".encode(), 0)
        except OSError as error:
            os.close(self._lock)
            raise JokerboardError(f"the state directory {path} cannot be used: {error.strerror}") from error

    def __truediv__(self, name: str) -> Path:
        return self.path / name

    def close(self) -> None:
        """Let go of the directory; the files stay."""
        os.close(self._lock)
