"""Explore every state of a small shared game, and check each.

The people of two houses play, change plays and take them back. A report of the guest and an update of the
host may be under way, and may be lost, repeated or overtaken. Houses are killed, answer questions, and the
host's referee decides. From the initial state every possible step is taken, then every step from each result,
down to a depth. In each state the past records are unchanged, and the houses can still come to agree. `python
-m tests.jokerboard.houses.explore` prints the number of states.
"""

from __future__ import annotations

import argparse
import copy
import sys
import time
from collections.abc import Iterator
from typing import Any, TypeAlias

from jokerboard.houses.changes import Change, Entry
from jokerboard.houses.keeper import HOST, Refusal
from tests.jokerboard.houses.model import House, World

SEATS = {HOST: "AC", "guest-1": "BD"}
Report: TypeAlias = tuple[str, Change | None]
Update: TypeAlias = tuple[tuple[Entry, ...], Refusal | None]
Step: TypeAlias = tuple[Any, ...]


class State:
    """The two houses, and the newest messages under way: reports to the host, updates from it."""

    def __init__(self) -> None:
        self.world = World(SEATS)
        self.reports: dict[str, Report] = {}
        self.updates: dict[str, Update] = {}

    @property
    def key(self) -> object:
        """A key that is equal for states with an equal future."""
        keeper = self.world.keeper
        houses = [
            (each.mine, each.log.head, each.agreement._base, each.agreement.decided)
            for each in self.world.houses.values()
        ]
        asked = keeper.question
        question = None if asked is None else (asked.id, asked.change, tuple(sorted(asked.yes)))
        refused = tuple(sorted((name, repr(why)) for name, why in keeper.refusals.items()))
        ways = tuple((name, repr(sent)) for name, sent in sorted({**self.reports}.items()))
        back = tuple((name, len(sent[0]), repr(sent[1])) for name, sent in sorted(self.updates.items()))
        return keeper.log.head, tuple(houses), question, refused, ways, back

    def steps(self) -> Iterator[Step]:
        """Every step that is possible in this state."""
        for name, house in self.world.houses.items():
            yield from self._of_people(name, house)
            yield "work", name
            yield "kill", name
        yield from (("send", kind, name) for kind in ("report", "update") for name in self.world.houses)
        yield from (("arrive", "report", name) for name in self.reports)
        yield from (("arrive", "update", name) for name in self.updates)
        if self.world.keeper.question is not None:
            yield from (("answer", yes) for yes in (True, False))

    def _of_people(self, name: str, house: House) -> Iterator[Step]:
        plays = self.world.plays(house.mine)
        if plays[0].seat in house.own:
            yield from (("play", name, n) for n in (0, -1))
        if house.mine:
            yield "undo", name
        if house.mine and name == HOST:
            yield ("decide",)

    def after(self, step: Step) -> State:
        """The state that follows from the step."""
        state = copy.copy(self)
        state.world = copy.copy(self.world)
        state.world.houses = {name: _copied(house) for name, house in self.world.houses.items()}
        state.world.keeper = keeper = copy.copy(self.world.keeper)
        keeper.refusals, keeper.question = dict(keeper.refusals), copy.deepcopy(keeper.question)
        state.reports, state.updates = dict(self.reports), dict(self.updates)
        state._done(step)
        state._sent(step)
        return state

    def _done(self, step: Step) -> None:
        """Do a step of people, or a kill."""
        world = self.world
        match step:
            case "play", name, n:
                house = world.houses[name]
                house.announce((*house.mine, world.plays(house.mine)[n]))
            case "undo", name:
                world.houses[name].announce(world.houses[name].mine[:-1])
            case ("decide",):
                world.houses[HOST].announce(world.houses[HOST].mine[:-1], decided=True)
            case "work", name:
                world.houses[name].work()
            case "kill", name:
                world.houses[name].kill()
            case "answer", yes:
                world.answer(yes)

    def _sent(self, step: Step) -> None:
        """Do a step that concerns messages."""
        world = self.world
        match step:
            case "send", "report", name:
                self.reports[name] = world.report(name)
            case "send", "update", name:
                self.updates[name] = world.update(name)
            case "arrive", "report", name:
                world.receive(name, self.reports[name])
            case "arrive", "update", name:
                world.updated(name, self.updates[name])

    def check(self) -> None:
        """Raise AssertionError if a house has other past records, or if the houses cannot agree any more."""
        kept = self.world.keeper.log
        for house in self.world.houses.values():
            assert house.log.entries == kept.entries[: house.log.n]
        ended = self.after(("settle",)).world
        ended.settle()
        items = ended.keeper.log.items
        for house in ended.houses.values():
            assert len(house.mine) == len(items)
            assert all(a.agrees(b) for a, b in zip(house.mine, items, strict=True))


def _copied(house: House) -> House:
    made = copy.copy(house)
    made.agreement = copy.copy(house.agreement)
    return made


def explore(depth: int, most: int) -> tuple[int, int, int]:
    """The number of states found (at most `most`), of steps, and the depth to which all are found."""
    found, steps, reached = {State().key}, 0, 0
    layer = [State()]
    for level in range(1, depth + 1):
        following = []
        for state in layer:
            for step in state.steps():
                new, steps = state.after(step), steps + 1
                if (key := new.key) not in found:
                    new.check()
                    found.add(key)
                    following.append(new)
                if len(found) >= most:
                    return len(found), steps, reached
        layer, reached = following, level
    return len(found), steps, reached


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--depth", type=int, default=8, metavar="N", help="steps from the beginning")
    parser.add_argument("--most", type=int, default=1_000_000, metavar="N", help="of states")
    args = parser.parse_args()
    begun = time.process_time()
    states, steps, depth = explore(args.depth, args.most)
    print(
        f"{states} states by {steps} steps, all down to depth {depth}: the past never changes, and from each "
        f"state all houses agree in the end ({time.process_time() - begun:.0f} s)"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
