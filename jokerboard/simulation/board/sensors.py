"""The sensors under a simulated board: contacts alone, simulated chips, or real firmware."""

from __future__ import annotations

from hardware.twin.sensors import MakeSensors, TwinSensors
from jokerboard.host.errors import JokerboardError


def sensors_of(kind: str) -> MakeSensors:
    """The sensors of a `--hardware` kind, or "pty" for `--link pty`."""
    if kind == "plain":
        return TwinSensors
    if kind == "pty":
        from hardware.parts.pico.twin import PtySensors

        return PtySensors
    try:
        import hardware.twin.boards as boards
    except ImportError as error:
        raise JokerboardError(
            f"--hardware {kind} needs gpiozero, whose simulated pins it uses ({error}): pip install gpiozero"
        ) from error
    return boards.DirectSensors if kind == "direct" else boards.ExpanderSensors
