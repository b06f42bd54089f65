"""The menu on the buttons: people report a shuffle, or end a game."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.geometry import board
from engine.referee.verdicts import Discard, Illegal, Takeback
from engine.rules.rule_sets import rules_named
from engine.table import table_for
from hardware.ports import ButtonName
from jokerboard.journal.file import check, games, records
from jokerboard.journal.games.replay_check import contradictions
from jokerboard.journal.records import Kind
from jokerboard.journal.store import FILE
from jokerboard.simulation.people.memory import Memory
from jokerboard.table.runtime.button_menu import (
    PATIENCE,
    UNDO,
    WITHIN,
    Asking,
    ButtonMenu,
    Wish,
    concession_of,
)
from jokerboard.table.runtime.game_setup import Wanted
from jokerboard.table.runtime.troubles import DISK
from jokerboard.table.web.game_page import GamePage
from jokerboard.table.web.page_port import CommandRefused
from tests.jokerboard.table.serving.test_serve import Hall
from tests.jokerboard.table.virtual_table import VirtualTable
from wiring.description import Button

CORNERS = {"A0", "B0", "C0", "D0"}
NAMES: tuple[ButtonName, ...] = ("ok", "back", "help")


def opened(place: str = "table", t: float = 0.0) -> ButtonMenu:
    menu = ButtonMenu()
    presses = [menu.press("help", place, t + k / 2) for k in range(3)]
    assert presses == [Wish.OUTSIDE, Wish.OUTSIDE, Wish.HANDLED]
    return menu


def asking(menu: ButtonMenu) -> Asking | None:
    """The open question; a function, because the type checker would expect the attribute to be constant."""
    return menu.asking


def test_three_presses_of_help_open_the_menu() -> None:
    menu = opened()
    assert menu.asking is Asking.WHAT
    assert menu.lights(board(4)) == (0, 18, 36, 54)


@pytest.mark.parametrize("presses", [
    [("help", "A", 0.0), ("help", "A", 1.0), ("help", "A", WITHIN + 0.1)],  # The presses are too slow.
    [("help", "A", 0.0), ("help", "B", 0.5), ("help", "A", 1.0)],  # The presses are by different hands.
    [("help", "A", 0.0), ("help", "A", 0.5), ("ok", "A", 0.7), ("help", "A", 1.0)],
])  # fmt: skip
def test_slow_presses_of_help_or_presses_at_different_seats_go_to_the_referee(
    presses: list[tuple[ButtonName, str, float]],
) -> None:
    menu = ButtonMenu()
    assert {menu.press(*press) for press in presses} == {Wish.OUTSIDE}
    assert menu.lights(board(4)) == ()


def test_in_the_button_menu_ok_reports_a_shuffle_and_back_help_ok_begins_another_game() -> None:
    assert opened().press("ok", "table", 2.0) is Wish.SHUFFLED
    menu = opened()
    assert menu.press("back", "table", 2.0) is Wish.HANDLED
    assert asking(menu) is Asking.SURE
    assert len(menu.lights(board(6))) == 18
    assert menu.press("help", "table", 3.0) is Wish.HANDLED
    assert asking(menu) is Asking.ENDED
    assert menu.press("ok", "table", 4.0) is Wish.ANOTHER_GAME
    assert menu.asking is None


@pytest.mark.parametrize("answer", ["ok", "back"])
def test_back_then_any_button_but_help_closes_the_menu_without_ending_the_game(answer: ButtonName) -> None:
    menu = opened()
    menu.press("back", "table", 2.0)
    assert menu.press(answer, "table", 3.0) is Wish.HANDLED
    assert menu.asking is None


@pytest.mark.parametrize("undo", ["back", "help"])
def test_an_end_of_a_game_can_be_undone_with_a_button_until_its_time_limit(undo: ButtonName) -> None:
    menu = opened()
    menu.end(Wish.ANOTHER_GAME, 10.0)
    assert menu.deadline == 10.0 + UNDO
    assert menu.advance(10.0 + UNDO - 0.1) is Wish.OUTSIDE
    assert menu.press(undo, "C", 10.0 + UNDO - 0.1) is Wish.HANDLED
    assert menu.asking is None
    menu.end(Wish.ABANDONED, 100.0)
    assert menu.advance(100.0 + UNDO) is Wish.ABANDONED
    menu.end(Wish.ABANDONED, 200.0)
    assert menu.press(undo, "A", 200.0 + UNDO) is Wish.ABANDONED


TEXAS = table_for(rules_named("texas"))


def wishing(place: str, players: int = 4, turn: int = 0) -> ButtonMenu:
    """A menu at which the side of `place` is asked whether it gives up; `turn` is the seat in turn."""
    table = table_for(rules_named("pegs-and-jokers"), players, teams=2)
    menu = ButtonMenu(lambda at: concession_of(table, at, turn))
    for name in ("help", "help", "help", "back"):
        menu.press(name, place, 0.0)
    assert menu.press("ok", place, 0.0) is Wish.HANDLED
    return menu


def test_a_side_gives_up_only_with_its_partners_consent() -> None:
    menu = wishing("A")
    assert menu.asking is Asking.CONSENT
    assert [menu.press("ok", place, 1.0) for place in "ABD"] == [Wish.HANDLED] * 3
    assert menu.asking is Asking.CONSENT
    assert menu.press("ok", "C", 2.0) is Wish.HANDLED
    assert (menu.asking, menu.ending) == (Asking.ENDED, Wish.GIVEN_UP)
    assert menu.press("ok", "C", 2.0) is Wish.GIVEN_UP
    assert menu.concession is not None
    assert menu.concession.winners == (1, 3)


@pytest.mark.parametrize(("name", "place"), [("back", "C"), ("help", "C"), ("back", "A")])
def test_any_button_other_than_ok_closes_the_question_about_giving_up(name: ButtonName, place: str) -> None:
    menu = wishing("A")
    assert menu.press(name, place, 1.0) is Wish.HANDLED
    assert menu.asking is None
    assert menu.press("ok", "C", 2.0) is Wish.OUTSIDE


def test_all_partners_must_agree_to_giving_up_and_a_single_player_must_confirm() -> None:
    menu = wishing("A", players=6)
    assert menu.press("ok", "C", 1.0) is Wish.HANDLED
    assert menu.press("ok", "C", 2.0) is Wish.HANDLED
    assert menu.press("ok", "E", 3.0) is Wish.HANDLED
    alone = wishing("C", players=2)
    alone.press("ok", "C", 1.0)
    assert (menu.asking, alone.asking) == (Asking.ENDED, Asking.ENDED)


def test_the_tables_own_buttons_give_up_for_the_seat_in_turn() -> None:
    menu = wishing("table", turn=1)
    assert menu.concession is not None
    assert (menu.concession.seat, menu.concession.winners) == (1, (0, 2))
    menu.press("ok", "table", 1.0)
    assert menu.ending is Wish.GIVEN_UP


def test_a_machine_always_agrees_when_its_partner_gives_up() -> None:
    wish = concession_of(TEXAS, "A", 0, machines=(2,))
    assert wish is not None
    assert (wish.asked, wish.partners, wish.places) == ((0,), (2,), frozenset("A"))


def test_giving_up_is_impossible_with_more_than_two_sides() -> None:
    alone = table_for(rules_named("joker-board"), 4, teams=4)
    assert concession_of(alone, "A", 0) is None
    assert concession_of(TEXAS, "H", 0) is None
    assert opened().press("back", "A", 2.0) is Wish.HANDLED


def test_an_unanswered_question_expires_without_effect() -> None:
    menu = opened()
    assert menu.deadline == 1.0 + PATIENCE
    assert menu.advance(1.0 + PATIENCE - 0.1) is Wish.OUTSIDE
    assert menu.advance(1.0 + PATIENCE) is Wish.HANDLED
    assert menu.press("back", "table", 12.0) is Wish.OUTSIDE


@given(st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from("AB"), st.floats(0.0, 5.0))))
def test_another_game_begins_only_after_the_presses_help_help_help_back_help_ok(
    presses: list[tuple[ButtonName, str, float]],
) -> None:
    menu, t, pressed = ButtonMenu(), 0.0, [name for name, _, _ in presses]
    for k, (name, place, later) in enumerate(presses):
        t += later
        if menu.press(name, place, t) is Wish.ANOTHER_GAME:
            assert pressed[k - 5 : k + 1] == ["help", "help", "help", "back", "help", "ok"]


def press(table: VirtualTable, *names: ButtonName, at: str = "A") -> None:
    for name in names:
        table.sim.buttons.press(name, at)
        table.wait(0.2)


def test_three_presses_of_help_and_one_of_ok_report_a_shuffle(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path, Wanted(), seed="3")
    page = GamePage(table.desk)
    press(table, "help", "help", "help")
    assert {hole for hole, role in table.roles().items() if role == "choose"} == CORNERS
    assert page.state()["prompt"] == {"code": Asking.WHAT.value}
    assert page.state()["verdict"]["text"].startswith("What is it?")
    press(table, "ok")
    assert "choose" not in table.roles().values()
    assert page.state()["verdict"]["text"] == "The cards were shuffled."
    table.close()
    assert [r.data for r in records(tmp_path / FILE) if "reshuffle" in r.data]


def test_after_a_restart_buttons_abandon_the_game_and_begin_another_with_the_same_settings(
    tmp_path: Path,
) -> None:
    table = VirtualTable(tmp_path, Wanted(rules="own-deck", names={"A": "Ann"}, cards="table"), seed="3")
    first = table.turn
    table.lay("KH", "table")
    table.move(f"{first}s1", f"{first}8")
    table.until(lambda: table.game.log.n == 1)
    table.lift(f"{first}8")
    table.close()

    table = VirtualTable(tmp_path)
    table.until(lambda: "put-back" in table.roles().values())
    press(table, "help", "help", "help", "back", at="table")
    asked = {hole for hole, role in table.roles().items() if role == "choose"}
    assert asked == {f"{side}{spot}" for side in "ABCD" for spot in (0, 3, 8)}
    press(table, "help", "ok", at="table")
    header = table.game.header
    assert (header.rules, header.cards, dict(header.names)) == ("own-deck", "table", {"A": "Ann"})
    assert not {"choose", "put-back"} & set(table.roles().values())
    table.close()
    assert [game.ended for game in games(tmp_path / FILE)] == ["abandoned", None]
    assert [r.data["by"] for r in records(tmp_path / FILE) if r.kind is Kind.ABANDONED] == ["table"]
    check(tmp_path / FILE)


def test_a_button_answers_the_open_question_and_after_its_end_goes_to_the_referee(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path, Wanted(), seed="3")
    first = table.turn
    table.play("KH", (f"{first}s1", f"{first}8"))
    press(table, "help", "help", "help", "back", "back")
    assert not [
        announced
        for announced in table.announcements
        if isinstance(announced.verdict, Takeback | Illegal | Discard)
    ]
    assert table.game.log.sentence is not None
    assert table.game.log.sentence.text == "The game goes on."
    press(table, "help", "help", "help", "back")
    table.wait(PATIENCE)
    assert "choose" not in table.roles().values()
    press(table, "back")
    assert isinstance(table.announcements[-2].verdict, Takeback)
    table.close()


def test_a_given_up_game_is_over_on_the_page_in_its_record_and_after_a_restart(tmp_path: Path) -> None:
    names = {"A": "Ann", "B": "Bo", "C": "Cleo", "D": "Dan"}
    table = VirtualTable(tmp_path, Wanted(names=names), seed="3")
    page = GamePage(table.desk)
    press(table, "help", "help", "help", "back", "ok", at="A")
    assert page.state()["prompt"] == {"code": "give-up", "seat": "C", "by": "A", "asked": ["C"]}
    asked = "Ann wants to give up. Cleo: do you agree? ok: yes; back: no."
    assert page.state()["verdict"]["text"] == asked
    press(table, "ok", at="B")
    assert page.state()["over"] is None
    press(table, "ok", at="C")
    assert page.state()["prompt"] == {"code": "ended", "team": ["A", "C"]}
    press(table, "ok", at="B")
    state = page.state()
    assert state["over"] == ["B", "D"]
    assert state["ended"] == {"by": "Ann and Cleo", "text": "Ann and Cleo give up"}
    assert state["verdict"]["text"] == "Bo and Dan win the game!"
    assert "Bo and Dan win the game: Ann and Cleo give up" in page.kept.record(None)[1].replace("\n", " ")
    table.close()
    check(tmp_path / FILE)
    assert list(contradictions(records(tmp_path / FILE))) == []
    again = GamePage(VirtualTable(tmp_path).desk).state()
    assert (again["over"], again["ended"]) == (["B", "D"], state["ended"])


def test_giving_up_on_the_page_asks_the_partner_or_gives_the_reason_for_a_refusal(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path, Wanted(), seed="3")
    page = GamePage(table.desk)
    asyncio.run(page.command("give-up", {"seat": "B"}))
    assert page.state()["prompt"] == {"code": "give-up", "seat": "D", "by": "B", "asked": ["D"]}
    asyncio.run(page.command("button", {"name": "back", "at": "D"}))
    assert page.state()["verdict"]["text"] == "The game goes on."
    with pytest.raises(CommandRefused, match="Nobody sits at E in this game"):
        asyncio.run(page.command("give-up", {"seat": "E"}))
    with pytest.raises(CommandRefused, match="Nobody sits at E in this game"):
        asyncio.run(page.command("button", {"name": "ok", "at": "E"}))
    asyncio.run(page.command("give-up", {"seat": "B"}))
    asyncio.run(page.command("button", {"name": "ok", "at": "D"}))
    asyncio.run(page.command("button", {"name": "ok", "at": "A"}))
    assert page.state()["over"] == ["A", "C"]
    with pytest.raises(CommandRefused, match="The game is over; nobody needs to give up"):
        asyncio.run(page.command("give-up", {"seat": "A"}))
    table.close()


def test_no_game_is_ended_with_the_buttons_while_the_disk_refuses_records(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path, Wanted(), seed="3")
    table.desk.trouble(DISK, "the disk is full")
    press(table, "help", "help", "help", "back", "help")
    assert table.game.log.sentence is not None
    assert table.game.log.sentence.text == "Not now: the disk is full."
    table.desk.trouble(DISK, None)
    table.close()
    assert [game.ended for game in games(tmp_path / FILE)] == [None]


def test_after_the_end_of_a_game_is_undone_play_continues_on_the_present_board(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path, Wanted(), seed="3")
    page, first = GamePage(table.desk), table.turn
    asyncio.run(page.command("game", {"action": "abandon"}))
    assert page.state()["prompt"] == {"code": "ended"}
    table.lift(f"{first}s1")
    table.wait(UNDO - 5.0)
    assert not [announced for announced in table.announcements if isinstance(announced.verdict, Illegal)]
    assert page.state()["lights"].keys() >= CORNERS
    press(table, "back")
    assert page.state()["verdict"]["text"] == "The game goes on."
    table.place(f"{first}s1", ord(first) - ord("A"))
    table.play("KH", (f"{first}s1", f"{first}8"))
    assert table.game.log.n == 1
    table.close()
    assert [game.ended for game in games(tmp_path / FILE)] == [None]


def test_a_game_whose_end_nobody_undoes_is_abandoned_after_a_minute(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path, Wanted(), seed="3")
    page = GamePage(table.desk)
    asyncio.run(page.command("game", {"action": "abandon"}))
    table.wait(UNDO + 1.0)
    assert page.state()["game"] is None
    table.close()
    assert [game.ended for game in games(tmp_path / FILE)] == ["abandoned"]


def test_simulated_people_play_the_game_that_the_buttons_begin(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path, Wanted(), seed="3", people=Memory("", "", speed=20.0))
    table.until(lambda: table.game.log.n >= 2)
    press(table, "help", "help", "help", "back", "help", "ok")
    table.until(lambda: table.game.past.number == 2 and table.game.log.n >= 2)
    table.close()


def test_on_a_real_board_lights_show_which_marbles_go_back_to_start_for_the_next_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = Hall(tmp_path, monkeypatch)
    hall.described = replace(hall.described, buttons=(Button("help", "table", 5),))
    table, clock = hall.table()
    table.begin(Wanted(cards="none"))
    assert table.game is not None
    names, seat = hall.described.names, table.game.log.turn
    hall.bring_out(seat, clock)
    assert table.game.log.n == 1
    for name in ("help", "help", "help", "back", "help", "ok"):
        hall.buttons.press(name, "table")
        clock.run_until(clock.now() + 0.2)
    assert (table.game.past.number, table.game.log.n) == (2, 0)
    clock.run_until(clock.now() + 3.0)
    roles = {hole: light.role for hole, light in table.game.shown.lights.items()}
    assert roles[names.come_out(seat)] == "illegal"
    assert roles[names.start(seat)[0]] == "put-back"
    hall.wood.lift(names.come_out(seat))
    clock.run_until(clock.now() + 1.0)
    hall.wood.place(names.start(seat)[0], seat)
    clock.run_until(clock.now() + 3.0)
    assert {light.role for light in table.game.shown.lights.values()} == {"turn"}
    table.close()
