"""Kill a served table at random moments while simulated people play, and move marbles while it is down.

The board is a process of its own (`jokerboard board`), the table another (`jokerboard demo --board`), this
one watches the table's page as any browser does, and kills. After every kill the journal must be whole: every
play that the page has shown must be in it, once and as it was shown. Now and then a marble is moved while the
table is down. The simulated people correct the board only by the lights and by what they see, and must bring
their game to an end. `python -m tests.jokerboard.table.serving.kills --kills 500` does it at length.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from engine.geometry import Hole, Seat, board
from engine.position import Position
from hardware.clock import VirtualClock
from jokerboard.journal.file import check, records
from jokerboard.journal.records import Json, Kind
from jokerboard.journal.store import FILE
from jokerboard.simulation.board.far_wood import FarWood

PATIENCE = 60.0
WHOLE_GAME = 240.0
"""Seconds within which the game must end after the last kill, also on a busy machine."""

LIFE = 1.2
"""The mean time in seconds from a table's first page to its killing.

The times are exponential, so that kills fall at any moment.
"""

AT_ONCE = 0.2
"""The share of kills that come while the table starts, within `LONGEST_START` seconds."""

LONGEST_START = 1.0

MEDDLED = 0.5
"""The share of kills after which a marble is moved while the table is down."""

LEADING = {"illegal", "put-back", "bump"}


@dataclass(frozen=True)
class Meddled:
    """A marble that was moved while the table was down: its holes before and after, and its owner."""

    source: Hole
    target: Hole
    seat: Seat


@dataclass
class Seen:
    """A record of the page: the plays of each game by number, and the lights since the table's start.

    `last` is the newest complete state. `meddled`: the marble that was moved before that start, if one was.
    `taken`: whether the game accepted the moved marble, as a play of the card on the reader or as a takeback.
    """

    plays: dict[str, dict[int, str]] = field(default_factory=dict)
    roles: set[str] = field(default_factory=set)
    meddled: Meddled | None = None
    taken: bool = False
    over: bool = False
    states: int = 0
    last: Json = field(default_factory=dict)

    def take(self, state: Json) -> None:
        self.states += 1
        self.last = state
        if state["game"] is None:
            return
        plays = self.plays.setdefault(state["game"]["id"], {})
        for play in state["plays"]:
            before = plays.setdefault(play["n"], play["play"])
            assert before == play["play"], f"play {play['n']} was {before}, and is {play['play']} now"
        self.roles |= {light["role"] for light in state["lights"].values()}
        if (moved := self.meddled) is not None:
            stand = Position.parse(state["position"]).marbles[moved.seat] or ()
            self.taken |= moved.target in stand and moved.source not in stand
        self.over = state["over"] is not None


Report: TypeAlias = Counter[str]


def report_text(report: Report) -> str:
    """The figures of the run as a sentence."""
    return (
        "{kills} kills ({before_the_page} before the page was up, {in_the_hand} with a marble in a hand); "
        "{meddled} times a marble was moved while the table was down, and of the {led_of} starts that then "
        "showed a page {led} led people by light, and {taken} took it for a play or a takeback; "
        "{plays} plays shown, none missing, none double; {ended} of {games} games ended"
    ).format_map(report)


class Table:
    """A served table, and everything that its page shows until it ends."""

    def __init__(self, directory: Path, seed: int, game: Sequence[str], seen: Seen, *, new: bool) -> None:
        command = [sys.executable, "-m", "jokerboard", "demo", "--port", "0", "--seed", str(seed)]
        command += ["--state", str(directory), "--board", str(directory / "board"), "--speed", "50", *game]
        self._errors = (directory / "errors").open("w+")
        self.process = subprocess.Popen(
            [*command, *(["--new"] if new else [])], stdout=subprocess.PIPE, stderr=self._errors, text=True
        )
        self.seen = seen
        seen.roles, seen.states, seen.over, seen.taken = set(), 0, False, False
        self._looking = threading.Thread(target=self._look, daemon=True)
        self._looking.start()

    def wait_for_the_page(self) -> None:
        """Wait until the page has shown its first state."""
        limit = time.monotonic() + PATIENCE
        while not self.seen.states:
            assert time.monotonic() < limit, f"no page: {self.errors()}"
            assert self.process.poll() is None, f"the table ended by itself: {self.errors()}"
            time.sleep(0.005)

    def kill(self) -> None:
        """Kill the table as a pulled plug does."""
        assert self.process.poll() is None, f"the table ended by itself: {self.errors()}"
        self.close()

    def close(self) -> None:
        self.process.kill()
        self.process.wait(PATIENCE)
        self._looking.join(PATIENCE)
        self._errors.close()

    def errors(self) -> str:
        self._errors.seek(0)
        return self._errors.read()

    def _look(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as lines:
            found = re.search(r"http://\S+/", next((line for line in lines if "http://" in line), ""))
        if found is None:
            return
        while self.process.poll() is None:
            # A line that was cut off in the middle is not JSON; like a browser, ask again.
            with contextlib.suppress(OSError, ValueError, http.client.HTTPException):
                self._watch(found[0])

    def _watch(self, page: str) -> None:
        """Request the whole state with its plays whenever the page's stream reports a change."""
        with urllib.request.urlopen(f"{page}api/events", timeout=PATIENCE) as events:
            for line in events:
                if line.startswith((b"event: state", b"event: change")):
                    with urllib.request.urlopen(f"{page}api/state", timeout=PATIENCE) as answer:
                        self.seen.take(json.load(answer))


