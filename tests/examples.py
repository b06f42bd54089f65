"""How much tests cover: usually a sample, everything with `--all-scenarios` (`make test-all`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from hypothesis import HealthCheck, settings

T = TypeVar("T")

EVERYTHING = 100
"""The number of examples in the profile of `--all-scenarios`, of which other profiles try a share."""


def share(of: int) -> int:
    """How many of `of` examples the active profile tries; at least one."""
    return max(1, of * settings().max_examples // EVERYTHING)


def whole() -> bool:
    """Whether `--all-scenarios` is given."""
    return settings().max_examples >= EVERYTHING


def some(every: Iterable[T], most: int, first: int = 0) -> list[T]:
    """All items with `--all-scenarios`, else `most` of them, evenly spaced from index `first` on."""
    found = list(every)
    return found if whole() else [found[(first + n * len(found) // most) % len(found)] for n in range(most)]


def examples(most: int, **others: Any) -> settings:
    """Hypothesis settings for a test that tries `most` examples with `--all-scenarios`."""
    if "suppress_health_check" in others:
        others["suppress_health_check"] = [*others["suppress_health_check"], HealthCheck.too_slow]
    return settings(max_examples=share(most), **others)
