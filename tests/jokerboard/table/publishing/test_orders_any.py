"""Any sequence of orders is carried out or refused, recorded once, and the table goes on."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, example, given
from hypothesis import strategies as st

from jokerboard.journal.errors import OrderError
from jokerboard.journal.file import check
from jokerboard.journal.orders import Order, Seating, Team, What, new_id
from jokerboard.journal.store import FILE
from jokerboard.simulation.people.memory import Memory
from jokerboard.table.runtime.game_setup import Wanted
from tests.examples import examples
from tests.jokerboard.table.publishing.test_orders import Directed

HOME = "h1,h2,h3,h4,h5"
LETTERS = st.sampled_from("ABCDEFGH")
SEATS = st.lists(LETTERS, max_size=4, unique=True).map(tuple)
HOLES = ["-", ".", "A8", "A8,B3", "h1", "h1,h5", "A0,A1,A2,A3,A4", "A8,A8", "Z9", "h1,h2,h3,h4,h5", "D17"]
POSITIONS = st.one_of(
    st.builds(
        lambda fields, turn: f"{'/'.join(fields)} {turn}",
        st.lists(st.sampled_from(HOLES), min_size=3, max_size=6),
        LETTERS,
    ),
    st.sampled_from(["-/-/-/- A", "A8/-/C3/h1,h2 C", f"{HOME}/-/-/- B", f"{HOME}/-/{HOME}/- B"]),
    st.text(min_size=1, max_size=20).filter(str.isprintable),
)
NAMES = st.dictionaries(LETTERS, st.sampled_from(["Ann", " ", "Bo", "<b>"]), max_size=8)
SEATINGS = st.builds(
    Seating,
    round=st.integers(0, 9),
    table=st.just("7"),
    names=st.one_of(NAMES, st.just(dict(zip("ABCD", "wxyz", strict=True)))),
    teams=st.lists(st.builds(Team, name=st.just("Red"), seats=SEATS), max_size=3).map(tuple),
    rules=st.sampled_from([None, "texas", "own-deck", "joker-board", "chess", ""]),
)
FIELDS: dict[What, dict[str, Any]] = {
    What.TAKE_BACK: {"n": st.none() | st.integers(1, 9)},
    What.CORRECT: {"position": POSITIONS},
    What.PENALTY: {"team": SEATS.filter(bool), "points": st.none() | st.integers(-9, 9)},
    What.RESULT: {"team": SEATS},
    What.SEATING: {"seating": SEATINGS},
    What.START: {"seating": SEATINGS},
}
ORDERS = st.sampled_from(What).flatmap(
    lambda what: st.fixed_dictionaries({"order": st.just(what), **FIELDS.get(what, {})})
)
STEPS = st.lists(st.tuples(ORDERS, st.sampled_from([0, 1, 5, 30]), st.booleans()), max_size=8)


def state(directed: Directed) -> tuple[object, ...]:
    """The values that an order can change."""
    game = directed.table.desk.game
    playing = game and (game.log.position, game.log.n, game.log.over, game.stoppage)
    return directed.table.desk.number, directed.orders.seating, playing


START = Seating(1, "7", dict(zip("ABCD", "wxyz", strict=True)), rules="texas")
EMPTY_TEAM = Seating(1, "7", {"A": "Ann"}, (Team("Red", ()), Team("Blue", ("A",))))


@example([({"order": What.SEATING, "seating": EMPTY_TEAM}, 0, False)])
@examples(25, suppress_health_check=[HealthCheck.too_slow])
@given(STEPS)
def test_each_order_of_any_sequence_is_carried_out_or_refused_without_effect_and_the_table_goes_on(
    steps: list[tuple[dict[str, Any], int, bool]],
) -> None:
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory)
        directed = Directed(path, Wanted(), Memory("", "", doing="playing", mistakes=0.2))
        given_ids = []
        for fields, seconds, restarts in steps:
            directed.table.wait(float(seconds))
            order = Order(new_id(), "Dora", "now", directed.journal, directed.table.desk.number, **fields)
            try:
                read: Order | OrderError = Order.parse(order.text_form())
            except OrderError as error:
                read = error
            before = state(directed)
            directed.orders.take(read)
            given_ids.append(order.id)
            if not directed.recorded()[-1]["taken"]:
                assert state(directed) == before
            else:
                assert not isinstance(read, OrderError)
            if restarts:
                directed = directed.again()
        directed.table.wait(30.0)
        results = directed.recorded()
        assert [data["id"] for data in results] == given_ids
        assert all(data["said"] for data in results)
        check(path / FILE)
        number = directed.table.desk.number
        assert directed.order(What.START, seating=START)["taken"] is True
        assert directed.table.desk.number == (number or 0) + 1
        directed.close()
        check(path / FILE)
