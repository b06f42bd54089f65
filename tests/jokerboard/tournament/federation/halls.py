"""A hall for tests of a federation; its desk is published by explicit calls."""

from __future__ import annotations

from pathlib import Path

from jokerboard.tournament.address import Address
from jokerboard.tournament.collect.store import FILE, Store
from jokerboard.tournament.event import actions
from jokerboard.tournament.event.events import Created, Event
from jokerboard.tournament.event.history import History
from jokerboard.tournament.event.model import Settings, Tournament
from jokerboard.tournament.event.team_events import Registered
from jokerboard.tournament.federation.hall_stream import hall_publisher
from jokerboard.tournament.federation.service import Federation
from jokerboard.tournament.publish.publisher import Publisher
from tests.jokerboard.tournament.event.tournaments import by_chance, entries
from tests.programs import until


class Hall:
    """A desk's store with a tournament, which `publish` sends to a Redis."""

    def __init__(self, path: Path, name: str, address: Address, seed: int = 1) -> None:
        self.path, self.name, self.address, self.luck = path, name, address, by_chance(seed)
        path.mkdir(parents=True)
        self.store = Store(path / FILE)
        self.history = History(self.store)
        self.publisher: Publisher | None = None

    def lay_down(self, teams: int, at: float = 1.0) -> None:
        self.history.create(Created(Settings(f"Cup of {self.name}", rounds=5)), "Dora", at)
        self.do(Registered(entries(teams)))

    @property
    def now(self) -> Tournament:
        return self.history.now

    def do(self, *events: Event) -> None:
        self.history.do(lambda _: events, "Dora", 2.0)

    def play(self) -> None:
        """Play a whole round."""
        self.history.do(actions.pair, "Dora", 3.0)
        self.history.do(actions.start, "Dora", 4.0)
        for match in actions.current(self.now).matches:
            self.do(*actions.enter(self.now, match.table, self.luck(match)))

    def publish(self) -> None:
        """Step the publisher until everything is sent."""
        self.publisher = self.publisher or hall_publisher(self.path, self.address, self.name)
        until(lambda: self.publisher is not None and self.publisher.step() and not self.publisher.waiting)

    def close(self) -> None:
        if self.publisher is not None:
            self.publisher.leave()
        self.store.close()


def look(federation: Federation) -> None:
    for follower in federation.followers:
        follower.look()
