"""The session of `jokerboard setup` at the board: ask the questions of a WireFinder, take the answers.

A question lights an LED or shows a text; the sensors or the keyboard give the answer. Events come by
`receive` and typed lines by `typed`; output goes to the strip, to `write_line` (texts) and to `keep` (the
session). So the same code runs on a terminal with a real board, and in virtual time with a simulated board.

Meanwhile the analog sensors of a board are calibrated. The baseline of a channel is its reading on the empty
board. Setup begins with a low threshold that every marble exceeds, and measures each marble that is placed.
At the end, the threshold of a channel is half of the change by its weakest marble, and the hysteresis a third
of the threshold.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from statistics import median_low

from engine.errors import NotationError
from engine.geometry import Board
from firmware_bridge.calibration import WEAKEST, calibrated
from firmware_bridge.facts import Calibration
from hardware.clock import Clock
from hardware.errors import DeviceLost
from hardware.ports import AnalogBank, DeviceState, HardwareEvent, LightStrip, SensorEdge
from wiring.bringup.questions import Answer, Confirm, Named, NameLit, Placed, PutAt, Question, Redo, Word
from wiring.bringup.wire_finder import WireFinder
from wiring.errors import SetupError

SETTLED = 0.08
"""Seconds for which a sensor must be on without a break until its marble counts as placed."""

LIT = bytes((255, 255, 255))

WORDS: Mapping[str, Word] = {"n": "nothing", "d": "dark", "x": "no"}
"""For each key that the person types, the answer."""

KEYS = (
    "n: nothing happened, d: no light, x: another hole shines, u: take the last answer back, redo HOLE: ask"
    " about this hole again, q: leave (the answers are kept)"
)


class SetupSession:
    """A session at one board: shows the questions of a WireFinder and takes the answers."""

    def __init__(
        self,
        session: WireFinder,
        names: Board,
        clock: Clock,
        strip: LightStrip,
        levels: tuple[bool, ...],
        *,
        write_line: Callable[[str], None],
        keep: Callable[[WireFinder], None],
        strength: Callable[[int], int] | None = None,
        tied: Collection[int] = (),
    ) -> None:
        """`levels`: the level of each channel on the empty board; `keep` is called after every answer.

        `strength` returns the present change of an analog channel's reading. `tied`: channels of modules that
        have a fixed level and no sensor.
        """
        self._strength = strength
        self.session, self._names, self._clock = session, names, clock
        self._strip, self._write_line, self._keep = strip, write_line, keep
        self._levels = list(levels)
        self._edges = [0] * len(levels)
        self.over = session.question is None
        stuck = [channel for channel, on in enumerate(levels) if on and channel not in tied]
        if stuck:
            channels = ", ".join(map(str, stuck))
            write_line(
                f"The board should be empty, but some sensors are on: channels {channels}. Lift every marble."
            )
            write_line("Sensors that stay on are stuck, and are left out.")
        self._ask()

    def receive(self, event: HardwareEvent) -> None:
        """Handle an event of the sensors."""
        if isinstance(event, DeviceState):
            self._write_line(f"{event.text}.")
        elif isinstance(event, SensorEdge):
            self._levels[event.channel] = event.on
            self._edges[event.channel] += 1
            if event.on and not self.over:
                asked, edges = len(self.session.answers), self._edges[event.channel]
                self._clock.call_at(
                    self._clock.now() + SETTLED, lambda: self._rests(event.channel, edges, asked)
                )

    def typed(self, line: str) -> None:
        """Carry out a typed line: an answer, `u` to undo, `redo HOLE` or `q`; an empty line asks again."""
        words = line.split()
        match words:
            case []:
                self._ask()
            case ["q"]:
                self.over = True
            case ["u"]:
                if not self.session.undo():
                    self._write_line("There is no answer to take back.")
                self._went_on()
            case ["redo", name]:
                self._redo(name)
            case [key] if key in WORDS:
                self._answer(WORDS[key])
            case [name] if isinstance(self.session.question, NameLit):
                self._named(name)
            case _:
                self._write_line(KEYS)

    def _named(self, name: str) -> None:
        hole = self._hole(name)
        if hole is not None:
            self._answer(Named(hole))

    def _rests(self, channel: int, edges: int, asked: int) -> None:
        """Take `channel` as the answer if it had no edge and no question was answered meanwhile."""
        if self._edges[channel] == edges and asked == len(self.session.answers) and not self.over:
            self._answer(Placed(channel, self._measured(channel)))

    def _measured(self, channel: int) -> int:
        """The present change of an analog channel's reading; 0 if unknown."""
        try:
            return 0 if self._strength is None else self._strength(channel)
        except DeviceLost as error:
            self._write_line(f"{error}.")
            return 0

    def _redo(self, name: str) -> None:
        hole = self._hole(name)
        if hole is not None:
            self._answer(Redo(hole))

    def _hole(self, name: str) -> int | None:
        try:
            return self._names.hole(name)
        except NotationError as error:
            self._write_line(f"{error}.")
            return None

    def _answer(self, answer: Answer) -> None:
        try:
            self.session.answer(answer)
        except SetupError:
            # If the question asks for a name, a marble that comes to rest is not taken as an answer.
            if not isinstance(answer, Placed):
                self._write_line(f"That does not answer this question. {KEYS}")
            return
        self._went_on()

    def _went_on(self) -> None:
        self._keep(self.session)
        self._ask()

    def _ask(self) -> None:
        question = self.session.question
        self._shine(question)
        if question is None:
            self.over = True
            self._write_line("All wires are known.")
            return
        known, of = self.session.progress
        self._write_line(f"[{100 * known // of:3}%] {sentence(question, self._names)}")

    def _shine(self, question: Question | None) -> None:
        leds = self._strip.leds
        frame = bytearray(3 * leds)
        if question is not None and not isinstance(question, PutAt):
            frame[3 * question.led : 3 * question.led + 3] = LIT
        self._strip.show(bytes(frame))


