"""A turn with each kind of play is played by following the prompts, without reading any document."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from engine.play import Play
from tests.browser.board_page import BoardPage, Open
from tests.browser.hands_on_page import WALKED, drawn, stand
from tests.kinds_of_play import BOARD, KINDS, playable
from tests.programs import Demo

pytestmark = pytest.mark.browser
NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven")

PLAYS: dict[str, tuple[str, ...]] = {
    "out": ("bring a marble out",),
    "out onto an opponent": ("bring a marble out",),
    "on": ("move five",),
    "on, with a bump": ("move five",),
    "onto a partner": ("move five",),
    "onto a partner, whose in-spot is taken": ("move five",),
    "into the lane": ("move six",),
    "within the lane": ("move two",),
    "back": ("move eight back",),
    "split": ("split the seven", "Three of seven. Now move another marble four"),
    "split, with a bump": ("split the seven", "Three of seven. Now move another marble four"),
    "split forward and back": ("split the nine", "Four of nine. Now move another marble five back"),
    "exchange": ("exchange it with another player’s", "Carry Seat C’s marble to A10"),
    "Joker from START": ("take another player’s place",),
    "Joker on the ring": ("take another player’s place",),
}
"""For every kind of play, a part of the prompt that asks for each of its moves."""


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demo]:
    """A demo table for all tests, with rules that have every kind of play."""
    arguments = ("--seed", "7", "--people", "off", "--rules", "pegs-and-jokers")
    with Demo(tmp_path_factory.mktemp("state"), *arguments) as running:
        yield running


class Walker:
    """A person who follows the prompts to make a chosen play of a chosen card."""

    def __init__(self, page: BoardPage, card: str, moves: list[tuple[str, str]]) -> None:
        self.page, self.card, self.moves = page, card, moves
        self.read: list[str] = []

    def step(self) -> None:
        """Do what the prompt on the page asks."""
        text = self.page.page.locator("#prompt-text").inner_text()
        self.read.append(text)
        if text == "Seat A, lay a card":
            self.page.lay(self.card)
        elif found := re.match(r"Carry .* marble to (?:START \((\w+)\)|the in-spot (\w+)|(\w+))$", text):
            self.page.drag_from_tray(found[1] or found[2] or found[3])
        elif found := re.match(r"Put the marble (?:on|in) (\w+) back (?:on|in) (\w+)$", text):
            self.page.drag(found[1], found[2])
        elif re.match(r"Put .* marble back (?:on|in) |Seat A, (one moment|put each marble)", text):
            pass  # The marble that the prompt names is already in the hand.
        elif re.search("bring a marble out|[Mm]ove|exchange|place", text):
            assert self.moves, f"there is nothing more to move: {self.read}"
            self.page.drag(*self.moves.pop(0))
        else:
            raise AssertionError(f"nobody knows what to do: {text!r}")
        self.page.page.wait_for_function(
            "(said) => document.getElementById('prompt-text').textContent !== said", arg=text
        )


def begin(demo: Demo, page: BoardPage, line: str) -> None:
    """Begin a new game in the position `line`, with empty card readers and no marble in a hand."""
    demo.command("game", action="new", rules="pegs-and-jokers", players=4)
    stand(demo, line)
    drawn(page, demo)
    page.sees_prompt("Seat A, lay a card")


def walk(demo: Demo, keep_page: Open, line: str, card: str, moves: list[tuple[str, str]]) -> list[str]:
    """Play a turn by following the prompts; return the texts of the prompts."""
    page = BoardPage(keep_page(demo.page))
    begin(demo, page, line)
    n = demo.state()["n"]
    walker = Walker(page, card, moves)
    while demo.state()["n"] == n or demo.state()["owing"]:
        assert len(walker.read) < 8, walker.read
        walker.step()
    state = demo.until(lambda state: bool(state["turn"] == "B"))
    assert state["verdict"]["tone"] == "ok"
    assert walker.moves == []
    return walker.read


def moves_of(play: Play) -> list[tuple[str, str]]:
    """The holes from which and to which the play moves marbles; bumped marbles are left to the prompts."""
    return [
        ("As1" if leg.source is None else BOARD.name(leg.source), BOARD.name(leg.target)) for leg in play.legs
    ]


def test_the_turns_played_by_following_the_prompts_include_every_kind_of_play() -> None:
    assert set(PLAYS) == set(KINDS) == set(playable("pegs-and-jokers"))


@pytest.mark.parametrize("kind", WALKED)
def test_following_the_prompts_plays_a_whole_turn(demo: Demo, keep_page: Open, kind: str) -> None:
    line, text = KINDS[kind]
    read = walk(demo, keep_page, line, text[0], moves_of(Play.parse(text, BOARD)))
    for words in PLAYS[kind]:
        assert any(words in shown for shown in read), read


def test_the_prompt_asks_to_put_a_wrongly_moved_marble_back(demo: Demo, keep_page: Open) -> None:
    read = walk(demo, keep_page, "A10/-/-/- A", "5", [("A10", "A16"), ("A10", "A15")])
    assert "Put the marble on A16 back on A10" in read


def test_half_of_a_split_is_not_announced_as_illegal_during_a_pause(demo: Demo, keep_page: Open) -> None:
    page = BoardPage(keep_page(demo.page))
    begin(demo, page, "A8,B2/-/-/- A")
    page.lay("7")
    page.drag("A8", "A11")
    page.sees_prompt("Three of seven. Now move another marble four", "rest")
    # While the turn lasts, no hole is lit as illegal.
    begun = demo.state()["seq"]
    demo.until(lambda state: state["seq"] > begun or state["verdict"] is not None)
    page.page.wait_for_timeout(3500)
    assert page.page.locator("#verdict").get_attribute("data-tone") != "bad"
    page.sees_prompt("Three of seven. Now move another marble four", "rest")


def test_a_card_without_a_play_is_laid_only_after_confirmation(demo: Demo, keep_page: Open) -> None:
    page = BoardPage(keep_page(demo.page))
    begin(demo, page, "-/-/-/- A")
    n = demo.state()["n"]
    page.lay("5")
    dialog = page.page.get_by_role("dialog", name=re.compile("Discard the five of"))
    dialog.get_by_role("button", name="Cancel").click()
    assert demo.state()["n"] == n
    page.lay("5")
    dialog.get_by_role("button", name="Discard it").click()
    demo.until(lambda state: bool(state["n"] == n + 1))
    page.sees_prompt("Seat B, lay a card")


def test_taking_a_play_back_shows_where_its_marble_goes_and_asks_for_confirmation(
    demo: Demo, keep_page: Open
) -> None:
    page = BoardPage(keep_page(demo.page))
    begin(demo, page, "A10/-/-/- A")
    n = demo.state()["n"]
    page.lay("5")
    page.drag("A10", "A15")
    demo.until(lambda state: bool(state["n"] == n + 1))
    page.sees_prompt("Seat B, lay a card")  # The question is about the play that the page shows.
    page.press("back")
    dialog = page.page.get_by_role("dialog", name="Take back Seat A’s play?")
    dialog.get_by_text("Seat A: from A15 back to A10").wait_for()
    dialog.get_by_role("button", name="Take it back").click()
    page.sees_prompt("Put the marble on A15 back on A10", "mend")
    page.drag("A15", "A10")
    demo.until(lambda state: bool(state["turn"] == "A" and not state["lights"].get("A15")))


def test_a_marble_moved_before_its_card_makes_the_prompt_ask_for_the_card(
    demo: Demo, keep_page: Open
) -> None:
    page = BoardPage(keep_page(demo.page))
    begin(demo, page, "A10/-/-/- A")
    page.drag("A10", "A15")
    page.sees_prompt("Seat A, now lay the card for it", "lay-for-it")
    page.lay("5")
    demo.until(lambda state: bool(state["turn"] == "B"))
