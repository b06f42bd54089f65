"""Detect a broken chain of shift registers by inputs that are tied to a supply.

A chain cannot report its own failure. A chain that is wired by hand has one chip more at its end, all of
whose inputs are tied to a pattern of levels, the watchword. On ready circuit boards every module has tied
inputs, so the first module whose tied inputs read wrong stands behind the broken link: a module's bits travel
through all modules before it.

The functions are pure. They take the bytes read from a chain: one byte a chip, the chip nearest the computer
first; bit 0 is the chip's input A.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

WATCHWORD = 0xA5
"""The levels to which the last chip's inputs are tied, H first."""

EARLY, LATE = (WATCHWORD << 1 & 0xFE, WATCHWORD << 1 & 0xFE | 1), (WATCHWORD >> 1, WATCHWORD >> 1 | 0x80)
"""The bytes read in place of the watchword if every bit comes one place early, or late."""

SURE = 2
"""The fewest modules behind the first wrong one from which moved bits are inferred.

A single module has only two or three tied inputs, so it agrees too often by chance.
"""


class Watch(Protocol):
    """A check of the tied inputs of a chain."""

    @property
    def chips(self) -> int:
        """The number of chips in the chain, including a watching chip."""

    def fault(self, raw: bytes) -> str | None:
        """A sentence about the chain's fault if `raw`, a byte a chip, shows one; else None."""


@dataclass(frozen=True, slots=True)
class LastChip:
    """A chain wired by hand with `chips` chips; the last one has tied inputs."""

    chips: int

    def fault(self, raw: bytes) -> str | None:
        """A sentence about the chain's fault if the last chip does not read the watchword; else None."""
        last = raw[self.chips - 1]
        if last == WATCHWORD:
            return None
        return f"the sensor chain's last chip reads {last:08b}, not {WATCHWORD:08b}: {_advice(last)}"


def _advice(last: int) -> str:
    """The remedy for a chain whose last chip reads `last` and not the watchword."""
    if last in EARLY:
        return (
            "every bit comes one place early, since the clock has an edge too many after SH/LD: wire CLK INH"
            " (pin 15 of every chip) to the chip select, not to ground"
        )
    if last in LATE:
        return (
            "every bit comes one place late, since the first clock is lost: look at CLK and CLK INH (pins 2"
            " and 15) of the chip nearest the computer"
        )
    return "check the chain's plugs, its power and its clock line"


@dataclass(frozen=True, slots=True)
class TiedChip:
    """A module's chip: the inputs in `mask` are tied to `level`, bit 0 is A.

    `name` and `link` are for people: the module, and the connection of its bits and clock, such as "its cable
    from strip 2".
    """

    name: str
    link: str
    mask: int
    level: int

    def answers(self, byte: int) -> bool:
        """Whether the tied inputs in `byte`, read from this chip, have the level to which they are tied."""
        return byte & self.mask == self.level


@dataclass(frozen=True, slots=True)
class ModuleWatch:
    """A chain of ready modules, each with tied inputs."""

    modules: tuple[TiedChip, ...]

    @property
    def chips(self) -> int:
        """The number of chips in the chain: one a module."""
        return len(self.modules)

    def fault(self, raw: bytes) -> str | None:
        """A sentence about the first module whose tied inputs read wrong in `raw`; None if all read right."""
        pairs = zip(self.modules, raw, strict=False)
        first = next((at for at, (module, byte) in enumerate(pairs) if not module.answers(byte)), None)
        if first is None:
            return None
        module = self.modules[first]
        for places, word, cause in ((-1, "early", "has an edge too many"), (1, "late", "loses an edge")):
            if self._slipped(raw, first, places):
                return (
                    f"every bit comes one place {word} from {module.name} on, since its clock {cause}:"
                    f" look at {module.link}"
                )
        return f"{module.name} does not answer: look at {module.link}"

    def _slipped(self, raw: bytes, first: int, places: int) -> bool:
        """Whether the tied inputs of all modules behind `first` read right once the bits are moved back.

        `places` is -1 for bits that came early, which move away from the computer, and 1 for late bits.
        """
        behind = self.modules[first + 1 :]
        if len(behind) < SURE:
            return False
        bits = int.from_bytes(raw[: self.chips], "big")
        moved = bits >> 1 if places < 0 else bits << 1
        moved &= (1 << 8 * self.chips) - 1
        back = moved.to_bytes(self.chips, "big")[first + 1 :]
        return all(module.answers(byte) for module, byte in zip(behind, back, strict=True))


def watch_of(modules: Sequence[TiedChip], chips: int) -> Watch:
    """The check of a board's chain: of its ready modules, or of the last of `chips` chips wired by hand."""
    return ModuleWatch(tuple(modules)) if modules else LastChip(chips)
