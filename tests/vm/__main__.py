"""`make test-vm`: run the steps of `walk.py` in the machine; `--write` writes results to docs/tested.md."""

from __future__ import annotations

import argparse
import datetime
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.vm import images
from tests.vm.machine import GuestError, Machine
from tests.vm.walk import INSTALLATION, STEPS, Walk

DOCUMENT = images.ROOT / "docs" / "tested.md"
COMMIT = "commit"
"""The name of the file in a kept machine's folder with the commit that is installed in it."""

BEGIN, END = "<!-- make test-vm writes from here -->", "<!-- to here -->"


@dataclass(frozen=True, slots=True)
class Seen:
    """The result of a step: its name, whether it succeeded, and a text about what happened."""

    step: str
    well: bool
    text: str


def main() -> int:
    """Build missing disks, run the steps, print and write the results; return 1 if a step failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.vm", description="The service on a real kernel.")
    parser.add_argument("--write", action="store_true", help="put it into the table of docs/tested.md")
    parser.add_argument(
        "--kvm", action="store_true", help="the processor's own virtual machines: ten times faster"
    )
    parser.add_argument("--console", type=Path, metavar="FILE", help="keep the machine's console")
    parser.add_argument(
        "--keep", type=Path, metavar="FOLDER",
        help="keep the installed machine here, and begin with it from the second time on",
    )  # fmt: skip
    parser.add_argument(
        "--installed", action="store_true",
        help="install on this computer into the machine's disk, which takes a minute instead of ten",
    )  # fmt: skip
    parser.add_argument(
        "--steps", nargs="+", choices=[step.__name__ for step in STEPS], metavar="STEP",
        help="only these, after the installation",
    )  # fmt: skip
    parser.add_argument(
        "--debian", type=int, choices=images.SUITES, default=12, help="the version of the machine's programs"
    )
    args = parser.parse_args()
    kept = args.keep is not None and (args.keep / "memory").exists()
    if kept and not (args.keep / COMMIT).exists():
        parser.error(f"{args.keep} was kept without its commit; remove it, and keep a new machine there")
    lacks = images.lacking()
    if lacks:
        print(f"test-vm: not here: {lacks}", file=sys.stderr)
        return 2
    # The machine must end with this program, also if a signal ends it.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    installed = (args.keep / COMMIT).read_text() if kept else commit()
    walked_at, failed = f"{datetime.date.today()}, {installed}", False
    for seen in walked(args):
        failed |= not seen.well
        if args.write:
            write(seen, walked_at, "" if args.debian == 12 else f"Debian {args.debian}: ")
    return failed


def walked(args: argparse.Namespace) -> Iterator[Seen]:
    """Run the steps, also after a failed one, and yield the result of each."""
    kept = args.keep if args.keep is not None and (args.keep / "memory").exists() else None
    with tempfile.TemporaryDirectory(prefix="jokerboard-vm-") as name:
        folder = Path(name)
        program = images.program_disk(folder, args.debian)
        if kept is None and args.installed:
            disk = images.installed_disk(folder, program, args.debian)
        else:
            disk = images.system_disk(images.SUITES[args.debian][0])
        acceleration = "kvm" if args.kvm else "tcg,thread=multi"
        with Machine(disk, program, folder, acceleration, kept) as machine:
            walk = Walk(machine)
            try:
                if kept is not None:
                    machine.go_on()
                machine.up()
                if kept is None:
                    for step in (Walk.running,) if args.installed else INSTALLATION:
                        yield (seen := taken(walk, step))
                        if not seen.well:
                            return
                    if args.keep is not None:
                        machine.keep(args.keep)
                        (args.keep / COMMIT).write_text(commit())
                else:
                    walk.take_over()
                for step in STEPS:
                    if not args.steps or step.__name__ in args.steps:
                        yield taken(walk, step)
            finally:
                if args.console is not None:
                    args.console.write_bytes(machine.console.read_bytes())


def taken(walk: Walk, step: Callable[[Walk], str]) -> Seen:
    """Run a step; print and return its result."""
    began, name = time.monotonic(), step.__name__.replace("_", " ")
    try:
        seen = Seen(name, True, step(walk))
    except (AssertionError, GuestError, OSError):
        seen = Seen(name, False, traceback.format_exc(limit=3))
    print(
        f"{'ok  ' if seen.well else 'FAIL'} {time.monotonic() - began:5.1f} s  {seen.step}: {seen.text}",
        flush=True,
    )
    return seen


def commit() -> str:
    """The abbreviated hash of the checkout's commit."""
    return subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=images.ROOT, capture_output=True, text=True, check=True
    ).stdout.strip()


def write(seen: Seen, walked_at: str, prefix: str) -> None:
    """Write results into the table of docs/tested.md, with `prefix` before the names of steps.

    Rows of other steps are kept. `walked_at` is the date and the installed commit.
    """
    before, _, rest = DOCUMENT.read_text().partition(BEGIN)
    table, _, after = rest.partition(END)
    rows = {cells[1].strip(): line for line in table.splitlines() if (cells := line.split("|"))[1:]}
    result, name = "ok" if seen.well else "failed", prefix + seen.step
    rows[name] = f"| {name} | {walked_at} | {result} | {_cell(seen.text)} |"
    in_order = [rows[name] for name in sorted(rows, key=_place)]
    DOCUMENT.write_text("\n".join([f"{before}{BEGIN}", "", *in_order, "", f"{END}{after}"]))


def _place(name: str) -> tuple[str, int]:
    """The sorting key of a row: its prefix and the number of its step; the table's head comes first."""
    prefix, _, step = name.rpartition(": ")
    steps = [step.__name__.replace("_", " ") for step in (*INSTALLATION, Walk.running, *STEPS)]
    return prefix, ["step", "---", *steps].index(step)


def _cell(text: str) -> str:
    return text.replace("|", "/").replace("\n", " ")


if __name__ == "__main__":
    sys.exit(main())
