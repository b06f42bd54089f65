"""A campaign against a tournament: directors who act at the same moment, clocks that jump, hostile files.

    pytest tests/jokerboard/tournament/test_adversary.py --all-scenarios      every seed, every file

Nothing that a director was told to be done may be missing, and every refusal is one sentence.
"""

from __future__ import annotations

import io
import random
import shlex
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from jokerboard.cli.main import main
from jokerboard.tournament.collect.desk import TOPICS, Desk
from jokerboard.tournament.collect.presence import Roll
from jokerboard.tournament.collect.store import FILE, Store
from jokerboard.tournament.collect.store_check import check_store
from jokerboard.tournament.errors import TournamentError
from jokerboard.tournament.event import actions
from jokerboard.tournament.event.events import (
    Corrected,
    Created,
    Registered,
    ResultTaken,
    RoundPaired,
    RoundStarted,
)
from jokerboard.tournament.event.model import Settings, Stage, Tournament
from jokerboard.tournament.steady_clock import SteadyClock
from jokerboard.tournament.web.event_desk import EventDesk
from jokerboard.web.news import News
from tests.examples import some
from tests.jokerboard.tournament.event.tournaments import entries

ROUNDS = 3
HOUR = 3600.0


class Director:
    """One of two directors on one store, with the actions it was asked for and those it refused."""

    def __init__(self, path: Path, name: str, wall: Callable[[], float]) -> None:
        self.name, self.store = name, Store(path / FILE)
        clock = SteadyClock(path / "director.clock", wall)
        self.event = EventDesk(Desk(self.store, Roll(), News(TOPICS), clock.iso, clock=clock))
        self.done: Counter[str] = Counter()
        self.refusals: list[str] = []

    @property
    def now(self) -> Tournament:
        assert self.event.now is not None
        return self.event.now

    def tries(self, what: str, action: Callable[[], object]) -> None:
        """Act, and note whether it was done."""
        try:
            action()
            self.done[what] += 1
        except TournamentError as error:
            self.refusals.append(str(error))

    def enters(self, table: int, luck: random.Random) -> None:
        """Enter a result of a slip; each director has read it differently."""
        self.event.follow()
        match = self.now.rounds[-1].match(table)
        result = actions.by_winner(match, [luck.choice(match.teams)])
        self.tries("result", lambda: self.event.do(lambda now: actions.enter(now, table, result), self.name))


class Hall:
    """Two directors on one store, and a wall clock that tests can set."""

    def __init__(self, path: Path, seed: int) -> None:
        self.path, self.luck, self.shift = path, random.Random(seed), 0.0
        self.directors = [Director(path, name, lambda: time.time() + self.shift) for name in ("Ann", "Bo")]
        self.directors[0].event.create(Created(Settings("Cup", rounds=ROUNDS)), "Ann")
        self.directors[0].event.do(lambda _: [Registered(entries(6))], "Ann")

    def both(self, act: Callable[[Director, random.Random], None]) -> None:
        """Let both directors act at the same moment."""
        ready = threading.Barrier(2)

        def run(director: Director, luck: random.Random) -> None:
            ready.wait()
            act(director, luck)

        threads = [
            threading.Thread(target=run, args=(one, random.Random(self.luck.random())))
            for one in self.directors
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for one in self.directors:
            one.event.follow()

    def jump(self) -> None:
        """Set the wall clock an hour forwards or backwards, or leave it."""
        self.shift += self.luck.choice((-HOUR, 0.0, HOUR))

    def done(self, what: str) -> int:
        return sum(one.done[what] for one in self.directors)

    def play(self) -> None:
        """A whole tournament, every step by both at once."""
        for _ in range(ROUNDS):
            self.both(lambda one, _: one.tries("pair", lambda: one.event.pair_at_once(one.name)))
            self.jump()
            self.both(lambda one, _: one.tries("start", lambda: one.event.start(one.name)))
            for match in self.directors[0].now.rounds[-1].matches:
                self.jump()
                self.both(lambda one, luck, table=match.table: one.enters(table, luck))  # type: ignore[misc]

    def close(self) -> None:
        for one in self.directors:
            one.store.close()


@pytest.fixture
def hall(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Hall]:
    one = Hall(tmp_path, request.param)
    yield one
    one.close()


@pytest.mark.parametrize("hall", some(range(20), 2), indirect=True)
def test_two_directors_actions_under_a_jumping_clock_take_effect_exactly_once(
    hall: Hall,
) -> None:
    hall.play()
    ann, bo = hall.directors
    assert ann.now == bo.now
    assert ann.event.history is not None
    events = ann.event.history.events
    kinds = Counter(type(one.event) for one in events)
    assert kinds[RoundPaired] == kinds[RoundStarted] == ROUNDS
    assert [here.stage for here in ann.now.rounds] == [Stage.OVER] * ROUNDS
    assert kinds[ResultTaken] == hall.done("result") == 3 * ROUNDS
    assert kinds[Corrected] == 0
    by = Counter((type(one.event), one.by) for one in events)
    for one in hall.directors:
        assert by[ResultTaken, one.name] == one.done["result"]
        assert by[RoundStarted, one.name] == one.done["start"]
    for number in range(1, ROUNDS + 1):
        # Between two rounds the desk follows the wall clock; a round's clock goes on evenly.
        times = [
            one.at
            for one in events
            if isinstance(one.event, RoundStarted | ResultTaken) and one.event.round == number
        ]
        assert max(times) - min(times) < HOUR / 2
    refusals = ann.refusals + bo.refusals
    assert len(refusals) + sum(ann.done.values()) + sum(bo.done.values()) == 2 * 5 * ROUNDS
    assert all(said and "\n" not in said for said in refusals)
    hall.close()
    assert check_store(hall.path / FILE) == ()


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
COMMANDS = (
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
    "report {}",
    "cards sheet --out {}",
    "firmware build --board {} --out built",
)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory with a small tournament, in which the commands run."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert main(["tournament", "--state", "desk", "new", "Cup", "--rounds", "1"]) == 0
    return tmp_path


@pytest.mark.parametrize("command", COMMANDS)
def test_any_command_refuses_a_hostile_file_in_one_sentence(
    command: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for n, (what, write) in enumerate(some(HOSTILE.items(), 4, first=COMMANDS.index(command))):
        file = place / f"hostile {n}"
        write(file)
        capsys.readouterr()
        code = main(shlex.split(command.replace("{}", shlex.quote(str(file)))))
        said = capsys.readouterr()
        assert code in (0, 1, 2), (command, what)
        lines = said.err.splitlines()
        # The check of a board names every problem, each in a line.
        assert len(lines) <= 1 or command == "wiring check {}", (command, what, said.err)
        assert (code == 0) or lines or said.out, (command, what)
        assert all(len(line) < 600 and line.isprintable() for line in lines), (command, what, said.err[:700])
