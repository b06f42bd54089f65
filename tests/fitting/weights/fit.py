"""Fit weights by logistic regression, whose certainty grows with every generation of games.

Some features are neighbours, such as the same distance of an opponent on the left and on the right, or
distances that differ by one hole. A penalty keeps the weights of neighbours similar, so that far fewer games
are enough.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence

import numpy as np

from engine.strategy.features import COUNT, groups
from tests.fitting.weights.compiled import Batch, address, compiled

_STEPS = 3
_ADJACENT, _MIRRORED = 15.0, 60.0
"""How strongly weights are kept similar, as a number of positions that would do the same.

First for neighbouring distances, then for opponents on the left and on the right.
"""
_RUNS = ("to_go", "past", "stretch", "follow", "early", "late", "close")
"""The groups of features that are consecutive distances."""


class Fit:
    """Weights, and their certainty: the curvature of the loss of all fitted batches.

    The more certain the weights are, the less a new batch changes them. Earlier games were played with worse
    weights, so only the share `forget` of the certainty is kept from one batch to the next.
    """

    def __init__(self, weights: Sequence[float], ridge: float, forget: float) -> None:
        self.weights = np.array(weights, dtype=np.float64)
        self._floor = ridge * np.eye(COUNT) + _ties()
        self._certainty = self._floor
        self._forget = forget

    def take(self, batches: Sequence[Batch]) -> float:
        """Fit the weights to the positions in `batches` by Newton's method.

        Return the mean loss of a position before the fit, in nats.
        """
        before, first = self.weights.copy(), 0.0
        known = self._forget * self._certainty + (1 - self._forget) * self._floor
        for step in range(_STEPS):
            curve, slope = known.copy(), -known @ (self.weights - before)
            surprise = sum(_newton(batch, self.weights, curve, slope) for batch in batches)
            if not step:
                first = surprise / sum(len(batch.worths) for batch in batches)
            self.weights = self.weights + np.linalg.solve(curve, slope)
        self.weights = np.round(self.weights, 3)
        self._certainty = curve
        return first


def _newton(batch: Batch, weights: np.ndarray, curve: np.ndarray, slope: np.ndarray) -> float:
    """Add the batch's curvature and slope at these weights to `curve` and `slope`; return its loss."""
    surprise: float = compiled().newton(
        address(batch.features),
        address(batch.ends),
        address(batch.worths),
        ctypes.c_long(len(batch.worths)),
        address(weights),
        address(curve),
        address(slope),
    )
    return surprise


def _ties() -> np.ndarray:
    """The matrix of the penalty: the weighted sum of squared differences of neighbours' weights."""
    ties = np.zeros((COUNT, COUNT))
    for one, other, strength in neighbours():
        ties[[one, other], [one, other]] += strength
        ties[[one, other], [other, one]] -= strength
    return ties


def neighbours() -> Iterator[tuple[int, int, float]]:
    """Each pair of neighbouring features, with the strength of the penalty for their difference."""
    at, end = dict[tuple[str, str], int](), 0
    for section, name, count in groups():
        at[section, name], end = end, end + count
        if name in _RUNS:
            for n in range(end - count, end - 1):
                yield n, n + 1, _ADJACENT
        other = section.replace("left", "*").replace("right", "left").replace("*", "right")
        if other != section and (other, name) in at:
            for n in range(count):
                yield at[section, name] + n, at[other, name] + n, _MIRRORED


def fit_scale(seen: Sequence[Batch], weights: Sequence[float]) -> float:
    """The factor for all weights with which their chances fit the positions `seen` best (Newton's method).

    Weights that were fitted to few games give too extreme chances on other games; then the factor is below 1.
    """
    numbers = np.asarray(weights, np.float64)
    values = np.concatenate([_values(batch, numbers) for batch in seen])
    won = np.concatenate([batch.worths for batch in seen]).astype(np.float64)
    scale = 1.0
    for _ in range(8):
        odds = 1 / (1 + np.exp(-np.clip(scale * values, -30, 30)))
        scale += float((values @ (won - odds)) / (values * values @ (odds * (1 - odds)) + 1e-9))
    return scale


def _values(batch: Batch, weights: np.ndarray) -> np.ndarray:
    begins = np.concatenate([[0], batch.ends[:-1]]).astype(np.int64)
    found: np.ndarray = np.add.reduceat(weights[batch.features], begins)
    return found
