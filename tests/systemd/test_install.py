"""`make install` into a staging folder, and under a separate systemd.

The staged test installs, adds a director, and uninstalls. The live test kills, stops, upgrades and uninstalls
a table with games and a changed configuration. The program is built once for both, because pip takes most of
the time.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from jokerboard.cli.main import main
from jokerboard.tournament.redis_setup import write_setup
from tests.examples import whole
from tests.programs import free_port, ran
from tests.systemd.own_systemd import missing, python_for_everybody, run_under_systemd

ROOT = Path(__file__).parents[2]
NO_PACKAGES = ("No matching distribution", "Could not find a version", "Failed to establish", "timed out")
IMPATIENT = {"PIP_DEFAULT_TIMEOUT": "20", "PIP_RETRIES": "2"}
"""Settings with which pip, without a network, gives up before the test fails by its time limit."""
PYTHON = python_for_everybody()
MISSING = missing() or ("" if PYTHON else "a Python with venv that is in nobody's home")
QUICKLY = (f"PYTHON={PYTHON or sys.executable}", "PIP_ARGS=--no-compile")
"""Settings that save the compiling of modules, few of which are used."""

pytestmark = pytest.mark.skipif(
    shutil.which("make") is None or shutil.which("openssl") is None, reason="needs make and openssl"
)


def make(target: str, stage: Path, *settings: str) -> subprocess.CompletedProcess[str]:
    """Run `make` for a target with the staging folder; skip the test if packages cannot be fetched."""
    clean = {
        name: value for name, value in os.environ.items() if name not in ("DESTDIR", "CONFIG", "MAKEFLAGS")
    }
    command = ("make", "--no-print-directory", target, f"DESTDIR={stage}", *QUICKLY, *settings)
    run = ran(*command, cwd=ROOT, env=clean | IMPATIENT)
    if run.returncode and any(text in run.stderr for text in NO_PACKAGES):
        pytest.skip("the packages cannot be downloaded here")
    return run


def made(target: str, stage: Path, *settings: str) -> str:
    """The output of `make` for a target, which must succeed."""
    run = make(target, stage, *settings)
    assert run.returncode == 0, run.stderr
    return run.stdout


def board_with_expanders(folder: Path) -> Path:
    """The path of a description, made in `folder`, of a board whose sensors are read by chips on I2C."""
    board = folder / "board.toml"
    assert main(["wiring", "new", str(board), "--yes", "--reading", "expanders", "--buttons", "no"]) == 0
    return board


def files(stage: Path) -> set[str]:
    """All files and links in the staging folder, except those inside the virtual environment."""
    return {
        str(path.relative_to(stage))
        for path in stage.rglob("*")
        if (path.is_symlink() or path.is_file()) and "venv/" not in f"{path.relative_to(stage)}"
    }


class Refused(NamedTuple):
    """A staging folder in which an installation was refused for its configuration, and the output."""

    stage: Path
    errors: str


@pytest.fixture(scope="module")
def refused(tmp_path_factory: pytest.TempPathFactory) -> Refused:
    """An installation with a wrong configuration, after which only the program is installed."""
    # The first line of a script can have at most 127 characters, so the path must be short.
    folder = tmp_path_factory.mktemp("short")
    wrong = folder / "wrong.toml"
    wrong.write_text('[table]\nboard = "board.toml"\n[game]\nplayers = 99\n')
    run = make("install", folder / "stage", f"CONFIG={wrong}")
    assert run.returncode != 0
    return Refused(folder / "stage", run.stderr)


@pytest.fixture(scope="module")
def program(refused: Refused) -> Path:
    """A copy of `/usr/local` of the staging folder while only the program is installed."""
    return shutil.copytree(refused.stage / "usr/local", refused.stage.with_name("program"), symlinks=True)


def test_the_installer_installs_upgrades_and_removes_the_program(refused: Refused, program: Path) -> None:
    stage, tmp_path = refused.stage, refused.stage.parent
    assert program.is_dir()

    # A wrong configuration is refused; the program stays installed, and the next install reuses it.
    assert "line 4: players is a whole number from 2 to 8, not '99'" in refused.errors
    assert not list((stage / "etc/jokerboard").iterdir())
    assert not (stage / "etc/systemd").exists()

    # The next installation replaces the program's own files, even damaged ones, but fetches no package.
    venv = stage / "usr/local/lib/jokerboard/venv"
    packages = next(venv.glob("lib/python*/site-packages"))
    (packages / "jokerboard/cli/main.py").write_text("")
    (packages / "starlette/of_before.py").touch()
    # `make pi` added the I2C driver to the environment; the program does not require it.
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

    # If the list of packages changes, the missing ones are installed.
    (venv / "requirements").write_text("segno==1.6.5\n")
    for path in packages.glob("segno*"):
        shutil.rmtree(path)
    write_setup(tmp_path / "hall", "desk.local", {"7": "Table 7"})
    misnamed = make("install-director", stage, "HALL_NAME=a hall")
    assert "a hall is named by letters, digits, '_', '-' and '.', at most 40, not 'a hall'" in misnamed.stderr
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


SCRIPT = r"""
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root
@PIP@
# Units have a /tmp of their own; what lies in this one is out of sight as soon as the first of them starts.
[ ! -e /opt/tried/given ] || cp -a /opt/tried/given/. /usr/local/
mkdir /opt/source && cd /opt/source
(cd @ROOT@ && git -c safe.directory='*' ls-files -z | xargs -0 cp --parents -t /opt/source)
PY=@PYTHON@

