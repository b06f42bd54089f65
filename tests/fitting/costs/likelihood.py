"""Maximum likelihood: find the cost table under which the true hypotheses are likeliest.

The probability of a hypothesis is its `exp(-cost)` divided by the sum of `exp(-cost)` over all hypotheses of
the decision. The loss is the mean negative log-probability of the true hypotheses, plus a penalty for the
distance of each entry from its old value, so that entries without evidence do not change. Adam minimises the
loss (Kingma and Ba 2015).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, sqrt

from tests.fitting.costs.decisions import Choice, Decision

STEPS = 120
RATE = 0.02
PENALTY = 0.002
"""The penalty for a squared distance of 1 in an entry; the mean loss is a few hundredths."""


def score(decisions: Sequence[Decision], costs: Sequence[float]) -> tuple[float, float]:
    """The mean loss with these costs, and the share of decisions whose likeliest hypothesis is false."""
    loss = wrong = total = 0.0
    for decision in decisions:
        priced = [(price(choice, costs), choice.true) for choice in decision.choices]
        best = min(cost for cost, _ in priced)
        every = sum(exp(best - cost) for cost, _ in priced)
        true = sum(exp(best - cost) for cost, is_true in priced if is_true)
        loss += decision.weight * (log(every) - log(true) if true > 0 else 700.0)
        wrong += decision.weight * (min(priced)[1] is False)
        total += decision.weight
    return (loss / total, wrong / total) if total else (0.0, 0.0)


def price(choice: Choice, costs: Sequence[float]) -> float:
    """The cost of a hypothesis with these costs."""
    return choice.rest + sum(count * costs[i] for i, count in choice.entries)


def gradient(decisions: Sequence[Decision], costs: Sequence[float]) -> list[float]:
    """The derivative of the mean loss by each entry."""
    slope, total = [0.0] * len(costs), 0.0
    for decision in decisions:
        total += decision.weight
        prices = [price(choice, costs) for choice in decision.choices]
        best = min(prices)
        every = [exp(best - cost) for cost in prices]
        least = min(cost for cost, each in zip(prices, decision.choices, strict=True) if each.true)
        true = [
            exp(least - cost) if each.true else 0.0
            for cost, each in zip(prices, decision.choices, strict=True)
        ]
        for choice, all_share, true_share in zip(decision.choices, every, true, strict=True):
            share = decision.weight * (true_share / sum(true) - all_share / sum(every))
            if share:
                for i, count in choice.entries:
                    slope[i] += share * count
    return [each / total for each in slope] if total else slope


def fit(decisions: Sequence[Decision], old: Sequence[float]) -> list[float]:
    """The costs that minimise the loss of these decisions, starting from the old costs."""
    costs = list(old)
    mean, square = [0.0] * len(costs), [0.0] * len(costs)
    for n in range(1, STEPS + 1):
        slopes = gradient(decisions, costs)
        for i, slope in enumerate(slopes):
            pulled = slope + 2 * PENALTY * (costs[i] - old[i])
            mean[i] = 0.9 * mean[i] + 0.1 * pulled
            square[i] = 0.999 * square[i] + 0.001 * pulled * pulled
            step = (mean[i] / (1 - 0.9**n)) / (sqrt(square[i] / (1 - 0.999**n)) + 1e-8)
            costs[i] -= RATE * step
    return costs


def mentions(decisions: Sequence[Decision], entries: int) -> list[int]:
    """For each entry, the number of decisions whose hypotheses use it differently."""
    found = [0] * entries
    for decision in decisions:
        counts = [dict(choice.entries) for choice in decision.choices]
        for i in set().union(*counts):
            found[i] += len({each.get(i, 0.0) for each in counts}) > 1
    return found
