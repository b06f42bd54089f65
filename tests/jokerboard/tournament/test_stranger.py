"""With the documents alone, a newcomer gets from two fresh clones to a played round in ten commands."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.programs import PATIENCE, free_port, ran, until

ROOT = Path(__file__).parents[3]
TEAMS = """team;player1;player2
Lucky Bears;Dan;Lou
Golden Larks;Jürgen;Søren
Red Foxes;Pia;Kim
Blue Whales;Ida;Max
"""


class Machine:
    """A clone of the program, with the commands that run there."""

    def __init__(self, clone: Path) -> None:
        subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True, timeout=PATIENCE)
        _share_compiled(clone)
        self.clone = clone
        self.commands: list[str] = []

    def run(self, *words: str) -> str:
        """Run a command to its end, and return its output."""
        self.commands.append(" ".join(words))
        done = ran(sys.executable, "-m", "jokerboard", *words, cwd=self.clone)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def start(self, running: ExitStack, *words: str) -> subprocess.Popen[str]:
        """Start a command, which is stopped at the end of the test."""
        self.commands.append(" ".join(words))
        program = words if words[0] == "redis-server" else (sys.executable, "-m", "jokerboard", *words)
        process = subprocess.Popen(
            program,
            cwd=self.clone,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            text=True,
        )
        running.callback(process.communicate)
        running.callback(process.kill)
        return process


def _share_compiled(clone: Path) -> None:
    """Copy the compiled modules of these sources to the clone, because compiling them takes seconds."""
    for cache in ROOT.glob("[a-z]*/**/__pycache__"):
        folder = clone / cache.parent.relative_to(ROOT)
        if not folder.is_dir() or cache.parts[len(ROOT.parts)] == "tests":
            continue
        for source in cache.parent.glob("*.py"):
            copy = folder / source.name
            if copy.exists() and copy.read_bytes() == source.read_bytes():
                shutil.copystat(source, copy)
        shutil.copytree(cache, folder / "__pycache__")


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[tuple[Machine, Machine, ExitStack]]:
    """The director's clone, the tables' clone, and the stack that stops their commands."""
    for program in ("redis-server", "openssl", "git"):
        if shutil.which(program) is None:
            pytest.skip(f"needs {program}")
    if not (ROOT / ".git").exists():
        pytest.skip("needs the repository, to clone it")
    with ExitStack() as running:
        yield Machine(tmp_path / "desk"), Machine(tmp_path / "tables"), running


def shown(process: subprocess.Popen[str]) -> str:
    """The address that a program has printed."""
    assert process.stdout is not None
    for line in process.stdout:
        if " is at http" in line:
            return line.split(" is at ", 1)[1].split()[0].split("?")[0]
    raise AssertionError("the program ended without an address")


def asked(address: str) -> Any:
    with urllib.request.urlopen(address, timeout=30) as answer:
        return json.load(answer)


@pytest.mark.redis
def test_a_newcomer_reaches_a_played_round_with_two_clones_and_ten_commands(
    machines: tuple[Machine, Machine, ExitStack], tmp_path: Path
) -> None:
    desk, tables, running = machines
    port = str(free_port())
    output = desk.run(
        "director", "redis-setup", "--host", "127.0.0.1", "--port", port, "--table", "7", "--table", "8"
    )
    assert "jokerboard director --hall" in output
    for name in ("7", "8"):  # A memory stick carries the folder of each table.
        shutil.copytree(desk.clone / "redis" / name, tables.clone / name)
    desk.start(running, "redis-server", "redis/redis.conf")
    page = shown(desk.start(running, "director", "--hall", "redis", "--http", "0"))
    for name in ("7", "8"):
        shown(
            tables.start(
                running, "demo", "--hall", name, "--port", "0", "--state", f"state{name}", "--speed", "4"
            )
        )
    until(lambda: len([one for one in asked(f"{page}api/tables")["tables"] if one["here"]]) == 2)

    (desk.clone / "teams.csv").write_text(TEAMS)
    desk.run("tournament", "new", "Spring Cup", "--rounds", "1")
    desk.run("tournament", "register", "teams.csv")
    desk.run("tournament", "tables", "1=7", "2=8")
    desk.run("tournament", "pair")
    output = desk.run("tournament", "start")
    assert "2 of 2 tables have confirmed" in output
    assert len(desk.commands) + len(tables.commands) <= 10

    def players() -> set[str]:
        return {
            name
            for one in asked(f"{page}api/tables")["tables"]
            if one["game"]
            for name in one["game"]["names"].values()
        }

    until(lambda: players() == {"Dan", "Lou", "Jürgen", "Søren", "Pia", "Kim", "Ida", "Max"})
    until(lambda: all(one["game"]["n"] > 0 for one in asked(f"{page}api/tables")["tables"]))
