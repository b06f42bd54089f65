"""Numbers on the command line, each within its limits."""

from __future__ import annotations

import argparse
from collections.abc import Callable


def number(low: float, high: float) -> Callable[[str], float]:
    """Reads a number from `low` to `high`."""

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = low - 1
        if not low <= value <= high:  # which nan is not either
            raise argparse.ArgumentTypeError(
                f"a number from {low:g} to {high:g} is wanted, not {text[:40]!r}"
            )
        return value

    return read


def whole(low: int, high: int) -> Callable[[str], int]:
    """Reads a whole number from `low` to `high`, in plain digits."""

    def read(text: str) -> int:
        digits = text.isascii() and text.isdecimal() and len(text) < 20
        if not (digits and low <= int(text) <= high):
            raise argparse.ArgumentTypeError(
                f"a whole number from {low} to {high} is wanted, not {text[:40]!r}"
            )
        return int(text)

    return read
