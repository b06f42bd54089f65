"""Damaged files are kept: they get another name, so that somebody can look at them, and the table goes on."""

from __future__ import annotations

import os
from pathlib import Path


def set_aside(file: Path) -> Path:
    """Rename a damaged file to a name beside it that no file has yet; that name."""
    k = 1
    while (aside := file.with_name(f"{file.stem}.damaged-{k}{file.suffix}")).exists():
        k += 1
    file.rename(aside)
    sync_directory(file.parent)
    return aside


def sync_directory(directory: Path) -> None:
    """Let what was renamed or made in a directory outlive a power cut."""
    opened = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
