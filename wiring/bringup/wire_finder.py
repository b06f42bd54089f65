"""Find out by asking which LED and which sensor belong to which hole; no I/O, every answer is an argument.

The wires may be crossed in any way. A person at the board has one marble and does what is asked:

1. "Put the marble into A0", hole after hole: the channel that reacts is A0's, until another hole claims it.
2. An LED shines: "put the marble where it shines": the channel that reacts gives the LED's hole. If a hole's
   sensor is dead, its name is asked for instead.
3. Every hole once more, by name and by light: "A0 should shine; put the marble there, or say no".

People err, so every answer is only a vote. A hole has its channel when the channel has more votes from this
hole than any other channel, and more than from any other hole; the result is accepted with a lead of two. A
doubtful hole or LED is asked about again, the least asked first; after twenty questions it counts as bad. A
sensor that stayed silent three times, and an LED that stayed dark three times, is bad too. If all wires are
shifted by one, a bad neighbour gives no vote against it; so with any bad result all results need leads of
three.

The state follows from the answers in their order alone. So a session is saved as that list, resumed by
replaying it, and undone by shortening it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from wiring.bringup.questions import (
    Answer,
    Confirm,
    Named,
    NameLit,
    Placed,
    PutAt,
    PutWhereLit,
    Question,
    Redo,
    Word,
)
from wiring.errors import SetupError

LEAD = 2
"""The lead in votes with which an answer is accepted."""

SILENT_AFTER = 3
"""A sensor that was silent this many times, or an LED that was dark, counts as bad."""

ASK_NAME_AFTER = 2
"""After this many placements at a lit LED without a reaction, the session asks for the hole's name."""

MOST = 20
"""The most questions about one hole or LED before it counts as bad."""

NOBODY = -1
"""The vote that no channel reacted, or that no LED shone."""


@dataclass(frozen=True, slots=True)
class Found:
    """The result: the hole of each channel and of each LED, and the holes without a working one."""

    channels: tuple[int | None, ...]
    lights: tuple[int | None, ...]
    bad_sensors: tuple[int, ...]
    bad_lights: tuple[int, ...]


Key = TypeVar("Key", bound=Hashable)
Votes: TypeAlias = dict[Key, Counter[int]]


def leads(votes: Mapping[Key, Counter[int]]) -> dict[Key, tuple[int, int]]:
    """By key: the value with the most votes, and its lead. Many keys may have the value NOBODY, but only one
    may have any other value.
    """
    rivals: dict[int, list[int]] = {}
    for counts in votes.values():
        for value, count in counts.items():
            rivals.setdefault(value, []).append(count)
    for ranked in rivals.values():
        ranked.sort(reverse=True)
    won = {}
    for key, counts in votes.items():
        if not counts:
            continue
        ranked_here = counts.most_common(2)
        value, count = ranked_here[0]
        against = ranked_here[1][1] if len(ranked_here) > 1 else 0
        if value != NOBODY:
            top = rivals[value]
            rival = top[0] if top[0] > count else (top[1] if len(top) > 1 else 0)
            against = max(against, rival)
        if count > against:
            won[key] = (value, count - against)
    return won


