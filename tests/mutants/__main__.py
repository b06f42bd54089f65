"""`make mutants ROOM=journal`: try a random sample of mutants of a folder with the tests of the folder.

A room is a folder of the program, named by its path or its last part (`journal`, `engine/referee`,
`jokerboard/table/web`); its tests are in the folder of the same name in `tests/`. `engine` excludes the
referee and the strategy. The sample depends only on the seed and the files.

mutmut and cosmic-ray try every mutant of a program, which takes hours. A sample of 60 mutants takes minutes,
and estimates the same share of killed mutants.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue
from typing import Final

from tests.mutants.mutants import Mutant, sample
from tests.mutants.suite import first_run
from tests.mutants.trial import ROOT, Bench, Outcome, copied

EQUIVALENT: Final = Path(__file__).with_name("equivalent.toml")
APART: Final = {"engine": ("referee", "strategy")}
"""The folders inside a room that are rooms of their own."""
ALSO: Final = {
    # Tests of the page and of whole games also test the people of a simulated board.
    "jokerboard/simulation": (
        "tests/jokerboard/table/web/test_choices.py",
        "tests/jokerboard/table/web/test_game_page.py",
        "tests/jokerboard/table/web/test_people_on_the_page.py",
        "tests/jokerboard/cli/test_headless.py"
        "::test_a_headless_game_is_played_to_its_end_with_legal_plays_and_corrected_mistakes",
        "tests/jokerboard/cli/test_headless.py::test_a_stopped_headless_game_resumes",
    ),
    # Tests of other boards, of machines and of the desk also test the table that takes part.
    "jokerboard/table": (
        "tests/jokerboard/houses/test_ends.py",
        "tests/jokerboard/houses/test_invited_by_the_page.py",
        "tests/jokerboard/houses/test_left_games.py",
        "tests/jokerboard/houses/test_machines.py",
        "tests/jokerboard/houses/test_two_tables.py",
        "tests/jokerboard/players/test_real_cards.py",
        "tests/jokerboard/players/test_turns.py",
        "tests/jokerboard/tournament/test_published_table.py",
    ),
    # Tests of a table's page test scripts, answers and sockets.
    "jokerboard/web": ("tests/jokerboard/table/web/test_app.py", "tests/jokerboard/table/web/test_server.py"),
    # Some commands are tested in the folder of the room that they use.
    "jokerboard/cli": (
        "tests/firmware_bridge/test_console.py",
        "tests/jokerboard/journal/test_explained_trace.py",
        "tests/jokerboard/journal/test_export.py",
        "tests/jokerboard/tournament/event/test_command.py",
        "tests/jokerboard/tournament/event/test_exchange.py",
        "tests/jokerboard/tournament/federation/test_following.py"
        "::test_bad_input_to_the_federation_command_is_refused_in_one_sentence",
        "tests/jokerboard/tournament/federation/test_following.py"
        "::test_the_federation_command_writes_the_followed_halls_as_a_site",
        "tests/jokerboard/tournament/store/test_backup.py",
        "tests/jokerboard/tournament/test_redis_setup.py",
        "tests/jokerboard/tournament/test_signature.py",
        "tests/wiring/test_bench_test.py",
        "tests/wiring/test_doctor.py",
        "tests/wiring/test_modules_on_the_bench.py",
        "tests/wiring/test_reader_watch.py",
        "tests/wiring/test_setup.py",
        "tests/wiring/test_wiring_command.py",
    ),
}
"""Tests of a room that are in the folder of another room."""
SLOWEST: Final = 5
"""The number of slowest tests that are printed."""
WORDS: Final = "english"
"""Modules with this word in their path contain only texts, and are not mutated."""


def room_of(name: str) -> str:
    """The folder of a room, relative to the root; raise ValueError if there is no such room."""
    for folder in (name.rstrip("/"), f"jokerboard/{name}", f"engine/{name}"):
        if (ROOT / folder).is_dir() and (ROOT / "tests" / folder).is_dir():
            return folder
    raise ValueError(
        f"There is no room {name!r}. A room is a folder that `tests/` has, too, such as journal."
    )


def files_of(room: str) -> list[str]:
    """The modules of a room that are mutated, relative to the root."""
    apart = [f"{room}/{each}/" for each in APART.get(room, ())]
    names = sorted(str(path.relative_to(ROOT)) for path in (ROOT / room).rglob("*.py"))
    return [name for name in names if WORDS not in name and not any(name.startswith(each) for each in apart)]


def tests_of(room: str) -> list[str]:
    """The folders and files with the tests of a room, without the tests of rooms inside it."""
    if room not in APART:
        return [f"tests/{room}", *ALSO.get(room, ())]
    within = sorted((ROOT / "tests" / room).iterdir())
    return [
        str(path.relative_to(ROOT))
        for path in within
        if (path.is_dir() or path.name.startswith("test_")) and path.name not in (*APART[room], "__pycache__")
    ]


def equivalents() -> dict[tuple[str, str, str], str]:
    """Mutants without any observable effect: the reason, by file, old line and new line."""
    listed = tomllib.loads(EQUIVALENT.read_text()).get("mutant", [])
    return {(each["file"], each["before"], each["after"]): each["why"] for each in listed}


def shown(mutant: Mutant) -> str:
    """A mutant as text: its file and line number, the old and the new line."""
    before, after = mutant.before_and_after((ROOT / mutant.path).read_bytes())
    return f"{mutant.path}:{mutant.line}\n    before: {before}\n    after:  {after}"


def outcomes(found: Sequence[Mutant], room: str, workers: int, where: Path) -> list[Outcome]:
    """Try each mutant, and print each survivor at once; return all outcomes."""
    # The tree is copied before anything runs, because people may edit it during the run.
    texts = {mutant: shown(mutant) for mutant in found}
    tree = copied(where / "0")
    suite = first_run(tree, room, tests_of(room), workers)
    print(f"{len(suite.seconds)} tests take {sum(suite.seconds.values()):.0f} s; the slowest:")
    for name in sorted(suite.seconds, key=suite.seconds.__getitem__)[: -SLOWEST - 1 : -1]:
        print(f"{suite.seconds[name]:5.1f} s {name}", flush=True)
    # Tests are chosen from unchanged source, so before any copy of the tree has a mutant.
    tests = {mutant: suite.tests_of(mutant, tree) for mutant in found}
    unseen = {mutant for mutant in found if not suite.reaches(mutant, tree)}
    trees = [tree, *(shutil.copytree(tree, where / str(number)) for number in range(1, workers))]
    benches: SimpleQueue[Bench] = SimpleQueue()

    def one(mutant: Mutant) -> Outcome:
        bench = benches.get()
        try:
            outcome = bench.tried(mutant, tests[mutant])
        finally:
            benches.put(bench)
        if outcome is not Outcome.KILLED:
            note = ", no test executes it" if mutant in unseen else ""
            print(f"{outcome.value}{note}: {texts[mutant]}", flush=True)
        return outcome

    with ExitStack() as stack, ThreadPoolExecutor(workers) as pool:
        for each in trees:
            benches.put(stack.enter_context(Bench(each, suite)))
        return list(pool.map(one, found))


def main(arguments: Sequence[str]) -> int:
    """Try a sample of mutants and print the share that is killed.

    Return 1 if the share is below `--least`, 2 if no mutant can be tried, else 0.
    """
    parser = argparse.ArgumentParser(
        prog="make mutants ROOM=", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("room")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--skip", type=int, default=0, help="leave out the first mutants of the sample")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--least", type=float, default=0.85, help="the share that has to be killed")
    parser.add_argument("--workers", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--list", action="store_true", help="show the sample and try nothing")
    chosen = parser.parse_args(arguments)
    try:
        room = room_of(chosen.room)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    drawn = sample(ROOT, files_of(room), chosen.count, chosen.seed)[chosen.skip :]
    if chosen.list:
        print(*map(shown, drawn), sep="\n")
        return 0
    known = equivalents()
    found = [
        each for each in drawn
        if (each.path, *each.before_and_after((ROOT / each.path).read_bytes())) not in known
    ]  # fmt: skip
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        try:
            ended = outcomes(found, room, chosen.workers, Path(folder))
        except RuntimeError as error:
            print(error, file=sys.stderr)
            return 2
    killed = sum(each is not Outcome.SURVIVED for each in ended)
    share = killed / len(found) if found else 1.0
    equal = len(drawn) - len(found)
    print(f"{room}: {killed} of {len(found)} mutants killed ({share:.0%}); {equal} more change nothing.")
    return int(share < chosen.least)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
