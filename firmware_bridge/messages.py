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
"""Bytes of a payload without its CRC: 124, so that with the CRC a frame holds at most 128."""


class Kind(IntEnum):
    """The first byte of a payload. Below 0x80 the host speaks, from 0x80 on the device."""

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
    """How a command went."""

    OK = 0
    UNKNOWN_OP = 1
    BAD_ARGUMENTS = 2
    NOT_HERE = 3
    FAILED = 4


class Feature(IntFlag):
    """A board's abilities, in INFO."""

    LIGHTS = 1
    ANALOG = 2
    CALIBRATION_KEPT = 4
    WATCHDOG = 8
    CALIBRATION_DAMAGED = 16
    BUZZER = 32


class ResetCause(IntEnum):
    """Why the device last started, in INFO."""

    UNKNOWN = 0
    POWER = 1
    WATCHDOG = 2
    ASKED = 3
    BUTTON = 4


@dataclass(frozen=True, slots=True)
class Hello:
    """The host asks for a link. `nonce` names this asking."""

    nonce: int
    major: int = MAJOR
    minor: int = MINOR


@dataclass(frozen=True, slots=True)
class Ack:
    """The host has every edge numbered below `next`."""

    link: int
    next: int


@dataclass(frozen=True, slots=True)
class Ping:
    """The host is there, and asks the time.

    `patience`: milliseconds after which the device sends an unacknowledged edge again; 0: its own choice.
    """

    link: int
    token: int
    patience: int = 0


@dataclass(frozen=True, slots=True)
class Command:
    """The host asks for `op`; `n` counts from 1 in each link."""

    link: int
    n: int
    op: int
    args: bytes = b""


@dataclass(frozen=True, slots=True)
class Welcome:
    """The device opens a link. It still keeps edges `oldest` to `next` - 1; `time` is its clock, ms."""

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
    """A WELCOME of another major version: only the versions are known."""

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
    """Edges numbered `seq`, `seq` + 1, …, oldest first."""

    link: int
    seq: int
    edges: tuple[RawEdge, ...]


@dataclass(frozen=True, slots=True)
class Pong:
    """The device's clock (ms) and which edges it keeps. `token` is the ping's, 0 when sent unasked."""

    link: int
    token: int
    time: int
    oldest: int
    next: int


@dataclass(frozen=True, slots=True)
class Result:
    """The answer to command `n`."""

    link: int
    n: int
    status: int
    data: bytes = b""


@dataclass(frozen=True, slots=True)
class NoLink:
    """The device has no link with that number, or none at all."""


@dataclass(frozen=True, slots=True)
class Note:
    """A line for people. It may be lost."""

    link: int
    text: str


@dataclass(frozen=True, slots=True)
class Unknown:
    """A well-framed message of a kind this version does not know: to be ignored."""

    kind: int


HostMessage: TypeAlias = Hello | Ack | Ping | Command
BoardMessage: TypeAlias = Welcome | Skew | Edges | Pong | Result | NoLink | Note
Message: TypeAlias = HostMessage | BoardMessage | Unknown
