"""Check a request for machine players: which seats, and how well each plays."""

from __future__ import annotations

from collections.abc import Mapping

from engine.errors import StrategyError
from engine.strategy.levels import Level, level_named
from jokerboard.host.errors import UsageError
from jokerboard.words.catalogue import words

PAUSE = 1.5
"""The default of `machine_pause`: machines hesitate for 0.8 to 4 s, longer if the choice is close."""
DEFAULT = Level.STRONG.value
"""The level of machine players for whom none is requested."""


def checked(machines: Mapping[str, str], seats: tuple[str, ...], cards: str, dealt: bool) -> dict[str, str]:
    """The levels by seat letter, in the order of the seats; raise UsageError if the request is impossible.

    `cards`: where cards are read; `dealt`: whether the table deals them.
    """
    if len(machines) > len(seats):
        raise UsageError(words("machine.too-many", machines=len(machines), seats=len(seats)))
    for letter, level in machines.items():
        if letter not in seats:
            raise UsageError(words("machine.no-seat", letter=letter, seats=seats))
        try:
            level_named(level)
        except StrategyError as error:
            raise UsageError(str(error)) from None
    if machines and cards == "none" and not dealt:
        raise UsageError(words("machine.no-reader", letter=next(iter(machines))))
    return {letter: machines[letter] for letter in seats if letter in machines}
