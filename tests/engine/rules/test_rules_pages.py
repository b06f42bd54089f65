"""The pages and pictures of docs/rules/ agree with the code."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from engine.rules.rule_sets import RULES
from tests.engine.rules.rules_pages import CASES, FOLDER, TEXT, Case, pages, verdict


def test_every_rules_page_and_picture_equals_its_generated_form() -> None:
    there = {path: path.read_text(encoding="utf-8") for path in FOLDER.rglob("*") if path.is_file()}
    assert there == pages(), "renew them: python -m tests.engine.rules.rules_pages"


def test_the_rules_document_links_to_a_page_for_every_rule_set() -> None:
    links = set(re.findall(r"\]\(rules/([a-z-]+)\.md\)", TEXT.read_text(encoding="utf-8")))
    assert links == set(RULES)


@pytest.mark.parametrize("name", sorted(RULES))
def test_every_link_and_picture_of_a_rules_page_exists(name: str) -> None:
    text = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)]+)\)", text)
    assert len(targets) > len(CASES)
    assert all((FOLDER / target).exists() for target in targets)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_picture_of_a_play_is_well_formed_and_has_an_arrow_for_each_leg(case: Case) -> None:
    drawn = ElementTree.parse(FOLDER / "img" / f"{case.name}.svg").getroot()
    assert drawn.tag == "{http://www.w3.org/2000/svg}svg"
    arrows = [path for path in drawn.iter("{http://www.w3.org/2000/svg}path") if path.get("marker-end")]
    assert len(arrows) >= len(case.play.split()) - 1


@pytest.mark.parametrize(
    ("case", "legal_in"),
    [
        ("partner", set(RULES)),
        ("partner-waiting", {"own-deck"}),
        ("partner-at-their-in-spot", set()),
        ("ace-eleven", {"texas"}),
        ("exchange", {"pegs-and-jokers"}),
        ("split-in-order", set(RULES)),
        ("split-out-of-order", set()),
        ("last-marble", {"texas", "own-deck", "pegs-and-jokers"}),
        ("nine-both-ways", {"own-deck", "pegs-and-jokers"}),
        ("nine-crossing", set()),
        ("six-chain", set(RULES)),
    ],
)
def test_the_tricky_cases_are_legal_in_exactly_the_rule_sets_of_the_rulebook(
    case: str, legal_in: set[str]
) -> None:
    shown = next(one for one in CASES if one.name == case)
    assert {
        name for name, rules in RULES.items() if verdict(rules, shown).startswith("**Legal**")
    } == legal_in