class WireFinder:
    """One session: ask `question`, give the `answer`, until there is no question left."""

    def __init__(self, holes: int, channels: int, leds: int, answers: Iterable[Answer] = ()) -> None:
        """`answers`: those of an earlier part of the session. Raise SetupError if one is not an answer."""
        self._size = (holes, channels, leds)
        self._answers: list[Answer] = []
        self._forget()
        for answer in answers:
            self.answer(answer)

    def _forget(self) -> None:
        holes, _, leds = self._size
        self._sensor: Votes[int] = {hole: Counter() for hole in range(holes)}
        self._by_channel: Votes[int] = {led: Counter() for led in range(leds)}
        self._by_name: Votes[int] = {led: Counter() for led in range(leds)}
        self._strengths: dict[int, list[int]] = {}
        self._silent: Counter[int] = Counter()
        self._asked_hole: Counter[int] = Counter()
        self._asked_led: Counter[int] = Counter()
        self._look()

    @property
    def answers(self) -> tuple[Answer, ...]:
        """All answers so far, in order."""
        return tuple(self._answers)

    @property
    def question(self) -> Question | None:
        """The next question; None when all is known."""
        return self._question

    @property
    def progress(self) -> tuple[int, int]:
        """How many sensors and LEDs are settled, and how many there are in all."""
        done = self._known(self._holes) + self._known(self._leds)
        return done, self._size[0] + self._size[2]

    def answer(self, answer: Answer) -> None:
        """Take one answer; raise SetupError, with nothing changed, if it does not fit the question."""
        self._check(answer)
        self._answers.append(answer)
        if isinstance(answer, Redo):
            self._redo(answer.hole)
        else:
            self._vote(answer)
        self._look()

    def undo(self) -> bool:
        """Take the last answer back; return False if there was none."""
        if not self._answers:
            return False
        # Votes do not record what they replaced, so all answers except the last are counted again.
        kept = self._answers[:-1]
        self._answers = []
        self._forget()
        for answer in kept:
            self.answer(answer)
        return True

    @property
    def found(self) -> Found:
        """The result so far; holes that are not known yet count as bad."""
        holes, channels, leds = self._size
        by_channel: list[int | None] = [None] * channels
        by_led: list[int | None] = [None] * leds
        for hole, (channel, lead) in self._holes.items():
            if channel != NOBODY and lead >= LEAD:
                by_channel[channel] = hole
        for led, (hole, lead) in self._leds.items():
            if 0 <= hole < holes and lead >= LEAD:
                by_led[led] = hole
        return Found(
            tuple(by_channel),
            tuple(by_led),
            tuple(hole for hole in range(holes) if hole not in by_channel),
            tuple(hole for hole in range(holes) if hole not in by_led),
        )

    @property
    def strengths(self) -> Mapping[int, Sequence[int]]:
        """The changes of each analog channel's reading, one for each marble put on it."""
        return self._strengths

    def _check(self, answer: Answer) -> None:
        holes, channels, _ = self._size
        question = self._question
        kind: object = answer if isinstance(answer, str) else type(answer)
        if kind is not Redo and (question is None or kind not in question.answers):
            raise SetupError(f"{answer!r} is no answer to {question!r}")
        if isinstance(answer, Placed) and not 0 <= answer.channel < channels:
            raise SetupError(f"there is no channel {answer.channel}; there are {channels}")
        if isinstance(answer, Named | Redo) and not 0 <= answer.hole < holes:
            raise SetupError(f"there is no hole {answer.hole}; there are {holes}")

    def _vote(self, answer: Placed | Named | Word) -> None:
        question = self._question
        if isinstance(answer, Placed) and answer.strength:
            self._strengths.setdefault(answer.channel, []).append(answer.strength)
        if isinstance(question, PutAt | Confirm):
            self._asked_hole[question.hole] += 1
        if isinstance(question, PutWhereLit | NameLit | Confirm):
            self._asked_led[question.led] += 1
        if isinstance(answer, Placed):
            self._placed(question, answer.channel)
        elif isinstance(answer, Named):
            assert isinstance(question, NameLit)
            self._by_name[question.led][answer.hole] += 1
        else:
            self._said(question, answer)

    def _placed(self, question: Question | None, channel: int) -> None:
        """Count a marble that came to rest on a channel."""
        match question:
            case PutAt(hole):
                self._sensor[hole][channel] += 1
            case PutWhereLit(led):
                self._by_channel[led][channel] += 1
            case Confirm(hole, led):
                self._sensor[hole][channel] += 1
                if self._holes[hole][0] == channel:
                    self._by_name[led][hole] += 1

    def _said(self, question: Question | None, word: Word) -> None:
        """Count an answer without a hole: no sensor reacted, no LED shines, or the LED shines elsewhere."""
        match question, word:
            case PutWhereLit(led), "nothing":
                self._silent[led] += 1
            case Confirm(hole, led), "no":
                # The sensor or the light is wrong, and nothing shows which, so both are asked for again.
                self._sensor[hole].clear()
                self._by_channel[led].clear()
                self._by_name[led].clear()
            case ((PutAt(hole) | Confirm(hole, _)), "nothing"):
                self._sensor[hole][NOBODY] += 1
            case ((PutWhereLit(led) | NameLit(led) | Confirm(_, led)), "dark"):
                self._by_name[led][NOBODY] += 1

    def _redo(self, hole: int) -> None:
        self._strengths.pop(self._holes.get(hole, (NOBODY, 0))[0], None)
        self._sensor[hole].clear()
        self._asked_hole[hole] = 0
        for led in [led for led, (at, _) in self._leds.items() if at in (hole, NOBODY)]:
            self._by_channel[led].clear()
            self._by_name[led].clear()
            self._asked_led[led] = self._silent[led] = 0

    def _look(self) -> None:
        """Count the votes again, and choose the next question."""
        holes = self._size[0]
        self._holes = leads(self._sensor)
        hole_of = {channel: hole for hole, (channel, _) in self._holes.items() if channel != NOBODY}
        votes: Votes[int] = {}
        for led, named in self._by_name.items():
            votes[led] = Counter(named)
            for channel, count in self._by_channel[led].items():
                # A channel whose hole is unknown counts as a place of its own, numbered after the holes.
                votes[led][hole_of.get(channel, holes + channel)] += count
        self._leds = leads(votes)
        won = (*self._holes.values(), *self._leds.values())
        some_bad = any(value == NOBODY and lead >= SILENT_AFTER for value, lead in won)
        self._need = LEAD + 1 if some_bad else LEAD
        self._question = self._next()

    def _next(self) -> Question | None:
        unsure = [h for h in self._sensor if self._asked_hole[h] < MOST and not self._settled(self._holes, h)]
        if unsure:
            return PutAt(min(unsure, key=lambda hole: self._asked_hole[hole]))
        dim = [k for k in self._by_name if self._asked_led[k] < MOST and not self._settled(self._leds, k)]
        if dim:
            led = min(dim, key=lambda led: self._asked_led[led])
            return NameLit(led) if self._silent[led] >= ASK_NAME_AFTER else PutWhereLit(led)
        return self._to_confirm()

    def _settled(self, won: Mapping[int, tuple[int, int]], key: int) -> bool:
        """Whether the result for `key`, a hole or an LED, is accepted so far, or is known to be bad."""
        value, lead = won.get(key, (NOBODY, 0))
        return lead >= SILENT_AFTER if value == NOBODY else value < self._size[0] or won is self._holes

    def _to_confirm(self) -> Question | None:
        led_of = {hole: led for led, (hole, _) in self._leds.items() if hole != NOBODY}
        asks: list[tuple[int, Question]] = []
        for hole in self._sensor:
            channel, lead = self._holes.get(hole, (NOBODY, 0))
            led = led_of.get(hole)
            sure = led is None or self._leds[led][1] >= self._need or self._asked_led[led] >= MOST
            if channel == NOBODY or self._asked_hole[hole] >= MOST:
                if led is not None and not sure:
                    asks.append((self._asked_led[led], NameLit(led)))
            elif led is None:
                if lead < self._need:
                    asks.append((self._asked_hole[hole], PutAt(hole)))
            elif lead < self._need or not sure:
                if self._asked_led[led] >= MOST:
                    asks.append((self._asked_hole[hole], PutAt(hole)))
                else:
                    asks.append((self._asked_hole[hole], Confirm(hole, led)))
        return min(asks, key=lambda ask: ask[0])[1] if asks else None

    def _known(self, won: Mapping[int, tuple[int, int]]) -> int:
        return sum(lead >= (SILENT_AFTER if value == NOBODY else LEAD) for value, lead in won.values())
