"""Record which file descriptors are opened and closed during a test."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any

import pytest


@dataclass(slots=True)
class ClosedFiles:
    """The descriptors that `os.open` has returned and that `os.close` has closed, in all threads."""

    opened: set[int] = field(default_factory=set)
    closed: set[int] = field(default_factory=set)


def closed_files(monkeypatch: pytest.MonkeyPatch) -> ClosedFiles:
    """Record calls of `os.open` and `os.close` from now on; return the record."""
    seen, opening, closing = ClosedFiles(), os.open, os.close

    def opened(*path: Any, **how: Any) -> int:
        file = opening(*path, **how)
        seen.opened.add(file)
        return file

    def closed(file: int) -> None:
        seen.closed.add(file)
        closing(file)

    monkeypatch.setattr(os, "open", opened)
    monkeypatch.setattr(os, "close", closed)
    return seen
