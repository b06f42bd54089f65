"""For any order in which pieces of a log arrive, the store has a gapless beginning of the log."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from jokerboard.journal.orders import Order, What, new_id
from jokerboard.journal.records import Kind, Line, chained
from jokerboard.tournament.collect.collector import keep_order
from jokerboard.tournament.collect.intake import ASIDE, Batch, Intake
from jokerboard.tournament.collect.registry import Announced
from jokerboard.tournament.collect.store import FILE, Store
from tests.examples import examples
from tests.jokerboard.tournament.desk_tables import FakeTable, kept

NOW = "2026-11-21T10:05:00+00:00"
COUNT = 40


def _table() -> FakeTable:
    table = FakeTable("t1", "Table 1")
    table.begin()
    table.turns(COUNT - 3)
    return table


TABLE = _table()
PIECES = st.lists(
    st.tuples(st.integers(0, COUNT), st.integers(0, COUNT), st.booleans()), min_size=1, max_size=12
)


def _announce(intake: Intake, generation: int = 1, table: FakeTable = TABLE) -> int:
    return intake.announced([Announced("t1", table.journal, generation, table.stream, "Table 1")], NOW)[0]


@examples(60)
@given(PIECES)
def test_pieces_of_a_log_in_any_order_are_stored_as_a_gapless_beginning_of_the_log(
    pieces: list[tuple[int, int, bool]],
) -> None:
    with tempfile.TemporaryDirectory() as directory:
        one, two = (Store(Path(directory) / FILE) for _ in range(2))
        intakes = (Intake(one), Intake(two))
        owner = _announce(intakes[0])
        reached = 0
        for start, length, other in pieces:
            lines = TABLE.lines[start : start + length]
            (taken,) = intakes[other].take([Batch(owner, 1, lines)], NOW)
            if lines and lines[0].n <= reached + 1:
                reached = max(reached, lines[-1].n)
                assert not taken.gap
            else:
                assert taken.gap == bool(lines)
            assert taken.bad is None
            assert taken.last == reached
            assert kept(two if other else one, TABLE) == TABLE.lines[:reached]
        one.close()
        two.close()


@examples(60)
@given(st.integers(0, COUNT - 1), st.sampled_from(["text", "hash", "number", "cut"]), st.data())
def test_a_damaged_log_is_stored_only_up_to_its_first_bad_record(
    at: int, how: str, data: st.DataObject
) -> None:
    lines = list(TABLE.lines)
    line = lines[at]
    if how == "text":
        where = data.draw(st.integers(0, len(line.text) - 1))
        text = line.text[:where] + ("x" if line.text[where] != "x" else "y") + line.text[where + 1 :]
        lines[at] = Line(line.n, text, data.draw(st.sampled_from([line.hash, chained("0" * 64, text)])))
        if lines[at].hash != line.hash and at == 0:
            lines[at] = Line(line.n, text, line.hash)
    elif how == "hash":
        lines[at] = Line(line.n, line.text, chained(line.hash, "something else"))
    elif how == "number":
        lines[at] = Line(line.n + 1000, line.text, line.hash)
    else:
        del lines[at]
    with tempfile.TemporaryDirectory() as directory:
        store = Store(Path(directory) / FILE)
        intake = Intake(store)
        owner = _announce(intake)
        (taken,) = intake.take([Batch(owner, 1, lines, whole=True)], NOW)
        assert kept(store, TABLE) == TABLE.lines[:at]
        if how == "cut" and at == COUNT - 1:
            assert taken.bad is None
        else:
            assert taken.bad is not None
            assert taken.bad.n == at + 1
            (again,) = intake.take([Batch(owner, 1, TABLE.lines[at:], whole=True)], NOW)
            assert again.new == 0, "nothing of this generation counts any more"
            _announce(intake, 2)
            (better,) = intake.take([Batch(owner, 2, TABLE.lines, whole=True)], NOW)
            assert (better.bad, better.last) == (None, COUNT)
        store.close()


def test_the_number_of_bad_records_set_aside_for_a_log_is_limited(store: Store) -> None:
    intake = Intake(store)
    owner = _announce(intake)
    noise = [Line(n, "noise", "0" * 64) for n in range(1, 2 * ASIDE)]
    for _ in range(3):
        intake.take([Batch(owner, 1, noise, whole=True)], NOW)
    assert store.rows("SELECT count(*) FROM aside")[0][0] == ASIDE


def test_a_referees_ruling_must_be_acknowledged_and_a_ruling_of_the_director_need_not(store: Store) -> None:
    table, intake = FakeTable("t1"), Intake(store)
    table.begin()
    owner = _announce(intake, table=table)
    order = Order(new_id(), "Dora", NOW, table.journal, 1, What.LET_STAND)
    keep_order(store, owner, order)
    table.verdict("decision", decision="let-stand", by="Rita", position="-/-/-/- A")
    table.turns(6)
    table.verdict("decision", decision="let-stand", by="Dora", position="-/-/-/- A")
    table.write_record(Kind.ORDER, **order.to_json(), taken=True, said="It stands.")
    intake.take([Batch(owner, 1, table.lines, whole=True)], NOW)
    rows = store.rows("SELECT text, seen_by FROM incidents WHERE kind = 'decision' ORDER BY n")
    assert [row["seen_by"] for row in rows] == [None, "Dora"]


def test_a_game_begun_before_the_tables_clock_was_set_is_dated_by_the_desks_clock(store: Store) -> None:
    table, intake = FakeTable("t1"), Intake(store)
    table.begin(begun="2026-01-01T00:00:00+00:00", clock="unset")
    table.write_record(Kind.RESUMED, at="2026-01-01T00:01:00+00:00", clock="unset")
    table.verdict("over", after=60, team=["A", "C"], position="-/-/-/- A")
    owner = _announce(intake, table=table)
    intake.take([Batch(owner, 1, table.lines, whole=True)], NOW)
    row = store.row("SELECT anchor, ended FROM games")
    assert row is not None
    assert row["anchor"] == NOW
    assert row["ended"] > NOW


def test_later_records_do_not_change_the_time_of_a_finished_game(store: Store) -> None:
    table, intake = FakeTable("t1"), Intake(store)
    table.begin()
    table.verdict("over", after=60, team=["A", "C"], position="-/-/-/- A")
    owner = _announce(intake, table=table)
    intake.take([Batch(owner, 1, table.lines, whole=True)], NOW)
    before = store.row("SELECT t, ended FROM games")
    table.t += 5000
    table.write_record(Kind.NAMES, names={"A": "Ann"})
    table.write_record(Kind.ORDER, order="result", team=["B", "D"], by="Dora", taken=True, id="0" * 32)
    intake.take([Batch(owner, 1, table.lines, whole=True)], NOW)
    after = store.row("SELECT t, ended, decided FROM games")
    assert before is not None
    assert after is not None
    assert tuple(before) == tuple(after)[:2]
    assert '"B"' in after["decided"]
