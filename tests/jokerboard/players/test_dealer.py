"""A game with dealt cards: only a seat's player sees its hand, and a restart loses no card."""

from __future__ import annotations

import asyncio
import json
import re
import stat
from pathlib import Path

import pytest

from engine.cards import Card
from engine.geometry import seat_letter
from jokerboard.cli.journal import FORMATS
from jokerboard.cli.main import main
from jokerboard.host.errors import JokerboardError
from jokerboard.journal.store import FILE as JOURNAL
from jokerboard.journal.store import JournalReader
from jokerboard.players.dealer import SECRET_FILE, Dealer, DealtHands, digest, kept_secret
from jokerboard.simulation.people.memory import Memory
from jokerboard.table.runtime.game_setup import Wanted
from jokerboard.table.web.app import make_app
from jokerboard.table.web.game_page import GamePage
from jokerboard.table.web.page_port import CommandRefused
from jokerboard.web.news import as_json
from tests.jokerboard.table.serving.test_serve import Hall
from tests.jokerboard.table.virtual_table import VirtualTable
from tests.jokerboard.table.web.web_client import ask


@pytest.fixture
def table(tmp_path: Path) -> VirtualTable:
    return VirtualTable(tmp_path, Wanted(dealt=True, names={"A": "Ann", "B": "Bo", "C": "Cleo", "D": "Dan"}))


def dealer_of(table: VirtualTable) -> Dealer:
    assert table.desk.dealer is not None
    return table.desk.dealer


def lay_one(table: VirtualTable) -> str:
    """For the player in turn, lay the first card that may be laid, or discard; return it as text."""
    dealer, seat = dealer_of(table), table.game.log.turn
    for card in dealer.hand(seat):
        try:
            dealer.lay(seat, card)
        except JokerboardError:
            continue
        return str(card)
    raise AssertionError("no card may be laid")


def test_a_player_who_has_played_a_dealt_card_draws_another_card(table: VirtualTable) -> None:
    dealer, seat = dealer_of(table), table.game.log.turn
    hand = dealer.hand(seat)
    laid = lay_one(table)
    table.wait(0.5)
    if table.game.log.n == 0:  # The card has a play, so a marble comes out.
        start = table.sim.board.start(seat)[0]
        table.sim.wood.lift(start)
        table.wait(0.4)
        table.sim.wood.place(table.sim.board.come_out(seat), seat)
        table.wait(2.0)
    assert table.game.log.n == 1
    assert table.game.log.plays[0].card == laid
    after = dealer.hand(seat)
    assert len(after) == len(hand)
    assert Card.parse(laid) not in after


def test_simulated_people_play_the_hands_that_the_table_deals(tmp_path: Path) -> None:
    people = Memory("", "", speed=20.0, mistakes=0.0)
    table = VirtualTable(tmp_path, Wanted(dealt=True), people=people)
    assert table.game.header.deal is not None
    for n in range(12):
        hands = [dealer_of(table).hand(seat) for seat in range(4)]
        table.until(lambda n=n: table.game.log.n > n)  # type: ignore[misc]
        played = table.game.log.plays[n]
        assert played.card is not None
        assert Card.parse(played.card) in hands[played.seat]


def test_a_dealt_card_of_another_hand_or_out_of_turn_is_refused_in_one_sentence(table: VirtualTable) -> None:
    dealer, turn = dealer_of(table), table.game.log.turn
    other = table.game.table.next_seats[turn]
    held = {card for seat in table.game.table.seats for card in dealer.hand(seat)}
    stranger = next(card for card in (Card.parse(f"{rank}C#1") for rank in "23456789") if card not in held)
    with pytest.raises(JokerboardError, match=r"does not hold the \w+ of clubs; choose a card"):
        dealer.lay(turn, stranger)
    with pytest.raises(JokerboardError, match=r"it is .*'s turn; .* lays no card now"):
        dealer.lay(other, dealer.hand(other)[0])


def test_no_record_and_no_state_of_the_page_contains_hands_or_the_secret(
    table: VirtualTable, tmp_path: Path
) -> None:
    secret = json.loads((tmp_path / SECRET_FILE).read_text())["secret"]
    assert stat.S_IMODE((tmp_path / SECRET_FILE).stat().st_mode) == 0o600
    lay_one(table)
    table.wait(1.0)
    kept = "\n".join(json.dumps(record.data) for record in table.desk.journal.newest_game())
    shown = as_json(GamePage(table.desk).state()).decode()
    hidden = [str(card) for seat in table.game.table.seats for card in dealer_of(table).hand(seat)]
    laid = {played.card for played in table.game.log.plays} | {str(table.game.card)}
    for text in (kept, shown):
        assert secret not in text
        assert not [card for card in hidden if f'"{card}"' in text and card not in laid]
    assert digest(secret) in kept


