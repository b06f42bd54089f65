"""An ignored change of a sensor costs something, unless the sensor was announced as faulty."""

from __future__ import annotations

from typing import Any

import pytest

from engine.referee.decode.grammar import Grammar


@pytest.mark.parametrize(("hole", "spent"), [(0, ["lively 0"]), (1, []), (2, ["lively 2"])])
def test_only_an_ignored_change_of_a_sensor_that_is_not_announced_as_faulty_is_charged(
    hole: int, spent: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    charged: list[str] = []

    def spend(_: Grammar, hypothesis: Any, name: str, t: float, at: int) -> None:
        assert (hypothesis, t) == ("a hypothesis", 7.0)
        charged.append(f"{name} {at}")

    monkeypatch.setattr(Grammar, "spend", spend)
    grammar: Any = Grammar.__new__(Grammar)
    grammar.faulty = 0b010
    assert grammar._passed_over("a hypothesis", hole, 7.0) == "a hypothesis"
    assert charged == spent
