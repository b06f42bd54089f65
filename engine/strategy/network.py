"""A small neural network over the features: slower than a sum of weights, and closer to the true chances.

Its value is a sum of weights, as in `engine.strategy.evaluation`, plus for each hidden unit its output
times its output weight (`part`). The output of a unit is the sum of its bias and its own weight for each
feature, or 0 if that sum is negative. So a unit can express that features matter together, which a sum
of weights cannot.

The file is text. Lines that begin with # are comments. Every other line has whole numbers, in thousandths:
first a line for each feature, with its weight and its weight for each unit; then a line with the biases of
the units, and one with their output weights.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from engine.bits import Bits
from engine.errors import StrategyError
from engine.geometry import Seat
from engine.strategy.evaluation import Kept
from engine.strategy.features import COUNT, Eyes
from engine.table import Table

SCALE = 1000
"""A number n in the file stands for n / `SCALE`."""
_MOST = 10**6
_PLAYERS = (4, 6, 8)
"""The numbers of players at the tables, each with two teams, where the network learned."""
FILE = "network-common.txt"


@dataclass(frozen=True, slots=True)
class Network:
    """A network's weights, in thousandths: a row for each feature, each unit's bias and output weight."""

    rows: tuple[tuple[int, ...], ...]
    bias: tuple[int, ...]
    part: tuple[int, ...]

    def value(self, features: Iterable[int]) -> float:
        """The logarithm of the odds that the team of `me` wins; a feature may occur more than once."""
        weight, *sums = map(sum, zip(*map(self.rows.__getitem__, features), strict=True))
        total = SCALE * weight
        for unit, bias, part in zip(sums, self.bias, self.part, strict=True):
            if unit + bias > 0:
                total += part * (unit + bias)
        return total / SCALE**2


class NetworkValues:
    """Values of positions at one table by a network."""

    def __init__(self, table: Table, network: Network) -> None:
        self._eyes, self._network = Eyes(table), network

    def value(self, bits: Bits, me: Seat, kept: Kept) -> float:
        """The logarithm of the odds that the team of `me` wins, after its move."""
        return self._network.value(self._eyes.board(bits, me) + self._eyes.hand(bits, me, kept))


def parse_network(text: str, source: str) -> Network:
    """Parse the file's text; StrategyError names the first line with a fault."""
    rows: list[tuple[int, ...]] = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            row = tuple(map(int, line.split()))
        except ValueError:
            raise StrategyError(f"{source}, line {number}: a line has whole numbers only") from None
        if len(row) != _length(rows, row) or not all(abs(n) <= _MOST for n in row):
            raise StrategyError(
                f"{source}, line {number}: a line has {_length(rows, row)} numbers up to {_MOST}"
            )
        rows.append(row)
    if len(rows) != COUNT + 2:
        raise StrategyError(f"{source}: {COUNT + 2} lines of numbers are needed, not {len(rows)}")
    return Network(tuple(rows[:COUNT]), rows[COUNT], rows[COUNT + 1])


def _length(rows: Sequence[tuple[int, ...]], row: tuple[int, ...]) -> int:
    """How many numbers the line `row` must have, by the lines before it; the first line has 2 or more."""
    if not rows:
        return max(2, len(row))
    return len(rows[0]) - (len(rows) >= COUNT)


@lru_cache(maxsize=1)
def installed_network() -> Network:
    """The network that is part of the product."""
    file = files("engine.strategy") / "weights" / FILE
    return parse_network(file.read_text(encoding="utf-8"), FILE)


@lru_cache(maxsize=4)
def network_values_for(table: Table) -> NetworkValues | None:
    """Values by the installed network; None if it has not learned at tables of this kind."""
    if table.team_count != 2 or len(table.seats) != table.sides or table.sides not in _PLAYERS:
        return None
    return NetworkValues(table, installed_network())
