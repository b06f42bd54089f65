"""The messages of the protocol as values, and the numbers that PROTOCOL.md gives to their parts.

PROTOCOL.md is the authority; this module is its section 4 in Python. `packing.py` turns messages into bytes.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, IntFlag
from typing import TypeAlias

MAJOR = 1
MINOR = 2
MAGIC = b"JB"
MAX_PAYLOAD = 124
"""The most bytes of a payload without its CRC; with the CRC a frame holds 128."""


class Kind(IntEnum):
    """The first byte of a payload: below 0x80 from the host, from 0x80 on from the device."""

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
    """The result of a command."""

    OK = 0
    UNKNOWN_OP = 1
    BAD_ARGUMENTS = 2
    NOT_HERE = 3
    FAILED = 4


class Feature(IntFlag):
    """The abilities that a board reports in INFO."""

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
    """A request of the host for a link, identified by `nonce`."""

    nonce: int
    major: int = MAJOR
    minor: int = MINOR


@dataclass(frozen=True, slots=True)
class Ack:
    """An acknowledgement: the host has every edge numbered below `next`."""

    link: int
    next: int


@dataclass(frozen=True, slots=True)
class Ping:
    """A sign of life of the host, which asks for the device's time.

    `patience`: milliseconds after which the device sends an unacknowledged edge again; 0: its own choice.
    """

    link: int
    token: int
    patience: int = 0


@dataclass(frozen=True, slots=True)
class Command:
    """A request of the host for `op`; `n` counts from 1 in each link."""

    link: int
    n: int
    op: int
    args: bytes = b""


@dataclass(frozen=True, slots=True)
class Welcome:
    """The answer to HELLO: the device keeps the edges `oldest` to `next` - 1; `time` is its clock in ms."""

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
    """A WELCOME of another major version, of which only the versions are known."""

    major: int
    minor: int


@dataclass(frozen=True, slots=True)
class RawEdge:
    """One level change as the device sends it: its clock in ms (modulo 2**32), the channel, the level."""

    time: int
    channel: int
    on: bool


@dataclass(frozen=True, slots=True)
class Edges:
    """The edges numbered `seq`, `seq` + 1, and so on, the oldest first."""

    link: int
    seq: int
    edges: tuple[RawEdge, ...]


@dataclass(frozen=True, slots=True)
class Pong:
    """The device's clock in ms, and the edges that it keeps; `token` is the ping's, 0 if it was not asked."""

    link: int
    token: int
    time: int
    oldest: int
    next: int


@dataclass(frozen=True, slots=True)
class Result:
    """The answer to command `n`, with its status and data."""

    link: int
    n: int
    status: int
    data: bytes = b""


@dataclass(frozen=True, slots=True)
class NoLink:
    """The device's report that it has no link with that number."""


@dataclass(frozen=True, slots=True)
class Note:
    """A line for people, which may get lost."""

    link: int
    text: str


@dataclass(frozen=True, slots=True)
class Unknown:
    """A sound message of a kind that this version does not know, which is ignored."""

    kind: int


HostMessage: TypeAlias = Hello | Ack | Ping | Command
BoardMessage: TypeAlias = Welcome | Skew | Edges | Pong | Result | NoLink | Note
Message: TypeAlias = HostMessage | BoardMessage | Unknown
