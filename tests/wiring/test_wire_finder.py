"""Tests of WireFinder: with any wires, mistakes and interruptions, every hole is found or reported as bad."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples, some
from tests.wiring.boards import DIRECT, checked
from tests.wiring.crossed import Crossed, asked
from wiring.bringup.questions import Answer, Confirm, Named, NameLit, Placed, PutAt, PutWhereLit, Redo
from wiring.bringup.setup_file import described, load, save
from wiring.bringup.wire_finder import MOST, WireFinder, leads
from wiring.errors import SetupError


def check(session: WireFinder, person: Crossed) -> None:
    """Check that no hole is mapped wrongly, and that exactly the dead devices are reported as bad."""
    found = session.found
    assert set(found.bad_sensors) == person.silent
    assert set(found.bad_lights) == person.dark
    for channel, hole in enumerate(found.channels):
        assert hole is None or person.channel_of[hole] == channel
    for led, hole in enumerate(found.lights):
        assert hole is None or person.hole_of[led] == hole


def test_setup_without_mistakes_asks_for_every_hole_three_times() -> None:
    person = Crossed(112, 1, wrong=0, dead_sensors=0, dead_lights=0)
    session = WireFinder(112, 112, 112)
    assert asked(session, person) == 3 * 112
    check(session, person)
    assert session.progress == (224, 224)


@pytest.mark.parametrize("seed", some(range(12), 4))
def test_crossed_wires_are_found_despite_mistakes_dead_parts_and_an_interruption(
    seed: int, tmp_path: Path
) -> None:
    person = Crossed(112, seed)
    session = load(DIRECT, tmp_path / "setup")
    asked(session, person, 150)
    save(session, DIRECT, tmp_path / "setup")
    again = load(DIRECT, tmp_path / "setup")
    assert again.question == session.question
    asked(again, person, 3000)
    check(again, person)
    board = described(DIRECT, again)
    assert checked(board) == board


@examples(25)
@given(st.integers(0, 10_000), st.integers(12, 60), st.integers(0, 3), st.integers(0, 3), st.floats(0, 0.02))
def test_setup_finds_the_wires_of_boards_of_any_size(
    seed: int, holes: int, silent: int, dark: int, wrong: float
) -> None:
    person = Crossed(holes, seed, wrong=wrong / 10, dead_sensors=silent, dead_lights=dark)
    session = WireFinder(holes, holes, holes)
    asked(session, person, 20 * holes)
    check(session, person)


@given(st.integers(0, 1000), st.integers(0, 120))
@examples(15)
def test_replaying_setups_answers_or_undoing_the_last_answer_leads_to_an_equal_question(
    seed: int, count: int
) -> None:
    person = Crossed(28, seed)
    session = WireFinder(28, 28, 28)
    asked(session, person, count)
    before, question = session.answers, session.question
    replayed = WireFinder(28, 28, 28, before)
    assert (replayed.question, replayed.found) == (question, session.found)
    if question is not None:
        session.answer(person.answer(question))
        assert session.undo()
        assert (session.answers, session.question) == (before, question)


def test_undoing_without_an_answer_returns_false() -> None:
    assert not WireFinder(3, 3, 3).undo()


def test_setup_asks_again_for_a_repaired_hole_if_redo_is_requested() -> None:
    person = Crossed(28, 3, wrong=0, dead_sensors=1, dead_lights=1)
    session = WireFinder(28, 28, 28)
    asked(session, person)
    check(session, person)
    mended = sorted(person.silent | person.dark)
    person.silent, person.dark = set(), set()
    for hole in mended:
        session.answer(Redo(hole))
    assert asked(session, person) < 28
    check(session, person)


def test_two_holes_exchanged_in_every_answer_are_found_when_setup_asks_for_confirmation() -> None:
    session = WireFinder(2, 2, 2, [Placed(1), Placed(0), Placed(1), Placed(0)])
    assert session.question == Confirm(0, 0)
    session.answer("no")
    session.answer(Placed(0))
    assert isinstance(session.question, PutAt), "two holes claim channel 0 now"
    while session.question is not None:
        match session.question:
            case PutAt(hole) | Confirm(hole, _):
                session.answer(Placed(hole))
            case PutWhereLit(led):
                session.answer(Placed(1 - led))
            case other:
                raise AssertionError(other)
    assert session.found.channels == (0, 1)


@examples(150)
@given(st.randoms(use_true_random=False), st.integers(1, 4))
def test_any_answers_end_setup_with_every_hole_mapped_or_marked_as_bad(chance: Random, holes: int) -> None:
    session = WireFinder(holes, holes, holes)
    count = 0
    while (question := session.question) is not None:
        kind = chance.choice(question.answers)
        answer = chance.choice([Placed, Named])(chance.randrange(holes)) if kind in (Placed, Named) else kind
        if type(answer) in (Placed, Named) and type(answer) is not kind:
            continue
        session.answer(answer)  # type: ignore[arg-type]
        count += 1
    assert count <= 2 * holes * (MOST + 1)
    found = session.found
    for known, bad in ((found.channels, found.bad_sensors), (found.lights, found.bad_lights)):
        assert sorted([hole for hole in known if hole is not None] + list(bad)) == list(range(holes))


def test_a_hole_whose_sensor_is_never_confirmed_is_marked_as_bad() -> None:
    session = WireFinder(1, 1, 1, [Placed(0), Placed(0)])
    for _ in range(3 * MOST):
        if session.question is None:
            break
        session.answer("nothing" if isinstance(session.question, PutAt | Confirm) else "dark")
    assert session.question is None
    assert session.found.bad_sensors == (0,)


def test_setup_asks_for_the_name_of_a_lit_hole_after_two_marbles_without_a_reaction() -> None:
    session = WireFinder(1, 1, 1, [Placed(0), "nothing", "nothing"])
    assert session.question == NameLit(0)
    session.answer(Named(0))
    while isinstance(session.question, Confirm):
        session.answer("dark" if session.progress[0] else Placed(0))
    assert session.found.channels == (0,)


@pytest.mark.parametrize(
    ("answers", "wrong"),
    [
        ([], "dark"),
        ([], "no"),
        ([], Named(0)),
        ([], Placed(2)),
        ([], Placed(-1)),
        ([], Redo(2)),
        ([Placed(0), Placed(1)], "no"),
        ([Placed(0), Placed(1)], Named(1)),
    ],
)
def test_an_answer_that_does_not_fit_setups_question_is_refused(answers: list[Answer], wrong: Answer) -> None:
    session = WireFinder(2, 2, 2, answers)
    with pytest.raises(SetupError):
        session.answer(wrong)
    assert session.answers == tuple(answers)


def test_a_value_belongs_to_the_key_with_the_most_votes_and_to_no_key_if_votes_are_equal() -> None:
    assert leads({"a": Counter({1: 2}), "b": Counter({1: 1})}) == {"a": (1, 1)}
    assert leads({"a": Counter({1: 1}), "b": Counter({1: 1})}) == {}
    assert leads({"a": Counter({1: 1, 2: 1})}) == {}
    assert leads({"a": Counter({-1: 2}), "b": Counter({-1: 2}), "c": Counter()}) == {
        "a": (-1, 2),
        "b": (-1, 2),
    }


def test_a_hole_whose_answers_never_agree_counts_as_bad_after_twenty_questions() -> None:
    session, asked = WireFinder(1, 3, 1), 0
    for _ in range(100):
        if isinstance(session.question, PutAt | Confirm):
            asked += 1
            session.answer(Placed(asked % 3))
        elif session.question is not None:
            session.answer("dark")
    assert (session.question, asked, session.found.bad_sensors) == (None, 20, (0,))
