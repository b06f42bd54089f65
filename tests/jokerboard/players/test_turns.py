"""A machine's turn, as people at the table see it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.cards import Rank
from engine.geometry import seat_letter
from engine.views import seat_view
from jokerboard.host.errors import JokerboardError
from jokerboard.journal.games.resumed_game import fold
from jokerboard.journal.games.sentences import card_words
from jokerboard.players.thinking import PATIENCE, QUICKEST, SLOWEST, hesitation
from jokerboard.table.runtime.game_setup import Wanted
from jokerboard.table.web.game_page import GamePage
from jokerboard.table.web.page_port import CommandRefused
from tests.engine.tables import moment
from tests.jokerboard.table.virtual_table import VirtualTable

HAND = ["KC#1", "5D#1", "7H#1", "9S#1", "QD#1"]
ALL = dict.fromkeys("ABCD", "strong")


def asked(table: VirtualTable) -> dict[str, Any]:
    return dict(table.game.asked or {})


def notes(table: VirtualTable) -> str:
    said = table.game.log.said
    return "" if said is None else said.text


def deal(table: VirtualTable, letter: str, cards: list[str]) -> None:
    """Show the cards to the seat's reader, one after the other."""
    for card in cards:
        table.sim.lay(letter, card)
        table.wait(0.2)
        table.sim.lay(letter, None)
        table.wait(0.2)


def carry(table: VirtualTable) -> None:
    """Carry what the lights show."""
    for leg in asked(table)["legs"]:
        source = leg["from"]
        if source == "START":
            lit = [hole for hole, role in table.roles().items() if role == "carry-from"]
            source = lit[0]
        table.move(source, leg["to"])


def reader_game(tmp_path: Path, seed: str = "1") -> VirtualTable:
    """A game of real cards in which the machine begins."""
    table = VirtualTable(tmp_path, Wanted(), seed=seed)
    table.desk.machine(table.turn, "strong")
    return table


# Dealt cards.


def test_a_machine_waits_lays_a_card_and_asks_for_its_marble(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path, Wanted(dealt=True, machines=ALL))
    while True:
        table.wait(SLOWEST + 0.2)
        if asked(table)["code"] == "machine-carry":
            break
    told = asked(table)
    assert told["seat"] == table.turn
    assert told["card"] == table.game.card
    assert {"carry-from", "carry-to"} <= set(table.roles().values())
    n = table.game.log.n
    carry(table)
    table.until(lambda: table.game.log.n > n)
    assert table.game.log.plays[-1].play is not None
    assert table.game.log.plays[-1].play.text(table.game.table.board) == told["play"]


@pytest.mark.parametrize(
    ("line", "hand", "least", "most"),
    [
        ("-/-/-/- A", "KC#1", 0.0, 0.0),  # one option
        ("-/-/-/- A", "KC#1 KD#1", 0.0, 0.0),  # two cards, one play
        ("A1/-/-/- A", "4C#1 TC#1", QUICKEST, QUICKEST + 0.5),  # a marble home, or past its in-spot
        ("B10/-/-/- A", "2C#1 3C#1", QUICKEST, SLOWEST),
    ],
)
def test_a_machine_hesitates_when_its_best_plays_are_close(
    line: str, hand: str, least: float, most: float
) -> None:
    view = seat_view(moment("texas", line, {"A": hand}), 0)
    assert least <= hesitation(view) <= most


def test_a_machine_waits_for_a_bumped_marble_but_not_for_ever(tmp_path: Path) -> None:
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


def test_people_may_not_lay_its_cards_nor_see_them(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path, Wanted(dealt=True, machines=ALL))
    page = GamePage(table.desk)
    turn = table.turn
    assert page.hand(None) is None
    assert page.hand(turn) is None
    with pytest.raises(CommandRefused, match="A machine plays at this seat; it lays its own cards"):
        asyncio.run(page.command("card", {"card": "5C", "at": turn}))
    assert page.state()["game"]["machines"] == ALL
    assert page.state()["prompt"]["code"] == "machine-thinks"


def test_a_machine_takes_a_seat_over_and_gives_it_back(tmp_path: Path) -> None:
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


def test_a_takeover_is_announced_and_possible_once_also_after_a_restart(tmp_path: Path) -> None:
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


def test_a_seat_of_a_game_without_cards_is_not_taken_over(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path, Wanted(cards="none"))
    with pytest.raises(JokerboardError, match="the machine at A cannot know its cards"):
        table.desk.machine("A", "strong")


def test_a_rematch_moves_machines_along_with_the_players(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path, Wanted(dealt=True, machines={"B": "easy"}))
    page = GamePage(table.desk)
    asyncio.run(page.command("game", {"action": "rematch"}))
    assert table.game.header.machines == {"C": "easy"}


# Real cards.


