"""The health of the computer: temperature, throttling, and the file system that keeps the games."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

THROTTLED = "sys/devices/platform/soc/soc:firmware/get_throttled"
THERMAL = "sys/class/thermal/thermal_zone0/temp"
MOUNTS = "proc/mounts"
CMDLINE = "proc/cmdline"
IN_MEMORY = ("tmpfs", "ramfs", "zram")
_SLOWED = 0b0101
"""The bits of the firmware's report that mean: voltage too low now, processor slowed down now."""


def machine_health(state: Path, root: Path = Path("/")) -> dict[str, Any]:
    """`temperature` in °C, `throttled`, `disk_free` in bytes; None if unknown."""
    return {"temperature": _temperature(root), "throttled": _throttled(root), "disk_free": _free(state)}


def _temperature(root: Path) -> float | None:
    text = _read(root / THERMAL)
    # The kernel gives thousandths of a degree.
    return int(text) / 1000 if re.fullmatch(r"-?[0-9]{1,7}", text) else None


def _throttled(root: Path) -> bool | None:
    text = _read(root / THROTTLED)
    return bool(int(text, 16) & _SLOWED) if re.fullmatch(r"(0x)?[0-9a-fA-F]{1,8}", text) else None


def _free(state: Path) -> int | None:
    try:
        return shutil.disk_usage(state).free
    except OSError:
        return None


def _read(path: Path) -> str:
    try:
        return path.read_text(errors="replace").strip()
    except OSError:
        return ""


@dataclass(frozen=True, slots=True)
class Storage:
    """The file system of a directory: its mount point, its type, and whether a restart empties it."""

    mount: Path
    kind: str
    read_only: bool
    forgets: bool


def storage(directory: Path, root: Path = Path("/")) -> Storage | None:
    """The file system that holds `directory`, which need not exist yet.

    None where the system has no list of mounts. A file system in memory forgets everything at the next start,
    and so does an overlay that writes to memory, as raspi-config's overlay file system and overlayroot do.
    """
    mounts = [line.split() for line in _read(root / MOUNTS).splitlines()]
    there = _mount_of(directory.absolute().resolve(), mounts)
    if there is None:
        return None
    _, point, kind, options = there
    return Storage(Path(point), kind, "ro" in options.split(","), _forgets(there, mounts, root))


def _mount_of(path: Path, mounts: list[list[str]]) -> list[str] | None:
    """The mount that holds a path: source, mount point, type, options.

    That is the innermost one, and the newest of equals. None if there is none.
    """
    holding = [words[:4] for words in mounts if len(words) > 3 and path.is_relative_to(words[1])]
    # max returns the first of equals, so the list is reversed for the newest mount to win.
    return max(reversed(holding), key=lambda words: len(Path(words[1]).parts), default=None)


def _forgets(mount: list[str], mounts: list[list[str]], root: Path) -> bool:
    _, point, kind, options = mount
    if kind in IN_MEMORY:
        return True
    if kind != "overlay":
        return False
    upper = re.search(r"(?:^|,)upperdir=([^,]+)", options)
    above = None if upper is None else _mount_of(Path(upper[1]), mounts)
    if above is not None and above[1] != point:
        return above[2] in IN_MEMORY
    # raspi-config's overlay is mounted before the system starts, and is not in the list later.
    return re.search(r"\b(?:boot=overlay|overlayroot=tmpfs)\b", _read(root / CMDLINE)) is not None
