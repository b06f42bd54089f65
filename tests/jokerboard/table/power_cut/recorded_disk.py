"""Record the writes of a disk below the kernel's own ext4, and rebuild the disk as a power cut leaves it.

A file served by FUSE (this module is its server) lies under a loop device with an ext4. So every write and
every flush of the file system passes here one after the other, and what the program prints is put between
them where it was printed. A flush keeps all writes before it. Of the writes since, a power cut keeps a random
subset, torn at sectors of 512 bytes. The disk that is left is mounted again, and the kernel recovers it.

Needs root, /dev/fuse and loop devices.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import struct
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import IO, ClassVar, TypeAlias

from tests.jokerboard.table.power_cut.disk import SECTOR, Mount
from tests.jokerboard.table.power_cut.system_calls import Printed

SIZE = 16 << 20
"""Bytes of the disk: room for the state of a game, and little to copy for each power cut."""
MEMORY = "/dev/shm"


@dataclass(frozen=True, slots=True)
class BlockWrite:
    """Bytes that the file system wrote to the disk at an offset."""

    at: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Flush:
    """The file system ordered the disk to keep everything written before."""


Entry: TypeAlias = BlockWrite | Flush | Printed


@dataclass(frozen=True, slots=True)
class Recording:
    """A disk as it was before a program ran; then its writes, flushes and printed lines, in order."""

    before: bytes
    calls: tuple[Entry, ...]

    def disk(self) -> BlockDisk:
        return BlockDisk(self.before)


def can_record() -> str | None:
    """The parts that this computer lacks for a recording, in a few words; None if it lacks nothing."""
    if os.geteuid() != 0:
        return "root"
    lacks = [path for path in ("/dev/fuse", "/dev/loop-control") if not os.access(path, os.W_OK)]
    return lacks[0] if lacks else None


def recorded(arguments: Sequence[str], before: Path, mount: Mount) -> Recording:
    """Run `python ARGUMENTS FOLDER`, where the folder is a recorded disk with the contents of `before`."""
    with tempfile.TemporaryDirectory(prefix="recorded-", dir=MEMORY) as name:
        work = Path(name)
        image = work / "image"
        _run("mke2fs", "-q", "-t", "ext4", "-b", "4096", "-J", "size=4", "-E", "lazy_itable_init=0",
             "-d", str(before), str(image), f"{SIZE >> 10}k")  # fmt: skip
        began = image.read_bytes()
        with (
            _served(image, work / "disk") as server,
            _mounted(work / "disk", work / "files", mount) as files,
            subprocess.Popen([sys.executable, *arguments, str(files)], stdout=subprocess.PIPE) as program,
        ):
            assert program.stdout is not None
            server.listen(program.stdout)
            assert program.wait() == 0
            server.read_all()
        return Recording(began, tuple(server.entries))


class BlockDisk:
    """The disk at one moment: the bytes that a power cut keeps, and the writes since the last flush."""

    def __init__(self, before: bytes) -> None:
        self._kept = bytearray(before)
        self._pending: list[BlockWrite] = []

    def take(self, entry: Entry) -> None:
        if isinstance(entry, BlockWrite):
            self._pending.append(entry)
        elif isinstance(entry, Flush):
            for write in self._pending:
                self._kept[write.at : write.at + len(write.data)] = write.data
            self._pending.clear()

    def after(self, chance: Random) -> bytes:
        """The disk's bytes after a power cut, chosen at random among the possible ones."""
        data = bytearray(self._kept)
        rate = chance.choice((0.0, 0.2, 0.5, 0.8, 1.0))
        for write in self._pending:
            for at in range(0, len(write.data), SECTOR):
                if chance.random() < rate:
                    data[write.at + at : write.at + at + SECTOR] = write.data[at : at + SECTOR]
        return bytes(data)

    @contextlib.contextmanager
    def cut(self, chance: Random, mount: Mount) -> Iterator[Path]:
        """The files after a power cut at this moment, as the kernel's ext4 recovers them."""
        with tempfile.TemporaryDirectory(prefix="power-cut-", dir=MEMORY) as name:
            image = Path(name, "image")
            image.write_bytes(self.after(chance))
            with _mounted(image, Path(name, "files"), mount) as files:
                yield files


@contextlib.contextmanager
def _mounted(image: Path, folder: Path, mount: Mount) -> Iterator[Path]:
    """Mount the file system of `image` at `folder`."""
    folder.mkdir()
    command = ("mount", "-t", "ext4", "-o", f"loop,data={mount}", str(image), str(folder))
    try:
        _run(*command)
    except OSError:
        _mend(image)
        _run(*command)
    try:
        yield folder
    finally:
        _run("umount", str(folder))


