"""A tournament under attack: two directors act at the same moment, and the wall clock jumps.

    pytest tests/jokerboard/tournament/test_adversary.py --all-scenarios      every seed

Every action that was confirmed to a director must take effect, and every refusal must be one sentence.
"""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from jokerboard.tournament.collect.desk import TOPICS, Desk
from jokerboard.tournament.collect.presence import Roll
from jokerboard.tournament.collect.store import FILE, Store
from jokerboard.tournament.collect.store_check import check_store
from jokerboard.tournament.errors import TournamentError
from jokerboard.tournament.event import actions
from jokerboard.tournament.event.events import Created
from jokerboard.tournament.event.model import Settings, Stage, Tournament
from jokerboard.tournament.event.round_events import Corrected, ResultTaken, RoundPaired, RoundStarted
from jokerboard.tournament.event.team_events import Registered
from jokerboard.tournament.steady_clock import SteadyClock
from jokerboard.tournament.web.event_desk import EventDesk
from jokerboard.web.news import News
from tests.examples import some
from tests.jokerboard.tournament.event.tournaments import entries

ROUNDS = 3
HOUR = 3600.0


class Director:
    """One of two directors on one store, with the actions that were confirmed and those that were refused."""

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
        """Do an action; count it under the name `what` if it is confirmed, else note the refusal."""
        try:
            action()
            self.done[what] += 1
        except TournamentError as error:
            self.refusals.append(str(error))

    def enters(self, table: int, luck: random.Random) -> None:
        """Enter a random result of a table by hand."""
        self.event.follow()
        match = self.now.rounds[-1].match(table)
        result = actions.by_winner(match, [luck.choice(match.teams)])
        self.tries("result", lambda: self.event.do(lambda now: actions.enter(now, table, result), self.name))


class Hall:
    """Two directors on one store, and a wall clock that the test sets."""

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
        """Set the wall clock an hour forwards or backwards, or not at all."""
        self.shift += self.luck.choice((-HOUR, 0.0, HOUR))

    def done(self, what: str) -> int:
        return sum(one.done[what] for one in self.directors)

    def play(self) -> None:
        """Play a whole tournament; both directors do every step at the same moment."""
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
def test_while_the_clock_jumps_each_action_of_two_directors_takes_effect_exactly_once(
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
        # Between two rounds the desk adopts the wall clock's time; a round's clock runs evenly.
        times = [
            one.at
            for one in events
            if isinstance(one.event, RoundStarted | ResultTaken) and one.event.round == number
        ]
        assert max(times) - min(times) < HOUR / 2
    refusals = ann.refusals + bo.refusals
    assert len(refusals) + sum(ann.done.values()) + sum(bo.done.values()) == 2 * 5 * ROUNDS
    assert all(refusal and "\n" not in refusal for refusal in refusals)
    hall.close()
    assert check_store(hall.path / FILE) == ()
