"""A chain of 74HC165 chips as the data sheet has it, and the kernel's SPI port in front of it.

The model knows nothing of the driver: while load is low every stage
follows its input; while it is high each rising edge of (clock or inhibit) moves every bit one stage on;
QH is the stage nearest the computer. `hardware.twin.pins` solders a chain to simulated pins.
"""

from __future__ import annotations

from collections.abc import Callable

WATCHING = 0xA5
"""How the last chip of a watched board is wired, H to A: 1010 0101."""


class ShiftChain:
    """Chips in a row, the nearest first; their inputs come from `inputs`, one byte a chip, bit 0 is A."""

    def __init__(self, inputs: Callable[[], bytes]) -> None:
        self._inputs = inputs
        self._stages: list[int] = []
        self.broken_before: int | None = None
        """The serial line into this many chips is cut: a cut line reads high, through its pull-up."""
        self.unplugged = False
        """The cable to the computer is out: its data line reads low."""
        self.load()

    def load(self) -> None:
        """Load is low: every stage follows its input."""
        self._stages = [byte >> bit & 1 for byte in self._inputs() for bit in range(7, -1, -1)]

    def shift(self) -> None:
        """A rising clock while load is high; the far end's serial input is on ground."""
        del self._stages[0]
        self._stages.append(0)
        if self.broken_before is not None:
            self._stages[8 * self.broken_before - 1] = 1

    @property
    def out(self) -> bool:
        """QH of the nearest chip, as the computer reads it."""
        return bool(self._stages[0]) and not self.unplugged


def sensor_inputs(occupied: Callable[[int], bool], channels: int, *, watched: bool = True) -> bytes:
    """What the sensors put on the chips: low where a marble lies, high elsewhere and on spare inputs."""
    chips = (channels + 7) // 8
    lows = sum(1 << channel for channel in range(channels) if occupied(channel))
    return (~lows & (1 << 8 * chips) - 1).to_bytes(chips, "little") + (bytes([WATCHING]) if watched else b"")


class ChainSpi:
    """The same chain on the kernel's SPI, in mode 2: a byte at a time, no pins."""

    def __init__(self, chain: ShiftChain) -> None:
        self._chain = chain

    def transfer(self, data: list[int]) -> list[int]:
        """As many bytes as are sent, highest bit first."""
        return [self._byte() for _ in data]

    def _byte(self) -> int:
        value = 0
        for _ in range(8):
            value = value << 1 | self._chain.out
            self._chain.shift()
        return value
