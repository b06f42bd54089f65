"""Faulty sensors: the kinds, and how each kind behaves."""

from __future__ import annotations

from random import Random

from engine.geometry import Hole
from jokerboard.host.errors import UsageError
from jokerboard.simulation.people.habits import between, shows
from jokerboard.simulation.world.world import World

FAULTS = ("stuck", "dead", "flicker")
"""`stuck` always shows a marble, `dead` never; `flicker` changes rapidly now and then, like a loose wire."""


def fails_at(rng: Random) -> float:
    """The time at which a sensor fails: half of them in the first 20 s, the others up to 700 s."""
    return between(rng, 0.0, 20.0) if shows(rng, 0.5) else between(rng, 20.0, 700.0)


def fail(world: World, rng: Random, hole: Hole, kind: str) -> None:
    """Make the sensor of that hole faulty from now on."""
    if kind == "flicker":
        _rattle(world, rng, hole)
    else:
        world.sensors.fail(hole, kind == "stuck")


def _rattle(world: World, rng: Random, hole: Hole) -> None:
    """A burst of changes, then correct levels until the next burst."""
    t = world.t
    for _ in range(rng.randint(12, 40)):
        world.at(t, lambda: world.sensors.fail(hole, hole not in world.sensors.occupied))
        t += between(rng, 0.01, 0.07)
    world.at(t, lambda: world.sensors.heal(hole))
    world.at(t + between(rng, 3.0, 60.0), lambda: _rattle(world, rng, hole))


def faults_named(text: str) -> tuple[tuple[str, int], ...]:
    """Parse `none` or a list such as `stuck:1,dead:2`; UsageError for anything else."""
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
