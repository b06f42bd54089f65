"""Hints in training: `help` twice lights the best play with a reason, and nothing else does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.cards import Rank
from engine.game import Pass
from engine.geometry import board
from engine.position import Position
from engine.strategy.claims import Claim, Kind
from engine.strategy.hints import Hint
from jokerboard.journal.games.sentences import Speaker, card_words
from jokerboard.players.guidance import reason
from jokerboard.table.runtime.game_setup import Wanted
from tests.jokerboard.players.asking import notes
from tests.jokerboard.table.virtual_table import VirtualTable


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
    """A table in training with a King laid and a hint for it shown."""
    training.lay("KC#1")
    twice(training)
    return training


def test_pressing_help_twice_lights_the_best_play_and_announces_its_reason(hinting: VirtualTable) -> None:
    assert "Hint: " in notes(hinting)
    assert notes(hinting).endswith(
        (": this puts one more marble on the ring.", ": nothing else is possible.")
    )
    turn = hinting.turn
    lit = {hole: role for hole, role in hinting.roles().items() if role in ("movable", "target")}
    assert lit == {f"{turn}s1": "movable", f"{turn}8": "target"}


def test_a_hint_ends_when_the_hinted_play_is_made(hinting: VirtualTable) -> None:
    turn = hinting.turn
    hinting.move(f"{turn}s1", f"{turn}8")
    hinting.until(lambda: hinting.game.log.n == 1)
    assert set(hinting.roles().values()) <= {"turn"}


def hinted(table: VirtualTable) -> set[str]:
    assistant = table.game.assistant
    assert assistant is not None
    return {table.sim.board.name(hole) for hole in assistant.lights()}


def test_a_hint_stays_lit_while_the_hinted_marble_is_carried(hinting: VirtualTable) -> None:
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


def test_before_a_card_is_laid_a_hint_names_the_cards_that_have_a_play(training: VirtualTable) -> None:
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
def test_pressing_help_once_or_slowly_shows_no_hint(
    training: VirtualTable, press: Callable[[VirtualTable], None]
) -> None:
    training.lay("KC#1")
    press(training)
    assert "Hint" not in notes(training)


def test_outside_training_no_hint_is_shown(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path, Wanted())
    table.lay("KC#1")
    twice(table)
    assert "Hint" not in notes(table)


def test_people_who_play_with_a_machine_get_no_hints_outside_training(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path, Wanted(dealt=True))
    table.desk.machine(next(at for at in "ABCD" if at != table.turn), "easy")
    twice(table)
    assert "Hint" not in notes(table)


def test_a_hint_is_lit_at_the_second_press_of_help_without_delay(training: VirtualTable) -> None:
    training.lay("KC#1")
    turn = training.turn
    training.game.press("help", turn)
    training.wait(0.5)
    training.game.press("help", turn)
    assert training.roles()[f"{turn}8"] == "target"


def test_a_hint_stays_lit_while_the_hinted_marble_is_carried_from_the_ring(training: VirtualTable) -> None:
    turn = training.turn
    line = "/".join(f"{turn}8" if letter == turn else "-" for letter in "ABCD") + f" {turn}"
    training.game.orders.rule("correct", "the referee", None, Position.parse(line))
    training.move(f"{turn}s1", f"{turn}8")
    training.lay("5C")
    twice(training)
    assert hinted(training) == {f"{turn}8", f"{turn}13"}
    training.lift(f"{turn}8")
    assert hinted(training) == {f"{turn}13"}


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        (Claim(Kind.SENDS, 1), "this sends Bea back to START"),
        (Claim(Kind.HOME, count=1), "this brings a marble home"),
        (Claim(Kind.HOME, count=2), "this brings two marbles home"),
        (Claim(Kind.SAFE, 0, 5, (Rank.TEN, Rank.JACK)), "this is safe from a ten and a jack"),
        (Claim(Kind.REACHES, 1, ranks=(Rank.KING,)), "a king could send Bea back to START next"),
        (Claim(Kind.IN_SPOT), "this reaches the in-spot"),
    ],
)
def test_the_reason_of_a_hint_names_the_player_and_the_cards(claim: Claim, text: str) -> None:
    speaker = Speaker(board(4), {1: "Bea"})
    assert reason(Hint(Pass(), claim.kind.value, claim), speaker) == text


@pytest.mark.parametrize("code", ["only", "wins", "best", "keeps-better", *Kind])
def test_every_reason_of_a_hint_has_a_sentence(code: str) -> None:
    claim = Claim(Kind.SENDS, 1, ranks=(Rank.KING,), count=1)
    assert reason(Hint(Pass(), code, claim), Speaker(board(4), {}))
