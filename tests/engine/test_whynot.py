from __future__ import annotations

from random import Random

import pytest
from hypothesis import example, given, note
from hypothesis import strategies as st

from engine.cards import RANKS, Rank
from engine.legal import legal
from engine.moves import wordings
from engine.must_play import must_play
from engine.play import Leg
from engine.position import Position
from engine.reasons import spans
from engine.rules.rule_sets import RULES
from engine.table import Table, table_at
from engine.whynot import Carry, Violation, carries_of, unplayed, why_not
from tests.engine.boards import TABLES, random_position
from tests.engine.tables import rules_of
from tests.examples import examples

HOUSES = (
    "home_branch=forced",
    "home_overshoot=wait",
    "start_hole_safe=on",
    "joker_true_swap=on joker_any_hole=on",
    "in_spot_chain=illegal",
    "nine_mode=must",
    "nine_mode=any_way nine_scope=team seven_scope=team",
    "play_for_partner_any_time=on two_swap=on marbles_per_player=4",
    "partial_7_9_forfeit=on nine_unsplit_backward=on face_values_11_12_13=on",
)


def carry(table: Table, text: str) -> Carry:
    """The carry in a text such as `A:A8-A14`; `s` is START."""
    seat, way = text.split(":")
    source, target = way.split("-")
    start = None if source == "s" else table.board.hole(source)
    return Carry(ord(seat) - 65, start, table.board.hole(target))


def ask(rules: str, line: str, card: str | None, *carries: str) -> Violation | None:
    chosen = rules_of(rules)
    position = Position.parse(line, chosen.marbles_per_player)
    table = table_at(chosen, position)
    rank = None if card is None else Rank(card)
    return why_not(table, position, rank, tuple(carry(table, each) for each in carries))


def wrong(rules: str, line: str, card: str | None, *carries: str) -> Violation:
    violation = ask(rules, line, card, *carries)
    assert violation is not None
    return violation


LEGAL = [
    ("texas", "A8/-/-/- A", "5", ["A:A8-A13"]),
    ("texas", "A8/-/-/- A", None, ["A:A8-A13"]),
    ("texas", "-/-/-/- A", "K", ["A:s-A8"]),
    ("texas", "A10,A12/-/-/- A", "7", ["A:A10-A13", "A:A12-A16"]),
    ("pegs-and-jokers", "A10/-/C14/- A", "2", ["A:A10-C14", "C:C14-A10"]),
    ("texas", "-/B8/-/- A", "X", ["A:s-B8"]),
    ("texas", "A0,h2,h3,h4,h5/-/C14/- A", "7", ["C:C14-C17", "A:A0-Ah1"]),
    ("texas", "-/-/-/- A", "5", []),
    ("texas", "A8/-/-/- A", None, []),
]


@pytest.mark.parametrize(("rules", "line", "card", "carries"), LEGAL)
def test_a_legal_play_has_no_violation(rules: str, line: str, card: str | None, carries: list[str]) -> None:
    assert ask(rules, line, card, *carries) is None