said() { echo "RESULT $1 ${*:2}"; }
state() { $PY -c '
import json, sys, urllib.request
state = json.load(urllib.request.urlopen("http://127.0.0.1:@PORT@/api/state", timeout=5))
print(state["game"]["id"], state["n"], len(state["faults"]))' 2>/dev/null; }
until_it_plays() { for _ in $(seq 300); do state && return; sleep 0.2; done; }
pid() { systemctl show -p MainPID --value jokerboard; }
another() { for _ in $(seq 300); do case $(pid) in $1|0) sleep 0.2;; *) return;; esac; done; }
make_it() { make --no-print-directory "$@" "PYTHON=$PY" </dev/null 2>&1 || said failed "$@"; }

# The board is a simulated one, in the real one's place and in its sandbox.
# Modules that one start compiled serve the next one.
mkdir -p /etc/systemd/system/jokerboard.service.d
cat >/etc/systemd/system/jokerboard.service.d/simulated.conf <<UNIT
[Service]
ExecStart=
ExecStart=/usr/local/bin/jokerboard demo --state %S/jokerboard --port @PORT@ --speed 3 --by-hand --seed 1
Environment=PYTHONPYCACHEPREFIX=%S/jokerboard/compiled
UNIT
make_it install @COMPILE@
[ "$(systemctl is-active jokerboard)" = active ] || { journalctl -u jokerboard -o cat; exit 1; }
said begun $(until_it_plays)
rights='^(Uid|CapEff|CapBnd|NoNewPrivs|Seccomp):'
said as $(grep -E "$rights" /proc/$(pid)/status | tr -s '\t\n' ' ')
said owner $(stat -c %U:%a /var/lib/jokerboard)

before=$(pid)
kill -9 "$before"
another "$before"
said killed $(until_it_plays)

before=$(pid)
kill -STOP "$before"
another "$before"
said hung $(until_it_plays)

