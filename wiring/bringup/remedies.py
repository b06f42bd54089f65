"""The remedies for faults of a board, which differ between hand-soldered wires and ready modules."""

from __future__ import annotations

from typing import Protocol

from engine.geometry import Hole
from wiring.description import Connector, Description
from wiring.papers.wires import pin_of, supply_pins
from wiring.pcb.modules import MODULES_A_SIDE, modules
from wiring.pcb.watchwords import full_name, link_to, place_on_side, side_letter


class Remedies(Protocol):
    """The remedies of one board, by fault; `led` and `channel` are numbers in their chains."""

    no_light: str
    sagging: str
    other_wires: str

    def plug(self, connector: Connector) -> str:
        """The group of sensors on a connector, for people."""

    def silent_plug(self, connector: Connector) -> str:
        """The remedy if no sensor of a connector senses anything."""

    def dark_from(self, led: int, name: str, before: str) -> str:
        """The remedy if the LEDs are dark from this one on; `name`: its hole, `before`: the LED before it."""

    def dark_light(self, led: int) -> str:
        """The remedy if one LED is dark and those after it shine."""

    def coloured_light(self, led: int) -> str:
        """The remedy if one LED shows another colour."""

    def unfelt(self, channel: int) -> str:
        """The remedy if a sensor senses nothing."""

    def weak(self, channel: int) -> str:
        """The remedy if a sensor hardly senses its marble."""

    def stays(self, channel: int) -> str:
        """The remedy if a sensor still reports a marble that was taken out."""

    def restless(self, channel: int) -> str:
        """The remedy if a sensor changes while nobody touches the board."""

    def held(self, channel: int) -> str:
        """The remedy if a sensor reports a marble on an empty board."""

    def mend(self, hole: Hole) -> str:
        """The remedy if the sensor or the LED of a hole is known to be bad."""


class ByHand:
    """A board whose sensors and LEDs are soldered to listed wires."""

    no_light = (
        "measure 5 V at the first LED (fuse, wires P1 and N1), then look at the level shifter, its input"
        " (wire LED) and its output (wire D000)"
    )
    sagging = (
        "5 V sags along the chain: measure it there while they shine, and feed it in closer by (feeds in"
        " [lights]); and see that ground goes along with data"
    )
    other_wires = "the description is of other wires: jokerboard setup FILE finds out how these run"

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
            f"its data ends there: look at wire D{led:03} from DOUT of {before} to DIN of {name},"
            " and at 5 V and ground there; else change one of the two"
        )

    def dark_light(self, led: int) -> str:  # noqa: ARG002
        """The remedy if one LED is dark and those after it shine; see Remedies."""
        return "LEDs after it shine, so data passes: change this one"

    def coloured_light(self, led: int) -> str:  # noqa: ARG002
        """The remedy if one LED shows another colour; see Remedies."""
        return (
            "one of its three colours is broken, or its data comes spoilt: resolder its pads, else change it"
        )

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
        return "lift it if one is; else its signal wire touches ground, or its sensor is broken: change it"

    def mend(self, hole: Hole) -> str:  # noqa: ARG002
        """The remedy if the sensor or the LED of a hole is known to be bad; see Remedies."""
        return "mend it"

    def _wire(self, channel: int) -> str:
        connector, pin = pin_of(self._board, channel)
        return f"wire W{channel:03} to pin {pin} of {connector.name}"


class OnModules:
    """A board of ready modules, joined by cables: a broken part is changed with its module."""

    no_light = (
        "measure 5 V at the head board's terminal and at both sides of fuse F1, then look at the cable from"
        " the head board to strip 1 of side A, which brings data and 5 V"
    )
    sagging = (
        "5 V sags: measure it at the modules' plugs while they shine, and look at the fuse and the first"
        " cable of that side on the head board"
    )
    other_wires = "the cables join the modules in another order: jokerboard setup FILE names them"

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
            return f"its data ends there: look at {link_to(module)}; else change {full_name(module)}"
        return f"its data ends between {before} and {name}: change {full_name(module)}"

    def dark_light(self, led: int) -> str:
        """The remedy if one LED is dark and those after it shine; see Remedies."""
        return f"LEDs after it shine, so data passes: change {full_name(self._module_of_led[led])}"

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
        return f"lift it if one is; else its sensor is broken: change {full_name(channel // 8)}"

    def mend(self, hole: Hole) -> str:
        """The remedy if the sensor or the LED of a hole is known to be bad; see Remedies."""
        return f"change {full_name(self._module_of_hole[hole])}"


def remedies(board: Description) -> Remedies:
    """The remedies for this board."""
    return OnModules(board) if board.modules else ByHand(board)
