"""Check that a board's sensors sense their own magnets only: find impossible and tight combinations."""

from __future__ import annotations

from collections.abc import Iterator

from hardware.magnets import field_below, field_lying
from hardware.parts.catalogue import HALLS
from wiring.description import Description
from wiring.toml_section import Problem

TOO_SLOW, SLOW = 10, 50
"""Measurements per second: a slower sensor misses most marbles that are walked (first), or some (second)."""

ROOM = 1.5
"""A field of at least this multiple of the operate point leaves room for thicker wood and weaker magnets."""

PART, MAGNETS = ("sensors", 0, "part"), ("magnets", 0, "gap")


def own_field(board: Description) -> float:
    """The field of the upright magnet in a sensor's own hole, in millitesla."""
    magnet = board.magnet
    return field_below(magnet.disc, board.drill.sensor, magnet.gap)


def neighbours_field(board: Description) -> float:
    """The greatest field of two neighbours, upright or lying, at the sensor of an empty hole.

    If a sensor sits beside its hole, nearer to a neighbour, that distance counts.
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
        yield (
            ("magnets", 0, "mount"),
            "a marble rolls, so no magnet is fixed in it: it is weighted (the marble rights itself) or loose",
            None,
        )
    if part.poles == "unipolar" and mount == "loose":
        yield (
            PART,
            f"the {board.part} sees one pole only, and a magnet loose in a marble turns:"
            " take an omnipolar part, or pegs",
            None,
        )
    if part.hertz and part.hertz < TOO_SLOW:
        always = " or ".join(word for word, hall in HALLS.items() if hall.suits)
        yield (
            PART,
            f"the {board.part} looks only {part.hertz} times a second: a piece that is walked from hole to"
            f" hole is not seen; take one that looks all the time, as {always}",
            None,
        )
    field = own_field(board)
    if field < part.operate:
        yield (
            MAGNETS,
            f"a {_size(board)} magnet {board.magnet.gap:g} mm above a sensor {board.drill.sensor:g} mm beside"
            f" its middle gives {field:.1f} mT, and a {board.part} may need {part.operate:g} mT: less gap, a"
            " larger magnet or a more sensitive part",
            None,
        )


def doubts(board: Description) -> Iterator[Problem]:
    """A warning for each combination that works but is tight."""
    part, mount = board.hall, board.magnet.mount
    if mount == "loose":
        yield (
            ("magnets", 0, "mount"),
            "a magnet that is loose in a marble lies down beside a neighbour: its own sensor then feels"
            " nothing and the neighbour's may. Take pegs or weighted marbles, or try five in a row first:"
            " jokerboard setup FILE --bench",
            None,
        )
    if part.hertz and part.hertz < SLOW:
        yield (
            PART,
            f"the {board.part} looks {part.hertz} times a second: a hole that is passed in less than"
            f" {1000 // part.hertz} ms is not seen",
            None,
        )
    if part.package == "X2SON":
        yield PART, f"the {board.part} is only made in X2SON, which cannot be soldered by hand", None
    field = own_field(board)
    if part.operate <= field < ROOM * part.operate:
        yield (
            MAGNETS,
            f"the sensors feel {field:.1f} mT and may need {part.operate:g} mT: with half a millimetre more"
            " wood some will not see their piece",
            None,
        )
    stray = neighbours_field(board)
    felt = stray if part.poles == "unipolar" else abs(stray)
    if felt >= part.release:
        yield (
            ("drill", 0, "pitch"),
            f"an empty hole between two full ones feels up to {felt:.1f} mT, and a {board.part} may stay on"
            f" at {part.release:g} mT: more pitch, a smaller magnet, or a unipolar part with all south poles"
            " down",
            None,
        )


def _size(board: Description) -> str:
    disc = board.magnet.disc
    return f"{disc.diameter:g} x {disc.height:g} mm"
