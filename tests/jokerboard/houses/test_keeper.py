"""The host refuses changes that a house may not make, and writes nothing twice."""

from __future__ import annotations

from dataclasses import replace

import pytest

from jokerboard.houses.changes import Change, Item
from jokerboard.houses.errors import MessageError
from jokerboard.houses.keeper import HOST, MOST_EDITS, Why
from tests.jokerboard.houses.model import World


def world() -> World:
    return World({HOST: "AC", "guest-1": "BD"})


def play(where: World, house: str, item: Item, keep: int | None = None) -> bool:
    """Propose a play, and record it if it is accepted; return whether it was.

    `keep`: the number of plays before it that count, all if None.
    """
    items = where.keeper.log.items
    entry = where.keeper.propose(
        house, where.keeper.log.head, Change(len(items) if keep is None else keep, item)
    )
    if entry is not None:
        where.commit(entry)
    return entry is not None


def why(where: World, house: str) -> Why:
    return where.keeper.refusals[house].why


def turn_of(where: World) -> str:
    return where.plays(where.keeper.log.items)[0].seat


def house_in_turn(where: World) -> str:
    return HOST if turn_of(where) in "AC" else "guest-1"


def test_a_proposed_play_at_another_houses_seat_is_refused() -> None:
    where = world()
    other = "guest-1" if house_in_turn(where) == HOST else HOST
    assert not play(where, other, where.plays(())[0])
    assert why(where, other) is Why.NOT_YOUR_SEAT


def test_a_proposed_play_out_of_turn_is_refused() -> None:
    where = world()
    house, item = house_in_turn(where), where.plays(())[0]
    partner = chr((ord(item.seat) - ord("A") + 2) % 4 + ord("A"))
    assert not play(where, house, replace(item, seat=partner))
    assert why(where, house) is Why.NOT_IN_TURN


def test_a_proposed_play_with_a_result_that_the_rules_do_not_give_is_refused() -> None:
    where = world()
    house, item = house_in_turn(where), where.plays(())[0]
    assert not play(where, house, replace(item, after=where.plays(())[-1].after))
    assert why(where, house) is Why.NOT_LEGAL
    assert not play(where, house, replace(item, play="7H nonsense"))
    assert why(where, house) is Why.NOT_LEGAL


def test_a_proposal_that_is_repeated_after_its_record_adds_no_second_record() -> None:
    where = world()
    house, head, change = house_in_turn(where), where.keeper.log.head, Change(0, where.plays(())[0])
    first = where.keeper.propose(house, head, change)
    assert first is not None
    where.commit(first)
    assert where.keeper.propose(house, head, change) is None
    assert where.keeper.log.n == 1
    assert house not in where.keeper.refusals


def test_a_host_accepts_no_proposal_while_a_record_is_being_written() -> None:
    where = world()
    house, head = house_in_turn(where), where.keeper.log.head
    first, second = where.plays(())[:2]
    assert where.keeper.propose(house, head, Change(0, first)) is not None
    assert where.keeper.propose(house, head, Change(0, second)) is None


def test_an_answer_about_an_undo_has_no_effect_while_a_record_is_being_written() -> None:
    where = world()
    for _ in range(2):
        assert play(where, house_in_turn(where), where.plays(where.keeper.log.items)[0])
    asking = house_in_turn(where)
    other = "guest-1" if asking == HOST else HOST
    keeper, items = where.keeper, where.plays(where.keeper.log.items)
    keeper.propose(other, keeper.log.head, Change(0))
    asked = keeper.question
    assert asked is not None
    assert keeper.propose(asking, keeper.log.head, Change(2, items[0])) is not None
    assert keeper.answer(asking, asked.id, True) is None


def test_a_houses_undo_of_its_own_last_play_needs_no_agreement() -> None:
    where = world()
    house = house_in_turn(where)
    assert play(where, house, where.plays(())[0])
    entry = where.keeper.propose(house, where.keeper.log.head, Change(0))
    assert entry is not None
    where.commit(entry)
    assert where.keeper.log.items == ()


@pytest.mark.parametrize("yes", [True, False])
def test_an_undo_after_the_next_play_needs_the_other_houses_agreement(yes: bool) -> None:
    where = world()
    first = house_in_turn(where)
    assert play(where, first, where.plays(())[0])
    second = house_in_turn(where)
    assert play(where, second, where.plays(where.keeper.log.items)[0])
    assert where.keeper.propose(first, where.keeper.log.head, Change(0)) is None
    assert where.keeper.question is not None
    where.answer(yes)
    assert len(where.keeper.log.items) == (0 if yes else 2)
    assert yes or why(where, first) is Why.DECLINED


def test_a_question_about_an_undo_is_closed_when_the_asking_house_withdraws_the_undo() -> None:
    where = world()
    first = house_in_turn(where)
    assert play(where, first, where.plays(())[0])
    assert play(where, house_in_turn(where), where.plays(where.keeper.log.items)[0])
    assert where.keeper.propose(first, where.keeper.log.head, Change(0)) is None
    where.keeper.withdraw(first)
    assert where.keeper.question is None


def test_the_number_of_changes_to_a_play_before_the_next_play_is_limited() -> None:
    where = world()
    house, choice = house_in_turn(where), where.plays(())
    assert play(where, house, choice[0])
    for n in range(MOST_EDITS):
        assert play(where, house, choice[1 + n % 2], keep=0)
    assert not play(where, house, choice[0], keep=0)
    assert why(where, house) is Why.TOO_MANY


def test_a_proposal_that_changes_nothing_is_refused() -> None:
    where = world()
    assert where.keeper.propose(HOST, where.keeper.log.head, Change(0)) is None
    assert why(where, HOST) is Why.NOT_A_CHANGE


def test_a_shared_record_that_does_not_follow_the_newest_one_is_refused() -> None:
    where = world()
    entry = where.keeper.log.next(HOST, Change(0, where.plays(())[0]))
    with pytest.raises(MessageError, match="does not follow"):
        where.keeper.log.taken(replace(entry, hash="0" * 64))
    with pytest.raises(MessageError, match="does not follow"):
        where.keeper.log.taken(replace(entry, n=2))
