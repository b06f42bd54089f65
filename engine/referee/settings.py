"""Every time and limit of the referee, by its documented name, in seconds.

The header of a trace and the table's configuration may override any of them. The defaults follow
sections 3 and 4 of docs/formats.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal, TypeAlias

from engine.errors import RefereeError

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
    """Seconds for which a level must last to be accepted."""
    unsettled: float = 0.03
    """Seconds of rest before a play is announced while a hole that it changes, or one beside it, bounces."""
    open_after: float = 0.65
    """Seconds after the last edge until a board is at rest and open plays are announced (at most 0.7)."""
    illegal_after: float = 1.2
    """Seconds after the last edge until an illegal board is announced (from 1.0 to 1.8)."""
    counting_after: float = 1.7
    """As `illegal_after`, if people may still be counting holes, or have played half a split."""
    brush: float = 0.30
    """Seconds: a hole that was empty for less time may only have been brushed."""
    touch: float = 0.12
    """Seconds: a hole that was empty for less time may be a capture or a sleeve."""
    hidden_after: float = 3.0
    """Seconds for which a play, takeback or fault waits if a faulty sensor or held marble makes it unsure."""
    flicker_changes: float = 14
    """A hole flickers if it changes more often than this within `flicker_window` seconds."""
    flicker_window: float = 1.5
    """Seconds within which a hole's changes are counted for flicker."""

    @classmethod
    def from_json(cls, overrides: Mapping[str, Any]) -> Settings:
        """The defaults with `overrides`; RefereeError names an unknown setting or a bad value."""
        known = {f.name: f.type for f in fields(cls)}
        for name, value in overrides.items():
            if name not in known and name not in RETIRED:
                raise RefereeError(f"unknown setting {name!r}; known are {', '.join(sorted(known))}")
            # In Python a bool is an int; the comparison also refuses NaN.
            if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1e6:
                raise RefereeError(f"setting {name!r} must be a number of seconds, not {value!r}")
        return cls(**{name: value for name, value in overrides.items() if name not in RETIRED})
