"""The virtual board: holes with marbles, and hands that hold lifted marbles.

The virtual board keeps its marbles in its own file, as a wooden board keeps them independently of the table's
program. Every change is in the file before it is reported. The new state is written to a temporary file,
which is then renamed, so that the file holds the state before or after the change whenever the process dies.

The file is one JSON object: `{"wood": 1, "holes": 112, "marbles": {"8": 0}, "hands": [[0, 15]], "check": …}`;
each of `hands` is `[colour, hole from which the marble was lifted]`, the longest held first. `check` is the
CRC-32 of the object without `check`, as `json.dumps(…, sort_keys=True, separators=(",", ":"))` writes it.
"""

from __future__ import annotations

import json
from binascii import crc32
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hardware.errors import (
    HardwareError,
    HoleEmpty,
    HoleFull,
    NotInHand,
    WoodError,
    WoodFileDamaged,
    WoodFileUnwritable,
)
from jokerboard.host.errors import FileUnwritableError
from jokerboard.host.files import replace_file

VERSION = 1


@dataclass(frozen=True, slots=True)
class Held:
    """A marble in a hand: its colour, and the hole from which it was lifted."""

    colour: int
    source: int


class VirtualBoard:
    """Marbles in holes and in hands; holes and colours are numbers from 0."""

    def __init__(
        self,
        holes: int,
        marbles: Mapping[int, int] | None = None,
        *,
        hands: Iterable[Held] = (),
        file: Path | None = None,
        hole_name: Callable[[int], str] = str,
        colour_name: Callable[[int], str] = str,
    ) -> None:
        """A board with `marbles` (hole to colour), written to `file` unless it is None.

        `hole_name` and `colour_name` give the names for messages of errors. An existing file is replaced; a
        damaged file is kept, and WoodFileDamaged is raised.
        """
        if file is not None and file.exists():
            _read(file)
        self.holes, self._file = holes, file
        self._hole_name, self._colour_name = hole_name, colour_name
        self._listeners: list[Callable[[int], None]] = []
        self._marbles: dict[int, int] = {}
        self._hands: tuple[Held, ...] = ()
        self._become(self._sound(marbles or {}), tuple(hands))

    @classmethod
    def load(
        cls,
        file: Path,
        *,
        hole_name: Callable[[int], str] = str,
        colour_name: Callable[[int], str] = str,
    ) -> VirtualBoard:
        """Read the board in `file`; raise WoodFileDamaged if it is damaged, HardwareError if it is
        missing.
        """
        holes, marbles, hands = _read(file)
        return cls(holes, marbles, hands=hands, file=file, hole_name=hole_name, colour_name=colour_name)

    @property
    def marbles(self) -> dict[int, int]:
        """The marbles in holes: hole to colour, in the order of the holes."""
        return dict(sorted(self._marbles.items()))

    @property
    def hands(self) -> tuple[Held, ...]:
        """The marbles in hands, the longest held marble first."""
        return self._hands

    def colour_at(self, hole: int) -> int | None:
        """The colour of the marble in `hole`; None if the hole is empty."""
        return self._marbles.get(self._checked(hole))

    def occupied(self, hole: int) -> bool:
        """Whether a marble lies in `hole`."""
        return self._checked(hole) in self._marbles

    def listen(self, changed: Callable[[int], None]) -> None:
        """From now on, call `changed` with each hole that was filled or emptied, after the change is on
        disk.
        """
        self._listeners.append(changed)

    def set_up(self, marbles: Mapping[int, int]) -> None:
        """Remove all marbles from holes and hands, and place `marbles` (hole to colour)."""
        self._become(self._sound(marbles), ())

    def lift(self, hole: int) -> int:
        """Lift the marble in `hole` and return its colour; raise HoleEmpty if the hole is empty."""
        if not self.occupied(hole):
            raise HoleEmpty(f"there is no marble in {self._hole_name(hole)} to lift")
        after = dict(self._marbles)
        colour = after.pop(hole)
        self._become(after, (*self._hands, Held(colour, hole)))
        return colour

    def place(self, hole: int, colour: int, source: int | None = None) -> None:
        """Place a held marble of `colour` in `hole`: the marble from hole `source`, or the last one lifted.

        Raise HoleFull if the hole is full, NotInHand if no such marble is held; an error changes nothing.
        """
        if self.occupied(hole):
            raise HoleFull(f"there is a marble in {self._hole_name(hole)} already; lift that one first")
        hands = list(self._hands)
        for at in range(len(hands) - 1, -1, -1):
            if hands[at].colour == colour and source in (None, hands[at].source):
                del hands[at]
                break
        else:
            came = "" if source is None else f" from {self._hole_name(source)}"
            raise NotInHand(f"nobody holds a marble of {self._colour_name(colour)}{came}; lift one first")
        self._become({**self._marbles, hole: colour}, tuple(hands))

    def _checked(self, hole: int) -> int:
        if not 0 <= hole < self.holes:
            raise WoodError(f"this board has holes 0 to {self.holes - 1}, no {hole}")
        return hole

    def _sound(self, marbles: Mapping[int, int]) -> dict[int, int]:
        return {self._checked(hole): marbles[hole] for hole in sorted(marbles)}

    def _become(self, marbles: dict[int, int], hands: tuple[Held, ...]) -> None:
        """Write the new state to disk, then apply it, then report it. A failed write changes nothing."""
        if self._file is not None:
            _write(self._file, self.holes, marbles, hands)
        changed = sorted(marbles.keys() ^ self._marbles.keys())
        self._marbles, self._hands = marbles, hands
        for hole in changed:
            for listener in self._listeners:
                listener(hole)


def _write(file: Path, holes: int, marbles: Mapping[int, int], hands: tuple[Held, ...]) -> None:
    state: dict[str, Any] = {"wood": VERSION, "holes": holes}
    state["marbles"] = {str(hole): marbles[hole] for hole in sorted(marbles)}
    state["hands"] = [[held.colour, held.source] for held in hands]
    state["check"] = _check(state)
    try:
        replace_file(file, json.dumps(state) + "\n")
    except FileUnwritableError as error:
        raise WoodFileUnwritable(
            f"cannot write the simulated board's file {file}: {error.strerror}"
        ) from error


def _read(file: Path) -> tuple[int, dict[int, int], tuple[Held, ...]]:
    """The number of holes, the marbles and the hands in `file`; raise an error with the file and its
    fault.
    """
    try:
        text = file.read_bytes()
    except OSError as error:
        raise HardwareError(f"cannot read the simulated board's file {file}: {error.strerror}") from error
    try:
        state = json.loads(text)
        version, check = state["wood"], state.pop("check", None)
        if version == VERSION and check != _check(state):
            raise ValueError("its checksum does not match")
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise WoodFileDamaged(
            f"the simulated board's file {file} is damaged; it was kept as it is:"
            " move it away to set up a new board"
        ) from error
    if version != VERSION:
        raise WoodFileDamaged(
            f"the simulated board's file {file} is of version {version!r}, this program reads version"
            f" {VERSION}; it was kept as it is: move it away to set up a new board"
        )
    # The checksum is right, so `_write` wrote the file, and its fields need no further check.
    hands = tuple(Held(colour, source) for colour, source in state["hands"])
    return state["holes"], {int(hole): colour for hole, colour in state["marbles"].items()}, hands


def _check(state: Mapping[str, Any]) -> int:
    return crc32(json.dumps(state, sort_keys=True, separators=(",", ":")).encode())
