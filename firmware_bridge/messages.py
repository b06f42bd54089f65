"""The messages of the protocol as values, and the numbers of kinds, ops, statuses and features.

Section 4 of PROTOCOL.md defines them. `codec.py` turns messages into bytes and back.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, IntFlag
from typing import TypeAlias

MAJOR = 1
MINOR = 2
MAGIC = b"JB"
MAX_PAYLOAD = 124
"""The most bytes of a payload; the CRC adds four."""


class Kind(IntEnum):
    """The kind of a message, its first byte: below 0x80 from the host, from 0x80 on from the device."""

    HELLO = 0x01
    ACK = 0x02
    PING = 0x03
    COMMAND = 0x04
    WELCOME = 0x81
    EDGES = 0x82
    PONG = 0x83
    RESULT = 0x84
    NOLINK = 0x85
    NOTE = 0x86


class Op(IntEnum):
    """The operation of a COMMAND."""

    INFO = 0x01
    HEALTH = 0x02
    SNAPSHOT = 0x03
    STYLES = 0x10
    PAINT = 0x11
    LIMITS = 0x12
    TUNE = 0x13
    DEBOUNCE = 0x20
    MEASURE = 0x30
    CAL_READ = 0x31
    CAL_WRITE = 0x32
    CAL_SAVE = 0x33
    CAL_FORGET = 0x34
    RESTART = 0x40


class Status(IntEnum):
    """The status in a RESULT: whether the device carried out the command, or why not."""

    OK = 0
    UNKNOWN_OP = 1
    BAD_ARGUMENTS = 2
    NOT_HERE = 3
    FAILED = 4


class Feature(IntFlag):
    """The abilities and the state of a board that it reports in INFO, as bits."""

    LIGHTS = 1
    ANALOG = 2
    CALIBRATION_KEPT = 4
    WATCHDOG = 8
    CALIBRATION_DAMAGED = 16
    BUZZER = 32


class ResetCause(IntEnum):
    """The cause of the device's last start, as INFO reports it."""

    UNKNOWN = 0
    POWER = 1
    WATCHDOG = 2
    ASKED = 3
    BUTTON = 4


@dataclass(frozen=True, slots=True)
class Hello:
    """HELLO: the host requests a link; the WELCOME that answers it has the same `nonce`."""

    nonce: int
    major: int = MAJOR
    minor: int = MINOR


@dataclass(frozen=True, slots=True)
class Ack:
    """ACK: the host has received every edge numbered below `next`."""

    link: int
    next: int


@dataclass(frozen=True, slots=True)
class Ping:
    """PING: the host shows that it is alive, and asks for a PONG with the same `token`.

    `patience`: milliseconds after which the device repeats an unacknowledged edge; 0: the device chooses.
    """

    link: int
    token: int
    patience: int = 0


@dataclass(frozen=True, slots=True)
class Command:
    """COMMAND: the host requests `op`; `n` numbers the commands of a link, starting at 1."""

    link: int
    n: int
    op: int
    args: bytes = b""


@dataclass(frozen=True, slots=True)
class Welcome:
    """WELCOME: the device opens the link that a HELLO requested.

    `boot` identifies its run since the last start. It keeps the edges `oldest` to `next` - 1. `time` is its
    clock in milliseconds.
    """

    link: int
    nonce: int
    boot: int
    oldest: int
    next: int
    time: int
    major: int = MAJOR
    minor: int = MINOR


@dataclass(frozen=True, slots=True)
class Skew:
    """A WELCOME of another major version; only its version numbers can be read."""

    major: int
    minor: int


@dataclass(frozen=True, slots=True)
class RawEdge:
    """A change of a channel's level; `time` is the device's clock in milliseconds, modulo 2**32."""

    time: int
    channel: int
    on: bool


@dataclass(frozen=True, slots=True)
class Edges:
    """EDGES: the edges numbered `seq`, `seq` + 1, and so on, the oldest first."""

    link: int
    seq: int
    edges: tuple[RawEdge, ...]


@dataclass(frozen=True, slots=True)
class Pong:
    """PONG: the device keeps the edges `oldest` to `next` - 1, and its clock is `time` milliseconds.

    `token` is that of the PING that it answers; 0: the device sent it unasked.
    """

    link: int
    token: int
    time: int
    oldest: int
    next: int


@dataclass(frozen=True, slots=True)
class Result:
    """RESULT: the answer to command `n` of the link."""

    link: int
    n: int
    status: int
    data: bytes = b""


@dataclass(frozen=True, slots=True)
class NoLink:
    """NOLINK: the device has no link with the number that a message had."""


@dataclass(frozen=True, slots=True)
class Note:
    """NOTE: a line of text for people, which is not repeated if it gets lost."""

    link: int
    text: str


@dataclass(frozen=True, slots=True)
class Unknown:
    """A message of a kind that this version does not know, which is ignored."""

    kind: int


HostMessage: TypeAlias = Hello | Ack | Ping | Command
BoardMessage: TypeAlias = Welcome | Skew | Edges | Pong | Result | NoLink | Note
Message: TypeAlias = HostMessage | BoardMessage | Unknown
