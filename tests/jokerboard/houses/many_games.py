"""Whole games of several houses on virtual time, with mistakes, kills and broken links.

`python -m tests.jokerboard.houses.many_games --games 50` plays games in all rule sets and prints one line for
each: people make mistakes and take plays back, tables are killed, the broker is killed, the link is down for
a second to ten minutes, packets are lost, repeated and late. Each game must end equally in every house.
"""

from __future__ import annotations

import argparse
import math
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from engine.geometry import seat_letter
from engine.referee.verdicts import Decision, Move, Takeback, Verdict
from jokerboard.houses.shared_state import FOLLOWING
from jokerboard.journal.games.game_lines import from_json
from jokerboard.journal.records import Kind
from jokerboard.players.game_ports import AddedLines
from jokerboard.table.houses.page import state_of
from jokerboard.table.runtime.game_setup import Wanted
from tests.jokerboard.houses.memory import Unkindness
from tests.jokerboard.houses.two_tables import HouseTable, TwoTables

FEW = {"marbles_per_player": "4"}
"""Rules for whole but short games."""
KINDS: tuple[tuple[Wanted, tuple[str, ...]], ...] = (
    (Wanted(rules="texas", switches=FEW, dealt=True), ("BD",)),
    (Wanted(rules="own-deck", switches=FEW), ("BD",)),
    (Wanted(rules="marbles-and-jokers", switches=FEW, dealt=True), ("CD",)),
    (Wanted(rules="joker-board", switches=FEW, dealt=True), ("B",)),
    (Wanted(rules="pegs-and-jokers", players=2, dealt=True), ("C",)),
    (Wanted(rules="own-deck", switches=FEW, dealt=True), ("BCD",)),
    (Wanted(rules="pegs-and-jokers", players=3, switches=FEW, dealt=True), ("B",)),
    (Wanted(rules="texas", switches=FEW, dealt=True), ("B", "D")),
    (Wanted(rules="texas", players=6, switches=FEW, dealt=True), ("BE", "CF")),
)
"""The games, and the seats of their guests: all rule sets, dealt and real cards, two and three houses."""
UNKIND = Unkindness(lost=0.05, repeated=0.05, delay=0.3)
BETWEEN = 14.0
"""The mean number of seconds between two faults."""
LONGEST = 40_000.0
"""Seconds within which a game must end in spite of all faults."""


@dataclass(slots=True)
class Outcome:
    """The figures of one game; `faults` lists what went wrong, and is empty in a good game."""

    kind: str
    plays: int = 0
    records: int = 0
    illegal: int = 0
    troubles: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    overruled: int = 0
    """The number of plays that were taken back because the shared log had changed meanwhile."""
    seconds: float = 0.0

    def line(self) -> str:
        troubles = ", ".join(f"{count} {what}" for what, count in sorted(self.troubles.items()))
        good = "; ".join(self.faults) or "alike"
        return (
            f"{self.kind}: {self.plays} plays, {self.records} records, {self.illegal} illegal, "
            f"{self.overruled} overruled, {troubles}: {good} ({self.seconds:.0f} s)"
        )


