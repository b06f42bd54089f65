"""`jokerboard firmware`: console, build and flash, and messages about missing tools and files."""

from __future__ import annotations

import importlib.util
import io
import json
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from firmware_bridge import calibration, codec, messages
from firmware_bridge import events as ev
from firmware_bridge.codec import seal
from firmware_bridge.console import HELP, Traffic, TypedError, command, line_of
from firmware_bridge.facts import BoardHealth, BoardInfo, Calibration
from firmware_bridge.link import BoardLink
from firmware_bridge.messages import Op
from firmware_bridge.twin import PtyBoard
from jokerboard.cli import firmware
from jokerboard.cli.main import main
from jokerboard.host.system import install_line
from tests.firmware_bridge.test_packing import golden
from tests.programs import refused

INFO = bytes.fromhex(golden("the device says who it is")["fields"]["data"])


@pytest.mark.parametrize(
    ("typed", "op", "args"),
    [
        ("info", Op.INFO, ""),
        ("style 1 ff0000 blink 500", Op.STYLES, "01ff000001f401"),
        ("style 2 00ff00", Op.STYLES, "0200ff0000e803"),
        ("paint 8 5 1", Op.PAINT, "0800050001"),
        ("limits 128 1500", Op.LIMITS, "80dc05"),
        ("debounce 8", Op.DEBOUNCE, "08"),
        ("measure 0 16", Op.MEASURE, "000010"),
        ("calibration 3 1", Op.CAL_READ, "030001"),
        ("calibrate 3 32768 0xc00 0x400", Op.CAL_WRITE, "03000080000c0004"),
        ("restart", Op.RESTART, "00"),
        ("restart 1", Op.RESTART, "01"),
        ("send 7f 01 02", 0x7F, "0102"),
    ],
)
def test_typed_lines_of_the_console_become_commands(typed: str, op: int, args: str) -> None:
    assert command(typed) == (op, bytes.fromhex(args))


@pytest.mark.parametrize("typed", ["style 1", "paint 1 2", "limits 300 1", "style 1 ff0000 dance", "send zz"])
def test_a_wrong_line_in_the_console_is_refused_with_the_form_of_its_command(typed: str) -> None:
    with pytest.raises(TypedError, match=f"the form is: {typed.split()[0]}"):
        command(typed)
    with pytest.raises(TypedError, match="type help"):
        command("dance")
    assert "debounce" in HELP


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (ev.Linked(1.5, 0xAB), "       1.500  link     boot 000000ab"),
        (ev.Edge(2.0, 7, 8, True), "edge     7 channel 8 on"),
        (ev.Gap(2.0, 3, None, "Three are lost."), "gap      Three are lost."),
        (ev.Snapshot(2.0, (True, False, True), ()), "3 channels, on: 0 2"),
        (ev.Snapshot(2.0, (False,), (0,)), "on: none; edges gave other levels for channels [0]"),
        (ev.Facts(2.0, BoardInfo.unpack(INFO)), "112 channels, 112 LEDs, example 1"),
        (ev.Health(2.0, BoardHealth(1, 2, 3, 4, 5, 6, 7)), "ring_high=7"),
        (ev.NoteReceived(2.0, "Hello."), "note     Hello."),
        (ev.Trouble(2.0, ev.Problem.NOISY, "Noise."), "trouble  noisy: Noise."),
        (ev.Answer(2.0, 1, Op.INFO, 0, INFO), "INFO: board 00554e4958000001"),
        (ev.Answer(2.0, 1, Op.HEALTH, 0, bytes(26)), "HEALTH: BoardHealth"),
        (ev.Answer(2.0, 1, Op.HEALTH, 0, b""), "a HEALTH of 0 bytes"),
        (ev.Answer(2.0, 1, Op.SNAPSHOT, 0, bytes.fromhex("030000000c000109")), "on: 0 8 11"),
        (ev.Answer(2.0, 1, Op.MEASURE, 0, b"\x01\0\x02\0"), "MEASURE: 1 2"),
        (ev.Answer(2.0, 1, Op.CAL_READ, 0, Calibration(1, 2, 1).pack()), "threshold=2"),
        (ev.Answer(2.0, 1, Op.PAINT, 0, b""), "PAINT: ok"),
        (ev.Answer(2.0, 1, Op.PAINT, 2, b""), "PAINT: bad arguments"),
        (ev.Answer(2.0, 1, 0x7F, 9, b""), "op 7f: status 9"),
    ],
)
def test_the_console_prints_every_event_as_a_line(event: ev.LinkEvent, line: str) -> None:
    assert line in line_of(event)


