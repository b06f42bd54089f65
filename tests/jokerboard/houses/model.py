"""Houses of a shared game without boards: plays are numbers of seats in turn, messages may be lost.

Each house is an `Agreement`; the host also has a `Keeper`. People in the model carry exactly the marbles of
their house's step. Every message has the whole state of its sender, as in the protocol.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.cards import Card, Rank
from engine.dealing import setup_for
from engine.geometry import seat_letter
from engine.legal import legal
from engine.position import Position
from engine.rules.rule_sets import rules_named
from engine.table import Table, table_for
from jokerboard.houses.agreement import Agreement, Carry, Propose, Rest, TakeBack
from jokerboard.houses.changes import Change, Entry, Item, SharedLog
from jokerboard.houses.keeper import HOST, Keeper, Refusal

RANKS = "A23456789TJQK"


def table() -> Table:
    return table_for(rules_named("texas"), players=4, teams=None)


@dataclass
class House:
    """The model of one house; `disk` is the state that survives a kill."""

    name: str
    own: frozenset[str]
    log: SharedLog
    mine: tuple[Item, ...] = ()
    agreement: Agreement = field(init=False)

    def __post_init__(self) -> None:
        self.agreement = Agreement(self.own, decides=self.name == HOST)

    def announce(self, items: tuple[Item, ...], decided: bool = False) -> None:
        self.mine = items
        self.agreement.set_mine(items, decided=decided)

    def take(self, entries: tuple[Entry, ...]) -> None:
        self.log = self.log.all_taken(entries)
        self.agreement.set_shared(self.log.items)

    @property
    def proposal(self) -> Change | None:
        step = self.agreement.step()
        return step.change if isinstance(step, Propose) else None

    def work(self) -> bool:
        """Carry out the step that people are asked for; return whether there was one."""
        match self.agreement.step():
            case Carry(place, item):
                assert place == len(self.mine)
                self.announce((*self.mine, item))
            case TakeBack(keep):
                self.announce(self.mine[:keep])
            case _:
                return False
        return True

    def kill(self) -> None:
        """Forget everything except `disk`. A real house computes its lists from its records."""
        before = self.agreement
        self.agreement = Agreement(self.own, decides=self.name == HOST)
        self.agreement.set_mine(before.mine)
        self.agreement.set_shared(before.shared)
        self.agreement._base = before._base
        self.agreement.decided = before.decided


class World:
    """The model of a host and its guests, which exchange complete messages."""

    def __init__(self, seats: dict[str, str]) -> None:
        self.table = table()
        first = self.table.next_seats[setup_for(self.table, "1").dealer]
        self.first: Position = self.table.initial(first)
        log = SharedLog("game")
        sets = {name: frozenset(letters) for name, letters in seats.items()}
        self.houses = {name: House(name, own, log) for name, own in sets.items()}
        self.keeper = Keeper(self.table, self.first, log, sets)

    def position(self, items: tuple[Item, ...]) -> Position:
        return Position.parse(items[-1].after, 5) if items else self.first

    def plays(self, items: tuple[Item, ...]) -> list[Item]:
        """The plays that may follow the list `items`: a few of the seat in turn, and a discard."""
        before = self.position(items)
        seat = seat_letter(before.turn)
        found = []
        for rank in RANKS:
            for each in legal(self.table, before, RANK[rank])[:1]:
                play = each.play
                found.append(
                    Item(
                        seat,
                        f"{rank}H",
                        f"{rank}H {play.text(self.table.board).split(' ', 1)[1]}",
                        each.position.line(),
                    )
                )
        after = before.with_turn(self.table.next_seats[before.turn])
        return [*found[:3], Item(seat, "2H", "2H --", after.line())]

    def report(self, name: str) -> tuple[str, Change | None]:
        house = self.houses[name]
        return house.log.head, house.proposal

    def receive(self, name: str, report: tuple[str, Change | None]) -> None:
        """Handle the report of the house `name` at the host; store an accepted record on the host's disk."""
        after, change = report
        if change is None:
            self.keeper.withdraw(name)
            return
        decided = name == HOST and self.houses[HOST].agreement.decided
        entry = self.keeper.propose(name, after, change, decided=decided)
        if entry is not None:
            self.commit(entry)

    def commit(self, entry: Entry) -> None:
        self.keeper.commit(entry)
        self.houses[HOST].take((entry,))

    def answer(self, yes: bool) -> None:
        """Let every house except the asking one answer the open question with `yes`."""
        asked = self.keeper.question
        for name in self.houses:
            if asked is not None and name != asked.house:
                entry = self.keeper.answer(name, asked.id, yes)
                if entry is not None:
                    self.commit(entry)

    def update(self, name: str) -> tuple[tuple[Entry, ...], Refusal | None]:
        return self.keeper.log.entries, self.keeper.refusals.get(name)

    def updated(self, name: str, update: tuple[tuple[Entry, ...], Refusal | None]) -> None:
        """Let the house `name` handle an update of the host, which may be old or repeated."""
        entries, refusal = update
        house = self.houses[name]
        house.take(entries[house.log.n :])
        if refusal is not None and (refusal.after, refusal.change) == (house.log.head, house.proposal):
            house.agreement.refused()

    def at_rest(self, house: House) -> bool:
        return isinstance(house.agreement.step(), Rest) and house.log.n == self.keeper.log.n

    def settle(self) -> None:
        """Let all houses exchange messages and carry marbles until nothing is left to do.

        Raise AssertionError if that never happens.
        """
        for _ in range(400):
            for name, house in self.houses.items():
                house.work()
                self.receive(name, self.report(name))
                self.updated(name, self.update(name))
            if self.keeper.question is not None:
                self.answer(True)
            if all(self.at_rest(house) for house in self.houses.values()):
                return
        raise AssertionError("the houses never agree")


def _ranks() -> dict[str, Rank]:
    return {rank: Card.parse(f"{rank}H").rank for rank in RANKS}


RANK = _ranks()
