"""Hostile files for every argument of a command that is a file or a directory.

    pytest tests/jokerboard/cli/test_hostile_files.py --all-scenarios      every file to every command

Each must be refused in one sentence. The arguments are found in the parsers, so a new argument fails a test
until it is added here. Arguments for serial ports are left out, because they name devices.
"""

from __future__ import annotations

import argparse
import importlib
import io
import random
import shlex
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from jokerboard.cli.main import COMMANDS, Parser, main
from jokerboard.journal.store import FILE, Journal
from tests.examples import some

HOSTILE: dict[str, Callable[[Path], object]] = {
    "nothing there": lambda path: None,
    "an empty file": lambda path: path.write_bytes(b""),
    "a directory": lambda path: path.mkdir(),
    "a link to itself": lambda path: path.symlink_to(path),
    "bytes": lambda path: path.write_bytes(random.Random(1).randbytes(5000)),
    "zeros": lambda path: path.write_bytes(bytes(200_000)),
    "UTF-16": lambda path: path.write_bytes("team;player1\nA;B\n".encode("utf-16")),
    "deep JSON": lambda path: path.write_text("[" * 100_000),
    "JSON of another kind": lambda path: path.write_text('{"exchange": [1, {"entries": null}], "n": 1e999}'),
    "a very long line": lambda path: path.write_text("a" * 3_000_000),
    "half a database": lambda path: path.write_bytes(b"SQLite format 3\x00" + bytes(84)),
    "control characters": lambda path: path.write_text("\x00\x1b[2J\u202eteam,\ud800\n", "utf-8", "replace"),
}
NEW = ("nothing there", "a directory")
TEXT = ("JSON of another kind",)
RUNS_WITH = {
    "board": NEW,
    "demo --board": NEW[:1],
    "demo --state": NEW,
    "demo-tournament": NEW,
    "director --redis rediss://127.0.0.1:1 --redis-password": TEXT,
    "federation --redis rediss://127.0.0.1:1 --redis-password": TEXT,
    "demo --redis rediss://127.0.0.1:1 --redis-password": TEXT,
    "firmware build": NEW,
    "wiring build board": NEW,
    "wiring order board": NEW,
}
"""The hostile files that a command rightly accepts, by the beginning of the command.

They are not tried: with such a file the command would serve without end, or fill a new directory.
"""
CAMPAIGN = (
    "tournament --state desk register {}",
    "tournament --state desk import {}",
    "tournament --state {} show",
    "tournament --state desk print standings --out {}",
    "tournament --state desk export exchange.json --out {}",
    "tournament --state desk site {}",
    "director --hall {}",
    "director --state {} verify",
    "director --state {} keys",
    "director --state desk backup {}",
    "director redis-setup --host desk.local --table 7 --out {}",
    "federation --hall {}",
    "federation --state {} --site out",
    "table name --state {}",
    "table join {} --config table.toml",
    "table join joined --config {}",
    "journal verify --state {}",
    "journal verify --state state --signed {}",
    "journal export --state {} --out out.jsonl",
    "journal import {} --state new",
    "journal backup {} --state state",
    "games check {}",
    "replay {}",
    "rules legal --rules texas --position 'A8/-/-/- A' --card A --house {}",
    "wiring check {}",
    "wiring build {} --out paper",
    "wiring order {} --out order",
    "report open {}",
    "cards print --out {}",
    "firmware build --board {} --out built",
    "rules show texas --house {}",
    "rules perft --rules texas --position 'A8/-/-/- A' --depth 1 --house {}",
    "games show {}",
    "games stats {}",
    "games analyse {}",
    "firmware build --out {}",
    "firmware flash --board {}",
    "table join {} --config table.toml",
    "journal list --state {}",
    "journal show --state {}",
    "journal key --state {}",
    "journal export --state state --out {}",
    "journal backup copy --state {}",
    "journal import log.jsonl --state {}",
    "wiring new {}",
    "wiring build board.toml --out {}",
    "wiring order board.toml --out {}",
    "setup {} --twin 1",
    "setup board.toml --twin 1 --stop-after 1 --state {}",
    "report --yes --state {} --out report1.zip",
    "report --yes --board {} --out report2.zip",
    "report --yes --out {}",
    "doctor {} --straight --seconds 0",
    "doctor board.toml --cards --seconds 0 --decks {}",
    "doctor board.toml --straight --seconds 0 --lights --state {}",
    "doctor --machine-only --root {}",
    "director --redis rediss://127.0.0.1:1 --redis-password {}",
    "director --redis rediss://127.0.0.1:1 --redis-ca {}",
    "federation --redis rediss://127.0.0.1:1 --redis-password {}",
    "federation --redis rediss://127.0.0.1:1 --redis-ca {}",
    "federation --state federation --site {}",
    "demo --redis rediss://127.0.0.1:1 --redis-password {}",
    "demo --redis rediss://127.0.0.1:1 --redis-ca {}",
    "demo --hall {}",
    "demo --wiring {}",
    "demo --board {}",
    "demo --state {}",
    "serve --config {}",
    "board --state {} --socket board.sock",
    "board --state b --socket {}",
    "demo-tournament --tables 1 --state {}",
    "cards enroll --state {}",
    "cards list --state {}",
)


