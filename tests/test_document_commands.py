"""The commands in the code blocks of all documents exist, and run if that is possible in a test.

Commands that need no server, no Raspberry Pi and no long wait are run, page by page, in the order of the
page. The arguments of other commands are parsed. A target of make must exist.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from jokerboard.cli.main import COMMANDS, Parser, main

ROOT = Path(__file__).parent.parent
DOCUMENT = ROOT / "docs" / "game-record.md"
PAGES = tuple(page for where in (".", "docs", "docs/rules", "wiring", "firmware_bridge")
              for page in sorted((ROOT / where).glob("*.md")))  # fmt: skip
PROMPT = re.compile(r"(?:\$ )?(?:sudo )?(?:-u \w+ )?(?:\.venv/bin/)?(?=(?:jokerboard|make) \S)")

WAITS = {
    "director", "serve", "board", "doctor", "setup", "firmware", "strategy", "cards", "journal",
    "table", "federation",
}  # fmt: skip
"""Commands that are not run: they serve, ask, need a device or other files, or take minutes."""
RUNS_ALL_THE_SAME = ("--twin", "cards list", "cards print", "strategy levels")
MAY_FAIL = {"doctor": 1, "tournament start": 1, "tournament result 7": 2, "tournament time-out": 2}
"""The exit codes of commands that may fail here: a board with a fault, a hall without tables."""
GIVEN = {"FILE...": "game.txt", "FILE": "game.txt", "GAME": "1", "TEAM": "Foxes", "DIR": "state"}


def commands(page: Path) -> Iterator[str]:
    """The commands in a page's code blocks, without prompts and remarks."""
    text = page.read_text("utf-8")
    blocks = re.findall(r"^```(?:sh|console|bash)?\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)
    for line in (*re.findall(r"^    \S.*$", text, flags=re.MULTILINE), *"".join(blocks).splitlines()):
        whole = re.split(r"\s+#\s|\s{2,}", line.strip())[0]
        if found := PROMPT.match(whole):
            yield whole[found.end() :]


def _words(command: str) -> list[str]:
    return [GIVEN.get(word, word) for word in shlex.split(command)]


def _waits(words: list[str]) -> bool:
    line = " ".join(words)
    if any(each in line for each in RUNS_ALL_THE_SAME):
        return False
    asks = words[1:3] == ["wiring", "new"] and "--yes" not in words
    return (
        asks
        or words[1] in WAITS
        or (words[1].startswith("demo") and ("--headless" not in words or "--hardware" in words))
    )


def _is_understood(words: list[str]) -> None:
    """Parse the arguments of a command of jokerboard, which fails if they are wrong."""
    module = importlib.import_module(COMMANDS[words[1]][0])
    parser = Parser(prog=words[1])
    module.add_arguments(parser)
    # Every `--help` ends with SystemExit.
    with contextlib.suppress(SystemExit):
        assert isinstance(parser.parse_args(words[2:]), argparse.Namespace)


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """A folder with the files that commands in the documents have as arguments."""
    for folder in ("docs", "tests", "wiring"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    # The page contains a game record, and the text around a record is ignored.
    (tmp_path / "game.txt").write_text(DOCUMENT.read_text("utf-8"), "utf-8")
    (tmp_path / "teams.csv").write_text("team,player1,player2\nFoxes,Ann,Bo\nLucky Bears,Cy,Di\n", "utf-8")
    return tmp_path


@pytest.mark.parametrize("page", [page for page in PAGES if any(commands(page))], ids=lambda page: page.name)
def test_the_commands_in_every_document_can_be_run(
    page: Path, desk: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(desk)
    targets = set(re.findall(r"^([a-z][a-z-]*):", (ROOT / "Makefile").read_text("utf-8"), flags=re.MULTILINE))
    # A page may have a command twice, for a shell and for Windows; it is tried once.
    for command in dict.fromkeys(commands(page)):
        words = _words(command)
        if words[0] == "make":
            assert words[1] in targets, command
        elif words[0] == "jokerboard":
            _is_understood(words) if _waits(words) or "--help" in words else _runs(words, capsys)


def _runs(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    code = main(words[1:])
    allowed = {0, *(code for start, code in MAY_FAIL.items() if " ".join(words[1:]).startswith(start))}
    out, err = capsys.readouterr()
    assert code in allowed, (words, out[-500:], err)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_no_document_has_a_pip_command_that_debian_refuses(page: Path) -> None:
    text = page.read_text("utf-8")
    for line in text.splitlines():
        if re.search(r"\bpip3? install\b", line) and not line.lstrip().startswith("|"):
            assert re.search(r"venv[\w/\\]*python|pipx|environment", line), line


def test_the_readme_installs_into_a_virtual_environment_with_equal_steps_on_linux_and_windows(
    tmp_path: Path,
) -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    lines = [line.strip() for line in readme.splitlines() if line.startswith("    ") and "venv" in line][:3]
    assert [line.split()[0] for line in lines] == ["python3", ".venv/bin/python", ".venv/bin/jokerboard"]
    windows = [line for line in readme.splitlines() if line.startswith((".venv\\Scripts", "py -m"))]
    same = [line.replace("\\Scripts\\", "/bin/").replace("py -m", "python3 -m") for line in windows]
    assert same == lines
    assert shutil.which("python3")
