"""The referee's readings of the board in words: which marble went from where to where, and why.

A reading is one complete explanation of what the board saw. The likeliest one is believed. The sentences
serve the page's "Why?" and `jokerboard replay --explain`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Protocol

from engine.geometry import Hole
from engine.play import Leg
from engine.position import Position
from engine.referee.decode.readings import Reading, Step
from engine.referee.model.costs import Costs
from jokerboard.journal.games.sentences import Speaker

REASONS = {
    "played": "a play is complete",
    "choice": "it is one of several plays of that card",
    "not_yet": "the play is perhaps not over",
    "rare": "only a Joker that nobody saw explains the play",
    "reopened": "the play before is not over yet",
    "reopened_late": "the next card lay there already",
    "passed": "a card is not played",
    "repeated": "a card that was read again is another one like it",
    "adjusted": "{marble} goes back to where it stood",
    "kept": "{marble} was in a hand for long before it went back",
    "stale": "{marble} goes on after a very long time in a hand",
    "amidst": "another marble that it may be exchanged with is up meanwhile",
    "touched": "{marble} was only brushed",
    "alone": "no hand was beside when {marble} was brushed",
    "snatched": "{marble} comes where another marble has just left",
    "blinked": "{marble} comes where another marble was gone for only a moment",
    "sleeve": "rather a sleeve brushed that hole",
    "quick": "{marble} goes faster than a hand",
    "overtaken": "{marble} passes one that has just left the hole beside",
    "slid": "{marble} was seen in two holes at once",
    "owed_astray": "{marble} was bumped and goes where it does not belong",
    "lagging": "{marble} was seen in two holes for long",
    "felt": "the hole felt the marble beside it",
    "ghost": "the hole fills, and nobody had a marble",
    "vanished": "the hole empties, and nobody knows whose marble stood there",
    "swapped": "{marble} takes the place of another one of its colour",
    "strayed": "{marble} is set down where it does not belong",
    "overstepped": "{marble} goes where the card does not bring it",
    "unasked": "{marble} is moved before its card is read",
    "ahead": "{marble} was up before the turn began",
    "eager": "{marble} was taken up before the turn began, and then captured",
    "held": "a play is unfinished while nothing moves",
    "early": "a card is laid before its turn",
    "faulty": "the sensor is faulty, and only this reading needs that",
    "faulty_shown": "the sensor is faulty, as a marble from nowhere shows",
    "one_more": "there are no more marbles, so a sensor is faulty",
    "setback": "a marble goes back unseen, and the card brings another one ahead",
    "astray": "the card lies at another seat's reader",
    "overruled": "a person said otherwise",
    "lively": "a sensor that is suspected changes",
    "hidden": "a marble goes unseen by a suspected sensor",
    "lifted": "a marble of the seat in turn is in a hand",
    "on_its_way": "a marble is on its way",
    "part": "a part of a play is made",
    "some_part": "a part of some play is made",
    "perhaps": "a marble stands where some card may bring it",
    "strolling": "a marble is carried along by a Joker",
    "mistaken": "a marble stands where the card does not bring it",
    "beyond": "no play of the card does both",
    "bumped": "a bumped marble stands where it does not belong",
    "foreign": "a marble of another seat stands where it does not belong",
    "put_away": "a marble is in START before it is captured",
    "meddled": "a marble of another seat is in a hand",
    "put_away_first": "a marble is in START, and nothing that captures it was touched",
    "overlaps": "a marble is played by the next card already",
    "strange": "a marble stands in another seat's START or lane",
}
"""Each entry of the referee's cost table, in words."""
BY_NAME = Costs().by_name
"""The cost of each entry."""
ROUNDING = 1e-9
"""Costs that differ by less count as equal."""
SHOWN = 4
"""The number of readings shown."""
STEPS = 8
"""The newest steps shown of each reading."""


class Understanding(Protocol):
    """The part of the referee that the readings need."""

    @property
    def readings(self) -> tuple[Reading, ...]:
        """Every reading, the likeliest first."""

    def observed(self, hole: Hole) -> tuple[float | None, float | None]:
        """The time at which the hole emptied last, and the time at which it changed last."""


@dataclass(frozen=True, slots=True)
class Because:
    """One step of a reading in words; `t` None: as the board stands now; `cost` None: in the board's cost."""

    t: float | None
    hole: str
    cost: float | None
    text: str


@dataclass(frozen=True, slots=True)
class Explained:
    """One reading in words."""

    play: str
    """The last play in this reading, as a sentence."""
    position: Position | None
    """The position after that play; None before any."""
    more: float
    """Its cost minus that of the likeliest reading."""
    seen: tuple[str, ...]
    """Sentences: the changes of holes that show that play, and marbles that belong elsewhere."""
    steps: tuple[Because, ...]


def explained(referee: Understanding, speaker: Speaker) -> tuple[Explained, ...]:
    """The likeliest readings now, the likeliest first; readings with the same words appear once."""
    found: dict[tuple[object, ...], Explained] = {}
    ranked = referee.readings
    for reading in ranked:
        same = (reading.play, reading.plays[-1:], sorted(reading.stands), sorted(reading.up))
        key = tuple(map(str, same))
        if key not in found:
            found[key] = _explained(reading, ranked[0].cost, referee, speaker)
        if len(found) == SHOWN:
            break
    return tuple(found.values())


