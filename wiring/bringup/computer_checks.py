"""Find faults of the computer to which a board is connected, with a remedy for each.

Files are read below a root directory, and all other facts are arguments, so that tests need no Raspberry Pi.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from hardware.parts.catalogue import accesses
from hardware.parts.computer import Module
from jokerboard.host.health import THROTTLED, storage
from jokerboard.host.wall_clock import is_clock_set
from wiring import boot_config
from wiring.description import Description

ROOM = 200_000_000
"""The least free space on the disk in bytes; a journal of years takes less, a system update more."""

STATE = Path("/var/lib/jokerboard")
PYTHON = (3, 11)
LGPIO = (0, 2, 2)

MODEL = "proc/device-tree/model"
CONFIG = "boot/firmware/config.txt"
CMDLINE = "boot/firmware/cmdline.txt"
SANDBOX = re.compile(f"/dev/({'|'.join(access.files for access in accesses())})$")
"""Matches the path of each device file that the service's sandbox allows."""
THROTTLES = (
    (0, "the supply's voltage is too low now"),
    (16, "the supply's voltage has been too low at least once since the start"),
    (2, "the computer is slowed down now"),
    (18, "the computer has been slowed down at least once since the start"),
)
"""(bit, meaning) of the faults in the firmware's report on throttling."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault, and the remedy for it."""

    what: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.what}: {self.remedy}"


@dataclass(frozen=True, slots=True)
class Computer:
    """The facts about one computer: its files are below `root`, all other facts are fields."""

    root: Path
    user: str
    now: datetime
    free: int
    python: tuple[int, int]
    version: Callable[[str], str | None]
    """A function that returns the version of a distribution; None if it is not installed."""
    state: Path = STATE
    """The directory in which games are kept."""
    core_clock: int | None = None
    """The core clock in hertz, measured by the firmware; None if the firmware does not report it."""


def computer_faults(computer: Computer, board: Description | None) -> Iterator[Finding]:
    """Every fault of the computer; with `board`, also the faults of ports, files and modules that it
    needs.
    """
    yield from _itself(computer)
    yield from _supply(computer)
    if board is not None:
        yield from _model(computer, board)
        yield from _boot(computer, board)
        yield from _devices(computer, board)
        yield from _libraries(computer, board)


def _itself(computer: Computer) -> Iterator[Finding]:
    if computer.python < PYTHON:
        had, least = (".".join(map(str, version)) for version in (computer.python, PYTHON))
        yield Finding(f"Python is {had}", f"install {least} or newer and make the environment again")
    if not is_clock_set(computer.root, lambda: computer.now.astimezone()):
        yield Finding(
            f"the clock shows {computer.now:%Y-%m-%d %H:%M} but was never set",
            "connect to a network until it is set (timedatectl), or fit a battery-backed clock",
        )
    if computer.free < ROOM:
        yield Finding(
            f"only {computer.free // 1_000_000} MB are free on the disk",
            "make room (sudo apt clean, sudo journalctl --vacuum-size=50M)",
        )
    yield from _storage(computer)


def _storage(computer: Computer) -> Iterator[Finding]:
    """Faults of the file system that holds the games.

    A read-only root is no fault if the games are on another partition.
    """
    there = storage(computer.state, computer.root)
    if there is not None and there.forgets:
        yield Finding(
            f"games are lost when this board is switched off: {computer.state} is in memory ({there.kind})",
            'give this directory a partition of its own: see docs/install.md, "A root that is never written"',
        )
    elif there is not None and there.read_only:
        yield Finding(
            f"{there.mount}, which keeps the games ({computer.state}), is read-only",
            "restart the Pi; if it is still read-only, the SD card may be worn out: take a new card; if this"
            ' is intended, give the games a partition of their own (docs/install.md, "A root that is never'
            ' written")',
        )


def _supply(computer: Computer) -> Iterator[Finding]:
    text = _read(computer, THROTTLED).strip()
    bits = int(text, 16) if re.fullmatch(r"(0x)?[0-9a-fA-F]+", text) else 0
    for bit, what in THROTTLES:
        if bits >> bit & 1:
            remedy = (
                "take a stronger supply, or a shorter and thicker cable to it"
                if "voltage" in what
                else "give the computer more air or a heat sink, and check its supply"
            )
            yield Finding(what, remedy)