def torture(
    directory: Path, kills: int, seed: int, *, game: Sequence[str] = (), verbose: bool = False
) -> Report:
    """Kill the table `kills` times, then let the game end; raise AssertionError if anything is wrong.

    `game`: arguments for another game than the usual one; `verbose`: print the progress.
    """
    chance, report, seen = random.Random(seed), Report(), Seen()
    table: Table | None = None
    wood = subprocess.Popen(
        [sys.executable, "-m", "jokerboard", "board", "--socket", str(directory / "board"), "--state",
         str(directory / "wood")], stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert wood.stdout is not None
    try:
        assert "The board is at" in wood.stdout.readline()
        report["games"] += 1
        for _ in range(kills):
            new = seen.over
            report["ended"] += new
            report["games"] += new
            seen.meddled = _meddle(directory, chance, report) if report["kills"] > 0 and not new else None
            table = Table(directory, seed, game, seen, new=new)
            if chance.random() < AT_ONCE:
                time.sleep(chance.uniform(0.0, LONGEST_START))
            else:
                table.wait_for_the_page()
                time.sleep(chance.expovariate(1 / LIFE))
            table.kill()
            report["kills"] += 1
            report["before_the_page"] += seen.states == 0
            if seen.meddled is not None and seen.states:
                led = bool(seen.roles & LEADING)
                report["led_of"] += 1
                report["led"] += led
                report["taken"] += seen.taken and not led
            _examine(directory, seen)
            report["plays"] = sum(map(len, seen.plays.values()))
            if verbose and report["kills"] % 25 == 0:
                print(report_text(report), flush=True)
        table = Table(directory, seed, game, seen, new=False)
        limit = time.monotonic() + WHOLE_GAME
        while not seen.over:
            assert time.monotonic() < limit, f"the game does not end: {seen.last}; {table.errors()}"
            assert table.process.poll() is None, table.errors()
            time.sleep(0.05)
        table.kill()
        report["ended"] += 1
        _examine(directory, seen)
    finally:
        if table is not None:
            table.close()
        wood.terminate()
        wood.wait(PATIENCE)
        wood.stdout.close()
    report["plays"] = sum(map(len, seen.plays.values()))
    return report


def _examine(directory: Path, seen: Seen) -> None:
    """Check the chain and the play numbers, and that everything that was shown was recorded as shown."""
    path = directory / FILE
    if not path.exists() or path.stat().st_size == 0:
        assert not seen.plays, "the journal is gone"
        return
    check(path)
    kept: dict[str, dict[int, str]] = {}
    game = ""
    for record in records(path):
        if record.kind is Kind.GAME:
            game = record.data["id"]
        elif record.kind is Kind.VERDICT and record.data["kind"] in ("move", "discard"):
            plays, n = kept.setdefault(game, {}), record.data["n"]
            assert n not in plays, f"play {n} of {game} is kept twice"
            plays[n] = record.data.get("play", f"{record.data['card']} --")
    for shown, plays in seen.plays.items():
        for n, play in plays.items():
            assert kept.get(shown, {}).get(n) == play, f"play {n}, {play}, was shown and is not kept"


def _meddle(directory: Path, chance: random.Random, report: Report) -> Meddled | None:
    """While the table is down, move a marble to another hole in a `MEDDLED` share of cases."""
    wood = FarWood(directory / "board", VirtualClock())
    try:
        report["in_the_hand"] += bool(wood.hands)
        ring = board(wood.holes // 28).ring
        lying = [hole for hole in wood.marbles if hole < ring]
        free = [hole for hole in range(ring) if not wood.occupied(hole)]
        if not lying or wood.hands or chance.random() >= MEDDLED:
            return None
        source, target = chance.choice(lying), chance.choice(free)
        colour = wood.lift(source)
        wood.place(target, colour, source)
        report["meddled"] += 1
        return Meddled(source, target, colour)
    finally:
        wood.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="jokerboard-") as directory:
        print(report_text(torture(Path(directory), args.kills, args.seed, verbose=True)))


if __name__ == "__main__":
    main()
