"""One game on one board: moved marbles become verdicts, lights, sentences and records."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.position import Position
from jokerboard.journal.file import records
from jokerboard.journal.records import Entry, Kind
from jokerboard.journal.store import FILE, Journal
from jokerboard.journal.writer import Kept
from jokerboard.table.runtime.game_setup import Wanted
from tests.jokerboard.table.virtual_table import VirtualTable

SEED = "3"


@pytest.fixture
def table(tmp_path: Path) -> VirtualTable:
    return VirtualTable(tmp_path, Wanted(names={"A": "Ann"}), seed=SEED)


class HeldWriter:
    """A writer of the journal that stores nothing until the test allows it."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.waiting: list[tuple[Sequence[Entry], Kept | None]] = []
        self.hold = False

    def put(self, entries: Sequence[Entry], kept: Kept | None = None) -> None:
        self.waiting.append((entries, kept))
        if not self.hold:
            self.release()

    def release(self) -> None:
        for entries, kept in self.waiting:
            if entries:
                self.journal.append(entries)
            if kept is not None:
                kept()
        self.waiting = []

    def drain(self, within: float) -> None:
        pass

    def close(self) -> None:
        self.release()
        self.journal.close()


def test_a_new_game_announces_whose_turn_it_is_and_lights_that_seats_hole(table: VirtualTable) -> None:
    assert table.kinds == ["turn"]
    assert table.roles() == {f"{table.turn}8": "turn"}
    hole = table.sim.board.hole(f"{table.turn}8")
    assert any(table.sim.lamps.pixels[3 * hole : 3 * hole + 3])


def test_a_play_that_brings_a_marble_out_is_announced_listed_and_recorded(
    table: VirtualTable, tmp_path: Path
) -> None:
    seat = table.turn
    table.play("KH", (f"{seat}s2", f"{seat}8"))
    (played,) = table.game.log.plays
    assert (played.n, played.card, played.state) == (1, "KH", "ok")
    assert played.play is not None
    assert played.play.text(table.sim.board) == f"KH {seat}s-{seat}8"
    assert table.turn != seat
    kept = [r.data for r in records(tmp_path / FILE) if r.kind is Kind.VERDICT]
    assert [data["kind"] for data in kept] == ["turn", "move", "turn"]
    assert kept[1]["position"] == table.game.log.position.line()


def test_the_journal_keeps_cards_and_buttons_but_no_edges(table: VirtualTable, tmp_path: Path) -> None:
    seat = table.turn
    table.play("KH", (f"{seat}s1", f"{seat}8"))
    table.sim.buttons.press("help", table.turn)
    table.wait(0.1)
    events = [r.data for r in records(tmp_path / FILE) if r.kind is Kind.EVENT]
    assert [(e.get("card", e.get("button")), e["at"]) for e in events] == [
        ("KH", seat), (None, seat), ("help", table.turn),
    ]  # fmt: skip


def test_an_illegal_move_is_announced_and_lit_until_the_marble_is_moved_back(table: VirtualTable) -> None:
    seat = table.turn
    table.lay("KH")
    table.move(f"{seat}s1", f"{seat}9")
    table.until(lambda: "illegal" in table.kinds)
    assert table.roles()[f"{seat}9"] == "illegal"
    assert table.roles()[f"{seat}s1"] == "put-back"
    lit = table.sim.board.hole(f"{seat}9")
    shown = {table.sim.lamps.pixels[3 * lit : 3 * lit + 3]}
    for _ in range(8):
        table.wait(0.1)
        shown.add(table.sim.lamps.pixels[3 * lit : 3 * lit + 3])
    assert len(shown) == 2, "it blinks"

    table.move(f"{seat}9", f"{seat}s1")
    assert table.kinds[-1] == "restored"
    table.play("KH", (f"{seat}s1", f"{seat}8"))
    assert table.game.log.n == 1


def test_an_unknown_card_is_reported(table: VirtualTable) -> None:
    table.lay("0000BEEF")
    assert table.kinds[-1] == "illegal"
    assert table.announcements[-1].verdict.code == "card-unknown"  # type: ignore[union-attr]


def test_a_referees_correction_sets_the_position(table: VirtualTable) -> None:
    position = Position.parse("A8/-/-/- B")
    table.game.orders.rule("correct", "Eve", None, position)
    assert table.kinds[-2:] == ["decision", "turn"] or table.kinds[-1] == "decision"
    assert table.game.log.position == position
    table.move("As1", "A8")
    table.wait(2.0)
    assert "put-back" not in table.roles().values()


def test_the_players_names_are_recorded_and_shown(table: VirtualTable, tmp_path: Path) -> None:
    table.game.name({"A": "Anna", "B": "Bo"})
    assert table.game.speaker.name(0) == "Anna"
    names = [r.data["names"] for r in records(tmp_path / FILE) if r.kind is Kind.NAMES]
    assert names == [{"A": "Anna", "B": "Bo"}]


