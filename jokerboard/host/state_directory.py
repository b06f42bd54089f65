"""The state directory of a table, which a running service locks.

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

from pathlib import Path

from jokerboard.host.errors import JokerboardError, TableBusyError
from jokerboard.host.system import LockTaken, take_lock

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