@contextlib.contextmanager
def _served(image: Path, name: Path) -> Iterator[_Server]:
    """Serve `image` as the file `name` by a FUSE server, which records its writes."""
    name.touch()
    server = _Server(image)
    fd = os.open("/dev/fuse", os.O_RDWR | os.O_CLOEXEC)
    options = f"fd={fd},rootmode=100600,user_id=0,group_id=0,allow_other"
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.mount(b"recorded", os.fsencode(name), b"fuse", 0, options.encode()):
        os.close(fd)
        raise OSError(ctypes.get_errno(), f"no FUSE at {name}: {os.strerror(ctypes.get_errno())}")
    thread = threading.Thread(target=server.serve, args=(fd,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        _run("umount", str(name))
        thread.join()
        os.close(fd)
        server.close()


class _Server:
    """A file system with one file, which is its root, served by the protocol of FUSE."""

    IN: ClassVar = struct.Struct("<IIQQIIII")
    OUT: ClassVar = struct.Struct("<IiQ")
    PLACE: ClassVar = struct.Struct("<QQI")
    MOST = 1 << 17
    """The most bytes that one request writes."""
    SILENT = (2, 36, 42)
    """Requests that get no answer: FORGET, INTERRUPT, BATCH_FORGET."""

    def __init__(self, image: Path) -> None:
        self._file = os.open(image, os.O_RDWR)
        self._size = image.stat().st_size
        self.entries: list[Entry] = []
        self._printed: IO[bytes] | None = None
        self._line = b""
        self._answers: dict[int, Callable[[bytes], bytes]] = {
            3: self._attributes,  # GETATTR
            4: self._attributes,  # SETATTR
            14: lambda _: bytes(16),  # OPEN
            15: self._read,
            16: self._write,
            18: lambda _: b"",  # RELEASE
            20: self._flush,  # FSYNC
            25: lambda _: b"",  # FLUSH, which comes whenever a descriptor is closed
            26: self._begin,  # INIT
            38: lambda _: b"",  # DESTROY
        }
        """By the operation's number in the kernel's fuse.h."""

    def close(self) -> None:
        os.close(self._file)

    def listen(self, printed: IO[bytes]) -> None:
        """Record each line printed to this pipe as an entry, ordered before any later disk write."""
        os.set_blocking(printed.fileno(), False)
        self._printed = printed

    def read_all(self) -> None:
        """Record the lines that have been printed by now."""
        while self._printed is not None:
            try:
                data = os.read(self._printed.fileno(), 1 << 16)
            except BlockingIOError:
                return
            if not data:
                self._printed = None
            *lines, self._line = (self._line + data).split(b"\n")
            self.entries += [Printed(line.decode()) for line in lines]

    def serve(self, fd: int) -> None:
        """Answer requests at the descriptor `fd` until the file system is unmounted."""
        while True:
            try:
                request = os.read(fd, self.MOST + 4096)
            except OSError as error:
                if error.errno in (errno.EINTR, errno.ENOENT, errno.EAGAIN):
                    continue
                return  # ENODEV means that the file system is unmounted.
            _, operation, unique, *_ = self.IN.unpack_from(request)
            if operation in self.SILENT:
                continue
            answer = self._answers.get(operation)
            if answer is None:
                os.write(fd, self.OUT.pack(self.OUT.size, -errno.ENOSYS, unique))
                continue
            data = answer(request[self.IN.size :])
            os.write(fd, self.OUT.pack(self.OUT.size + len(data), 0, unique) + data)

    def _begin(self, _: bytes) -> bytes:
        # Version 7.31, with writes larger than a page, and without the write cache, which would delay writes.
        return struct.pack("<IIIIHHIIHHI28x", 7, 31, 1 << 16, 1 << 5, 12, 9, self.MOST, 1, 0, 0, 0)

    def _attributes(self, _: bytes) -> bytes:
        fields = (1, self._size, self._size // 512, 0, 0, 0, 0, 0, 0, 0o100600, 1, 0, 0, 0, 4096, 0)
        return struct.pack("<QII", 1000, 0, 0) + struct.pack("<6Q10I", *fields)

    def _read(self, request: bytes) -> bytes:
        _, at, count = self.PLACE.unpack_from(request)
        return os.pread(self._file, count, at)

    def _write(self, request: bytes) -> bytes:
        _, at, count = self.PLACE.unpack_from(request)
        data = request[40 : 40 + count]
        self.read_all()
        self.entries.append(BlockWrite(at, data))
        return struct.pack("<II", os.pwrite(self._file, data, at), 0)

    def _flush(self, _: bytes) -> bytes:
        self.read_all()
        self.entries.append(Flush())
        return b""


def _mend(image: Path) -> None:
    """Repair a file system that the kernel refuses, by `fsck -y`, as a Raspberry Pi does when it starts.

    A superblock of which one sector of two was written has a wrong checksum.
    """
    run = subprocess.run(["e2fsck", "-y", str(image)], capture_output=True, text=True, check=False)
    if run.returncode & ~3:  # Exit codes 1 and 2 of fsck mean that the file system was repaired.
        raise OSError(f"e2fsck: {run.stdout.strip()} {run.stderr.strip()}")


def _run(*command: str) -> None:
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode:
        raise OSError(f"{command[0]}: {run.stderr.strip() or run.stdout.strip()}")
