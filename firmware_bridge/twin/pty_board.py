"""A simulated board: the real firmware on MicroPython's unix port, at the other end of a pty.

    with PtyBoard() as board:
        link = BoardLink(board.path)
        board.set_level(8, True)      # a marble arrives at channel 8
        board.leds()                  # what the LED chain shows, three bytes an LED

`board.path` stays the same, as the names in /dev/serial/by-id do, while `unplug` removes the port and `plug`
makes another. Without a MicroPython the firmware can also run on CPython: `interpreter=[sys.executable]`.
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

FIRMWARE_HOME = Path(__file__).resolve().parents[1]


def find_micropython() -> str | None:
    """The path of MicroPython: $MICROPYTHON, on the PATH, or where `.ci/micropython` puts it; or None."""
    named = os.environ.get("MICROPYTHON")
    fetched = Path(sys.prefix) / "micropython" / "micropython"
    return named or shutil.which("micropython") or (str(fetched) if fetched.exists() else None)


def micropython_command() -> list[str]:
    """The command that runs the firmware; raise SetupError if there is no MicroPython."""
    found = find_micropython()
    if found is None:
        raise SetupError(
            "no MicroPython here: install Debian's package micropython (Debian 12: run .ci/micropython), "
            "or set MICROPYTHON to the program"
        )
    return [found]


class PtyBoard:
    """The firmware in a process of its own; `board` has settings as in firmware/board.py."""

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

    # The simulated board's surroundings ----------------------------------------------------------

    def set_level(self, channel: int, on: bool) -> None:
        """Put a marble onto a channel, or take it away."""
        self._levels[channel] = on
        self._tell(b"S", channel, int(on))

    def set_reading(self, channel: int, value: int) -> None:
        """Set an analog sensor's reading, 0 to 65535."""
        self._tell(b"A", channel, value)

    def leds(self) -> bytes:
        """The chain's colours: three bytes an LED, red first; empty before the first frame."""
        pixels = self._lights.read_bytes()[4:] if self._lights.exists() else b""
        return bytes(pixels[4 * i + k] for i in range(len(pixels) // 4) for k in (2, 3, 1))

    def led_frames(self) -> int:
        """The number of frames that have been shown."""
        data = self._lights.read_bytes()[:4] if self._lights.exists() else b""
        return int.from_bytes(data, "little")

    def reset(self) -> None:
        """Restart the device, so that it loses undelivered edges; the line stays open."""
        self._tell(b"R", 0, 0)

    def hang(self, milliseconds: int) -> None:
        """Let the device do nothing for this time."""
        self._tell(b"H", 0, milliseconds)

    def unplug(self) -> None:
        """Remove the port and end the firmware; the marbles stay in their holes."""
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
        """Bring the board back under the same name, with its firmware restarted."""
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
            self._tell(b"S", channel, int(on))

    def close(self) -> None:
        """End the firmware and remove its files."""
        self.unplug()
        self._folder.cleanup()

    def _tell(self, what: bytes, channel: int, value: int) -> None:
        with suppress(OSError):  # While the board is unplugged, no program reads the sensors' pipe.
            os.write(self._sensors, struct.pack("<cHH", what, channel, value))