def test_no_export_or_copy_of_the_journal_and_no_answer_of_the_page_contains_hands_or_the_secret(
    table: VirtualTable, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    secret = json.loads((tmp_path / SECRET_FILE).read_text())["secret"]
    lay_one(table)
    table.wait(1.0)
    hidden = {str(card) for seat in table.game.table.seats for card in dealer_of(table).hand(seat)}
    app = make_app(GamePage(table.desk))
    answers = [ask(app, "GET", path).text for path in ("/api/state", "/api/plays", "/api/record", "/")]
    laid = {played.card for played in table.game.log.plays} | {str(table.game.card)}
    table.desk.close()
    for how in set(FORMATS) - {"trace"}:  # This game records no edges.
        assert main(["journal", "export", "--format", how, "--state", str(tmp_path)]) == 0
    assert main(["journal", "backup", str(tmp_path / "copy"), "--state", str(tmp_path)]) == 0
    reader = JournalReader(tmp_path / JOURNAL)
    published = [line.text for line in reader.lines(1, 1000)]
    reader.close()
    copies = [(tmp_path / name).read_bytes().decode("latin-1") for name in (JOURNAL, "copy")]
    for text in (*answers, capsys.readouterr().out, *published, *copies):
        assert secret not in text
        assert [card for card in hidden - laid if re.search(rf"(?<![\w#-]){re.escape(card)}\b", text)] == []


def test_after_the_end_the_page_shows_all_hands_and_the_secret_that_proves_the_deal(
    table: VirtualTable,
) -> None:
    page = GamePage(table.desk)
    assert "revealed" not in page.state()
    table.game.give_up("A")
    table.game.press("ok", "C")
    # The test does not wait for the minute in which the end can be undone.
    table.game.press("ok", "C")
    shown = page.state()["revealed"]
    assert digest(shown["secret"]) == table.game.header.deal
    seats = table.game.table.seats
    hands = {seat_letter(seat): list(map(str, dealer_of(table).hand(seat))) for seat in seats}
    assert shown["hands"] == hands
    again = DealtHands(table.game.table, shown["secret"], table.game.first)
    assert [list(map(str, again.hand(seat))) for seat in seats] == list(hands.values())


def test_on_a_real_board_without_readers_a_dealt_card_is_laid_on_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = Hall(tmp_path, monkeypatch)
    table, clock = hall.table()
    page = GamePage(table)
    asyncio.run(page.command("game", {"action": "new", "rules": "texas", "players": 4, "dealt": True}))
    assert table.game is not None
    assert table.dealer is not None
    clock.run_until(1.0)
    state = page.state()
    assert (state["sim"], state["game"]["dealt"], state["prompt"]["code"]) == (None, True, "lay")
    seat = table.game.log.turn
    refused = []
    for card in dict.fromkeys(map(str, table.dealer.hand(seat))):
        laying = {"card": card, "at": seat_letter(seat), "sure": True}
        try:
            asyncio.run(page.command("card", laying))
        except CommandRefused as why:
            refused.append(str(why))
            continue
        break
    clock.run_until(2.0)
    assert table.game.log.n == 1 or page.state()["card"]["text"] == card
    assert all("must lay a card that has a play" in why for why in refused)
    asyncio.run(page.command("button", {"name": "help", "at": seat_letter(seat)}))
    with pytest.raises(CommandRefused, match="This board is a real one"):
        asyncio.run(page.command("sim/lift", {"hole": "As1"}))
    table.close()


def test_after_a_restart_every_seat_has_the_dealt_hand_it_had_before(
    table: VirtualTable, tmp_path: Path
) -> None:
    lay_one(table)
    table.wait(1.0)
    seats = table.game.table.seats
    before = [dealer_of(table).hand(seat) for seat in seats]
    table.desk.close()
    again = VirtualTable(tmp_path)
    assert [dealer_of(again).hand(seat) for seat in seats] == before


def test_a_game_whose_deal_secret_is_lost_resumes_without_dealt_cards_and_reports_the_loss(
    table: VirtualTable, tmp_path: Path
) -> None:
    table.desk.close()
    (tmp_path / SECRET_FILE).write_text("{")
    again = VirtualTable(tmp_path)
    assert again.desk.dealer is None
    assert "the dealt cards of this game are lost" in again.desk.troubles["cards"]
    assert kept_secret(tmp_path, "0" * 64) is None


def test_the_page_shows_the_hand_of_one_seat_and_a_card_of_that_hand_can_be_laid(table: VirtualTable) -> None:
    page = GamePage(table.desk)
    turn = seat_letter(table.game.log.turn)
    hand = page.hand(None)
    assert hand is not None
    assert (hand["seat"], len(hand["cards"])) == (turn, 5)
    other = page.hand("A" if turn != "A" else "B")
    assert other is not None
    assert other["seat"] != turn
    laid = lay_one(table)
    table.wait(0.5)
    assert table.game.card == laid or table.game.log.n == 1
    assert page.state()["game"]["dealt"] is True
