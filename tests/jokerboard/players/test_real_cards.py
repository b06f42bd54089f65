"""A machine's real cards: dealt into numbered places, turned over by people, refused if impossible."""

from __future__ import annotations

from pathlib import Path

import pytest

from jokerboard.players.thinking import SLOWEST
from jokerboard.table.web.game_page import GamePage
from tests.jokerboard.players.asking import HAND, asked, carry, deal, notes, reader_game
from tests.jokerboard.table.virtual_table import VirtualTable


def test_a_machines_real_cards_are_dealt_into_numbered_places_and_not_laid(tmp_path: Path) -> None:
    table = reader_game(tmp_path)
    turn = table.turn
    for place, card in enumerate(HAND, 1):
        assert asked(table) == {"code": "deal", "seat": turn, "place": place, "reader": False}
        deal(table, turn, [card])
    assert table.game.card is None
    table.wait(SLOWEST + 0.5)
    prompt = asked(table)
    assert prompt["code"] == "turn-over"
    assert HAND[prompt["place"] - 1] in ("KC#1", "QD#1")  # These cards bring a marble out.


@pytest.fixture
def dealt(tmp_path: Path) -> VirtualTable:
    """A machine with a complete hand of real cards, which asks people to turn over one of them."""
    table = reader_game(tmp_path)
    deal(table, table.turn, HAND)
    table.wait(SLOWEST + 0.5)
    return table


def test_a_real_card_that_a_machine_requested_is_laid_and_replaced_after_the_play(
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


def test_a_turned_over_card_that_was_not_requested_is_not_laid(dealt: VirtualTable) -> None:
    place = asked(dealt)["place"]
    wrong = HAND[place % len(HAND)]
    dealt.lay(wrong, dealt.turn)
    assert dealt.game.card is None
    assert notes(dealt) == f"That is another card; turn it face down again, and turn over place {place}."
    assert wrong not in str(GamePage(dealt.desk).state())
    dealt.lay(None, dealt.turn)
    dealt.lay(HAND[place - 1], dealt.turn)
    assert dealt.game.card == HAND[place - 1]


def test_after_a_takeback_a_machine_plays_its_open_card_once_more(dealt: VirtualTable) -> None:
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
def test_an_impossible_real_card_dealt_to_a_machine_is_refused_in_one_sentence(
    tmp_path: Path, first: str, second: str, sentence: str | None
) -> None:
    table = reader_game(tmp_path)
    turn = table.turn
    deal(table, turn, [first, second])
    if sentence is None:  # Two packs have two cards of this name.
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


def test_pressing_ok_instead_of_dealing_a_card_reports_an_empty_pile_and_the_machine_plays(
    tmp_path: Path,
) -> None:
    table = reader_game(tmp_path)
    turn = table.turn
    deal(table, turn, HAND[:3])
    table.sim.buttons.press("ok", turn)
    table.wait(SLOWEST + 0.5)
    assert asked(table)["code"] == "turn-over"


def test_the_next_players_card_is_not_taken_for_a_machines_card(dealt: VirtualTable) -> None:
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


def test_the_private_file_of_machine_cards_is_readable_by_its_user_only(
    dealt: VirtualTable, tmp_path: Path
) -> None:
    from jokerboard.players.card_sources import FILE

    assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o600
    assert dealt.game.log.over is None


def test_a_card_laid_while_a_machine_thinks_is_refused_and_not_added_to_the_proof_of_the_dealt_cards(
    tmp_path: Path,
) -> None:
    table = reader_game(tmp_path)
    turn = table.turn
    deal(table, turn, HAND)
    assert asked(table)["code"] == "machine-thinks"
    table.lay("3C#1", turn)
    assert notes(table) == f"Seat {turn} is a machine; it asks for its card."
    assert table.game.card is None
    assert table.game.assistant is not None
    opened = table.game.assistant.opened()
    assert opened is not None
    assert opened["cards"] == [[turn, place, card] for place, card in enumerate(HAND, 1)]


def test_the_page_is_updated_at_once_when_a_machine_requests_a_card(tmp_path: Path) -> None:
    table, shown = reader_game(tmp_path), list[str]()
    deal(table, table.turn, HAND)
    table.game.on_change(lambda: shown.append(asked(table)["code"]))
    table.wait(SLOWEST + 0.5)
    assert shown[-1] == "turn-over"
