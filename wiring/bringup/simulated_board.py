"""A simulated board with wires as described or crossed: its wood, sensors and lamps."""

from __future__ import annotations

from hardware.clock import VirtualClock
from hardware.parts.catalogue import simulated_lights
from hardware.parts.hc165.linked_modules import ModuleSensors
from hardware.parts.pico_analog.twin import CrossedHalls, HallSensors
from hardware.ports import AnalogBank
from hardware.twin.crossed import CrossedLamps, CrossedSensors
from hardware.twin.lamps import SimulatedChain
from hardware.twin.sensors import TwinSensors
from hardware.twin.wood import Held, VirtualBoard
from wiring.bringup.simulated_wires import wired_sensors, wires_of
from wiring.description import Description

MARBLE = 0


class SimulatedBoard:
    """A whole board in virtual time; one marble is in the hand, and none is on the board."""

    def __init__(self, board: Description, *, crossed: int | None, seed: int = 0) -> None:
        """`crossed`: the seed of the wires, None for wires as described; `seed`: of bounce and noise."""
        holes, channels, leds = board.names.holes, len(board.channels), len(board.lights.holes)
        self.clock = VirtualClock()
        self.wood = VirtualBoard(holes, hands=[Held(MARBLE, 0)])
        wires = wires_of(board, crossed)
        self.channel_of, self.hole_of = wires.channel_of, wires.hole_of
        self.contacts: TwinSensors
        self.bank: CrossedSensors | ModuleSensors
        if board.analog:
            self.contacts = halls = HallSensors(self.wood, self.clock, seed=seed)
            self.bank = CrossedHalls(halls, self.channel_of, channels)
        else:
            self.contacts = TwinSensors(self.wood, self.clock, seed=seed)
            self.bank = wired_sensors(board, self.contacts, self.clock, wires)
        self.chain: SimulatedChain
        self.chain, self.strip = simulated_lights(board.lights.part, leds)
        self.lamps = CrossedLamps(self.chain, self.hole_of, holes)

    @property
    def analog(self) -> AnalogBank | None:
        """The bank if it measures, else None."""
        return self.bank if isinstance(self.bank, AnalogBank) else None

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.clock.run_until(self.clock.now() + seconds)
