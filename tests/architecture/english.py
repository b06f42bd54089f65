"""The deny-list of CONTRIBUTING's English, applied to documents, docstrings, comments and messages."""

from __future__ import annotations

import ast
import io
import re
import subprocess
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]

_BEGIN = r"(?:^|[.;:!?]\s+|\n\n)"
_VERB = r"(?:is|are|was|were|has|have|had|must|may|can|cannot|does|goes|stands|comes|counts|needs|makes)"
_WHO = r"Who|Whoever|Whom|Whomever"
_WHAT = r"What|Whatever|Whichever"
_LITERARY = (
    r"be it|so it is|but for|tells? of|told of|for good|at (?:its|their|his) own pace|nought|lest|amid"
    r"|thereby|of late|hitherto|anew|merely|save (?:for|that|from|to|where|when|by)"
)
_EXCEPTION = r"(?:[A-Z]\w*(?:Error|Missing|Lost|Refused)|Refused|BadFrame)"
_HE = "he|him|his|himself"
DENIED: Final = {
    "a free relative as subject": rf"{_BEGIN}(?:{_WHO})\b(?![^.]*\?)"
    rf"|{_BEGIN}(?:{_WHAT})\b(?![^.]*\?)[^.?]*?\b{_VERB}\b",
    "a literary turn": rf"\b(?:{_LITERARY})\b",
    "he for a person": rf"\b(?:{_HE})\b",
}
"""The denied patterns, by a name for the kind of fault."""

DENIED_IN_CODE: Final = {
    "leans on the sentence before it": r"^(?:The same\b|\.\.\. )|\s\.\.\.$",
    "a number without a name": r"\b[Ss]o many\b",
    "an archaic comparison": r"\botherwise than\b",
    "an exception without a verb": rf"[.;]\s+{_EXCEPTION}(?=\.|\s+(?:if|when|with|for|unless)\b)",
    "a vague idiom": r"\ball the same[.,;:]|\bcannot be had\b",
}
"""Patterns that are denied only in docstrings and comments, by a name for the kind of fault."""

_WORTH_A_LOOK = re.compile(
    rf"\b(?:{_WHO}|{_WHAT}|{_LITERARY}|{_HE}|The same|[Ss]o many|otherwise than|all the same|cannot be had)\b"
    rf"|\.\.\.|[.;]\s+{_EXCEPTION}\b"
)

QUOTES = frozenset(("CONTRIBUTING.md", "tests/architecture/english.py", "tests/architecture/test_english.py"))
"""The files that may quote denied phrases."""


def texts(path: Path) -> Iterator[tuple[str, bool]]:
    """The texts of a file, each with whether it is a docstring or a comment.

    A document is one text; the texts of a module are its strings and comments.
    """
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        yield source, False
        return
    tree = ast.parse(source)
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield node.value, id(node) in docstrings
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string.lstrip("# "), True


def findings(text: str, in_code: bool = False) -> Iterator[str]:
    """A line for each denied phrase in the text: the kind of fault, and the words around the phrase."""
    for name, pattern in (DENIED | DENIED_IN_CODE if in_code else DENIED).items():
        for found in re.finditer(pattern, text):
            near = " ".join(text[max(0, found.start() - 10) : found.end() + 50].split())
            yield f"{name}: ... {near} ..."


@cache
def folders() -> dict[str, list[str]]:
    """The documents and modules of each folder, by the folder's name."""
    listed = subprocess.run(
        ["git", "ls-files", "*.py", "*.md"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    by_folder: dict[str, list[str]] = {}
    for name in listed.stdout.split():
        if name not in QUOTES and (ROOT / name).exists():
            by_folder.setdefault(str(Path(name).parent), []).append(name)
    return by_folder


def found(folder: str) -> list[str]:
    """A line for each denied phrase in the files of a folder; each begins with the file's name."""
    return [
        f"{name}: {finding}"
        for name in folders().get(folder, ())
        if _WORTH_A_LOOK.search((ROOT / name).read_text(encoding="utf-8"))
        for text, in_code in texts(ROOT / name)
        for finding in findings(text, in_code)
    ]
