"""The doctor's check of LEDs and sensors, with a person at the board.

To check an LED, the LED shines and the person types what they see. To check a sensor, the person puts a
marble into the hole and takes it out again. Events come by `receive` and typed lines by `typed`; output goes
to the strip, to `write_line` (texts) and to `keep` (answers). An answer is a word for each hole;
`wiring.bringup.diagnosis` turns the answers into findings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from engine.errors import NotationError
from engine.geometry import Hole
from hardware.clock import Clock
from hardware.errors import DeviceLost
from hardware.ports import DeviceState, HardwareEvent, LightStrip, SensorEdge
from wiring.description import Description

SETTLED = 0.08
"""The most seconds for which a contact bounces."""

WATCHED = 0.5
"""Seconds for which a sensor under a marble is watched for flicker."""

RESTLESS = 3
"""The number of a sensor's changes after the bounce from which it counts as flickering."""

MARGIN, FAINT = 1.25, 0.1
"""Multiples of an analog sensor's threshold, below which a marble counts as weak, and as not sensed."""

WHITE = bytes((255, 255, 255))

LIGHT_KEYS = "Enter: it shines, white; d: dark; c: another colour; a hole's name: that hole shines instead"
HOLE_KEYS = "n: nothing is sensed; s: the marble is out, but still sensed"
KEYS = "u: take the last answer back, q: leave (the answers are kept)"

FINE, DARK, COLOUR, NOTHING, WEAK, STAYS = "fine", "dark", "colour", "nothing", "weak", "stays"


@dataclass(slots=True)
class Answers:
    """For each hole that was checked, the answer about its LED and about its sensor: FINE or a fault.

    If the answer is the name of another hole, the device is in that other hole.
    """

    lights: dict[Hole, str] = field(default_factory=dict)
    sensors: dict[Hole, str] = field(default_factory=dict)


