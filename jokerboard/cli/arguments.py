"""Arguments that several commands share: numbers within limits, a state directory, a page's address."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from jokerboard.host.errors import UsageError

DEFAULT_STATE = Path("state")
"""The state directory of a table unless `--state` names another one."""


def number(low: float, high: float) -> Callable[[str], float]:
    """A function for `type=` of argparse that accepts a number from `low` to `high`."""

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = low - 1
        if not low <= value <= high:  # `not low <= value` also refuses nan, where `value < low` would not.
            raise argparse.ArgumentTypeError(
                f"a number from {low:g} to {high:g} is wanted, not {text[:40]!r}"
            )
        return value

    return read


def whole(low: int, high: int) -> Callable[[str], int]:
    """A function for `type=` of argparse that accepts a whole number from `low` to `high` in plain digits."""

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
        "--state",
        type=Path,
        default=DEFAULT_STATE,
        metavar="DIR",
        help="the table's state directory (default ./state)",
    )


def add_page(parser: argparse._ActionsContainer, port: int) -> None:
    """Declare `--http`, the address at which a page is served; its default is port `port` of this machine."""
    parser.add_argument(
        "--http",
        default=str(port),
        metavar="ADDRESS",
        help=f"the page's address: 0.0.0.0:{port} serves the network (default {port}, this machine only)",
    )


def page_address(option: str, text: str, port: int) -> tuple[str, int]:
    """The host and the port in `text`, or `port` if it names none; UsageError names the `option`."""
    from jokerboard.web.errors import PageError
    from jokerboard.web.server import parse_listen

    try:
        return parse_listen(text, port)
    except PageError as error:
        raise UsageError(f"{option} {error}") from error
