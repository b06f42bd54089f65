"""Plays that people choose on the page, and that the simulated board carries out."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from engine.cards import RANKS, Card
from engine.legal import apply, legal
from engine.play import Play
from engine.position import Position
from engine.rules.rule_sets import RULES
from engine.table import table_for
from jokerboard.simulation.board.simulated_board import standing
from jokerboard.table.runtime.game_setup import Wanted
from jokerboard.table.web.choices import choices, playable_cards
from tests.examples import some
from tests.jokerboard.table.web.virtual_page import Page
from tests.kinds_of_play import BOARD, KINDS, playable

PEGS = table_for(RULES["pegs-and-jokers"])


@pytest.fixture
def page(tmp_path: Path) -> Page:
    """A table with a card reader at each seat, on whose simulated board chosen plays are carried out."""
    page = Page(tmp_path, Wanted(rules="pegs-and-jokers"))
    page.table.boards.players.carries = True
    return page


def stand(page: Page, line: str) -> None:
    """Set the board and the game to a position."""
    page.table.sim.wood.set_up(standing(Position.parse(line)))
    page.do("ruling", decision="correct", by="the test", position=line)
    assert page.state["position"] == line


@pytest.mark.parametrize("rules", some(RULES, 2))
def test_no_two_plays_of_a_card_have_the_same_sources_and_targets(rules: str) -> None:
    chance, table = Random(7), table_for(RULES[rules])
    position = table.initial(table.seats[0])
    for _ in range(60):
        for rank in RANKS:
            ways_found = choices(table, position, Card(rank))
            ways = [sorted(leg[:2] for leg in one["legs"]) for one in ways_found]
            assert all(ways.count(way) == 1 for way in ways), (position.line(), rank)
        found = legal(table, position, chance.choice(RANKS))
        position = (
            chance.choice(found).position if found else position.with_turn(table.next_seats[position.turn])
        )


@pytest.mark.parametrize("kind", playable("pegs-and-jokers"))
def test_a_play_of_any_kind_chosen_on_the_page_is_carried_out_and_announced(page: Page, kind: str) -> None:
    line, text = KINDS[kind]
    stand(page, line)
    answer = page.desk.choices(text.split()[0])
    after = apply(PEGS, Position.parse(line), Play.parse(text, BOARD))
    (chosen,) = (
        one["play"]
        for one in answer["plays"]
        if apply(PEGS, Position.parse(line), Play.parse(one["play"], BOARD)) == after
    )
    n = page.state["n"]
    page.do("play", at="A", play=chosen, n=n)
    state = page.state
    assert (state["n"], state["position"], state["owing"]) == (n + 1, after.line(), [])
    assert state["verdict"]["tone"] == "ok"
    assert page.table.sim.wood.marbles.keys() == page.table.game.occupied


def test_after_an_undo_every_marble_is_back_in_its_hole_and_another_card_may_be_played(page: Page) -> None:
    line = "A8/A13/-/- A"
    stand(page, line)
    page.do("play", at="A", play="5D A8-A13xB", n=page.state["n"])
    page.do("undo", at="A")
    assert page.state["position"] == line
    assert page.state["sim"]["wood"]["A13"] == "B"
    page.do("play", at="A", play="6D A8-A14", n=page.state["n"])
    assert page.state["position"] == "A14/A13/-/- B"


def test_a_play_chosen_on_the_page_ends_only_once_the_bumped_marble_is_in_start(page: Page) -> None:
    stand(page, "A8/A13/-/- A")
    n = page.state["n"]

    async def quickly() -> None:
        first = asyncio.ensure_future(page.desk.command("play", {"at": "A", "play": "5D A8-A13xB", "n": n}))
        while page.state["n"] == n:
            page.table.clock.run_next()
            await asyncio.sleep(0)
        assert not first.done()
        undo = asyncio.ensure_future(page.desk.command("undo", {"at": "A"}))
        for task in (first, undo):
            await page.ended(task)
            await task

    asyncio.run(quickly())
    assert page.state["position"] == "A8/A13/-/- A"


def test_a_play_cannot_be_undone_once_the_next_player_has_laid_a_card(page: Page) -> None:
    stand(page, "A8/A13/-/- A")
    page.do("play", at="A", play="5D A8-A13xB", n=page.state["n"])
    page.do("card", card="KD", at="B")
    assert "the game has gone on" in page.refused("undo", at="A")


def test_a_play_chosen_on_the_page_too_late_or_against_the_rules_is_refused(page: Page) -> None:
    stand(page, "A8/-/-/- A")
    n = page.state["n"]
    assert "gone on" in page.refused("play", at="A", play="5D A8-A13", n=n + 1)
    assert "gone on" in page.refused("play", at="B", play="5D A8-A13", n=n)
    assert "A14" in page.refused("play", at="A", play="5D A8-A14", n=n)
    page.do("sim/carry", on=False)
    assert "by hand" in page.refused("play", at="A", play="5D A8-A13", n=n)


def test_a_card_without_a_play_chosen_on_the_page_is_discarded(page: Page) -> None:
    stand(page, "-/-/-/- A")
    page.do("play", at="A", play="5D --", n=page.state["n"])
    assert page.state["turn"] == "B"
    assert "discards a five" in page.state["verdict"]["text"]


def test_the_simulated_board_carries_out_the_plays_of_machines(tmp_path: Path) -> None:
    machines = dict.fromkeys("BCD", "easy")
    page = Page(tmp_path, Wanted(dealt=True, machines=machines))
    page.table.boards.players.carries = True
    page.table.until(lambda: page.state["turn"] == "A" and page.state["n"] >= 0, within=120)
    n = page.state["n"]
    hand = page.desk.hand("A")
    assert hand is not None
    card = (hand["moves"] or hand["cards"])[0]
    play = next((one["play"] for one in page.desk.choices(card)["plays"]), f"{card} --")
    page.do("play", at="A", play=play, n=n)
    page.table.until(lambda: page.state["turn"] == "A", within=120)
    assert [step["seat"] for step in page.desk.plays(0)["steps"]][-4:] == [*"ABCD"]


def test_the_page_names_the_cards_of_a_hand_that_can_move_a_marble() -> None:
    at_start = PEGS.initial(0)
    hand = [Card.parse(card) for card in ("KD", "5C", "X")]
    assert playable_cards(PEGS, at_start, hand[:2]) == {"moves": ["KD"], "must": True}
    assert playable_cards(PEGS, at_start, hand[1:2]) == {"moves": [], "must": False}
