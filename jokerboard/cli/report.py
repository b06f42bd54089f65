"""`jokerboard report`: make an archive that a builder sends to somebody who helps, or open one.

| file of the archive | contents |
|---|---|
| `about.json` | versions of the program, Python, the system and the packages; the size of the journal |
| `board.toml` | the board's description, if one was given |
| `doctor.txt` | the findings of `jokerboard doctor` |
| `device.json` | INFO and HEALTH as a microcontroller reports them |
| `game-N.jsonl` | the records of each game of the last hour of play, as `journal export --format jsonl` |
| `game-N.trace` | the same game for `jokerboard replay`, if the journal keeps sensor edges |

Names of people are replaced by their seats; the names of this computer and of its user by "computer" and
"user".
"""

from __future__ import annotations

import argparse
import json
import platform
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from engine.errors import EngineError, RefereeError
from engine.text import counted
from firmware_bridge.errors import BridgeError
from jokerboard.cli.arguments import add_state, user_name, writing
from jokerboard.cli.doctor import installed
from jokerboard.host import VERSION
from jokerboard.host.errors import UsageError
from jokerboard.journal.errors import JournalError
from jokerboard.journal.file import games, is_fresh, records
from jokerboard.journal.games.export import json_lines, trace_lines
from jokerboard.journal.games.game_lines import to_json
from jokerboard.journal.games.replay_check import contradiction
from jokerboard.journal.games.trace import Header, Replayed, replay
from jokerboard.journal.records import Kind, Record, has_time, parse
from jokerboard.journal.store import FILE

FORMAT = 1
RECENT = timedelta(hours=1)
MOST_GAMES = 20
"""The most games in a report. On a computer without a set clock, the age of a game is unknown."""
LARGEST = 64 << 20
"""The size in bytes of the largest file in an archive that `report open` reads."""
DEVICE_WITHIN = 5.0
"""Seconds to wait for a board's answers to INFO and HEALTH."""
PACKAGES = ("pyserial", "gpiozero", "lgpio", "spidev", "smbus2", "evdev", "rpi_ws281x", "redis", "starlette")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "action", nargs="?", choices=["open"], help="show the report FILE; without this word, make a report"
    )
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help="the report to open")
    add_state(parser)
    parser.add_argument("--board", type=Path, metavar="FILE", help="the board's description")
    parser.add_argument("--port", metavar="PATH", help="microcontroller's port (default: the only one)")
    parser.add_argument("--out", type=Path, default=Path("report.zip"), metavar="FILE", help="a new file")
    parser.add_argument("--yes", action="store_true", help="write the report without asking")


def run(args: argparse.Namespace) -> int:
    """Make a report, or show the one that `open` names; return the exit code."""
    if args.action == "open":
        if args.file is None:
            raise UsageError("give the report: jokerboard report open FILE")
        return opened(args.file)
    return made(args)


# Making ------------------------------------------------------------------------------------------


def made(args: argparse.Namespace) -> int:
    """Collect the files of the report, list them, and write them if the person agrees; return 1 if not."""
    if args.out.exists():
        raise UsageError(f"{args.out} exists already; give the name of a new file with --out")
    names: dict[str, str] = {}
    parts: dict[str, str] = {}
    _add_games(parts, args.state, names)
    parts["about.json"] = _json(_about(args.state))
    if args.board is not None:
        parts["board.toml"] = _text(args.board)
    parts["doctor.txt"] = _doctor(args.board)
    parts["device.json"] = _json(_device(args.port))
    parts = {name: _anonymous(text, names) for name, text in sorted(parts.items())}
    print("The report will contain:")
    for name, text in parts.items():
        print(f"  {name:15} {len(text.encode()):9,} bytes  {_summary(name, text)}")
    print("Names of people, this computer and its user are replaced. Cards' tags and keys are left out.")
    if not args.yes and not _agreed():
        print("Nothing was written.")
        return 1
    with (
        writing(args.out, "give another --out"),
        zipfile.ZipFile(args.out, "x", zipfile.ZIP_DEFLATED) as archive,
    ):
        for name, text in parts.items():
            archive.writestr(name, text)
    print(f"{args.out} is written. `jokerboard report open {args.out}` shows it.")
    return 0


