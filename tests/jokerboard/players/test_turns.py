"""A machine's turn with dealt cards, as people at the table see it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from engine.cards import Rank
from engine.geometry import Seat, seat_letter
from engine.play import Play
from engine.position import Position
from engine.views import PastPlay, seat_view
from jokerboard.host.errors import JokerboardError
from jokerboard.journal.games.game_log import Played
from jokerboard.journal.games.resumed_game import fold
from jokerboard.players.seat_views import with_plays
from jokerboard.players.thinking import PATIENCE, QUICKEST, SLOWEST, hesitation
from jokerboard.table.runtime.game_setup import Wanted
from jokerboard.table.web.game_page import GamePage
from jokerboard.table.web.page_port import CommandRefused
from tests.engine.tables import moment
from tests.jokerboard.players.asking import asked, carry
from tests.jokerboard.table.virtual_table import VirtualTable

ALL = dict.fromkeys("ABCD", "strong")


def test_a_machine_hesitates_lays_a_card_and_asks_people_to_carry_its_marble(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path, Wanted(dealt=True, machines=ALL))
    while True:
        table.wait(SLOWEST + 0.2)
        if asked(table)["code"] == "machine-carry":
            break
    prompt = asked(table)
    assert prompt["seat"] == table.turn
    assert prompt["card"] == table.game.card
    assert {"carry-from", "carry-to"} <= set(table.roles().values())
    n = table.game.log.n
    carry(table)
    table.until(lambda: table.game.log.n > n)
    assert table.game.log.plays[-1].play is not None
    assert table.game.log.plays[-1].play.text(table.game.table.board) == prompt["play"]


def test_a_machine_remembers_past_plays_whose_cards_are_known() -> None:
    game = moment("texas", "A8/B10/-/- C", {"C": "2C#1"})
    before, after = Position.parse("A8/B7/-/- B"), game.position
    played = [Played(1, 1, "3C#1", None, "", before, after), Played(2, 1, "?", None, "", after, after)]
    lately = with_plays(seat_view(game, 2), played).public.lately
    assert lately == (PastPlay(before, Rank.THREE, after.bits),)


@pytest.mark.parametrize(
    ("line", "hand", "least", "most"),
    [
        ("-/-/-/- A", "KC#1", 0.0, 0.0),  # There is only one option.
        ("-/-/-/- A", "KC#1 KD#1", 0.0, 0.0),  # Two cards have the same play.
        ("A1/-/-/- A", "4C#1 TC#1", QUICKEST, QUICKEST + 0.5),  # Only one card brings a marble home.
        ("B10/-/-/- A", "2C#1 3C#1", QUICKEST, SLOWEST),
    ],
)
def test_a_machine_hesitates_when_its_best_plays_are_close(
    line: str, hand: str, least: float, most: float
) -> None:
    view = seat_view(moment("texas", line, {"A": hand}), 0)
    assert least <= hesitation(view) <= most


def test_a_machine_waits_a_limited_time_for_a_bumped_marble(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path, Wanted(dealt=True))
    seat = table.game.log.turn
    player, other = seat_letter(seat), seat_letter(table.game.table.next_seats[seat])
    line = {player: f"{player}8", other: f"{player}13"}
    position = "/".join(line.get(letter, "-") for letter in "ABCD") + f" {player}"
    from engine.position import Position

    table.game.orders.rule("correct", "the referee", None, Position.parse(position))
    for letter, hole in line.items():
        table.move(f"{letter}s1", hole)
    table.desk.machine(other, "strong")
    table.lay("5C", player)
    colour = table.lift(f"{player}13")
    table.move(f"{player}8", f"{player}13")
    table.until(lambda: table.game.log.n == 1)
    table.wait(SLOWEST + 5)
    assert asked(table)["code"] == "machine-thinks"
    assert table.game.card is None
    table.wait(PATIENCE)
    assert table.game.card is not None or table.game.log.n > 1
    table.place(f"{other}s1", colour)


def test_people_neither_lay_nor_see_a_machines_cards(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path, Wanted(dealt=True, machines=ALL))
    page = GamePage(table.desk)
    turn = table.turn
    assert page.hand(None) is None
    assert page.hand(turn) is None
    with pytest.raises(CommandRefused, match="A machine plays at this seat; it lays its own cards"):
        asyncio.run(page.command("card", {"card": "5C", "at": turn}))
    assert page.state()["game"]["machines"] == ALL
    assert page.state()["prompt"]["code"] == "machine-thinks"


def test_a_machine_takes_over_a_seat_and_gives_it_back(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path, Wanted(dealt=True))
    page, turn = GamePage(table.desk), table.turn
    hand = page.hand(turn)
    assert hand is not None
    asyncio.run(page.command("game", {"action": "machine", "seat": turn, "level": "easy"}))
    assert page.hand(turn) is None
    table.wait(SLOWEST + 0.5)
    assert table.game.card is not None or table.game.log.n > 0
    records = table.desk.journal.newest_game()
    assert fold(records).header.machines == {turn: "easy"}
    asyncio.run(page.command("game", {"action": "machine", "seat": turn, "level": None}))
    assert fold(table.desk.journal.newest_game()).header.machines == {}
    assert page.hand(turn) is not None
    assert "carry-from" not in table.roles().values()
    with pytest.raises(CommandRefused, match=f"No machine plays at {turn}"):
        asyncio.run(page.command("game", {"action": "machine", "seat": turn, "level": None}))


def test_a_person_can_take_over_a_machines_dealt_seat_only_once_a_game_even_across_a_restart(
    tmp_path: Path,
) -> None:
    table = VirtualTable(tmp_path, Wanted(dealt=True, machines={"B": "strong"}))
    assert GamePage(table.desk).hand("B") is None
    table.desk.machine("B", None)
    assert "People play for" in GamePage(table.desk).state()["verdict"]["text"]
    assert GamePage(table.desk).hand("B") is not None
    table.desk.machine("B", "strong")
    assert GamePage(table.desk).hand("B") is None
    for _ in range(2):
        with pytest.raises(JokerboardError, match="once in this game and saw its hand"):
            table.desk.machine("B", None)
        assert GamePage(table.desk).hand("B") is None
        table.close()
        table = VirtualTable(tmp_path)
    table.close()


def test_a_restart_does_not_announce_a_machines_play_that_was_taken_back(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path, Wanted(dealt=True, machines=ALL))
    table.until(lambda: bool(asked(table).get("legs")))
    n = table.game.log.n
    carry(table)
    table.until(lambda: table.game.log.n == n + 1)
    table.game.press("back", "table")
    table.until(lambda: table.game.log.takebacks == 1)
    table.close()
    table = VirtualTable(tmp_path)
    table.wait(SLOWEST + 5)
    assert table.game.log.n == n + 1
    assert "put-back" in table.roles().values()
    table.close()


def test_in_a_game_without_cards_no_machine_takes_over_a_seat(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path, Wanted(cards="none"))
    with pytest.raises(JokerboardError, match="the machine at A cannot know its cards"):
        table.desk.machine("A", "strong")


def test_a_rematch_moves_machines_one_seat_further_like_people(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path, Wanted(dealt=True, machines={"B": "easy"}))
    page = GamePage(table.desk)
    asyncio.run(page.command("game", {"action": "rematch"}))
    assert table.game.header.machines == {"C": "easy"}


def test_after_a_restart_a_machine_asks_at_once_to_carry_the_play_of_its_laid_card(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path, Wanted(dealt=True, machines=ALL))
    table.until(lambda: bool(asked(table).get("legs")))
    wanted = asked(table)
    table.close()
    table = VirtualTable(tmp_path)
    assert asked(table) == wanted
    table.close()


def test_the_referee_gets_a_machines_play_before_the_machines_card_is_laid(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, order = VirtualTable(tmp_path, Wanted(dealt=True, machines=ALL)), list[str]()

    def noted(name: str, call: Callable[..., None], *given: Any) -> None:
        order.append(name)
        call(*given)

    for name in ("demand", "lay"):
        monkeypatch.setattr(table.game, name, partial(noted, name, getattr(table.game, name)))
    table.until(lambda: bool(asked(table).get("legs")))
    assert order == ["demand", "lay"]
    table.close()


def test_the_referee_forgets_a_machines_play_when_people_take_its_seat_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = VirtualTable(tmp_path, Wanted(dealt=True, machines=ALL))
    table.until(lambda: bool(asked(table).get("legs")))
    demands: list[tuple[Any, int]] = []
    monkeypatch.setattr(table.game, "demand", lambda *demand: demands.append(demand))
    table.desk.machine(table.turn, None)
    assert demands == [(None, table.game.log.turn)]
    table.close()


def test_a_machine_demands_its_play_again_when_people_take_over_another_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, demands = VirtualTable(tmp_path, Wanted(dealt=True, machines=ALL)), list[str | None]()
    table.until(lambda: bool(asked(table).get("legs")))
    wanted, game = asked(table), table.game
    demand = game.demand

    def noted(play: Play | None, seat: Seat) -> None:
        demands.append(None if play is None else play.text(game.table.board))
        demand(play, seat)

    monkeypatch.setattr(game, "demand", noted)
    table.desk.machine(seat_letter(game.table.next_seats[game.log.turn]), None)
    table.wait(SLOWEST + 0.5)
    assert demands == [None, wanted["play"]]
    assert asked(table) == wanted
    table.close()


def test_a_machine_stops_thinking_when_the_game_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, chosen = VirtualTable(tmp_path, Wanted(dealt=True, machines=ALL)), list[object]()
    monkeypatch.setattr("jokerboard.players.players.chosen", lambda *moment: chosen.append(moment))
    assert table.game.assistant is not None
    table.game.assistant.close()
    table.wait(SLOWEST + 5)
    assert chosen == []
    table.close()
