"""A simulated board: the real firmware on MicroPython's unix port, reached through a pty.

    with PtyBoard() as board:
        link = BoardLink(board.path)
        board.set_level(8, True)      # put a marble onto channel 8
        board.leds()                  # the colours of the LED chain, three bytes an LED

`unplug` removes the port and `plug` makes a new one; `board.path` stays the same, as a name in
/dev/serial/by-id does. Without MicroPython the firmware can run on CPython: `interpreter=[sys.executable]`.
"""

from __future__ import annotations

import json
import os
import pty
import shutil
import struct
import subprocess
import sys
import tempfile
import tty
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from firmware_bridge.errors import SetupError

FIRMWARE_HOME = Path(__file__).resolve().parent


def find_micropython() -> str | None:
    """The path of the program MicroPython; None if there is none.

    It is named by $MICROPYTHON, or on the PATH, or installed by `.ci/micropython`.
    """
    named = os.environ.get("MICROPYTHON")
    fetched = Path(sys.prefix) / "micropython" / "micropython"
    return named or shutil.which("micropython") or (str(fetched) if fetched.exists() else None)


def micropython_command() -> list[str]:
    """The command line that starts MicroPython; raise SetupError if it is not installed."""
    found = find_micropython()
    if found is None:
        raise SetupError(
            "no MicroPython here: install Debian's package micropython (Debian 12: run .ci/micropython), "
            "or set MICROPYTHON to the program"
        )
    return [found]


class PtyBoard:
    """A board whose firmware runs in a process of its own; `board` are settings of firmware/board.py."""

    def __init__(self, *, interpreter: Sequence[str] | None = None, **board: object) -> None:
        self._command = list(interpreter or micropython_command())
        self._folder = tempfile.TemporaryDirectory(prefix="jokerboard-")
        home = Path(self._folder.name)
        self.path = str(home / "board")
        self._settings = home / "board.json"
        self._lights = home / "lights"
        self._kept = home / "calibration"
        self._settings.write_text(json.dumps(board))
        self._process: subprocess.Popen[bytes] | None = None
        self._slave = -1
        self._sensors = -1
        self._levels: dict[int, bool] = {}
        self.plug()

    def __enter__(self) -> PtyBoard:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # The board's surroundings ---------------------------------------------------------------------

    def set_level(self, channel: int, on: bool) -> None:
        """Put a marble onto the sensor of a channel, or take it away."""
        self._levels[channel] = on
        self._send(b"S", channel, int(on))

    def set_reading(self, channel: int, value: int) -> None:
        """Set an analog sensor's reading, 0 to 65535."""
        self._send(b"A", channel, value)

    def leds(self) -> bytes:
        """The colours that the LED chain shows: red, green and blue of each LED; empty before the first
        frame.
        """
        pixels = self._lights.read_bytes()[4:] if self._lights.exists() else b""
        return bytes(pixels[4 * i + k] for i in range(len(pixels) // 4) for k in (2, 3, 1))

    def led_frames(self) -> int:
        """The number of frames that the LED chain has shown since it was plugged in."""
        data = self._lights.read_bytes()[:4] if self._lights.exists() else b""
        return int.from_bytes(data, "little")

    def reset(self) -> None:
        """Restart the firmware as a reset does: undelivered edges are lost, the port stays."""
        self._send(b"R", 0, 0)

    def hang(self, milliseconds: int) -> None:
        """Make the firmware do nothing for this time."""
        self._send(b"H", 0, milliseconds)

    def unplug(self) -> None:
        """Remove the port and end the firmware's process; the marbles stay."""
        if self._process is None:
            return
        self._process.kill()
        self._process.wait()
        self._process = None
        Path(self.path).unlink()
        for end in (self._slave, self._sensors):
            os.close(end)
        self._sensors = -1

    def plug(self) -> None:
        """Start the firmware again, on a new port under the same path."""
        if self._process is not None:
            return
        master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        os.set_blocking(master, False)
        sensors, self._sensors = os.pipe()
        arguments = [str(self._settings), str(sensors), str(self._lights), str(self._kept)]
        try:
            self._process = subprocess.Popen(
                [*self._command, "-m", "firmware.main", *arguments],
                cwd=FIRMWARE_HOME,
                env={**os.environ, "MICROPYPATH": str(FIRMWARE_HOME), "PYTHONPATH": ""},
                stdin=master,
                stdout=master,
                pass_fds=(sensors,),
            )
        finally:
            os.close(master)
            os.close(sensors)
        Path(self.path).symlink_to(os.ttyname(self._slave))
        for channel, on in self._levels.items():
            self._send(b"S", channel, int(on))

    def close(self) -> None:
        """End the firmware and remove its files."""
        self.unplug()
        self._folder.cleanup()

    def _send(self, what: bytes, channel: int, value: int) -> None:
        with suppress(OSError):  # While the board is unplugged, no program reads the sensors' pipe.
            os.write(self._sensors, struct.pack("<cHH", what, channel, value))
