"""The events of the host's side, one frozen value each. `t` is the host's time in seconds."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, auto
from typing import TypeAlias

from firmware_bridge.facts import BoardHealth, BoardInfo


@dataclass(frozen=True, slots=True)
class Linked:
    """A link was opened; `boot` identifies this run of the device."""

    t: float
    boot: int


@dataclass(frozen=True, slots=True)
class Edge:
    """A channel changed its level at host time `t`. Each edge is delivered once, in the order of `seq`.

    Within one session `t` never goes back. The next session maps the device's clock again, so its times may
    differ by some milliseconds.
    """

    t: float
    seq: int
    channel: int
    on: bool


@dataclass(frozen=True, slots=True)
class Gap:
    """Edges were lost: `lost` of them, None if the number is unknown. A Snapshot follows.

    `since`: the last time at which the host had every edge; None if there was none in this session.
    """

    t: float
    lost: int | None
    since: float | None
    text: str


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Every channel's level after all edges delivered before.

    `differs`: the channels for which the edges gave another level.
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
    """The device's counters."""

    t: float
    health: BoardHealth


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a request; `ticket` is the request's, `status` is one of messages.Status."""

    t: float
    ticket: int
    op: int
    status: int
    data: bytes


@dataclass(frozen=True, slots=True)
class NoteHeard:
    """A line for people that the device sent."""

    t: float
    text: str


class Problem(StrEnum):
    """The kinds of trouble."""

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
    """A trouble as a sentence with a remedy; the link keeps trying by itself."""

    t: float
    problem: Problem
    text: str


LinkEvent: TypeAlias = Linked | Edge | Gap | Snapshot | Facts | Health | Answer | NoteHeard | Trouble