WRONG = [
    ("texas", "A8/-/-/- A", "5", ["A:A8-A14"], "wrong-count"),
    ("texas", "A8/-/-/- A", None, ["A:A8-B10"], "wrong-count"),
    ("texas", "A8/-/-/- A", "5", ["A:A8-Bh3"], "wrong-count"),
    ("texas", "A8/-/-/- A", "K", ["A:s-A9"], "wrong-count"),
    ("texas", "A8,B2/-/-/- A", "5", ["A:A8-A13", "A:B2-B7"], "wrong-count"),
    ("texas", "A8,B2/-/-/- A", "X", ["A:A8-A13", "A:B2-B7"], "wrong-count"),
    ("texas", "A8,B2/-/-/- A", "7", ["A:A8-A13", "A:B2-B7"], "wrong-count"),
    ("texas", "A8,B2,B9/-/-/- A", "7", ["A:A8-A9", "A:B2-B4", "A:B9-B13"], "wrong-count"),
    ("texas", "A8/-/-/- A", "5", ["A:A8-A3"], "wrong-way"),
    ("texas", "A8/-/-/- A", "8", ["A:A8-A16"], "wrong-way"),
    ("texas", "A0/-/-/- A", "8", ["A:A0-Ah5"], "wrong-way"),
    ("texas", "A8,B2/-/-/- A", "7", ["A:A8-A5", "A:B2-B6"], "wrong-way"),
    ("pegs-and-jokers", "A8,B2/-/-/- A", "9", ["A:A8-A12", "A:B2-B7"], "wrong-way"),
    ("texas", "A8,A10/-/-/- A", "7", ["A:A8-A15"], "passes-own-marble"),
    ("texas", "A8,A10/-/-/- A", None, ["A:A8-A15"], "passes-own-marble"),
    ("texas", "A8,A10,B9/-/-/- A", "7", ["A:A8-A11", "A:B9-B13"], "passes-own-marble"),
    ("texas", "A2,A3/-/-/- A", "4", ["A:A2-Ah3"], "passes-own-marble"),
    ("texas", "h1,h2/-/-/- A", "3", ["A:Ah1-Ah4"], "passes-own-marble"),
    ("texas", "A8,A15/-/-/- A", "7", ["A:A8-A15"], "lands-on-own-marble"),
    ("texas", "A8/-/-/- A", "K", ["A:s-A8"], "lands-on-own-marble"),
    ("texas", "A8,B9/-/-/- A", "X", ["A:B9-A8"], "lands-on-own-marble"),
    ("texas", "A8/-/-/- A", "8", ["A:A8-Ah3"], "backs-into-home"),
    ("texas", "A8/-/-/- A", "8", ["A:A8-Ah1"], "backs-into-home"),
    ("pegs-and-jokers", "A5,B9/-/-/- A", "9", ["A:A5-Ah1", "A:B9-B15"], "backs-into-home"),
    ("texas", "A0/-/-/- A", "9", ["A:A0-Ah5"], "overshoots-home"),
    ("texas", "h3/-/-/- A", "4", ["A:Ah3-Ah5"], "overshoots-home"),
    ("texas", "h2/-/-/- A", "A", ["A:Ah2-Ah1"], "home-marble-moved-back"),
    ("texas", "h2/-/-/- A", "5", ["A:Ah2-A8"], "home-marble-moved-back"),
    ("texas", "A8,h2/-/-/- A", "7", ["A:Ah2-Ah1", "A:A8-A14"], "home-marble-moved-back"),
    ("texas", "h2/B8/-/- A", "X", ["A:Ah2-B8"], "home-marble-moved-back"),
    ("texas", "-/-/-/- A", "5", ["A:s-A8"], "card-cannot-start"),
    ("texas", "A9/-/-/- A", "7", ["A:s-A8", "A:A9-A15"], "card-cannot-start"),
    ("texas", "B2/-/C3,C14/- A", "X", ["A:B2-C14"], "in-spot-occupied"),
    ("texas", "B16/-/C3/- A", "5", ["A:B16-C3"], "in-spot-occupied"),
    ("texas", "-/-/A8,C3/- A", "K", ["A:s-A8"], "in-spot-occupied"),
    ("joker-board", "B16/-/E3/-/C3/- A", "5", ["A:B16-C3"], "in-spot-occupied"),
    ("texas", "A8,A15/-/-/- A", "7", ["A:A8-A11"], "split-incomplete"),
    ("texas", "A0,h2,h3,h4,h5/-/C14/- A", "7", ["A:A0-Ah1"], "split-incomplete"),
    ("texas", "A8/-/-/- A", "X", ["A:A8-A10"], "joker-needs-a-marble"),
    ("texas", "A8/-/-/- A", "X", ["A:A8-Ah1"], "joker-needs-a-marble"),
    ("pegs-and-jokers", "A10/-/C14/- A", "2", ["A:A10-C14"], "wrong-exchange"),
    ("pegs-and-jokers", "h2/-/C14/- A", "2", ["A:Ah2-C14", "C:C14-Ah2"], "wrong-exchange"),
    ("pegs-and-jokers", "A10,C14/-/-/- A", "2", ["A:A10-C14", "A:C14-A10"], "wrong-exchange"),
    ("texas", "A10/-/C14/- A", "2", ["A:A10-C14", "C:C14-A10"], "wrong-exchange"),
    ("texas", "A10/-/C14/- A", None, ["A:A10-C14", "C:C14-A10"], "wrong-exchange"),
    ("texas", "A0/B4/-/- A", "4", ["B:B4-B8"], "not-your-marble"),
    ("texas", "A8/-/C8/- A", "7", ["A:A8-A11", "C:C8-C12"], "not-your-marble"),
    ("texas", "h1,h2,h3,h4,h5/B4/-/- A", "4", ["B:B4-B8"], "not-your-marble"),
    ("texas", "A8/-/-/- A", "5", [], "must-play"),
    ("texas", "A8/-/-/- A", "5", ["A:A9-A14"], "unexplained"),
    ("texas", "A8/-/-/- A", "5", ["A:A8-A8"], "unexplained"),
    ("texas", "A8/-/-/- A", "5", ["A:A8-As1"], "unexplained"),
    ("texas", "A8/-/-/- A", "5", ["A:s-Bs1"], "card-cannot-start"),
    ("texas", "A8/-/-/- A", "K", ["A:s-Bs1"], "unexplained"),
    ("texas", "A8,h2/-/-/- A", "5", ["A:Ah2-As1"], "home-marble-moved-back"),
    ("texas", "A8/B8/-/- A", "5", ["B:B8-Bs1"], "not-your-marble"),
    ("own-deck", "A2/B12/-/D3,h2,h3,h4,h5 D", "7", ["B:B12-C0"], "split-incomplete"),
    ("own-deck", "A2/B12/-/D3,h2,h3,h4,h5 D", "7", ["B:B12-C1"], "not-your-marble"),
    ("texas", "A8/-/-/- A", "7", ["A:A8-A11", "A:A8-A12"], "unexplained"),
    ("texas", "A1,A2,A4,A5,A6/-/-/- A", "K", ["A:s-A8"], "unexplained"),
    ("texas", "h1,h2,h3,h4,h5/B8/h1,h2,h3,h4,h5/- B", "5", ["B:B8-B13"], "unexplained"),
    ("texas home_branch=forced", "A1/-/-/- A", "4", ["A:A1-A5"], "overshoots-home"),
    ("texas home_overshoot=wait", "A1/-/-/- A", "9", ["A:A1-A10"], "overshoots-home"),
    ("texas start_hole_safe=on", "B3/B8/-/- A", "5", ["A:B3-B8"], "come-out-safe"),
    ("texas joker_true_swap=on", "B3/B8/-/- A", "X", ["A:B3-B8"], "wrong-exchange"),
    ("joker-board in_spot_chain=illegal", "C4/-/C9/-/C3/- A", "5", ["A:C4-C9"], "in-spot-occupied"),
    ("texas nine_mode=must", "A8,B8/-/-/- A", "9", ["A:A8-A17"], "split-incomplete"),
]


