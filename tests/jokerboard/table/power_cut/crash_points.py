"""Power cuts while people play: each disk that a cut may leave is opened and compared with the announcements.

`python -m tests.jokerboard.table.power_cut.crash_points --points 2000` tries many, of all kinds of play and
with both ways of mounting. With `--blocks` (root) the kernel's ext4 writes to a recorded disk and recovers it
after each cut; without, both are a model that follows the program's system calls.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import random
import shutil
import tarfile
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jokerboard.host.errors import JokerboardError
from jokerboard.journal.errors import JournalDamagedError, JournalError
from jokerboard.journal.file import check, is_fresh, records
from jokerboard.journal.records import Kind
from jokerboard.journal.store import FILE
from tests.jokerboard.table.power_cut.disk import Disk, Mount, near
from tests.jokerboard.table.power_cut.played import KINDS, Player
from tests.jokerboard.table.power_cut.recorded_disk import Recording, can_record, recorded
from tests.jokerboard.table.power_cut.system_calls import Call, Printed, traced
from tests.upgrades.test_upgrade import BEFORE

MOUNTS: Sequence[Mount] = ("ordered", "writeback")
PLAYED_ON = 20
"""At one crash point out of this many, people play on; at all other ones the table is only opened."""


@dataclass(frozen=True, slots=True)
class Watched:
    """A program that played in a folder: the folder's contents before, and its system calls and output."""

    before: Path
    calls: tuple[Call, ...]

    def disk(self) -> Disk:
        return Disk(self.before)


PLAYED = ("-m", "tests.jokerboard.table.power_cut.played")


def watched(kind: str, folder: Path) -> Watched:
    """Play a game of that kind in a folder, after keeping the folder's contents."""
    before, state = begun(kind, folder), folder / "state"
    shutil.copytree(before, state)
    return Watched(before, traced([*PLAYED, kind, str(state)], state))


def begun(kind: str, folder: Path) -> Path:
    """The state in which a game of that kind begins, in a folder below `folder`."""
    before = folder / "before"
    before.mkdir()
    if kind == "upgraded":
        with tarfile.open(BEFORE) as archive:
            archive.extractall(folder / "archive", filter="data")
        before.rmdir()
        (folder / "archive" / "state").rename(before)
        people = before / "people.json"
        people.write_text(people.read_text().replace('"paused"', '"playing"'))
    return before


def tried(
    work: Watched | Recording, mount: Mount, points: int, seed: str, played_on: int = PLAYED_ON
) -> Counter[str]:
    """Cut the power at this many `points` and count the results; raise AssertionError if anything is lost.

    After every `played_on`-th cut the game continues for three plays.
    """
    chance, report = random.Random(seed), Counter[str]()
    announced = [at for at, call in enumerate(work.calls) if isinstance(call, Printed)]
    disk: Any = work.disk()
    verdicts, done = list[str](), 0
    for number, place in enumerate(near(work.calls, announced, chance, points)):
        for call in work.calls[done:place]:
            disk.take(call)
            if isinstance(call, Printed):
                verdicts.append(call.text)
        done = place
        try:
            with disk.cut(chance, mount) as left:
                report += _examined(left, verdicts, more=3 if number % played_on == 0 else 0)
        except (AssertionError, JokerboardError) as error:
            raise AssertionError(
                f"{mount}, seed {seed}, call {place} ({work.calls[max(0, place - 1)]!s:.60}): {error}"
            ) from error
    return report


def _examined(left: Path, verdicts: Sequence[str], more: int) -> Counter[str]:
    """Open the folder `left` as the service does, and check that it has every announcement in `verdicts`.

    Then play `more` plays.
    """
    report = Counter(points=1, announced=len(verdicts))
    journal = left / FILE
    damage = None
    if verdicts or not _fresh(journal):
        try:
            check(journal)
        except JournalDamagedError as error:
            damage = str(error)
        except JournalError:  # The cut came while this file was made.
            if verdicts:
                raise
    player = Player(left, lambda _: None)
    try:
        kept = {json.dumps(data, sort_keys=True) for data in _binding(journal)}
        lost = [text for text in verdicts if text not in kept]
        assert not lost, f"{len(lost)} announced and lost, the first {lost[0]}; verify says {damage}"
        assert damage is None, f"nothing is lost, and verify says {damage}"
        assert player.damage is None, f"nothing is lost, and the start says {player.damage}"
        if more:
            player.play(more)
            report["went on"] += 1
    finally:
        player.close()
    check(journal)
    return report


def _fresh(journal: Path) -> bool:
    with contextlib.suppress(JournalError):
        return is_fresh(journal)
    return False


def _binding(journal: Path) -> Iterator[object]:
    """The verdicts in the journal that are announced only once they are on the disk."""
    for record in records(journal):
        if record.kind is Kind.VERDICT:
            yield record.data


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--points", type=int, default=2000, help="in all")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--kinds", nargs="+", default=list(KINDS), choices=KINDS)
    parser.add_argument("--blocks", action="store_true", help="a recorded disk below ext4 (root)")
    args = parser.parse_args()
    lacks = can_record() if args.blocks else None
    if lacks is not None:
        parser.error(f"--blocks needs {lacks}; without it a model of the disk is tried")
    each = args.points // (len(args.kinds) * len(MOUNTS))
    for kind in args.kinds:
        for mount in MOUNTS:
            with tempfile.TemporaryDirectory(prefix="watched-") as name:
                folder, began = Path(name), time.process_time()
                if args.blocks:
                    work: Watched | Recording = recorded([*PLAYED, kind], begun(kind, folder), mount)
                else:
                    work = watched(kind, folder)
                report = tried(work, mount, each, f"{args.seed}:{kind}:{mount}")
            kinds = Counter(type(call).__name__ for call in work.calls)
            print(
                f"{kind}, {mount}: {report['points']} crash points among {len(work.calls)} entries"
                f" ({', '.join(f'{count} {word}' for word, count in kinds.most_common())}),"
                f" {report['went on']} played on, 0 announced lost, 0 silent,"
                f" {time.process_time() - began:.0f} s",
                flush=True,
            )


if __name__ == "__main__":
    main()
