"""The analysis of a recorded game as JSON: every field, with figures of three decimals."""

from __future__ import annotations

from typing import Any

import pytest

from engine.play import Play
from engine.strategy import analysis
from engine.strategy.analysis import Analysis, Mistake, analysed
from tests.engine.records.sample_records import record_of
from tests.engine.strategy.games import game_after

GAME = game_after("texas", 4, 1, 6)


def test_an_analysis_without_plays_has_a_chance_for_each_position_and_no_mistakes() -> None:
    found = analysed(record_of(GAME), plays=False)
    assert found["teams"] == ["AC", "BD"]
    assert found["hands"] is False
    assert found["played"] == [*range(7)]
    assert len(found["chances"]) == 7
    assert found["chances"][0] == [0.5, 0.5]
    assert set(found) == {"teams", "hands", "played", "chances"}


def test_an_analysis_names_each_mistake_by_action_seat_position_and_better_play(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    action, better = GAME.actions[4], GAME.actions[2]
    assert isinstance(action, Play)
    assert isinstance(better, Play)
    seat, thirds = GAME.states[4].position.turn, (1 / 3, 2 / 3)
    made = Mistake(4, seat, action, better, 2 / 3)
    values: dict[str, Any] = {"chances": (thirds,) * 7, "costs": thirds, "luck": (-1 / 3, 1 / 3)}

    class Found:
        mistakes = (made,)

        def __getattr__(self, name: str) -> Any:
            return values[name]

    monkeypatch.setattr(analysis, "analyse", lambda _game: Found())
    found = analysed(record_of(GAME))
    board = GAME.setup.table.board
    assert found == {
        "teams": ["AC", "BD"],
        "chances": [[0.333, 0.667]] * 7,
        "played": [*range(7)],
        "hands": True,
        "costs": [0.333, 0.667],
        "luck": [-0.333, 0.333],
        "mistakes": [
            {
                "action": 5,
                "seat": "ABCD"[seat],
                "position": GAME.states[4].position.line(),
                "done": action.text(board),
                "better": better.text(board),
                "cost": 0.667,
            }
        ],
    }
    assert set(values) | {"mistakes"} <= set(Analysis.__dataclass_fields__)
