"""What people do besides playing: one probability a habit, each to be switched on and off by its name.

A habit's number is how often it shows when there is occasion for it. `Habits.of("all")` has every habit at
its usual strength, `of("none")` are people who lay a card, carry the marble, and wait; `of("walk,brush=0.5")`
have only these.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from random import Random

from host.errors import UsageError


@dataclass(frozen=True, slots=True)
class Habits:
    """Probabilities from 0 to 1; the defaults are a lively table of people who know each other."""

    walk: float = 0.45
    """Walks a marble hole by hole while counting, setting it down in every free hole."""
    pause: float = 0.2
    """Stops in the middle: under a second with the hand off, longer with a marble in it."""
    brush: float = 0.15
    """Brushes a neighbour out of its hole for 32 to 250 ms while the hand is near it."""
    order: float = 0.5
    """Lifts the captured marble last, makes the second leg of a split first."""
    both_hands: float = 0.35
    """Makes both legs of a split at once."""
    adjust: float = 0.15
    """Takes up some marble, before, during or after a play, and puts it back where it was."""
    tidy: float = 0.06
    """Moves a marble about within its START."""
    try_another: float = 0.06
    """Tries another legal play of the card first, puts it back, then plays."""
    overshoot: float = 0.1
    """Goes a hole or two too far, or begins with the wrong marble, and corrects it within a second."""
    late: float = 0.5
    """Keeps the bumped marble in the hand and puts it into START up to half a minute later."""
    late_spot: float = 0.4
    """Keeps the partner's marble in the hand for a while before it goes to its in-spot."""
    reply: float = 0.35
    """Answers quickly: lifts 100 to 400 ms after the last marble of the player before came down."""
    card: float = 0.4
    """Lays the card during or after the marbles, not before."""
    reread: float = 0.2
    """A reader loses a lying card and finds it again, or reads it twice."""
    withdraw: float = 0.04
    """Takes the card back before a marble is moved, and lays another."""
    amend: float = 0.05
    """Changes the play just said for another of the same card."""
    takeback: float = 0.03
    """Undoes the play just said, thinks, and plays another."""
    ok: float = 0.1
    """Presses ok at a discard."""
    bounce: float = 1.0
    """Contacts chatter for some 6 ms at every edge."""
    noise: float = 0.3
    """A sensor glitches for less than 8 ms, once or more in a turn."""
    illegal: float = 0.08
    """Tries something illegal first."""

    @classmethod
    def of(cls, text: str) -> Habits:
        """From `all`, `none`, or names with or without a strength, as `walk,brush=0.5`; UsageError else."""
        if text == "all":
            return cls()
        nothing = cls(**{f.name: 0.0 for f in fields(cls)})
        if text == "none":
            return nothing
        chosen = {}
        for part in text.split(","):
            name, equals, strength = part.partition("=")
            if name not in {f.name for f in fields(cls)}:
                known = ", ".join(f.name for f in fields(cls))
                raise UsageError(f"no habit is called {name!r}; there are all, none, {known}")
            chosen[name] = _strength(name, strength) if equals else getattr(cls(), name)
        return replace(nothing, **chosen)


def _strength(name: str, text: str) -> float:
    try:
        strength = float(text)
    except ValueError:
        strength = -1.0
    if not 0 <= strength <= 1:
        raise UsageError(f"the strength of {name} is a number from 0 to 1, not {text!r}")
    return strength


def shows(rng: Random, strength: float) -> bool:
    """Whether a habit of that strength shows now."""
    return rng.random() < strength


def between(rng: Random, low: float, high: float) -> float:
    """Some time between the two, in seconds."""
    return low + (high - low) * rng.random()
