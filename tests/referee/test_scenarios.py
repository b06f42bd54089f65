"""Every scenario: what the table saw, replayed, is judged as the contract has it."""

from __future__ import annotations

import pytest

from tests.referee.scenario import differences, read_scenario, scenario_names


@pytest.mark.parametrize("name", scenario_names())
def test_a_scenario_is_judged_as_the_contract_has_it(name: str) -> None:
    found = differences(read_scenario(name))
    assert not found, "\n" + "\n".join(found)