def test_the_console_shows_the_frames_of_both_directions_and_marks_damaged_frames() -> None:
    traffic = Traffic()
    (out,) = traffic.lines("out", seal(codec.pack(messages.Ping(7, 1))))
    assert out.startswith("-> 03 07 00 01 00  Ping(")
    assert traffic.lines("in", b"\x55\x55\0") == ["<- a damaged frame"]
    (malformed,) = traffic.lines("in", seal(b"\x82\x01\0"))
    assert "malformed" in malformed


def test_the_console_shows_events_of_a_board_and_sends_typed_commands(
    board: PtyBoard, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert typed.stdin is not None
    monkeypatch.setattr(sys, "stdin", typed.stdout)
    typed.stdin.write("help\ndance\ndebounce 8\nrestart\n\n")
    typed.stdin.close()
    assert main(["firmware", "console", "--port", board.path, "--frames", "--seconds", "4"]) == 0
    typed.wait()
    output = capsys.readouterr().out
    for part in (
        "there is no command 'dance'",
        "DEBOUNCE: ok",
        "RESTART: ok",
        "paint FIRST",
        "restarted",
        "-> 01 00 00",
    ):
        assert part in output
    assert typed.stdout is not None
    typed.stdout.close()


def test_the_console_ends_when_quit_is_typed(board: PtyBoard, monkeypatch: pytest.MonkeyPatch) -> None:
    with subprocess.Popen(["echo", "quit"], stdout=subprocess.PIPE, text=True) as typed:
        monkeypatch.setattr(sys, "stdin", typed.stdout)
        assert main(["firmware", "console", "--port", board.path]) == 0


def test_build_compiles_everything_the_pico_needs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = tmp_path / "board.json"
    settings.write_text(json.dumps({"leds": 168, "channels": 168}))
    assert main(["firmware", "build", "--out", str(tmp_path / "out"), "--board", str(settings)]) == 0
    made = {path.name for path in (tmp_path / "out" / "firmware").iterdir()}
    assert {"main.mpy", "device.mpy", "hal_pico.mpy", "codec.mpy"} <= made
    assert "hal_unix.mpy" not in made
    assert "boot()" in (tmp_path / "out" / "main.py").read_text()
    assert "168" in (tmp_path / "out" / "board.json").read_text()
    assert "device.mpy" in capsys.readouterr().out


@pytest.mark.parametrize("content", ["{", '{"ledz": 1}', "[1]", None])
def test_build_refuses_a_wrong_board_json_in_one_line(
    content: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = tmp_path / "board.json"
    if content is not None:
        settings.write_text(content)
    err = refused(capsys, "firmware", "build", "--out", tmp_path / "out", "--board", settings)
    assert "board.json" in err


def test_an_output_folder_that_cannot_be_made_is_reported_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    err = refused(capsys, "firmware", "build", "--out", tmp_path / "file", code=1)
    assert "file/firmware cannot be made: Not a directory" in err


def in_place_of_mpremote(monkeypatch: pytest.MonkeyPatch, command: list[str]) -> None:
    tool = firmware._tool
    monkeypatch.setattr(firmware, "_tool", lambda name: command if name == "mpremote" else tool(name))


@pytest.mark.parametrize(("action", "tool"), [("build", "mpy-cross"), ("flash", "mpremote")])
def test_a_missing_build_tool_is_reported_with_its_install_command(
    action: str,
    tool: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert main(["firmware", action]) == 1
    assert f"{tool} is missing: install it with `{install_line(tool)}`" in capsys.readouterr().err
    program = tmp_path / tool
    program.write_text("")
    program.chmod(0o755)
    assert firmware._tool(tool) == [str(program)]


def test_a_firmware_file_that_does_not_compile_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sources = tmp_path / "sources"
    sources.mkdir()
    (sources / "broken.py").write_text("def (")
    monkeypatch.setattr(firmware, "SOURCES", sources)
    assert main(["firmware", "build", "--out", str(tmp_path / "out")]) == 1
    assert "mpy-cross cannot compile broken.py" in capsys.readouterr().err


@pytest.mark.parametrize("copied", [True, False])
def test_flash_stops_a_running_board_at_its_prompt_and_copies_the_firmware(
    copied: bool,
    board: PtyBoard,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    note = tmp_path / "recorded"
    tool = tmp_path / "mpremote"
    tool.write_text(f'#!/bin/sh\necho "$@" >{note}\nls $5 >>{note}\nexit {0 if copied else 3}\n')
    tool.chmod(0o755)
    in_place_of_mpremote(monkeypatch, [str(tool)])
    monkeypatch.setattr(firmware, "GONE_WITHIN", 0.05)
    assert main(["firmware", "flash", "--port", board.path]) == (0 if copied else 1)
    recorded = note.read_text()
    assert recorded.startswith(f"connect {board.path} fs cp -r ")
    assert recorded.splitlines()[0].endswith("main.py : + reset")
    assert "is on the board" in capsys.readouterr().out or not copied


def test_a_board_that_does_not_return_after_its_restart_is_reported(
    board: PtyBoard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    in_place_of_mpremote(monkeypatch, ["true"])
    monkeypatch.setattr(firmware, "BACK_WITHIN", 0.05)
    asked = threading.Event()
    real = BoardLink.ask

    def ask(link: BoardLink, op: int, args: bytes = b"", timeout: float = 2.0) -> ev.Answer:
        answer = real(link, op, args, 20.0)
        board.unplug()
        asked.set()
        return answer

    monkeypatch.setattr(BoardLink, "ask", ask)
    assert main(["firmware", "flash", "--port", board.path]) == 1
    assert asked.is_set()
    assert "did not come back" in capsys.readouterr().err


def test_the_firmware_is_flashed_onto_a_board_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[list[str]] = []

    def run(arguments: list[str], **keywords: object) -> subprocess.CompletedProcess[str]:
        ran.append(arguments)
        return subprocess.CompletedProcess(arguments, 0)

    in_place_of_mpremote(monkeypatch, ["mpremote"])
    monkeypatch.setattr(firmware, "build", lambda *_: [])
    monkeypatch.setattr(subprocess, "run", run)
    assert main(["firmware", "flash", "--port", "/nowhere/board"]) == 0
    assert ran[0][:3] == ["mpremote", "connect", "/nowhere/board"]


def test_an_analog_board_can_be_calibrated_over_the_link(interpreter: list[str]) -> None:
    with PtyBoard(interpreter=interpreter, channels=60, leds=0, analog=True) as board:
        link = BoardLink(board.path)
        assert calibration.measure(link, 60) == (0x8000,) * 60
        mine = tuple(Calibration(20_000 + i, 3000, 900) for i in range(60))
        calibration.write(link, mine)
        assert calibration.read(link, 60) == mine
        link.close()


def test_calibrating_a_board_without_analog_sensors_is_refused_with_the_reason(board: PtyBoard) -> None:
    link = BoardLink(board.path)
    with pytest.raises(OSError, match="its sensors are not analog"):
        calibration.measure(link, 4)
    link.close()


def test_the_consoles_help_lists_every_command() -> None:
    words = {line.split()[0] for line in HELP.splitlines()}
    assert {"info", "style", "save", "send", "quit"} <= words
    assert io.StringIO(HELP).readline()