def _agreed() -> bool:
    print("Write it? [y/N] ", end="", flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _about(state: Path) -> dict[str, Any]:
    journal = state / FILE
    return {
        "report": FORMAT,
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
        "jokerboard": VERSION,
        "python": platform.python_version(),
        "system": platform.platform(),
        "machine": _model(),
        "packages": {name: installed(name) for name in PACKAGES},
        "journal_bytes": journal.stat().st_size if journal.exists() else None,
    }


def _model() -> str:
    """The model name of a single-board computer; on other computers the processor's name."""
    try:
        # The kernel ends the text with a zero byte, as in C.
        return Path("/proc/device-tree/model").read_text().rstrip("\0\n")
    except OSError:
        return platform.machine()


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} cannot be read as a board's description: {error}") from error


def _doctor(board: Path | None) -> str:
    """The findings of `doctor --machine-only`, which leaves a running table's devices alone."""
    command = [sys.executable, "-m", "jokerboard", "doctor", "--machine-only"]
    try:
        done = subprocess.run(
            [*command, *([] if board is None else [str(board)])], capture_output=True, text=True, timeout=120
        )
    except (OSError, subprocess.SubprocessError) as error:
        return f"jokerboard doctor could not be run: {error}\n"
    return done.stdout + done.stderr


def _device(port: str | None) -> dict[str, Any]:
    """INFO and HEALTH of a microcontroller, under "info" and "health"; else the reason, under "none"."""
    from firmware_bridge.facts import BoardHealth
    from firmware_bridge.link import BoardLink
    from firmware_bridge.messages import Op
    from firmware_bridge.transport import find_board

    try:
        with closing(BoardLink(port or find_board())) as link:
            health = BoardHealth.unpack(link.ask(Op.HEALTH, timeout=DEVICE_WITHIN).data)
            facts = link.facts
            return {"info": None if facts is None else asdict(facts), "health": asdict(health)}
    except BridgeError as error:
        return {"none": str(error)}


def _add_games(parts: dict[str, str], state: Path, names: dict[str, str]) -> None:
    """Add the files of each recent game to `parts`, and the replacement for each player's name to `names`."""
    path = state / FILE
    if not path.exists() or is_fresh(path):
        return
    for some in recent_games(path):
        game = some[0].game
        names.update(_names(some))
        parts[f"game-{game}.jsonl"] = "".join(f"{line}\n" for line in json_lines(some))
        try:
            lines = list(trace_lines(some)) if some[0].data.get("edges") else []
        except JournalError:  # An interrupted game has records but no trace.
            lines = []
        if lines:
            parts[f"game-{game}.trace"] = "".join(f"{line}\n" for line in lines)


def recent_games(path: Path) -> Iterator[list[Record]]:
    """The records of each game played within an hour of the newest dated game's end, the newest game first.

    A game that began before the clock was set has no date, and is always included.
    """
    since = None
    for line in tuple(reversed(games(path)))[:MOST_GAMES]:
        some = list(records(path, line.header.game))
        if has_time(some[0].data):
            end = _played_until(some)
            since = since or end - RECENT
            if end < since:
                return
        yield some


def _played_until(some: Sequence[Record]) -> datetime:
    begun = datetime.fromisoformat(some[0].data["begun"])
    begun = begun if begun.tzinfo else begun.replace(tzinfo=UTC)
    return begun + timedelta(seconds=max(float(record.data.get("t", 0)) for record in some))


def _names(some: Sequence[Record]) -> dict[str, str]:
    """The replacement for each player's name in the records, such as "Player A", by name."""
    return {
        name: f"Player {seat}"
        for record in some
        if record.kind in (Kind.GAME, Kind.NAMES)
        for seat, name in dict(record.data.get("names", {})).items()
        if name
    }


