"""Verdicts and the JSON of docs/formats.md can be converted into each other without loss."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import RANKS
from engine.geometry import board
from engine.legal import legal
from engine.referee import verdicts
from engine.rules.rule_sets import RULES
from engine.table import table_for
from jokerboard.journal.games.game_lines import from_json, to_json
from tests.engine.referee.hands import positions_of_play
from tests.examples import examples

BOARD = board(4)
TABLE = table_for(RULES["pegs-and-jokers"], 4)
POSITIONS = tuple(positions_of_play(TABLE, seed=1, count=8))
PLAYS = tuple(outcome.play for p in POSITIONS for rank in RANKS for outcome in legal(TABLE, p, rank))

times = st.integers(0, 10**7).map(lambda ms: ms / 1000)
seats = st.integers(0, 3)
holes = st.integers(0, BOARD.holes - 1)
several = st.lists(holes, max_size=4).map(tuple)
numbers = st.integers(1, 500)
positions = st.sampled_from(POSITIONS)
plays = st.sampled_from(PLAYS)
texts = st.text(max_size=30)
cards = st.sampled_from(["7H", "TD#2", "X#3", "X", "TJQK"])
owings = st.lists(st.builds(verdicts.Owed, seats, several), max_size=2).map(tuple)
mending = st.lists(st.builds(verdicts.PutBack, holes, holes)).map(tuple)
decisions = st.sampled_from(["let-stand", "take-back", "correct"])

any_verdict: st.SearchStrategy[verdicts.Verdict] = st.one_of(
    st.builds(verdicts.NextTurn, times, seats),
    st.builds(verdicts.Move, times, numbers, seats, cards, plays, positions, owings, st.none() | numbers),
    st.builds(verdicts.Discard, times, numbers, seats, cards, positions),
    st.builds(verdicts.Illegal, times, seats, texts, texts, several, mending),
    st.builds(verdicts.Ambiguous, times, seats, st.lists(plays, min_size=2, max_size=3).map(tuple), several),
    st.builds(verdicts.Restored, times),
    st.builds(verdicts.Takeback, times, numbers, positions),
    st.builds(verdicts.Decision, times, decisions, texts, positions, texts),
    st.builds(lambda t, text, hole: verdicts.Fault(t, text, hole=hole), times, texts, holes),
    st.builds(lambda t, text, device: verdicts.Fault(t, text, device=device), times, texts, texts),
    st.builds(verdicts.Over, times, st.lists(seats, unique=True).map(tuple), positions),
)


@examples(300, derandomize=True)
@given(any_verdict)
def test_a_verdict_is_converted_to_json_and_back_unchanged(verdict: verdicts.Verdict) -> None:
    line = json.dumps(to_json(verdict, BOARD))
    assert from_json(json.loads(line), BOARD) == verdict


def test_a_verdicts_json_has_the_published_fields() -> None:
    play, position = PLAYS[0], POSITIONS[0]
    move = verdicts.Move(1.5, 3, 0, "7H", play, position, (verdicts.Owed(2, (BOARD.hole("Cs1"),)),), 2)
    assert to_json(move, BOARD) == {
        "t": 1.5,
        "kind": "move",
        "n": 3,
        "seat": "A",
        "card": "7H",
        "play": play.text(BOARD),
        "position": position.line(),
        "owing": [{"marble": "C", "to": ["Cs1"]}],
        "amends": 2,
    }
    illegal = verdicts.Illegal(2.0, 1, "wrong-count", "so", (15,), (verdicts.PutBack(15, 8),))
    assert to_json(illegal, BOARD) == {
        "t": 2.0,
        "kind": "illegal",
        "seat": "B",
        "code": "wrong-count",
        "text": "so",
        "holes": ["A15"],
        "put_back": [{"from": "A15", "to": "A8"}],
    }


def test_the_position_of_a_verdict_is_read_with_the_given_number_of_marbles_for_each_seat() -> None:
    line = {"t": 1.0, "kind": "takeback", "n": 1, "position": "A8/-/-/- A"}
    found = [from_json(line, BOARD, count) for count in (4, 5)]
    assert [v.position.start_count(0) for v in found if isinstance(v, verdicts.Takeback)] == [3, 4]


def test_a_verdict_line_of_an_unknown_kind_is_refused() -> None:
    with pytest.raises(KeyError, match="gossip"):
        from_json({"t": 1.0, "kind": "gossip"}, BOARD)


def test_a_verdict_line_without_a_needed_field_is_refused() -> None:
    with pytest.raises(KeyError, match="position"):
        from_json({"t": 1.0, "kind": "takeback", "n": 1}, BOARD)
