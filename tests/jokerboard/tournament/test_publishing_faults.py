"""Publishing with random faults: in the end Redis has the journal, and no order is lost."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from jokerboard.journal.orders import Order
from jokerboard.journal.records import Line
from jokerboard.tournament import keys
from jokerboard.tournament.publish.publication import FILE, Place
from tests.examples import examples
from tests.jokerboard.tournament.desk_model import Desk, Server, an_order, generation


class Publishing(RuleBasedStateMachine):
    """Random failures of the connection between a table and its Redis, and kills of either."""

    @initialize()
    def begin(self) -> None:
        self.directory = tempfile.TemporaryDirectory()
        self.desk = Desk(Path(self.directory.name))
        self.snapshots: list[Server] = []
        self.orders: list[str] = []

    @rule(count=st.integers(1, 700))
    def play(self, count: int) -> None:
        self.desk.journal.append(count)

    @rule(count=st.integers(1, 6))
    def go_on(self, count: int) -> None:
        for _ in range(count):
            self.desk.step()

    @rule(cut=st.sampled_from(["before", "after"]), calls=st.integers(1, 4))
    def cut(self, cut: str, calls: int) -> None:
        for _ in range(calls):
            self.desk.server.cut = cut
            self.desk.step()

    @rule()
    def toggle(self) -> None:
        self.desk.server.down = not self.desk.server.down

    @rule(seconds=st.sampled_from([1.0, 20.0, 3600.0]))
    def wait(self, seconds: float) -> None:
        self.desk.now += seconds

    @rule()
    def remember(self) -> None:
        self.snapshots.append(self.desk.server.copy())

    @precondition(lambda self: self.snapshots)
    @rule(data=st.data())
    def fail_over(self, data: st.DataObject) -> None:
        """Replace the server by an older copy of it: a replica that lagged, or a backup."""
        self.desk.server = data.draw(st.sampled_from(self.snapshots)).copy()

    @rule()
    def empty(self) -> None:
        self.desk.server = Server()

    @rule(data=st.data())
    def evict(self, data: st.DataObject) -> None:
        server = self.desk.server
        what = data.draw(st.sampled_from([*server.streams, "table", "here", "orders"]))
        if isinstance(what, int):
            del server.streams[what]
        elif what == "orders":
            server.orders.clear()
        else:
            setattr(server, str(what), None)

    @precondition(lambda self: self.desk.server.streams)
    @rule(data=st.data(), foreign=st.integers(1, 9))
    def meddle(self, data: st.DataObject, foreign: int) -> None:
        """Remove the first entries of a stream, or add a foreign entry."""
        stream = self.desk.server.streams[data.draw(st.sampled_from(sorted(self.desk.server.streams)))]
        if data.draw(st.booleans()):
            stream.add(Line(stream.top + foreign, "foreign", "hash"))
        else:
            for n in list(stream.entries)[: data.draw(st.integers(1, 800))]:
                del stream.entries[n]

    @rule(file=st.sampled_from(["kept", "lost", "damaged"]))
    def kill(self, file: str) -> None:
        path = self.desk.path / FILE
        if file == "lost":
            path.unlink(missing_ok=True)
        elif file == "damaged":
            path.write_text('{"journal"')
        self.desk.start()

    @rule()
    def another_takes_the_name(self) -> None:
        server = self.desk.server
        server.here, server.here_until = {"owner": "other"}, self.desk.now + keys.HERE_FOR

    @rule()
    def order(self) -> None:
        text = an_order(self.desk)
        self.orders.append(text)
        self.desk.server.orders.append((f"{len(self.orders)}-0", text))

    def teardown(self) -> None:
        desk = self.desk
        desk.server.down, desk.server.cut = False, None
        # A desk repeats orders without an answer.
        missing = [text for text in self.orders if json.loads(text)["id"] not in desk.journal.taken]
        desk.server.orders += [(f"{10_000 + k}-0", text) for k, text in enumerate(missing)]
        desk.settle()
        for _ in range(len(self.orders)):
            desk.step()
        handed = [order.text_form() for order in desk.ordered if isinstance(order, Order)]
        assert sorted(handed) == sorted(self.orders)
        assert desk.publisher.place == Place(desk.journal.id, generation(desk), desk.journal.last())
        self.directory.cleanup()


TestPublishing = Publishing.TestCase
TestPublishing.settings = examples(60, stateful_step_count=30)
