"""`make dist`: build wheel and sdist, and try both in empty environments of each supported Python."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGES = ("engine", "firmware_bridge", "hardware", "jokerboard", "wiring")
PYTHONS = ("python3.11", "python3.12", "python3.13")
TOOLS = {
    "pipx": ("pipx", "install", "--pip-args=-c {constraints}"),
    "uv": ("uv", "tool", "install", "--constraints={constraints}"),
}
TRIED = (
    ("--version",),
    ("rules", "show", "texas"),
    ("wiring", "new", "mine.toml", "--yes"),
    ("wiring", "check", "mine.toml"),
    ("demo", "--headless", "--fast", "--until-over", "--seed", "7", "--rules", "pegs-and-jokers", "--players",
     "2", "--set", "marbles_per_player=4"),
)  # fmt: skip


def build(into: Path) -> tuple[Path, Path]:
    """Build the wheel and the sdist of this checkout; return their paths."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", into], cwd=ROOT, check=True, stdout=subprocess.PIPE
    )
    (wheel,), (sdist,) = into.glob("*.whl"), into.glob("*.tar.gz")
    return wheel, sdist


def missing(wheel: Path, sdist: Path) -> list[str]:
    """The missing files: files of the program in the wheel, and tracked files in the sdist."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    files = [file for file in listed.splitlines() if (ROOT / file).is_file()]
    with zipfile.ZipFile(wheel) as whole:
        there = set(whole.namelist())
    with tarfile.open(sdist) as whole_source:
        source = {name.partition("/")[2] for name in whole_source.getnames()}
    program = [file for file in files if file.split("/")[0] in PACKAGES and file not in there]
    return program + [file for file in files if file not in source]


def tried(package: Path, python: str, constraints: Path = ROOT / "constraints.txt") -> Iterator[str]:
    """Install a package into an empty environment and run commands in an empty folder; yield the failures."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        subprocess.run([python, "-m", "venv", str(home / "venv")], check=True)
        inside = home / "venv" / "bin"
        pip = [inside / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run(
            [*map(str, pip), "-c", str(constraints), str(package)], check=True, stderr=subprocess.DEVNULL
        )
        yield from _failures(inside / "jokerboard", home, f"{package.name}, {python}")


def tried_by(tool: str, package: Path, constraints: Path = ROOT / "constraints.txt") -> Iterator[str]:
    """Install a package with pipx or uv and run commands in an empty folder; yield the failures."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        places = ("PIPX_HOME", "PIPX_MAN_DIR", "UV_TOOL_DIR")
        commands = dict.fromkeys(("PIPX_BIN_DIR", "UV_TOOL_BIN_DIR"), str(home / "commands"))
        subprocess.run(
            [*(word.format(constraints=constraints) for word in TOOLS[tool]), str(package)],
            check=True,
            env={**os.environ, **dict.fromkeys(places, str(home / "tools")), **commands},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        yield from _failures(home / "commands" / "jokerboard", home, f"{package.name}, {tool}")


def _failures(command: Path, home: Path, what: str) -> Iterator[str]:
    (home / "elsewhere").mkdir()
    for arguments in TRIED:
        run = subprocess.run(
            [command, *arguments], cwd=home / "elsewhere", capture_output=True, text=True, check=False
        )
        if run.returncode:
            yield f"{what}: {' '.join(arguments)} failed: {run.stderr.strip()}"


def _is_here(python: str) -> bool:
    # pyenv has a command on the PATH for every version, also if the version is not installed.
    return shutil.which(python) is not None and not subprocess.run([python, "-c", ""], check=False).returncode


def main(into: Path = ROOT / "dist") -> int:
    """Build, check and try the packages; return 1 if a file is missing or a command fails."""
    shutil.rmtree(into, ignore_errors=True)
    wheel, sdist = build(into)
    faults = [f"not in the package: {file}" for file in missing(wheel, sdist)]
    ways = [(python, partial(tried, python=python)) for python in filter(_is_here, PYTHONS)]
    ways += [(tool, partial(tried_by, tool)) for tool in filter(shutil.which, TOOLS)]
    for name, way in ways:
        for package in (wheel, sdist):
            found = list(way(package))
            print(
                f"{package.name}, {name}: {'failed' if found else f'{len(TRIED)} commands ran'}", flush=True
            )
            faults += found
    print(*faults, sep="\n", end="\n" if faults else "", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
