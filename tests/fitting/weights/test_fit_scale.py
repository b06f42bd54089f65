"""A factor for all weights: chances that are too sure of themselves are drawn towards a half."""

from __future__ import annotations

from random import Random

import pytest

np = pytest.importorskip("numpy", reason="numpy is only for learning: make learn installs it")


@pytest.mark.parametrize("true_scale", [0.5, 1.0, 1.7])
def test_the_fit_recovers_a_known_factor(true_scale: float) -> None:
    from engine.strategy.evaluation import chance
    from tests.fitting.weights.fit import fit_scale
    from tests.fitting.weights.selfplay import Moment

    luck = Random("scale")
    weights = [0.5, -0.5, 1.0, -1.0]
    seen = []
    for _ in range(6000):
        features = [luck.randrange(4), luck.randrange(4)]
        value = sum(weights[n] for n in features)
        seen.append(Moment(features, float(luck.random() < chance(true_scale * value))))
    assert fit_scale(seen, weights) == pytest.approx(true_scale, abs=0.12)
