"""Weights as a TOML file with one list of numbers for each group of features.

    # comments say how the weights came about
    [seat.me]
    lane = [0.0, 0.31, ...]

The groups are those of `features.groups`. Every group must be there with the right length, except the groups
that files of earlier versions do not have: their weights are then 0.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files

from engine.errors import StrategyError
from engine.rules.rule_sets import RULES
from engine.strategy.features import groups

_ADDED = ("stage", "follow", "blocked", "close")
"""Groups of features that files of earlier versions may lack."""
COMMON = "common"
"""The name of the weights file for rule sets that have no file of their own."""


def parse_weights(text: str, source: str) -> tuple[float, ...]:
    """Parse the weights in the order of the features; StrategyError names the fault in the file."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise StrategyError(f"{source}: {error}") from None
    weights: list[float] = []
    for section, name, count in groups():
        part: object = data
        for key in (*section.split("."), name):
            part = part.get(key) if isinstance(part, dict) else None
        if part is None and name in _ADDED:
            part = [0] * count
        if not isinstance(part, list) or len(part) != count:
            raise StrategyError(f"{source}: {section}.{name} must be a list of {count} numbers")
        if not all(isinstance(weight, int | float) and abs(weight) < 1e6 for weight in part):
            raise StrategyError(f"{source}: {section}.{name} has a value that is not a finite number")
        weights += map(float, part)
    return tuple(weights)


@lru_cache(maxsize=16)
def weights_for(rules: str, kind: str = "play") -> tuple[float, ...]:
    """The weights for a rule set: kind `play` chooses moves, `chance` estimates the chance of winning."""
    folder = files("engine.strategy") / "weights"
    names = [rules, COMMON] if rules in RULES else [COMMON]
    for name in names:
        file = folder / f"{kind}-{name}.toml"
        if file.is_file():
            return parse_weights(file.read_text(encoding="utf-8"), file.name)
    raise StrategyError(f"no weights of the kind {kind!r} are installed for {rules}")
