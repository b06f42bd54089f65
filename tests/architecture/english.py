"""The deny-list of CONTRIBUTING's English, applied to documents, docstrings, comments and messages."""

from __future__ import annotations

import ast
import io
import re
import subprocess
import tokenize
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
EXCEPTIONS: Final = Path(__file__).parent / "english_exceptions.txt"

_BEGIN = r"(?:^|[.;:!?]\s+|\n\n)"
_VERB = r"(?:is|are|was|were|has|have|had|must|may|can|cannot|does|goes|stands|comes|counts|needs|makes)"
DENIED: Final = {
    "a free relative as subject": rf"{_BEGIN}(?:Who|Whoever|Whom|Whomever)\b(?![^.]*\?)"
    rf"|{_BEGIN}(?:What|Whatever|Whichever)\b(?![^.]*\?)[^.?]*?\b{_VERB}\b",
    "a literary turn": r"\b(?:be it|so it is|but for|tells? of|told of|for good|at (?:its|their|his) own pace"
    r"|nought|lest|amid|thereby|of late|hitherto|anew|merely|save (?:for|that|from|to|where|when|by))\b",
    "he for a person": r"\b(?:he|him|his|himself)\b",
}
"""What is denied, by name, as patterns."""

QUOTES = frozenset(("CONTRIBUTING.md", "tests/architecture/english.py", "tests/architecture/test_english.py"))
"""Files that quote what is denied."""


def texts(path: Path) -> Iterator[str]:
    """The prose of a file: a whole document, or the strings and comments of a module."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        yield source
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield node.value
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string.lstrip("# ")


def findings(text: str) -> Iterator[str]:
    """What is denied in a text, each with its name and the words around it."""
    for name, pattern in DENIED.items():
        for found in re.finditer(pattern, text):
            near = " ".join(text[max(0, found.start() - 10) : found.end() + 50].split())
            yield f"{name}: ... {near} ..."


@cache
def found() -> dict[str, list[str]]:
    """Every finding in the repository, by folder."""
    listed = subprocess.run(
        ["git", "ls-files", "*.py", "*.md"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    by_folder: dict[str, list[str]] = {}
    for name in listed.stdout.split():
        path = ROOT / name
        if name in QUOTES or not path.exists():
            continue
        folder = str(path.parent.relative_to(ROOT))
        each = [f"{name}: {finding}" for text in texts(path) for finding in findings(text)]
        if each:
            by_folder.setdefault(folder, []).extend(each)
    return by_folder


def allowed() -> dict[str, int]:
    """How many findings a folder may still have."""
    lines = [line.split() for line in EXCEPTIONS.read_text().splitlines() if line and line[0] != "#"]
    return Counter({folder: int(number) for folder, number in lines})


if __name__ == "__main__":
    for folder, each in sorted(found().items()):
        print(f"{folder} {len(each)}")
