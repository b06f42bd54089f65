"""Damage thousands of directors' stores and tables' journals at random, once each, and open them.

The outcomes are counted. The benchmark fails on an unexpected exception, and on damage that changes readable
records without being reported.

`JOKERBOARD_DAMAGES=n` damages n stores and n journals.
"""

from __future__ import annotations

import os
import random
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from jokerboard.journal.errors import JournalError
from jokerboard.journal.file import records
from jokerboard.journal.repair import open_journal
from jokerboard.journal.store import FILE
from tests.jokerboard.journal.damage.test_repair import blotted, flipped, laid_out, pulled, torn, zeroed
from tests.jokerboard.tournament.store.store_damage import damaged, filled

ONLY_NAMED = True
DAMAGES = 1000
NOW = "2026-11-21T10:00:00+00:00"


def run() -> Iterator[str]:
    """A line with the outcomes of damaged stores, then a line with those of damaged journals."""
    count = int(os.environ.get("JOKERBOARD_DAMAGES", DAMAGES))
    with tempfile.TemporaryDirectory(prefix="jokerboard-") as directory:
        good = filled(Path(directory) / "good")
        came: Counter[str] = Counter()
        for seed in range(count):
            with tempfile.TemporaryDirectory(prefix="jokerboard-") as one:
                came[damaged(random.Random(seed), good, Path(one) / "d")] += 1
        yield f"{count} damaged stores: {_counts(came)}; none raised, none was silent"
        came.clear()
        path = Path(directory) / "journal"
        path.mkdir()
        files, kept = pulled(path, 60, 30)
        for seed in range(count):
            with tempfile.TemporaryDirectory(prefix="jokerboard-") as one:
                came[_journal(random.Random(seed), files, kept, Path(one) / "j")] += 1
        yield f"{count} damaged journals: {_counts(came)}; none raised, none was silent"


def _journal(chance: random.Random, files: dict[str, bytes], kept: Sequence[object], where: Path) -> str:
    name = chance.choice(sorted(files))
    hurt = chance.choice((flipped, torn, blotted, zeroed))
    laid_out(where, {**files, name: hurt(chance, files[name])})
    try:
        journal, report = open_journal(where / FILE, table="t", made=NOW)
    except JournalError:
        return "refused"
    journal.close()
    if report is not None:
        return "repaired"
    if list(records(where / FILE)) != kept:
        raise AssertionError(f"a damage of {name} that nobody names")
    return "harmless"


def _counts(came: Counter[str]) -> str:
    return ", ".join(f"{count} {what}" for what, count in came.most_common())
