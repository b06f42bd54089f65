"""The system calls by which a program changes a directory, and the lines that it prints, in order.

strace sees the calls, SQLite's own among them. A memory map is not seen: of SQLite's files only the index of
the write-ahead log is mapped (`-shm`), and SQLite rebuilds that after a crash.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

CALLS = (
    "openat,write,pwrite64,lseek,ftruncate,fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat,mkdir,"
    "mkdirat,link,linkat,close"
)
"""The traced calls; `close` and `lseek` show only where the next `write` goes."""


@dataclass(frozen=True, slots=True)
class Create:
    """A file or a folder is made; an existing file stays as it is."""

    path: str


@dataclass(frozen=True, slots=True)
class Write:
    """Bytes are written to a file at an offset."""

    path: str
    at: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Resize:
    """The length of a file is set."""

    path: str
    size: int


@dataclass(frozen=True, slots=True)
class Sync:
    """The program waits until a file is on the disk; `data_only`: by fdatasync."""

    path: str
    data_only: bool


@dataclass(frozen=True, slots=True)
class Rename:
    """A file gets another name, in place of the file that had it."""

    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Remove:
    """A file is removed."""

    path: str


@dataclass(frozen=True, slots=True)
class Printed:
    """The program printed a line."""

    text: str


Call: TypeAlias = Create | Write | Resize | Sync | Rename | Remove | Printed

_LINE = re.compile(r"^\d+ +(\w+)\((.*)\) += (-?\d+)")
_FD = re.compile(r"^(\d+)<([^>]*)>")
_STRING = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')


def can_trace() -> bool:
    return (
        shutil.which("strace") is not None
        and not subprocess.run(
            ["strace", "-qq", "-o", "/dev/null", "true"], capture_output=True, check=False
        ).returncode
    )


def traced(arguments: Sequence[str], folder: Path) -> tuple[Call, ...]:
    """The calls by which `python ARGUMENTS` changes a folder, and its printed lines; it must succeed."""
    with tempfile.NamedTemporaryFile(suffix=".strace") as log:
        strace = ["strace", "-f", "--seccomp-bpf", "-qq", "-xx", "-y", "-s", "4194304", "-e", "signal=none"]
        run = subprocess.run(
            [*strace, "-e", f"trace={CALLS}", "-o", log.name, sys.executable, *arguments],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert run.returncode == 0, run.stderr
        with Path(log.name).open(encoding="ascii") as lines:
            return tuple(_Reader(folder).calls(_whole(lines)))


def _whole(lines: Iterator[str]) -> Iterator[str]:
    """The lines of strace, with a call that it splits over two lines, because of another thread, joined."""
    begun: dict[str, str] = {}
    for line in lines:
        thread = line.split(maxsplit=1)[0]
        if line.rstrip().endswith("<unfinished ...>"):
            begun[thread] = line.rstrip().removesuffix("<unfinished ...>").rstrip()
        elif (resumed := re.match(r"^\d+ +<\.\.\. \w+ resumed>", line)) is not None:
            yield begun.pop(thread) + line[resumed.end() :]
        else:
            yield line


class _Reader:
    def __init__(self, folder: Path) -> None:
        self._folder = str(folder.resolve())
        self._place: dict[str, int] = {}
        """For each file descriptor, the offset in the file at which the next `write` begins."""
        self._printed = ""

    def calls(self, lines: Iterator[str]) -> Iterator[Call]:
        """The calls that change the folder, and the printed lines."""
        for line in lines:
            found = _LINE.match(line)
            if found is None or int(found[3]) < 0:
                continue
            yield from self._call(found[1], found[2], int(found[3]), line)

    def _call(self, name: str, arguments: str, result: int, line: str) -> Iterator[Call]:
        fd = _FD.match(arguments)
        if name in ("write", "pwrite64", "lseek", "ftruncate", "fsync", "fdatasync", "close") and fd:
            yield from self._of_descriptor(name, fd[1], _decoded(fd[2]), arguments, result)
        elif name == "openat":
            yield from self._opened(arguments, line)
        else:
            yield from self._of_names(name, arguments)

    def _of_descriptor(self, name: str, fd: str, path: str, arguments: str, result: int) -> Iterator[Call]:
        if name == "write" and fd == "1":
            yield from self._lines(arguments, result)
        inside = self._inside(path)
        if inside is None:
            return
        match name:
            case "write":
                at = self._place.get(fd, 0)
                self._place[fd] = at + result
                yield Write(inside, at, _bytes(arguments)[:result])
            case "pwrite64":
                yield Write(inside, int(arguments.rsplit(", ", 1)[1]), _bytes(arguments)[:result])
            case "lseek":
                self._place[fd] = result
            case "ftruncate":
                yield Resize(inside, int(arguments.rsplit(", ", 1)[1]))
            case "close":
                self._place.pop(fd, None)
            case _:
                yield Sync(inside, name == "fdatasync")

    def _lines(self, arguments: str, result: int) -> Iterator[Call]:
        *lines, self._printed = (self._printed + _bytes(arguments)[:result].decode()).split("\n")
        yield from (Printed(line) for line in lines)

    def _opened(self, arguments: str, line: str) -> Iterator[Call]:
        found = re.search(r"= (\d+)<([^>]*)>", line)
        inside = None if found is None else self._inside(_decoded(found[2]))
        if inside is None or found is None:
            return
        self._place[found[1]] = 0
        assert "O_APPEND" not in arguments, f"where {inside} is written is not known"
        if "O_CREAT" in arguments:
            yield Create(inside)
        if "O_TRUNC" in arguments:
            yield Resize(inside, 0)

    def _of_names(self, name: str, arguments: str) -> Iterator[Call]:
        paths = [self._inside(_decoded(text)) for text in _STRING.findall(arguments)]
        if not any(paths):
            return
        kind = name.removesuffix("2").removesuffix("at")
        first, last = paths[0], paths[-1]
        assert first is not None, f"{name} of a path that is not known: {arguments}"
        assert last is not None, f"{name} of a path that is not known: {arguments}"
        if kind == "rename":
            yield Rename(first, last)
        elif kind == "unlink":
            yield Remove(first)
        elif kind == "mkdir":
            yield Create(first + "/")
        else:
            raise AssertionError(f"{name} is not understood: {arguments}")

    def _inside(self, path: str) -> str | None:
        """The path relative to the folder; None for a path outside it."""
        path = path.removesuffix(" (deleted)")
        if path == self._folder:
            return "."
        return path.removeprefix(f"{self._folder}/") if path.startswith(f"{self._folder}/") else None


def _decoded(text: str) -> str:
    return bytes.fromhex(text.replace("\\x", "")).decode() if text.startswith("\\x") else text


def _bytes(arguments: str) -> bytes:
    found = _STRING.search(arguments)
    return b"" if found is None else bytes.fromhex(found[1].replace("\\x", ""))
