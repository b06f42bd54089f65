"""Tests of several card readers at once, with different kinds and roles."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.clock import VirtualClock
from hardware.errors import HardwareError
from hardware.parts.barcode_scanner.twin import barcode_line
from hardware.parts.catalogue import READERS
from hardware.parts.rfid_module.twin import id12la_frame, rdm6300_frame
from hardware.ports import CardSeen, DeviceState, HardwareEvent
from hardware.readers import Reader, open_readers
from hardware.twin.pty_reader import PtyReader
from tests.hardware.patient import Patient


class Far(Patient, PtyReader):
    """A simulated reader whose bytes arrive before time advances."""


def test_the_events_of_three_readers_have_the_roles_of_their_readers(tmp_path: Path) -> None:
    clock = VirtualClock()
    kinds = {
        "A": ("rdm6300", rdm6300_frame),
        "table": ("id12la", id12la_frame),
        "shoe": ("barcode", barcode_line),
    }
    fars = {role: Far(tmp_path / role, clock, frame, repeat=0.05) for role, (_, frame) in kinds.items()}
    specs = tuple(Reader(kind, role, str(tmp_path / role)) for role, (kind, _) in kinds.items())
    readers = open_readers(specs, clock)
    events: list[HardwareEvent] = []
    for reader in readers:
        reader.start(events.append)
    clock.run_until(0.1)
    for role, tag in (("A", "010063E9AE"), ("table", "0C000621A5"), ("shoe", "7H#2")):
        fars[role].lay(tag)
    clock.run_until(1)
    assert {(event.reader, event.tag) for event in events if isinstance(event, CardSeen)} == {
        ("A", "010063E9AE"),
        ("table", "0C000621A5"),
        ("shoe", "7H#2"),
    }
    assert len(events) == 3
    # If one reader is pulled out, the other readers still work.
    fars["table"].unplug()
    clock.run_until(2)
    lost = events[3:]
    assert [event.device for event in lost if isinstance(event, DeviceState)] == ["reader table"]
    assert len(lost) == 1
    for reader in readers:
        reader.close()
    for far in fars.values():
        far.close()


@pytest.mark.parametrize("kind", READERS)
def test_a_missing_card_reader_is_reported_and_the_other_readers_work(kind: str) -> None:
    clock, events = VirtualClock(), list[HardwareEvent]()
    reader = Reader(kind, "A", "/dev/no-such-reader").open(clock)
    reader.start(events.append)
    clock.run_until(3)
    (lost,) = events
    assert isinstance(lost, DeviceState)
    assert lost.text.startswith("reader A: /dev/no-such-reader ")
    reader.close()


@pytest.mark.parametrize(
    ("kind", "role", "sentence"),
    [
        (
            "rc522",
            "A",
            "no card reader is of kind 'rc522'; there are rdm6300, id12la, pn532, ",
        ),
        ("rdm6300", "Z", r"a card reader belongs to a seat \(A to H\), the table or the shoe, not to 'Z'"),
    ],
)
def test_an_unknown_kind_or_role_is_refused(kind: str, role: str, sentence: str) -> None:
    with pytest.raises(HardwareError, match=sentence):
        Reader(kind, role, "/dev/x")


def test_two_readers_with_the_same_role_or_port_are_refused() -> None:
    one, two = Reader("rdm6300", "A", "/dev/x"), Reader("pn532", "A", "/dev/y")
    with pytest.raises(HardwareError, match="two card readers have the role A; each needs its own"):
        open_readers((one, two), VirtualClock())
    with pytest.raises(HardwareError, match="two card readers have the port /dev/x; each needs its own"):
        open_readers((one, Reader("pn532", "B", "/dev/x")), VirtualClock())
