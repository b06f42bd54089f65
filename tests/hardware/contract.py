"""The contract that all devices share. A driver joins with a class of its own that says how to rig it up:

    class TestMyBank(SensorBankContract):
        make = MyBench

The rig stands for the physical world: marbles put and taken, cables pulled, time passing.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, Protocol, TypeVar

import pytest

from hardware.errors import DeviceClosed
from hardware.ports import HardwareEvent, Sink

Rig = TypeVar("Rig")


class Device(Protocol):
    """A device that a test can close."""

    def close(self) -> None: ...


class Reporter(Device, Protocol):
    """A device that reports events once it is started."""

    def start(self, sink: Sink) -> None: ...


class Contract(ABC, Generic[Rig]):
    """The contract of one port; a driver adds `make`, which sets up a bench, or a `rig` of its own."""

    make: Callable[[], Rig]

    @abstractmethod
    def device(self, rig: Rig) -> Device:
        """The device under test."""

    @contextmanager
    def rig(self) -> Iterator[Rig]:
        made = self.make()
        yield made
        self.device(made).close()


class ReporterContract(Contract[Rig]):
    """The contract of a port that reports events."""

    @abstractmethod
    def device(self, rig: Rig) -> Reporter: ...

    @contextmanager
    def started(self) -> Iterator[tuple[Rig, list[HardwareEvent]]]:
        """The device, started, with the list of all events that it delivers."""
        with self.rig() as rig:
            told: list[HardwareEvent] = []
            self.device(rig).start(told.append)
            yield rig, told

    def test_a_second_start_and_a_start_after_closing_are_refused(self) -> None:
        ignore = list[HardwareEvent]().append
        with self.rig() as rig:
            device = self.device(rig)
            device.start(ignore)
            with pytest.raises(DeviceClosed):
                device.start(ignore)
            device.close()
            device.close()
            with pytest.raises(DeviceClosed):
                device.start(ignore)
