"""Find which LED and which sensor belong to which hole, by questions. No I/O: every answer is an argument.

The wires may be crossed in any way. A person at the board has one marble and is asked:

1. "Put the marble into A0", for every hole: the channel that reacts belongs to A0.
2. An LED shines: "put the marble where it shines". The channel that reacts shows the LED's hole. If the
hole's sensor is dead, the person is asked to type the hole's name.
3. Every hole again, by name and by light: "A0 should shine; if it does, put the marble there, else type no".

People make mistakes, so every answer is only a vote. A channel belongs to a hole if it has more votes from
this hole than any other channel, and more than from any other hole; the result is accepted with a lead of two
votes. A doubtful hole or LED is asked about again, the one asked least often first; after `MOST` questions it
counts as bad. A sensor that stayed silent three times, or an LED that stayed dark three times, is bad as
well. If all wires are shifted by one hole and the last device is bad, no vote contradicts the shift; so if
any device is bad, every result needs a lead of three.

The state follows only from the list of answers. So a session is saved as this list, resumed by replaying the
list, and the last answer is undone by shortening it.
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
"""The lead in votes with which a result is accepted."""

SILENT_AFTER = 3
"""The number of times that a sensor was silent, or an LED dark, after which it counts as bad."""

ASK_NAME_AFTER = 2
"""The number of placements at a lit LED without a reaction after which the person is asked for the name."""

MOST = 20
"""The number of questions about one hole or LED after which it counts as bad."""

NOBODY = -1
"""The value of a vote that no channel reacted, or that no LED shone."""


@dataclass(frozen=True, slots=True)
class Found:
    """The result: the hole of each channel and of each LED (None: unknown), and the holes without a
    device.
    """

    channels: tuple[int | None, ...]
    lights: tuple[int | None, ...]
    bad_sensors: tuple[int, ...]
    bad_lights: tuple[int, ...]


Key = TypeVar("Key", bound=Hashable)
Votes: TypeAlias = dict[Key, Counter[int]]


def leads(votes: Mapping[Key, Counter[int]]) -> dict[Key, tuple[int, int]]:
    """For each key, the value with the most votes, and its lead; a key without a lead is left out.

    Many keys may have the value NOBODY, but only one key may have any other value.
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
    """One session: `question` is the present question, `answer` takes its answer, until no question is
    left.
    """

    def __init__(self, holes: int, channels: int, leds: int, answers: Iterable[Answer] = ()) -> None:
        """Begin with `answers` given before an interruption; raise SetupError if one does not fit."""
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
        """The present question; None when the hole of every sensor and LED is known or bad."""
        return self._question

    @property
    def progress(self) -> tuple[int, int]:
        """The number of sensors and LEDs whose result is accepted, and the number of all."""
        done = self._known(self._holes) + self._known(self._leds)
        return done, self._size[0] + self._size[2]

    def answer(self, answer: Answer) -> None:
        """Take one answer; if it does not fit the question, raise SetupError and change nothing."""
        self._check(answer)
        self._answers.append(answer)
        if isinstance(answer, Redo):
            self._redo(answer.hole)
        else:
            self._vote(answer)
        self._look()

    def undo(self) -> bool:
        """Take the last answer back; return False without an answer."""
        if not self._answers:
            return False
        # A vote does not record what it changed, so all answers except the last are counted again.
        kept = self._answers[:-1]
        self._answers = []
        self._forget()
        for answer in kept:
            self.answer(answer)
        return True

    @property
    def found(self) -> Found:
        """The result so far; a hole that is not known yet counts as bad."""
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
        """For each analog channel, the change of its reading by each marble that was placed on it."""
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
            self._count_word(question, answer)

    def _placed(self, question: Question | None, channel: int) -> None:
        """Count the vote of a marble that came to rest on `channel`."""
        match question:
            case PutAt(hole):
                self._sensor[hole][channel] += 1
            case PutWhereLit(led):
                self._by_channel[led][channel] += 1
            case Confirm(hole, led):
                self._sensor[hole][channel] += 1
                if self._holes[hole][0] == channel:
                    self._by_name[led][hole] += 1

    def _count_word(self, question: Question | None, word: Word) -> None:
        """Count the vote of an answer that is a word; see `Word`."""
        match question, word:
            case PutWhereLit(led), "nothing":
                self._silent[led] += 1
            case Confirm(hole, led), "no":
                # Either the sensor's or the LED's result is wrong, so the votes of both are dropped.
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
        """Compute the results from the votes, and choose the next question."""
        holes = self._size[0]
        self._holes = leads(self._sensor)
        hole_of = {channel: hole for hole, (channel, _) in self._holes.items() if channel != NOBODY}
        votes: Votes[int] = {}
        for led, named in self._by_name.items():
            votes[led] = Counter(named)
            for channel, count in self._by_channel[led].items():
                # A channel whose hole is unknown counts as a hole of its own, numbered after the real holes.
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
        """Whether the device of `key`, a hole or an LED, has a result or is known to be bad."""
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
