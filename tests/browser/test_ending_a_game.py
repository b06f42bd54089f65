"""A game ended early: given up with the partner's consent, or replaced by a new game."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.browser.board_page import BoardPage, Open, expect
from tests.browser.hands_on_page import stand
from tests.browser.served import Served
from tests.jokerboard.table.web.fake_page import FakeDesk
from tests.programs import Demo

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demo]:
    with Demo(tmp_path_factory.mktemp("state"), "--seed", "7", "--people", "off") as running:
        yield running


def begin(demo: Demo) -> None:
    names = {"A": "Ann", "B": "Bo", "C": "Cleo", "D": "Dan"}
    demo.command("game", action="new", rules="texas", players=4, names=names)


def ask_to_give_up(board: BoardPage, who: str) -> None:
    board.go("Game")
    board.page.get_by_role("button", name="Give up").click()
    dialog = board.page.get_by_role("dialog", name="Give up?")
    dialog.get_by_label("Player").select_option(label=who)
    dialog.get_by_role("button", name="Ask the partners").click()
    expect(dialog).to_be_hidden()


def test_a_team_has_given_up_once_the_partner_agrees(demo: Demo, open_page: Open) -> None:
    begin(demo)
    board = BoardPage(open_page(demo.page))
    ask_to_give_up(board, "Ann")
    board.sees_prompt("Cleo, do you give up with Ann?", "give-up")
    board.press("back")
    board.sees_verdict("The game goes on.")
    assert demo.state()["over"] is None
    ask_to_give_up(board, "Dan")
    board.sees_prompt("Bo, do you give up with Dan?", "give-up")
    board.press("ok")
    board.sees_prompt("Bo and Dan give up", "ended")
    board.page.get_by_role("button", name="End it now").click()
    ending = board.page.get_by_role("dialog", name="Ann and Cleo win!")
    expect(ending).to_contain_text("Bo and Dan give up.")
    ending.get_by_role("button", name="Look at the game").click()
    expect(board.page.get_by_role("button", name="Give up")).to_have_count(0)


def test_a_game_can_be_given_up_with_the_buttons_of_the_seats(demo: Demo, open_page: Open) -> None:
    begin(demo)
    board = BoardPage(open_page(demo.page))
    for name in ("help", "help", "help"):
        demo.command("button", name=name, at="A")
    board.sees_prompt("What is it?", "menu")
    demo.command("button", name="back", at="A")
    board.sees_prompt("End this game?", "end-game")
    demo.command("button", name="ok", at="A")
    board.sees_prompt("Cleo, do you give up with Ann?", "give-up")
    demo.command("button", name="ok", at="B")
    board.sees_prompt("Cleo, do you give up with Ann?", "give-up")
    demo.command("button", name="ok", at="C")
    board.sees_prompt("Ann and Cleo give up", "ended")
    board.page.get_by_role("button", name="Play on").click()
    board.sees_verdict("The game goes on.")
    demo.command("give-up", seat="A")
    for _ in range(2):
        demo.command("button", name="ok", at="C")
    board.page.get_by_role("dialog", name="Bo and Dan win!").wait_for()


@pytest.mark.parametrize("answer", ["ok", "back"])
def test_ok_and_back_answer_the_offer_of_a_new_game(
    served: Callable[..., Served], open_page: Open, answer: str
) -> None:
    desk = FakeDesk()
    desk.extra = {"prompt": {"code": "new-game", "seat": "B"}}
    board = BoardPage(open_page(served(desk).address))
    board.sees_prompt("Start a new game?", "new-game")
    expect(board.page.locator("#prompt-more")).to_have_text("All marbles stand in START. OK: yes. Back: no.")
    with board.page.expect_response("**/api/button"):
        board.press(answer)
    assert desk.commands == [("button", {"name": answer, "at": "A"})]


@pytest.mark.parametrize("answer", ["ok", "back"])
def test_returning_all_marbles_to_start_during_a_game_offers_a_new_game(
    demo: Demo, open_page: Open, answer: str
) -> None:
    begin(demo)
    board = BoardPage(open_page(demo.page))
    stand(demo, "A10/-/-/- A")
    before = demo.state()["game"]["id"]
    board.sees_marble("A10", "A")
    board.sees_prompt("Ann, lay a card")
    board.drag("A10", "As5")
    board.sees_prompt("Start a new game?", "new-game")
    board.press(answer)
    if answer == "ok":
        demo.until(lambda state: "A10" not in state["marbles"])
        expect(board.page.locator(".marble.stray, .marble.missing")).to_have_count(0)
        board.sees_prompt(f"{demo.state()['game']['names'][demo.state()['turn']]}, lay a card", "lay")
    else:
        board.sees_prompt("Put the marble in START back on A10", "mend")
        assert demo.state()["game"]["id"] == before
        board.drag("As5", "A10")
        board.sees_prompt("Ann, lay a card")


def test_returning_all_marbles_to_start_after_a_win_offers_no_new_game(demo: Demo, open_page: Open) -> None:
    begin(demo)
    board = BoardPage(open_page(demo.page))
    stand(demo, "A10/-/-/- A")
    demo.command("give-up", seat="B")
    for _ in range(2):
        demo.command("button", name="ok", at="D")
    board.page.get_by_role("dialog", name="Ann and Cleo win!").get_by_role("button", name="Look").click()
    board.go("Play")
    verdict = demo.state()["verdict"]
    board.drag("A10", "As5")
    board.sees_marble("As5", "A")
    board.page.wait_for_timeout(4000)  # An offer of a new game would come sooner.
    assert demo.state()["verdict"] == verdict
