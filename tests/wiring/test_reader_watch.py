"""Tests of `jokerboard doctor --cards`: it shows what the readers send, and reports faults."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from hardware.clock import VirtualClock
from hardware.parts.barcode_scanner.twin import barcode_line
from hardware.parts.pn532.twin import PtyPn532
from hardware.parts.rfid_module.twin import rdm6300_frame
from hardware.readers import Reader
from hardware.twin.pty_reader import PtyReader
from jokerboard.cli.main import main
from tests.hardware.patient import Patient
from tests.wiring.boards import DIRECT
from wiring.bringup.card_readers import watch
from wiring.printing import print_board

TAGS = {"010063E9AE": "7H#1"}
READER = Reader("rdm6300", "A", "/dev/nowhere/reader")


def watched(
    path: Path, kind: str, act: Callable[[float], None], clock: VirtualClock, seconds: float = 2.0
) -> tuple[list[str], list[str]]:
    """The printed lines and the findings of a watch during which `act` is called with each time."""
    lines: list[str] = []

    def pause(time: float) -> None:
        act(clock.now())
        clock.run_until(clock.now() + time)

    found = watch(
        (Reader(kind, "A", str(path)),), TAGS.get, clock, pause, seconds=seconds, write_line=lines.append
    )
    return lines, found


def once(at: float, deed: Callable[[], None]) -> Callable[[float], None]:
    done = False

    def act(now: float) -> None:
        nonlocal done
        if now >= at and not done:
            done = True
            deed()

    return act


def test_doctor_shows_a_card_with_its_bytes_its_tag_and_its_name(tmp_path: Path) -> None:
    clock, path = VirtualClock(), tmp_path / "reader"
    far = Patient(path, clock, rdm6300_frame)
    lines, found = watched(path, "rdm6300", once(0.5, lambda: far.send(rdm6300_frame("010063E9AE"))), clock)
    assert lines[0] == f"reader A (rdm6300, 9600 baud, {path})"
    assert lines[1] == (
        "reader A: 02 30 31 30 30 36 33 45 39 41 45 32 35 03 -> tag 010063E9AE, the card 7H#1"
    )
    assert found == []
    far.close()


def test_doctor_shows_bytes_of_a_different_kind_of_reader_and_reports_a_fault(tmp_path: Path) -> None:
    clock, path = VirtualClock(), tmp_path / "reader"
    far = Patient(path, clock, barcode_line)
    lines, found = watched(path, "rdm6300", once(0.5, lambda: far.send(barcode_line("7H"))), clock)
    assert lines[1] == (
        "reader A: 37 48 0d 0a -> no frame of such a reader: check the reader's kind and its baud rate"
    )
    assert found == [f"reader A (rdm6300, 9600 baud, {path}) sent only unusable bytes"]
    far.close()


def test_doctors_watch_of_the_readers_reports_a_phone_on_a_pn532(tmp_path: Path) -> None:
    clock, path = VirtualClock(), tmp_path / "reader"
    far = PtyPn532(path, clock)
    far.lay("08AABBCC")
    lines, _ = watched(path, "pn532", lambda _: None, clock, seconds=3.0)
    assert any("a phone or a bank card" in line for line in lines)
    far.close()


def test_doctor_reports_silent_and_missing_card_readers(tmp_path: Path) -> None:
    clock, path = VirtualClock(), tmp_path / "reader"
    far = PtyReader(path, clock, barcode_line)
    _, found = watched(path, "barcode", lambda _: None, clock)
    assert found == [f"reader A (barcode, 9600 baud, {path}) sent no card; lay a card on it during the watch"]
    far.close()
    lines, found = watched(path, "barcode", lambda _: None, clock)
    assert len(lines) == 2
    assert "is not there; plug the reader in" in found[0]


def test_a_reader_plugged_in_while_the_doctor_watches_is_read(tmp_path: Path) -> None:
    clock, path = VirtualClock(), tmp_path / "reader"
    plugged: list[PtyReader] = []

    def act(now: float) -> None:
        if len(plugged) < 2 and now >= 0.5 + len(plugged):
            if plugged:
                plugged[0].close()
            plugged.append(PtyReader(path, clock, barcode_line))
            clock.call_at(now + 0.3, lambda: plugged[-1].send(barcode_line("7H")))

    lines, found = watched(path, "barcode", act, clock, seconds=2.5)
    assert [line for line in lines if "tag 7H" in line] == [
        "reader A: 37 48 0d 0a -> tag 7H, no card of these decks"
    ] * 2
    assert found == []
    plugged[-1].close()


def test_doctor_lists_the_card_readers_of_a_board_with_their_ports(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (file := tmp_path / "board.toml").write_text(print_board(replace(DIRECT, readers=(READER,))))
    assert main(["doctor", str(file), "--cards", "--seconds", "0.1"]) == 1
    out = capsys.readouterr().out
    assert "Lay cards on the readers; they are watched for 0.1 s." in out
    assert "reader A (rdm6300, 9600 baud, /dev/nowhere/reader)" in out


def test_a_frame_with_a_wrong_checksum_is_shown_and_reported_as_a_fault(tmp_path: Path) -> None:
    clock, path = VirtualClock(), tmp_path / "reader"
    far = Patient(path, clock, rdm6300_frame)
    wrong = rdm6300_frame("010063E9AE").replace(b"25\x03", b"26\x03")
    lines, found = watched(path, "rdm6300", once(0.5, lambda: far.send(wrong)), clock)
    assert "-> unusable: " in lines[1]
    assert found == [f"reader A (rdm6300, 9600 baud, {path}) sent only unusable bytes"]
    far.close()


def test_a_reader_that_is_described_as_another_kind_is_reported_with_its_wrong_setting(
    tmp_path: Path,
) -> None:
    clock, path = VirtualClock(), tmp_path / "reader"
    far = Patient(path, clock, barcode_line)
    lines, found = watched(path, "barcode", once(0.5, lambda: far.send(rdm6300_frame("010063E9AE"))), clock)
    assert any("-> a wrong setting: the reader sends frames of an RFID module" in line for line in lines)
    assert found == [f"reader A (barcode, 9600 baud, {path}) sent only unusable bytes"]
    far.close()
