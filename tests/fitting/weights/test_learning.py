"""Learning: the worth of positions, and fits that are the same for the same seed."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.strategy.features import COUNT
from tests.fitting.weights.selfplay import Decision, Moment

np = pytest.importorskip("numpy", reason="numpy is only for learning: make learn installs it")


def test_a_position_is_worth_what_comes_after_it() -> None:
    from tests.fitting.weights.selfplay import _valued

    chain = [(0.5, [1]), (0.6, []), (0.9, [2])]
    assert [*_valued(chain, 1.0, trace=1.0)] == [Moment([2], 1.0), Moment([1], 1.0)]
    last, first = _valued(chain, 0.0, trace=0.0)
    assert (last, first) == (Moment([2], 0.0), Moment([1], 0.6))


def test_a_fit_finds_the_weights_that_moments_were_made_from() -> None:
    from tests.fitting.weights.fit import Fit

    fit = Fit([0.0] * COUNT, ridge=1.0, forget=0.8)
    for _ in range(3):
        fit.take([Moment([0], 0.73), Moment([1], 0.5)] * 500)
    assert fit.weights[0] == pytest.approx(1.0, abs=0.05)
    assert fit.weights[1] == pytest.approx(0.0, abs=0.05)


def test_the_worth_of_options_moves_their_difference() -> None:
    from tests.fitting.weights.fit import Fit

    fit = Fit([0.0] * COUNT, ridge=1.0, forget=1.0)
    assert fit.lean([Decision([[0], [1]], [0.8, 0.0])] * 300) == pytest.approx(0.16, abs=0.01)
    assert fit.weights[0] - fit.weights[1] == pytest.approx(0.8, abs=0.02)


def test_weights_of_opponents_on_both_sides_are_drawn_together() -> None:
    from tests.fitting.weights.fit import neighbours, smoothed

    one, other = next((a, b) for a, b, strength in neighbours() if strength > 100)
    weights = [0.0] * COUNT
    weights[one], weights[other] = 1.0, 0.0
    found = smoothed(weights)
    assert abs(found[one] - found[other]) < 0.2


def test_the_same_seed_gives_the_same_weights(tmp_path: Path) -> None:
    from tests.fitting.weights.__main__ import main

    few = ["--rules", "own-deck", "--games", "10", "--generations", "1", "--processes", "1"]
    texts = []
    for run in ("one", "two"):
        folder = tmp_path / run
        folder.mkdir()
        assert main([*few, "--stages", "play", "--folder", str(folder)]) == 0
        texts.append((folder / "play-common.toml").read_bytes())
    assert texts[0] == texts[1]
