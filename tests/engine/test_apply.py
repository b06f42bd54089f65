from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import RANKS, Card
from engine.errors import NotationError
from engine.legal import apply, legal
from engine.play import Leg, Play
from engine.position import Position
from engine.rules.rule_sets import RULES, Rules
from engine.table import Table, table_at
from engine.violation import IllegalPlay
from engine.whynot import Code
from tests.engine.boards import TABLES, random_position
from tests.engine.short_plays import AmbiguousPlay, read_play
from tests.examples import examples


def at(line: str, rules: str | Rules = "texas") -> tuple[Table, Position]:
    position = Position.parse(line)
    return table_at(RULES[rules] if isinstance(rules, str) else rules, position), position


def after(line: str, play: str, rules: str | Rules = "texas") -> str:
    table, position = at(line, rules)
    return apply(table, position, Play.parse(play, table.board)).line()


def refused(line: str, play: str, rules: str | Rules = "texas") -> Code:
    with pytest.raises(IllegalPlay) as error:
        after(line, play, rules)
    assert str(error.value) == error.value.violation.text
    return error.value.violation.code


@examples(60)
@given(st.integers(0, 2**32), st.sampled_from(TABLES))
def test_every_legal_play_applied_gives_its_outcome(seed: int, where: tuple[str, int, int | None]) -> None:
    table, position = random_position(Random(seed), RULES[where[0]], where[1], where[2])
    for rank in RANKS:
        for outcome in legal(table, position, rank):
            play = outcome.play
            assert apply(table, position, play) == outcome.position
            written = Play.parse(play.text(table.board), table.board)
            assert written == play
            assert apply(table, position, written) == outcome.position
            bare = Play(Card(rank), tuple(Leg(x.seat, x.source, x.target, x.exchange) for x in play.legs))
            assert apply(table, position, bare) == outcome.position
            assert read_play(table, position, bare.text(table.board)) == play


def test_a_split_may_be_written_in_any_legal_way() -> None:
    assert after("A10,A12/-/-/- A", "7H A12-A16 A10-A13") == "A13,A16/-/-/- B"
    assert after("A10,A12/-/-/- A", "7H A12-A15 A10-A14") == "A14,A15/-/-/- B"


def test_a_split_written_in_an_illegal_way_is_refused_even_if_its_result_is_legal() -> None:
    assert refused("A10,A12/-/-/- A", "7H A10-A16 A12-A13") == Code.PASSES_OWN_MARBLE
    assert refused("A10,A12/-/-/- A", "7H A10-A13 A12-A16") == Code.PASSES_OWN_MARBLE


def test_the_effects_of_a_play_on_other_marbles_must_be_written_exactly_or_left_out() -> None:
    line = "C4/E3/C9/-/C3/- A"
    want = "C9/-/C3/-/E3/- B"
    assert after(line, "5 C4-C9>C>ExB", "joker-board") == want
    assert after(line, "5 C4-C9", "joker-board") == want
    for wrong in ("5 C4-C9>C", "5 C4-C9xC", "5 C4-C9>C>E"):
        assert refused(line, wrong, "joker-board") == Code.BUMPED_MARBLE_MISPLACED


def test_a_discard_passes_the_turn_if_the_card_need_not_be_played() -> None:
    assert after("-/B8/-/- A", "5H --") == "-/B8/-/- B"
    assert refused("A8/B8/-/- A", "5H --") == Code.MUST_PLAY
    assert refused("-/B8/-/- A", "X --") == Code.MUST_PLAY
    assert after("-/B8/-/- A", "X --", "marbles-and-jokers") == "-/B8/-/- B"
    free = RULES["texas"].with_switches({"discard_free": "on"})
    assert after("A8/B8/-/- A", "5H --", free) == "A8/B8/-/- B"


