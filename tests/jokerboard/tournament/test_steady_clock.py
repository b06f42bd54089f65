"""The desk's time runs evenly when the wall clock jumps, the desk restarts, or the machine boots."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jokerboard.tournament.collect.presence import Presence
from jokerboard.tournament.steady_clock import FILE, JumpWatch, SteadyClock, jump_text
from tests.jokerboard.tournament.desk_tables import FakeTable
from tests.jokerboard.tournament.web.event_hall import EventHall
from tests.jokerboard.tournament.web.hall import NOW, Hall

START = 1_795_000_000.0


@dataclass
class Machine:
    """A machine whose wall clock can be set."""

    file: Path
    wall: float = START
    boot: float = 100.0
    id: str = "boot one"

    def clock(self) -> SteadyClock:
        return SteadyClock(self.file, lambda: self.wall, lambda: self.boot, lambda: self.id)

    def pass_time(self, seconds: float, jump: float = 0.0) -> None:
        self.wall += seconds + jump
        self.boot += seconds

    def reboot(self, off: float, wall: float) -> None:
        self.id, self.boot, self.wall = f"boot after {off}", 1.0, wall


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path / FILE)


def test_a_jump_of_the_wall_clock_is_detected_and_does_not_change_the_desks_time(machine: Machine) -> None:
    clock = machine.clock()
    machine.pass_time(60, jump=3600)
    assert clock.now() == START + 60
    assert clock.jump() == 3600
    clock.adopt()
    assert (clock.now(), clock.jump()) == (START + 3660, 0)


def test_the_desks_time_continues_after_a_restart_despite_a_jump_of_the_wall_clock(machine: Machine) -> None:
    machine.clock()
    machine.pass_time(60, jump=-7200)
    assert machine.clock().now() == START + 60


def test_after_a_reboot_the_desks_time_follows_the_wall_clock_but_never_goes_back(machine: Machine) -> None:
    machine.clock()
    machine.reboot(30, wall=START + 30)
    assert machine.clock().now() == START + 30
    machine.reboot(30, wall=0.0)
    again = machine.clock()
    assert again.now() == START + 30, "a machine that has lost its clock goes on where it was"
    machine.pass_time(10, jump=START + 90)
    assert again.now() == START + 40


@given(st.lists(st.tuples(st.floats(0, 1e4), st.floats(-1e6, 1e6), st.booleans()), max_size=20))
def test_the_desks_time_never_goes_back(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[float, float, bool]]
) -> None:
    machine = Machine(tmp_path_factory.mktemp("clock") / FILE)
    clock, before = machine.clock(), START
    for seconds, jump, restart in steps:
        machine.pass_time(seconds, jump)
        clock = machine.clock() if restart else clock
        assert clock.now() >= before
        assert clock.now() == pytest.approx(before + seconds)
        before = clock.now()


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"boot": "boot one", "offset": "x", "last": 1}'])
def test_a_damaged_file_of_the_desks_clock_counts_as_missing(machine: Machine, text: str) -> None:
    machine.file.write_text(text)
    assert machine.clock().now() == START


def test_a_restart_and_a_jump_of_the_wall_clock_do_not_change_the_rounds_clock(tmp_path: Path) -> None:
    machine = Machine(tmp_path / FILE)
    with EventHall(tmp_path) as one:
        _follow(one, machine)
        one.done("new", name="Cup", rounds=2, minutes=30)
        one.done("teams", list="team,player1,player2\nFoxes,Ann,Bo\nOwls,Cy,Di\n", file="x.csv")
        one.done("pair")
        one.done("start")
        machine.pass_time(60, jump=3600)
        one.event.follow()
        assert _left(one) == 29 * 60
        assert one.event.remarks == (
            "this machine's clock jumped by +1:00:00; the round's clock was not changed",
        )
        _follow(one, machine)
        machine.pass_time(60, jump=-3600)
        one.event.follow()
        assert _left(one) == 28 * 60
        assert not one.event.remarks


def _follow(one: EventHall, machine: Machine) -> None:
    """Start a desk on this machine, as after a restart."""
    one.desk.clock = machine.clock()
    one.desk.wall = one.desk.clock.iso


def _left(one: EventHall) -> float:
    here = one.entries()["about"]["round"]
    return float(here["ends"] / 1000 - one.event.at())


def test_a_tables_clock_that_jumps_is_an_incident(tmp_path: Path) -> None:
    with Hall(tmp_path) as one:
        table = FakeTable("t1", "Table 1")
        owner = one.take(table)
        for t in ("2026-11-21T10:05:01+00:00", "2026-11-21T11:05:01+00:00", "2026-11-21T11:05:02+00:00"):
            here = Presence(t, "0", table.journal, 1, 1, 1, None, {"ok": True, "faults": []})
            one.roll.replace({owner: here}, one.store, NOW)
        rows = one.store.rows("SELECT text FROM incidents WHERE kind = 'clock'")
        assert [row["text"] for row in rows] == ["The table's clock jumped by +1:00:01."]


def test_a_jump_of_the_clock_is_shown_in_hours_minutes_and_seconds() -> None:
    assert [jump_text(seconds) for seconds in (3600, -12, 61.6)] == ["+1:00:00", "-0:12", "+1:02"]


def test_a_table_detects_each_jump_of_its_own_clock_once() -> None:
    wall, even = ["2026-11-21T10:00:00+00:00"], [100.0]
    watch = JumpWatch(lambda: wall[0], lambda: even[0])
    assert watch.jump() == 0
    wall[0], even[0] = "2026-11-21T11:00:10+00:00", 110.0
    assert (watch.jump(), watch.jump()) == (3600, 0)
    wall[0], even[0] = "no time", 120.0
    assert watch.jump() == 0
    wall[0], even[0] = "2026-11-21T10:00:30+00:00", 130.0
    assert watch.jump() == 0, "nothing to compare with"
    wall[0], even[0] = "2026-11-21T10:00:50+00:00", 140.0
    assert watch.jump() == 10