said upgrading $(until_it_plays)
echo '# ours' >>/etc/jokerboard/table.toml
echo '# A later version.' >>jokerboard/__init__.py
make_it install PIP_ARGS=--no-compile | tee /opt/upgrade
said newer $(tail -1 /usr/local/lib/jokerboard/venv/lib/python*/site-packages/jokerboard/__init__.py)
said kept $(grep -o 'table.toml is kept as it is' /opt/upgrade)
said upgraded $(until_it_plays)
said configured $(tail -1 /etc/jokerboard/table.toml)
verify="/usr/local/bin/jokerboard journal verify --state /var/lib/jokerboard"
said verified $(runuser -u jokerboard -- $verify | head -1)

mkdir -p /etc/jokerboard
printf 'REDIS=redis://127.0.0.1:1\nHTTP=127.0.0.1:@DESK@\n' >/etc/jokerboard/director.env
make_it install-director PIP_ARGS=--no-compile | tee /opt/director
said same $(grep -o 'this version of the program is installed already' /opt/director)
[ "$(systemctl is-active jokerboard-director)" = active ] || systemctl status jokerboard-director
said director $(systemctl is-active jokerboard-director) $(stat -c %U:%a /var/lib/jokerboard-director)
said status $(systemctl show -p StatusText --value jokerboard-director)
said log $(until_it_plays >/dev/null; journalctl -u jokerboard -n 1 -o cat)

make_it uninstall
there() {
    ls -d /usr/local/lib/jokerboard /usr/local/bin/jokerboard /etc/systemd/system/jokerboard*.service \
        /etc/udev/rules.d/60-jokerboard.rules /etc/jokerboard /var/lib/jokerboard* 2>/dev/null
}
said removed $(there)
make_it uninstall PURGE=1
said purged $(there; getent passwd jokerboard jokerboard-director)
"""


@pytest.mark.skipif(bool(MISSING), reason=f"needs {MISSING}")
def test_an_installed_table_survives_kills_hangs_and_an_upgrade_under_systemd(
    tmp_path: Path, program: Path
) -> None:
    settings = {name: value for name, value in os.environ.items() if name.startswith("PIP_")} | IMPATIENT
    pip = "\n".join(f"export {name}={shlex.quote(value)}" for name, value in settings.items())
    script = SCRIPT.replace("@PIP@", pip).replace("@ROOT@", str(ROOT)).replace("@PYTHON@", PYTHON)
    # With `--all-scenarios`, the first installation starts from nothing, and compiles every module.
    script = script.replace("@COMPILE@", "" if whole() else "PIP_ARGS=--no-compile")
    script = script.replace("@PORT@", str(free_port())).replace("@DESK@", str(free_port()))
    printed = run_under_systemd(script, tmp_path, None if whole() else program)
    if any(text in printed for text in NO_PACKAGES):
        pytest.skip("the packages cannot be downloaded here")
    results = [f"{line} ".split(" ", 2)[1:] for line in printed.splitlines() if line.startswith("RESULT ")]
    found = {name: value.strip() for name, value in results}
    assert "failed" not in found, printed
    assert "purged" in found, printed

    game, n, faults = found["begun"].split()
    assert faults == "0"
    uid, *_ = found["as"].removeprefix("Uid: ").split()
    assert int(uid) != 0
    assert "CapEff: 0000000000000000 CapBnd: 0000000000000000 NoNewPrivs: 1 Seccomp: 2" in found["as"]
    assert found["owner"] == "jokerboard:750"
    for after in ("killed", "hung", "upgrading", "upgraded"):
        same, later, faults = found[after].split()
        assert (same, int(later) >= int(n), faults) == (game, True, "0"), after
        n = later
    assert (found["kept"], found["configured"]) == ("table.toml is kept as it is", "# ours")
    assert (found["newer"], bool(found["same"])) == ("# A later version.", True)
    assert "every one as it was written" in found["verified"]
    assert found["director"] == "active jokerboard-director:700"
    assert found["status"]
    assert found["log"].startswith("The table is at http://127.0.0.1:")
    assert found["removed"] == "/etc/jokerboard /var/lib/jokerboard /var/lib/jokerboard-director"
    assert found["purged"] == ""