def test_the_switch_joker_forced_can_demand_a_joker_only_of_a_player_without_a_marble_in_play() -> None:
    rules = RULES["joker-board"].with_switches({"joker_forced": "nothing_in_play"})
    assert refused("-/B8/-/- A", "X --", rules) == Code.MUST_PLAY
    # A marble in a lane is in play, too (R-002-10).
    assert after("h5/B8/-/- A", "X --", rules) == "h5/B8/-/- B"
    assert after("A8/B8/-/- A", "X --", rules) == "A8/B8/-/- B"


def test_a_free_start_is_legal_only_if_it_is_granted() -> None:
    table, position = at("-/A8/-/- A")
    play = Play.parse("5H As-A8xB", table.board)
    assert apply(table, position, play, free_start=True).line() == "A8/-/-/- B"
    with pytest.raises(IllegalPlay):
        apply(table, position, play)


@pytest.mark.parametrize(
    ("line", "play", "code"),
    [
        ("A8/-/-/- A", "5H A9-A14", Code.UNEXPLAINED),
        ("A8/-/-/- A", "2H A8~A12", Code.UNEXPLAINED),
        ("A8/-/C14/- A", "2H A8~C14", Code.WRONG_EXCHANGE),
        ("A8/-/C14/- A", "5H A8-A14", Code.WRONG_COUNT),
        ("A8/-/C14/- A", "7H A8-A11", Code.WRONG_COUNT),
        ("A8,A17/-/C14/- A", "7H A8-A11", Code.SPLIT_INCOMPLETE),
    ],
)
def test_an_illegal_play_is_refused_with_its_code(line: str, play: str, code: Code) -> None:
    assert refused(line, play) == code


def test_an_exchange_written_as_two_legs_is_refused() -> None:
    assert refused("A10/-/C14/- A", "2 A10-C14 C14-A10", "pegs-and-jokers") == Code.UNEXPLAINED
    assert after("A10/-/C14/- A", "2 A10~C14", "pegs-and-jokers") == "C14/-/A10/- B"


def test_the_partner_comes_second_in_a_split_that_brings_the_last_marble_home() -> None:
    line = "A0,h2,h3,h4,h5/-/C14/- A"
    assert after(line, "7 A0-Ah1 C14-C17") == "h1,h2,h3,h4,h5/-/C17/- B"
    assert refused(line, "7 C14-C17 A0-Ah1") == Code.UNEXPLAINED


def read(line: str, text: str, rules: str = "texas") -> str:
    table, position = at(line, rules)
    return read_play(table, position, text).text(table.board)


def test_a_play_written_in_short_is_completed() -> None:
    assert read("C4/-/C9/- A", "5D C9") == "5D C4-C9>C"
    assert read("C4/-/C9/- A", "5D C4-C9") == "5D C4-C9>C"
    assert read("A8,A17/-/-/- A", "7 A11 B3") == "7 A8-A11 A17-B3"
    assert read("A8,A17/-/-/- A", "7 A8-A11 B3") == "7 A8-A11 A17-B3"
    assert read("-/-/-/- A", "5D --") == "5D --"
    assert read("A1/-/-/- A", "4 Ah2") == "4 A1-Ah2"


def test_a_play_written_in_short_that_fits_several_plays_is_refused_as_ambiguous() -> None:
    with pytest.raises(AmbiguousPlay, match="'X B8' may be X As-B8xB or X A8-B8xB"):
        read("A8/B8/-/- A", "X B8")


def test_a_play_written_in_short_that_fits_no_legal_play_or_is_malformed_is_refused() -> None:
    with pytest.raises(IllegalPlay, match="A 5 brings no marble that you may move to A14"):
        read("A8/-/-/- A", "5 A14")
    with pytest.raises(IllegalPlay, match="to A11 and A14"):
        read("A8/-/-/- A", "7 A8-A11 A14")
    for text in ("", "5", "5 Z9", "5 As1", "ZZ A8", "5 A8 --"):
        with pytest.raises((NotationError, IllegalPlay)):
            read("A8/-/-/- A", text)
