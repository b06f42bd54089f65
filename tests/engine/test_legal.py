"""Legal plays: the rulebook's golden cases and perft counts, and the sentences of its section 5."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.cards import Card, Rank
from engine.legal import Outcome, legal, legal_free_starts, perft
from engine.position import Position
from engine.rules.rule_sets import RULES
from engine.table import Table, table_at
from tests.engine.tables import rules_of

HERE = Path(__file__).parent
GOLDENS = [json.loads(line) for line in (HERE / "goldens.jsonl").read_text().splitlines()]
PERFT = [json.loads(line) for line in (HERE / "perft.jsonl").read_text().splitlines()]


def outcomes(rules: str, line: str, card: str, teams: int | None = None) -> tuple[Table, list[Outcome]]:
    """The table of a position, and the outcomes of a card; `rules` as in `rules_of`."""
    chosen = rules_of(rules)
    position = Position.parse(line, chosen.marbles_per_player)
    table = table_at(chosen, position, teams)
    return table, list(legal(table, position, Card.parse(card).rank))


def lines(rules: str, position: str, card: str, teams: int | None = None) -> list[str]:
    """The position lines of the card's results, sorted."""
    return sorted(outcome.position.line() for outcome in outcomes(rules, position, card, teams)[1])


def plays(rules: str, position: str, card: str) -> list[str]:
    table, found = outcomes(rules, position, card)
    return [outcome.play.text(table.board) for outcome in found]


@pytest.mark.parametrize("golden", GOLDENS, ids=lambda g: f"{g['id']}-{g['card']}")
def test_each_golden_position_has_its_published_results(golden: dict[str, Any]) -> None:
    found = lines(golden["rules"], golden["position"], golden["card"], golden.get("teams"))
    assert found == golden["results"]


@pytest.mark.parametrize("row", PERFT, ids=lambda r: f"{r['rules']}-{r['players']}-{r['nodes']}")
def test_perft_counts_equal_the_published_counts(row: dict[str, Any]) -> None:
    position = Position.parse(row["position"])
    assert perft(table_at(RULES[row["rules"]], position), position, row["depth"]) == row["nodes"]


def test_perft_is_1_at_depth_0_and_0_for_a_finished_game() -> None:
    position = Position.parse("A8/-/-/- A")
    assert perft(table_at(RULES["texas"], position), position, 0) == 1
    won = Position.parse("h1,h2,h3,h4,h5/A8/h1,h2,h3,h4,h5/- B")
    assert perft(table_at(RULES["texas"], won), won, 2) == 0


def test_perft_counts_a_winning_play_and_ends_its_branch() -> None:
    line = "h1,h2,h3,h4,h5/-/C2,h2,h3,h4,h5/- A"
    position = Position.parse(line)
    table = table_at(RULES["texas"], position)
    assert "h1,h2,h3,h4,h5/-/h1,h2,h3,h4,h5/- B" in lines("texas", line, "2")
    after = [o.position for r in Rank for o in legal(table, position, r)]
    assert perft(table, position, 1) == len(after)
    assert perft(table, position, 2) == sum(perft(table, p, 1) for p in after)
    assert sum(table.winner(p) is not None for p in after) == 1


def test_a_finished_game_has_no_legal_play() -> None:
    for card in Rank:
        assert lines("texas", "h1,h2,h3,h4,h5/A8/h1,h2,h3,h4,h5/- B", card) == []


def test_each_result_of_a_card_is_listed_once_with_its_simplest_play() -> None:
    assert plays("texas", "A3/-/C4/- A", "7") == ["7 A3-A10"]
    assert plays("texas", "A10,A12/-/-/- A", "7") == [
        "7 A12-B1",
        "7 A10-A11 A12-B0",
        "7 A12-A15 A10-A14",
        "7 A12-A16 A10-A13",
        "7 A12-A17 A10-A12",
    ]


def test_the_effects_of_a_leg_on_other_marbles_are_written_in_the_order_in_which_they_happen() -> None:
    assert plays("joker-board", "C4/E3/C9/-/C3/- A", "5") == ["5 C4-C9>C>ExB"]
    assert plays("own-deck", "C4/-/C3,C9/- A", "5") == ["5 C4-C9>CxC"]
    assert plays("texas", "-/B8/-/- A", "X") == ["X As-B8xB"]
    assert "2 A10~C14" in plays("pegs-and-jokers", "A10/-/C14/- A", "2")


def test_a_chain_of_bumps_may_move_another_marble_of_the_player() -> None:
    assert lines("joker-board", "C3,C4/-/C9/- A", "5") == ["A3,C9/-/C3/- B"]


def test_the_second_leg_of_a_split_may_move_the_marble_that_the_first_leg_displaced() -> None:
    assert "7 C4-C9>C>A A3-Ah2" in plays("joker-board", "C3,C4/-/C9/- A", "7")


def test_an_eight_goes_back_eight_holes_from_the_come_out_unless_the_own_in_spot_is_taken() -> None:
    assert lines("texas", "A8/-/-/- A", "8") == ["A0/-/-/- B"]
    assert lines("texas", "A3,A8/-/-/- A", "8") == ["A8,D13/-/-/- B"]


def test_a_seven_may_be_split_between_two_helped_partners() -> None:
    line = "h1,h2,h3,h4,h5/-/C14/-/F0/- A"
    assert len(lines("marbles-and-jokers", line, "7")) == 8
    assert len(lines("joker-board", line, "7")) == 1


def test_without_teams_every_other_marble_is_an_opponents() -> None:
    assert lines("joker-board", "C9/-/C14/-/-/- A", "5", teams=6) == ["C14/-/-/-/-/- B"]
    assert lines("joker-board", "C9/-/C14/-/-/- A", "5") == ["C14/-/C3/-/-/- B"]


def test_a_free_start_brings_a_marble_out_with_any_card() -> None:
    position = Position.parse("-/A8/-/- A")
    table = table_at(rules_of("texas free_start_after=3"), position)
    (outcome,) = legal_free_starts(table, position, Rank.FIVE)
    assert outcome.play.text(table.board) == "5 As-A8xB"
    won = Position.parse("h1,h2,h3,h4,h5/-/h1,h2,h3,h4,h5/- B")
    assert legal_free_starts(table, won, Rank.FIVE) == ()


def test_equal_outcomes_compare_equal_and_have_equal_hashes() -> None:
    position = Position.parse("A8/-/-/- A")
    table = table_at(RULES["texas"], position)
    one, other = legal(table, position, Rank.ACE), legal(table, position, Rank.ACE)
    assert one == other
    assert {*one} == {*other}
    assert one[0] != one[1]
    assert one[0] != "A8-A9"
    assert repr(one[0]).startswith("Outcome(Play(")
