"""The remedies for faults of a board: one set for a board wired by hand, one for a board of ready modules."""

from __future__ import annotations

from typing import Protocol

from engine.geometry import Hole
from wiring.description import Connector, Description
from wiring.papers.wires import pin_of, supply_pins
from wiring.pcb.modules import MODULES_A_SIDE, modules
from wiring.pcb.watchwords import full_name, link_to, place_on_side, side_letter


class Remedies(Protocol):
    """The remedies for one board's faults; `led` and `channel` count along the chains of LEDs and sensors."""

    no_light: str
    sagging: str
    other_wires: str

    def plug(self, connector: Connector) -> str:
        """The name that people read for the sensors of a connector."""

    def silent_plug(self, connector: Connector) -> str:
        """The remedy if no sensor of a connector senses anything."""

    def dark_from(self, led: int, name: str, before: str) -> str:
        """The remedy if all LEDs from `led` on are dark; `name` and `before` name it and the LED before
        it.
        """

    def dark_light(self, led: int) -> str:
        """The remedy if one LED is dark but the LEDs after it shine."""

    def coloured_light(self, led: int) -> str:
        """The remedy if one LED shows a wrong colour."""

    def unfelt(self, channel: int) -> str:
        """The remedy if a sensor does not sense a marble."""

    def weak(self, channel: int) -> str:
        """The remedy if a sensor hardly senses its marble."""

    def stays(self, channel: int) -> str:
        """The remedy if a sensor still reports a marble that was taken out."""

    def restless(self, channel: int) -> str:
        """The remedy if a sensor changes while nobody touches the board."""

    def held(self, channel: int) -> str:
        """The remedy if a sensor reports a marble on an empty board."""

    def mend(self, hole: Hole) -> str:
        """The remedy if setup has found the sensor or the LED of a hole to be bad."""


class ByHand:
    """The remedies for a board whose sensors and LEDs are soldered to wires."""

    no_light = (
        "measure 5 V at the first LED (fuse, wires P1 and N1), then look at the level shifter, its input"
        " (wire LED) and its output (wire D000)"
    )
    sagging = (
        "5 V drops along the chain: measure it there while the LEDs shine, feed 5 V in closer by (feeds in"
        " [lights]), and run ground beside the data wire"
    )
    other_wires = "the wires differ from the description: jokerboard setup FILE finds how the wires run"

    def __init__(self, board: Description) -> None:
        self._board = board

    def plug(self, connector: Connector) -> str:
        """The connector's name for people; see Remedies."""
        return f"connector {connector.name}"

    def silent_plug(self, connector: Connector) -> str:
        """The remedy if no sensor of a connector senses anything; see Remedies."""
        plus, minus = supply_pins(self._board)
        return (
            f"look at its plug, at its supply (pins {plus} and {minus}, wires V-{connector.name} and"
            f" G-{connector.name}), and at its chip"
        )

    def dark_from(self, led: int, name: str, before: str) -> str:
        """The remedy if the LEDs are dark from this one on; see Remedies."""
        return (
            f"the data ends there: look at wire D{led:03} from DOUT of {before} to DIN of {name},"
            " and at 5 V and ground there; else change one of the two LEDs"
        )

    def dark_light(self, led: int) -> str:  # noqa: ARG002
        """The remedy if one LED is dark and those after it shine; see Remedies."""
        return "the LEDs after it shine, so data passes: change this LED"

    def coloured_light(self, led: int) -> str:  # noqa: ARG002
        """The remedy if one LED shows another colour; see Remedies."""
        return "one of its three colours is broken, or its data is garbled: resolder its pads, else change it"

    def unfelt(self, channel: int) -> str:
        """The remedy if a sensor senses nothing; see Remedies."""
        return (
            f"try another marble; then look at its supply, at {self._wire(channel)}, and that it sits under"
            " the middle of the hole the right way up; else change it"
        )

    def weak(self, channel: int) -> str:  # noqa: ARG002
        """The remedy if a sensor hardly senses its marble; see Remedies."""
        return (
            "try another marble: if that is better, the magnet is weak; else leave less wood above the"
            " sensor, or bring it under the middle of the hole"
        )

    def stays(self, channel: int) -> str:
        """The remedy if a sensor still reports a marble that was taken out; see Remedies."""
        return (
            f"a latching sensor is the wrong kind; else look whether {self._wire(channel)} touches ground or"
            " its neighbour, and change the sensor"
        )

    def restless(self, channel: int) -> str:  # noqa: ARG002
        """The remedy if a sensor changes while nobody touches the board; see Remedies."""
        return "look for a loose wire or a missing pull-up, and a magnet or a motor nearby"

    def held(self, channel: int) -> str:  # noqa: ARG002
        """The remedy if a sensor reports a marble on an empty board; see Remedies."""
        return "lift the marble if there is one; else the signal wire touches ground, or change the sensor"

    def mend(self, hole: Hole) -> str:  # noqa: ARG002
        """The remedy if the sensor or the LED of a hole is known to be bad; see Remedies."""
        return "repair it"

    def _wire(self, channel: int) -> str:
        connector, pin = pin_of(self._board, channel)
        return f"wire W{channel:03} to pin {pin} of {connector.name}"


