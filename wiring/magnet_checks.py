"""Check that a board's sensors sense only their own magnets.

A combination of sensor, magnet and distances is reported if it cannot work, or if its margin is small.
"""

from __future__ import annotations

from collections.abc import Iterator

from hardware.magnets import field_below, field_lying
from hardware.parts.catalogue import HALLS
from wiring.description import Description
from wiring.toml_section import Problem

TOO_SLOW, SLOW = 10, 50
"""Measurements per second: a slower sensor misses most walked marbles (TOO_SLOW), or some of them (SLOW)."""

ROOM = 1.5
"""The multiple of the operate point from which a field is strong enough for thicker wood or weak magnets."""

PART, MAGNETS = ("sensors", 0, "part"), ("magnets", 0, "gap")


def own_field(board: Description) -> float:
    """The field of the upright magnet of a hole at the hole's sensor, in millitesla."""
    magnet = board.magnet
    return field_below(magnet.disc, board.drill.sensor, magnet.gap)


def neighbours_field(board: Description) -> float:
    """The strongest field of two neighbouring magnets at the sensor of an empty hole, in millitesla.

    A loose magnet may be upright or lie on its side. A sensor beside its hole is nearer to one neighbour.
    """
    magnet, pitch, sensor = board.magnet, board.drill.pitch, board.drill.sensor
    found = [
        field(magnet.disc, distance, magnet.gap)
        for field in ((field_below, field_lying) if magnet.mount == "loose" else (field_below,))
        for distance in (pitch - sensor, pitch, pitch + sensor)
    ]
    return 2 * max(found, key=abs)


def magnets(board: Description) -> Iterator[Problem]:
    """A fault for each combination that cannot work."""
    part, mount = board.hall, board.magnet.mount
    if mount == "fixed" and board.pieces == "marbles":
        yield Problem(
            ("magnets", 0, "mount"),
            "a marble rolls, so its magnet is not fixed: write weighted (the marble rights itself) or loose",
        )
    if part.poles == "unipolar" and mount == "loose":
        yield Problem(
            PART,
            f"the {board.part} senses only one pole, but a loose magnet in a marble turns:"
            " take an omnipolar part, or pegs",
        )
    if part.hertz and part.hertz < TOO_SLOW:
        always = " or ".join(word for word, hall in HALLS.items() if hall.suits)
        yield Problem(
            PART,
            f"the {board.part} measures only {part.hertz} times a second and misses a piece that is walked"
            f" from hole to hole; take a sensor that measures continuously, as {always}",
        )
    field = own_field(board)
    if field < part.operate:
        yield Problem(
            MAGNETS,
            f"a {_size(board)} magnet {board.magnet.gap:g} mm above a sensor {board.drill.sensor:g} mm beside"
            f" its middle gives {field:.1f} mT, but a {board.part} may need {part.operate:g} mT: take a"
            " smaller gap, a larger magnet or a more sensitive part",
        )


def doubts(board: Description) -> Iterator[Problem]:
    """A warning for each combination that works but is tight."""
    part, mount = board.hall, board.magnet.mount
    if mount == "loose":
        yield Problem(
            ("magnets", 0, "mount"),
            "a loose magnet in a marble lies down beside a neighbour: its sensor then senses nothing, and the"
            " neighbour's sensor may sense it. Take pegs or weighted marbles, or test five holes in a row"
            " first: jokerboard setup FILE --bench",
        )
    if part.hertz and part.hertz < SLOW:
        yield Problem(
            PART,
            f"the {board.part} measures {part.hertz} times a second and misses a piece that is in a hole for"
            f" less than {1000 // part.hertz} ms",
        )
    if part.package == "X2SON":
        yield Problem(PART, f"the {board.part} is only made in X2SON, which cannot be soldered by hand")
    field = own_field(board)
    if part.operate <= field < ROOM * part.operate:
        yield Problem(
            MAGNETS,
            f"the field at the sensors is {field:.1f} mT, and they may need {part.operate:g} mT: with half a"
            " millimetre more wood some will not sense their piece",
        )
    stray = neighbours_field(board)
    felt = stray if part.poles == "unipolar" else abs(stray)
    if felt >= part.release:
        yield Problem(
            ("drill", 0, "pitch"),
            f"the field in an empty hole between two pieces is up to {felt:.1f} mT, and a {board.part} may"
            f" stay on at {part.release:g} mT: take a larger pitch, a smaller magnet, or a unipolar part with"
            " all south poles down",
        )


def _size(board: Description) -> str:
    disc = board.magnet.disc
    return f"{disc.diameter:g} x {disc.height:g} mm"
