"""Fits of the weights: ridge logistic regression on outcomes, ridge regression on rollouts."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.strategy.features import COUNT
from tests.fitting.weights.selfplay import Decision, Moment

_STEPS = 8


def fit_outcomes(
    seen: Sequence[Moment], start: Sequence[float], ridge: float, prior: Sequence[float] | None = None
) -> list[float]:
    """Weights by which the moments of won games have the higher values, near `prior`: Newton's method."""
    table = _rows([moment.features for moment in seen])
    won = np.array([moment.won for moment in seen], dtype=np.float32)
    weights = np.array(start, dtype=np.float64)
    near = np.array(prior or [0.0] * COUNT)
    for _ in range(_STEPS):
        odds = 1 / (1 + np.exp(-np.clip(table @ weights.astype(np.float32), -30, 30)))
        slope = table.T @ (won - odds) - ridge * (weights - near)
        curve = (table * (odds * (1 - odds))[:, None]).T @ table + ridge * np.eye(COUNT)
        step = np.linalg.solve(curve.astype(np.float64), slope)
        weights += step
        if np.abs(step).max() < 1e-3:
            break
    return [float(weight) for weight in weights]


def fit_scale(seen: Sequence[Moment], weights: Sequence[float]) -> float:
    """The factor for all weights by which their chances fit these moments best: Newton's method.

    Weights fitted to few games are too sure of themselves on others; the factor is then below 1.
    """
    values = np.array([sum(weights[n] for n in moment.features) for moment in seen])
    won = np.array([moment.won for moment in seen], dtype=np.float64)
    scale = 1.0
    for _ in range(_STEPS):
        odds = 1 / (1 + np.exp(-np.clip(scale * values, -30, 30)))
        scale += float((values @ (won - odds)) / (values * values @ (odds * (1 - odds)) + 1e-9))
    return scale


def log_loss(seen: Sequence[Moment], weights: Sequence[float]) -> float:
    """The mean surprise at the outcomes, in nats; 0.69 is guessing."""
    total = 0.0
    for moment in seen:
        value = sum(weights[n] for n in moment.features)
        total += float(np.logaddexp(0, -value if moment.won else value))
    return total / len(seen)


def fit_rollouts(seen: Sequence[Decision], start: Sequence[float], ridge: float) -> list[float]:
    """Weights near `start` whose differences between the options of a decision are those of the rollouts."""
    rows, gaps = [], []
    for decision in seen:
        table = _rows(decision.features)
        rows.append(table - table.mean(axis=0))
        worth = np.array(decision.values, dtype=np.float32)
        gaps.append(worth - worth.mean())
    table, worth = np.concatenate(rows), np.concatenate(gaps)
    weights = np.array(start, dtype=np.float64)
    left = worth - table @ weights.astype(np.float32)
    square = (table.T @ table).astype(np.float64) + ridge * np.eye(COUNT)
    weights += np.linalg.solve(square, (table.T @ left).astype(np.float64))
    return [float(weight) for weight in weights]


def _rows(features: Sequence[Sequence[int]]) -> np.ndarray:
    table = np.zeros((len(features), COUNT), dtype=np.float32)
    for row, found in enumerate(features):
        for n in found:
            table[row, n] += 1
    return table
