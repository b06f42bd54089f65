"""The tests that every implementation of CardReader must pass."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from hardware.ports import CardReader, CardSeen, DeviceState, HardwareEvent
from tests.hardware.contract import ReporterContract


class ReaderRig(Protocol):
    """A bench with a card reader under test."""

    @property
    def reader(self) -> CardReader:
        """The reader under test."""
        ...

    @property
    def tags(self) -> tuple[str, str]:
        """The names of two tags that this reader can read."""
        ...

    @property
    def settled(self) -> float:
        """Seconds after which the reader has reported every change."""
        ...

    def lay(self, tag: str) -> None:
        """Lay a card on the reader."""

    def take_off(self) -> None:
        """Take the card off the reader."""

    def garble(self, reads: int) -> None:
        """Corrupt the next `reads` reads."""

    def wait(self, seconds: float) -> None:
        """Advance the time by `seconds`."""

    def unplug(self) -> None:
        """Pull the reader's cable."""

    def replug(self) -> None:
        """Plug the reader's cable in again."""


def seen(events: list[HardwareEvent]) -> list[str | None]:
    return [event.tag for event in events if isinstance(event, CardSeen)]


def states(events: list[HardwareEvent]) -> list[bool]:
    return [event.ok for event in events if isinstance(event, DeviceState)]


class CardReaderContract(ReporterContract[ReaderRig]):
    def device(self, rig: ReaderRig) -> CardReader:
        return rig.reader

    @contextmanager
    def a_card_lies(self) -> Iterator[tuple[ReaderRig, list[HardwareEvent]]]:
        """Start the reader with a card on it that has been reported; yield the rig and the later events."""
        with self.started() as (rig, events):
            rig.lay(rig.tags[0])
            rig.wait(rig.settled)
            yield rig, events

    def test_a_laid_card_and_its_removal_are_each_reported_once(self) -> None:
        with self.started() as (rig, events):
            rig.lay(rig.tags[0])
            for _ in range(3):
                rig.wait(rig.settled)
            assert seen(events) == [rig.tags[0]]
            rig.take_off()
            for _ in range(2):
                rig.wait(rig.settled)
            assert seen(events) == [rig.tags[0], None]
            assert all(isinstance(event, CardSeen) and event.reader == rig.reader.name for event in events)
            assert [event.t for event in events] == sorted(event.t for event in events)

    def test_a_card_on_the_reader_before_the_start_is_reported(self) -> None:
        with self.rig() as rig:
            events: list[HardwareEvent] = []
            rig.lay(rig.tags[1])
            rig.wait(rig.settled)
            rig.reader.start(events.append)
            rig.wait(rig.settled)
            assert seen(events) == [rig.tags[1]]

    def test_a_card_laid_again_after_its_removal_is_reported_again(self) -> None:
        with self.started() as (rig, events):
            for _ in range(2):
                rig.lay(rig.tags[0])
                rig.wait(rig.settled)
                rig.take_off()
                rig.wait(rig.settled)
            assert seen(events) == [rig.tags[0], None] * 2

    def test_a_card_laid_over_another_card_is_reported(self) -> None:
        with self.a_card_lies() as (rig, events):
            rig.lay(rig.tags[1])
            rig.wait(rig.settled)
            assert seen(events) == [rig.tags[0], rig.tags[1]]

    def test_a_corrupt_read_is_neither_a_card_nor_a_removal(self) -> None:
        with self.started() as (rig, events):
            rig.garble(2)
            rig.lay(rig.tags[0])
            rig.wait(rig.settled)
            rig.garble(2)
            rig.wait(rig.settled)
            assert seen(events) == [rig.tags[0]]

    def test_an_unplugged_reader_is_reported_once_and_repeats_no_card_afterwards(self) -> None:
        with self.a_card_lies() as (rig, events):
            rig.unplug()
            rig.wait(rig.settled)
            assert states(events) == [False]
            rig.replug()
            rig.wait(rig.settled)
            assert states(events) == [False, True]
            assert seen(events) == [rig.tags[0]]
            assert {e.device for e in events if isinstance(e, DeviceState)} == {f"reader {rig.reader.name}"}

    def test_a_card_changed_while_the_reader_was_unplugged_is_reported(self) -> None:
        with self.a_card_lies() as (rig, events):
            rig.unplug()
            rig.wait(rig.settled)
            rig.lay(rig.tags[1])
            rig.replug()
            rig.wait(rig.settled)
            assert seen(events) == [rig.tags[0], rig.tags[1]]
            rig.unplug()
            rig.wait(rig.settled)
            rig.take_off()
            rig.replug()
            rig.wait(rig.settled)
            assert seen(events) == [rig.tags[0], rig.tags[1], None]

    def test_no_event_is_reported_before_the_device_is_started_or_after_it_is_closed(self) -> None:
        with self.rig() as rig:
            events: list[HardwareEvent] = []
            rig.lay(rig.tags[0])
            rig.wait(rig.settled)
            rig.take_off()
            rig.wait(rig.settled)
            rig.reader.start(events.append)
            rig.wait(rig.settled)
            rig.lay(rig.tags[0])
            rig.reader.close()
            rig.reader.close()
            rig.wait(rig.settled)
            assert events == []
