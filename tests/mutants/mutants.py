"""Make mutants: small changes of the program, each of which some test should detect.

Annotations, decorators, docstrings and texts in f-strings are not changed. A mutant replaces some bytes of a
file by others.
"""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

COMPARISONS: Final[dict[type[ast.cmpop], str]] = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
    ast.Is: "is not", ast.IsNot: "is", ast.In: "not in", ast.NotIn: "in",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mutant:
    """A replacement of the bytes `start` to `end` - 1 of a file.

    `line` counts from 1; `path` is relative to the root.
    """

    path: str
    line: int
    start: int
    end: int
    replacement: str

    def applied(self, source: bytes) -> bytes:
        """The file's source with the mutant's change."""
        return source[: self.start] + self.replacement.encode() + source[self.end :]

    def before_and_after(self, source: bytes) -> tuple[str, str]:
        """The first changed line before and after the change, without blanks at its ends."""
        lines = source.decode().splitlines(), self.applied(source).decode().splitlines()
        return next((old.strip(), new.strip()) for old, new in zip(*lines, strict=False) if old != new)


def sample(root: Path, files: Sequence[str], count: int, seed: int) -> list[Mutant]:
    """`count` random mutants of `files`, at most one for each line; fewer if there are too few lines.

    A file is drawn in proportion to its number of lines; all lines of a file are equally likely.
    """
    drawn = random.Random(seed)
    lines: dict[tuple[str, int], list[Mutant]] = {}
    for path in files:
        for mutant in mutants(path, (root / path).read_bytes()):
            lines.setdefault((path, mutant.line), []).append(mutant)
    ordered = [lines[key] for key in sorted(lines)]
    drawn.shuffle(ordered)
    found = (drawn.choice(options) for options in ordered)
    return list(islice((each for each in found if _is_python(each, root)), count))


def _is_python(mutant: Mutant, root: Path) -> bool:
    """Whether the changed file can be parsed, which a replacement inside parentheses may prevent."""
    try:
        ast.parse(mutant.applied((root / mutant.path).read_bytes()))
    except SyntaxError:
        return False
    return True


def mutants(path: str, source: bytes) -> Iterator[Mutant]:
    """Every mutant of one file."""
    tree = ast.parse(source)
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    passed_over = {id(node) for node in _words(tree)}
    for node in ast.walk(tree):
        if id(node) in passed_over or not isinstance(node, (ast.expr, ast.stmt)):
            continue
        for start, end, replacement in _changes(node, _Text(source, starts)):
            yield Mutant(path, node.lineno, start, end, replacement)


def _words(tree: ast.Module) -> Iterator[ast.AST]:
    """The nodes that no test needs to check: annotations, decorators and texts."""
    for node in ast.walk(tree):
        apart: list[ast.AST | None] = []
        if isinstance(node, ast.AnnAssign):
            apart = [node.annotation]
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            apart = [*(each.annotation for each in ast.walk(node.args) if isinstance(each, ast.arg))]
            apart += [node.returns, *node.decorator_list]
        elif isinstance(node, ast.ClassDef):
            apart = [*node.decorator_list]
        elif isinstance(node, ast.JoinedStr) or (
            isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
        ):
            apart = [node]
        for each in apart:
            if each is not None:
                yield from ast.walk(each)


@dataclass(frozen=True, slots=True)
class _Text:
    """The bytes of a file, and the start of each line; finds the bytes of a node."""

    source: bytes
    starts: Sequence[int]

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return (
            self.starts[node.lineno - 1] + node.col_offset,
            self.starts[node.end_lineno - 1] + node.end_col_offset,
        )

    def of(self, node: ast.expr) -> str:
        start, end = self.span(node)
        return self.source[start:end].decode()

    def between(self, left: ast.expr, right: ast.expr, old: str, new: str) -> Iterator[tuple[int, int, str]]:
        """The replacement of the operator between two operands; none if more than the operator is there."""
        start, end = self.span(left)[1], self.span(right)[0]
        middle = self.source[start:end].decode()
        if middle.strip() == old:
            yield start, end, middle.replace(old, new)


def _changes(node: ast.expr | ast.stmt, text: _Text) -> Iterator[tuple[int, int, str]]:
    """The replacements for a node, each as first byte, byte after the last, and new text."""
    if isinstance(node, ast.stmt):
        yield from _changed_statement(node, text)
    elif isinstance(node, ast.Compare) and len(node.ops) == 1:
        old = ast.unparse(ast.Compare(ast.Name("a"), node.ops, [ast.Name("b")]))[2:-2]
        yield from text.between(node.left, node.comparators[0], old, COMPARISONS[type(node.ops[0])])
    elif isinstance(node, ast.BoolOp):
        old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        yield from text.between(node.values[0], node.values[1], old, new)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        old, new = ("+", "-") if isinstance(node.op, ast.Add) else ("-", "+")
        yield from text.between(node.left, node.right, old, new)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield *text.span(node), f"bool({text.of(node.operand)})"
    elif isinstance(node, ast.Constant) and type(node.value) in (int, bool):
        assert isinstance(node.value, int)
        yield *text.span(node), str(not node.value if isinstance(node.value, bool) else node.value + 1)
    elif isinstance(node, ast.IfExp):
        yield *text.span(node.test), f"(not ({text.of(node.test)}))"


def _changed_statement(node: ast.stmt, text: _Text) -> Iterator[tuple[int, int, str]]:
    """The replacements for a statement. A returned condition is only negated, as mypy would refuse None."""
    if isinstance(node, ast.AugAssign | ast.Continue | ast.Break) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Call | ast.Await)
    ):
        yield *text.span(node), "pass"
    elif isinstance(node, ast.Return) and not (
        node.value is None
        or (isinstance(node.value, ast.Constant) and node.value.value in (None, True, False))
    ):
        yield *text.span(node), "return None"
    elif isinstance(node, ast.If):
        yield *text.span(node.test), f"(not ({text.of(node.test)}))"