class HoleCheck:
    """A check of one board; `lights` and `sensors` are the holes to ask about."""

    def __init__(
        self,
        board: Description,
        answers: Answers,
        clock: Clock,
        strip: LightStrip,
        levels: Sequence[bool],
        *,
        lights: Sequence[Hole],
        sensors: Sequence[Hole],
        write_line: Callable[[str], None],
        keep: Callable[[Answers], None],
        strength: Callable[[int], float | None],
        deaf: frozenset[int] = frozenset(),
    ) -> None:
        """`levels`: the present level of each channel; `deaf`: channels whose events are ignored.

        `strength` returns the present change of an analog channel's reading as a multiple of its threshold,
        and None for a digital channel.
        """
        self._board, self._clock, self._strip = board, clock, strip
        self._answers, self._write_line, self._keep, self._strength = answers, write_line, keep, strength
        self._levels = list(levels)
        self._edges: Counter[int] = Counter()
        self._asked = [("light", hole) for hole in lights] + [("sensor", hole) for hole in sensors]
        self._done: list[tuple[str, Hole]] = []
        self._elsewhere: Counter[int] = Counter()
        self._watching: int | None = None
        self._out: int | None = None
        """The channel whose marble the person must take out now; None if no marble was sensed."""
        self._deaf = deaf
        self._ignored: set[int] = set()
        """The channels that are ignored until their marble has been taken out."""
        self.troubles: list[str] = []
        """The messages of devices that were lost."""
        self.over = False
        for keys, asked in ((LIGHT_KEYS, lights), (HOLE_KEYS, sensors), (KEYS, True)):
            if asked:
                write_line(f"{keys}.")
        self._ask()

    @property
    def question(self) -> tuple[str, Hole] | None:
        """The present question as ("light" or "sensor", hole); None after the last question."""
        kept = {"light": self._answers.lights, "sensor": self._answers.sensors}
        return next(((kind, hole) for kind, hole in self._asked if hole not in kept[kind]), None)

    @property
    def taking_out(self) -> bool:
        """Whether the marble was sensed and the person must take it out now."""
        return self._out is not None

    def receive(self, event: HardwareEvent) -> None:
        """Take an event of the sensors."""
        if isinstance(event, DeviceState):
            self._write_line(f"{event.text}.")
            if not event.ok:
                self.troubles.append(event.text)
                self._end()
        elif isinstance(event, SensorEdge):
            self._levels[event.channel] = event.on
            self._edges[event.channel] += 1
            if self.over or event.channel in self._deaf or (self.question or ("", 0))[0] != "sensor":
                return
            if event.channel in self._ignored:
                self._later(WATCHED, lambda: self._at_rest(event.channel, self._edges[event.channel]))
            elif event.channel == self._out:
                if not event.on:
                    self._later(SETTLED, lambda: self._emptied(event.channel))
            elif event.on and self._out is None and self._watching is None:
                self._watching = event.channel
                self._later(SETTLED, lambda: self._watch(event.channel))

    def typed(self, line: str) -> None:
        """Take a line of the keyboard."""
        word = line.strip()
        question = self.question
        if word == "q" or question is None:
            self._end()
        elif word == "u":
            self._take_back()
        elif question[0] == "light":
            self._seen(question[1], word)
        elif word == "n":
            felt = self._strength(self._board.channels.index(question[1])) or 0
            self._answer(WEAK if felt > FAINT else NOTHING)
        elif word == "s" and self._out is not None:
            self._ignored.add(self._out)
            self._answer(STAYS)
        else:
            self._write_line(f"{HOLE_KEYS}. {KEYS}.")

    # Questions about lights

    def _seen(self, hole: Hole, word: str) -> None:
        if word in ("", "d", "c"):
            self._answer({"": FINE, "d": DARK, "c": COLOUR}[word])
            return
        try:
            other = self._board.names.hole(word)
        except NotationError:
            self._write_line(f"{LIGHT_KEYS}. {KEYS}.")
            return
        self._answer(FINE if other == hole else self._board.names.name(other))

    # Questions about sensors

    def _at_rest(self, channel: int, edges: int) -> None:
        """Stop ignoring `channel` if its hole is empty and it has had no edge since `edges` were counted."""
        if self._edges[channel] == edges and not self._levels[channel]:
            self._ignored.discard(channel)

    def _watch(self, channel: int) -> None:
        edges = self._edges[channel]
        self._later(WATCHED, lambda: self._felt(channel, self._edges[channel] - edges))

    def _felt(self, channel: int, changes: int) -> None:
        """Judge `channel` after the watch; `changes`: its edges meanwhile.

        A channel that is off again without flicker is ignored, because a sleeve may have brushed the sensor.
        """
        self._watching = None
        question = self.question
        if self.over or question is None or not (self._levels[channel] or changes >= RESTLESS):
            return
        hole = self._board.channels[channel]
        if hole != question[1]:
            self._not_there(channel, hole)
        elif changes >= RESTLESS or (self._strength(channel) or MARGIN) < MARGIN:
            self._ignored.add(channel)
            self._write_line("     hardly sensed; take the marble out.")
            self._answer(WEAK)
        else:
            self._out = channel
            self._write_line("     sensed; take the marble out.")

    def _not_there(self, channel: int, hole: Hole | None) -> None:
        """Count a marble on a wrong channel: the first time may be a slip, the second is a crossed wire."""
        self._elsewhere[channel] += 1
        name = f"channel {channel}, of no hole" if hole is None else self._board.names.name(hole)
        self._ignored.add(channel)
        if self._elsewhere[channel] > 1:
            self._answer(name)
        else:
            self._write_line(f"     that was {name}; take the marble out.")
            self._ask()

    def _emptied(self, channel: int) -> None:
        if channel == self._out and not self._levels[channel]:
            self._answer(FINE)

    # Questions of both kinds

    def _answer(self, word: str) -> None:
        question = self.question
        assert question is not None
        kind, hole = question
        (self._answers.lights if kind == "light" else self._answers.sensors)[hole] = word
        self._done.append(question)
        self._went_on()

    def _take_back(self) -> None:
        if not self._done:
            self._write_line("There is no answer to take back.")
            return
        kind, hole = self._done.pop()
        del (self._answers.lights if kind == "light" else self._answers.sensors)[hole]
        self._went_on()

    def _went_on(self) -> None:
        self._out, self._watching = None, None
        self._elsewhere.clear()
        self._keep(self._answers)
        self._ask()

    def _ask(self) -> None:
        question = self.question
        self._shine(question)
        if question is None:
            self._end()
            return
        kind, hole = question
        at, name = self._asked.index(question) + 1, self._board.names.name(hole)
        what = f"does {name} shine?" if kind == "light" else f"put the marble into {name}."
        self._write_line(f"[{at}/{len(self._asked)}] {what}")

    def _shine(self, question: tuple[str, Hole] | None) -> None:
        frame = bytearray(3 * self._strip.leds)
        if question is not None and question[0] == "light":
            led = self._board.lights.holes.index(question[1])
            frame[3 * led : 3 * led + 3] = WHITE
        try:
            self._strip.show(bytes(frame))
        except DeviceLost as error:
            self._write_line(f"{error}.")
            self.troubles.append(str(error))
            self._end()

    def _end(self) -> None:
        self.over = True

    def _later(self, seconds: float, call: Callable[[], None]) -> None:
        self._clock.call_at(self._clock.now() + seconds, call)
