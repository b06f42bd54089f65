"""Tests of `make pi` in a staged Bookworm and Trixie: packages, environment, and messages.

Only os-release, apt and the Python version are those of the staged system. Not tested: the packages in a Pi's
archive, their installation, the effect of the groups, and the effect of config.txt.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from hardware.readers import Reader
from tests.examples import some
from tests.wiring.boards import DIRECT, PEGS, PICO
from wiring.boot_config import settings
from wiring.bringup import prepare_pi
from wiring.bringup.prepare_pi import System, main, plan
from wiring.description import Description
from wiring.printing import print_board

ROOT = Path(__file__).parents[2]
PI_OS = {"python3-gpiozero", "python3-lgpio", "python3-spidev", "python3-smbus2", "python3-evdev"}
DEBIAN = PI_OS - {"python3-lgpio"}
BOOKWORM, TRIXIE = (3, 11), (3, 13)
BARE = replace(PICO, buttons=(), readers=())
LEDS_WS = replace(DIRECT, lights=replace(DIRECT.lights, driver="ws281x", pin=18))
SCANNER = replace(PICO, buttons=(), readers=(Reader("keyboard", "table", "/dev/input/by-id/x"),))


def system(archive: set[str], python: tuple[int, int], config: str = "", cmdline: str = "") -> System:
    return System("Some Debian", python, "Raspberry Pi 4", config, cmdline, archive.__contains__)


@pytest.mark.parametrize(
    ("board", "archive", "python", "apt", "pip"),
    [
        (DIRECT, PI_OS, BOOKWORM, ["gpiozero", "lgpio", "spidev"], []),
        (DIRECT, PI_OS, TRIXIE, ["gpiozero", "lgpio", "spidev"], []),
        (DIRECT, DEBIAN, BOOKWORM, ["gpiozero", "spidev"], ["lgpio"]),
        (DIRECT, DEBIAN, TRIXIE, ["gpiozero", "spidev"], ["adafruit-lgpio"]),
        (PEGS, PI_OS, TRIXIE, ["gpiozero", "lgpio", "spidev", "smbus2"], []),
        (BARE, PI_OS, TRIXIE, [], []),
        (SCANNER, PI_OS, TRIXIE, ["evdev"], []),
        (LEDS_WS, PI_OS, TRIXIE, ["gpiozero", "lgpio", "spidev"], ["rpi_ws281x"]),
        (SCANNER, set(), TRIXIE, [], ["evdev"]),
    ],
)
def test_make_pi_installs_only_the_drivers_of_the_board_and_prefers_the_systems_packages(
    board: Description, archive: set[str], python: tuple[int, int], apt: list[str], pip: list[str]
) -> None:
    made = plan(board, system(archive, python))
    assert made.problems == ()
    assert sorted(
        each for each in made.apt if each.startswith("python3-") and each != "python3-dev"
    ) == sorted(["python3-venv", *(f"python3-{each}" for each in apt)])
    assert list(made.pip) == pip
    assert ("gcc" in made.apt) is any(each in ("rpi_ws281x", "evdev", "spidev") for each in pip)


def test_make_pi_reports_missing_settings_of_the_pi_until_they_are_on() -> None:
    steps = plan(DIRECT, system(PI_OS, TRIXIE)).to_do
    assert [line.split(":  ")[1].split("    ")[0] for line in steps[:-1]] == [
        s.line for s in settings(DIRECT)
    ]
    assert steps[-1].endswith("sudo reboot")
    config = "\n".join(each.line for each in settings(DIRECT))
    assert plan(DIRECT, system(PI_OS, TRIXIE, config)).to_do == ()


def test_make_pi_reports_a_console_on_the_readers_port_and_a_computer_that_is_no_pi() -> None:
    header = replace(BARE, readers=(Reader("rdm6300", "table", "/dev/serial0"),))
    there = replace(system(PI_OS, TRIXIE, "enable_uart=1", "console=serial0,115200"), model="")
    steps = " / ".join(plan(header, there).to_do)
    assert "do_serial_cons 1" in steps
    assert "this is no Raspberry Pi" in steps


def test_make_pi_reports_an_old_python_as_a_problem() -> None:
    assert plan(BARE, system(PI_OS, (3, 9))).problems == ("Python is 3.9; install 3.11 or newer",)


def test_make_pi_reports_a_missing_or_faulty_board(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DESTDIR", str(tmp_path))
    assert main([]) == 2
    assert "sudo make pi BOARD=my-board.toml" in capsys.readouterr().err
    (tmp_path / "b.toml").write_text("sides = 99\n")
    assert main([str(tmp_path / "b.toml")]) == 2
    assert capsys.readouterr().err.startswith("jokerboard: b.toml line 1: ")


def interpreter(version: str) -> str | None:
    """The path of a Python of this version, the system's or pyenv's; None if there is none."""
    if f"{sys.version_info[0]}.{sys.version_info[1]}" == version:
        return sys.executable
    kept = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python{version}"))
    return str(kept[-1]) if kept else shutil.which(f"python{version}")


class Stage:
    """A staged Pi: its files, and a fake apt that has an archive and records its calls."""

    def __init__(self, path: Path, name: str, archive: set[str]) -> None:
        self.root, self.log = path / "stage", path / "apt.log"
        for file, text in {
            "etc/os-release": f'PRETTY_NAME="{name}"\nID=debian\n',
            "proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.4\0",
            "boot/firmware/config.txt": "dtparam=audio=on\n[all]\ndtparam=spi=on\n",
            "boot/firmware/cmdline.txt": "console=tty1\n",
        }.items():
            (self.root / file).parent.mkdir(parents=True, exist_ok=True)
            (self.root / file).write_text(text)
        self.tools = path / "tools"
        self.tools.mkdir()
        self._tool("apt-cache", f'case " {" ".join(sorted(archive))} " in *" $2 "*) ;; *) exit 1;; esac')
        self._tool("apt-get", f'echo "$@" >>{self.log}')
        self.board = path / "mine.toml"

    def _tool(self, name: str, script: str) -> None:
        (self.tools / name).write_text(f"#!/bin/sh\n{script}\n")
        (self.tools / name).chmod(0o755)

    def made(self, python: str) -> subprocess.CompletedProcess[str]:
        clean = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "PYTHONPATH", "VIRTUAL_ENV")}
        return subprocess.run(
            ["make", "--no-print-directory", "pi", f"BOARD={self.board}", f"DESTDIR={self.root}",
             f"PYTHON={python}"],
            cwd=ROOT, env={**clean, "PATH": f"{self.tools}:{os.environ['PATH']}"},
            stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
        )  # fmt: skip


@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
@pytest.mark.parametrize(
    ("name", "version"),
    some([("Debian GNU/Linux 12 (bookworm)", "3.11"), ("Debian GNU/Linux 13 (trixie)", "3.13")], 1),
)
def test_make_pi_prepares_a_simulated_pi(name: str, version: str, tmp_path: Path) -> None:
    python = interpreter(version)
    if python is None:
        pytest.skip(f"needs a Python {version}")
    stage = Stage(tmp_path, name, PI_OS)
    stage.board.write_text(print_board(DIRECT))
    run = stage.made(python)
    assert run.returncode == 0, run.stderr
    assert stage.log.read_text().split() == [
        "install", "--yes", "--no-install-recommends", "python3-venv", "python3-gpiozero", "python3-lgpio",
        "python3-spidev",
    ]  # fmt: skip
    settings_of = (stage.root / "venv" / "pyvenv.cfg").read_text()
    assert "include-system-site-packages = true" in settings_of
    assert f"version = {version}." in settings_of
    assert "dtoverlay=spi1-1cs" in run.stdout
    assert "dtparam=spi=on" not in run.stdout, "it is on already"
    assert "sudo reboot" in run.stdout


@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
def test_a_failed_step_of_make_pi_is_reported_with_a_remedy(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "Debian GNU/Linux 12 (bookworm)", PI_OS)
    stage.board.write_text(print_board(DIRECT))
    stage._tool("apt-get", "exit 100")
    run = stage.made(sys.executable)
    assert run.returncode == 2
    assert "jokerboard: apt-get install --yes" in run.stderr
    assert "failed, and all later steps were left out" in run.stderr
    assert "needs a network" in run.stderr


def test_a_missing_module_is_named_with_the_package_that_pip_installs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "b.toml").write_text(print_board(DIRECT))
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "lgpio" else name)
    for version, package in ((BOOKWORM, "lgpio"), (TRIXIE, "adafruit-lgpio")):
        monkeypatch.setattr(sys, "version_info", (*version, 0, "final", 0))
        assert main(["--missing", str(tmp_path / "b.toml")]) == 0
        assert capsys.readouterr().out == f"lgpio={package}\n"


def test_make_pi_imports_only_the_standard_library() -> None:
    """Before anything is installed, only the standard library can be imported."""
    code = "import sys, wiring.bringup.prepare_pi; print([m for m in sys.modules if 'site-packages' in str(" \
        "getattr(sys.modules[m], '__file__', ''))])"  # fmt: skip
    bare = [sys.executable, "-S", "-c", code]
    run = subprocess.run(bare, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout) == (0, "[]\n"), run.stderr


@pytest.mark.parametrize(
    ("staged", "by", "users"), [("", "ann", ["ann"]), ("", None, []), ("stage", "ann", [])]
)
def test_under_sudo_the_user_owns_the_environment_and_joins_the_groups_unless_the_pi_is_staged(
    staged: str, by: str | None, users: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[tuple[str, ...]] = []

    def run(command: Sequence[str], **_: object) -> subprocess.CompletedProcess[str]:
        ran.append(tuple(command))
        return subprocess.CompletedProcess(command, 0)

    account = SimpleNamespace(pw_dir="/home/ann", pw_gid=1000)
    monkeypatch.setattr(prepare_pi, "subprocess", SimpleNamespace(run=run, DEVNULL=subprocess.DEVNULL))
    monkeypatch.setattr(prepare_pi, "pwd", SimpleNamespace(getpwnam=lambda _name: account))
    monkeypatch.setenv("SUDO_USER", by or "")
    if by is None:
        monkeypatch.delenv("SUDO_USER")
    made = plan(DIRECT, system(DEBIAN, BOOKWORM))
    assert prepare_pi._carry_out(made, staged) == 0
    assert ran[0][:2] == ("apt-get", "install")
    as_user = [command for command in ran if command[0] == "setpriv"]
    assert len(as_user) == 2 * len(users)
    assert all(command[1:4] == ("--reuid=ann", "--regid=1000", "--init-groups") for command in as_user)
    assert [command[-1] for command in ran if command[0] == "usermod"] == users
    environments = [command[command.index("venv") + 2] for command in ran if "venv" in command]
    assert environments == [str(Path(staged, "venv") if staged else prepare_pi.HOME / ".venv")]
