"""Spans and movers, by which the engine tells why a play is illegal, for every hole and every card."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from engine.reasons import movers_with, spans
from engine.rules.rule_sets import RULES
from engine.table import table_for
from engine.text import Text, coded, decoded, listed
from engine.violation import Carry

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
def test_a_split_among_a_team_may_begin_with_any_of_its_marbles_and_another_only_with_ones_own(
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


def test_a_text_with_a_list_of_texts_is_read_back_with_all_their_codes() -> None:
    card = Text("the Ace", "card", rank="A", count=2, sure=True)
    text = Text("Lay the Ace, or it.", "lay", cards=listed([card, Text("it", "it")], "or"), n=(1, card))
    kept = coded({"text": text})
    again = decoded(kept["text"], kept["say"]["text"])
    assert isinstance(again, Text)
    assert (str(again), again.code, again.values["n"]) == (str(text), "lay", (1, card))
    assert again.values["cards"].values["parts"] == (card, Text("it", "it"))
    assert again.values["n"][1].values == card.values
