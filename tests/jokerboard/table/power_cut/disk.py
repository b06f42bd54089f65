"""The possible contents of a disk after a power failure between two system calls.

Two ways of mounting ext4 are modelled. In both, names (files made, renamed, removed) reach the disk in their
order, and a sync brings all names before it along; fdatasync only if the file is new or has grown. Bytes that
no sync has waited for may be there or not, whole or torn at sectors of 512 bytes, each by chance. If mounted
"ordered", a file is as long as the bytes that are there. If mounted "writeback", it may have its new length
without the bytes: zeros, or what was in those blocks before.
"""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Literal, TypeAlias

from tests.jokerboard.table.power_cut.system_calls import Call, Create, Remove, Rename, Resize, Sync, Write

SECTOR = 512
Mount: TypeAlias = Literal["ordered", "writeback"]


@dataclass
class File:
    """The bytes of a file on the disk, and its changes since the last sync."""

    kept: bytes = b""
    pending: list[Write | Resize] = field(default_factory=list)
    grown: bool = True

    def now(self) -> bytes:
        data = bytearray(self.kept)
        for change in self.pending:
            _apply(data, change)
        return bytes(data)

    def sync(self) -> None:
        self.kept, self.grown = self.now(), False
        self.pending.clear()

    def after(self, chance: Random, mount: Mount) -> bytes:
        """The contents after a power cut, chosen at random among the possible ones."""
        data = bytearray(self.kept)
        rate = chance.choice((0.0, 0.2, 0.5, 0.8, 1.0))
        for change in self.pending:
            if isinstance(change, Resize):
                if chance.random() < rate:
                    _apply(data, change)
                continue
            for at in range(0, len(change.data), SECTOR):
                if chance.random() < rate:
                    part = Write(change.path, change.at + at, change.data[at : at + SECTOR])
                    _apply(data, part)
        size = len(self.now())
        if mount == "writeback" and size > len(data) and chance.random() < 0.5:
            missing = size - len(data)
            data += chance.choice((bytes(missing), chance.randbytes(missing)))
        return bytes(data)


def _apply(data: bytearray, change: Write | Resize) -> None:
    if isinstance(change, Resize):
        if change.size < len(data):
            del data[change.size :]
        else:
            data.extend(bytes(change.size - len(data)))
        return
    data.extend(bytes(max(0, change.at - len(data))))
    data[change.at : change.at + len(change.data)] = change.data


class Disk:
    """The disk under a program, system call by system call."""

    def __init__(self, folder: Path) -> None:
        """Begin with the contents of a folder."""
        self._names: dict[str, File] = {}
        self._folders: set[str] = set()
        for path in sorted(folder.rglob("*")):
            name = str(path.relative_to(folder))
            if path.is_dir():
                self._folders.add(name)
            else:
                self._names[name] = File(path.read_bytes(), grown=False)
        self._on_disk = dict(self._names)
        """The names that a power cut leaves at least."""
        self._waiting: list[dict[str, File]] = []
        """The names after each later change of names, oldest first."""

    def take(self, call: Call) -> None:
        match call:
            case Create(path) if path.endswith("/"):
                self._folders.add(path[:-1])
            case Create(path):
                if path not in self._names:
                    self._named({**self._names, path: File()})
            case Write(path) | Resize(path):
                file = self._names[path]
                size = len(file.now())
                file.pending.append(call)
                file.grown |= len(file.now()) != size
            case Sync(path, data_only):
                self._sync(path, data_only)
            case Rename(source, target):
                names = dict(self._names)
                names[target] = names.pop(source)
                self._named(names)
            case Remove(path):
                self._named({name: file for name, file in self._names.items() if name != path})
            case _:
                pass

    def _named(self, names: dict[str, File]) -> None:
        self._names = names
        self._waiting.append(names)

    def _sync(self, path: str, data_only: bool) -> None:
        file = self._names.get(path)
        if file is None or file.grown or not data_only:
            self._on_disk = self._names
            self._waiting.clear()
        if file is not None:
            file.sync()

    @contextlib.contextmanager
    def cut(self, chance: Random, mount: Mount) -> Iterator[Path]:
        """A folder with the files that a power cut at this moment may leave."""
        names = chance.choice([self._on_disk, *self._waiting])
        with tempfile.TemporaryDirectory(prefix="power-cut-") as temporary:
            folder = Path(temporary)
            for name in sorted(self._folders):
                (folder / name).mkdir(parents=True, exist_ok=True)
            for name, file in names.items():
                (folder / name).write_bytes(file.after(chance, mount))
            yield folder


def interrupted(database: Path, folder: Path) -> Path:
    """A copy of `database` in `folder` as a power cut leaves it in the middle of a transaction."""
    with contextlib.closing(sqlite3.connect(database, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute("PRAGMA cache_size = 1")
        db.execute("BEGIN IMMEDIATE")
        db.execute("CREATE TABLE filler (x)")
        db.executemany("INSERT INTO filler VALUES (?)", [("x" * 900,)] * 60)
        folder.mkdir()
        for name in (database.name, f"{database.name}-journal"):
            shutil.copy(database.with_name(name), folder / name)
        db.execute("ROLLBACK")
    return folder / database.name


def near(calls: Sequence[object], wanted: Sequence[int], chance: Random, count: int) -> list[int]:
    """`count` random indexes of `calls`, in order; about half are within three calls of one of `wanted`."""
    places = [
        min(len(calls), max(0, chance.choice(wanted) + chance.randint(-2, 3)))
        if wanted and chance.random() < 0.5
        else chance.randint(0, len(calls))
        for _ in range(count)
    ]
    return sorted(places)
