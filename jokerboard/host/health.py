"""Facts about the computer's health: temperature, throttling, free disk space, kind of file system."""

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
"""The bits of a Raspberry Pi's throttling report for low voltage now and a slowed processor now."""


def machine_health(state: Path, root: Path = Path("/")) -> dict[str, Any]:
    """The processor's `temperature` (°C), whether it is `throttled`, and the bytes free for `state`.

    The last has the key `disk_free`. An unknown value is None. System files are read below `root`.
    """
    return {"temperature": _temperature(root), "throttled": _throttled(root), "disk_free": _free(state)}


def _temperature(root: Path) -> float | None:
    text = _read(root / THERMAL)
    # The kernel reports thousandths of a degree.
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
    """A file system: mount point, type, whether it is read-only, and whether a restart empties it."""

    mount: Path
    kind: str
    read_only: bool
    forgets: bool


def storage(directory: Path, root: Path = Path("/")) -> Storage | None:
    """The file system of `directory`, which need not exist yet; None if the system has no list of mounts.

    A restart empties a file system in memory, and an overlay that writes to memory, such as those of
    raspi-config and overlayroot. System files are read below `root`.
    """
    mounts = [line.split() for line in _read(root / MOUNTS).splitlines()]
    there = _mount_of(directory.absolute().resolve(), mounts)
    if there is None:
        return None
    _, point, kind, options = there
    return Storage(Path(point), kind, "ro" in options.split(","), _forgets(there, mounts, root))


def _mount_of(path: Path, mounts: list[list[str]]) -> list[str] | None:
    """The mount of a path as source, mount point, type and options; None if there is none.

    If several mounts hold the path, it is the innermost one; of several at one point, the newest.
    """
    holding = [words[:4] for words in mounts if len(words) > 3 and path.is_relative_to(words[1])]
    # max returns the first of equal mounts, and the newest one is last in the list.
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
    # raspi-config's overlay is mounted before the system starts, and its memory is not in the list.
    return re.search(r"\b(?:boot=overlay|overlayroot=tmpfs)\b", _read(root / CMDLINE)) is not None
