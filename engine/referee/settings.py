"""The numbers of the referee: its times and limits, and the costs of the steps of a hypothesis.

The header of a trace and the table's configuration may override any time or limit by its documented name. The
defaults follow sections 3 and 4 of docs/formats.md.

The costs are the only table of likelihoods, fitted by `make fit`. A cost is a negative log-likelihood: a
difference of 1 is weak evidence, one of 3 leaves little doubt. The cost of a hypothesis is the sum over its
steps, each with a name here, and over its board.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, Literal, TypeAlias

from engine.errors import RefereeError

Mode: TypeAlias = Literal["play", "referee", "training"]
"""The mode of a table: it decides what is lit, and when a play may still be taken back."""
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


@dataclass(frozen=True)
class Costs:
    """A table of all costs by name; `dataclasses.replace` makes a changed copy."""

    # Costs of turns
    played: float = -1.0
    """A play is made; negative, because a complete play on the board is evidence for it."""
    not_yet: float = 0.1
    """A complete play of an unseen card does not count as made yet: people may still be counting."""
    choice: float = 0.25
    """Added to `played` or `rare`, times the logarithm of the number of plays to choose from."""
    rare: float = 1.5
    """Instead of `played` if the card is unseen and only a Joker explains the play."""
    reopened: float = 1.5
    """A play that counted as made was not finished: it is undone, or becomes another play."""
    reopened_late: float = 2.2
    """Added to `reopened` when the next seat has laid its card."""
    passed: float = 3.0
    """A card that has a play is not played."""
    repeated: float = 1.9
    """A repeated read is not the same card again but an equal card."""

    # Costs of a marble that is set down
    adjusted: float = 1.2
    """A marble returns to its hole after a while in a hand."""
    kept: float = 1.2
    """Added to `adjusted` if the marble was held for seconds: nobody adjusts a marble so long."""
    amidst: float = 0.8
    """Added to `adjusted` if a lifted marble may be exchanged with it: people adjust one marble at a time."""
    touched: float = 0.5
    """Instead of `adjusted` if the hole was empty for less than `brush`; not charged below `touch`."""
    alone: float = 1.4
    """Charged if a hole was empty for less than `brush` and no hand, so no sleeve, was beside it."""
    snatched: float = 0.2
    """A marble enters a hole that another left less than `brush` ago, with a hand beside it."""
    blinked: float = 0.4
    """Instead of `snatched` if the hole was empty for less than `touch`."""
    sleeve: float = 0.6
    """Added to `snatched` or `blinked` beside a hole whose marble is lifted: a sleeve is likelier."""
    quick: float = 2.1
    """A marble came farther than it slides in less time than a hand needs."""
    overtaken: float = 1.4
    """A marble appears beside the hole that a lifted marble has just left; probably the lifted marble."""
    slid: float = 0.5
    """A marble shows in its new hole before the neighbouring one reads empty."""
    owed_astray: float = 2.6
    """An owed marble is placed where it does not belong."""
    lagging: float = 1.5
    """Instead of `slid` if both holes read full longer than a slide takes: a sensor releases slowly."""
    felt: float = 0.4
    """A hole reads full briefly, because it senses a marble in the next hole."""
    ghost: float = 7.5
    """A hole reads full although no lifted marble can be in it."""
    vanished: float = 6.5
    """A hole empties in which the hypothesis has no marble."""

    swapped: float = 1.5
    """A marble is placed where another of its colour belongs, which has no purpose."""
    strayed: float = 1.6
    """Another seat's marble, or a bumped one, is placed where it does not belong, even for a moment."""
    overstepped: float = 0.7
    """A mover's marble is placed beyond the card's count, even for a moment: people miscount."""
    unasked: float = 0.1
    """A mover's marble is placed, even for a moment, before its card is read."""
    ahead: float = 3.5
    """Added to `strayed`, `overstepped` or `unasked` if the marble was lifted before the turn began."""
    eager: float = 2.0
    """A play captures a marble that was lifted before the play's turn began: hands are seldom so early."""
    held: float = 0.8
    """A play is incomplete during a pause; charged again whenever the pause has doubled in length."""
    early: float = 1.8
    """A later seat's card or `ok` comes before the turn is over, or counts although it was taken off."""

    faulty: float = 9.2
    """A sensor is faulty, and only this play is evidence of it."""
    faulty_shown: float = 3.5
    """Instead of `faulty` if a marble appeared from nowhere: that is evidence of a faulty sensor."""
    one_more: float = -2.2
    """Added to `faulty_shown` if no marble is in a hand: then the one that appeared cannot be real."""
    setback: float = 2.0
    """An unseen play leads away from HOME although the card has one that does not: people play to win."""
    astray: float = 5.0
    """A card is laid at another seat's reader for the turn in force."""
    overruled: float = 2.0
    """A sensor or hypothesis contradicts a person's decision, or a play on which people have played on."""
    lively: float = 2.0
    """A suspected sensor changes: faulty sensors seldom do."""
    hidden: float = 0.7
    """A marble came to a hole with a suspected sensor, or left it."""

    # Costs of the board
    lifted: float = 0.5
    """A mover's marble is lifted."""
    on_its_way: float = 0.3
    """A marble is in a hole on the path of a play of its card, while the play is not complete."""
    part: float = 0.6
    """A marble is where a part of a play ends, while the rest of the play is missing."""
    some_part: float = 0.9
    """Instead of `part` if the card is unseen: the intended play is unknown."""
    perhaps: float = 1.3
    """A mover's marble is in a new hole while no card is known."""
    strolling: float = 1.1
    """Instead of `mistaken` if the card is a Joker: the marble may be carried along, hole by hole."""
    mistaken: float = 2.1
    """A mover's marble is in a hole that the card does not reach."""
    beyond: float = 2.5
    """Each of two marbles is in a hole that the card reaches, but no play moves both there."""
    bumped: float = 2.2
    """A bumped marble is in a wrong hole."""
    foreign: float = 2.2
    """Another seat's marble is in a new hole."""
    put_away: float = 0.3
    """A bumped marble is where it belongs while the play is not complete."""
    put_away_first: float = 1.8
    """Instead of `put_away` if no marble of the mover has been lifted yet."""
    meddled: float = 0.7
    """Another seat's marble is lifted that no play of the card takes."""
    overlaps: float = 1.0
    """A marble is in a hole that a later turn's card reaches, while this turn is not over."""
    strange: float = 4.5
    """A marble stands in another seat's START or lane."""

    @cached_property
    def by_name(self) -> dict[str, float]:
        """Every entry by its name."""
        return {field.name: getattr(self, field.name) for field in fields(self)}
