"""Weights as a TOML file with one list of numbers for each group of features.

    # comments say how the weights came about
    [seat.me]
    lane = [0.0, 0.31, ...]

The groups are those of `features.groups`. Every group must be there with the right length, except the groups
that files of earlier versions do not have: their weights are then 0.

`written_weights` are not learned but written by a person: learning starts from them, and they are a player of
the arena's pool. They express what every player of the game knows: marbles have to come out, go round and
fill the lane; a marble that an opponent can reach is in danger, the more the farther it has come; Jokers and
face cards are worth keeping, above all while marbles wait in START.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files

from engine.cards import Rank
from engine.errors import StrategyError
from engine.rules.rule_sets import RULES
from engine.strategy.features import groups

_ADDED = ("stage", "follow", "blocked", "close")
"""Groups of features that files of earlier versions may lack."""
COMMON = "common"
"""The name of the weights file for rule sets that have no file of their own."""
_VERSATILE = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.SEVEN, Rank.EIGHT, Rank.NINE)
_HOLD = dict.fromkeys(_VERSATILE, 0.1) | {Rank.JOKER: 0.35}
"""The weight of each kept card; other cards have the weight 0."""
_OTHERS = -0.9
"""The factor for an opponent's gain; an own gain has the factor 1."""


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


@lru_cache(maxsize=1)
def written_weights() -> tuple[float, ...]:
    """The weights in the order of the features, written by a person."""
    return tuple(_weight(section, name, n) for section, name, count in groups() for n in range(count))


def _weight(section: str, name: str, n: int) -> float:
    kind, _, about = section.partition(".")
    if kind == "seat":
        return _of_seat(name, n) * (1.0 if about in ("me", "partner") else _OTHERS)
    if kind == "pair":
        return 0.0 if name == "close" else _of_pair(*about.split("-"), late=name == "late")
    if kind == "hold":
        return _HOLD.get(Rank(name), 0.0) / (n + 1)
    return _of_hand(name, n)


def _of_seat(name: str, n: int) -> float:
    """The weight of feature `n` in a seat's group `name`: of a lane, of START, or of a ring marble."""
    if name == "lane":
        depth = 0.03 * sum(hole for hole in range(5) if n >> hole & 1)
        return 1.0 * n.bit_count() + depth + (1.0 if n == 31 else 0.0)
    worth = {"start": -0.5 * n, "to_go": 0.75 - 0.02 * n, "past": 0.15, "stretch": 0.65 - 0.05 * n}
    return worth.get(name, 0.0)


def _of_pair(one: str, other: str, *, late: bool) -> float:
    """The weight if a marble of `one` is within reach of a marble of `other`."""
    friends = ("me", "partner")
    if (one in friends) == (other in friends):
        return 0.0
    worth = 0.1 if late else 0.04
    return -worth if one in friends else 0.8 * worth


def _of_hand(name: str, n: int) -> float:
    if name.startswith("waiting"):
        return (-0.3, 0.0, 0.05, 0.05)[n]
    return {"fits": 0.2, "eight": 0.1}[name] * (n + 1)
