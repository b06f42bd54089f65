"""The houses of one shared game on one virtual clock: whole simulated tables, an unreliable network."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

from engine.geometry import seat_letter
from engine.legal import legal
from engine.play import Play
from hardware.clock import Clock, VirtualClock
from jokerboard.host.files import StateDirectory
from jokerboard.houses.code import Code
from jokerboard.houses.shared_game import SharedGame
from jokerboard.houses.shared_state import LINE
from jokerboard.journal.records import Entry, Kind
from jokerboard.journal.store import FILE, Journal
from jokerboard.journal.writer import DirectWriter, Kept, Writer
from jokerboard.simulation.board.simulated_boards import SimulatedBoards
from jokerboard.simulation.people.memory import Memory
from jokerboard.table.houses.pairing import OpenWire
from jokerboard.table.houses.table_houses import TableHouses
from jokerboard.table.runtime.game_setup import Wanted
from jokerboard.table.runtime.running_game import RunningGame
from jokerboard.table.runtime.table import Table
from tests.jokerboard.houses.memory import MemoryNetwork, Unkindness

SECRET = "a secret of the deal"
NOW = "2026-11-29T10:00:00+00:00"


class LateWriter:
    """A disk on virtual time: each record takes a while, and a kill loses unfinished records."""

    def __init__(self, clock: VirtualClock, journal: Journal, chance: Random) -> None:
        self._clock, self._journal, self._chance = clock, journal, chance
        self._queue: deque[tuple[Sequence[Entry], Kept | None]] = deque()
        self._closed = False

    def put(self, entries: Sequence[Entry], kept: Kept | None = None) -> None:
        self._queue.append((tuple(entries), kept))
        if len(self._queue) == 1:
            self._write_soon()

    def drain(self, within: float) -> None:
        """Wait at most `within` seconds for unfinished records."""

    def close(self) -> None:
        self._closed = True
        self._journal.close()

    def _write_soon(self) -> None:
        self._clock.call_at(self._clock.now() + self._chance.uniform(0.005, 0.15), self._written)

    def _written(self) -> None:
        if self._closed:
            return
        entries, kept = self._queue.popleft()
        if entries:
            self._journal.append(entries)
        if self._queue:
            self._write_soon()
        if kept is not None:
            kept()


class HouseTable:
    """One house: a table in a directory, which tests can kill and restart.

    `mistakes`: how often its simulated people begin a turn wrongly; None if nobody plays, and a hand carries
    the plays that tests choose and those of the other house. `slow`: whether its disk takes a while.
    """

    def __init__(
        self,
        clock: Clock,
        path: Path,
        network: MemoryNetwork | None,
        seed: str,
        mistakes: float | None,
        slow: bool = False,
    ) -> None:
        self.clock, self.path, self.network, self.seed, self.mistakes = clock, path, network, seed, mistakes
        self.slow = slow
        self.carries = True
        self.start()

    def start(self) -> None:
        state = StateDirectory(self.path)
        journal = Journal.open(state / FILE, table=self.seed, made=NOW)
        manner = Memory("", "", speed=4.0, mistakes=self.mistakes or 0.0)
        people = self.mistakes is not None
        self.boards = SimulatedBoards(self.clock, self.path, manner, carries=not people and self.carries)
        self.table = Table(
            self.clock, state, journal, self.writer(journal), self.boards, wall=lambda: NOW, seed=self.seed,
            secret=lambda: SECRET,
        )  # fmt: skip
        self.houses = TableHouses(self.table, self.clock, self.path, self.open_wire(), lambda: NOW)
        self.houses.attended = people
        self.table.resume()

    def writer(self, journal: Journal) -> Writer:
        if not self.slow:
            return DirectWriter(journal)
        assert isinstance(self.clock, VirtualClock)
        return LateWriter(self.clock, journal, Random(self.seed))

    def open_wire(self) -> OpenWire:
        network = self.network
        assert network is not None
        return lambda via, side, rendezvous: network.wire(side, rendezvous)

    def kill(self) -> None:
        """Stop everything without cleaning up, as a crash does; marbles and disk stay as they are."""
        self.houses.close()
        self.table.close()

    @property
    def game(self) -> RunningGame:
        assert self.table.game is not None
        return self.table.game

    @property
    def shared(self) -> SharedGame:
        assert self.houses.shared is not None
        return self.houses.shared

    @property
    def turn(self) -> str:
        return seat_letter(self.game.log.turn)

    @property
    def plays(self) -> list[tuple[int, str]]:
        return [(played.seat, played.after.line()) for played in self.game.log.in_force]

    @property
    def prompt(self) -> dict[str, Any]:
        return dict(self.game.asked or {})

    def shared_lines(self) -> list[dict[str, object]]:
        records = self.table.journal.newest_game()
        return [each.data[LINE] for each in records if each.kind is Kind.EVENT and LINE in each.data]

    def options(self) -> list[Play]:
        """The plays with one leg that the dealt hand of the seat in turn allows; if none, a discard."""
        game, dealer = self.game, self.table.dealer
        assert dealer is not None
        cards = dealer.hand(game.log.turn)
        found = [
            Play(card, each.play.legs)
            for card in cards
            for each in legal(game.table, game.log.position, card.rank)
        ]
        plain = [play for play in found if len(play.legs) == 1 and not play.legs[0].exchange]
        return plain or [Play(cards[0])]

    def choose(self, which: int = 0) -> Play:
        """Let the seat in turn lay the card of option `which`, and the simulated hand carry its play."""
        options, dealer, carrier = self.options(), self.table.dealer, self.boards.players.carrier
        assert dealer is not None
        assert carrier is not None
        play = options[which % len(options)]
        dealer.lay(self.game.log.turn, play.card, instead=True)
        carrier.carry(play, self.game.log.n, lambda _: None)
        return play

    @property
    def busy(self) -> bool:
        """Whether the simulated hand is still carrying."""
        return self.boards.players.carrier is not None and self.boards.players.carrier.busy

    def undo(self) -> None:
        """Let the simulated hand take the last play back."""
        carrier = self.boards.players.carrier
        assert carrier is not None
        carrier.carry(None, self.game.log.n, lambda _: None)


class TwoTables:
    """A host with seats A and C and a guest with B and D, or the houses that `seats` names."""

    def __init__(
        self,
        path: Path,
        wanted: Wanted,
        *,
        seats: tuple[str, ...] = ("BD",),
        unkind: Unkindness = Unkindness(),  # noqa: B008 (a frozen value)
        mistakes: float | None = None,
        seed: str = "1",
        slow: bool = False,
    ) -> None:
        self.clock = VirtualClock()
        self.network = MemoryNetwork(self.clock, Random(seed), unkind)
        for name in ("host", *(f"guest-{n + 1}" for n in range(len(seats)))):
            (path / name).mkdir(parents=True)
        self.host = HouseTable(self.clock, path / "host", self.network, f"{seed}h", mistakes, slow)
        codes = [self.host.houses.invite(each, "memory").code for each in seats]
        self.host.table.begin(wanted, attended=mistakes is not None)
        self.guests = [
            HouseTable(self.clock, path / f"guest-{n}", self.network, f"{seed}g{n}", mistakes, slow)
            for n in range(1, len(seats) + 1)
        ]
        for guest, code in zip(self.guests, codes, strict=True):
            guest.houses.join(Code.parse(code), "memory")
        self.until(lambda: all(guest.table.game is not None for guest in self.guests))

    @property
    def guest(self) -> HouseTable:
        return self.guests[0]

    @property
    def all(self) -> list[HouseTable]:
        return [self.host, *self.guests]

    def until(self, so: Callable[[], bool], within: float = 600.0) -> None:
        limit = self.clock.now() + within
        while not so():
            assert self.clock.now() < limit, f"too slow: {[each.game.log.sentence for each in self.all]}"
            assert self.clock.run_next()

    def wait(self, seconds: float) -> None:
        self.clock.run_until(self.clock.now() + seconds)

    def in_turn(self) -> HouseTable:
        """The house whose seat is to play."""
        newest = max(self.all, key=lambda each: len(each.plays))
        return next(each for each in self.all if newest.turn in each.shared.own)

    @property
    def agreed(self) -> bool:
        """Whether every house has the same plays, and has carried all of them."""
        plays = self.host.plays
        return all(
            each.plays == plays and each.shared.carried == len(self.host.shared.log.items)
            for each in self.all
        )

    def play(self, turns: int) -> None:
        """Play this number of turns, each of which every house carries."""
        for _ in range(turns):
            n = len(self.host.plays)
            self.until(lambda: not any(each.busy for each in self.all))
            self.in_turn().choose()
            self.until(lambda n=n: self.agreed and len(self.host.plays) > n)  # type: ignore[misc]

    @property
    def over(self) -> bool:
        return all(each.table.game is not None and each.game.log.over is not None for each in self.all)
