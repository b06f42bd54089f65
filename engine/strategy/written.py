"""Weights written by a person, not learned: learning starts from them, and they are a player of the pool.

They express what every player of the game knows: marbles have to come out, go round and fill the lane; a
marble that an opponent can reach is in danger, the more the farther it has come; Jokers and face cards are
worth keeping, above all while marbles wait in START.
"""

from __future__ import annotations

from functools import lru_cache

from engine.cards import Rank
from engine.strategy.features import groups

_HOLD = {Rank.JOKER: 0.35, Rank.ACE: 0.1, Rank.KING: 0.1, Rank.QUEEN: 0.1, Rank.JACK: 0.1}
_FLEXIBLE = {Rank.SEVEN: 0.1, Rank.EIGHT: 0.1, Rank.NINE: 0.1}
_OTHERS = -0.9
"""The factor for an opponent's gain; an own gain has the factor 1."""


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
        return ({**_HOLD, **_FLEXIBLE}).get(Rank(name), 0.0) / (n + 1)
    return _of_hand(name, n)


def _of_seat(name: str, n: int) -> float:
    """The weight of feature `n` in a seat's group `name`: of a lane, of START, or of a ring marble."""
    if name == "lane":
        depth = sum(0.03 * hole for hole in range(5) if n >> hole & 1)
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
