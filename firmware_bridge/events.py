"""The events that a link delivers to its user, as frozen values. `t` is the host's time in seconds."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, auto
from typing import TypeAlias

from firmware_bridge.facts import BoardHealth, BoardInfo


@dataclass(frozen=True, slots=True)
class Linked:
    """A link with the device was opened; `boot` identifies the device's run since its last start."""

    t: float
    boot: int


@dataclass(frozen=True, slots=True)
class Edge:
    """A channel changed its level at host time `t`. Each edge is delivered once, in the order of `seq`.

    Within one session `t` never decreases. A later session maps the device's clock again, so its times may be
    off by some milliseconds.
    """

    t: float
    seq: int
    channel: int
    on: bool


@dataclass(frozen=True, slots=True)
class Gap:
    """`lost` edges were lost (None: an unknown number). A Snapshot follows.

    `since`: the last time before which no edge is missing; None if it is unknown. `text`: a message for
    people.
    """

    t: float
    lost: int | None
    since: float | None
    text: str


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The level of each channel after all edges delivered so far.

    `differs`: the channels for which those edges gave another level.
    """

    t: float
    levels: tuple[bool, ...]
    differs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Facts:
    """The device's description of itself."""

    t: float
    info: BoardInfo


@dataclass(frozen=True, slots=True)
class Health:
    """The device's answer to HEALTH: its counters."""

    t: float
    health: BoardHealth


@dataclass(frozen=True, slots=True)
class Answer:
    """The device's answer to the request with this `ticket`; `status` is a number of messages.Status."""

    t: float
    ticket: int
    op: int
    status: int
    data: bytes


@dataclass(frozen=True, slots=True)
class NoteReceived:
    """A line of text for people from the device."""

    t: float
    text: str


class Problem(StrEnum):
    """The kinds of trouble that a link reports."""

    SILENT = auto()
    FOREIGN = auto()
    ECHO = auto()
    DEAF = auto()
    SKEW = auto()
    OLD = auto()
    NOISY = auto()
    LATE = auto()
    UNANSWERED = auto()
    REFUSED = auto()
    CALIBRATION = auto()
    UNPLUGGED = auto()


@dataclass(frozen=True, slots=True)
class Trouble:
    """A fault of line or device; `text` says what happened and what to do.

    The link keeps trying to reach the device.
    """

    t: float
    problem: Problem
    text: str


LinkEvent: TypeAlias = Linked | Edge | Gap | Snapshot | Facts | Health | Answer | NoteReceived | Trouble
