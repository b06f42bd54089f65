"""The texts of `jokerboard firmware console`: events and frames as lines, typed lines as commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from firmware_bridge import events as ev
from firmware_bridge.codec import FrameReader, parse
from firmware_bridge.errors import FieldError, FrameError
from firmware_bridge.facts import BoardHealth, BoardInfo, Calibration, RawSnapshot, unpack_readings
from firmware_bridge.lightplan import Effect, Style
from firmware_bridge.messages import Op, Status

HELP = """\
info                         show the board's facts
health                       show the board's counters
snapshot                     show the present levels
style N RRGGBB [EFFECT [MS]] define a style: steady, blink, pulse, chase
paint FIRST COUNT N          give LEDs a style
limits BRIGHTNESS MA         set brightness (0 to 255) and the most current
debounce MS                  set the debounce time (0 to 50)
measure FIRST COUNT          show readings of an analog board
calibration FIRST COUNT      show the calibration of an analog board
calibrate CH BASE THRESHOLD HYSTERESIS
save / forget                store or delete the calibration
restart [0|1|2]              restart: 1 stays at the prompt, 2 waits for firmware
send OP [HEX]                send any op with any arguments
quit"""


class TypedError(FieldError):
    """A typed line is not a command; the message shows the command's correct form."""


def command(line: str) -> tuple[int, bytes]:
    """The op and the arguments that a typed line stands for; raise TypedError if it is no command."""
    name, *words = line.split()
    make = _WORDS.get(name)
    if make is None:
        raise TypedError(f"there is no command {name!r}; type help for a list")
    try:
        return make(words)
    except (ValueError, IndexError, KeyError, OverflowError) as error:
        usage = next(row for row in HELP.splitlines() if name in row.split())
        raise TypedError(f"the form is: {' '.join(usage.split())}") from error


def _u16(word: str) -> bytes:
    return int(word, 0).to_bytes(2, "little")


def _u8(word: str) -> bytes:
    return int(word, 0).to_bytes(1, "little")


def _style(words: list[str]) -> tuple[int, bytes]:
    red, green, blue = bytes.fromhex(words[1])
    effect = Effect[words[2].upper()] if len(words) > 2 else Effect.STEADY
    period = int(words[3]) if len(words) > 3 else 1000
    return Op.STYLES, Style(red, green, blue, effect, period).pack(int(words[0]))


def _some(op: Op) -> Callable[[list[str]], tuple[int, bytes]]:
    return lambda words: (op, _u16(words[0]) + _u8(words[1]))


def _plain(op: Op) -> Callable[[list[str]], tuple[int, bytes]]:
    return lambda _words: (op, b"")


_WORDS: dict[str, Callable[[list[str]], tuple[int, bytes]]] = {
    "info": _plain(Op.INFO),
    "health": _plain(Op.HEALTH),
    "snapshot": _plain(Op.SNAPSHOT),
    "style": _style,
    "paint": lambda w: (Op.PAINT, _u16(w[0]) + _u16(w[1]) + _u8(w[2])),
    "limits": lambda w: (Op.LIMITS, _u8(w[0]) + _u16(w[1])),
    "debounce": lambda w: (Op.DEBOUNCE, _u8(w[0])),
    "measure": _some(Op.MEASURE),
    "calibration": _some(Op.CAL_READ),
    "calibrate": lambda w: (
        Op.CAL_WRITE,
        _u16(w[0]) + Calibration(int(w[1], 0), int(w[2], 0), int(w[3], 0)).pack(),
    ),
    "save": _plain(Op.CAL_SAVE),
    "forget": _plain(Op.CAL_FORGET),
    "restart": lambda w: (Op.RESTART, _u8(w[0] if w else "0")),
    "send": lambda w: (int(w[0], 16), bytes.fromhex("".join(w[1:]))),
}


def line_of(event: ev.LinkEvent) -> str:
    """One line about an event, which begins with the event's time."""
    return f"{event.t:12.3f}  {_text(event)}"


def _text(event: ev.LinkEvent) -> str:
    match event:
        case ev.Linked(_, boot):
            return f"link     boot {boot:08x}"
        case ev.Edge(_, seq, channel, on):
            return f"edge     {seq} channel {channel} {'on' if on else 'off'}"
        case ev.Gap(_, _, _, text):
            return f"gap      {text}"
        case ev.Snapshot(_, levels, differs):
            otherwise = f"; edges gave other levels for channels {list(differs)}" if differs else ""
            return f"snapshot {_levels(levels)}{otherwise}"
        case ev.Facts(_, info):
            return f"facts    {info_text(info)}"
        case ev.Health(_, health):
            return f"health   {health}"
        case ev.Answer(_, _, op, status, data):
            return f"answer   {_answer(op, status, data)}"
        case ev.NoteReceived(_, text):
            return f"note     {text}"
        case ev.Trouble(_, problem, text):
            return f"trouble  {problem}: {text}"
        case _ as never:  # pragma: no cover
            assert_never(never)


def _levels(levels: tuple[bool, ...]) -> str:
    on = [str(channel) for channel, level in enumerate(levels) if level]
    return f"{len(levels)} channels, on: {' '.join(on) or 'none'}"


def info_text(info: BoardInfo) -> str:
    """One line about a board: identity, sizes, firmware, abilities, limits and last start."""
    extras = ", ".join(feature.name.lower().replace("_", " ") for feature in info.features if feature.name)
    return (
        f"board {info.board_id}, {info.channels} channels, {info.leds} LEDs, {info.build}; "
        f"{extras or 'no extras'}; cap {info.cap_ma} mA, debounce {info.debounce_ms} ms, "
        f"last start: {info.reset_cause.name.lower()}"
    )


def _answer(op: int, status: int, data: bytes) -> str:
    name = Op(op).name if op in Op.__members__.values() else f"op {op:02x}"
    if status == Status.OK:
        try:
            return f"{name}: {_ANSWERS.get(op, _plain_answer)(data)}"
        except FrameError as error:
            return f"{name}: {error}"
    known = status in Status.__members__.values()
    return f"{name}: {Status(status).name.lower().replace('_', ' ') if known else f'status {status}'}"


def _plain_answer(data: bytes) -> str:
    return f"ok {data.hex(' ')}".rstrip()


_ANSWERS: dict[int, Callable[[bytes], str]] = {
    Op.INFO: lambda data: info_text(BoardInfo.unpack(data)),
    Op.HEALTH: lambda data: str(BoardHealth.unpack(data)),
    Op.SNAPSHOT: lambda data: _levels(RawSnapshot.unpack(data).levels),
    Op.MEASURE: lambda data: " ".join(map(str, unpack_readings(data))),
    Op.CAL_READ: lambda data: "; ".join(map(str, Calibration.unpack_all(data))),
}


class Traffic:
    """Turns the bytes of both directions into lines about frames, for `console --frames`."""

    def __init__(self) -> None:
        self._readers = {"in": FrameReader(), "out": FrameReader()}

    def lines(self, direction: str, data: bytes) -> list[str]:
        """One line for each frame that ends in `data`, also for damaged frames.

        `direction` is "in" or "out".
        """
        reader = self._readers[direction]
        arrow = "<-" if direction == "in" else "->"
        bad = reader.counts.bad
        lines = []
        for payload in reader.feed(data):
            try:
                lines.append(f"{arrow} {payload.hex(' ')}  {parse(payload)}")
            except FrameError as error:
                lines.append(f"{arrow} {payload.hex(' ')}  malformed: {error}")
        lines += [f"{arrow} a damaged frame"] * (reader.counts.bad - bad)
        return lines
