"""`spans` (counts that bring a marble to a hole) and `movers_with` (seats whose marbles may move).

The engine explains with them why a play is illegal.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from engine.cards import Rank
from engine.faults import _exchange_fault
from engine.landing import land, leg
from engine.position import Position
from engine.reasons import movers_with, spans
from engine.rules.rule_sets import RULES
from engine.split_faults import part_fault
from engine.table import table_for
from engine.text import Text, coded, decoded, listed
from engine.violation import Carry, Code

TABLE = table_for(RULES["texas"])
RING, LANES = TABLE.board.ring, TABLE.lanes


def test_a_marble_in_a_lane_reaches_only_deeper_holes_of_it() -> None:
    for seat, depth, target in product(TABLE.seats, range(5), range(TABLE.board.holes)):
        source = LANES[seat] + depth
        deeper = target - source if source < target < LANES[seat] + 5 else None
        assert spans(TABLE, Carry(seat, source, target)) == (() if deeper is None else (deeper,))


def test_a_marble_on_the_ring_has_two_ways_round_and_one_into_its_own_lane() -> None:
    for seat, source, target in product(TABLE.seats, range(RING), range(TABLE.board.holes)):
        found = spans(TABLE, Carry(seat, source, target))
        if target < RING:
            ahead, behind = found
            assert (source + ahead) % RING == (source + behind) % RING == target
        else:
            assert len(found) == (LANES[seat] <= target < LANES[seat] + 5)
    assert not any(spans(TABLE, Carry(seat, None, 8)) for seat in TABLE.seats)


@pytest.mark.parametrize("name", RULES)
def test_a_split_of_a_team_may_begin_with_any_marble_of_the_team_and_any_other_split_with_an_own_marble(
    name: str,
) -> None:
    table = table_for(RULES[name])
    for turn in table.seats:
        position = table.initial(turn)
        for split in (power.split for power in table.powers.values() if power.split):
            alone = movers_with(table, position, replace(split, team=False))
            assert alone == movers_with(table, position, None) == tuple(table.helping(position))
            assert set(movers_with(table, position, replace(split, team=True))) == {
                *alone, *table.team_of(turn)
            }  # fmt: skip


def test_a_text_with_a_list_of_texts_is_read_back_with_the_codes_of_all_these_texts() -> None:
    card = Text("the Ace", "card", rank="A", count=2, sure=True)
    text = Text("Lay the Ace, or it.", "lay", cards=listed([card, Text("it", "it")], "or"), n=(1, card))
    kept = coded({"text": text})
    again = decoded(kept["text"], kept["say"]["text"])
    assert isinstance(again, Text)
    assert (str(again), again.code, again.values["n"]) == (str(text), "lay", (1, card))
    assert again.values["cards"].values["parts"] == (card, Text("it", "it"))
    assert again.values["n"][1].values == card.values


def test_a_marble_that_goes_into_its_lane_moves_no_other_marble() -> None:
    position = Position.parse("A1/A0,B8/-/- A")
    for depth in range(5):
        source, target = TABLE.board.hole("A1"), LANES[0] + depth
        assert land(TABLE, position.bits, 0, source, target) == (
            position.bits ^ 1 << source ^ 1 << target,
            leg(0, source, target),
        )


@pytest.mark.parametrize("part", range(1, 7))
def test_a_leg_of_a_split_that_lands_on_an_own_marble_is_illegal_for_any_count(part: int) -> None:
    position = Position.parse(f"A8,A{8 + part}/-/-/- A")
    split = next(power.split for power in TABLE.powers.values() if power.split and power.split.total == 7)
    carry = Carry(0, TABLE.board.hole("A8"), TABLE.board.hole(f"A{8 + part}"))
    fault = part_fault(TABLE, position, split, carry)
    assert fault is not None
    assert fault.code is Code.LANDS_ON_OWN_MARBLE


@pytest.mark.parametrize("swap", ["off", "on"])
def test_the_reason_does_not_exchange_marbles_is_given_only_for_a_card_that_exchanges_no_marbles(
    swap: str,
) -> None:
    table = table_for(RULES["texas"].with_switches({"joker_true_swap": swap}))
    carries = (Carry(0, 8, 9), Carry(1, 9, 8))
    for rank, power in table.powers.items():
        exchanges = power.exchange or (rank is Rank.JOKER and swap == "on")
        text = str(_exchange_fault(table, rank, carries, True).text)
        assert text.endswith(" does not exchange marbles.") != exchanges, text
