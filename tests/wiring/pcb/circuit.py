"""Derive the function of a module from its board file, by following its wires from pad to pad.

This module uses nothing of the code that draws the boards, only data sheets: the pins of a 74HC165, of a hall
switch in SOT-23, of an SK6812MINI-E, and of the plugs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from tests.wiring.pcb.board_file import Pad

INPUTS = ("6", "5", "4", "3", "14", "13", "12", "11")
"""The pins of inputs H to A of a 74HC165, in the order in which the bits are shifted out."""
THROUGH = (("1", "1"), ("3", "3"), ("5", "3"), ("8", "8"), ("4", "4"), ("6", "6"))
"""(pin of the plug IN, pin of the plug OUT) of the wires that lead through a module: supplies, clock,
load.
"""
SIGNALS = (("2", "J1", "4"), ("1", "J1", "6"), ("9", "J1", "7"), ("10", "J2", "7"))
"""(pin of the register, plug, pin of the plug) for clock, load, bits out and bits in."""
LIGHT_IN, LIGHT_OUT = "4", "2"

Place = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Circuit:
    """A module's bits (the place of a sensor in millimetres, or a fixed level) and the places of its
    lights.
    """

    bits: tuple[Place | bool, ...]
    lights: tuple[Place, ...]


class CircuitError(Exception):
    """A necessary wire of a module leads to a wrong pad."""


def circuit(pads: Iterable[Pad]) -> Circuit:
    """The function of the module with these pads; raise CircuitError with the first wrong wire."""
    wires = _Wires(pads)
    wires.check_register()
    return Circuit(tuple(wires.bit(pin) for pin in INPUTS), tuple(wires.lights()))


class _Wires:
    def __init__(self, pads: Iterable[Pad]) -> None:
        self.net: dict[tuple[str, str], str] = {}
        self.at: dict[tuple[str, str], Place] = {}
        self.ends: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for pad in pads:
            self.net[pad.ref, pad.number] = pad.net
            self.at[pad.ref, pad.number] = (pad.x, pad.y)
            self.ends[pad.net].append((pad.ref, pad.number))
        self.five, self.ground, self.three = (self.net["J1", pin] for pin in ("1", "3", "8"))

    def demand(self, ref: str, pin: str, net: str) -> None:
        if self.net[ref, pin] != net or not net:
            raise CircuitError(f"pin {pin} of {ref} is on {self.net[ref, pin]!r}, not on {net!r}")

    def check_register(self) -> None:
        for here, there in THROUGH:
            self.demand("J2", there, self.net["J1", here])
        for pin, plug, its in SIGNALS:
            self.demand(plug, its, self.net["U1", pin])
        for pin, net in (("15", self.ground), ("8", self.ground), ("16", self.three)):
            self.demand("U1", pin, net)

    def bit(self, pin: str) -> Place | bool:
        """The place of the sensor on an input of the register, or the level to which the input is tied."""
        net = self.net["U1", pin]
        if net in (self.ground, self.three):
            return net == self.three
        found = [ref for ref, pin in self.ends[net] if ref[0] == "U" and ref != "U1" and pin == "2"]
        if len(found) != 1 or not any(self._pulls_up(ref, pin) for ref, pin in self.ends[net]):
            raise CircuitError(f"{net} has {len(found)} sensors, or no pull-up")
        self.demand(found[0], "1", self.five)
        self.demand(found[0], "3", self.ground)
        (left, top), (_, bottom), (right, _) = (self.at[found[0], pin] for pin in "123")
        return (left + right) / 2, (top + bottom) / 2

    def _pulls_up(self, ref: str, pin: str) -> bool:
        return ref[0] == "R" and self.net[ref, "1" if pin == "2" else "2"] == self.three

    def lights(self) -> Iterable[Place]:
        """The places of the lights in the order of their data."""
        data = self.net["J1", "2"]
        while data != self.net["J2", "2"]:
            found = [ref for ref, pin in self.ends[data] if ref[0] == "D" and pin == LIGHT_IN]
            if len(found) != 1:
                raise CircuitError(f"{data} goes into {len(found)} lights")
            corners = [self.at[found[0], pin] for pin in "1234"]
            yield sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4
            data = self.net[found[0], LIGHT_OUT]
