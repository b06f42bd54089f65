"""Open a serial port by name for exclusive use, and find the port of a board.

Nothing here depends on the protocol. pyserial is imported only when a port is opened.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Protocol

from firmware_bridge.errors import LinkError
from jokerboard.host.errors import access_refused

BY_ID = Path("/dev/serial/by-id")
BAUD = 115200
"""The baud rate of boards on a UART; USB ignores it."""


class Line(Protocol):
    """An open line for bytes that never blocks; every method may raise LinkError."""

    def fileno(self) -> int:
        """The file descriptor, for `select`."""

    def read(self) -> bytes:
        """The bytes that have arrived since the previous call."""

    def write(self, data: bytes) -> int:
        """Write as many of the bytes as there is room for; return how many."""

    def close(self) -> None:
        """Close the line."""


class SerialLine:
    """A serial port; the constructor raises LinkError if it cannot be opened."""

    def __init__(self, path: str) -> None:
        import serial

        self.path = path
        self._error: type[OSError] = serial.SerialException
        try:
            # Timeouts of 0 keep read and write from waiting. Without `exclusive`, a second program could open
            # the port and take part of the bytes.
            self._port = serial.Serial(path, BAUD, timeout=0, write_timeout=0, exclusive=True)
        except (serial.SerialException, OSError) as error:
            raise LinkError(f"cannot open {path}: {_reason(path, error)}") from error
        if not Path(path).resolve().name.startswith("ttyACM"):
            _leave_dtr_up(self._port.fileno())

    def fileno(self) -> int:
        """The file descriptor, for `select`."""
        return int(self._port.fileno())

    def read(self) -> bytes:
        """The bytes that have arrived since the previous call; raise LinkError if the port is gone."""
        try:
            return bytes(self._port.read(4096))
        except (self._error, OSError, TypeError) as error:
            raise LinkError(f"reading {self.path} failed: the board was unplugged") from error

    def write(self, data: bytes) -> int:
        """Write as many of the bytes as there is room for; return how many.

        Call it when `select` reports room. Raise LinkError if the port is gone.
        """
        try:
            return int(self._port.write(data) or 0)
        except (self._error, OSError) as error:
            raise LinkError(f"writing to {self.path} failed: the board was unplugged") from error

    def close(self) -> None:
        """Close the port."""
        self._port.close()


def _leave_dtr_up(file: int) -> None:
    """Keep the line DTR up when the port is closed; a board behind an adapter may restart when it rises.

    Do not call this for a Pico's own USB port: while DTR is down, the Pico drops bytes that no program reads.
    """
    import termios

    with suppress(termios.error):  # The port has just disappeared; the next read reports that.
        mode = termios.tcgetattr(file)
        mode[2] &= ~termios.HUPCL
        termios.tcsetattr(file, termios.TCSANOW, mode)


def _reason(path: str, error: OSError) -> str:
    if not Path(path).exists():
        return "there is no such port; plug the board in, or name another port"
    if "lock" in str(error):
        return "another program uses it; stop that program first"
    refused = access_refused(error.errno, "dialout")
    return str(error) if refused is None else f"it {refused}"


def candidates(folder: Path = BY_ID) -> tuple[str, ...]:
    """The paths in `folder` of serial ports that may belong to a board, sorted."""
    words = ("jokerboard", "Pico", "MicroPython", "RP2")
    ports = sorted(folder.glob("*")) if folder.is_dir() else []
    return tuple(str(port) for port in ports if any(word in port.name for word in words))


def find_board(folder: Path = BY_ID) -> str:
    """The only serial port that may belong to a board; raise LinkError unless there is exactly one."""
    found = candidates(folder)
    if len(found) == 1:
        return found[0]
    if not found:
        raise LinkError(f"no board's port is in {folder}; plug the board in, or name its port")
    raise LinkError(f"ports of several boards are in {folder}; name one of {', '.join(found)}")
