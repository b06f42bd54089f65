"""Sensors that lie: which kinds there are, and how a hole that has one behaves."""

from __future__ import annotations

from random import Random

from engine.geometry import Hole
from host.errors import UsageError
from simulation.people.habits import between, shows
from simulation.world.world import World

FAULTS = ("stuck", "dead", "flicker")
"""`stuck` shows a marble always, `dead` never; `flicker` rattles now and then, as a loose wire does."""


def fails_at(rng: Random) -> float:
    """When a sensor begins to lie: as often in the first seconds as somewhere in the first hundred turns."""
    return between(rng, 0.0, 20.0) if shows(rng, 0.5) else between(rng, 20.0, 700.0)


def fail(world: World, rng: Random, hole: Hole, kind: str) -> None:
    """From now on the sensor of that hole lies."""
    if kind == "flicker":
        _rattle(world, rng, hole)
    else:
        world.sensors.fail(hole, kind == "stuck")


def _rattle(world: World, rng: Random, hole: Hole) -> None:
    """A burst of changes, then the truth, until the wire comes loose again."""
    t = world.t
    for _ in range(rng.randint(12, 40)):
        world.at(t, lambda: world.sensors.fail(hole, hole not in world.sensors.occupied))
        t += between(rng, 0.01, 0.07)
    world.at(t, lambda: world.sensors.heal(hole))
    world.at(t + between(rng, 3.0, 60.0), lambda: _rattle(world, rng, hole))


def faults_named(text: str) -> tuple[tuple[str, int], ...]:
    """From `none` or a list as `stuck:1,dead:2`; UsageError for anything else."""
    if text == "none":
        return ()
    faults = []
    for part in text.split(","):
        kind, _, number = part.partition(":")
        if kind not in FAULTS or not number.isdigit() or not 0 < int(number) <= 20:
            known = ", ".join(FAULTS)
            raise UsageError(f"faults are none, or a list as stuck:1,dead:3 of {known}; not {text!r}")
        faults.append((kind, int(number)))
    return tuple(faults)
