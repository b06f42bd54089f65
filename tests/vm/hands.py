"""Simulated hands at the board, run in the virtual machine by the Python of the installed program.

    python -m tests.vm.hands BOARD.toml PLAYS [SEED] [--no-cards | --hid | --serial] [--unplug]
    python -m tests.vm.hands BOARD.toml --stand STATE.json

Cards are typed on a keyboard of uinput, on a USB keyboard (`--hid`) or sent by a USB serial port
(`--serial`). With `--unplug`, USB devices are unplugged and plugged in again in the middle. `--stand` only
sets the marbles up as in a state of the page.

The hands set up the game's marbles. For every play they type a card, and move marbles by changing the levels
of sensors; they read on the page whether the play was announced. The last line of output is a summary as
JSON.
"""

from __future__ import annotations

import fcntl
import json
import os
import random
import struct
import sys
import time
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar, Protocol

from engine.cards import RANKS, Card, Rank
from engine.geometry import Hole
from engine.legal import Outcome, legal
from engine.position import Position
from engine.rules.rule_sets import RULES
from engine.table import Table, table_at
from hardware.parts.mcp23017.driver import WATCH_LEVELS, WATCH_PINS
from jokerboard.simulation.people.choice_of_play import Chance
from jokerboard.simulation.people.eyes_and_hands import Lift, carried_out
from tests.vm.gadgets import HidKeyboard, Pico, SerialReader
from wiring.description import Description
from wiring.parse import read_board

LEVELS = Path("/sys/kernel/debug/board/levels")
PAGE = "http://127.0.0.1:8080/api/state"
MOVE = 0.15
"""Seconds between two movements of marbles."""
PATIENCE = 8.0
"""Seconds within which a play must be announced."""


class Keyboard:
    """A barcode scanner: a virtual keyboard of uinput that types a card and Enter."""

    KEYS: ClassVar = {
        **{key: 2 + at for at, key in enumerate("1234567890")},
        **{key: 16 + at for at, key in enumerate("QWERTYUIOP")},
        **{key: 30 + at for at, key in enumerate("ASDFGHJKL")},
        **{key: 44 + at for at, key in enumerate("ZXCVBNM")},
        "\n": 28,
    }
    SHIFT = 42

    def __init__(self, name: str = "scanner") -> None:
        self._file = os.open("/dev/uinput", os.O_WRONLY | os.O_NONBLOCK)
        fcntl.ioctl(self._file, 0x40045564, 1)  # UI_SET_EVBIT: the keyboard sends keys.
        for key in (*self.KEYS.values(), self.SHIFT):
            fcntl.ioctl(self._file, 0x40045565, key)  # UI_SET_KEYBIT: the keyboard has this key.
        setup = struct.pack("HHHH80sI", 3, 0x1234, 0x5678, 1, name.encode(), 0)
        fcntl.ioctl(self._file, 0x405C5503, setup)  # UI_DEV_SETUP: name and numbers of the keyboard.
        fcntl.ioctl(self._file, 0x5501)  # UI_DEV_CREATE: the keyboard appears.

    def type(self, text: str) -> None:
        """Type capital letters and digits, and Enter."""
        for letter in text + "\n":
            keys = [self.KEYS[letter]] if not letter.isupper() else [self.SHIFT, self.KEYS[letter]]
            for down in (1, 0):
                for key in keys:
                    self._report(1, key, down)
                self._report(0, 0, 0)

    def _report(self, kind: int, code: int, value: int) -> None:
        os.write(self._file, struct.pack("qqHHi", 0, 0, kind, code, value))


