"""Tests of `jokerboard setup --readers`: each reader's port is found although equal adapters share a name."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hardware.readers import Reader
from jokerboard.cli.main import main
from tests.wiring.boards import DIRECT
from wiring.bringup.card_readers import name_readers, ports
from wiring.parse import read_board
from wiring.printing import print_board

READERS = (Reader("rdm6300", "A", "/dev/ttyUSB0"), Reader("barcode", "table", "/dev/ttyUSB0"))


class Hands:
    """A person who plugs in equal adapters, which share one by-id name but have different by-path names."""

    def __init__(self, root: Path, answers: list[str]) -> None:
        self.root, self.answers, self.lines = root, answers, [""]
        self.asked: list[str] = []
        for name in ("by-id", "by-path"):
            (root / "dev/serial" / name).mkdir(parents=True)

    def ask(self, text: str) -> str:
        self.asked.append(text)
        answer = self.answers.pop(0)
        if answer.startswith("+"):
            (self.root / "dev/serial/by-id/usb-1a86_USB_Serial-if00-port0").touch()
            (self.root / "dev/serial/by-path" / answer[1:]).touch()
            (self.root / "dev/serial/by-path" / answer[1:].replace("-usb-", "-usbv2-")).touch()
        return "" if answer.startswith("+") else answer

    def named(self) -> tuple[Reader, ...] | None:
        return name_readers(READERS, lambda kind: ports(self.root, kind), self.ask, self.lines.append)


def test_equal_usb_adapters_are_distinguished_by_their_sockets(tmp_path: Path) -> None:
    hands = Hands(tmp_path, ["", "+pci-usb-0:1.1", "", "+pci-usb-0:1.2"])
    named = hands.named()
    assert named is not None
    assert [reader.path for reader in named] == [
        "/dev/serial/by-path/pci-usb-0:1.1",
        "/dev/serial/by-path/pci-usb-0:1.2",
    ]
    assert "Plug in the reader of seat A (rdm6300) now" in hands.asked[1]
    assert "the reader of table (barcode)" in hands.asked[2]


def test_setup_asks_again_if_no_new_reader_port_or_several_new_ports_appear(tmp_path: Path) -> None:
    hands = Hands(tmp_path, ["", "", "", "+a", "", "q"])
    assert hands.named() is None
    assert "No new port appeared" in hands.lines[1]
    assert "seat A (rdm6300) is at /dev/serial/by-path/a" in hands.lines[2]


def test_leaving_the_search_for_reader_ports_does_not_change_the_description(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "board.toml"
    file.write_text(text := print_board(replace(DIRECT, readers=READERS[:1])))
    monkeypatch.setattr("builtins.input", lambda _: "q")
    assert main(["setup", str(file), "--readers"]) == 1
    assert file.read_text() == text


def test_setup_writes_the_found_ports_of_card_readers_into_the_description(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "board.toml"
    file.write_text(print_board(replace(DIRECT, readers=READERS[:1])))
    looks = iter([frozenset[str](), frozenset({"/dev/serial/by-path/x"})])
    monkeypatch.setattr("wiring.bringup.card_readers.ports", lambda *_: next(looks))
    monkeypatch.setattr("builtins.input", lambda _: "")
    assert main(["setup", str(file), "--readers"]) == 0
    assert [reader.path for reader in read_board(file).readers] == ["/dev/serial/by-path/x"]
    assert "1 card readers" in capsys.readouterr().out