def _anonymous(text: str, names: dict[str, str]) -> str:
    """The text with each name replaced wherever it stands as a whole word."""
    words = dict(names)
    words |= {str(Path.home()): "~", platform.node(): "computer", user_name(""): "user"}
    # The first alternative that matches wins, so "Annabel" must come before "Ann".
    known = sorted((word for word in words if len(word) > 1 and word != "root"), key=len, reverse=True)
    if not known:
        return text
    pattern = "|".join(re.escape(form) for word in known for form in (word, json.dumps(word)[1:-1]))
    escaped = {json.dumps(word)[1:-1]: words[word] for word in known} | words
    return re.sub(rf"(?<!\w)(?:{pattern})(?!\w)", lambda found: escaped[found[0]], text)


def _json(value: object) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False, default=str) + "\n"


def _summary(name: str, text: str) -> str:
    if name.startswith("game-"):
        return counted(text.count("\n"), "line")
    if name == "doctor.txt":
        return (text.strip().splitlines() or ["nothing"])[-1]
    if name == "device.json":
        device = json.loads(text)
        return str(device.get("none") or (device["info"] or {}).get("build", ""))
    return ""


# Opening -----------------------------------------------------------------------------------------


def opened(file: Path) -> int:
    """Print the contents of the report `file` and replay its games.

    Return 1 if a game contradicts the rules or a replay gives other verdicts, else 0.
    """
    try:
        with zipfile.ZipFile(file) as archive:
            parts = {entry.filename: _part(archive, entry, file) for entry in archive.infolist()}
        about = json.loads(parts["about.json"])
        known = about["report"] == FORMAT
    except FileNotFoundError as error:
        raise UsageError(f"there is no file {file}; give the path of a report") from error
    except (zipfile.BadZipFile, OSError, KeyError, ValueError, TypeError, EOFError, RecursionError) as error:
        raise UsageError(f"{file} is no report of jokerboard; make one with: jokerboard report") from error
    if not known:
        raise UsageError(
            f"{file} has format {about['report']}; this version opens {FORMAT}: update jokerboard"
        )
    print(f"{about['made']}  jokerboard {about['jokerboard']}, Python {about['python']}, {about['system']}")
    print(f"on {about['machine']}")
    for name in ("doctor.txt", "device.json"):
        print(f"\n{name}\n{parts.get(name, 'missing from the report').rstrip()}")
    differ = False
    for name in sorted(parts):
        if name.endswith(".jsonl"):
            print(f"\n{name}")
            differ |= _replayed(file, name, parts)
    return 1 if differ else 0


def _part(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, file: Path) -> str:
    if entry.file_size > LARGEST:
        raise UsageError(f"{file}: {entry.filename} has {entry.file_size} bytes, more than {LARGEST}")
    return archive.read(entry).decode("utf-8")


def _replayed(file: Path, name: str, parts: dict[str, str]) -> bool:
    """Check a game's records by the rules and by a replay of its trace; return whether a fault was found."""
    try:
        some = [parse(line, json.loads(line)["hash"]) for line in parts[name].splitlines()]
        wrong = contradiction(some)
    except (ValueError, KeyError, IndexError, RecursionError) as error:
        raise UsageError(f"{file}: {name} has no game's records ({error}); ask for a new report") from error
    verdicts = [record.data["kind"] for record in some if record.kind is Kind.VERDICT]
    print(f"  {counted(len(some), 'record')}, {counted(verdicts.count('move'), 'move')}; ", end="")
    ruled = "the rules allow every move"
    print(ruled if wrong is None else f"record {wrong.n} contradicts the rules: {wrong.text}")
    trace = parts.get(name.replace(".jsonl", ".trace"))
    if trace is None:
        print("  no trace: the game was interrupted, or `edges = true` was not set under [game]")
        return wrong is not None
    try:
        again = list(_kinds(trace))
    except (RefereeError, EngineError) as error:
        raise UsageError(f"{file}: the trace of {name} cannot be replayed: {error}") from error
    same = again == verdicts
    others = f"{counted(len(again), 'verdict')}, but {len(verdicts)} were recorded"
    print(f"  replayed: {'the same verdicts' if same else others}")
    return wrong is not None or not same


def _kinds(trace: str) -> Iterator[str]:
    steps = replay(iter(trace.splitlines(keepends=True)))
    header = next(steps)
    assert isinstance(header, Header)
    for step in steps:
        assert isinstance(step, Replayed)
        yield from (str(to_json(verdict, header.table.board)["kind"]) for verdict in step.verdicts)
