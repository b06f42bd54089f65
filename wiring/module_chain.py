"""The part of a board's description that follows from its modules: channels, lights, feeds, plugs."""

from __future__ import annotations

from dataclasses import dataclass

from hardware.layout import Shape
from wiring.description import Chain, Connector
from wiring.pcb.modules import BITS, MODULES_A_SIDE, modules


@dataclass(frozen=True, slots=True)
class Derived:
    """What the modules fix in a description: channels and lights by hole, feeds, and plugs."""

    channels: Chain
    lights: Chain
    feeds: tuple[int, ...]
    """The first light of every side, whose plug brings 5 V."""
    connectors: tuple[Connector, ...]


def derived(sides: int, pitch: float, shape: Shape) -> Derived:
    """The chains of a board of modules; raise ModuleError if it cannot be built of them."""
    chain = modules(sides, pitch, shape)
    lights = tuple(hole for module in chain for hole in module.lights)
    a_side = sum(len(module.lights) for module in chain[:MODULES_A_SIDE])
    return Derived(
        tuple(hole for module in chain for hole in module.channels),
        lights,
        tuple(range(0, len(lights), a_side)),
        tuple(Connector(f"M{n + 1}", BITS * n, BITS * n + BITS - 1) for n in range(len(chain))),
    )
