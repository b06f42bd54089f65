"""Taking in: whatever comes in whatever pieces, what is kept is a beginning of the log, once."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from journal.chain import Line
from journal.records import chained
from tests.tournament.desk_tables import FakeTable, kept
from tournament.collect.announced import Announced
from tournament.collect.intake import ASIDE, Batch, Intake
from tournament.collect.store import FILE, Store

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


def _announce(intake: Intake, generation: int = 1) -> int:
    return intake.announced(Announced("t1", TABLE.journal, generation, TABLE.stream, "Table 1"), NOW)


@settings(max_examples=60, deadline=None)
@given(PIECES)
def test_pieces_in_any_order_through_any_director_keep_a_beginning_of_the_log(
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


@settings(max_examples=60, deadline=None)
@given(st.integers(0, COUNT - 1), st.sampled_from(["text", "hash", "number", "cut"]), st.data())
def test_a_log_spoilt_anywhere_is_good_before_and_bad_from_there(
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


def test_what_is_put_aside_has_an_end(tmp_path: Path) -> None:
    store = Store(tmp_path / FILE)
    intake = Intake(store)
    owner = _announce(intake)
    noise = [Line(n, "noise", "0" * 64) for n in range(1, 2 * ASIDE)]
    for _ in range(3):
        intake.take([Batch(owner, 1, noise, whole=True)], NOW)
    assert store.rows("SELECT count(*) FROM aside")[0][0] == ASIDE
    store.close()
