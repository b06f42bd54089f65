"""Carry out commands: a function for each op reads its arguments from the frame and writes the answer."""

from .codec import u16_at
from .store import to_bytes

OK, UNKNOWN_OP, BAD_ARGUMENTS, NOT_HERE, FAILED = 0, 1, 2, 3, 4

_ARGS = 6  # index in the payload of a COMMAND where its arguments begin
BUILD = "jokerboard 0.1.0 micropython"


def carry_out(device, op, frame, length, writer):
    """Carries out `op`; adds the answer's data to `writer`, and returns the status."""
    if op not in OPS:
        return UNKNOWN_OP
    does, is_here = OPS[op]
    return does(device, frame, length, writer) if is_here(device) else NOT_HERE


def _info(device, frame, length, writer):
    board = device.board
    writer.blob(device.hal.board_id())
    writer.u16(board.channels)
    writer.u16(board.leds)
    writer.u16(board.ring)
    writer.u16(board.scan_ms * 1000)
    features = (1 if board.leds else 0) | (2 | 4 if board.analog else 0)
    features |= (8 if board.watchdog_ms else 0) | (16 if device.calibration_damaged else 0)
    writer.u16(features | (32 if board.buzzer_pin >= 0 else 0))
    writer.u16(device.lights.cap_ma)
    writer.u8(device.scanner.debounce_ms)
    writer.u8(device.hal.reset_cause())
    writer.u8(board.silence_s)
    writer.blob(BUILD.encode())
    return OK


def _health(device, frame, length, writer):
    writer.u32(device.reader.good)
    writer.u32(device.reader.bad)
    writer.u32(device.resent)
    writer.u32(device.ring.lost)
    writer.u32(device.overruns)
    writer.u32(device.uptime_s())
    writer.u16(device.ring.high)
    for us in device.passes.figures():
        writer.u16(us)
    return OK


def _snapshot(device, frame, length, writer):
    writer.u32(device.ring.next)
    writer.u16(device.board.channels)
    writer.blob(device.scanner.level)
    return OK


def _styles(device, frame, length, writer):
    if length == _ARGS or (length - _ARGS) % 7:
        return BAD_ARGUMENTS
    return OK if device.lights.define(frame, _ARGS, length) else BAD_ARGUMENTS


def _paint(device, frame, length, writer):
    if length == _ARGS or (length - _ARGS) % 5:
        return BAD_ARGUMENTS
    return OK if device.lights.paint(frame, _ARGS, length) else BAD_ARGUMENTS


def _limits(device, frame, length, writer):
    if length < _ARGS + 3:
        return BAD_ARGUMENTS
    device.lights.limit(frame[_ARGS], u16_at(frame, _ARGS + 1))
    writer.u16(device.lights.cap_ma)
    return OK


def _tune(device, frame, length, writer):
    if (length - _ARGS) % 4:
        return BAD_ARGUMENTS
    device.tune.play(frame, _ARGS, length)
    return OK


def _debounce(device, frame, length, writer):
    if length < _ARGS + 1 or frame[_ARGS] > 50:
        return BAD_ARGUMENTS
    device.scanner.debounce_ms = frame[_ARGS]
    return OK


def _some_channels(device, frame, length, most):
    """The requested channels as (first, end); None if one does not exist or there are more than `most`."""
    if length < _ARGS + 3:
        return None
    first = u16_at(frame, _ARGS)
    end = first + frame[_ARGS + 2]
    return (first, end) if end <= device.board.channels and end - first <= most else None


def _of_each_channel(device, frame, length, writer, most, *names):
    some = _some_channels(device, frame, length, most)
    if not some:
        return BAD_ARGUMENTS
    for channel in range(some[0], some[1]):
        for name in names:
            writer.u16(getattr(device.analog, name)[channel])
    return OK


def _measure(device, frame, length, writer):
    return _of_each_channel(device, frame, length, writer, 56, "reading")


def _cal_read(device, frame, length, writer):
    return _of_each_channel(device, frame, length, writer, 18, "baseline", "threshold", "hysteresis")


def _cal_write(device, frame, length, writer):
    analog = device.analog
    first = _ARGS + 2
    if length <= first or (length - first) % 6:
        return BAD_ARGUMENTS
    channel = u16_at(frame, _ARGS)
    if channel + (length - first) // 6 > analog.channels:
        return BAD_ARGUMENTS
    for at in range(first, length, 6):
        if u16_at(frame, at + 4) >= u16_at(frame, at + 2):
            return BAD_ARGUMENTS  # With such a hysteresis the channel would never turn off.
    for at in range(first, length, 6):
        analog.baseline[channel] = u16_at(frame, at)
        analog.threshold[channel] = u16_at(frame, at + 2)
        analog.hysteresis[channel] = u16_at(frame, at + 4)
        channel += 1
    return OK


def _cal_save(device, frame, length, writer):
    return _saved(device, to_bytes(device.analog))


def _saved(device, data):
    if not device.hal.save(data):
        return FAILED
    device.calibration_damaged = False
    return OK


def _cal_forget(device, frame, length, writer):
    return _saved(device, None)


def _restart(device, frame, length, writer):
    if length < _ARGS + 1 or frame[_ARGS] > 2:
        return BAD_ARGUMENTS
    device.restart = frame[_ARGS]
    return OK


def _always(device):
    return True


def _lights(device):
    return device.board.leds


def _buzzer(device):
    return device.board.buzzer_pin >= 0


def _analog(device):
    return device.analog


OPS = {  # the function of each op, and a function that returns whether the board has what the op needs
    0x01: (_info, _always),
    0x02: (_health, _always),
    0x03: (_snapshot, _always),
    0x10: (_styles, _lights),
    0x11: (_paint, _lights),
    0x12: (_limits, _lights),
    0x13: (_tune, _buzzer),
    0x20: (_debounce, _always),
    0x30: (_measure, _analog),
    0x31: (_cal_read, _analog),
    0x32: (_cal_write, _analog),
    0x33: (_cal_save, _analog),
    0x34: (_cal_forget, _analog),
    0x40: (_restart, _always),
}