def _model(computer: Computer, board: Description) -> Iterator[Finding]:
    model = _read(computer, MODEL).rstrip("\0\n")
    needs_pi = any(take.pins for _, _, take in board.takes())
    if needs_pi and not model.startswith("Raspberry Pi"):
        yield Finding(
            f"this is {model or 'no Raspberry Pi'}",
            "run the board on a Raspberry Pi, or describe a board with a Pico and without buttons",
        )
    drive = board.lights.drive
    if drive.unknown_models and re.match(drive.unknown_models, model):
        yield Finding(f"{drive.needs} does not know the {model}", drive.why_not)


def _boot(computer: Computer, board: Description) -> Iterator[Finding]:
    """A finding for each line that config.txt lacks, for a wrong core clock, and for the serial console."""
    config = _read(computer, CONFIG)
    if not config:
        return  # The computer is no Raspberry Pi, which `_model` reports.
    lacking = boot_config.missing(board, config)
    for each in lacking:
        yield Finding(
            f"/{CONFIG} lacks {each.line}",
            f"{each.why}; add the line at the end, below [all], then restart the Pi",
        )
    wanted = next((s.line for s in boot_config.settings(board) if s.line.startswith("core_freq=")), None)
    if wanted is not None and computer.core_clock is not None and not lacking:
        # The firmware sets its clocks by dividers, so the measured clock differs a little from the setting.
        megahertz = round(computer.core_clock / 1_000_000)
        if abs(megahertz - int(wanted.partition("=")[2])) > 2:
            yield Finding(
                f"the core clock runs at {megahertz} MHz although /{CONFIG} has {wanted}; all lights may turn"
                " white",
                "restart the Pi; if the clock is still wrong, look for another core_freq or force_turbo in"
                " this file",
            )
    if boot_config.uses_header_port(board) and boot_config.console_on_serial(_read(computer, CMDLINE)):
        yield Finding(
            "Linux's console uses the serial port of the card reader",
            "sudo raspi-config nonint do_serial_cons 1, then restart the Pi",
        )


def _devices(computer: Computer, board: Description) -> Iterator[Finding]:
    for path, group, remedy in _needed(board):
        if not (computer.root / path).exists():
            yield Finding(f"/{path} is not there", remedy)
            continue
        real = (computer.root / path).resolve()
        if not real.is_dir() and not SANDBOX.search(str(real)):
            yield Finding(
                f"jokerboard.service does not let the table use /{path} ({real.name})",
                f"sudo systemctl edit jokerboard, and below [Service] DeviceAllow=/dev/{real.name} rw",
            )
        if group not in _groups(computer):
            yield Finding(
                f"{computer.user} is not in the group {group}",
                f"sudo usermod -aG {group} {computer.user}, then log in again",
            )


def _needed(board: Description) -> Iterator[tuple[str, str, str]]:
    """Each device file that the board needs: path below the root, group, remedy if it is missing."""
    ports = {take.port.file: take.port for _, _, take in board.takes()}
    for port in ports.values():
        if port.access is not None:
            yield port.file.removeprefix("/"), port.access.group, port.absent


def modules(board: Description) -> tuple[Module, ...]:
    """The Python modules that the board's devices need, without duplicates."""
    return tuple(dict.fromkeys(module for _, _, take in board.takes() for module in take.port.modules))


def _libraries(computer: Computer, board: Description) -> Iterator[Finding]:
    for name in (module.name for module in modules(board)):
        version = computer.version(name)
        if version is None:
            yield Finding(
                f"{name} is not installed", "sudo make pi BOARD=FILE in jokerboard's folder installs it"
            )
        # The system's package has a version without digits, which counts as new enough.
        elif name == "lgpio" and () < tuple(map(int, re.findall(r"[0-9]+", version)[:3])) < LGPIO:
            yield Finding(
                f"lgpio is {version}, an empty package",
                "remove it (pip uninstall lgpio), then: sudo make pi BOARD=FILE",
            )


def _groups(computer: Computer) -> set[str]:
    """The groups of the user; root counts as a member of every group."""
    rows = [line.split(":") for line in _read(computer, "etc/group").splitlines()]
    return {
        row[0]
        for row in rows
        if len(row) > 3 and (computer.user in row[3].split(",") or computer.user == "root")
    }


def _read(computer: Computer, path: str) -> str:
    try:
        return (computer.root / path).read_text(errors="replace")
    except OSError:
        return ""
