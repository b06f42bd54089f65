"""Every kind of play of every rule set, made on the page by clicks, drags, taps or keys, is recognised."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.cards import Card
from engine.legal import apply
from engine.play import Play
from engine.position import Position
from engine.rules.rule_sets import RULES, rules_named
from engine.table import table_for
from tests.browser.board_page import BoardPage, Open, expect
from tests.browser.hands_on_page import WALKED, WAYS, PageHands, Way, drawn, play_by_hand, stand
from tests.examples import some, whole
from tests.kinds_of_play import BOARD, KINDS, playable
from tests.programs import Demo

pytestmark = pytest.mark.browser

MADE = some([kind for kind in KINDS if kind not in WALKED] or KINDS, 5)
"""The kinds of play that are made in a usual run, none of them in `WALKED`."""
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def ways_of(rules: str) -> dict[Way, list[str]]:
    """The kinds of play that are made in each way (click, drag, tap, key) under a rule set.

    Each rule set covers other ways of a kind. If fewer rule sets have a kind than there are ways, it is made
    in all ways under each.
    """
    offset, found = list(RULES).index(rules), dict[Way, list[str]]()
    for at, kind in enumerate(KINDS):
        if kind in playable(rules):
            rare = sum(kind in playable(each) for each in RULES) < len(WAYS)
            for way in WAYS if rare else (WAYS[(at + offset) % len(WAYS)],):
                found.setdefault(way, []).append(kind)
    return found


def test_the_sampled_plays_include_every_kind_by_clicks_drags_taps_and_keys() -> None:
    made = {(rules, way, kind) for rules in RULES for way, kinds in ways_of(rules).items() for kind in kinds}
    assert {(rules, kind) for rules, _, kind in made} == {(r, kind) for r in RULES for kind in playable(r)}
    assert {(way, kind) for _, way, kind in made} == {(way, kind) for way in WAYS for kind in KINDS}


def tried(rules: str) -> dict[Way, list[str]]:
    """The kinds of play that are tested under a rule set, by way.

    If everything is tested: all of `ways_of`. Otherwise: the kinds of `MADE` that no earlier rule set can
    play, each in one way; if there are none, one kind in one way.
    """
    ways, before = ways_of(rules), list(RULES)[: list(RULES).index(rules)]
    if whole():
        return ways
    made = {kind for earlier in before for kind in playable(earlier)}
    new = dict[Way, list[str]]()
    for at, kind in enumerate(KINDS):
        if kind in playable(rules) and kind not in made and kind in MADE:
            new.setdefault(WAYS[at % len(WAYS)], []).append(kind)
    return new or {way: kinds[:1] for way, kinds in list(ways.items())[:1]}


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demo]:
    """A demo table for games of all rule sets."""
    with Demo(tmp_path_factory.mktemp("state"), "--seed", "7", "--people", "off") as running:
        yield running


@pytest.mark.parametrize("rules", RULES)
def test_a_play_made_on_the_page_by_any_input_is_recognised(demo: Demo, open_page: Open, rules: str) -> None:
    demo.command("game", action="new", rules=rules, players=4)
    kinds = tried(rules)
    for ways, options in (({"touch"}, PHONE), (set(WAYS) - {"touch"}, {})):
        to_do = [(way, kind) for way in kinds if way in ways for kind in kinds[way]]
        if to_do:
            page = open_page(demo.page, **options)
            for way, kind in to_do:
                made(demo, BoardPage(page), way, kind, rules)


def made(demo: Demo, page: BoardPage, way: Way, kind: str, rules: str) -> None:
    """Make the play `kind` of `KINDS` by hand; assert that the table announces it with the right position."""
    line, text = KINDS[kind]
    position, play = Position.parse(line), Play.parse(text, BOARD)
    after = apply(table_for(rules_named(rules)), position, play)
    stand(demo, line)
    n = demo.state()["n"]
    drawn(page, demo)
    page.sees_prompt("Seat A, lay a card", "lay")
    page.lay(str(Card.parse(text.split()[0]))[0])
    expect(page.page.locator("#prompt")).to_have_attribute("data-code", "play")
    play_by_hand(PageHands(page, way), play, position, BOARD)
    state = demo.until(lambda state: state["n"] > n and not state["owing"])
    assert state["position"] == after.line(), f"{rules}, {kind}, by {way}: {state['last']}"
    assert state["verdict"]["tone"] == "ok", f"{rules}, {kind}, by {way}: {state['verdict']}"
