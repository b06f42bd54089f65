"""The arguments of every command: a command declares each argument that it reads, and numbers have limits."""

from __future__ import annotations

import argparse
import ast
import importlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from jokerboard.cli.arguments import number, user_name, whole
from jokerboard.cli.main import COMMANDS, Parser

ROOT = Path(__file__).parents[3]
PACKAGE = "jokerboard.cli."


def declared(name: str) -> set[str]:
    """The names of all arguments of a command and its actions."""
    parser = Parser()
    importlib.import_module(COMMANDS[name][0]).add_arguments(parser)
    return set(_destinations(parser))


def _destinations(parser: argparse.ArgumentParser) -> Iterator[str]:
    yield from parser._defaults
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for inner in action.choices.values():
                yield from _destinations(inner)
        if action.dest not in (argparse.SUPPRESS, "help"):
            yield action.dest


@cache
def tree_of(module: str) -> ast.Module:
    return ast.parse((ROOT / (module.replace(".", "/") + ".py")).read_text("utf-8"))


@cache
def imported_by(module: str) -> frozenset[str]:
    """The modules of the command line that a module imports."""
    named = {node.module for node in ast.walk(tree_of(module)) if isinstance(node, ast.ImportFrom)}
    return frozenset(each for each in named if each is not None and each.startswith(PACKAGE))


@cache
def modules_of(name: str) -> frozenset[str]:
    """The module of a command, and all modules of the command line that it imports directly or indirectly."""
    found, new = set[str](), {COMMANDS[name][0]}
    while new:
        module = new.pop()
        found.add(module)
        new |= imported_by(module) - found
    return frozenset(found)


def read_in(module: str) -> set[str]:
    """The names of the arguments that a module reads but does not set."""
    used = [
        node for node in ast.walk(tree_of(module))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "args"
    ]  # fmt: skip
    return {each.attr for each in used} - {each.attr for each in used if isinstance(each.ctx, ast.Store)}


@cache
def shared() -> frozenset[str]:
    """The modules that several commands import; an argument read there may be missing in one command."""
    every = frozenset[str]().union(*map(modules_of, COMMANDS))
    return frozenset(each for each in every if sum(each in modules_of(name) for name in COMMANDS) > 1)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_argument_that_a_command_reads_is_declared(name: str) -> None:
    for module in modules_of(name) - shared():
        assert read_in(module) - declared(name) == set(), module


def test_every_argument_that_a_shared_module_reads_is_declared_by_a_command_that_uses_the_module() -> None:
    for module in shared():
        theirs = [declared(name) for name in COMMANDS if module in modules_of(name)]
        assert read_in(module) - set().union(*theirs) == set(), module


def test_every_command_with_actions_except_the_director_requires_an_action() -> None:
    optional = set()
    for name in COMMANDS:
        parser = Parser()
        importlib.import_module(COMMANDS[name][0]).add_arguments(parser)
        actions = [each for each in parser._actions if isinstance(each, argparse._SubParsersAction)]
        optional |= {name for each in actions if not each.required}
    assert optional == {"director"}


@pytest.mark.parametrize(
    ("read", "taken", "refused"),
    [
        (number(1, 50), {"1": 1.0, "50": 50.0, "2.5": 2.5}, ["0.99", "50.1", "nan", "x", ""]),
        (whole(0, 65535), {"0": 0, "65535": 65535}, ["-1", "65536", "1.0", "٣", "x", "", "1" * 20]),
    ],
)
def test_a_numeric_argument_outside_its_limits_is_refused(
    read: type[float], taken: dict[str, float], refused: list[str]
) -> None:
    assert {text: read(text) for text in taken} == taken
    for text in refused:
        with pytest.raises(argparse.ArgumentTypeError, match="is wanted, not"):
            read(text)


def test_for_a_user_without_a_name_user_name_returns_the_given_text(monkeypatch: pytest.MonkeyPatch) -> None:
    def nameless() -> str:
        raise KeyError("getpwuid(): uid not found: 4711")

    monkeypatch.setattr("getpass.getuser", nameless)
    assert user_name("$USER") == "$USER"
