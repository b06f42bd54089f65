"""`make install` into a staging root: a first install, an upgrade, a director, and removal.

`test_live_install.py` upgrades a table with games and a configuration that somebody has changed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from jokerboard.cli.main import main
from jokerboard.tournament.redis_setup import write_setup
from tests.examples import whole
from tests.programs import ran

ROOT = Path(__file__).parents[2]
NO_PACKAGES = ("No matching distribution", "Could not find a version", "Failed to establish", "timed out")
IMPATIENT = {"PIP_DEFAULT_TIMEOUT": "20", "PIP_RETRIES": "2"}
"""Without a network pip must give up before the test is given up."""
QUICKLY = (f"PYTHON={sys.executable}", "PIP_ARGS=--no-compile")
"""With this Python, and with modules left to be compiled when they are used, which few of them are."""

pytestmark = pytest.mark.skipif(
    shutil.which("make") is None or shutil.which("openssl") is None, reason="needs make and openssl"
)


def make(target: str, stage: Path, *settings: str) -> subprocess.CompletedProcess[str]:
    """`make` as it ended; the test is skipped without access to packages."""
    clean = {
        name: value for name, value in os.environ.items() if name not in ("DESTDIR", "CONFIG", "MAKEFLAGS")
    }
    command = ("make", "--no-print-directory", target, f"DESTDIR={stage}", *QUICKLY, *settings)
    run = ran(*command, cwd=ROOT, env=clean | IMPATIENT)
    if run.returncode and any(text in run.stderr for text in NO_PACKAGES):
        pytest.skip("the packages cannot be downloaded here")
    return run


def made(target: str, stage: Path, *settings: str) -> str:
    """The output of a `make` that succeeds."""
    run = make(target, stage, *settings)
    assert run.returncode == 0, run.stderr
    return run.stdout


def board_with_expanders(folder: Path) -> Path:
    """A description whose sensors are read by chips on I2C."""
    board = folder / "board.toml"
    assert main(["wiring", "new", str(board), "--yes", "--reading", "expanders", "--buttons", "no"]) == 0
    return board


def files(stage: Path) -> set[str]:
    """Every file and link below the stage, the virtual environment's own left out."""
    return {
        str(path.relative_to(stage))
        for path in stage.rglob("*")
        if (path.is_symlink() or path.is_file()) and "venv/" not in f"{path.relative_to(stage)}"
    }


def test_the_installer_installs_upgrades_and_removes(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    tmp_path = tmp_path_factory.mktemp("short")  # The first line of a script has 127 characters at most.
    stage = tmp_path / "stage"

    # An unsound configuration is refused; the program stays installed, and the next install reuses it.
    wrong = tmp_path / "wrong.toml"
    wrong.write_text('[table]\nboard = "board.toml"\n[game]\nplayers = 99\n')
    run = make("install", stage, f"CONFIG={wrong}")
    assert run.returncode != 0
    assert "line 4: players is a whole number from 2 to 8, not '99'" in run.stderr
    assert not list((stage / "etc/jokerboard").iterdir())
    assert not (stage / "etc/systemd").exists()

    # The next installation replaces the program's own files, even damaged ones, and fetches no package again.
    venv = stage / "usr/local/lib/jokerboard/venv"
    packages = next(venv.glob("lib/python*/site-packages"))
    (packages / "jokerboard/cli/main.py").write_text("")
    (packages / "starlette/of_before.py").touch()
    # `make pi` added the I2C driver to this environment; it is not among the program's own packages.
    made("install", stage, f"BOARD={board_with_expanders(tmp_path)}")
    installed = {
        "usr/local/bin/jokerboard", "usr/local/share/doc/jokerboard/install.md",
        "etc/systemd/system/jokerboard.service", "etc/udev/rules.d/60-jokerboard.rules",
        "etc/jokerboard/table.toml", "etc/jokerboard/board.toml",
    }  # fmt: skip
    assert files(stage) == installed
    listed = (ROOT / "docs" / "install.md").read_text()
    for file in ("lib/jokerboard/venv", "bin/jokerboard", "jokerboard.service", "60-jokerboard.rules"):
        assert f"{file}`" in listed

    assert "def main" in (packages / "jokerboard/cli/main.py").read_text()
    assert (packages / "starlette/of_before.py").exists()
    assert {path.name for path in venv.parent.iterdir()} == {"venv"}
    command = (venv / "bin/jokerboard").read_text()
    assert command.startswith("#!/usr/local/lib/jokerboard/venv/bin/python")
    assert str(tmp_path) not in command
    code = "from jokerboard.cli import main; print(main.__file__); main.main(['--version'])"
    run = subprocess.run(
        [venv / "bin/python", "-Ic", code],
        cwd=tmp_path, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert str(venv) in run.stdout
    unit = (stage / "etc/systemd/system/jokerboard.service").read_text()
    assert "ExecStart=/usr/local/lib/jokerboard/venv/bin/jokerboard serve --config /etc/jokerboard/" in unit
    assert "@PREFIX@" not in unit
    assert (packages / "smbus2").is_dir()

    games = stage / "var/lib/jokerboard/journal.sqlite"
    games.parent.mkdir(parents=True)
    games.write_bytes(b"games")

    # Another list of packages is installed again, with what is missing.
    (venv / "requirements").write_text("segno==1.6.5\n")
    for path in packages.glob("segno*"):
        shutil.rmtree(path)
    write_setup(tmp_path / "hall", "desk.local", {"7": "Table 7"})
    refused = make("install-director", stage, "HALL_NAME=a hall")
    assert "a hall is named by letters, digits, '_', '-' and '.', at most 40, not 'a hall'" in refused.stderr
    hall = (f"HALL={tmp_path / 'hall'}", "HALL_NAME=north")
    made("install-director", stage, *hall, *(("FRESH=1",) if whole() else ()))
    assert (packages / "starlette/of_before.py").exists() != whole()
    assert (packages / "segno/__init__.py").exists()
    its_own = {"etc/systemd/system/jokerboard-director.service", "etc/jokerboard/director.env"}
    its_own.add("etc/systemd/system/jokerboard-redis.service")
    folder = {file for file in files(stage) if file.startswith("etc/jokerboard/redis/")}
    assert files(stage) - installed - folder == its_own | {"var/lib/jokerboard/journal.sqlite"}
    assert all(f"{Path(file).name}`" in listed for file in its_own)
    settings = (stage / "etc/jokerboard/director.env").read_text()
    assert "REDIS=rediss://desk@desk.local:6380\n" in settings
    assert (
        "MORE=--redis-password /etc/jokerboard/redis/desk.password"
        " --redis-ca /etc/jokerboard/redis/hall-ca.pem --hall-name north\n"
    ) in settings
    assert (
        "aclfile /etc/jokerboard/redis/users.acl" in (stage / "etc/jokerboard/redis/redis.conf").read_text()
    )

    made("uninstall", stage)
    assert files(stage) == {
        "etc/jokerboard/table.toml", "etc/jokerboard/board.toml", "etc/jokerboard/director.env",
        "var/lib/jokerboard/journal.sqlite",
    } | folder  # fmt: skip
    made("uninstall", stage, "PURGE=1")
    assert files(stage) == set()