def test_real_cards_are_dealt_place_by_place_and_are_not_laid(tmp_path: Path) -> None:
    table = reader_game(tmp_path)
    turn = table.turn
    for place, card in enumerate(HAND, 1):
        assert asked(table) == {"code": "deal", "seat": turn, "place": place, "reader": False}
        deal(table, turn, [card])
    assert table.game.card is None
    table.wait(SLOWEST + 0.5)
    told = asked(table)
    assert told["code"] == "turn-over"
    assert HAND[told["place"] - 1] in ("KC#1", "QD#1")  # the cards that bring a marble out


@pytest.fixture
def dealt(tmp_path: Path) -> VirtualTable:
    """A machine with a whole hand of real cards, which asks for one of them to be laid."""
    table = reader_game(tmp_path)
    deal(table, table.turn, HAND)
    table.wait(SLOWEST + 0.5)
    return table


def test_a_requested_card_is_laid_and_its_place_refilled_after_the_play(
    dealt: VirtualTable,
) -> None:
    turn, place = dealt.turn, asked(dealt)["place"]
    dealt.lay(HAND[place - 1], turn)
    assert asked(dealt)["code"] == "machine-carry"
    carry(dealt)
    dealt.until(lambda: dealt.game.log.n == 1)
    dealt.lay(None, turn)
    assert asked(dealt) == {"code": "deal", "seat": turn, "place": place, "reader": False}
    deal(dealt, turn, ["3C#1"])
    assert asked(dealt) == {}


def test_another_card_turned_over_is_not_laid(dealt: VirtualTable) -> None:
    place = asked(dealt)["place"]
    wrong = HAND[place % len(HAND)]
    dealt.lay(wrong, dealt.turn)
    assert dealt.game.card is None
    assert notes(dealt) == f"That is another card; turn it face down again, and turn over place {place}."
    assert wrong not in str(GamePage(dealt.desk).state())
    dealt.lay(None, dealt.turn)
    dealt.lay(HAND[place - 1], dealt.turn)
    assert dealt.game.card == HAND[place - 1]


def test_a_play_taken_back_is_asked_for_again_with_its_open_card(dealt: VirtualTable) -> None:
    turn, place = dealt.turn, asked(dealt)["place"]
    dealt.lay(HAND[place - 1], turn)
    (leg,) = asked(dealt)["legs"]
    carry(dealt)
    dealt.until(lambda: dealt.game.log.n == 1)
    dealt.lay(None, turn)
    dealt.move(leg["to"], f"{turn}s1")
    dealt.until(lambda: dealt.game.log.takebacks == 1)
    dealt.wait(SLOWEST + 1)
    if asked(dealt)["code"] == "turn-over":
        assert asked(dealt)["card"] == HAND[place - 1]
        dealt.lay(HAND[place - 1], turn)
    carry(dealt)
    dealt.until(lambda: len(dealt.game.log.in_force) == 1)
    dealt.wait(1.0)
    assert dealt.game.log.in_force[0].card == HAND[place - 1]


@pytest.mark.parametrize(
    ("first", "second", "sentence"),
    [
        ("KC#1", "KC#1", "This card lies in place 1 of Seat {0} already; take another one for place 2."),
        ("KC", "KC", None),
        ("KC#1", "nonsense", "The tag nonsense is no card of this deck; take another for place 2."),
    ],
)
def test_an_impossible_dealt_card_is_refused_in_one_sentence(
    tmp_path: Path, first: str, second: str, sentence: str | None
) -> None:
    table = reader_game(tmp_path)
    turn = table.turn
    deal(table, turn, [first, second])
    if sentence is None:  # of two packs without numbers, there are two
        assert asked(table)["place"] == 3
        deal(table, turn, [second])
        assert "already; take another one for place 3." in notes(table)
    else:
        assert notes(table) == sentence.format(turn)
        assert asked(table)["place"] == 2


def test_a_card_that_was_played_since_the_shuffle_is_not_dealt(dealt: VirtualTable) -> None:
    turn, place = dealt.turn, asked(dealt)["place"]
    dealt.lay(HAND[place - 1], turn)
    carry(dealt)
    dealt.until(lambda: dealt.game.log.n == 1)
    dealt.lay(None, turn)
    deal(dealt, turn, [HAND[place - 1]])
    assert notes(dealt) == f"This card was played since the last shuffle; take another one for place {place}."
    dealt.game.reshuffle()
    deal(dealt, turn, [HAND[place - 1]])
    assert asked(dealt) == {}


def test_ok_reports_that_no_card_is_left_to_deal(tmp_path: Path) -> None:
    table = reader_game(tmp_path)
    turn = table.turn
    deal(table, turn, HAND[:3])
    table.sim.buttons.press("ok", turn)
    table.wait(SLOWEST + 0.5)
    assert asked(table)["code"] == "turn-over"


