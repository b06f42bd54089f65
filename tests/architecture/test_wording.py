"""All texts for people are in `jokerboard/words`, and all messages there are used."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from jokerboard.words.catalogue import ENGLISH, messages

ROOT = Path(__file__).parents[2]
PACKAGES = ("players", "web", "table", "tournament")
WORDED = ("journal/games", "houses", "players", "web", "table", "tournament")
FILES = ("desk.ftl", "play.ftl", "rules.ftl", "service.ftl", "table.ftl")
"""The files with messages that Python code uses."""

FOR_OPERATORS = (
    "jokerboard/web/server.py",
    "jokerboard/table/serving/decks.py",
    "jokerboard/table/serving/table_config.py",
    "jokerboard/tournament/address.py",
    "jokerboard/tournament/collect/store_check.py",
    "jokerboard/tournament/collect/store_repair.py",
    "jokerboard/tournament/paper/text.py",
    "jokerboard/tournament/redis_setup.py",
)
"""Modules whose texts are for operators: read in a terminal or a file, never on a page."""
_NO_WORDS = {
    "slow disk", "machine player", "double flash", "decided by", "bye score", "float again", "float again 2",
    "not ready", "reset by peer", "closed by server", "equal or smaller", "exhausted the last possible ID",
    "certificate verify failed: ", "not yet valid", "requires the key to exist", "team name",
    "export const {} = {};\n",
}  # fmt: skip
"""Texts that are no sentences for people: names for programs, and parts of Redis's messages."""
_PROSE = re.compile(r"[A-Za-z]{2,} [a-z]{1,}|\} [a-z]{2,}")
_SQL = re.compile(
    r"\b(?:SELECT|INSERT|UPDATE|DELETE|CREATE|PRAGMA|WHERE|AND|BEGIN|ROLLBACK|RELEASE|SAVEPOINT|LIKE)\b"
)
_UNREAD = re.compile(r"(?:\b_?log\.\w+|^print|^re\.compile|^cast|^ValueError|^TypeError)$")
"""Calls whose texts reach no page: logs, the terminal, internal errors."""


@cache
def modules_of(package: str) -> dict[str, ast.Module]:
    """The syntax trees of all modules of a package, by path."""
    found = (ROOT / "jokerboard" / package).rglob("*.py")
    return {str(path.relative_to(ROOT)): ast.parse(path.read_text("utf-8")) for path in found}


def values_of(text: str) -> set[str]:
    """The names of the values that a message needs."""
    return set(re.findall(r"\{ \$(\w+)", text))


def calls(module: ast.Module) -> Iterator[ast.Call]:
    """The calls of `words` in a module."""
    for node in ast.walk(module):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "words":
            yield node


def codes(code: ast.expr) -> Iterator[str]:
    """The message codes in the first argument of a call."""
    if isinstance(code, ast.IfExp):
        yield from (*codes(code.body), *codes(code.orelse))
    elif isinstance(code, ast.Constant):
        yield str(code.value)


def texts(module: ast.Module) -> Iterator[str]:
    """The string literals of a module, without docstrings, annotations and texts that no page shows."""
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
def test_no_module_has_texts_for_players_outside_the_catalogue(package: str) -> None:
    worded = {
        f"{path}: {text}"
        for path, module in modules_of(package).items()
        if not path.startswith(FOR_OPERATORS)
        for text in texts(module)
        if _PROSE.search(text) and not _SQL.search(text) and text not in _NO_WORDS
    }
    assert worded == set()


@pytest.mark.parametrize("package", WORDED)
def test_every_use_of_a_catalogue_message_has_exactly_the_values_of_its_text(package: str) -> None:
    catalogue = messages(ENGLISH, FILES)
    wrong = [
        f"{path}:{call.lineno}"
        for path, module in modules_of(package).items()
        for call in calls(module)
        if (named := {code.replace(".", "-") for code in codes(call.args[0])})
        and not (named <= catalogue.keys() and _fits(catalogue, named, call))
    ]
    assert wrong == []


def _fits(catalogue: Mapping[str, str], named: set[str], call: ast.Call) -> bool:
    """Whether a call of `words` gives exactly the values that its messages need; `**` may give any."""
    given = {each.arg for each in call.keywords}
    needed = {value for code in named for value in needed_by(catalogue, code)}
    return given - {None} <= needed and (None in given or needed <= given)


def needed_by(catalogue: Mapping[str, str], code: str) -> set[str]:
    """The values that a message needs, including those for messages inside it."""
    text = catalogue[code]
    inner = re.findall(r"\{ ([a-z][\w-]*) \}", text)
    known = [each for each in inner if each in catalogue]
    return values_of(text).union(*(needed_by(catalogue, each) for each in known))


def used_codes(modules: Iterable[ast.Module]) -> tuple[set[str], tuple[str, ...]]:
    """All string literals of the modules, and the beginnings of codes that they compute."""
    named, beginnings = set[str](), set[str]()
    for node in (node for module in modules for node in ast.walk(module)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            named.add(node.value)
        if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
            beginnings.add(str(node.values[0].value))
    return named, tuple(each for each in beginnings if each.endswith((".", "-")))


def test_every_message_of_the_catalogue_is_used() -> None:
    paths = [path for room in ("engine", "jokerboard") for path in (ROOT / room).rglob("*.py")]
    named, made = used_codes(ast.parse(path.read_text("utf-8")) for path in paths)
    scripts = [path.read_text("utf-8") for path in (ROOT / "jokerboard").rglob("*.js")]
    named |= {code for text in scripts for code in re.findall(r'"([a-z][\w.-]*)"', text)}
    found = messages(ENGLISH, FILES)
    named |= {code for text in found.values() for code in re.findall(r"\{ ([a-z][\w-]*) \}", text)}
    codes = {code.replace(".", "-") for code in named}
    begun = (*(each.replace(".", "-") for each in made), "play-", "word-", "list-", "rule-", "label-")
    assert {code for code in found if code not in codes and not code.startswith(begun)} == set()
