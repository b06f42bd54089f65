"""The fit: logistic regression whose certainty grows with every generation of games.

Some features are neighbours: the same distance of an opponent on the left and on the right, or one hole more
to go. Weights of neighbours change together, so that far fewer games are enough for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from engine.strategy.features import COUNT, groups
from tests.fitting.weights.selfplay import Decision, Moment

_STEPS = 4
_FAR = 2.5
"""An option that is further behind the best one counts as so far behind."""
_NOISE = 0.2
"""The squared error of an option's worth in rollouts, the features' own misfit among it."""
_ADJACENT, _MIRRORED = 50.0, 200.0
"""How strongly neighbouring distances, and opponents on the left and on the right, keep together."""


class Fit:
    """Weights, and how certain they are: the curvature of all that has been fitted.

    Each batch is fitted near the weights before, the nearer the more certain these are. `forget` is the part
    of the certainty that stays from one batch to the next, as the games before were played by worse weights.
    """

    def __init__(self, weights: Sequence[float], ridge: float, forget: float, tied: bool = False) -> None:
        """`tied`: whether the weights of neighbours change together."""
        self.weights = np.array(weights, dtype=np.float64)
        self._floor = ridge * np.eye(COUNT) + (_ties(neighbours()) if tied else 0.0)
        self._certainty = self._floor
        self._forget = forget

    def take(self, seen: Sequence[Moment]) -> float:
        """Fit a batch by Newton's method; return its mean surprise before, in nats."""
        table = rows([moment.features for moment in seen])
        worth = np.array([moment.worth for moment in seen], dtype=np.float32)
        before = self.weights.copy()
        known = self._forget * self._certainty + (1 - self._forget) * self._floor
        surprise = 0.0
        for step in range(_STEPS):
            odds = _chances(table, self.weights)
            if not step:
                surprise = float(-np.mean(worth * np.log(odds) + (1 - worth) * np.log(1 - odds)))
            slope = (table.T @ (worth - odds)).astype(np.float64) - known @ (self.weights - before)
            curve = ((table * (odds * (1 - odds))[:, None]).T @ table).astype(np.float64)
            self.weights += np.linalg.solve(curve + known, slope)
        self.weights = np.round(self.weights, 3)
        self._certainty = curve + known
        return surprise

    def lean(self, seen: Sequence[Decision]) -> float:
        """Fit the differences between options to their worth; return the mean squared error before."""
        tables, gaps = [], []
        for decision in seen:
            table = rows(decision.features)
            worth = np.array(decision.values, dtype=np.float32)
            worth = np.maximum(worth, worth.max() - _FAR)
            tables.append(table - table.mean(axis=0))
            gaps.append(worth - worth.mean())
        table, gap = np.concatenate(tables), np.concatenate(gaps)
        left = gap - table @ self.weights.astype(np.float32)
        curve = (table.T @ table).astype(np.float64) / _NOISE + self._certainty
        self.weights += np.linalg.solve(curve, (table.T @ left).astype(np.float64) / _NOISE)
        self.weights = np.round(self.weights, 3)
        return float(np.mean(left**2))


def smoothed(weights: Sequence[float]) -> list[float]:
    """The weights with those of neighbours drawn together, which takes out most of the noise of a fit.

    The holes past the in-spot stay as they are: from one of them an 8 reaches it, from the next it does not.
    """
    past, at = set[int](), 0
    for _, name, count in groups():
        past |= set(range(at, at + count)) if name == "past" else set()
        at += count
    ties = _ties(
        (one, other, strength / _ADJACENT)
        for one, other, strength in neighbours()
        if strength == _MIRRORED or one not in past
    )
    return [*map(float, np.linalg.solve(np.eye(COUNT) + ties, np.array(weights)))]


def _ties(pairs: Iterable[tuple[int, int, float]]) -> np.ndarray:
    """The matrix whose square form is the squared differences of these pairs, each as strong as it says."""
    ties = np.zeros((COUNT, COUNT))
    for one, other, strength in pairs:
        ties[[one, other], [one, other]] += strength
        ties[[one, other], [other, one]] -= strength
    return ties


def neighbours() -> Iterator[tuple[int, int, float]]:
    """Two features whose weights change together, and how strongly, as a number of moments."""
    at = dict[tuple[str, str], int]()
    for section, name, count in groups():
        at[section, name] = sum(size for *_, size in list(groups())[: len(at)])
        if section.startswith("pair") or name in ("to_go", "past", "stretch"):
            for n in range(count - 1):
                yield at[section, name] + n, at[section, name] + n + 1, _ADJACENT
        other = section.replace("left", "*").replace("right", "left").replace("*", "right")
        if other != section and (other, name) in at:
            for n in range(count):
                yield at[section, name] + n, at[other, name] + n, _MIRRORED


def fit_scale(seen: Sequence[Moment], weights: Sequence[float]) -> float:
    """The factor for all weights by which their chances fit these moments best: Newton's method.

    Weights fitted to few games are too sure of themselves on others; the factor is then below 1.
    """
    values = np.array([sum(weights[n] for n in moment.features) for moment in seen])
    won = np.array([moment.worth for moment in seen], dtype=np.float64)
    scale = 1.0
    for _ in range(8):
        odds = 1 / (1 + np.exp(-np.clip(scale * values, -30, 30)))
        scale += float((values @ (won - odds)) / (values * values @ (odds * (1 - odds)) + 1e-9))
    return scale


def _chances(table: np.ndarray, weights: np.ndarray) -> np.ndarray:
    found: np.ndarray = 1 / (1 + np.exp(-np.clip(table @ weights.astype(np.float32), -12, 12)))
    return found


def rows(features: Sequence[Sequence[int]]) -> np.ndarray:
    """A row for each moment: how often each feature is there."""
    table = np.zeros((len(features), COUNT), dtype=np.float32)
    for row, found in enumerate(features):
        for n in found:
            table[row, n] += 1
    return table
