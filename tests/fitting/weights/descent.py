"""Train the network's weights on positions of played games, by Adam, in random order."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence

import numpy as np

from engine.strategy.features import COUNT
from engine.strategy.network import SCALE, Network
from tests.fitting.weights.compiled import Batch, Numbers, address, compiled

UNITS = 32
"""The number of units of the network, as in `eyes.h`."""
SIZE = COUNT + (COUNT + 2) * UNITS
_MOMENTS = 256
"""The number of positions in a step of Adam."""
_WIDTH = 0.1
"""The spread of the random numbers with which learning begins; without it equal units would stay equal."""


class Descent:
    """A network that learns; at first it computes the same as the given weights."""

    def __init__(self, weights: Sequence[float], seed: int) -> None:
        self._luck = np.random.default_rng(seed)
        units = self._luck.normal(0, _WIDTH, (COUNT + 2, UNITS))
        units[COUNT] = 0
        self.numbers = np.concatenate([weights, units.ravel()]).astype(np.float32)
        self._means, self._squares = np.zeros(SIZE, np.float32), np.zeros(SIZE, np.float32)
        self._steps = np.zeros(1, np.int64)

    def take(self, batches: Sequence[Batch], rate: float) -> float:
        """Train on the positions in `batches` at the learning rate `rate`; return the mean loss in nats."""
        offsets = np.cumsum([0, *(len(batch.features) for batch in batches)])
        features = np.concatenate([batch.features for batch in batches])
        ends = np.concatenate([batch.ends + start for batch, start in zip(batches, offsets, strict=False)])
        worths = np.concatenate([batch.worths for batch in batches])
        order = self._luck.permutation(len(worths)).astype(np.int32)
        surprise: float = compiled().descend(
            address(features),
            address(ends.astype(np.int32)),
            address(worths),
            address(order),
            ctypes.c_long(len(order)),
            *map(address, (self.numbers, self._means, self._squares, self._steps)),
            ctypes.c_double(rate),
            _MOMENTS,
        )
        return surprise


def numbers_of(network: Network) -> Numbers:
    """A network as the compiled games take it: weights, units' weights, biases, units' output weights."""
    rows = np.array(network.rows)
    parts = rows[:, 0], rows[:, 1:].ravel(), network.bias, network.part
    return (np.concatenate(parts) / SCALE).astype(np.float32)


def print_network(numbers: Numbers, origin: Sequence[str]) -> str:
    """The network as text for `parse_network`; `origin` are the first lines of the text."""
    whole = np.rint(np.asarray(numbers, np.float64) * SCALE).astype(int)
    units = whole[COUNT:].reshape(COUNT + 2, UNITS)
    rows = [(weight, *row) for weight, row in zip(whole[:COUNT], units, strict=False)]
    lines = [f"# {line}" for line in origin]
    lines += [" ".join(map(str, row)) for row in (*rows, *units[COUNT:])]
    return "\n".join(lines) + "\n"
