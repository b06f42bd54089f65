"""docs/rules.md agrees with the code: its tables, the refused combinations, and the cited rulings."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.errors import RulesError
from engine.rules.house_rules import parse_house
from engine.rules.rule_sets import RULES, SWITCHES
from tests.engine.rules.rules_document import DOCUMENT, written

TEXT = DOCUMENT.read_text(encoding="utf-8")
ROOT = DOCUMENT.parents[1]
RULING = re.compile(r"\b(?:RC|R-00[0-4])-[0-9]+")


def test_the_tables_of_the_rules_document_agree_with_the_code() -> None:
    assert written() == TEXT, "renew them: python -m tests.engine.rules.rules_document"


def test_every_ruling_that_the_code_cites_is_in_the_rules_document() -> None:
    files = [path for folder in ("engine", "referee", "service") for path in (ROOT / folder).rglob("*.py")]
    cited = {ruling for path in files for ruling in RULING.findall(path.read_text(encoding="utf-8"))}
    assert cited
    assert cited <= set(RULING.findall(TEXT))


def test_every_example_of_house_rules_in_the_document_can_be_read() -> None:
    example = re.search(r"(    base = .*?)\n\n[^ ]", TEXT, re.DOTALL)
    assert example
    lines = "\n".join(line.removeprefix("    ") for line in example[1].splitlines())
    assert parse_house(lines).title == "Sundays at Grandma's"


@pytest.mark.parametrize("row", re.findall(r"^\| (`\w+=.*?) \|", TEXT, re.MULTILINE))
def test_every_combination_that_is_documented_as_refused_is_refused(row: str) -> None:
    words = dict(pair.split("=") for pair in re.findall(r"`(.*?)`", row))
    clean = RULES["joker-board"].with_switches({"draw_first": "off"})
    for name in words:
        assert name in SWITCHES
    with pytest.raises(RulesError):
        clean.with_switches(words)
    last, word = words.popitem()
    others = [value for value in SWITCHES[last].values if value != word]
    assert clean.with_switches({**words, last: others[-1]}).switches()[last] == others[-1]


def test_every_link_in_the_rules_document_has_a_target() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", TEXT)
    assert links
    for link in links:
        assert (Path(DOCUMENT).parent / link).exists()