class Chain:
    """The inputs of a chain of 74HC165: a byte for each chip, in which a bit 0 is a magnet."""

    def put(self, levels: list[bool]) -> None:
        """Set the levels of the inputs."""
        inputs = bytearray(b"\xff" * -(-len(levels) // 8))
        for channel, marble in enumerate(levels):
            if marble:
                inputs[channel // 8] &= ~(1 << channel % 8)
        LEVELS.write_bytes(inputs)


class Expanders:
    """The inputs of MCP23017 chips, simulated by the kernel's module i2c-stub."""

    GPIO = 0x12
    INPUTS: ClassVar = [bit for bit in range(16) if not WATCH_PINS >> bit & 1]

    def __init__(self, chips: tuple[tuple[int, int], ...]) -> None:
        from smbus2 import SMBus

        self._chips = [(SMBus(bus), address) for bus, address in chips]
        self._shown: dict[int, int] = {}

    def put(self, levels: list[bool]) -> None:
        """Set the levels of the inputs."""
        for number, (bus, address) in enumerate(self._chips):
            word = WATCH_LEVELS
            for at, bit in enumerate(self.INPUTS):
                channel = 14 * number + at
                if channel >= len(levels) or not levels[channel]:
                    word |= 1 << bit
            if self._shown.get(number) != word:
                bus.write_word_data(address, self.GPIO, word)
                self._shown[number] = word


class Inputs(Protocol):
    """The chips' inputs to which the sensors are connected."""

    def put(self, levels: list[bool]) -> None:
        """Set the level of each channel."""


class Typist(Protocol):
    """A card scanner."""

    def type(self, text: str) -> None:
        """Scan a label with the text `text`."""


def inputs_of(board: Description) -> Inputs:
    """The simulated inputs for the sensor bank of a description."""
    match board.bank.part.word:
        case "mcp23017":
            return Expanders(board.bank.chips)  # type: ignore[attr-defined]
        case "pico":
            return Pico(board)
        case _:
            return Chain()


class Hands:
    """Moves the board's marbles, by changing the levels of their channels."""

    def __init__(self, board: Description, inputs: Inputs) -> None:
        self._board, self._inputs = board, inputs
        self.occupied: set[Hole] = set()

    def set_up(self, holes: set[Hole]) -> None:
        """Put marbles into exactly these holes, all at once."""
        self.occupied = set(holes)
        self._show()

    def carry(self, table: Table, position: Position, outcome: Outcome, chance: Chance) -> None:
        """Make a play, one marble after another."""
        board = table.board
        owners = {hole: seat for seat in position.seats for hole in position.marbles[seat] or ()}
        for step in carried_out(board, outcome.play, owners, chance):
            start = board.start(step.seat)
            if isinstance(step, Lift):
                self.occupied.discard(
                    step.hole if step.hole is not None else next(h for h in start if h in self.occupied)
                )
            else:
                self.occupied.add(
                    step.hole if step.hole is not None else next(h for h in start if h not in self.occupied)
                )
            self._show()
            time.sleep(MOVE)

    def _show(self) -> None:
        self._inputs.put([hole is not None and hole in self.occupied for hole in self._board.channels])


def state() -> dict[str, Any]:
    """The state of the page; wait while the program does not answer."""
    limit = time.monotonic() + 300
    while True:
        try:
            with urllib.request.urlopen(PAGE, timeout=20) as answer:
                found: dict[str, Any] = json.load(answer)
                return found
        except OSError:
            if time.monotonic() > limit:
                raise
            time.sleep(0.2)


def standing(table: Table, position: Position) -> set[Hole]:
    """The holes with a marble in a position; each START is filled from its first hole."""
    found: set[Hole] = set()
    for seat in position.seats:
        out = position.marbles[seat] or ()
        found |= {*out, *table.board.start(seat)[: table.rules.marbles_per_player - len(out)]}
    return found


def certain(table: Table, position: Position, rank: Rank) -> list[Outcome]:
    """The plays of a rank that the occupied holes after them identify."""
    boards = [frozenset(standing(table, outcome.position)) for outcome in legal(table, position, rank)]
    return [
        outcome
        for outcome, board in zip(legal(table, position, rank), boards, strict=True)
        if outcome.legs and boards.count(board) == 1 and board != standing(table, position)
    ]


def unplugged(devices: Sequence[Pico | HidKeyboard | SerialReader]) -> str:
    """Unplug the devices and plug them in again; return the fault that the page showed meanwhile."""
    for device in devices:
        device.pull()
    seen = ready(lambda now: len(now["faults"]) >= len(devices))
    for device in devices:
        device.push()
    ready(lambda now: not now["faults"])
    return "; ".join(fault["text"] for fault in seen["faults"])


def ready(so: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Wait up to two minutes for a state of the page with a position for which `so` is true; return it."""
    limit = time.monotonic() + 120
    while (now := state())["position"] is None or not so(now):
        if time.monotonic() > limit:
            break
        time.sleep(0.3)
    return now


def play(
    board: Description,
    plays: int,
    seed: int,
    keyboard: Typist | None,
    inputs: Inputs,
    half_way: Callable[[], str],
) -> dict[str, Any]:
    """Make plays from the page's position on; return a summary.

    `half_way` is called once in the middle, between two plays.
    """
    chance, hands = random.Random(seed), Hands(board, inputs)
    now = ready(lambda now: not now["faults"])
    meanwhile = ""
    seconds: list[float] = []
    wrong = late = 0
    set_up = False
    while len(seconds) + wrong + late < plays and not (now := state())["over"]:
        position = Position.parse(now["position"])
        table = table_at(RULES[now["game"]["rules"]], position)
        if not set_up:
            hands.set_up(standing(table, position))
            set_up = True
            time.sleep(2.5)
            continue
        if not meanwhile and len(seconds) >= plays // 2:
            meanwhile = half_way() or "nothing"
        options = [(rank, found) for rank in RANKS if (found := certain(table, position, rank))]
        rank, found = chance.choice(options)
        outcome = chance.choice(found)
        if keyboard is not None:
            keyboard.type(str(Card(rank, None if rank is Rank.JOKER else chance.choice("SHDC"))))
            seen = time.monotonic() + PATIENCE
            while state()["card"] is None and time.monotonic() < seen:
                time.sleep(0.02)
        hands.carry(table, position, outcome, Chance(seed, now["n"]))
        moved = time.monotonic()
        while (after := state())["n"] == now["n"] and time.monotonic() < moved + PATIENCE:
            time.sleep(0.005)
        if after["n"] == now["n"]:
            late += 1
            print(
                "not announced:",
                outcome.play.text(table.board),
                after["prompt"],
                after["verdict"],
                flush=True,
            )
            set_up = False
        elif Position.parse(after["position"]).marbles != outcome.marbles:
            wrong += 1
            print("announced otherwise:", outcome.play.text(table.board), after["last"], flush=True)
            set_up = False
        else:
            seconds.append(time.monotonic() - moved)
    seconds.sort()
    return {
        "right": len(seconds),
        "wrong": wrong,
        "not announced": late,
        "n": now["n"],
        "median ms": round(1000 * seconds[len(seconds) // 2]) if seconds else None,
        "longest ms": round(1000 * seconds[-1]) if seconds else None,
        **({"unplugged": meanwhile} if meanwhile not in ("", "nothing") else {}),
        **({"lights": inputs.lit()} if isinstance(inputs, Pico) else {}),
    }


def main(arguments: list[str]) -> int:
    """Play; return 1 if a play was announced wrongly or not at all."""
    words = [each for each in arguments if not each.startswith("--")]
    board = read_board(Path(words[0]))
    inputs = inputs_of(board)
    if "--stand" in arguments:
        now = json.loads(Path(words[1]).read_text())
        position = Position.parse(now["position"])
        Hands(board, inputs).set_up(standing(table_at(RULES[now["game"]["rules"]], position), position))
        return 0
    keyboard: Keyboard | HidKeyboard | SerialReader | None = None
    if "--hid" in arguments:
        keyboard = HidKeyboard()
    elif "--serial" in arguments:
        keyboard = SerialReader()
    elif "--no-cards" not in arguments:
        keyboard = Keyboard()
        time.sleep(3)  # The table tries to open a lost reader once a second.
    devices = [each for each in (inputs, keyboard) if isinstance(each, Pico | HidKeyboard | SerialReader)]
    came = play(
        board,
        int(words[1]),
        int(words[2]) if len(words) > 2 else 1,
        keyboard,
        inputs,
        lambda: unplugged(devices) if "--unplug" in arguments else "",
    )
    print(json.dumps(came))
    return 0 if came["right"] and not came["wrong"] and not came["not announced"] else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
