"""Ends without a winning play: the host decides, and both tables record them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from jokerboard.houses.ends import End
from jokerboard.houses.errors import MessageError
from jokerboard.journal.games.resumed_game import Stoppage
from jokerboard.journal.records import Kind
from jokerboard.table.houses.page import state_of
from jokerboard.table.runtime.game_setup import Wanted
from tests.jokerboard.houses.two_tables import HouseTable, TwoTables

DEALT = Wanted(dealt=True)


def give_up(house: HouseTable, seats: Sequence[str]) -> None:
    """Let the first of `seats` ask to give up and the other seats agree; then confirm the end."""
    house.game.give_up(seats[0])
    for seat in seats[1:] or seats:
        house.game.press("ok", seat)
    house.game.press("ok", seats[0])


def abandon(house: HouseTable) -> None:
    house.game.abandon()
    house.game.abandon()


def newest_sentence(house: HouseTable) -> str:
    newest = house.game.log.sentence
    return "" if newest is None else newest.text


def ended(two: TwoTables) -> bool:
    return all(each.game.log.over is not None for each in two.all)


@pytest.mark.parametrize(("name", "seats", "winners"), [("host", "AC", (1, 3)), ("guest", "BD", (0, 2))])
def test_a_side_whose_seats_are_all_in_one_house_gives_up_at_both_tables(
    tmp_path: Path, name: str, seats: str, winners: tuple[int, ...]
) -> None:
    two = TwoTables(tmp_path, DEALT)
    two.play(2)
    give_up(getattr(two, name), seats)
    two.until(lambda: ended(two))
    assert [each.game.log.over for each in two.all] == [winners, winners]
    assert newest_sentence(two.host) == newest_sentence(two.guest)
    for each in two.all:
        each.kill()
        each.start()
    two.wait(30)
    assert [each.game.log.over for each in two.all] == [winners, winners]


def test_a_side_with_seats_in_two_houses_gives_up_only_if_the_host_agrees(tmp_path: Path) -> None:
    two = TwoTables(tmp_path, DEALT, seats=("CD",))
    two.play(1)
    for yes in (False, True):
        give_up(two.guest, "DB")
        two.until(lambda: state_of(two.host.houses)["question"] is not None)
        assert "wants to give up" in state_of(two.host.houses)["question"]["text"]
        assert state_of(two.guest.houses)["asks"]
        two.host.houses.answer(yes)
        two.until(lambda: not state_of(two.guest.houses)["asks"])
        assert ended(two) is yes
    assert two.guest.game.log.over == (0, 2)


def test_a_game_abandoned_by_the_host_during_an_outage_ends_at_the_guest_when_the_link_is_back(
    tmp_path: Path,
) -> None:
    two = TwoTables(tmp_path, DEALT)
    two.play(2)
    two.network.set_up(False)
    abandon(two.host)
    two.wait(30)
    two.host.kill()
    two.host.start()
    assert two.guest.table.game is not None
    two.network.set_up(True)
    two.until(lambda: two.guest.table.game is None)
    assert state_of(two.guest.houses)["text"] == "The other board has ended the game without a winner."
    assert two.guest.table.journal.newest_game()[-1].kind is Kind.ABANDONED
    two.wait(30)
    assert two.guest.table.game is None


def test_a_guest_abandons_the_game_only_when_the_host_agrees(tmp_path: Path) -> None:
    two = TwoTables(tmp_path, DEALT)
    two.play(1)
    abandon(two.guest)
    two.until(lambda: state_of(two.host.houses)["question"] is not None)
    assert state_of(two.host.houses)["question"]["text"] == (
        "The other board wants to end the game without a winner. Do you agree?"
    )
    two.host.houses.answer(False)
    two.until(lambda: "did not agree" in newest_sentence(two.guest))
    two.play(2)
    abandon(two.guest)
    two.until(lambda: state_of(two.host.houses)["question"] is not None)
    two.host.houses.answer(True)
    two.until(lambda: two.host.table.game is None and two.guest.table.game is None)


def test_a_guests_request_to_end_the_game_survives_restarts_and_a_broken_link(tmp_path: Path) -> None:
    two = TwoTables(tmp_path, DEALT)
    two.play(1)
    two.network.set_up(False)
    abandon(two.guest)
    two.until(lambda: state_of(two.guest.houses)["asks"])
    for house in two.all:
        house.kill()
        house.start()
    assert state_of(two.guest.houses)["asks"]
    two.network.set_up(True)
    two.until(lambda: state_of(two.host.houses)["question"] is not None)
    two.host.houses.answer(False)
    two.until(lambda: "did not agree" in newest_sentence(two.guest))
    two.guest.kill()
    two.guest.start()
    two.wait(30)
    assert not state_of(two.guest.houses)["asks"]
    assert state_of(two.host.houses)["question"] is None


def test_a_directors_result_at_the_host_ends_the_game_in_both_houses_until_a_take_back_reopens_the_game(
    tmp_path: Path,
) -> None:
    two = TwoTables(tmp_path, DEALT)
    two.play(3)
    order = {"id": "1", "by": "Rita", "at": "", "game": 1, "order": "result", "team": []}
    two.host.game.orders.finish((), Stoppage("ended", "Rita", "time is up"), order)
    two.until(lambda: ended(two))
    assert two.guest.game.stoppage == Stoppage("ended", "Rita", "time is up")
    two.host.game.orders.rule("take-back", "Rita", two.host.game.log.in_force[-1].n, None, "played on")
    two.until(lambda: two.agreed and not any(each.game.log.over for each in two.all))
    assert len(two.guest.plays) == 2
    two.play(1)


@pytest.mark.parametrize("data", [3, {"winners": "AZ"}, {"winners": None, "id": "x" * 40}])
def test_a_malformed_message_about_the_end_of_a_shared_game_is_refused(data: object) -> None:
    with pytest.raises(MessageError, match="the end of the game"):
        End.parse(data)


def test_a_players_name_set_during_the_game_reaches_the_other_board(tmp_path: Path) -> None:
    two = TwoTables(tmp_path, DEALT)
    two.guest.table.names({"B": "Ben"})
    two.host.table.names({"A": "Anna", "B": "Nobody"})
    two.until(lambda: all(each.shared.names == {"A": "Anna", "B": "Ben"} for each in two.all))
    two.guest.table.names({"A": "Anna", "B": ""})
    two.until(lambda: all(each.shared.names == {"A": "Anna"} for each in two.all))