@pytest.mark.parametrize(("rules", "line", "card", "carries", "code"), WRONG)
def test_an_illegal_play_has_its_code(
    rules: str, line: str, card: str | None, carries: list[str], code: str
) -> None:
    violation = wrong(rules, line, card, *carries)
    assert violation.code == code
    assert violation.text.endswith(".")
    assert violation.rule


def sentence(rules: str, line: str, card: str | None, *carries: str) -> str:
    return wrong(rules, line, card, *carries).text


def test_the_sentence_of_a_violation_names_the_marble_the_holes_and_the_rule() -> None:
    line = "A8/-/-/- A"
    assert (
        sentence("texas", line, "5", "A:A8-A14")
        == "A 5 moves five holes; A's marble went six, from A8 to A14."
    )
    assert (
        sentence("texas", line, "A", "A:A8-A7")
        == "An Ace goes forward; A's marble from A8 to A7 is backward."
    )
    assert (
        sentence("own-deck", line, "A", "A:A8-A10")
        == "An Ace moves one hole; A's marble went two, from A8 to A10."
    )
    assert sentence("texas", line, "A", "A:A8-A10") == (
        "An Ace moves one or eleven holes; A's marble went two, from A8 to A10."
    )
    assert sentence("texas", line, "8", "A:A8-A1") == (
        "An 8 moves eight holes backward; A's marble went seven back, from A8 to A1."
    )
    assert sentence("texas", line, "5") == "A 5 can be played, so seat A must play it and not discard it."
    assert sentence("texas", line, None, "A:A8-C8") == "No card brings A's marble from A8 to C8."


def test_a_violation_names_the_holes_at_fault() -> None:
    violation = wrong("texas", "A8,A10/-/-/- A", "7", "A:A8-A15")
    assert violation.holes == (15, 10)
    assert violation.rule == "RC-1"


