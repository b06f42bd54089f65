"""Arguments that several commands share: numbers within limits, a state directory, a page's address."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from jokerboard.host.errors import UsageError

DEFAULT_STATE = Path("state")
"""The state directory of a table if no other is given."""


def number(low: float, high: float) -> Callable[[str], float]:
    """A parser of numbers from `low` to `high`, for `type=` of argparse."""

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = low - 1
        if not low <= value <= high:  # Written this way, the comparison refuses nan too.
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


def add_state(parser: argparse.ArgumentParser) -> None:
    """Declare `--state`, the state directory of a table."""
    parser.add_argument(
        "--state", type=Path, default=DEFAULT_STATE, metavar="DIR", help="where it is kept (default ./state)"
    )


def add_page(parser: argparse._ActionsContainer, port: int) -> None:
    """Declare `--http`, the address of a page with the usual port `port`; see `page_address`."""
    parser.add_argument(
        "--http",
        default=str(port),
        metavar="ADDRESS",
        help=f"0.0.0.0:{port} serves the network; default {port}",
    )


def page_address(option: str, text: str, port: int) -> tuple[str, int]:
    """The host and the port in `text`, the port by default `port`; UsageError names the option."""
    from jokerboard.web.errors import PageError
    from jokerboard.web.server import parse_listen

    try:
        return parse_listen(text, port)
    except PageError as error:
        raise UsageError(f"{option} {error}") from error
