"""The remedies for faults of a board: one set for a board wired by hand, one for a board of ready modules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.geometry import Hole
from wiring.description import Connector, Description
from wiring.papers.wires import pin_of, supply_pins
from wiring.pcb.modules import MODULES_A_SIDE, full_name, link_to, modules, place_on_side, side_letter


@dataclass(frozen=True, slots=True)
class Remedies:
    """The remedies for one board's faults.

    Most fields are functions of the number of an LED or a sensor in its chain.
    """

    plug: Callable[[Connector], str]
    """The name that people read for the sensors of a connector."""
    silent_plug: Callable[[Connector], str]
    """The remedy if no sensor of a connector senses anything."""
    no_light: str
    sagging: str
    dark_from: Callable[[int, str, str], str]
    """The remedy if all LEDs from one on are dark, by its number, its name and the name of the LED before."""
    dark_light: Callable[[int], str]
    """The remedy if one LED is dark but the LEDs after it shine."""
    coloured_light: Callable[[int], str]
    """The remedy if one LED shows a wrong colour."""
    other_wires: str
    unfelt: Callable[[int], str]
    """The remedy if a sensor does not sense a marble."""
    weak: Callable[[int], str]
    """The remedy if a sensor hardly senses its marble."""
    stays: Callable[[int], str]
    """The remedy if a sensor still reports a marble that was taken out."""
    restless: Callable[[int], str]
    """The remedy if a sensor changes while nobody touches the board."""
    held: Callable[[int], str]
    """The remedy if a sensor reports a marble on an empty board."""
    mend: Callable[[Hole], str]
    """The remedy if setup has found the sensor or the LED of a hole to be bad."""


def remedies(board: Description) -> Remedies:
    """The remedies that fit the way in which `board` is built."""
    return _on_modules(board) if board.modules else _by_hand(board)


def _by_hand(board: Description) -> Remedies:
    """The remedies for a board whose sensors and LEDs are soldered to wires."""
    plus, minus = supply_pins(board)

    def wire(channel: int) -> str:
        connector, pin = pin_of(board, channel)
        return f"wire W{channel:03} to pin {pin} of {connector.name}"

    return Remedies(
        plug=lambda connector: f"connector {connector.name}",
        silent_plug=lambda connector: (
            f"look at the connector's plug, at the supply (pins {plus} and {minus}, wires"
            f" V-{connector.name} and G-{connector.name}), and at the chip"
        ),
        no_light="measure 5 V at the first LED (fuse, wires P1 and N1), then look at the level shifter, its"
        " input (wire LED) and its output (wire D000)",
        sagging="5 V drops along the chain: measure 5 V there while the LEDs shine, feed 5 V in closer by"
        " (feeds in [lights]), and run ground beside the data wire",
        dark_from=lambda led, name, before: (
            f"the data ends there: look at wire D{led:03} from DOUT of {before} to DIN of {name},"
            " and at 5 V and ground there; else change one of the two LEDs"
        ),
        dark_light=lambda _: "the LEDs after it shine, so data passes: change this LED",
        coloured_light=lambda _: (
            "one of the LED's colours is broken, or its data is garbled: resolder the LED's pads, else"
            " change the LED"
        ),
        other_wires="the wires differ from the description: jokerboard setup FILE finds how the wires run",
        unfelt=lambda channel: (
            f"try another marble; then look at the sensor's supply, at {wire(channel)}, and that the sensor"
            " sits under the middle of the hole the right way up; else change the sensor"
        ),
        weak=lambda _: (
            "try another marble: if that is better, the magnet is weak; else leave less wood above the"
            " sensor, or bring the sensor under the middle of the hole"
        ),
        stays=lambda channel: (
            f"a latching sensor is the wrong kind; else look whether {wire(channel)} touches ground or its"
            " neighbour, and change the sensor"
        ),
        restless=lambda _: "look for a loose wire or a missing pull-up, and a magnet or a motor nearby",
        held=lambda _: (
            "lift the marble if there is one; else the signal wire touches ground, or change the sensor"
        ),
        mend=lambda _: "repair it",
    )


def _on_modules(board: Description) -> Remedies:
    """The remedies for a board of ready modules, joined by cables: a module is changed as a whole."""
    chain = modules(board.sides, board.drill.pitch, board.shape)
    module_of_led = [number for number, each in enumerate(chain) for _ in each.lights]
    module_of_hole = {hole: number for number, each in enumerate(chain) for hole in each.holes}

    def silent_plug(connector: Connector) -> str:
        module = connector.first // 8
        return (
            "are the magnets' north poles down? Then measure 5 V at the module's plugs (pin 1; fuse"
            f" F{module // MODULES_A_SIDE + 1} on the head board feeds side {side_letter(module)});"
            f" else change {place_on_side(module)}"
        )

    def dark_from(led: int, name: str, before: str) -> str:
        module = module_of_led[led]
        if module != module_of_led[led - 1]:
            return f"the data ends there: look at {link_to(module)}; else change {full_name(module)}"
        return f"the data ends between {before} and {name}: change {full_name(module)}"

    return Remedies(
        plug=lambda connector: full_name(connector.first // 8),
        silent_plug=silent_plug,
        no_light="measure 5 V at the head board's terminal and at both sides of fuse F1, then look at the"
        " cable from the head board to strip 1 of side A, which brings data and 5 V",
        sagging="5 V is too low: measure 5 V at the modules' plugs while the LEDs shine, and look at the fuse"
        " and the first cable of that side on the head board",
        dark_from=dark_from,
        dark_light=lambda led: (
            f"the LEDs after it shine, so data passes: change {full_name(module_of_led[led])}"
        ),
        coloured_light=lambda led: (
            f"one of the LED's three colours is broken: change {full_name(module_of_led[led])}"
        ),
        other_wires="the cables join the modules in another order: jokerboard setup FILE names the wrong"
        " cables",
        unfelt=lambda channel: (
            "try another piece whose magnet's north pole is down; then see that the module's screws hold"
            f" the module flat; else change {full_name(channel // 8)}"
        ),
        weak=lambda channel: (
            "try another piece: if that is better, the magnet is weak; else see that the screws hold"
            f" {full_name(channel // 8)} flat and that its sensors lie under the holes, or leave less wood"
        ),
        stays=lambda channel: (
            f"look for solder between the sensor's pins; else change {full_name(channel // 8)}"
        ),
        restless=lambda channel: (
            f"look for a magnet or a motor nearby; else change {full_name(channel // 8)}"
        ),
        held=lambda channel: (
            f"lift the marble if there is one; else the sensor is broken: change {full_name(channel // 8)}"
        ),
        mend=lambda hole: f"change {full_name(module_of_hole[hole])}",
    )