def test_a_card_that_nobody_asked_for_is_not_taken_for_the_machines(dealt: VirtualTable) -> None:
    place = asked(dealt)["place"]
    dealt.lay(HAND[place - 1], dealt.turn)
    carry(dealt)
    turn = dealt.turn
    dealt.until(lambda: dealt.game.log.n == 1)
    dealt.lay(None, turn)
    deal(dealt, turn, ["3C#1"])
    other = dealt.turn
    dealt.lay("KD#1", other)
    assert dealt.game.card == "KD#1"


def test_the_private_file_is_for_this_user_alone(dealt: VirtualTable, tmp_path: Path) -> None:
    from jokerboard.players.placed_hands import FILE

    assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o600
    assert dealt.game.log.over is None


# Hints.


@pytest.fixture
def training(tmp_path: Path) -> VirtualTable:
    return VirtualTable(tmp_path, Wanted(mode="training", names={"A": "Ann", "B": "Bo"}))


def twice(table: VirtualTable, apart: float = 0.5) -> None:
    turn = table.turn
    for _ in range(2):
        table.sim.buttons.press("help", turn)
        table.wait(apart)


@pytest.fixture
def hinting(training: VirtualTable) -> VirtualTable:
    """A King is laid, and a hint for it shown."""
    training.lay("KC#1")
    twice(training)
    return training


def test_help_twice_lights_the_best_play_with_a_reason(hinting: VirtualTable) -> None:
    assert "Hint: " in notes(hinting)
    assert notes(hinting).endswith(
        (": this puts one more marble on the ring.", ": nothing else is possible.")
    )
    turn = hinting.turn
    lit = {hole: role for hole, role in hinting.roles().items() if role in ("movable", "target")}
    assert lit == {f"{turn}s1": "movable", f"{turn}8": "target"}


def test_a_hint_goes_when_its_play_is_made(hinting: VirtualTable) -> None:
    turn = hinting.turn
    hinting.move(f"{turn}s1", f"{turn}8")
    hinting.until(lambda: hinting.game.log.n == 1)
    assert set(hinting.roles().values()) <= {"turn"}


def hinted(table: VirtualTable) -> set[str]:
    """The holes that a hint lights."""
    assistant = table.game.assistant
    assert assistant is not None
    return {table.sim.board.name(hole) for hole in assistant.lights()}


def test_a_hint_stays_while_its_own_marble_is_carried(hinting: VirtualTable) -> None:
    turn = hinting.turn
    hinting.lift(f"{turn}s3")
    assert hinted(hinting) == {f"{turn}8"}


def test_a_hint_ends_when_another_marble_is_lifted(hinting: VirtualTable) -> None:
    other = "B" if hinting.turn == "A" else "A"
    assert hinted(hinting)
    colour = hinting.lift(f"{other}s1")
    assert not hinted(hinting)
    hinting.place(f"{other}s1", colour)
    assert not hinted(hinting)


def test_a_hint_ends_at_a_verdict(hinting: VirtualTable) -> None:
    turn = hinting.turn
    hinting.move(f"{turn}s1", f"{turn}10")
    hinting.until(lambda: "illegal" in hinting.kinds)
    assert not hinted(hinting)
    hinting.move(f"{turn}10", f"{turn}s1")
    hinting.wait(3)
    assert not hinted(hinting)


def test_before_a_card_is_laid_help_shows_which_cards_play(training: VirtualTable) -> None:
    twice(training)
    assert notes(training) == (
        "Hint: you can play an ace, a jack, a queen or a king. "
        "Lay one; then help, pressed twice, shows a good play of it."
    )


def test_a_hint_for_a_dealt_hand_names_its_best_card_and_lights_the_play(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path, Wanted(mode="training", dealt=True), seed="2")
    dealer, turn = table.desk.dealer, table.turn
    assert dealer is not None
    starts = [card for card in dealer.hand(ord(turn) - 65) if card.rank in (Rank.ACE, Rank.KING)]
    twice(table)
    (hinted,) = [card for card in starts if f"out with {card_words(str(card))}:" in notes(table)]
    way = {f"{turn}s1": "movable", f"{turn}8": "target"}
    assert table.roles().items() >= way.items()
    table.lay(str(hinted))
    assert table.roles().items() >= way.items()


@pytest.mark.parametrize(
    "press", [lambda table: twice(table, 2.5), lambda table: table.sim.buttons.press("help", table.turn)]
)
def test_help_once_or_slowly_is_no_hint(
    training: VirtualTable, press: Callable[[VirtualTable], None]
) -> None:
    training.lay("KC#1")
    press(training)
    assert "Hint" not in notes(training)


def test_there_are_no_hints_outside_training(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path, Wanted())
    table.lay("KC#1")
    twice(table)
    assert "Hint" not in notes(table)
