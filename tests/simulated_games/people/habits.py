"""Habits of simulated people: a probability for each habit, which can be set by its name.

The probability is the chance of the habit at each opportunity. `Habits.of("all")` has the original habits
at their usual strength, without those added later, so that its figures stay comparable; `of("mild")` has the
added habits at a mild strength. With `of("none")` people lay a card, carry the marble, and wait;
`of("walk,brush=0.5")` have only these habits.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from random import Random

from jokerboard.host.errors import UsageError


@dataclass(frozen=True, slots=True)
class Habits:
    """Probabilities from 0 to 1; the defaults are a lively table of people who know each other."""

    walk: float = 0.45
    """Walks a marble hole by hole while counting, setting it down in every free hole."""
    pause: float = 0.2
    """Stops during a play: under a second with an empty hand, longer with a marble in the hand."""
    brush: float = 0.15
    """Brushes a neighbour out of its hole for 32 to 250 ms while the hand is near it."""
    order: float = 0.5
    """Lifts the captured marble last, or makes the second leg of a split first."""
    both_hands: float = 0.35
    """The probability that both legs of a split are made at once."""
    adjust: float = 0.15
    """Lifts a marble before, during or after a play, and puts it back into its hole."""
    tidy: float = 0.06
    """Moves a marble to another hole of its START."""
    try_another: float = 0.06
    """Makes another legal play of the card first, undoes it, and then makes the play."""
    overshoot: float = 0.1
    """Goes a hole or two too far, or begins with the wrong marble, and corrects it within a second."""
    late: float = 0.5
    """Keeps the bumped marble in the hand and puts it into START up to half a minute later."""
    late_spot: float = 0.4
    """Keeps the partner's marble in the hand for a while before it goes to its in-spot."""
    reply: float = 0.35
    """Replies quickly: lifts a marble 100 to 400 ms after the last marble of the previous play was placed."""
    card: float = 0.4
    """Lays the card while or after the marbles are moved, not before."""
    reread: float = 0.2
    """A reader loses a lying card and finds it again, or reads it twice."""
    withdraw: float = 0.04
    """Takes the card back before a marble is moved, and lays another card."""
    amend: float = 0.05
    """Changes the play just announced to another play of the same card."""
    takeback: float = 0.03
    """Undoes the play just announced, thinks, and makes another play."""
    ok: float = 0.1
    """Presses `ok` at a discard."""
    bounce: float = 1.0
    """Contacts chatter for some 6 ms at every edge."""
    noise: float = 0.3
    """A sensor glitches for less than 8 ms, once or more in a turn."""
    illegal: float = 0.08
    """Makes an illegal attempt before the play."""

    # Habits that were added later are off in `all`, so that its figures stay comparable with earlier ones.

    take_off: float = 0.0
    """Takes the card off its reader while its play is still being made, or before it is undone."""
    repeat: float = 0.0
    """The share of readers that read a lying card again every half to two seconds."""
    slide: float = 0.0
    """The card of an announced play slides off its reader, and on again within three seconds."""
    twins: float = 0.0
    """The share of games with an unnumbered deck, where equal cards cannot be distinguished."""
    early_card: float = 0.0
    """Lays the card while the previous player still holds the last marble of their play."""
    fidget: float = 0.0
    """Lifts and replaces a marble three to ten times within some seconds."""
    half_lift: float = 0.0
    """Tilts a marble in its hole: its sensor goes dark for moments, but the marble never leaves."""
    neighbour_magnet: float = 0.0
    """An empty hole beside a marble that is lifted or placed shows a marble for up to 120 ms."""
    slow_release: float = 0.0
    """A sensor shows its marble for 30 to 250 ms after the marble has left."""
    sampled: float = 0.0
    """The share of games at a board that is sampled 20 or 80 times a second."""
    floor: float = 0.0
    """Drops the marble that is being carried, and finds it after 15 to 90 seconds."""

    # A habit and accidents that are in no mix of habits

    park: float = 0.0
    """Puts the lifted marble into a hole beside its own for a moment, or beside the board for 1 to 8 s."""

    knock: float = 0.0
    """Knocks on the table: three to six marbles leave their holes for 20 to 80 ms."""
    bracelet: float = 0.0
    """A bracelet lifts three adjacent marbles within 0.1 s; they are back within half a second."""
    shake: float = 0.0
    """Pushes the board: three to eight marbles jump for up to a second, two to eight times each."""

    @classmethod
    def of(cls, text: str) -> Habits:
        """Parse names with or without a strength, as `walk,brush=0.5`; raise UsageError for anything else.

        `none` is no habit, `all` are the older habits at their usual strength, `mild` the younger habits at a
        mild strength. A list may begin with these names: `all,mild,illegal=0`.
        """
        chosen = dict.fromkeys(NAMES, 0.0)
        for part in text.split(","):
            name, equals, strength = part.partition("=")
            if part in MIXES:
                chosen |= {each: value for each, value in MIXES[part].items() if value}
                continue
            if name not in NAMES:
                known = ", ".join((*MIXES, *NAMES))
                raise UsageError(f"no habit is called {name!r}; there are {known}")
            chosen[name] = _strength(name, strength) if equals else _usual(name)
        return cls(**chosen)


NAMES = tuple(field.name for field in fields(Habits))
MILD = {
    "take_off": 0.1, "repeat": 0.1, "slide": 0.1, "twins": 0.25, "early_card": 0.1, "fidget": 0.03,
    "half_lift": 0.03, "neighbour_magnet": 0.02, "slow_release": 0.05, "sampled": 0.2, "floor": 0.002,
}  # fmt: skip
"""The strengths of the younger habits at a table of tidy people with a good board."""
MIXES: dict[str, dict[str, float]] = {
    "all": {name: getattr(Habits(), name) for name in NAMES},
    "mild": MILD,
    "none": {},
}
"""Combinations of habits that have a name."""


def _usual(name: str) -> float:
    return MILD.get(name) or float(getattr(Habits(), name))


def _strength(name: str, text: str) -> float:
    try:
        strength = float(text)
    except ValueError:
        strength = -1.0
    if not 0 <= strength <= 1:
        raise UsageError(f"the strength of {name} is a number from 0 to 1, not {text!r}")
    return strength


def shows(rng: Random, strength: float) -> bool:
    """Draw whether a habit of this strength shows on one occasion."""
    return rng.random() < strength


def between(rng: Random, low: float, high: float) -> float:
    """A random number of seconds from `low` to `high`."""
    return low + (high - low) * rng.random()
