"""Simulated modules on a chain of cables, with faults of the cables, read by a Raspberry Pi's driver.

Link k is the cable of module k: it carries clock, load and supply to the module, and the module's bits back.
The modules of one side share clock, load and supply, which come from the head board; between two sides a
cable carries only the bits. A resistor on each module holds its input low if no cable drives it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum

from hardware.clock import Clock
from hardware.parts.chain_watch import ModuleWatch, TiedChip
from hardware.parts.hc165.driver import Hc165Chain, chain_scan
from hardware.scan import ScannedBank
from hardware.twin.sensors import SolderedBank, TwinSensors

SIDE = 5
"""The number of modules on the cables of one side."""


class LinkFault(Enum):
    """A way in which a link fails."""

    UNPLUGGED = "unplugged"
    """The cable is out: no supply, no clock, no bits."""
    TURNED = "turned"
    """The plugs IN and OUT of the link's module are exchanged, so that inputs are joined to inputs."""
    BITS_LOW = "bits-low"
    """The wire of the bits touches ground."""
    BITS_HIGH = "bits-high"
    """The wire of the bits touches 3.3 V."""
    CLOCK_CUT = "clock-cut"
    """The clock line is cut: the modules behind the cut on this side get no clock."""
    CLOCK_SHORT = "clock-short"
    """The side's clock touches a supply."""
    LOAD_CUT = "load-cut"
    """The load line is cut: the modules behind the cut on this side never copy their inputs."""
    LOAD_SHORT = "load-short"
    """The side's load line touches ground: its modules follow their inputs and never shift."""
    EXCHANGED = "exchanged"
    """Clock and load are exchanged in the cable."""

    @property
    def hits_side(self) -> bool:
        """Whether the fault affects all modules of the side, also those before the faulty link."""
        return self in (LinkFault.CLOCK_SHORT, LinkFault.LOAD_SHORT)


class LinkedModules:
    """The shift registers of the modules as a `Transfer`; `inputs` returns a byte a module, bit 0 is
    input A.
    """

    def __init__(self, inputs: Callable[[], bytes]) -> None:
        self._inputs = inputs
        self.faults: dict[int, LinkFault] = {}
        """The fault of each faulty link; the first module's link is 0."""
        self._stages = [[0] * 8 for _ in inputs()]

    def load(self) -> None:
        """Set the load line low and high again."""
        if self.faults:
            for module in range(len(self._stages)):
                if self._suffers(module, LinkFault.EXCHANGED):
                    self._shift([module])
                elif not self._suffers(module, LinkFault.LOAD_CUT):
                    self._take_inputs(module)

    def transfer(self, data: list[int]) -> list[int]:
        """A byte for each byte of `data`; the first is that of the module nearest the computer."""
        return [self._byte() for _ in data] if self.faults else list(self._inputs())

    def _byte(self) -> int:
        value = 0
        for _ in range(8):
            value = value << 1 | self._arrives(0)
            self._clock()
        return value

    def _clock(self) -> None:
        """Let the clock fall and rise once."""
        modules = range(len(self._stages))
        following = [
            module
            for module in modules
            if self._suffers(module, LinkFault.EXCHANGED) or self._suffers(module, LinkFault.LOAD_SHORT)
        ]
        for module in following:
            self._take_inputs(module)
        stopped = (LinkFault.CLOCK_CUT, LinkFault.CLOCK_SHORT, LinkFault.UNPLUGGED)
        self._shift(
            [
                module
                for module in modules
                if module not in following and not any(self._suffers(module, fault) for fault in stopped)
            ]
        )

    def _shift(self, modules: Sequence[int]) -> None:
        coming = [self._arrives(module + 1) for module in modules]
        for module, bit in zip(modules, coming, strict=True):
            self._stages[module] = [*self._stages[module][1:], bit]

    def _take_inputs(self, module: int) -> None:
        byte = self._inputs()[module]
        self._stages[module] = [byte >> bit & 1 for bit in range(7, -1, -1)]

    def _arrives(self, link: int) -> int:
        """The bit that link number `link` carries towards the computer."""
        if link == len(self._stages) or self._suffers(link, LinkFault.UNPLUGGED):
            return 0
        fault = self.faults.get(link)
        if fault in (LinkFault.TURNED, LinkFault.BITS_LOW):
            return 0
        return 1 if fault is LinkFault.BITS_HIGH else self._stages[link][0]

    def _suffers(self, module: int, fault: LinkFault) -> bool:
        """Whether a link of the module's side has `fault` at a place where the fault affects `module`."""
        first = module - module % SIDE
        last = first + SIDE - 1 if fault.hits_side else module
        return any(self.faults.get(link) is fault for link in range(first, last + 1))


class ModuleSensors(SolderedBank):
    """A SensorBank whose sensors are on linked modules: the sensor of hole h is on channel
    `channel_of[h]`.
    """

    def __init__(
        self, contacts: TwinSensors, clock: Clock, modules: Sequence[TiedChip], channel_of: Sequence[int]
    ) -> None:
        self._channel_of, self._tied = list(channel_of), tuple(modules)
        self._lying: tuple[bool, ...] | None = None
        self._lines = b""
        self.contacts = contacts
        self.links = LinkedModules(self._inputs)
        driver = Hc165Chain(self.links, self.links.load, ModuleWatch(self._tied))
        channels = 8 * len(self._tied)
        super().__init__(contacts, ScannedBank(clock, channels, chain_scan(driver, channels)))

    def exchange(self, hole: int, other: int) -> None:
        """Exchange the channels of the sensors of two holes."""
        at = self._channel_of
        at[hole], at[other] = at[other], at[hole]
        self._lying = None

    def _inputs(self) -> bytes:
        """A byte for each module: low where a marble lies, tied inputs at their level, all others high.

        Raise DeviceLost if the sensors are unplugged.
        """
        lying = self.contacts.snapshot()
        if lying != self._lying:  # If nothing has changed, the bytes of the last call are used again.
            self._lying = lying
            levels = [0xFF & ~(each.mask & ~each.level) for each in self._tied]
            for hole, channel in enumerate(self._channel_of):
                if lying[hole]:
                    levels[channel >> 3] &= ~(1 << (channel & 7))
            self._lines = bytes(levels)
        return self._lines
