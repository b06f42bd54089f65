"""Run the firmware with MicroPython on an emulated RP2040, in emulated time.

`EmulatedBoard` runs in steps, so every test is deterministic. `Host` connects it with a `HostSession`, which
processes bytes when they arrive and advances when its deadline is due.

MicroPython's image and the RP2040's boot ROM are files of others and not part of this project.
`JOKERBOARD_EMULATOR` names the folder that has them (`micropython.bin`, `bootrom.mjs`, `symbols.json`). If
this variable is not set, the emulator's files are expected at `../shared/emulator` beside the checkout. An
emulated second takes several processor seconds.
"""

from __future__ import annotations

import importlib
import json
import os
import random
import shutil
import subprocess
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from littlefs import LittleFS

from firmware_bridge.events import Answer, LinkEvent
from firmware_bridge.lightplan import Style
from firmware_bridge.messages import Op
from firmware_bridge.session import HostSession
from jokerboard.cli.firmware import build

HERE = Path(__file__).resolve().parent
BOARD = HERE / "board"
BESIDE = HERE.parents[3] / "shared" / "emulator"
BLOCKS = 352
"""The number of flash sectors of the file system of MicroPython's board RPI_PICO."""

POWER, TIMER, FORCED = 0, 1, 2
"""Causes of a reset: power, the watchdog's timeout, `machine.reset`."""


def parts() -> Path:
    """The folder with MicroPython's image and the boot ROM."""
    return Path(os.environ.get("JOKERBOARD_EMULATOR") or BESIDE)


def missing() -> str | None:
    """A sentence about a missing part of the emulator and how to get it; None if nothing is missing."""
    if shutil.which("node") is None:
        return "no node: install Node.js 18 or newer (Debian: apt install nodejs npm)"
    if not (BOARD / "node_modules" / "rp2040js").exists():
        return f"no rp2040js: run npm ci --prefix {BOARD.relative_to(HERE.parents[2])}"
    absent = [
        name for name in ("micropython.bin", "bootrom.mjs", "symbols.json") if not (parts() / name).exists()
    ]
    if absent:
        return f"{parts()} has no {', '.join(absent)}: set JOKERBOARD_EMULATOR to the folder that has them"
    return None


def defaults(**changes: Any) -> dict[str, Any]:
    """The default settings of firmware/board.py, with these changes."""
    return {**importlib.import_module("firmware_bridge.firmware.board").DEFAULTS, **changes}


def file_system(folder: Path) -> bytes:
    """A flash image of a file system with the files of a folder, as MicroPython's rp2 port lays it out."""
    flash = LittleFS(
        block_size=4096, block_count=BLOCKS, prog_size=256, read_size=32, disk_version=0x00020000
    )
    for source in sorted(folder.rglob("*")):
        name = "/" + str(source.relative_to(folder))
        if source.is_dir():
            flash.mkdir(name)
        else:
            with flash.open(name, "wb") as file:
                file.write(source.read_bytes())
    return bytes(flash.context.buffer)


def firmware_files(folder: Path, **board: Any) -> Path:
    """The path of a flash image in `folder` with the firmware, built for a board with these settings."""
    settings = folder / "settings.json"
    settings.write_text(json.dumps(board))
    build(folder / "built", settings)
    image = folder / "files.img"
    image.write_bytes(file_system(folder / "built"))
    return image


class EmulatedBoard:
    """An emulated Pico with sensors and lights, run step by step; `files` is the path of its flash image."""

    def __init__(self, files: Path, *, enumerate_ms: float = 250, **board: Any) -> None:
        self.settings = defaults(**board)
        options = {
            "home": str(parts()), "files": str(files), "board": self.settings, "enumerateMs": enumerate_ms,
        }  # fmt: skip
        self._process = subprocess.Popen(
            ["node", "lockstep.mjs", json.dumps(options)],
            cwd=BOARD, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
        )  # fmt: skip
        self.now = 0.0
        """Emulated seconds since the first power-on."""

    def step(self, us: float = 0, *, data: bytes = b"", **request: Any) -> dict[str, Any]:
        """Run for `us` emulated microseconds; `until=True` ends the step when the board sends something.

        The answer has what the board sent (`out`) and each of the views in `see`.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        if data:
            request["in"] = data.hex()
        self._process.stdin.write(json.dumps({"us": us, **request}) + "\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        self.now = answer["now"] / 1e9
        answer["out"] = bytes.fromhex(answer["out"])
        return answer

    def see(self, view: str) -> Any:
        """The present state of a part of the board, by the name of a view in assemble.mjs."""
        return self.step(see=[view])[view]

    def passes(self) -> list[float]:
        """Microseconds between consecutive scans since the previous call."""
        scans = self.see("scans")
        return [(later - earlier) / 1000 for earlier, later in pairwise(scans)]

    def close(self) -> None:
        """End the emulator's process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(60)
        if self._process.stdout is not None:
            self._process.stdout.close()


@dataclass
class Host:
    """A `HostSession` connected to an emulated board; `events` are all events so far."""

    board: EmulatedBoard
    seed: int = 1
    events: list[LinkEvent] = field(default_factory=list)

    def __post_init__(self) -> None:
        chance = random.Random(self.seed)
        self.session = HostSession(nonce=lambda: chance.getrandbits(32))
        self.events += self.session.opened(self.board.now)

    def run(self, seconds: float, until: Callable[[LinkEvent], bool] | None = None) -> LinkEvent | None:
        """Run for `seconds`, or until an event fulfils `until`; return that event, None without one."""
        end = self.board.now + seconds
        while self.board.now < end - 1e-9:
            now = self.board.now
            due = self.session.deadline()
            wait = min(end, end if due is None else max(due, now + 0.0002)) - now
            sent = self.board.step(1e6 * wait, data=self.session.outgoing(), until=True)["out"]
            new = self.session.receive(sent, self.board.now) if sent else []
            new += self.session.advance(self.board.now)
            self.events += new
            found = next((event for event in new if until is not None and until(event)), None)
            if found is not None:
                return found
        return None

    def ask(self, op: Op, args: bytes = b"", seconds: float = 2.0) -> Answer:
        """Send a command, run until its answer comes, and return it."""
        ticket = self.session.request(op, args)
        answer = self.run(seconds, lambda e: isinstance(e, Answer) and e.ticket == ticket)
        assert isinstance(answer, Answer), f"no answer to {op.name} within {seconds} s"
        return answer

    def show(self, styles: Iterable[Style], seconds: float = 3.0) -> None:
        """Show these lights, and run until the board has confirmed them."""
        self.session.show(tuple(styles))
        end = self.board.now + seconds
        while not self.session.lights.settled(self.board.settings["leds"]):
            assert self.board.now < end, "the lights do not settle"
            self.run(0.005)

    def all(self, kind: type[LinkEvent]) -> list[Any]:
        """All events of a type so far."""
        return [event for event in self.events if isinstance(event, kind)]


def quantile(values: Iterable[float], share: float) -> float:
    """The smallest of the values that is at least as large as this share of them."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
