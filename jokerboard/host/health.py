"""The health of the computer: temperature, throttling, free disk space."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

THROTTLED = "sys/devices/platform/soc/soc:firmware/get_throttled"
THERMAL = "sys/class/thermal/thermal_zone0/temp"
_SLOWED = 0b0101
"""Bits of the firmware's report: voltage too low now, processor slowed down now."""


def machine_health(state: Path, root: Path = Path("/")) -> dict[str, Any]:
    """`temperature` in °C, `throttled`, `disk_free` in bytes; None if unknown."""
    return {"temperature": _temperature(root), "throttled": _throttled(root), "disk_free": _free(state)}


def _temperature(root: Path) -> float | None:
    text = _read(root / THERMAL)
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
