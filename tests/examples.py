"""How much a test tries: a share in daily work, all of it with `--all-scenarios` (`make test-all`)."""

from __future__ import annotations

from typing import Any

from hypothesis import settings

EVERYTHING = 100
"""How many examples the profile that tries everything has."""


def share(of: int) -> int:
    """The share of a number that the profile in force tries; at least one."""
    return max(1, of * settings().max_examples // EVERYTHING)


def whole() -> bool:
    """Whether everything is tried."""
    return settings().max_examples >= EVERYTHING


def examples(most: int, **others: Any) -> settings:
    """Hypothesis settings for a test that tries `most` examples when everything is tried."""
    return settings(max_examples=share(most), **others)
