"""The options of every command, as `options.txt` lists them: scripts of users depend on each of them.

python -m tests.jokerboard.cli.test_options      writes the list again, after a change on purpose
"""

from __future__ import annotations

import argparse
import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from jokerboard.cli.main import COMMANDS, Parser

FILE: Final = Path(__file__).with_name("options.txt")


def options(command: str) -> list[str]:
    """A line for each argument of a command and of its actions."""
    parser = Parser(prog=command)
    importlib.import_module(COMMANDS[command][0]).add_arguments(parser)
    return list(_lines(parser, command))


def _lines(parser: argparse.ArgumentParser, path: str) -> Iterator[str]:
    for group in parser._mutually_exclusive_groups:
        names = " | ".join(action.dest for action in group._group_actions)
        yield f"{path}: only one of {names}{', one is needed' * group.required}"
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield f"{path}: an action{' is needed' * action.required}: {', '.join(action.choices)}"
            for name, inner in action.choices.items():
                yield from _lines(inner, f"{path} {name}")
        elif not isinstance(action, argparse._HelpAction):
            yield f"{path}: {_argument(action)}"


def _argument(action: argparse.Action) -> str:
    """An argument's names, then everything that argparse does with it."""
    facts: dict[str, object] = {
        "takes": None if action.nargs == 0 else action.metavar or action.dest,
        "number": action.nargs,
        "of": None if action.choices is None else list(action.choices),
        "by default": action.default if isinstance(action.default, int | float | str | list) else None,
        "without a value": action.const,
        "read by": getattr(action.type, "__name__", None),
        "required": action.required and bool(action.option_strings),
        "kept as": action.dest,
        "by": type(action).__name__.strip("_").removesuffix("Action"),
    }
    shown = "; ".join(f"{name} {value}" for name, value in facts.items() if value not in (None, False, []))
    # The path of a default may contain the home directory, which differs between users.
    return f"{' '.join(action.option_strings) or action.dest}: {re.sub(str(Path.home()), '~', shown)}"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_exactly_the_options_listed_in_options_txt(command: str) -> None:
    kept = [line for line in FILE.read_text().splitlines() if re.match(rf"{command}[ :]", line)]
    assert options(command) == kept, "if this is wanted: python -m tests.jokerboard.cli.test_options"


if __name__ == "__main__":
    FILE.write_text("".join(f"{line}\n" for command in COMMANDS for line in options(command)))
