"""Arguments that several commands read: numbers within limits, and the address of a page."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from jokerboard.host.errors import UsageError


def number(low: float, high: float) -> Callable[[str], float]:
    """A parser of numbers from `low` to `high`, for `type=` of argparse."""

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = low - 1
        if not low <= value <= high:  # Written so that nan is refused, too.
            raise argparse.ArgumentTypeError(
                f"a number from {low:g} to {high:g} is wanted, not {text[:40]!r}"
            )
        return value

    return read


def whole(low: int, high: int) -> Callable[[str], int]:
    """A parser of whole numbers from `low` to `high` in plain digits, for `type=` of argparse."""

    def read(text: str) -> int:
        digits = text.isascii() and text.isdecimal() and len(text) < 20
        if not (digits and low <= int(text) <= high):
            raise argparse.ArgumentTypeError(
                f"a whole number from {low} to {high} is wanted, not {text[:40]!r}"
            )
        return int(text)

    return read


def page_address(option: str, text: str, port: int) -> tuple[str, int]:
    """The host and the port of `text`, by default `port`; UsageError names the option."""
    from jokerboard.web.errors import PageError
    from jokerboard.web.server import parse_listen

    try:
        return parse_listen(text, port)
    except PageError as error:
        raise UsageError(f"{option} {error}") from error
