"""`make pi`: prepare a Raspberry Pi for one board.

The program installs the drivers that the board's description needs, from the system's packages if possible,
makes them visible in the environment of `make demo`, adds the user to the devices' groups, and shows the
settings that people must switch on. It runs with the system's Python before anything is installed, so it
imports only this project and the standard library. With DESTDIR set, files are read below that directory, and
only the apt-get and pip on the PATH are called.
"""

from __future__ import annotations

import importlib.util
import os
import pwd
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from hardware.parts.catalogue import accesses
from jokerboard.host.errors import JokerboardError
from wiring.boot_config import console_on_serial, missing, uses_header_port
from wiring.bringup.computer_checks import CMDLINE, CONFIG, MODEL, modules
from wiring.description import Description
from wiring.parse import read_board

HOME = Path(__file__).parents[2]
GROUPS = tuple(access.group for access in accesses())
PYTHON = (3, 11)


@dataclass(frozen=True, slots=True)
class System:
    """The facts about a system on which the plan depends."""

    name: str
    python: tuple[int, int]
    model: str
    config: str
    cmdline: str
    has_package: Callable[[str], bool]
    """A function: whether apt has a package with this name."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The packages to install with apt and pip, and messages for people."""

    apt: tuple[str, ...]
    pip: tuple[str, ...]
    problems: tuple[str, ...]
    """Sentences about obstacles; if there is any, nothing is installed."""
    to_do: tuple[str, ...]
    """Sentences about settings that people must switch on themselves."""


def plan(board: Description, system: System) -> Plan:
    """The packages that `board` needs on `system`, the obstacles, and the settings to switch on."""
    apt, pip, problems = ["python3-venv"], list[str](), list[str]()
    if system.python < PYTHON:
        problems.append(f"Python is {_version(system.python)}; install {_version(PYTHON)} or newer")
    for driver in modules(board):
        if driver.apt is not None and system.has_package(driver.apt):
            apt.append(driver.apt)
        else:
            apt += driver.build
            pip.append(driver.pip_package(system.python))
    return Plan(tuple(dict.fromkeys(apt)), tuple(pip), tuple(problems), _to_do(board, system))


def _to_do(board: Description, system: System) -> tuple[str, ...]:
    lines = [
        f"add to /{CONFIG}, below [all]:  {each.line}    # {each.why}"
        for each in missing(board, system.config)
    ]
    if uses_header_port(board) and console_on_serial(system.cmdline):
        lines.append("take Linux's console off the reader's port:  sudo raspi-config nonint do_serial_cons 1")
    if not system.model.startswith("Raspberry Pi"):
        lines.append(
            f"this is {system.model or 'no Raspberry Pi'}: the board's own pins are on a Raspberry Pi"
        )
    if lines:
        lines.append("then restart the Pi:  sudo reboot")
    return tuple(lines)


def this_system(root: Path) -> System:
    """The facts about this computer; files are read below `root`."""
    release = dict(re.findall(r'(?m)^(\w+)="?(.*?)"?$', _read(root / "etc/os-release")))
    return System(
        release.get("PRETTY_NAME", "this system"),
        sys.version_info[:2],
        _read(root / MODEL).rstrip("\0\n"),
        _read(root / CONFIG),
        _read(root / CMDLINE),
        lambda package: _succeeds("apt-cache", "show", package),
    )


def missing_modules(board: Description) -> tuple[str, ...]:
    """The modules of the board's drivers that the running Python lacks, each as MODULE=PIP_PACKAGE."""
    return tuple(
        f"{each.name}={each.pip_package(sys.version_info[:2])}"
        for each in modules(board)
        if importlib.util.find_spec(each.name) is None
    )


def main(arguments: Sequence[str]) -> int:
    """Prepare this computer for the board in the file `arguments[0]`; return the exit code.

    `--missing FILE` installs nothing. It prints the modules that the running Python lacks for the board, each
    as MODULE=PIP_PACKAGE.
    """
    if len(arguments) == 2 and arguments[0] == "--missing":
        print(*missing_modules(read_board(Path(arguments[1]))))
        return 0
    if len(arguments) != 1 or not arguments[0]:
        print("Give the file of your board: sudo make pi BOARD=my-board.toml", file=sys.stderr)
        return 2
    # Packagers set DESTDIR to install into a directory instead of the running system.
    staged = os.environ.get("DESTDIR", "")
    if not staged and os.geteuid() != 0:
        print("make pi installs packages, so it needs root: sudo make pi BOARD=...", file=sys.stderr)
        return 1
    try:
        board = read_board(Path(arguments[0]))
    except JokerboardError as error:
        print(f"jokerboard: {error}", file=sys.stderr)
        return error.exit_code
    made = plan(board, this_system(Path(staged or "/")))
    for each in made.problems:
        print(f"jokerboard: {each}", file=sys.stderr)
    if made.problems:
        return 1
    return _carry_out(made, staged)


def _carry_out(made: Plan, staged: str) -> int:
    print(f"Installing {', '.join((*made.apt, *made.pip))} ...")
    venv = Path(staged) / "venv" if staged else HOME / ".venv"
    steps: list[tuple[str, ...]] = [("apt-get", "install", "--yes", "--no-install-recommends", *made.apt)]
    # If the environment exists already, venv only makes the system's packages visible in it.
    as_user: list[tuple[str, ...]] = [(sys.executable, "-m", "venv", "--system-site-packages", str(venv))]
    if made.pip:
        pins = str(HOME / "constraints.txt")
        pip = (str(venv / "bin/python"), "-m", "pip", "--disable-pip-version-check", "--quiet", "install")
        as_user.append((*pip, "--constraint", pins, *made.pip))
    for step in steps:
        if not _succeeds(*step, quiet=False):
            return _failed(step)
    # If root owned files in the environment, the user's `make demo` would fail later.
    user = os.environ.get("SUDO_USER") if not staged else None
    for step in as_user:
        if not _succeeds(*step, quiet=False, user=user):
            return _failed(step)
    if user is not None:
        there = [group for group in GROUPS if _succeeds("getent", "group", group)]
        subprocess.run(["usermod", "-aG", ",".join(there), user], check=False)
        print(f"{user} is in the groups {', '.join(there)}, from the next login on.")
    for line in made.to_do:
        print(f"- {line}")
    print("Ready." if not made.to_do else "Do the steps above, then the Pi is ready.")
    return 0


def _failed(step: Sequence[str]) -> int:
    print(
        f"jokerboard: {' '.join(step)} failed, and all later steps were left out: correct the errors above"
        " (the command needs a network), then run make pi again",
        file=sys.stderr,
    )
    return 1


def _succeeds(*command: str, quiet: bool = True, user: str | None = None) -> bool:
    """Run a command, as `user` unless that is None; return whether it succeeded."""
    environment = None
    if user is not None:
        account = pwd.getpwnam(user)
        environment = {**os.environ, "HOME": account.pw_dir, "USER": user}
        command = ("setpriv", f"--reuid={user}", f"--regid={account.pw_gid}", "--init-groups", *command)
    out = subprocess.DEVNULL if quiet else None
    try:
        return not subprocess.run(command, stdout=out, stderr=out, check=False, env=environment).returncode
    except OSError:
        return False


def _read(path: Path) -> str:
    try:
        return path.read_text(errors="replace")
    except OSError:
        return ""


def _version(python: tuple[int, int]) -> str:
    return ".".join(map(str, python))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