@pytest.fixture(scope="module")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with good files: a tournament, a board's description, a journal and its export, and a
    table's folder.
    """
    path = tmp_path_factory.mktemp("furnished")
    assert main(["tournament", "--state", str(path / "desk"), "new", "Cup", "--rounds", "1"]) == 0
    assert main(["wiring", "new", "--yes", str(path / "board.toml")]) == 0
    state = str(path / "state")
    Journal.open(path / "state" / FILE, table="t", made="2026-11-21T10:00:00+00:00").close()
    log = ["--format", "jsonl", "--out", str(path / "log.jsonl")]
    assert main(["journal", "export", *log, "--state", state]) == 0
    joined = path / "joined"
    joined.mkdir()
    (joined / "table.toml").write_text(
        '[tournament]\nredis = "rediss://7@desk.local:6380"\npassword_file = "redis.password"\n'
        'ca = "hall-ca.pem"\nid = "7"\nname = "Table 7"\n'
    )
    (joined / "redis.password").write_text("secret\n")
    (joined / "hall-ca.pem").write_text("-----BEGIN CERTIFICATE-----\n")
    return path


@pytest.fixture
def place(furnished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the directory `furnished`, in which the commands run."""
    path = tmp_path / "here"
    shutil.copytree(furnished, path)
    monkeypatch.chdir(path)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    return path


def parser_of(name: str) -> Parser:
    parser = Parser(prog=name)
    importlib.import_module(COMMANDS[name][0]).add_arguments(parser)
    return parser


def file_arguments(parser: argparse.ArgumentParser, name: str) -> Iterator[tuple[str, str]]:
    """Each argument that is a file or a directory: the command with its verbs, and the argument's name."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for verb, inner in action.choices.items():
                yield from file_arguments(inner, f"{name} {verb}")
        elif action.type is Path:
            yield name, action.dest


def tried_by(command: str) -> tuple[str, str]:
    """The name and actions of `command`, and its argument that is `{}`, the place of the hostile file."""
    name, *rest = shlex.split(command)
    given = vars(parser_of(name).parse_args(rest))
    (dest,) = (key for key, value in given.items() if value in (Path("{}"), [Path("{}")]))
    known = [of for of, argument in file_arguments(parser_of(name), name) if argument == dest]
    return max((of for of in known if set(of.split()) <= {name, *rest}), key=len), dest


def test_hostile_files_are_tried_for_every_file_argument_of_every_command() -> None:
    known = {one for name in COMMANDS for one in file_arguments(parser_of(name), name)}
    assert known - set(map(tried_by, CAMPAIGN)) == set()


@pytest.mark.parametrize("command", CAMPAIGN)
def test_every_command_accepts_a_hostile_file_or_refuses_it_in_one_sentence(
    command: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    runs_with = next((kinds for start, kinds in RUNS_WITH.items() if command.startswith(start)), ())
    kinds = [(what, write) for what, write in HOSTILE.items() if what not in runs_with]
    for n, (what, write) in enumerate(some(kinds, 1, first=5 * CAMPAIGN.index(command))):
        file = place / f"hostile {n}"
        write(file)
        before = file.read_bytes() if file.is_file() else b""
        capsys.readouterr()
        code = main(shlex.split(command.replace("{}", shlex.quote(str(file)))))
        output = capsys.readouterr()
        assert code in ((1, 2) if runs_with else (0, 1, 2)), (command, what)
        lines = output.err.splitlines()
        # `wiring check` names every problem of a description, each in a line.
        assert len(lines) <= 1 or command == "wiring check {}", (command, what, output.err)
        assert (code == 0) or lines or output.out, (command, what)
        assert all(len(line) < 600 and line.isprintable() for line in lines), (
            command,
            what,
            output.err[:700],
        )
        assert code != 2 or (file.read_bytes() if file.is_file() else b"") == before, (command, what)
