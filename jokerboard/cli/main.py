"""`jokerboard`: run a subcommand, and report every expected error in one line on standard error."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from typing import NoReturn, Protocol, cast

from engine.errors import EngineError
from jokerboard.host.errors import JokerboardError, UsageError
from jokerboard.host.system import UNIX_MODULES, accept_every_letter
from jokerboard.host.version import VERSION

COMMANDS: dict[str, tuple[str, str]] = {
    "demo": ("jokerboard.cli.table.demo", "a whole table on a simulated board, with a page"),
    "serve": ("jokerboard.cli.table.serve", "the table service on a real board"),
    "board": ("jokerboard.cli.table.board", "a simulated board as a process of its own"),
    "rules": ("jokerboard.cli.game.rules", "rule sets, their switches, legal plays"),
    "games": ("jokerboard.cli.game.games", "check, show and count game records"),
    "strategy": ("jokerboard.cli.game.strategy", "machine players against each other"),
    "replay": ("jokerboard.cli.game.replay", "what the referee says of a recorded trace"),
    "firmware": ("jokerboard.cli.hardware.firmware", "build, flash and watch the board's own firmware"),
    "table": ("jokerboard.cli.table.table", "a table's name in a hall, and its way into one"),
    "journal": ("jokerboard.cli.table.journal", "look into a table's journal"),
    "wiring": ("jokerboard.cli.hardware.wiring", "describe a board, make its builder's documents"),
    "setup": ("jokerboard.cli.hardware.setup", "first light: find out which LED and sensor is whose"),
    "report": ("jokerboard.cli.hardware.report", "one file about this table, to send to somebody who helps"),
    "doctor": (
        "jokerboard.cli.hardware.doctor",
        "what is wrong with this machine or this board, and what to do",
    ),
    "director": ("jokerboard.cli.tournament.director", "many tables, one desk: collects, shows and rules"),
    "tournament": (
        "jokerboard.cli.tournament.tournament",
        "rounds, pairings, results, standings, from a terminal",
    ),
    "federation": ("jokerboard.cli.tournament.federation", "many halls, one page: follows, shows, exports"),
    "demo-tournament": ("jokerboard.cli.tournament.demo_tournament", "a whole tournament for trying out"),
    "cards": ("jokerboard.cli.table.cards", "teach a table its cards, print their labels"),
}
"""Each subcommand's module, with `add_arguments(parser)` and `run(args) -> int`, and its line of help."""


class Command(Protocol):
    """The functions of a subcommand's module."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments."""

    def run(self, args: argparse.Namespace) -> int:
        """Run the command; return the exit code."""


class Parser(argparse.ArgumentParser):
    """An argument parser that reports mistakes in one line, like all of jokerboard."""

    def error(self, message: str) -> NoReturn:
        """Raise the message as a UsageError, with the way to more help."""
        raise UsageError(f"{message}; see {self.prog} --help")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. Exit codes: 0 success, 1 a failure at run time, 2 bad input, 130 interrupted."""
    accept_every_letter(sys.stdout, sys.stderr)
    try:
        code = _dispatch(list(sys.argv[1:] if argv is None else argv))
        print(end="", flush=True)
    except (EngineError, JokerboardError) as error:
        _say(error)
        return error.exit_code if isinstance(error, JokerboardError) else 2
    except ModuleNotFoundError as missing:  # Python on Windows lacks some modules.
        if missing.name not in UNIX_MODULES:
            raise
        _say(UsageError(f"this needs Linux or macOS: Python has no module {missing.name!r} on this computer"))
        return 2
    except KeyboardInterrupt:
        # Shells report 128 + 2 for a program that SIGINT has ended.
        return 130
    except BrokenPipeError:
        # The program that reads our output may end early, as `head` does; that is no error.
        _give_up_output()
        return 1
    except OSError as error:  # Such as a full disk or an unplugged device, whose message says enough.
        _say(error)
        _give_up_output()
        return 1
    return code


def _dispatch(argv: list[str]) -> int:
    if not argv or argv[0] in ("-h", "--help"):
        print(_help())
        return 0
    if argv[0] == "--version":
        print(f"jokerboard {VERSION}")
        return 0
    name, *rest = argv
    command = _command(name)
    parser = Parser(prog=f"jokerboard {name}", description=COMMANDS[name][1])
    command.add_arguments(parser)
    try:
        return command.run(parser.parse_args(rest))
    except SystemExit as done:  # argparse raises SystemExit after --help.
        return int(done.code or 0)


def _command(name: str) -> Command:
    if name not in COMMANDS:
        raise UsageError(f"no command is called {name!r}; there are {', '.join(COMMANDS)}")
    return cast(Command, importlib.import_module(COMMANDS[name][0]))


def _say(error: Exception) -> None:
    print(f"jokerboard: {' '.join(str(error).split())}", file=sys.stderr)


def _give_up_output() -> None:
    """Discard standard output's buffer, so that the last flush cannot fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _help() -> str:
    lines = [f"  {name:16} {text}" for name, (_, text) in COMMANDS.items()]
    return "\n".join(
        ("usage: jokerboard COMMAND ...", "", *lines, "", "jokerboard COMMAND --help says more.")
    )


if __name__ == "__main__":
    sys.exit(main())
