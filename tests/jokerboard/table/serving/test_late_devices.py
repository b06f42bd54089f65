"""A table starts without some of its devices: it names the missing one, and begins when it is connected."""

from __future__ import annotations

import os
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from firmware_bridge.twin import PtyBoard
from hardware.errors import DeviceMissing
from hardware.parts.pico import PicoBank
from jokerboard.cli.main import main
from jokerboard.host.errors import JokerboardError
from jokerboard.journal.file import records
from jokerboard.journal.store import FILE
from jokerboard.table.runtime.board_source import BoardMissing
from jokerboard.table.runtime.game_setup import Wanted, header_for
from jokerboard.table.serving.real_board import RealBoards
from jokerboard.table.web.waiting_page import BOARD
from tests.hardware.fake_spidev import FakeSpiDev
from tests.jokerboard.table.serving.test_serve_devices import PICO, PINS, Pi
from tests.programs import TableProgram, free_port
from wiring.bringup.setup_file import write_board


def served(folder: Path, port: int, pico: Path) -> TableProgram:
    write_board(replace(PICO, bank=PicoBank(str(pico))), folder / "board.toml")
    (folder / "table.toml").write_text(
        f'[table]\nboard = "board.toml"\nstate = "state"\nlisten = "127.0.0.1:{port}"\n'
        '[game]\ncards = "none"\n'
    )
    return TableProgram("serve", "--config", str(folder / "table.toml"))


def test_a_table_without_its_pico_serves_its_page_and_begins_once_the_pico_is_plugged_in(
    tmp_path: Path,
) -> None:
    pico = tmp_path / "pico"
    table = served(tmp_path, free_port(), pico)
    state = table.state()
    assert [fault["what"] for fault in state["faults"]] == [BOARD]
    text = state["verdict"]["text"]
    assert text.startswith("The board is not there, so nothing is played yet: ")
    assert text.endswith("/pico is not there; plug the board in, or look for its name in /dev/serial/by-id.")
    assert "Not now" in table.refused("reshuffle")
    with PtyBoard(interpreter=[sys.executable], channels=112, leds=112, cap_ma=10_000) as far:
        for seat in range(4):
            for hole in PICO.names.start(seat):
                far.set_level(PICO.channels.index(hole), True)
        pico.symlink_to(far.path)
        state = table.until(lambda state: state.get("game") is not None)
        # Tests keep their files in memory, and the page warns about that.
        assert {fault["what"] for fault in state["faults"]} <= {"storage"}
        assert state["game"]["seats"] == ["A", "B", "C", "D"]
        assert table.stop() == 0
    # Only one game exists, although the table has tried several times to begin it.
    assert [r.kind for r in records(tmp_path / "state" / FILE) if r.kind == "game"] == ["game"]


def test_a_table_waits_for_a_silent_pico_until_the_pico_answers(tmp_path: Path) -> None:
    near, far_end = os.openpty()
    pico = tmp_path / "pico"
    pico.symlink_to(os.ttyname(far_end))
    table = served(tmp_path, free_port(), pico)
    assert "Nothing answers on this port" in table.state()["verdict"]["text"]
    with PtyBoard(interpreter=[sys.executable], channels=112, leds=112, cap_ma=10_000) as far:
        for seat in range(4):
            for hole in PICO.names.start(seat):
                far.set_level(PICO.channels.index(hole), True)
        (tmp_path / "next").symlink_to(far.path)
        (tmp_path / "next").rename(pico)
        table.until(lambda state: state.get("game") is not None)
        assert table.stop() == 0
    os.close(near)
    os.close(far_end)


def test_a_table_waits_for_its_devices_in_a_thread_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def awaited(_: RealBoards) -> None:
        where.append(threading.current_thread())
        raise JokerboardError("enough is known")

    where: list[threading.Thread] = []
    monkeypatch.setattr(RealBoards, "await_devices", awaited)
    write_board(replace(PICO, bank=PicoBank("/nowhere")), tmp_path / "board.toml")
    config = tmp_path / "table.toml"
    config.write_text(
        '[table]\nboard = "board.toml"\nstate = "state"\nlisten = "127.0.0.1:0"\n[game]\ncards = "none"\n'
    )
    assert main(["serve", "--config", str(config)]) == 1
    assert "enough is known" in capsys.readouterr().err
    assert len(where) == 1
    assert where[0] is not threading.main_thread()


HEADER = header_for(Wanted(cards="none"), id="g", begun="", seed="", simulated=False)


def boards(pi: Pi) -> RealBoards:
    return RealBoards(PINS, {}, pi.clock)


def test_missing_sensors_are_reported_at_the_start_and_used_once_they_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pi = Pi(PINS, monkeypatch)
    pi.chain.unplugged = True
    with pytest.raises(BoardMissing, match="the sensor chain's last chip reads 00000000"):
        boards(pi)._open(HEADER)
    lights = boards(pi).lights(HEADER)
    lights.strip.show(bytes([9] * 336))
    assert lights.lamps.pixels == bytes([9] * 336)
    lights.close()
    pi.chain.unplugged = False
    board = boards(pi)._open(HEADER)
    board.devices.close()


def test_a_game_begins_without_lights_and_uses_them_once_they_are_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pi = Pi(PINS, monkeypatch)
    monkeypatch.setattr(FakeSpiDev, "refuses", FileNotFoundError(2, "No such file"))
    board = boards(pi)._open(HEADER)
    with pytest.raises(OSError, match=r"^/dev/spidev0\.0 is not there; put dtparam=spi=on"):
        board.devices.strip.show(bytes([50] * 336))
    monkeypatch.setattr(FakeSpiDev, "refuses", None)
    board.devices.strip.show(bytes([50] * 336))
    assert any(pi.leds.pixels)
    board.devices.close()
    assert not any(pi.leds.pixels)


def test_refused_gpio_pins_are_reported_as_a_missing_board(monkeypatch: pytest.MonkeyPatch) -> None:
    pi = Pi(PINS, monkeypatch)

    def missing(*_: object, **__: object) -> None:
        raise DeviceMissing("/dev/gpiochip0 is refused by the service's sandbox")

    monkeypatch.setattr("hardware.parts.hc165.driver.board_pins", missing)
    with pytest.raises(BoardMissing, match="refused by the service's sandbox"):
        boards(pi)._open(HEADER)
