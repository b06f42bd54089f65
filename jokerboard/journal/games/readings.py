"""The referee's hypotheses about the board, ranked by cost, and the hypotheses in words.

A hypothesis explains all observations completely: which marble went from where to where, and why. The
likeliest one counts. The sentences are for the page's "Why?" and for `jokerboard replay --explain`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Protocol

from engine import bits
from engine.geometry import Hole, Seat
from engine.play import Leg, Play
from engine.position import Position
from engine.referee.decode.beam import Beam
from engine.referee.model.board_cost import board_cost
from engine.referee.model.displaced import displaced
from engine.referee.model.hypothesis import GHOST, NOWHERE, Hypothesis
from engine.referee.settings import Costs
from engine.text import sentence
from jokerboard.journal.games.sentences import Speaker
from jokerboard.words.catalogue import listed, words

BY_NAME = Costs().by_name
"""The cost of each kind of step, by its name in the referee's cost table."""
ROUNDING = 1e-9
"""Two costs whose difference is smaller count as equal."""
SHOWN = 4
"""The number of hypotheses shown."""
STEPS = 8
"""The number of steps shown of each hypothesis, counted from the newest."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a hypothesis: its kind, time, hole and cost, and the marble with its origin."""

    name: str
    t: float
    hole: Hole | None
    cost: float
    marble: tuple[Seat, Hole] | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """A hypothesis in a form for people: its cost, positions, steps and board.

    `counts` has, by name in the cost table, how often each cost is charged. `cost` is their sum, less an
    amount that is equal in all hypotheses.
    """

    cost: float
    plays: tuple[Position, ...]
    """The positions after the plays of the last few turns, the newest last."""
    play: Play | None
    """The last play; None before the first play, and for a discard of an unknown card."""
    before: Position | None
    """The position before the last play; None before the first play."""
    steps: tuple[Step, ...]
    board: tuple[str, ...]
    stands: tuple[tuple[Seat, Hole], ...]
    """Misplaced marbles as (seat, hole): the position has no marble of that seat in that hole."""
    up: tuple[tuple[Seat, Hole], ...]
    """Lifted marbles that are not owed, as (seat, the hole from which it was lifted)."""
    counts: dict[str, float]


def readings(beam: Beam) -> tuple[Reading, ...]:
    """All hypotheses in the form for people, the likeliest first."""
    return tuple([_reading(beam, each) for each in beam.all])


def _reading(beam: Beam, hypothesis: Hypothesis) -> Reading:
    costs = beam.grammar.costs
    table = costs.by_name
    steps, trail, counts = [], hypothesis.trail, dict[str, float]()
    while trail is not None:
        trail, name, t, hole, times, token = trail
        marble = None if token is None or token.seat == GHOST else (token.seat, token.origin)
        steps.append(Step(name, t, None if hole < 0 else hole, times * table[name], marble))
        counts[name] = counts.get(name, 0.0) + times
    steps.reverse()
    _, board = board_cost(costs, hypothesis)
    for name in board:
        counts[name] = counts.get(name, 0.0) + 1.0
    *turns, _ = hypothesis.turn.remembered
    play = hypothesis.turn.play
    last = hypothesis.turn.before
    before = None if last is None else last.position
    moved = displaced(hypothesis)
    stands = tuple([(each.seat, hole) for each in moved for hole in bits.holes(each.extra | each.strange)])
    hand = [token for token in hypothesis.hand if token.due == NOWHERE and token.seat != GHOST]
    up = tuple([(token.seat, token.origin) for token in hand])
    plays = tuple([turn.position for turn in reversed(turns)])
    return Reading(hypothesis.total, plays, play, before, tuple(steps), board, stands, up, counts)


class Understanding(Protocol):
    """The part of the referee that this module needs."""

    @property
    def beam(self) -> Beam:
        """Every hypothesis, the likeliest first."""

    def observed(self, hole: Hole) -> tuple[float | None, float | None]:
        """The time at which the hole emptied last, and the time at which it changed last."""


@dataclass(frozen=True, slots=True)
class Because:
    """One step of a hypothesis in words.

    `t` is its time in seconds (None: it is about the present board); `cost` is None if the board's cost has
    it.
    """

    t: float | None
    hole: str
    cost: float | None
    text: str


@dataclass(frozen=True, slots=True)
class Explained:
    """One hypothesis in words."""

    play: str
    """The last play of this hypothesis, as a sentence."""
    position: Position | None
    """The position after the last play; None if the hypothesis has no play."""
    more: float
    """The cost of this hypothesis minus the cost of the likeliest one."""
    seen: tuple[str, ...]
    """Sentences about the changes of holes that show the last play, and about misplaced marbles."""
    steps: tuple[Because, ...]


def explained(referee: Understanding, speaker: Speaker) -> tuple[Explained, ...]:
    """The likeliest hypotheses now, the likeliest first; those with equal words appear once."""
    found: dict[tuple[object, ...], Explained] = {}
    ranked = readings(referee.beam)
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
    now = [Because(None, "", None, _reason(name)) for name in reading.board]
    seen = [*evidence(reading, referee, speaker), *_elsewhere(reading, speaker)]
    after = reading.plays[-1] if reading.plays else None
    return Explained(last_play(reading, speaker), after, reading.cost - least, tuple(seen), (*steps, *now))


