"""`jokerboard`: run a subcommand, and report every expected error in one line on standard error."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from typing import NoReturn, Protocol, cast

from engine.errors import EngineError
from jokerboard.host import VERSION
from jokerboard.host.errors import JokerboardError, UsageError
from jokerboard.host.system import UNIX_MODULES, accept_every_letter

COMMANDS: dict[str, tuple[str, str]] = {
    "demo": ("jokerboard.cli.demo", "run a whole table on a simulated board, with a page"),
    "serve": ("jokerboard.cli.serve", "run the table service on a real board"),
    "board": ("jokerboard.cli.board", "run a simulated board in a process of its own"),
    "rules": ("jokerboard.cli.rules", "show rule sets, their switches, and legal plays"),
    "games": ("jokerboard.cli.games", "check, show and count game records"),
    "strategy": ("jokerboard.cli.strategy", "let machine players play against each other"),
    "replay": ("jokerboard.cli.replay", "show the referee's verdicts on a recorded trace"),
    "firmware": ("jokerboard.cli.firmware", "build, flash and watch the board's own firmware"),
    "table": ("jokerboard.cli.table", "show the table's name, or join it to a hall"),
    "journal": ("jokerboard.cli.journal", "list, show, verify and export a table's games"),
    "wiring": ("jokerboard.cli.wiring", "describe a board, and make its builder's documents"),
    "setup": ("jokerboard.cli.setup", "find out which LED and sensor belong to each hole"),
    "report": ("jokerboard.cli.report", "make a file about this table for somebody who helps"),
    "doctor": ("jokerboard.cli.doctor", "find faults of this computer and of a board"),
    "director": ("jokerboard.cli.tournament.director", "run the desk that directs many tables"),
    "tournament": ("jokerboard.cli.tournament.tournament", "direct a tournament from a terminal"),
    "federation": ("jokerboard.cli.tournament.federation", "follow tournaments of many halls on a page"),
    "demo-tournament": ("jokerboard.cli.tournament.demo_tournament", "run a simulated tournament"),
    "cards": ("jokerboard.cli.cards", "teach a table its cards, and print labels for them"),
}
"""The module and the line of help of each subcommand; the module implements `Command`."""


class Command(Protocol):
    """The functions that the module of each subcommand has."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments."""

    def run(self, args: argparse.Namespace) -> int:
        """Run the command with the parsed arguments; return the exit code."""


class Parser(argparse.ArgumentParser):
    """An argument parser that raises each mistake as a UsageError, which `main` reports in one line."""

    def error(self, message: str) -> NoReturn:
        """Raise the message as a UsageError that names the command's --help."""
        raise UsageError(f"{message}; see {self.prog} --help")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. Exit codes: 0 success, 1 a failure at run time, 2 bad input, 130 interrupted."""
    accept_every_letter(sys.stdout, sys.stderr)
    try:
        code = _dispatch(list(sys.argv[1:] if argv is None else argv))
        print(end="", flush=True)
    except (EngineError, JokerboardError) as error:
        _print_error(error)
        return error.exit_code if isinstance(error, JokerboardError) else 2
    except ModuleNotFoundError as missing:  # Python on Windows lacks some modules.
        if missing.name not in UNIX_MODULES:
            raise
        _print_error(
            UsageError(f"this needs Linux or macOS: Python has no module {missing.name!r} on this computer")
        )
        return 2
    except KeyboardInterrupt:
        # Shells report 128 + 2 for a program that SIGINT has ended.
        return 130
    except BrokenPipeError:
        # A program that reads our output, such as `head`, may end early; that is no error to report.
        _give_up_output()
        return 1
    except OSError as error:  # A full disk or an unplugged device, for example.
        _print_error(error)
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


def _print_error(error: Exception) -> None:
    print(f"jokerboard: {' '.join(str(error).split())}", file=sys.stderr)


def _give_up_output() -> None:
    """Redirect standard output to the null device, so that flushing its buffer at the end cannot fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _help() -> str:
    lines = [f"  {name:16} {text}" for name, (_, text) in COMMANDS.items()]
    return "\n".join(
        (
            "usage: jokerboard COMMAND ...",
            "",
            *lines,
            "",
            "For the arguments of a command: jokerboard COMMAND --help",
        )
    )


if __name__ == "__main__":
    sys.exit(main())
