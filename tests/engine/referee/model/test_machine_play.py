"""In a machine player's turn only its chosen play counts; any other play is illegal and is corrected."""

from __future__ import annotations

import json
from typing import TypeVar

import pytest

from engine.cards import Card
from engine.play import Play
from engine.position import Position
from engine.referee.events import CardRead, Edge, MachinePlay
from engine.referee.machine import Referee
from engine.referee.verdicts import Discard, Illegal, Move, Restored, Verdict
from engine.rules.rule_sets import RULES
from engine.table import table_for
from jokerboard.journal.games.game_lines import to_line
from jokerboard.journal.games.trace import read_event

TEXAS = table_for(RULES["texas"], players=4)
BOARD = TEXAS.board
V = TypeVar("V", bound=Verdict)


class Seen:
    """A referee, and methods that carry marbles on its board."""

    def __init__(self, position: str, play: str | None = None) -> None:
        """`play` is the machine's demanded play; its card is laid."""
        self.referee = Referee(TEXAS, Position.parse(position), mode="play", cards="seat")
        self.t = 0.0
        self.verdicts: list[Verdict] = list(self.referee.advance(0.0))
        if play is not None:
            self.machine(play)
            self.card(play.split()[0])

    def wait(self, seconds: float) -> None:
        until = self.t + seconds
        while (due := self.referee.deadline) is not None and due <= until:
            self.verdicts += self.referee.advance(due)
        self.t = until
        self.verdicts += self.referee.advance(until)

    def carry(self, source: str, target: str) -> None:
        for hole, on in ((source, False), (target, True)):
            self.verdicts += self.referee.feed(Edge(self.t, BOARD.hole(hole), on))
            self.wait(0.3)

    def machine(self, play: str | None) -> None:
        asked = None if play is None else Play.parse(play, BOARD)
        self.verdicts += self.referee.feed(MachinePlay(self.t, asked, self.referee.turn))

    def card(self, text: str | None) -> None:
        card = None if text is None else Card.parse(text)
        self.verdicts += self.referee.feed(CardRead(self.t, card, self.referee.turn))
        self.wait(0.5)

    def of(self, kind: type[V]) -> list[V]:
        return [verdict for verdict in self.verdicts if isinstance(verdict, kind)]


def test_a_machines_play_is_announced_like_a_persons_play() -> None:
    seen = Seen("A8,A15/B12/-/- A", "5D A15-B2")
    seen.carry("A15", "B2")
    seen.wait(2.0)
    (move,) = seen.of(Move)
    assert move.play.text(BOARD) == "5D A15-B2"
    assert not seen.of(Illegal)


def test_in_a_machines_turn_a_legal_play_not_chosen_by_the_machine_is_illegal_and_can_be_corrected() -> None:
    seen = Seen("A8,A15/B12/-/- A", "5D A15-B2")
    seen.carry("A8", "A13")
    seen.wait(2.0)
    (wrong,) = seen.of(Illegal)
    assert wrong.code == "not-the-machines-play"
    assert wrong.text == "That is not the machine's play; carry A15-B2, as the lights show."
    assert [(BOARD.name(p.source), BOARD.name(p.target)) for p in wrong.put_back] == [("A13", "A8")]
    assert not seen.of(Move)
    seen.carry("A13", "A8")
    seen.wait(1.0)
    assert seen.of(Restored)
    seen.carry("A15", "B2")
    seen.wait(2.0)
    assert len(seen.of(Move)) == 1


def test_in_a_machines_turn_a_wrong_count_has_its_usual_code() -> None:
    seen = Seen("A8,A15/-/-/- A", "5D A15-B2")
    seen.carry("A15", "B3")
    seen.wait(2.0)
    assert [v.code for v in seen.of(Illegal)] == ["not-the-machines-play"]
    seen.carry("B3", "B2")
    seen.wait(2.0)
    assert len(seen.of(Move)) == 1


def test_a_machines_discard_of_a_playable_card_is_announced_without_a_question() -> None:
    seen = Seen("A8,A15/-/-/- A", "5D --")
    seen.wait(2.0)
    assert len(seen.of(Discard)) == 1


def test_after_the_play_demanded_by_a_machine_is_withdrawn_any_legal_play_counts() -> None:
    seen = Seen("A8,A15/B12/-/- A")
    seen.machine("5D A15-B2")
    seen.machine(None)
    seen.card("5D")
    seen.carry("A8", "A13")
    seen.wait(2.0)
    seen.card("6D")
    seen.carry("B12", "C0")
    seen.wait(2.0)
    assert [m.play.text(BOARD) for m in seen.of(Move)] == ["5D A8-A13", "6D B12-C0"]


def test_a_card_that_a_machine_demands_counts_even_if_the_card_was_read_earlier_in_the_game() -> None:
    seen = Seen("A8/B8/C8/D8 A")
    for card, source, target in (
        ("5D#1", "A8", "A13"), ("6D#1", "B8", "B14"), ("5S#1", "C8", "C13"), ("6S#1", "D8", "D14")
    ):  # fmt: skip
        seen.card(card)
        seen.carry(source, target)
        seen.wait(2.0)
    seen.machine("5D#1 A13-B0")
    seen.card("5D#1")
    seen.carry("A13", "B0")
    seen.wait(2.0)
    assert [m.card for m in seen.of(Move)] == ["5D#1", "6D#1", "5S#1", "6S#1", "5D#1"]
    assert not seen.of(Illegal)


def test_a_card_that_a_machine_demands_replaces_a_laid_card_even_after_a_marble_was_moved() -> None:
    seen = Seen("A8,A15/B12/-/- A")
    seen.card("6D")
    seen.machine("5D A15-B2")
    seen.carry("A15", "A17")
    seen.card("5D")
    seen.carry("A17", "B2")
    seen.wait(2.0)
    assert not seen.of(Discard)
    assert [m.play.text(BOARD) for m in seen.of(Move)] == ["5D A15-B2"]


@pytest.mark.parametrize("play", ["5D A15-B2", "5D --", None])
def test_a_machines_play_survives_conversion_to_a_trace_line(play: str | None) -> None:
    event = MachinePlay(1.5, None if play is None else Play.parse(play, BOARD), 1)
    assert read_event(json.dumps(to_line(event, BOARD)), 2, BOARD) == event
