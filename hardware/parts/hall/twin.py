"""Hall switches under the simulated wood: contacts that bounce, with faults to inject."""

from hardware.twin.sensors import TwinSensors

make = TwinSensors
