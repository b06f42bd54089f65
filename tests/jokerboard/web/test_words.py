"""All sentences of the table's page and of the director's page are in the catalogue of words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from jokerboard.words.catalogue import ENGLISH, messages

ROOT = Path(__file__).parents[3]
SHARED = ROOT / "jokerboard" / "web" / "static" / "js"


@dataclass(frozen=True, slots=True)
class Words:
    """The folders of a page's scripts and file, its file of messages, and codes that only values name.

    `prefix` begins the codes of the page's own messages; its scripts leave it out.
    """

    scripts: Path
    page: Path
    file: str = "page.ftl"
    prefix: str = ""
    by_value: tuple[str, ...] = ()

    def codes(self) -> set[str]:
        own = messages(ENGLISH, [self.file])
        return {*messages(ENGLISH)} | {code.removeprefix(self.prefix) for code in own}

    def own(self) -> set[str]:
        """The codes of messages that only this page uses, without their prefix."""
        own = messages(ENGLISH, [self.file])
        inner = {code for text in own.values() for code in re.findall(r"\{ (desk-[\w-]*) \}", text)}
        return {code.removeprefix(self.prefix) for code in own.keys() - inner}

    def texts(self) -> dict[str, str]:
        """Every script of the page, without its comments."""
        return {
            str(path.relative_to(ROOT)): _COMMENT.sub("", path.read_text("utf-8"))
            for path in (*self.scripts.rglob("*.js"), *SHARED.glob("*.js"))
            if path != SHARED / "words.js"
        }

    def used(self) -> tuple[set[str], tuple[str, ...]]:
        """The codes that the scripts and the page name, and the beginnings of codes that scripts complete."""
        texts, page = self.texts().values(), self.page.read_text("utf-8")
        named = {code for text in texts for found in _USED.findall(text) for code in found if code}
        filled = [
            code.removeprefix(self.prefix.replace("-", "."))
            for code in re.findall(r'data-(?:words|label)="([^"]+)"', page)
        ]
        made = [start for text in texts for start in _MADE.findall(text)]
        made += [code.partition("{")[0] for code in filled if "{" in code]
        named |= {code for code in filled if "{" not in code}
        begun = (*filter(None, made), *self.by_value)
        return {code.replace(".", "-") for code in named}, tuple(each.replace(".", "-") for each in begun)


PAGES = {
    "table": Words(
        ROOT / "jokerboard" / "table" / "web" / "static" / "js",
        ROOT / "jokerboard" / "table" / "web" / "static" / "index.html",
        by_value=(
            "new.cards.",
            "new.mode.",
            "prompt.",
            "more.",
            "carried",
            "moved",
            "luck.",
            "skill.",
            "link.",
            "mend-",
            "plays-card",
            "discards-card",
            "colour",
            "word.",
            "language.",
        ),
    ),
    "desk": Words(
        ROOT / "jokerboard" / "tournament" / "web" / "static",
        ROOT / "jokerboard" / "tournament" / "web" / "templates" / "frame.html",
        file="desk-page.ftl",
        prefix="desk-",
    ),
}

_CODE = re.compile(r'^  "?([a-z][\w.-]*)"?:', re.MULTILINE)
_USED = re.compile(r'words\((?:[^"`()]*\? )?"([^"]+)"(?: : "([^"]+)")?')
_MADE = re.compile(r"words\(`([^`$]*)\$\{")
_COMMENT = re.compile(r"/\*.*?\*/|(?:^|(?<=\s))//[^\n]*", re.DOTALL | re.MULTILINE)
_TEXT = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')
_ATTRIBUTES = r"\b(class|cls|d|viewBox|transform|preserveAspectRatio|font|querySelector\w*|closest|href)"
_STYLE = re.compile(
    _ATTRIBUTES + r"""[:(=]? ?(["`]).*?\2|"inlay \w+\"|\bline\("[\w ]+\"|class: \w+ \? "[^"]*" : "[^"]*\""""
)
_NAMES = {
    "Machine ",  # The name of a machine player is in the records of every table.
    "Enter", "Escape", "Home", "PageUp", "PageDown", "ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown",
    "SharedWorker", "bold px sans-serif", "DOMContentLoaded", "noopener", "utf-16le", "utf-16be",
}  # fmt: skip
"""Names of keys and names that the browser itself gives."""
_CHILD = re.compile(
    r'''(?:null|\}), "([a-z]{2,})"\)|say\([\w.]+, "([a-z]+)"|(?:title|placeholder|-label"?): "([^"]+)"'''
)
"""Matches a single word in lower case as the text, title or label of an element."""


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_every_message_code_in_scripts_and_pages_is_in_the_catalogue(page: Words) -> None:
    named, _ = page.used()
    assert named - page.codes() == set()
    assert len(named) > 100


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_every_message_in_a_pages_catalogue_is_used_on_the_page(page: Words) -> None:
    named, made = page.used()
    assert {code for code in page.own() - named if not code.startswith(made)} == set()


@pytest.mark.parametrize(
    ("page", "name"), [(page, name) for page in PAGES.values() for name in sorted(page.texts())]
)
def test_no_script_has_sentences_outside_the_catalogue(page: Words, name: str) -> None:
    lines = [_STYLE.sub("", line) for line in page.texts()[name].splitlines() if "import " not in line]
    texts = [re.sub(r"\$\{[^}]*\}", "", one or other) for line in lines for one, other in _TEXT.findall(line)]
    english = [text for text in texts if re.search(r"[A-Za-z]{2,} [a-z]{2,}|^[A-Z][a-z]{2,}", text)]
    english += [word for line in lines for found in _CHILD.findall(line) for word in found if word]
    assert set(english) - _NAMES == set()


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_scripts_format_numbers_and_times_in_the_browsers_own_locale(page: Words) -> None:
    texts = [
        *page.texts().values(),
        (SHARED / "words.js").read_text("utf-8"),
    ]
    formats = [
        one
        for text in texts
        for one in re.findall(r"(?:Intl\.(?:Num|Date|Coll)\w+|toLocale\w+)\(([^,)]*)", text)
    ]
    assert len(formats) > 3
    assert set(formats) <= {"", "undefined", "[]"}


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_no_page_has_sentences_outside_the_catalogue(page: Words) -> None:
    markup = page.page.read_text("utf-8")
    markup = re.sub(r"<noscript>.*?</noscript>", "", markup)  # Texts in HTML that no script translates
    visible = re.findall(r">([^<>{}]+)<|aria-label=\"([^\"]+)\"", markup)
    assert {text.strip() for found in visible for text in found} - {"jokerboard", ""} == set()
