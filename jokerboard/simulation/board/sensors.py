"""The sensors under a simulated board: contacts alone, or the twin of a bank."""

from __future__ import annotations

from typing import cast

from hardware.parts import catalogue
from hardware.twin.sensors import MakeSensors, TwinSensors
from jokerboard.host.errors import JokerboardError
from jokerboard.host.system import install_line

PLAIN = "plain"


def sensors_of(kind: str) -> MakeSensors:
    """The sensors of a `--hardware` kind: "plain", a bank's reading, or the link of a bank that needs one."""
    if kind == PLAIN:
        return TwinSensors
    part = next(part for part in catalogue.BANKS if kind == (part.link or part.reading))
    try:
        return cast(MakeSensors, catalogue.twin(part))
    except ImportError as error:
        if (error.name or "").partition(".")[0] not in ("gpiozero", "lgpio"):
            raise  # a module that this system does not have, as `pty` on Windows
        raise JokerboardError(
            f"--hardware {kind} needs gpiozero, whose simulated pins it uses ({error}):"
            f" {install_line('gpiozero')}"
        ) from error