tables = st.sampled_from(TABLES)
seeds = st.integers(0, 2**32)


def physical(position: Position, legs: tuple[Leg, ...]) -> tuple[Carry, ...]:
    carries = [Carry(leg.seat, leg.source, leg.target) for leg in legs if leg.seat is not None]
    if legs[0].exchange:
        other = position.colour_at(carries[0].target)
        assert other is not None
        assert carries[0].source is not None
        carries.append(Carry(other, carries[0].target, carries[0].source))
    return tuple(carries)


@examples(50)
@given(seeds, tables)
def test_a_random_legal_play_has_no_violation(seed: int, at: tuple[str, int, int | None]) -> None:
    chance = Random(seed)
    table, position = random_position(chance, RULES[at[0]], at[1], at[2])
    for rank in chance.sample(RANKS, 4):
        for outcome in legal(table, position, rank):
            carries = carries_of(position, outcome.play.legs)
            assert carries is not None
            chance.shuffle(shuffled := list(carries))
            assert why_not(table, position, rank, tuple(shuffled)) is None
            assert why_not(table, position, None, carries) is None


@examples(150)
@given(seeds, tables, st.sampled_from(("", *HOUSES)))
def test_every_carry_of_marbles_that_is_no_play_has_a_code(
    seed: int, at: tuple[str, int, int | None], house: str
) -> None:
    chance = Random(seed)
    table, position = random_position(chance, rules_of(f"{at[0]} {house}"), at[1], at[2])
    note(position.line())
    for _ in range(12):
        rank = chance.choice(RANKS)
        carries = tuple(
            random_carry(chance, table, position) for _ in range(chance.choice((1, 1, 1, 2, 2, 3)))
        )
        note(f"{rank} {carries}")
        done = {frozenset(physical(position, legs)) for _, legs in wordings(table, position, rank)}
        violation = why_not(table, position, rank, carries)
        assert (violation is None) == (len(set(carries)) == len(carries) and frozenset(carries) in done)
        if violation:
            assert violation.text.endswith(".")
            assert violation.text[0].isupper()
            assert violation.rule
        why_not(table, position, None, carries)


def random_carry(chance: Random, table: Table, position: Position) -> Carry:
    """A random carry, mostly of a marble on the board by a count that some card has."""
    seat = position.turn if chance.random() < 0.8 else chance.choice(table.seats)
    own = position.marbles[seat] or ()
    source = chance.choice((None, *own, *own))
    if chance.random() < 0.03:
        source = chance.randrange(table.board.holes)
    if source is None:
        return Carry(
            seat, None, chance.choice((table.board.come_out(seat), chance.randrange(table.board.ring)))
        )
    kind = chance.random()
    if kind < 0.3:
        return Carry(seat, source, chance.choice(table.board.lane(seat)))
    if kind < 0.4:
        return Carry(seat, source, chance.randrange(table.board.holes))
    return Carry(seat, source, (source + chance.randrange(-13, 14)) % table.board.ring)


@example(0)
@given(seeds)
def test_a_card_must_be_played_exactly_if_a_legal_play_with_the_card_exists(seed: int) -> None:
    table, position = random_position(Random(seed), RULES["texas"], 4)
    for rank in RANKS:
        assert (unplayed(table, position, rank) is not None) == bool(legal(table, position, rank))


def test_no_count_brings_a_marble_out_of_start() -> None:
    table = table_at(RULES["texas"], Position.parse("-/-/-/- A"))
    assert spans(table, carry(table, "A:s-A8")) == ()
    assert spans(table, carry(table, "A:A8-A13")) == (5, -67)


def test_a_marble_in_a_lane_is_in_play_for_the_duty_to_play_a_joker_and_for_its_explanation() -> None:
    """Every rule about marbles in play counts a marble in the lane (R-002-10)."""
    rules = RULES["joker-board"].with_switches({"joker_forced": "nothing_in_play"})
    for line, kept in (("-/B8/-/- A", False), ("h2/B8/-/- A", True), ("A5/B8/-/- A", True)):
        position = Position.parse(line)
        table = table_at(rules, position)
        assert (unplayed(table, position, Rank.JOKER) is None) == kept
        assert bool(must_play(table, position, (Rank.JOKER,))) != kept