def _explained(reading: Reading, least: float, referee: Understanding, speaker: Speaker) -> Explained:
    steps = [_because(equal, speaker) for equal in _grouped(reading.steps)[-STEPS:]]
    now = [Because(None, "", None, REASONS[name]) for name in reading.board]
    seen = [*saw(reading, referee, speaker), *_elsewhere(reading, speaker)]
    after = reading.plays[-1] if reading.plays else None
    return Explained(last_play(reading, speaker), after, reading.cost - least, tuple(seen), (*steps, *now))


def last_play(reading: Reading, speaker: Speaker) -> str:
    """The last play of a reading, as a sentence."""
    before, play = reading.before, reading.play
    if before is None:
        return "Nothing has been played yet."
    if play is None:
        return f"{speaker.name(before.turn)} plays nothing."
    return f"{speaker.play(before.turn, str(play.card), play, before)}."


def saw(reading: Reading, referee: Understanding, speaker: Speaker) -> Iterator[str]:
    """The changes of holes that show the last play of the reading, leg by leg."""
    before, play = reading.before, reading.play
    if before is not None and play is not None:
        for leg in play.legs:
            yield from _saw_leg(leg, before, referee, speaker)


def _saw_leg(leg: Leg, before: Position, referee: Understanding, speaker: Speaker) -> Iterator[str]:
    board = speaker.board
    target, taken = board.name(leg.target), before.colour_at(leg.target)
    seat = leg.seat if leg.source is None or leg.seat is not None else before.colour_at(leg.source)
    owner = speaker.name(before.turn if seat is None else seat)
    gone = None if leg.source is None else referee.observed(leg.source)[0]
    emptied, changed = referee.observed(leg.target)
    source = "START" if leg.source is None else board.name(leg.source)
    facts = [f"{source} empty"] if gone is not None else []
    if changed is not None and (emptied is None or changed > emptied):
        later = "" if gone is None or changed < gone else f" {changed - gone:.1f} s later"
        facts.append(f"{target} full{later}")
    if facts:
        yield f"The board saw {' and '.join(facts)}, so {owner}'s marble went from {source} to {target}."
    if taken is None or leg.exchange:
        return
    if emptied is not None and changed is not None and changed > emptied:
        empty = f"{target} was empty for {changed - emptied:.1f} s"
        yield f"{empty}, so {speaker.name(taken)}'s marble was taken from there."


def _elsewhere(reading: Reading, speaker: Speaker) -> Iterator[str]:
    """The marbles that are not where the last play left them."""
    for seat, hole in reading.stands:
        yield f"{speaker.name(seat)}'s marble stands in {speaker.board.name(hole)} and does not belong there."
    for seat, hole in reading.up:
        yield f"{speaker.name(seat)}'s marble from {_place(hole, speaker)} is in a hand."


def extra(reading: Reading, other: Reading, since: float) -> dict[str, float]:
    """By entry, the cost of `reading` minus that of `other`: the steps since that time, and the board."""
    more: dict[str, float] = {}
    for sign, each in ((1, reading), (-1, other)):
        costs = [(step.name, step.cost) for step in each.steps if step.t >= since]
        costs += [(name, BY_NAME[name]) for name in each.board]
        for name, cost in costs:
            more[name] = more.get(name, 0.0) + sign * cost
    return more


def dearest(reading: Reading, other: Reading, since: float, speaker: Speaker) -> Because | None:
    """The entry with the greatest extra cost of `reading` over `other`; None if no entry costs more.

    An entry that both readings need does not count, even in different holes.
    """
    more = extra(reading, other, since)
    name = max(more, key=lambda each: more[each], default="")
    if more.get(name, 0.0) <= ROUNDING:
        return None
    known = {step.hole for step in other.steps if step.name == name}
    steps = [step for step in reading.steps if step.name == name and step.t >= since]
    if not steps:
        return Because(None, "", None, REASONS[name])
    own = [step for step in steps if step.hole not in known] or steps
    return _because([max(own, key=lambda step: step.cost)], speaker)


def _because(equal: list[Step], speaker: Speaker) -> Because:
    """Equal steps in words, as one item."""
    first, cost = equal[0], sum(step.cost for step in equal)
    times = f" ({len(equal)} times)" if len(equal) > 1 else ""
    hole = "" if first.hole is None else speaker.board.name(first.hole)
    text = REASONS[first.name].format(marble=_marble(first, speaker))
    return Because(first.t, hole, cost, text + times)


def _marble(step: Step, speaker: Speaker) -> str:
    """The marble of a step in words: its player, and where it goes from and to."""
    if step.marble is None:
        return "a marble" if step.hole is None else f"the marble of {speaker.board.name(step.hole)}"
    seat, source = step.marble
    whose = f"{speaker.name(seat)}'s marble"
    if step.hole is None or step.hole == source:
        return f"{whose} from {_place(source, speaker)}"
    return f"{whose}, {_place(source, speaker)} to {_place(step.hole, speaker)},"


def _place(hole: Hole, speaker: Speaker) -> str:
    return "START" if speaker.board.is_start(hole) else speaker.board.name(hole)


def _grouped(steps: Iterable[Step]) -> list[list[Step]]:
    """The steps in order; consecutive equal ones are grouped."""
    return [list(equal) for _, equal in groupby(steps, key=lambda step: (step.name, step.hole))]