def last_play(reading: Reading, speaker: Speaker) -> str:
    """The last play of a hypothesis, as a sentence."""
    before, play = reading.before, reading.play
    if before is None:
        return words("saw-nothing")
    if play is None:
        return words("saw-discard", who=speaker.name(before.turn))
    return sentence(speaker.play(before.turn, str(play.card), play, before))


def evidence(reading: Reading, referee: Understanding, speaker: Speaker) -> Iterator[str]:
    """Sentences about the changes of holes that show the last play of the hypothesis, leg by leg."""
    before, play = reading.before, reading.play
    if before is not None and play is not None:
        for leg in play.legs:
            yield from _evidence_of_leg(leg, before, referee, speaker)


def _evidence_of_leg(leg: Leg, before: Position, referee: Understanding, speaker: Speaker) -> Iterator[str]:
    board = speaker.board
    target, taken = board.name(leg.target), before.colour_at(leg.target)
    seat = leg.seat if leg.source is None or leg.seat is not None else before.colour_at(leg.source)
    owner = speaker.name(before.turn if seat is None else seat)
    gone = None if leg.source is None else referee.observed(leg.source)[0]
    emptied, changed = referee.observed(leg.target)
    source = words("start") if leg.source is None else board.name(leg.source)
    facts = [words("saw-empty", hole=source)] if gone is not None else []
    if changed is not None and (emptied is None or changed > emptied):
        at_once = gone is None or changed <= gone
        later = 0.0 if gone is None else changed - gone
        full = words("saw-full", hole=target)
        facts.append(full if at_once else words("saw-full-later", hole=target, seconds=f"{later:.1f}"))
    if facts:
        seen = listed(facts, "and")
        yield words("saw-way", facts=seen, who=owner, source=source, target=target)
    if taken is None or leg.exchange:
        return
    if emptied is not None and changed is not None and changed > emptied:
        empty = f"{changed - emptied:.1f}"
        yield words("saw-taken", hole=target, seconds=empty, who=speaker.name(taken))


def _elsewhere(reading: Reading, speaker: Speaker) -> Iterator[str]:
    """Sentences about the marbles that are not where the last play left them."""
    for seat, hole in reading.stands:
        yield words("saw-elsewhere", who=speaker.name(seat), hole=speaker.board.name(hole))
    for seat, hole in reading.up:
        yield words("saw-in-hand", who=speaker.name(seat), hole=speaker.place(hole))


def extra(reading: Reading, other: Reading, since: float) -> dict[str, float]:
    """How much more each kind of step costs in `reading` than in `other`, by name.

    Counted are steps since the time `since`, and the board's cost.
    """
    more: dict[str, float] = {}
    for sign, each in ((1, reading), (-1, other)):
        costs = [(step.name, step.cost) for step in each.steps if step.t >= since]
        costs += [(name, BY_NAME[name]) for name in each.board]
        for name, cost in costs:
            more[name] = more.get(name, 0.0) + sign * cost
    return more


def dearest(reading: Reading, other: Reading, since: float, speaker: Speaker) -> Because | None:
    """The kind of step that makes `reading` cost most more than `other`; None if no kind does.

    A step that both hypotheses need does not count, even in different holes.
    """
    more = extra(reading, other, since)
    name = max(more, key=lambda each: more[each], default="")
    if more.get(name, 0.0) <= ROUNDING:
        return None
    known = {step.hole for step in other.steps if step.name == name}
    steps = [step for step in reading.steps if step.name == name and step.t >= since]
    if not steps:
        return Because(None, "", None, _reason(name))
    own = [step for step in steps if step.hole not in known] or steps
    return _because([max(own, key=lambda step: step.cost)], speaker)


def _because(equal: list[Step], speaker: Speaker) -> Because:
    """The steps `equal`, of the same kind in the same hole, in words as one step."""
    first, cost = equal[0], sum(step.cost for step in equal)
    hole = "" if first.hole is None else speaker.board.name(first.hole)
    text = _reason(first.name, _marble(first, speaker))
    if len(equal) > 1:
        text = words("reading-times", text=text, n=len(equal))
    return Because(first.t, hole, cost, text)


def _reason(name: str, marble: str = "") -> str:
    """The kind of step `name` (of the cost table) in words; `marble` is the marble in words."""
    return words(f"reading-{name.replace('_', '-')}", marble=marble)


def _marble(step: Step, speaker: Speaker) -> str:
    """The marble of a step in words: its player, and the holes from and to which it went."""
    if step.marble is None:
        if step.hole is None:
            return words("marble-some")
        return words("marble-of-hole", hole=speaker.board.name(step.hole))
    seat, source = step.marble
    who = speaker.name(seat)
    if step.hole is None or step.hole == source:
        return words("marble-from", who=who, hole=speaker.place(source))
    return words("marble-way", who=who, source=speaker.place(source), target=speaker.place(step.hole))


def _grouped(steps: Iterable[Step]) -> list[list[Step]]:
    """The steps in order, with consecutive steps of the same kind and hole in one list."""
    return [list(equal) for _, equal in groupby(steps, key=lambda step: (step.name, step.hole))]
