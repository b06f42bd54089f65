"""Any order of plays, edits, losses, repeats and kills in two or three houses ends with one log."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from jokerboard.houses.changes import Change, Entry, Item
from jokerboard.houses.keeper import HOST, Refusal
from tests.examples import examples
from tests.jokerboard.houses.model import World

HOUSES = (
    {HOST: "AC", "guest-1": "BD"},
    {HOST: "A", "guest-1": "BD", "guest-2": "C"},
    {HOST: "", "guest-1": "ABCD"},
)


class SharedGames(RuleBasedStateMachine):
    @initialize(seats=st.sampled_from(HOUSES))
    def begin(self, seats: dict[str, str]) -> None:
        self.world = World(seats)
        self.reports: list[tuple[str, tuple[str, Change | None]]] = []
        self.updates: list[tuple[str, tuple[tuple[Entry, ...], Refusal | None]]] = []
        self.accepted: dict[int, Entry] = {}

    def _name(self, data: st.DataObject) -> str:
        return data.draw(st.sampled_from(sorted(self.world.houses)), label="house")

    @rule(data=st.data())
    def people_play(self, data: st.DataObject) -> None:
        house = self.world.houses[self._name(data)]
        items = self.world.plays(house.mine)
        if items[0].seat in house.own:
            house.announce((*house.mine, data.draw(st.sampled_from(items), label="play")))

    @rule(data=st.data())
    def people_change_or_undo(self, data: st.DataObject) -> None:
        house = self.world.houses[self._name(data)]
        keep = max(0, len(house.mine) - data.draw(st.integers(1, 3), label="back"))
        kept = house.mine[:keep]
        again: list[Item | None] = [None, *self.world.plays(kept)]
        item = data.draw(st.sampled_from(again), label="instead")
        house.announce(kept if item is None else (*kept, item))

    @rule(data=st.data())
    def the_hosts_referee_decides(self, data: st.DataObject) -> None:
        house = self.world.houses[HOST]
        items = house.mine[: data.draw(st.integers(0, len(house.mine)), label="keep")]
        house.announce(items, decided=True)

    @rule(data=st.data())
    def people_do_what_the_lights_ask(self, data: st.DataObject) -> None:
        self.world.houses[self._name(data)].work()

    @rule(data=st.data())
    def a_report_is_sent(self, data: st.DataObject) -> None:
        name = self._name(data)
        self.reports.append((name, self.world.report(name)))

    @rule(data=st.data())
    def an_update_is_sent(self, data: st.DataObject) -> None:
        name = self._name(data)
        self.updates.append((name, self.world.update(name)))

    @precondition(lambda self: self.reports)
    @rule(data=st.data(), again=st.booleans())
    def a_report_arrives(self, data: st.DataObject, again: bool) -> None:
        at = data.draw(st.integers(0, len(self.reports) - 1), label="which")
        name, report = self.reports[at] if again else self.reports.pop(at)
        self.world.receive(name, report)

    @precondition(lambda self: self.updates)
    @rule(data=st.data(), again=st.booleans())
    def an_update_arrives(self, data: st.DataObject, again: bool) -> None:
        at = data.draw(st.integers(0, len(self.updates) - 1), label="which")
        name, update = self.updates[at] if again else self.updates.pop(at)
        self.world.updated(name, update)

    @rule(yes=st.booleans())
    def the_others_answer(self, yes: bool) -> None:
        self.world.answer(yes)

    @rule(data=st.data())
    def a_house_is_killed(self, data: st.DataObject) -> None:
        self.world.houses[self._name(data)].kill()

    @invariant()
    def records_never_change(self) -> None:
        for entry in self.world.keeper.log.entries:
            assert self.accepted.setdefault(entry.n, entry) == entry
        for house in self.world.houses.values():
            assert house.log.entries == self.world.keeper.log.entries[: house.log.n]

    @invariant()
    def the_shared_log_is_a_legal_game(self) -> None:
        here = self.world.first
        for item in self.world.keeper.log.items:
            assert item.after in {each.after for each in self.world.plays(())} or item.seat
            assert not item.seat or ord(item.seat) - 65 == here.turn
            here = self.world.position((item,))

    def teardown(self) -> None:
        if hasattr(self, "world"):
            self.world.settle()
            lists = {house.mine for house in self.world.houses.values()}
            kept = self.world.keeper.log.items
            assert all(len(items) == len(kept) for items in lists)
            assert all(a.agrees(b) for items in lists for a, b in zip(items, kept, strict=True))


TestSharedGames = SharedGames.TestCase
TestSharedGames.settings = examples(1000, stateful_step_count=25)
