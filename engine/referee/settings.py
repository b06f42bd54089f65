"""Every time and limit of the referee, by its documented name, in seconds.

The header of a trace and the table's configuration may override any of them. The defaults follow the
contract's sections 3 and 4.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal, TypeAlias

from engine.referee.errors import RefereeError

Mode: TypeAlias = Literal["play", "referee", "training"]
"""How strict the table is."""
CardsMode: TypeAlias = Literal["seat", "table", "none"]
"""A card reader at each seat, one for the table, or none."""


RETIRED = frozenset(
    {"dead_after", "forget_after", "held_after", "rest_after", "restless_changes", "restless_window"}
)
"""Settings of earlier versions: a configuration or trace may still name them, without effect."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Times in seconds; each may be overridden by name."""

    noise: float = 0.008
    """A level must last this long to be believed."""
    unsettled: float = 0.03
    """While a level is too young to believe, a judgement waits this long after the last edge or card."""
    open_after: float = 0.65
    """The board is at rest this many seconds after the last edge, and open plays are announced (the contract
    allows 0.7).
    """
    illegal_after: float = 1.2
    """An illegal board is announced this many seconds after the last edge (the contract allows 1.0 to 1.8).
    """
    counting_after: float = 1.7
    """The delay of that alarm while the board may still become a play: people counting along, half a split
    done.
    """
    brush: float = 0.30
    """A hole seen empty for less than this may only have been brushed."""
    touch: float = 0.12
    """A hole empty for less than this may be a capture or a sleeve."""
    hidden_after: float = 3.0
    """A play, a takeback or a fault that a faulty sensor or a marble in a hand may hide waits this long."""
    flicker_changes: float = 14
    """A hole flickers if it changes more often than this within `flicker_window` seconds."""
    flicker_window: float = 1.5
    """The seconds in which a flickering hole's changes are counted."""

    @classmethod
    def from_json(cls, overrides: Mapping[str, Any]) -> Settings:
        """The defaults with `overrides`; RefereeError names an unknown setting or a bad value."""
        known = {f.name: f.type for f in fields(cls)}
        for name, value in overrides.items():
            if name not in known and name not in RETIRED:
                raise RefereeError(f"unknown setting {name!r}; known are {', '.join(sorted(known))}")
            if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1e6:
                raise RefereeError(f"setting {name!r} must be a number of seconds, not {value!r}")
        return cls(**{name: value for name, value in overrides.items() if name not in RETIRED})