class OnModules:
    """The remedies for a board of ready modules, joined by cables: a broken part is changed with its
    module.
    """

    no_light = (
        "measure 5 V at the head board's terminal and at both sides of fuse F1, then look at the cable from"
        " the head board to strip 1 of side A, which brings data and 5 V"
    )
    sagging = (
        "5 V is too low: measure it at the modules' plugs while the LEDs shine, and look at the fuse and the"
        " first cable of that side on the head board"
    )
    other_wires = "the cables join the modules in another order: jokerboard setup FILE names the wrong cables"

    def __init__(self, board: Description) -> None:
        chain = modules(board.sides, board.drill.pitch, board.shape)
        self._module_of_led = tuple(number for number, each in enumerate(chain) for _ in each.lights)
        self._module_of_hole = {hole: number for number, each in enumerate(chain) for hole in each.holes}

    def plug(self, connector: Connector) -> str:
        """The name of the module on this connector; see Remedies."""
        return full_name(connector.first // 8)

    def silent_plug(self, connector: Connector) -> str:
        """The remedy if no sensor of a module senses anything; see Remedies."""
        module = connector.first // 8
        return (
            "are the magnets' north poles down? Then measure 5 V at its plugs (pin 1; fuse"
            f" F{module // MODULES_A_SIDE + 1} on the head board feeds side {side_letter(module)});"
            f" else change {place_on_side(module)}"
        )

    def dark_from(self, led: int, name: str, before: str) -> str:
        """The remedy if the LEDs are dark from this one on; see Remedies."""
        module = self._module_of_led[led]
        if module != self._module_of_led[led - 1]:
            return f"the data ends there: look at {link_to(module)}; else change {full_name(module)}"
        return f"the data ends between {before} and {name}: change {full_name(module)}"

    def dark_light(self, led: int) -> str:
        """The remedy if one LED is dark and those after it shine; see Remedies."""
        return f"the LEDs after it shine, so data passes: change {full_name(self._module_of_led[led])}"

    def coloured_light(self, led: int) -> str:
        """The remedy if one LED shows another colour; see Remedies."""
        return f"one of its three colours is broken: change {full_name(self._module_of_led[led])}"

    def unfelt(self, channel: int) -> str:
        """The remedy if a sensor senses nothing; see Remedies."""
        return (
            "try another piece: its magnet's north pole is down; then see that the module's screws hold it"
            f" flat; else change {full_name(channel // 8)}"
        )

    def weak(self, channel: int) -> str:
        """The remedy if a sensor hardly senses its marble; see Remedies."""
        return (
            "try another piece: if that is better, the magnet is weak; else see that the screws hold"
            f" {full_name(channel // 8)} flat and that its sensors lie under the holes, or leave less wood"
        )

    def stays(self, channel: int) -> str:
        """The remedy if a sensor still reports a marble that was taken out; see Remedies."""
        return f"look for solder between its pins; else change {full_name(channel // 8)}"

    def restless(self, channel: int) -> str:
        """The remedy if a sensor changes while nobody touches the board; see Remedies."""
        return f"look for a magnet or a motor nearby; else change {full_name(channel // 8)}"

    def held(self, channel: int) -> str:
        """The remedy if a sensor reports a marble on an empty board; see Remedies."""
        return f"lift the marble if there is one; else the sensor is broken: change {full_name(channel // 8)}"

    def mend(self, hole: Hole) -> str:
        """The remedy if the sensor or the LED of a hole is known to be bad; see Remedies."""
        return f"change {full_name(self._module_of_hole[hole])}"


def remedies(board: Description) -> Remedies:
    """The remedies that fit the way in which `board` is built."""
    return OnModules(board) if board.modules else ByHand(board)
