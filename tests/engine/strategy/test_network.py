"""The network of machine players: its file, its values, and the tables where it is used."""

from __future__ import annotations

import pytest

from engine.errors import StrategyError
from engine.rules.rule_sets import RULES
from engine.strategy.features import COUNT
from engine.strategy.network import installed_network, network_values_for, parse_network
from engine.table import table_for

ROWS = ["500 1000", "-2000 -3000", *["0 0"] * (COUNT - 2), "-1500", "2000"]
"""The lines of a network file with one unit, in which only two features have weights other than 0."""


def test_the_value_of_a_network_is_the_sum_of_weights_and_of_the_positive_outputs_of_its_units() -> None:
    network = parse_network("# how it came about\n" + "\n".join(ROWS), "file")
    assert network.value([0]) == pytest.approx(0.5)
    assert network.value([0, 0]) == pytest.approx(1.0 + 2.0 * 0.5)
    assert network.value([0, 0, 1]) == pytest.approx(-1.0)


@pytest.mark.parametrize(
    ("line", "text", "message"),
    [
        (1, "500 x", "file, line 2: a line has whole numbers only"),
        (1, "500 1 2", "file, line 2: a line has 2 numbers up to 1000000"),
        (1, "500 2000000", "file, line 2: a line has 2 numbers up to 1000000"),
        (COUNT, "1 1", f"file, line {COUNT + 1}: a line has 1 numbers up to 1000000"),
        (COUNT + 1, "", f"file: {COUNT + 2} lines of numbers are needed, not {COUNT + 1}"),
    ],
)
def test_a_damaged_network_file_is_refused_with_the_line_of_the_fault(
    line: int, text: str, message: str
) -> None:
    with pytest.raises(StrategyError, match=message):
        parse_network("\n".join([*ROWS[:line], text, *ROWS[line + 1 :]]), "file")


def test_the_installed_network_values_full_lanes_of_the_own_team_highly() -> None:
    table = table_for(RULES["texas"])
    values = network_values_for(table)
    assert values is not None
    lanes = sum(31 << table.width * seat + table.lanes[seat] for seat in (0, 2))
    assert values.value(lanes, 0, ()) > 3 > -3 > values.value(lanes, 1, ())
    assert len(installed_network().rows) == COUNT


@pytest.mark.parametrize(("players", "teams"), [(2, None), (3, None), (6, 3)])
def test_there_are_no_network_values_for_tables_on_which_the_network_was_not_trained(
    players: int, teams: int | None
) -> None:
    assert network_values_for(table_for(RULES["pegs-and-jokers"], players, teams)) is None
