"""The cost of each step of a hypothesis: the one table of likelihoods, fitted by `make fit`.

A cost is a negative log-likelihood: a difference of 1 is worth believing, one of 3 leaves no doubt. The cost
of a hypothesis is the sum of its steps, each named here, and of how the board stands by it.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property


@dataclass(frozen=True)
class Costs:
    """By name; `dataclasses.replace` gives another table."""

    # A turn.
    played: float = -1.0
    """A play is made: that its end is shown at all tells for it."""
    not_yet: float = 0.1
    """A complete play is none yet, while nobody sees the card: people are still counting."""
    choice: float = 0.25
    """Added to `played` or `rare`, times the logarithm of how many plays there were to choose from."""
    rare: float = 1.5
    """In the place of `played` where no card is seen, and only a Joker explains the play."""
    reopened: float = 1.5
    """A play is not over yet: it is undone, or becomes another one."""
    reopened_late: float = 2.2
    """Added to `reopened` when the next seat has laid its card."""
    passed: float = 3.0
    """A card that has a play is not played."""
    repeated: float = 1.9
    """A card read again is another one like it."""

    # A marble set down.
    adjusted: float = 1.2
    """Into the hole it was just lifted from, after a while in the hand."""
    kept: float = 1.2
    """Added to `adjusted` if it was kept for long: nobody adjusts a marble for seconds."""
    stale: float = 1.5
    """Into another hole after a very long time in the hand: it was rather forgotten, or never up."""
    amidst: float = 0.8
    """Added to `adjusted` if a marble is up that it may be exchanged with: hands adjust one at a time."""
    touched: float = 0.5
    """In the place of `adjusted` after less than `brush`; after less than `touch` nothing."""
    alone: float = 1.4
    """Added after less than `brush` if no hand was beside, until one comes: sleeves brush beside hands."""
    snatched: float = 0.2
    """Into a hole that another marble left less than `brush` ago, a hand beside it."""
    blinked: float = 0.4
    """In the place of `snatched`, less than `touch` ago."""
    sleeve: float = 0.6
    """Added to `snatched` or `blinked` beside a hole whose marble is up: that was rather a sleeve."""
    quick: float = 2.1
    """Farther than a marble slides, in no time."""
    overtaken: float = 1.4
    """Beside a hole that another one, still up, has just left: rather that one was set down here."""
    slid: float = 0.5
    """Seen in its new hole before it was seen to leave the one beside it."""
    owed_astray: float = 2.6
    """A marble owed elsewhere than where it belongs."""
    lagging: float = 1.5
    """In the place of `slid` if it was seen in both for longer: a sensor is slow to release its marble."""
    felt: float = 0.4
    """A hole reads full for a moment only: it felt the marble beside it."""
    ghost: float = 7.5
    """A hole reads full, and nobody had a marble to put there."""
    vanished: float = 6.5
    """A hole reads empty whose marble nobody knows."""

    swapped: float = 1.5
    """A marble where another of its colour belongs: nobody carries one there for nothing."""
    strayed: float = 1.6
    """A marble of another seat's, or a bumped one, where it does not belong, if only for a moment."""
    overstepped: float = 0.7
    """One of the mover's where the card does not bring it, if only for a moment: people count too far."""
    unasked: float = 0.1
    """One of the mover's, if only for a moment, before its card is read."""
    ahead: float = 3.5
    """Added to each of these if it was up before the turn began: nobody plays while others still do."""
    eager: float = 2.0
    """A play takes a marble that was up before its turn began: hands seldom reach out so early."""
    held: float = 0.8
    """A play is not complete while nothing moves for a while, and again for each time as long."""
    early: float = 1.8
    """A card or `ok` of a later seat before the turn is over, or one taken off again."""

    faulty: float = 9.2
    """A sensor is faulty, and nothing but this play tells so."""
    faulty_shown: float = 3.5
    """In the place of `faulty` where a marble came from nowhere: some sensor is faulty."""
    one_more: float = -2.2
    """Added to `faulty_shown` where no marble is missing anywhere: there are no more of them."""
    setback: float = 2.0
    """A marble goes unseen away from its HOME by a card that brings another one ahead: people play to win."""
    astray: float = 5.0
    """A card is laid at another seat's reader for the turn in force."""
    overruled: float = 2.0
    """A person says otherwise; where they decided how the board stands, in the place of `faulty`."""
    lively: float = 2.0
    """A suspected sensor changes: faulty ones seldom do."""
    hidden: float = 0.7
    """A marble came or went where a sensor is suspected."""

    # How the board stands.
    lifted: float = 0.5
    """A marble of the mover's is up."""
    on_its_way: float = 0.3
    """A marble where the card brings it, or on the way there, while the play is not complete."""
    part: float = 0.6
    """A marble where a part of the play ends, while the rest of it is not made."""
    some_part: float = 0.9
    """In the place of `part` where no card is seen: which play it is to be is open."""
    perhaps: float = 1.3
    """A marble of the mover's somewhere, while its card is not known."""
    strolling: float = 1.1
    """One of the mover's anywhere, by a Joker: it may be carried along, hole by hole."""
    mistaken: float = 2.1
    """A marble of the mover's where the card does not bring it."""
    beyond: float = 2.5
    """Each is where the card may bring it, and no play of the card does both."""
    bumped: float = 2.2
    """A bumped marble elsewhere than where it belongs."""
    foreign: float = 2.2
    """Another seat's marble anywhere but where it was."""
    put_away: float = 0.3
    """A marble is in its START before another one stands in its hole."""
    put_away_first: float = 1.8
    """In the place of `put_away` before the one that takes it was touched."""
    meddled: float = 0.7
    """Another seat's marble is up that no play of the card takes."""
    overlaps: float = 1.0
    """A marble is where the card of a later turn brings it, and this turn is not over."""
    strange: float = 4.5
    """Into another seat's START, or a lane that is not its own."""

    @cached_property
    def by_name(self) -> dict[str, float]:
        """Every entry."""
        return {field.name: getattr(self, field.name) for field in fields(self)}
