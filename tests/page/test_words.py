"""Everything that the page says stands in its catalogue, and nothing else does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[3] / "service" / "web" / "static" / "js"
PAGE = SCRIPTS.parent / "index.html"
SHARED = Path(__file__).parents[3] / "page" / "static" / "js"

_CODE = re.compile(r'^  "?([a-z][\w.-]*)"?:', re.MULTILINE)
_USED = re.compile(r'words\((?:[^"`()]*\? )?"([^"]+)"(?: : "([^"]+)")?')
_MADE = re.compile(r"words\(`([^`$]*)\$\{")
_COMMENT = re.compile(r"/\*.*?\*/|(?:^|(?<=\s))//[^\n]*", re.DOTALL | re.MULTILINE)
_TEXT = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')
_ATTRIBUTES = r"(class|cls|d|viewBox|transform|preserveAspectRatio|font|querySelector\w*)"
_STYLE = re.compile(_ATTRIBUTES + r"""[:(=]? ?(["`]).*?\2|"inlay \w+\"""")
_NAMES = {
    "Enter", "Escape", "Home", "PageUp", "PageDown", "ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown",
    "SharedWorker", "bold px sans-serif",
}  # fmt: skip
"""Keys of the keyboard, and what the browser calls its own."""


def catalogue() -> set[str]:
    return set(_CODE.findall((SCRIPTS / "english.js").read_text("utf-8"))) - {"language", "keys"}


def scripts() -> dict[str, str]:
    """Every script of the page but the catalogue, without its comments."""
    return {
        path.name: _COMMENT.sub("", path.read_text("utf-8"))
        for path in (*SCRIPTS.glob("*.js"), *SHARED.glob("*.js"))
        if path.name != "english.js" and path != SHARED / "words.js"
    }


def used() -> tuple[set[str], set[str]]:
    """The codes that scripts and page name, and the beginnings of those that scripts make."""
    texts = scripts().values()
    named = {code for text in texts for found in _USED.findall(text) for code in found if code}
    named |= set(re.findall(r'data-(?:words|label)="([^"]+)"', PAGE.read_text("utf-8")))
    return named, {start for text in texts for start in _MADE.findall(text) if start}


def test_every_code_that_is_named_has_its_words() -> None:
    named, _ = used()
    assert named - catalogue() == set()
    assert len(named) > 100


def test_every_entry_of_the_catalogue_is_said_somewhere() -> None:
    named, made = used()
    listed = {"new.cards.", "new.mode."}
    left = {
        code for code in catalogue() - named if not any(code.startswith(start) for start in made | listed)
    }
    assert left == set()


@pytest.mark.parametrize("name", sorted(scripts()))
def test_no_script_words_anything_itself(name: str) -> None:
    lines = [_STYLE.sub("", line) for line in scripts()[name].splitlines() if "import " not in line]
    texts = [re.sub(r"\$\{[^}]*\}", "", one or other) for line in lines for one, other in _TEXT.findall(line)]
    told = [text for text in texts if re.search(r"[A-Za-z]{2,} [a-z]{2,}|^[A-Z][a-z]{2,}", text)]
    assert set(told) - _NAMES == set()
