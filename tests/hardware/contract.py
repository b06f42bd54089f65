"""The tests that every device must pass. A driver's tests are a subclass that makes a rig with the device:

    class TestMyBank(SensorBankContract):
        make = MyBench

The rig acts as the physical world: it places and lifts marbles, pulls cables, and advances time.
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
    """The tests of one kind of device; a subclass defines `make`, which returns a bench, or `rig`."""

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
    """The tests of a kind of device that reports events."""

    @abstractmethod
    def device(self, rig: Rig) -> Reporter: ...

    @contextmanager
    def started(self) -> Iterator[tuple[Rig, list[HardwareEvent]]]:
        """Start the device; yield the rig and the list to which all its events are appended."""
        with self.rig() as rig:
            events: list[HardwareEvent] = []
            self.device(rig).start(events.append)
            yield rig, events

    def test_a_device_refuses_a_second_start_and_a_start_after_closing(self) -> None:
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
