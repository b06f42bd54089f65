"""The data of a device's RESULT messages as values: facts, counters, levels and calibration."""

from __future__ import annotations

import struct
from dataclasses import dataclass, replace

from firmware_bridge.errors import FrameError
from firmware_bridge.messages import Feature, ResetCause

_INFO = struct.Struct("<8sHHHHHHBBB")
_HEALTH = struct.Struct("<IIIIIIH")
_PASSES = struct.Struct("<HHH")
_SNAPSHOT = struct.Struct("<IH")
_CALIBRATION = struct.Struct("<HHH")


@dataclass(frozen=True, slots=True)
class BoardInfo:
    """The device's description of itself: the data of its answer to INFO."""

    board_id: str
    channels: int
    leds: int
    ring: int
    scan_us: int
    features: Feature
    cap_ma: int
    debounce_ms: int
    reset_cause: ResetCause
    silence_s: int
    build: str

    @classmethod
    def unpack(cls, data: bytes) -> BoardInfo:
        """Unpack the data of a RESULT; raise FrameError if it is malformed."""
        _check("INFO", data, _INFO.size)
        board, channels, leds, ring, scan, features, cap, debounce, cause, silence = _INFO.unpack_from(data)
        known = ResetCause(cause) if cause in ResetCause.__members__.values() else ResetCause.UNKNOWN
        # The text is only shown, so bytes that are not UTF-8 are replaced rather than refused.
        build = data[_INFO.size :].decode(errors="replace")
        return cls(
            board.hex(), channels, leds, ring, scan, Feature(features), cap, debounce, known, silence, build
        )


@dataclass(frozen=True, slots=True)
class Passes:
    """Durations of the passes of the device's main loop since the previous HEALTH, in microseconds."""

    median_us: int
    rare_us: int
    """The 99.9th percentile: one pass in a thousand takes longer."""
    worst_us: int


@dataclass(frozen=True, slots=True)
class BoardHealth:
    """The data of the answer to HEALTH: counters since the device started, and pass durations."""

    frames_good: int
    frames_bad: int
    edges_resent: int
    edges_lost: int
    overruns: int
    uptime_s: int
    ring_high: int
    passes: Passes | None = None
    """The durations of passes; None from a device that speaks a protocol before 1.2."""

    @classmethod
    def unpack(cls, data: bytes) -> BoardHealth:
        """Unpack the data of a RESULT; raise FrameError if it is malformed."""
        _check("HEALTH", data, _HEALTH.size)
        has_passes = len(data) >= _HEALTH.size + _PASSES.size
        passes = Passes(*_PASSES.unpack_from(data, _HEALTH.size)) if has_passes else None
        return replace(cls(*_HEALTH.unpack_from(data)), passes=passes)


@dataclass(frozen=True, slots=True)
class RawSnapshot:
    """The data of the answer to SNAPSHOT: each channel's level after all edges below number `seq`."""

    seq: int
    levels: tuple[bool, ...]

    @classmethod
    def unpack(cls, data: bytes) -> RawSnapshot:
        """Unpack the data of a RESULT; raise FrameError if it is malformed."""
        _check("SNAPSHOT", data, _SNAPSHOT.size)
        seq, channels = _SNAPSHOT.unpack_from(data)
        bits = data[_SNAPSHOT.size :]
        _check("SNAPSHOT", bits, (channels + 7) // 8)
        return cls(seq, tuple(bool(bits[c >> 3] >> (c & 7) & 1) for c in range(channels)))


@dataclass(frozen=True, slots=True)
class Calibration:
    """The calibration of one analog channel, in units of a reading, 0 to 65535.

    A channel turns on once the reading is `threshold` away from `baseline`, and off once it is less
    than `threshold` - `hysteresis` away.
    """

    baseline: int
    threshold: int
    hysteresis: int

    def pack(self) -> bytes:
        """The six bytes of this calibration in CAL_WRITE; raise FrameError if a number does not fit."""
        try:
            return _CALIBRATION.pack(self.baseline, self.threshold, self.hysteresis)
        except struct.error as error:
            raise FrameError(f"{self} does not fit: {error}") from error

    @classmethod
    def unpack_all(cls, data: bytes) -> tuple[Calibration, ...]:
        """The calibrations in the data of an answer to CAL_READ; raise FrameError if it is malformed."""
        if len(data) % _CALIBRATION.size:
            raise FrameError(f"{len(data)} bytes of calibration; each channel takes {_CALIBRATION.size}")
        return tuple(cls(*numbers) for numbers in _CALIBRATION.iter_unpack(data))


def unpack_readings(data: bytes) -> tuple[int, ...]:
    """The readings in the data of an answer to MEASURE; raise FrameError if it is malformed."""
    if len(data) % 2:
        raise FrameError(f"{len(data)} bytes of readings; each reading takes two")
    return tuple(value for (value,) in struct.iter_unpack("<H", data))


def _check(what: str, data: bytes, needed: int) -> None:
    if len(data) < needed:
        raise FrameError(f"a {what} of {len(data)} bytes; it has at least {needed}")
