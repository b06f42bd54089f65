"""Arguments that several commands share: numbers within limits, a state directory, a page's address."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeAlias

from jokerboard.host.errors import JokerboardError, UsageError
from jokerboard.host.system import install_line

Option: TypeAlias = (
    tuple[str, str] | tuple[str, Iterable[str], Any, str] | tuple[str, str, Callable[[str], Any], Any, str]
)
"""An option for `add_options`, as a tuple.

An option without a value is (name, help); with a choice of values, (name, values, default, help); with any
other value, (name, metavar, type, default, help). An option with the default [] may be given several times.
"""

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


def add_options(parser: argparse._ActionsContainer, *options: Option) -> None:
    """Declare options in their order; see `Option` for the form of each."""
    for option in options:
        name, text = option[0], option[-1]
        if len(option) == 2:
            parser.add_argument(name, action="store_true", help=text)
        elif len(option) == 4:
            parser.add_argument(name, choices=option[1], default=option[2], help=text)
        else:
            _, metavar, kind, default, _ = option
            action = "append" if default == [] else "store"
            given: dict[str, Any] = {} if kind is str else {"type": kind}
            parser.add_argument(name, metavar=metavar, default=default, action=action, help=text, **given)


def add_redis(parser: argparse._ActionsContainer, default: Any, text: str) -> None:
    """Declare `--redis` with its default and help, and the files with its password and certificates."""
    add_options(
        parser,
        ("--redis", "URL", str, default, text),
        ("--redis-password", "FILE", Path, None, "file whose first line is the password of --redis"),
        ("--redis-ca", "FILE", Path, None, "PEM file with the trusted certificates, for rediss://"),
    )


def need_redis() -> None:
    """Raise JokerboardError with the install command if redis-py is missing."""
    if find_spec("redis") is None:
        raise JokerboardError(f"this needs redis-py: {install_line('jokerboard[tournament]')}")


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
        help=f"0.0.0.0:{port} serves the page to the network (default {port}: this machine only)",
    )


def switches_of(pairs: Sequence[str]) -> dict[str, str]:
    """The values of `--set SWITCH=VALUE` by switch; raise UsageError for another form."""
    for pair in pairs:
        if "=" not in pair:
            raise UsageError(f"--set takes SWITCH=VALUE, not {pair!r}")
    return dict(pair.split("=", 1) for pair in pairs)


@contextmanager
def kept_or_temporary(state: Path | None) -> Iterator[Path]:
    """A context with the directory `state`, or, if it is None, with one that is removed at the end."""
    if state is not None:
        yield state
        return
    from tempfile import TemporaryDirectory

    # A process of a table may still write a file while the directory is removed.
    with TemporaryDirectory(prefix="jokerboard-", ignore_cleanup_errors=True) as directory:
        yield Path(directory)


@contextmanager
def writing(path: Path, remedy: str) -> Iterator[None]:
    """Report an OSError inside this context as a failure to write `path`, with the remedy."""
    try:
        yield
    except JokerboardError:
        raise
    except OSError as error:
        raise JokerboardError(f"{path} cannot be written: {error.strerror}; {remedy}") from error


def read_input(path: Path, remedy: str) -> bytes:
    """The bytes of a file that an argument names; raise UsageError with the remedy if it is unreadable."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}; {remedy}") from error


def page_address(option: str, text: str, port: int) -> tuple[str, int]:
    """The host and the port in `text` (`port` if it has none); raise UsageError that names `option`."""
    from jokerboard.web.errors import PageError
    from jokerboard.web.server import parse_listen

    try:
        return parse_listen(text, port)
    except PageError as error:
        raise UsageError(f"{option} {error}") from error


def user_name(otherwise: str) -> str:
    """The name of the user who runs this program; `otherwise` if the user has no name, as in a container."""
    import getpass

    try:
        return getpass.getuser()
    except (ImportError, KeyError, OSError):
        return otherwise
