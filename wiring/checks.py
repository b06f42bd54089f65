"""Check a description as a whole: every hole once, every pin free, the current within the supply.

The current that the board takes is computed here as well, for the checks and for the builder's documents.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from engine.geometry import Hole, board
from hardware.layout import MOST_ARMS
from hardware.parts.catalogue import BANKS
from hardware.parts.computer import COMPUTERS
from wiring.description import Chain, Description
from wiring.magnet_checks import magnets
from wiring.toml_section import Problem

MOST = 65_535
"""The highest reading of an analog sensor."""

WOOD = 1.5
"""The fewest millimetres of wood between any two bores."""


def check(board_: Description) -> Iterator[Problem]:
    """Every fault of the description, in the order of the checks."""
    yield from _shape(board_)
    yield from _drill(board_)
    yield from _every_hole(board_, "sensors", board_.channels, "bad_sensors", board_.bad_sensors)
    yield from _every_hole(board_, "lights", board_.lights.holes, "bad_lights", board_.bad_lights)
    yield from magnets(board_)
    yield from _bank(board_)
    yield from _lights(board_)
    yield from _connectors(board_)
    yield from _readers(board_)
    yield from pi_pins(board_)
    yield from _current(board_)


def _shape(board_: Description) -> Iterator[Problem]:
    if board_.shape == "cross" and board_.sides > MOST_ARMS:
        yield Problem(
            ("", 0, "shape"),
            f"a cross has 3 to {MOST_ARMS} arms, not {board_.sides}: more arms leave no room for START",
        )


def _drill(board_: Description) -> Iterator[Problem]:
    drill = board_.drill
    if drill.hole + WOOD > drill.pitch:
        yield Problem(
            ("drill", 0, "hole"),
            f"holes of {drill.hole:g} mm every {drill.pitch:g} mm leave less than {WOOD:g} mm of wood",
        )
    if drill.offset == 0:
        if drill.light >= drill.hole:
            yield Problem(
                ("drill", 0, "light"),
                f"a light of {drill.light:g} mm in the bottom of a seat of {drill.hole:g} mm leaves no seat",
            )
    elif not drill.hole / 2 + WOOD <= drill.offset - drill.light / 2 or not (
        drill.offset + drill.light / 2 + WOOD <= drill.pitch - drill.hole / 2
    ):
        yield Problem(
            ("drill", 0, "offset"),
            f"a light of {drill.light:g} mm, {drill.offset:g} mm from the middle of its hole, comes"
            f" closer than {WOOD:g} mm to a hole of {drill.hole:g} mm",
        )


def _every_hole(
    board_: Description, section: str, chain: Chain, bad_key: str, bad: Sequence[Hole]
) -> Iterator[Problem]:
    names, what = board(board_.sides), "channel" if section == "sensors" else "LED"
    seen: dict[Hole, int] = {}
    for at, hole in enumerate(chain):
        if hole is None:
            continue
        if hole in seen:
            yield Problem(
                (section, 0, "holes"),
                f"hole {names.name(hole)} is listed twice, as {what} {seen[hole]} and {at}",
                at,
            )
        seen[hole] = at
    listed: set[Hole] = set()
    for at, hole in enumerate(bad):
        if hole in seen:
            used = f"is listed as bad, but {what} {seen[hole]} is assigned to it"
            again = "is listed as bad twice"
            yield Problem(
                ("", 0, bad_key), f"hole {names.name(hole)} {again if hole in listed else used}", at
            )
        seen[hole] = -1
        listed.add(hole)
    missing = [names.name(hole) for hole in range(names.holes) if hole not in seen]
    if missing:
        some = ", ".join(missing[:6]) + (f" and {len(missing) - 6} more" if len(missing) > 6 else "")
        yield Problem((section, 0, "holes"), f"no {what} belongs to {some}")


def _bank(board_: Description) -> Iterator[Problem]:
    if board_.analog and not board_.bank.part.analog:
        able = " or ".join(part.name for part in BANKS if part.analog)
        yield Problem(
            ("sensors", 0, "part"),
            f"the analog {board_.part} needs {able}: a Raspberry Pi cannot measure voltages",
        )
    yield from _calibration(board_)
    yield from (
        Problem(("sensors", 0, key), sentence, word) for key, sentence, word in board_.bank.faults(board_)
    )


def _calibration(board_: Description) -> Iterator[Problem]:
    found, channels = board_.calibration, len(board_.channels)
    where = ("sensors", 0, "calibration")
    if found and not board_.analog:
        yield Problem(
            where, f"the {board_.part} only reports whether a magnet is there: delete the calibration"
        )
    elif found and len(found) != channels:
        yield Problem(where, f"{len(found)} channels are calibrated, the board has {channels}")
    for at, each in enumerate(found):
        if each is not None and (
            not each.hysteresis < each.threshold or max(each.baseline, each.threshold) > MOST
        ):
            yield Problem(
                where, f"a threshold must be greater than its hysteresis, and no value above {MOST}", at
            )


def _lights(board_: Description) -> Iterator[Problem]:
    lights, drive = board_.lights, board_.lights.drive
    if drive.open is None and drive.word != board_.bank.part.word:
        yield Problem(("lights", 0, "driver"), drive.why_not)
    if lights.pin not in drive.pins:
        yield Problem(("lights", 0, "pin"), drive.wrong_pin.format(pin=lights.pin))
    if board_.computer in drive.not_on:
        yield Problem(("lights", 0, "driver"), drive.why_not)
    for at, feed in enumerate(lights.feeds):
        if feed >= len(lights.holes):
            yield Problem(
                ("lights", 0, "feeds"), f"5 V is fed in at LED {feed}, but there is no such LED", at
            )
    if 0 not in lights.feeds or list(lights.feeds) != sorted(set(lights.feeds)):
        yield Problem(("lights", 0, "feeds"), "feeds must begin with LED 0 and go up, each LED once")


def _connectors(board_: Description) -> Iterator[Problem]:
    most = board_.bank.inputs_a_chip
    names: set[str] = set()
    expected = 0
    for index, each in enumerate(board_.connectors):
        where = ("connectors", index, "channels")
        if each.name in names or not each.name:
            yield Problem(
                ("connectors", index, "name"), f"the connector's name {each.name!r} is empty or not unique"
            )
        names.add(each.name)
        if each.first != expected or each.last < each.first:
            yield Problem(
                where, f"connector {each.name} begins at channel {each.first} instead of {expected}"
            )
        elif each.last - each.first >= most:
            yield Problem(where, f"connector {each.name} has more than the {most} channels of a chip")
        elif each.last - each.first + 1 < most and each is not board_.connectors[-1]:
            yield Problem(
                where,
                f"connector {each.name} has {each.last - each.first + 1} channels; every connector except the"
                f" last has the {most} of its chip (write - for an input without a sensor)",
            )
        expected = max(expected, each.last + 1)
    if expected != len(board_.channels):
        last = ("connectors", max(0, len(board_.connectors) - 1), "channels")
        yield Problem(last, f"the connectors have {expected} channels, the board has {len(board_.channels)}")


def _readers(board_: Description) -> Iterator[Problem]:
    for key in ("role", "path"):
        values = [str(getattr(reader, key)) for reader in board_.readers]
        for index, value in enumerate(values):
            if value in values[:index]:
                yield Problem(("readers", index, key), f"two readers have the {key} {value}")
    for index, reader in enumerate(board_.readers):
        if not reader.path.startswith("/dev/"):
            yield Problem(
                ("readers", index, "path"), f"a reader's path begins with /dev/, not {reader.path!r}"
            )
        if reader.role in "ABCDEFGH"[board_.sides :]:
            yield Problem(
                ("readers", index, "role"), f"a board of {board_.sides} sides has no seat {reader.role}"
            )


def _current(board_: Description) -> Iterator[Problem]:
    supply, cap, leds = board_.supply, board_.lights.amperes, len(board_.lights.holes)
    chip = board_.lights.part
    if cap < leds * chip.dark:
        yield Problem(
            ("lights", 0, "amperes"),
            f"{leds} LEDs take {leds * chip.dark:.2f} A when dark; a cap of {cap:g} A is too small",
        )
    total = sum(amperes for _, amperes, _ in budget(board_))
    if total > supply.amperes:
        yield Problem(
            ("supply", 0, "amperes"),
            f"the board takes up to {total:.2f} A with its lights capped at {cap:g} A; a supply of"
            f" {supply.amperes:g} A is too small",
        )
    # The cap is only software. If the software fails, the fuse alone protects the supply and the wires.
    if supply.fuse > supply.amperes and leds * chip.white > supply.amperes:
        yield Problem(
            ("supply", 0, "fuse"),
            f"if the cap fails, {leds} LEDs take {leds * chip.white:.1f} A: the fuse of {supply.fuse:g} A"
            f" must not be larger than the supply of {supply.amperes:g} A",
        )
    if supply.fuse < cap:
        yield Problem(
            ("supply", 0, "fuse"), f"a fuse of {supply.fuse:g} A blows at the lights' cap of {cap:g} A"
        )


def pi_pins(board_: Description) -> Iterator[Problem]:
    """A fault for each reserved pin of the Pi that is used, for each pin and each button used twice."""
    first: dict[int, str] = {}
    for section, index, take in board_.takes():
        place = (section, index, take.key)
        for pin in take.pins:
            if pin < 2:
                yield Problem(
                    place, f"GPIO {pin} is reserved (the Pi reads add-on boards there); take another"
                )
            if pin in first:
                yield Problem(place, f"GPIO {pin} is used twice, for {first[pin]} and for {take.use}")
            first.setdefault(pin, take.use)
    # Sorting makes equal buttons neighbours.
    for one, other in pairwise(sorted((b.place, b.name) for b in board_.buttons)):
        if one == other:
            at = max(i for i, b in enumerate(board_.buttons) if (b.place, b.name) == one)
            yield Problem(("buttons", at, "name"), f"there are two buttons {one[1]} at {one[0]}")


def budget(board_: Description) -> list[tuple[str, float, str]]:
    """The greatest current with the lights' limit, as (item, amperes, calculation in words) for each item."""
    hall, bank, chips = board_.hall, board_.bank, board_.bank.chip_count(board_)
    items = [
        ("LEDs", board_.lights.amperes, "the limit that the software keeps"),
        (
            "hall sensors",
            sensor_amperes(board_),
            f"{board_.sensors} × {hall.milliamperes:g} mA at {hall.volts:g} V",
        ),
        ("sensor chips", chip_amperes(board_), f"{chips} × {bank.part.milliamperes:g} mA"),
    ]
    if bank.reader_amperes:
        items.append((bank.reader, bank.reader_amperes, "with USB"))
    for reader in board_.readers:
        items.append((f"reader {reader.role}", reader.part.milliamperes / 1000, reader.kind))
    if board_.supply.feeds_computer:
        amperes = COMPUTERS[board_.computer].amperes
        items.append((f"computer ({board_.computer})", amperes, "under load"))
    return items


def sensor_amperes(board_: Description) -> float:
    """The current of all hall sensors in amperes."""
    return board_.sensors * board_.hall.milliamperes / 1000


def chip_amperes(board_: Description) -> float:
    """The current of all chips that read the sensors, in amperes."""
    return board_.bank.chip_count(board_) * board_.bank.part.milliamperes / 1000


def rail_amperes(board_: Description) -> float:
    """The current that the chips, and sensors for 3.3 V, take from the 3.3 V pin, in amperes."""
    return chip_amperes(board_) + (sensor_amperes(board_) if board_.hall.volts < 5 else 0.0)


def needs_regulator(board_: Description) -> bool:
    """Whether chips and sensors need more current than the 3.3 V pin of their computer can give."""
    return rail_amperes(board_) > board_.bank.rail