def test_a_shuffle_is_recorded_and_a_played_copy_may_be_played_again(
    table: VirtualTable, tmp_path: Path
) -> None:
    for _ in range(2):
        seat = table.turn
        table.play("KH#1", (f"{seat}s1", f"{seat}8"))
        table.game.reshuffle()
    assert "illegal" not in table.kinds
    lines = [r.data for r in records(tmp_path / FILE) if r.kind is Kind.EVENT and "reshuffle" in r.data]
    assert len(lines) == 2


def test_a_play_made_during_an_outage_of_the_sensors_counts_when_the_sensors_are_back(
    table: VirtualTable,
) -> None:
    sensors = table.game._devices.sensors
    seat = table.turn
    table.lay("KH")
    sensors.unplug()  # type: ignore[attr-defined]
    table.move(f"{seat}s1", f"{seat}8")
    assert table.game.log.n == 0
    assert "fault" in table.kinds
    sensors.replug()  # type: ignore[attr-defined]
    table.until(lambda: table.game.log.n == 1)


def test_a_closed_game_announces_nothing_and_is_dark(table: VirtualTable) -> None:
    game, sim, seat = table.game, table.sim, table.turn
    table.close()
    count = len(table.announcements)
    sim.wood.lift(sim.board.hole(f"{seat}s1"))
    table.wait(5.0)
    assert len(table.announcements) == count
    game.close()
    assert not any(sim.lamps.pixels)


@pytest.fixture
def slow(tmp_path: Path) -> tuple[VirtualTable, HeldWriter]:
    made: list[HeldWriter] = []

    def writer(journal: Journal) -> HeldWriter:
        made.append(HeldWriter(journal))
        return made[0]

    return VirtualTable(tmp_path, Wanted(), seed=SEED, writer=writer), made[0]


def busy(table: VirtualTable, disk: HeldWriter, hole: int) -> str:
    """Keep the disk busy, bring a marble out to `hole` with a King, and return its seat's letter."""
    seat = table.turn
    disk.hold = True
    table.lay("KH")
    table.move(f"{seat}s1", f"{seat}{hole}")
    return seat


def test_a_play_is_announced_only_once_the_disk_has_its_record(slow: tuple[VirtualTable, HeldWriter]) -> None:
    table, disk = slow
    lights = table.roles()
    seat = busy(table, disk, 8)
    table.wait(3.0)
    assert table.kinds == ["turn"]
    assert (table.game.log.n, table.turn) == (0, seat)
    waits = dict.fromkeys(("A0", "B0", "C0", "D0"), "fault")  # By now the disk has been reported as slow.
    assert table.roles() == {**lights, **waits}
    on_the_disk = disk.journal.last

    disk.release()
    assert table.kinds == ["turn", "move", "turn"]
    assert table.roles() != lights
    assert disk.journal.last > on_the_disk


def test_an_illegal_play_is_announced_and_lit_while_the_disk_is_busy(
    slow: tuple[VirtualTable, HeldWriter],
) -> None:
    table, disk = slow
    seat = busy(table, disk, 9)
    table.until(lambda: "illegal" in table.kinds)
    assert table.roles()[f"{seat}9"] == "illegal"


def test_a_wrong_move_is_lit_while_the_play_before_still_waits_for_the_disk(
    slow: tuple[VirtualTable, HeldWriter],
) -> None:
    table, disk = slow
    busy(table, disk, 8)
    table.wait(1.0)
    after = table.game.table.next_seats[table.game.log.turn]
    other = "ABCD"[after]
    table.lay("QH", other)
    table.move(f"{other}s1", f"{other}9")
    table.until(lambda: "illegal" in table.kinds)
    assert table.roles()[f"{other}9"] == "illegal"
    assert "move" not in table.kinds
    assert table.roles().get(f"{other}8") != "turn"
    disk.release()
    assert table.kinds.index("move") > table.kinds.index("illegal")
    assert table.turn == other


def test_a_laid_card_and_the_verdicts_after_it_are_recorded_in_their_order(
    slow: tuple[VirtualTable, HeldWriter], tmp_path: Path
) -> None:
    table, disk = slow
    busy(table, disk, 8)
    table.wait(1.0)
    disk.release()
    kept = [(r.kind.value, r.data.get("kind", r.data.get("card"))) for r in records(tmp_path / FILE)]
    assert kept[2:] == [
        ("verdict", "turn"), ("event", "KH"), ("verdict", "move"), ("verdict", "turn"),
    ]  # fmt: skip


def test_a_button_pressed_at_the_instant_of_a_deadline_is_judged_and_recorded(
    table: VirtualTable, tmp_path: Path
) -> None:
    """In floats 0.1 + 0.2 is more than 0.3, so the times of an event and of a deadline round differently."""
    start = f"{table.turn}s1"
    pressed = 0
    for n in range(30):
        table.wait(n / 7)
        colour = table.lift(start)
        for _ in range(5):
            if table.clock.run_next():
                table.sim.buttons.press("ok", table.turn)
                pressed += 1
        table.wait(0.1)
        table.place(start, colour)
    assert pressed > 30
    assert sum(record.data.get("button") == "ok" for record in records(tmp_path / FILE)) == pressed
    assert not table.game.log.plays
