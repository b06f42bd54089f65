"""Each package words what people read in its catalogue alone: `english.py`, or the folder `english/`."""

from __future__ import annotations

import ast
import inspect
import re
import string
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from jokerboard.host.wording import Catalogue, listed, wording

ROOT = Path(__file__).parents[2]
PACKAGES = ("players", "web", "table", "tournament")

FOR_OPERATORS = (
    "jokerboard/web/seldom_log.py",
    "jokerboard/table/configuration/",
    "jokerboard/tournament/address.py",
    "jokerboard/tournament/collect/store_check.py",
    "jokerboard/tournament/collect/store_repair.py",
    "jokerboard/tournament/paper/text.py",
    "jokerboard/tournament/redis_setup.py",
    "jokerboard/tournament/trial_redis.py",
)
"""Command lines, configuration files and logs: read in a terminal, never on a page."""
ENGINES_WORDS = ("jokerboard/table/web/rules_view.py",)
"""Looks for words of the engine's rule card."""
_NO_WORDS = {
    "slow disk", "machine player", "double flash", "decided by", "bye score", "float again", "float again 2",
    "not ready", "reset by peer", "closed by server", "equal or smaller", "exhausted the last possible ID",
    "certificate verify failed: ", "not yet valid", "requires the key to exist", "team name",
}  # fmt: skip
"""Names for programs that look like words, and parts of Redis's own messages."""
_PROSE = re.compile(r"[A-Za-z]{2,} [a-z]{1,}|\} [a-z]{2,}")
_SQL = re.compile(
    r"\b(?:SELECT|INSERT|UPDATE|DELETE|CREATE|PRAGMA|WHERE|AND|BEGIN|ROLLBACK|RELEASE|SAVEPOINT|LIKE)\b"
)
_UNREAD = re.compile(r"(?:\b_?log\.\w+|^print|^re\.compile|^cast|^ValueError|^TypeError)$")
"""Calls whose texts reach no page: logs, the terminal, errors of the program itself."""


def catalogue_of(package: str) -> Catalogue:
    found: Catalogue = import_module(f"jokerboard.{package}.english").ENGLISH
    return found


@cache
def modules_of(package: str) -> dict[str, ast.Module]:
    """Every module of a package but its catalogue, by path."""
    found = (
        path
        for path in (ROOT / "jokerboard" / package).rglob("*.py")
        if "english" not in (path.stem, path.parent.name)
    )
    return {str(path.relative_to(ROOT)): ast.parse(path.read_text("utf-8")) for path in found}


def values_of(text: object) -> set[str]:
    """The values that a text of a catalogue needs."""
    if isinstance(text, str):
        return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
    assert callable(text)
    return set(inspect.signature(text).parameters)


def calls(module: ast.Module) -> Iterator[ast.Call]:
    """The calls of `words` in a module."""
    for node in ast.walk(module):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "words":
            yield node


def codes(code: ast.expr) -> Iterator[str]:
    """The codes that stand in the first argument of a call."""
    if isinstance(code, ast.IfExp):
        yield from (*codes(code.body), *codes(code.orelse))
    elif isinstance(code, ast.Constant):
        yield str(code.value)


def texts(module: ast.Module) -> Iterator[str]:
    """The texts of a module in string literals: no docstrings, annotations, or texts that no page shows."""
    unread: set[int] = set()
    for node in ast.walk(module):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            unread.add(id(node.value))
        elif isinstance(node, ast.JoinedStr):
            unread.update(id(part) for part in node.values)
        inner: list[ast.AST] = []
        if isinstance(node, ast.Call) and _UNREAD.search(ast.unparse(node.func)):
            inner = [*node.args]
        elif isinstance(node, ast.arg | ast.AnnAssign) and node.annotation is not None:
            inner = [node.annotation]
        unread.update(id(part) for each in inner for part in ast.walk(each))
    for node in ast.walk(module):
        if id(node) in unread:
            continue
        if isinstance(node, ast.JoinedStr):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


@pytest.mark.parametrize("package", PACKAGES)
def test_no_module_has_sentences_outside_the_catalogue(package: str) -> None:
    worded = {
        f"{path}: {text}"
        for path, module in modules_of(package).items()
        if not path.startswith((*FOR_OPERATORS, *ENGINES_WORDS))
        for text in texts(module)
        if _PROSE.search(text) and not _SQL.search(text) and text not in _NO_WORDS
    }
    assert worded == set()


@pytest.mark.parametrize("package", PACKAGES)
def test_every_code_is_given_the_values_of_its_template(package: str) -> None:
    catalogue = catalogue_of(package)
    wrong = [
        f"{path}:{call.lineno}"
        for path, module in modules_of(package).items()
        for call in calls(module)
        if (named := set(codes(call.args[0])))
        and (
            not named <= catalogue.keys()
            or {value for code in named for value in values_of(catalogue[code])}
            != {each.arg for each in call.keywords}
        )
    ]
    assert wrong == []


@pytest.mark.parametrize("package", PACKAGES)
def test_every_text_of_the_catalogue_is_used(package: str) -> None:
    named, beginnings = set[str](), set[str]()
    for module in modules_of(package).values():
        named |= {
            node.value
            for node in ast.walk(module)
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        for node in ast.walk(module):
            if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
                beginnings.add(str(node.values[0].value))
    made = tuple(each for each in beginnings if each.endswith((".", "-")))
    unused = {code for code in set(catalogue_of(package)) - named if not (made and code.startswith(made))}
    assert unused == set()


def test_the_parts_of_a_catalogue_share_no_code() -> None:
    from jokerboard.tournament.english import ENGLISH, PARTS

    assert sum(map(len, PARTS)) == len(ENGLISH)


def test_a_text_is_a_template_or_a_function_of_its_values() -> None:
    words = wording({"laid": "{who} lays {card!r}", "seats": lambda seats: f"at {listed(seats, 'or')}"})
    assert words("laid", who="{Ann}", card="7H") == "{Ann} lays '7H'"
    assert words("seats", seats=["A"]) == "at A"
    assert words("seats", seats="ABC") == "at A, B or C"


def test_a_missing_code_or_value_is_an_error_of_the_program() -> None:
    words = wording({"laid": "{who} lays {card}"})
    with pytest.raises(KeyError):
        words("lies")
    with pytest.raises(KeyError):
        words("laid", who="Ann")
