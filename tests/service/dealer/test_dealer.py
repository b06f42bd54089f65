"""A dealt game: cards are laid from hands, hands are nobody else's, and a restart loses none."""

from __future__ import annotations

import asyncio
import json
import stat
from pathlib import Path

import pytest

from engine.cards import Card
from engine.geometry import seat_letter
from host.errors import JokerboardError
from page.news import as_json
from service.dealer.dealer import Dealer
from service.dealer.secret_file import FILE, digest, kept_secret
from service.runtime.game_setup import Wanted
from service.web.game_page import GamePage
from tests.service.virtual_table import VirtualTable


@pytest.fixture
def table(tmp_path: Path) -> VirtualTable:
    return VirtualTable(tmp_path, Wanted(dealt=True, names={"A": "Ann", "B": "Bo", "C": "Cleo", "D": "Dan"}))


def dealer_of(table: VirtualTable) -> Dealer:
    assert table.desk.dealer is not None
    return table.desk.dealer


def lay_one(table: VirtualTable) -> str:
    """The player in turn discards or lays the first card that may be laid; its text."""
    dealer, seat = dealer_of(table), table.service.log.turn
    for card in dealer.hand(seat):
        try:
            dealer.lay(seat, card)
        except JokerboardError:
            continue
        return str(card)
    raise AssertionError("no card may be laid")


def test_a_card_of_the_hand_is_laid_and_another_is_drawn(table: VirtualTable) -> None:
    dealer, seat = dealer_of(table), table.service.log.turn
    hand = dealer.hand(seat)
    laid = lay_one(table)
    table.wait(0.5)
    if table.service.log.n == 0:  # it has a play: the marble comes out
        start = table.sim.board.start(seat)[0]
        table.sim.wood.lift(start)
        table.wait(0.4)
        table.sim.wood.place(table.sim.board.come_out(seat), seat)
        table.wait(2.0)
    assert table.service.log.n == 1
    assert table.service.log.plays[0].card == laid
    after = dealer.hand(seat)
    assert len(after) == len(hand)
    assert Card.parse(laid) not in after


def test_what_cannot_be_laid_is_refused_in_one_sentence(table: VirtualTable) -> None:
    dealer, turn = dealer_of(table), table.service.log.turn
    other = table.service.table.next_seats[turn]
    held = {card for seat in table.service.table.seats for card in dealer.hand(seat)}
    stranger = next(card for card in (Card.parse(f"{rank}C#1") for rank in "23456789") if card not in held)
    with pytest.raises(JokerboardError, match=r"does not hold the \w+ of clubs; choose a card"):
        dealer.lay(turn, stranger)
    with pytest.raises(JokerboardError, match=r"it is .*'s turn; .* lays no card now"):
        dealer.lay(other, dealer.hand(other)[0])


def test_hands_and_secret_are_in_no_record_and_no_state(table: VirtualTable, tmp_path: Path) -> None:
    secret = json.loads((tmp_path / FILE).read_text())["secret"]
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600
    lay_one(table)
    table.wait(1.0)
    kept = "\n".join(json.dumps(record.data) for record in table.desk.journal.newest_game())
    shown = as_json(GamePage(table.desk).state()).decode()
    hidden = [str(card) for seat in table.service.table.seats for card in dealer_of(table).hand(seat)]
    laid = {played.card for played in table.service.log.plays} | {str(table.service.card)}
    for text in (kept, shown):
        assert secret not in text
        assert not [card for card in hidden if f'"{card}"' in text and card not in laid]
    assert digest(secret) in kept


def test_a_restart_has_the_same_hands(table: VirtualTable, tmp_path: Path) -> None:
    lay_one(table)
    table.wait(1.0)
    seats = table.service.table.seats
    before = [dealer_of(table).hand(seat) for seat in seats]
    table.desk.close()
    again = VirtualTable(tmp_path)
    assert [dealer_of(again).hand(seat) for seat in seats] == before


def test_a_game_whose_secret_is_lost_goes_on_and_says_so(table: VirtualTable, tmp_path: Path) -> None:
    table.desk.close()
    (tmp_path / FILE).write_text("{")
    again = VirtualTable(tmp_path)
    assert again.desk.dealer is None
    assert "the dealt cards of this game are lost" in again.desk.troubles["cards"]
    assert kept_secret(tmp_path, "0" * 64) is None


def test_the_page_shows_one_hand_and_lays_from_it(table: VirtualTable) -> None:
    page = GamePage(table.desk)
    turn = seat_letter(table.service.log.turn)
    hand = page.hand(None)
    assert hand is not None
    assert (hand["seat"], len(hand["cards"])) == (turn, 5)
    other = page.hand("A" if turn != "A" else "B")
    assert other is not None
    assert other["seat"] != turn
    laid = lay_one(table)
    table.wait(0.5)
    assert table.service.card == laid or table.service.log.n == 1
    assert page.state()["game"]["dealt"] is True


def test_a_game_of_simulated_people_is_not_dealt(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path)
    page = GamePage(table.desk)
    wanted = {"action": "new", "rules": "texas", "players": 4, "dealt": True, "people": True}
    asyncio.run(page.command("game", wanted))
    assert table.desk.dealer is None
    assert page.state()["game"]["dealt"] is False
