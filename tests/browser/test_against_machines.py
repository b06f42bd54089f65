"""A person plays against three machines on the page: sees only their own hand, and moves all marbles."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from engine.cards import Card
from engine.geometry import board
from engine.legal import legal
from engine.must_play import must_play
from engine.play import Play
from engine.position import Position
from engine.rules.rule_sets import rules_named
from engine.table import table_for
from tests.browser.board_page import BoardPage, Open, expect
from tests.browser.hands_on_page import PageHands, play_by_hand
from tests.examples import whole
from tests.programs import Demo

pytestmark = pytest.mark.browser

BOARD = board(4)
MARBLES = 4
RULES = rules_named("texas").with_switches({"marbles_per_player": str(MARBLES)})
TABLE = table_for(RULES)
PLAYS = 10_000 if os.environ.get("JOKERBOARD_LONG") else 24 if whole() else 4
"""The number of plays to make. A whole game takes minutes, so usual runs are short."""


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[Demo]:
    machines = ("--machine", "B,C,D", "--machine-pause", "0.2")
    rules = ("--set", f"marbles_per_player={MARBLES}")
    demo = Demo(tmp_path / "state", "--seed", "11", "--people", "off", *machines, *rules)
    yield demo
    demo.kill()


def test_a_person_can_play_against_three_machines_on_the_page(demo: Demo, open_page: Open) -> None:
    page = BoardPage(open_page(demo.page))
    hands = PageHands(page, "click")
    wrong = 0
    while (state := settled(page))["over"] is None and (state["n"] < PLAYS or not wrong):
        n = state["n"]
        play: Play | None
        if state["prompt"]["code"] == "machine-carry":
            play = Play.parse(state["prompt"]["play"], BOARD)
            # A marble of a machine is moved wrongly as soon as possible, and then at every ninth move.
            wrong += carry_wrongly(page, state, play) if not wrong or n % 9 == 2 else 0
        else:
            play = choose(page, state)
        if play is not None and play.legs:
            play_by_hand(hands, play, Position.parse(state["position"], MARBLES), BOARD)
        page.until(partial(is_played, n))
    seats = {step["seat"] for step in page.state()["plays"]}
    assert seats == set("ABCD")
    assert wrong > 0
    if state["over"] is not None:
        expect(page.page.locator("#ending")).to_be_visible()


def is_played(n: int, state: dict[str, Any]) -> bool:
    return int(state["n"]) > n


def settled(page: BoardPage) -> dict[str, Any]:
    """Wait for a state in which the page asks for a card or for a machine's marble, or the game is over.

    Return it.
    """
    ready = ("machine-carry", "lay", "over")
    return page.until(lambda state: state["prompt"]["code"] in ready or state["over"] is not None)


def choose(page: BoardPage, state: dict[str, Any]) -> Play | None:
    """Lay the first card of the hand that has a play, and return a play of it.

    If no card has a play, lay one to discard it, and return None.
    """
    seat, position = state["turn"], Position.parse(state["position"], MARBLES)
    faces = page.page.locator(".hand-card")
    look = page.page.get_by_role("button", name=re.compile("look at my cards"))
    expect(faces.first.or_(look)).to_be_visible()
    if look.is_visible():
        look.click()
    expect(faces.first).to_be_visible()
    held = [str(face.get_attribute("data-card")) for face in faces.all()]
    cards = [Card.parse(text) for text in held]
    forced = must_play(TABLE, position, [card.rank for card in cards])
    card = next((each for each in cards if each.rank in forced), cards[0])
    found = legal(TABLE, position, card.rank)
    page.page.locator(f'.hand-card[data-card="{card}"]').click()
    if not found:
        page.page.locator("#dialog").get_by_role("button", name=re.compile("Discard")).click()
        return None
    page.until(lambda state: state["card"] is not None and state["card"]["at"] == seat)
    return found[0].with_card(card)


def carry_wrongly(page: BoardPage, state: dict[str, Any], play: Play) -> int:
    """Move a machine's marble to a wrong hole, and back as the lights show; return 1, or 0 if impossible."""
    seat = state["prompt"]["seat"]
    marbles = {hole: who for hole, who in state["marbles"].items() if who == seat and hole[1] != "h"}
    right = {BOARD.name(leg.target) for leg in play.legs}
    free = [f"{seat}{n}" for n in range(9, 18)]
    target = next((hole for hole in free if hole not in state["marbles"] and hole not in right), None)
    source = next((hole for hole in marbles if hole[1] != "s"), next(iter(marbles), None))
    if target is None or source is None:
        return 0
    page.drag(source, target)
    state = page.until(lambda state: state["verdict"] is not None and state["verdict"]["kind"] == "illegal")
    assert state["lights"][target]["role"] == "illegal"
    back = next(hole for hole, light in state["lights"].items() if light["role"] == "put-back")
    page.drag(target, back)
    page.until(lambda state: state["prompt"]["code"] == "machine-carry")
    return 1


def test_the_page_never_receives_a_machines_hand(demo: Demo, open_page: Open) -> None:
    page = BoardPage(open_page(demo.page))
    state = page.until(lambda state: state["turn"] != "A" or state["prompt"]["code"] == "lay")
    if state["turn"] != "A":
        expect(page.page.locator("#cards")).to_be_hidden()
    assert "hand" not in demo.state()
    page.go("Game")
    page.page.get_by_role("button", name="Names").click()
    expect(page.page.locator('select[name="machine-B"]')).to_have_value("strong")
    expect(page.page.locator('select[name="machine-A"]')).to_have_value("")


def test_a_seat_can_be_given_to_a_machine_on_the_page(demo: Demo, open_page: Open) -> None:
    page = BoardPage(open_page(demo.page))
    page.go("Game")
    page.page.get_by_role("button", name="Names").click()
    page.page.locator('select[name="machine-A"]').select_option("easy")
    page.page.locator('select[name="machine-B"]').select_option("")
    page.page.get_by_role("button", name="Save").click()
    page.until(lambda state: state["game"]["machines"] == {"A": "easy", "C": "strong", "D": "strong"})
