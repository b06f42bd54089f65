"""The sensors under a simulated board: plain contacts, or the twin of a sensor bank."""

from __future__ import annotations

from typing import cast

from hardware.parts import catalogue
from hardware.twin.sensors import MakeSensors, TwinSensors
from jokerboard.host.errors import JokerboardError
from jokerboard.host.system import install_line

PLAIN = "plain"


def sensors_of(kind: str) -> MakeSensors:
    """The maker of sensors of a `--hardware` kind: "plain", a bank's part, or a link that a bank needs."""
    if kind == PLAIN:
        return TwinSensors
    part = next(part for part in catalogue.BANKS if kind == (part.link or part.reading))
    try:
        return cast(MakeSensors, catalogue.twin(part))
    except ImportError as error:
        if (error.name or "").partition(".")[0] not in ("gpiozero", "lgpio"):
            raise  # This system lacks a module that the twin needs, as Windows lacks `pty`.
        raise JokerboardError(
            f"--hardware {kind} needs gpiozero, whose simulated pins it uses ({error}):"
            f" {install_line('gpiozero')}"
        ) from error
