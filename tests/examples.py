"""How much a test covers: a sample in daily work, everything with `--all-scenarios` (`make test-all`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from hypothesis import HealthCheck, settings

T = TypeVar("T")

EVERYTHING = 100
"""The number of examples in the profile that tries everything."""


def share(of: int) -> int:
    """The share of a number that the profile in force tries; at least one."""
    return max(1, of * settings().max_examples // EVERYTHING)


def whole() -> bool:
    """Whether everything is tried instead of a sample."""
    return settings().max_examples >= EVERYTHING


def some(every: Iterable[T], most: int, first: int = 0) -> list[T]:
    """All items with `--all-scenarios`; else `most` of them, in even steps from number `first`."""
    found = list(every)
    return found if whole() else [found[(first + n * len(found) // most) % len(found)] for n in range(most)]


def examples(most: int, **others: Any) -> settings:
    """Hypothesis settings for a test that tries `most` examples when everything is tried."""
    if "suppress_health_check" in others:
        others["suppress_health_check"] = [*others["suppress_health_check"], HealthCheck.too_slow]
    return settings(max_examples=share(most), **others)