class ManyTroubles:
    """Plays one game to its end, and causes faults on the way."""

    def __init__(self, path: Path, number: int, *, between: float = BETWEEN) -> None:
        wanted, seats = KINDS[number % len(KINDS)]
        houses = "+".join(("host", *seats))
        self.outcome = Outcome(f"game {number} {wanted.rules} {wanted.players} players {houses}")
        self._random, self._between = Random(f"troubles {number}"), between
        self._judged: set[tuple[str, str]] = set()
        """The plays that referees found legal at seats of their own houses: seat and position after it."""
        self._shown: set[tuple[str, str]] = set()
        seed = str(100 + number)
        self._two = TwoTables(path, wanted, seats=seats, mistakes=0.15, unkind=UNKIND, seed=seed, slow=True)
        for house in self._two.all:
            self._follow(house)

    def play(self) -> Outcome:
        """Play until the game is over in every house; then compare the houses."""
        two, begun = self._two, time.process_time()
        clock = two.clock
        limit, due = clock.now() + LONGEST, clock.now() + self._between
        answer_at: float | None = None
        look = 0.0
        while not (two.over and two.agreed):
            if clock.now() > limit:
                self.outcome.faults.append(f"not over after {LONGEST:.0f} s: {self._state()}")
                break
            if not clock.run_next():
                self.outcome.faults.append(f"nothing is left to happen: {self._state()}")
                break
            if clock.now() >= due and not any(self._over(house) for house in two.all):
                self._trouble()
                due = clock.now() + self._random.expovariate(1 / self._between)
            if clock.now() >= look:
                answer_at, look = self._answer(answer_at), clock.now() + 0.5
        two.wait(5)  # Wait until the last records are on the guests' disks.
        self._compare()
        self.outcome.seconds = time.process_time() - begun
        for house in two.all:
            house.kill()
        return self.outcome

    def _trouble(self) -> None:
        troubles: dict[str, Callable[[], None]] = {
            "kills of the host": lambda: self._kill(self._two.host),
            "kills of a guest": lambda: self._kill(self._random.choice(self._two.guests)),
            "kills of all": lambda: self._kill(*self._two.all),
            "kills of the broker": lambda: self._cut(self._random.uniform(0.5, 3)),
            "links down": lambda: self._cut(math.exp(self._random.uniform(0, math.log(600)))),
            "corrections": lambda: self._undo(own=True),
            "late corrections": lambda: self._undo(own=False),
            "decisions": self._decide,
        }
        names = sorted(troubles)
        what = self._random.choice(names)
        self.outcome.troubles[what] += 1
        troubles[what]()

    def _kill(self, *victims: HouseTable) -> None:
        for house in victims:
            house.kill()
        self._wait(self._random.uniform(0, 20))
        for house in victims:
            house.start()
            self._follow(house)

    def _cut(self, seconds: float) -> None:
        self._two.network.set_up(False)
        self._wait(seconds)
        self._two.network.set_up(True)

    def _undo(self, *, own: bool) -> None:
        """Let people of one house undo the last play: their own, or one of another house."""
        two = self._two
        last = two.host.game.log.last
        if last is None:
            return
        mine = [house for house in two.all if (seat_letter(last.seat) in house.shared.own) is own]
        house = self._random.choice(mine)
        people, carrier = house.boards.players.people, house.boards.players.carrier
        if people is None or carrier is None:
            return
        people.do("paused")
        self._wait(3)
        if not self._over(house):
            ended: list[bool] = []
            carrier.carry(None, house.game.log.n, ended.append)
            limit = two.clock.now() + 60
            while not ended and two.clock.now() < limit:
                two.clock.run_next()
        people.do("playing")

    def _decide(self) -> None:
        """Let the host's referee take back one of the last plays, or set the position before it."""
        game = self._two.host.game
        if game.log.in_force:
            played = self._random.choice(game.log.in_force[-4:])
            if self._random.random() < 0.7:
                game.orders.rule("take-back", "Rita", played.n, None, "a mistake")
            else:
                game.orders.rule("correct", "Rita", None, played.before, "put back")

    def _answer(self, at: float | None) -> float | None:
        """Let people answer an open question after some seconds; return the time at which they will."""
        asked = [house for house in self._two.all if state_of(house.houses)["question"] is not None]
        if not asked:
            return None
        if at is None:
            return self._two.clock.now() + self._random.uniform(1, 20)
        if self._two.clock.now() < at:
            return at
        asked[0].houses.answer(self._random.random() < 0.7)
        return None

    def _wait(self, seconds: float) -> None:
        self._two.wait(seconds)

    def _follow(self, house: HouseTable) -> None:
        """Record what this house announces and shows until it is killed.

        A restart may announce a play at once, from the board as it stands; that is not recorded.
        """
        game, shared = house.game, house.shared
        self._judged |= {(item.seat, item.after) for item in shared._items.items if item.seat in shared.own}

        def judged(verdicts: Sequence[Verdict]) -> AddedLines:
            for verdict in verdicts:
                if isinstance(verdict, Move) and seat_letter(verdict.seat) in shared.own:
                    self._judged.add((seat_letter(verdict.seat), verdict.position.line()))
            return shared._judged(verdicts)

        def look() -> None:
            asked = shared._asked
            if asked is None or not asked.item.play or asked.item.play.endswith("--"):
                return
            shown = asked.item.seat, asked.item.after
            if shown not in self._shown:
                self._shown.add(shown)
                if shown not in self._judged:
                    self.outcome.faults.append(f"{house.path.name} shows {asked.item} of nobody")

        game.follow(judged)
        game.on_change(look)

    def _over(self, house: HouseTable) -> bool:
        return house.table.game is None or house.game.log.over is not None

    def _state(self) -> str:
        return str([(h.path.name, h.game.log.n, h.turn, h.game.log.sentence) for h in self._two.all])

    def _compare(self) -> None:
        two, outcome = self._two, self.outcome
        lines = two.host.shared_lines()
        outcome.plays, outcome.records = len(two.host.plays), len(lines)
        outcome.illegal = sum(house.game.log.illegal for house in two.all)
        for guest in two.guests:
            if guest.shared_lines() != lines:
                outcome.faults.append(f"{guest.path.name} has another shared log")
            if guest.game.log.over != two.host.game.log.over:
                outcome.faults.append(f"{guest.path.name} has other winners")
        logged = {(line["item"]["seat"], line["item"]["after"]) for line in lines if line["item"]}  # type: ignore[index]
        for house in two.all:
            if house.plays != two.host.plays:
                outcome.faults.append(f"{house.path.name} has other plays in force")
            self._account(house, logged)
        self._compare_cards()

    def _compare_cards(self) -> None:
        """Check that the host's dealer, which follows its referee, has the hands of the shared log."""
        dealer, house = self._two.host.table.dealer, self._two.host.houses.host
        game = None if house is None else house._game
        if dealer is None or game is None or game.hands is None:
            return
        for seat in self._two.host.game.table.seats:
            if tuple(map(str, dealer.hand(seat))) != game.hands.of(seat_letter(seat)):
                self.outcome.faults.append(f"the host deals other cards to {seat_letter(seat)}")

    def _account(self, house: HouseTable, logged: set[tuple[str, str]]) -> None:
        """Check that every play that this house announced is in the shared log or was undone."""
        game, shared = house.game, house.shared
        standing: dict[int, tuple[str, str]] = {}
        removed: list[tuple[str, str]] = []
        for record in house.table.journal.newest_game():
            if record.kind is not Kind.VERDICT:
                continue
            verdict = from_json(record.data, game.table.board, game.table.per_seat)
            if isinstance(verdict, Move) and seat_letter(verdict.seat) in shared.own:
                if verdict.amends is not None:
                    standing.pop(verdict.amends, None)
                standing[verdict.n] = seat_letter(verdict.seat), verdict.position.line()
            elif isinstance(verdict, Takeback):
                removed = [play for n, play in standing.items() if n >= verdict.n]
                standing = {n: play for n, play in standing.items() if n < verdict.n}
            elif isinstance(verdict, Decision) and verdict.by in FOLLOWING:
                self.outcome.overruled += sum(play not in logged for play in removed)
                removed = []
        lost = [play for play in standing.values() if play not in logged]
        if lost:
            self.outcome.faults.append(f"{house.path.name} announced {lost}, which are lost")


def played(number: int, *, between: float = BETWEEN) -> Outcome:
    """Play game number `number` in a directory of its own."""
    with tempfile.TemporaryDirectory(prefix="jokerboard-many-") as directory:
        return ManyTroubles(Path(directory), number, between=between).play()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--first", type=int, default=0)
    args = parser.parse_args()
    total, bad, plays = Counter[str](), 0, 0
    for number in range(args.first, args.first + args.games):
        try:
            outcome = played(number)
        except Exception as error:  # noqa: BLE001 (the next games are played, too)
            print(f"game {number}: {type(error).__name__}: {error}", flush=True)
            bad += 1
            continue
        print(outcome.line(), flush=True)
        total.update(outcome.troubles)
        bad, plays = bad + bool(outcome.faults), plays + outcome.plays
    print(f"{args.games} games, {plays} plays, {bad} at fault; {dict(sorted(total.items()))}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