def sentence(question: Question, names: Board) -> str:
    """The question as a sentence for people."""
    match question:
        case PutAt(hole):
            return f"Put the marble into {names.name(hole)}. (Nothing happens: n)"
        case Confirm(hole, _):
            name = names.name(hole)
            return f"{name} should shine now. If it does, put the marble into {name}; if another does: x"
        case NameLit():
            return "Which hole shines? Type its name. (None: d)"
        case _:
            return "Put the marble into the hole that shines. (None shines: d; nothing happens: n)"


ROUNDS = 9
"""The number of times that every channel of the empty board is read."""

ABOVE_NOISE = 4
"""A marble is too weak if its change of a reading is less than this multiple of the noise."""

AT_FIRST = Calibration(0, 1000, 330)
"""Before marbles are measured, no channel gets a lower threshold than the one in this calibration."""


class Strengths:
    """The calibration of one board; `baselines` and `noise` are those of each channel of the empty board."""

    def __init__(self, bank: AnalogBank) -> None:
        """Measure the empty board and set the first thresholds; raise DeviceLost if it does not answer."""
        self._bank = bank
        rounds = [bank.readings() for _ in range(ROUNDS)]
        by_channel = list(zip(*rounds, strict=True))
        self.baselines: tuple[int, ...] = tuple(median_low(readings) for readings in by_channel)
        self.noise = tuple(max(readings) - min(readings) for readings in by_channel)
        bank.calibrate(tuple(self._at_first(channel) for channel in range(bank.channels)))

    def of(self, channel: int) -> int:
        """The present difference of a channel's reading from its baseline, without sign."""
        moved: int = self._bank.readings()[channel] - self.baselines[channel]
        return abs(moved)

    def finish(
        self, channels: Sequence[int | None], strengths: Mapping[int, Sequence[int]]
    ) -> tuple[Calibration | None, ...]:
        """Calibrate the board, and return the calibration of each channel; None for one without a hole.

        `channels` has the hole of each channel; `strengths` the changes by the marbles on each channel.
        """
        made = tuple(
            None
            if hole is None
            else calibrated(self.baselines[channel], min(strengths[channel]))
            if strengths.get(channel)
            else self._at_first(channel)
            for channel, hole in enumerate(channels)
        )
        self._bank.calibrate(made)
        return made

    def weak(self, strengths: Mapping[int, Sequence[int]]) -> dict[int, int]:
        """The channels whose weakest marble hardly exceeds the noise, with the change by this marble."""
        found = {channel: min(each) for channel, each in sorted(strengths.items()) if each}
        return {
            channel: moved
            for channel, moved in found.items()
            if moved < max(WEAKEST, ABOVE_NOISE * self.noise[channel])
        }

    def _at_first(self, channel: int) -> Calibration:
        threshold = max(AT_FIRST.threshold, ABOVE_NOISE * self.noise[channel])
        return Calibration(self.baselines[channel], threshold, threshold // 3)
