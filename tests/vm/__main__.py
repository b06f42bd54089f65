"""`make test-vm`: walk through the machine; `--write` writes what was seen into docs/tested.md."""

from __future__ import annotations

import argparse
import datetime
import subprocess
import sys
import tempfile
import time
import traceback
from dataclasses import dataclass
from pathlib import Path

from tests.vm import images
from tests.vm.machine import GuestError, Machine
from tests.vm.walk import Walk

DOCUMENT = images.ROOT / "docs" / "tested.md"
BEGIN, END = "<!-- make test-vm writes from here -->", "<!-- to here -->"


@dataclass(frozen=True, slots=True)
class Seen:
    """One step of the walk: its name, whether it went well, what was seen."""

    step: str
    well: bool
    text: str


def main() -> int:
    """Build what is missing, walk, print and write; 1 if a step failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.vm", description="The service on a real kernel.")
    parser.add_argument("--write", action="store_true", help="write what was seen into docs/tested.md")
    parser.add_argument(
        "--kvm", action="store_true", help="the processor's own virtual machines: ten times faster"
    )
    parser.add_argument("--console", type=Path, metavar="FILE", help="keep the machine's console")
    args = parser.parse_args()
    lacks = images.lacking()
    if lacks:
        print(f"test-vm: not here: {lacks}", file=sys.stderr)
        return 2
    seen = walked("kvm" if args.kvm else "tcg,thread=multi", args.console)
    if args.write:
        write(seen)
    return any(not each.well for each in seen)


def walked(acceleration: str, console: Path | None) -> list[Seen]:
    """Run every step, also after one that failed, and return what was seen."""
    found: list[Seen] = []
    with tempfile.TemporaryDirectory(prefix="jokerboard-vm-") as name:
        folder = Path(name)
        disk, program = images.system_disk(images.WALKED), images.program_disk(folder)
        with Machine(disk, program, folder, acceleration) as machine:
            try:
                machine.up()
                for step in Walk(machine).steps():
                    began = time.monotonic()
                    try:
                        seen = Seen(step.__name__.replace("_", " "), True, step())
                    except (AssertionError, GuestError, OSError):
                        seen = Seen(step.__name__.replace("_", " "), False, traceback.format_exc(limit=3))
                    found.append(seen)
                    took = f"{'ok  ' if seen.well else 'FAIL'} {time.monotonic() - began:5.1f} s"
                    print(f"{took}  {seen.step}: {seen.text}", flush=True)
            finally:
                if console is not None:
                    console.write_bytes(machine.console.read_bytes())
    return found


def write(found: list[Seen]) -> None:
    """Replace the part of docs/tested.md that is this program's."""
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=images.ROOT, capture_output=True, text=True, check=True
    )
    table = [
        f"{datetime.date.today()}, commit {commit.stdout.strip()}:",
        "",
        "| step | | seen |",
        "|---|---|---|",
    ]
    for seen in found:
        table.append(f"| {seen.step} | {'ok' if seen.well else 'failed'} | {_cell(seen.text)} |")
    before, _, rest = DOCUMENT.read_text().partition(BEGIN)
    after = rest.partition(END)[2]
    DOCUMENT.write_text("\n".join([f"{before}{BEGIN}", "", *table, "", f"{END}{after}"]))


def _cell(text: str) -> str:
    return text.replace("|", "/").replace("\n", " ")


if __name__ == "__main__":
    sys.exit(main())
