"""A restarted table continues with the same plays and the same turn, and compares the board with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.position import Position
from engine.referee.settings import Mode
from jokerboard.host.errors import StateDamagedError, TableBusyError
from jokerboard.host.files import BOARD, CARDS, PEOPLE
from jokerboard.journal.errors import JournalDamagedError
from jokerboard.journal.file import games, records
from jokerboard.journal.records import Kind
from jokerboard.journal.store import FILE
from jokerboard.table.runtime.game_setup import Wanted
from tests.jokerboard.table.virtual_table import VirtualTable


def begun(path: Path) -> VirtualTable:
    table = VirtualTable(path, Wanted(names={"A": "Ann"}), seed="3")
    for _ in range(2):
        table.play("KH", (f"{table.turn}s1", f"{table.turn}8"))
    table.lay(None, table.turn)
    return table


def again(table: VirtualTable, path: Path) -> VirtualTable:
    table.close()
    return VirtualTable(path)


def test_a_resumed_game_has_the_plays_turn_and_names_from_before_the_restart(tmp_path: Path) -> None:
    table = begun(tmp_path)
    plays, turn, t = table.game.log.plays, table.turn, table.game.t
    table = again(table, tmp_path)
    assert table.game.log.plays == plays
    assert table.turn == turn
    assert table.game.t >= t - 1.0
    assert table.game.speaker.name(0) == "Ann"
    assert table.roles() == {f"{turn}8": "turn"}
    table.play("KH", (f"{turn}s1", f"{turn}8"))
    assert [p.n for p in table.game.log.plays] == [1, 2, 3]


def test_a_card_laid_before_a_restart_is_still_laid_after_the_restart(tmp_path: Path) -> None:
    table = begun(tmp_path)
    turn = table.turn
    table.lay("QS")
    table = again(table, tmp_path)
    assert table.game.shown.card == "QS"
    assert table.sim.laid == {turn: "QS"}
    table.wait(1.0)
    table.move(f"{turn}s1", f"{turn}8")
    table.until(lambda: table.game.log.n == 3)
    assert table.game.log.plays[-1].card == "QS"


def test_after_a_restart_a_played_card_still_on_its_reader_is_not_reported_again(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path, Wanted(), seed="3")
    seat = table.turn
    table.lay("KH")
    table.move(f"{seat}s1", f"{seat}8")
    table.until(lambda: table.game.log.n == 1)
    table = again(table, tmp_path)
    table.wait(2.0)
    assert "illegal" not in table.kinds
    assert table.game.shown.card is None


@pytest.mark.parametrize("shuffled", [False, True])
def test_after_a_restart_a_played_card_copy_is_illegal_until_the_cards_are_shuffled(
    tmp_path: Path, shuffled: bool
) -> None:
    table = VirtualTable(tmp_path, Wanted(), seed="3")
    table.play("KH#1", (f"{table.turn}s1", f"{table.turn}8"))
    if shuffled:
        table.game.reshuffle()
    table = again(table, tmp_path)
    table.lay("KH#1")
    assert ("illegal" in table.kinds) is not shuffled


@pytest.mark.parametrize("mode", ["play", "referee"])
def test_a_card_removed_before_a_restart_is_not_laid_after_the_restart(tmp_path: Path, mode: Mode) -> None:
    table = VirtualTable(tmp_path, Wanted(mode=mode), seed="3")
    seat = table.turn
    table.lay("KH")
    table.lay(None)
    table.wait(1.0)
    assert table.game.shown.card is None
    table = again(table, tmp_path)
    table.wait(1.0)
    assert table.game.shown.card is None
    table.play("QH", (f"{seat}s1", f"{seat}8"))
    assert "illegal" not in table.kinds
    assert [play.card for play in table.game.log.plays] == ["QH"]


def test_a_card_removed_while_a_marble_was_lifted_still_counts_for_the_turn_after_a_restart(
    tmp_path: Path,
) -> None:
    table = VirtualTable(tmp_path, Wanted(mode="referee"), seed="3")
    seat = table.turn
    table.lay("KH")
    colour = table.lift(f"{seat}s1")
    table.lay(None)
    table.wait(1.0)
    table = again(table, tmp_path)
    table.place(f"{seat}8", colour)
    table.until(lambda: table.game.log.n == 1)
    assert table.game.log.plays[0].card == "KH"


def test_after_a_restart_lights_lead_a_held_marble_back_to_its_hole_and_a_later_play_with_it_counts(
    tmp_path: Path,
) -> None:
    table = begun(tmp_path)
    seat = table.turn
    table.lay("KH")
    colour = table.lift(f"{seat}s1")
    table = again(table, tmp_path)
    assert [held.source for held in table.sim.wood.hands] == [table.sim.board.hole(f"{seat}s1")]
    table.wait(2.0)
    # The marble may be lifted for a play or by mistake; in both cases a later play with it is accepted.
    assert table.roles()[f"{seat}s1"] == "put-back"
    table.place(f"{seat}s1", colour)
    table.wait(2.0)
    assert "put-back" not in table.roles().values()
    table.move(f"{seat}s1", f"{seat}8")
    table.until(lambda: table.game.log.n == 3)


def test_marbles_moved_while_the_service_was_down_are_lit_until_they_are_moved_back(tmp_path: Path) -> None:
    table = begun(tmp_path)
    seat = "ABCD"[table.game.log.plays[0].seat]
    sim = table.sim
    table.close()
    sim.wood.place(sim.board.hole("D15"), sim.wood.lift(sim.board.hole(f"{seat}8")))

    table = VirtualTable(tmp_path)
    table.wait(3.0)
    assert table.roles()["D15"] == "illegal"
    assert table.roles()[f"{seat}8"] == "put-back"
    table.move("D15", f"{seat}8")
    table.wait(1.0)
    assert table.kinds[-1] == "restored"
    assert table.game.log.n == 2


def test_a_play_taken_back_before_a_restart_stays_taken_back(tmp_path: Path) -> None:
    table = begun(tmp_path)
    last = table.game.log.plays[-1]
    seat = "ABCD"[last.seat]
    table.sim.buttons.press("back", seat)
    table.wait(0.5)
    table.move(f"{seat}8", f"{seat}s1")
    table.until(lambda: table.game.log.takebacks == 1)
    plays = table.game.log.plays
    table = again(table, tmp_path)
    assert table.game.log.plays == plays
    assert table.turn == seat
    # The card was taken off, but another play of it may follow, because its play was undone.
    assert table.game.shown.card == last.card
    table.move(f"{seat}s2", f"{seat}8")
    table.until(lambda: table.game.log.n > last.n)
    assert table.game.log.plays[-1].card == last.card


def test_a_restart_does_not_announce_a_play_that_a_referee_took_back(tmp_path: Path) -> None:
    table = begun(tmp_path)
    seat = "ABCD"[table.game.log.plays[-1].seat]
    table.game.orders.rule("take-back", "Eve", 2, None)
    table.wait(3.0)
    table = again(table, tmp_path)
    table.wait(10.0)
    assert table.game.log.n == 2
    assert table.turn == seat
    assert table.roles()[f"{seat}s1"] == "put-back"


def test_a_decision_before_a_restart_still_counts_after_the_restart(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.game.orders.rule("take-back", "Eve", 1, None)
    assert table.game.log.in_force == ()
    position = table.game.log.position
    table = again(table, tmp_path)
    assert table.game.log.in_force == ()
    assert table.game.log.position == position


def test_after_a_restart_recorded_times_continue_from_the_end_of_the_journal(tmp_path: Path) -> None:
    table = again(begun(tmp_path), tmp_path)
    table.play("KH", (f"{table.turn}s1", f"{table.turn}8"))
    table.close()
    times = [r.data["t"] for r in records(tmp_path / FILE) if r.kind not in (Kind.JOURNAL, Kind.GAME)]
    assert times == sorted(times)
    assert [r.kind for r in records(tmp_path / FILE)].count(Kind.RESUMED) == 1


def test_an_abandoned_game_is_not_resumed(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.desk.abandon()
    assert table.desk.game is None
    table = again(table, tmp_path)
    assert table.game.log.n == 0
    assert [game.ended for game in games(tmp_path / FILE)] == ["abandoned", None]


def test_a_new_game_abandons_the_game_in_progress_and_sets_the_board_up(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.desk.begin(Wanted(rules="own-deck", players=6))
    assert table.game.header.sides == 6
    assert len(table.sim.wood.marbles) == 30
    assert [(g.header.data["rules"], g.ended) for g in games(tmp_path / FILE)] == [
        ("texas", "abandoned"), ("own-deck", None),
    ]  # fmt: skip


def test_a_game_with_four_marbles_a_player_is_resumed(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path, Wanted(switches={"marbles_per_player": "4"}), seed="3")
    assert len(table.sim.wood.marbles) == 16
    table.play("KH", (f"{table.turn}s1", f"{table.turn}8"))
    position = table.game.log.position
    table = again(table, tmp_path)
    assert table.game.log.position == position
    assert position.per_seat == 4


def test_a_second_service_is_refused_while_the_first_runs(tmp_path: Path) -> None:
    table = begun(tmp_path)
    with pytest.raises(TableBusyError):
        VirtualTable(tmp_path)
    table.close()


@pytest.mark.parametrize("gone", [False, True])
def test_a_damaged_or_missing_board_file_is_reported_and_the_board_set_up_from_the_journal(
    tmp_path: Path, gone: bool
) -> None:
    table = begun(tmp_path)
    stood, position = dict(table.sim.wood.marbles), table.game.log.position
    table.close()
    if gone:
        (tmp_path / BOARD).unlink()
    else:
        (tmp_path / BOARD).write_text("{")
    table = VirtualTable(tmp_path)
    assert ("is gone" if gone else "set aside as board.damaged-1.json") in table.desk.troubles["board"]
    if not gone:
        assert (tmp_path / "board.damaged-1.json").read_text() == "{"
    assert table.game.log.position == position
    ring = {hole for hole in stood if not table.sim.board.is_start(hole)}
    assert {hole for hole in table.sim.wood.marbles if not table.sim.board.is_start(hole)} == ring
    table.wait(3.0)
    assert not {"illegal", "put-back"} & set(table.roles().values())
    assert table.game.log.position == position
    table.close()


def test_a_simulated_board_file_of_another_size_is_reported(tmp_path: Path) -> None:
    begun(tmp_path).close()
    other = VirtualTable(tmp_path / "other", Wanted(players=6))
    other.close()
    (tmp_path / BOARD).write_bytes((tmp_path / "other" / BOARD).read_bytes())
    with pytest.raises(StateDamagedError, match="168 holes"):
        VirtualTable(tmp_path)


@pytest.mark.parametrize(("file", "content"), [
    (CARDS, "{"), (CARDS, "[1]"), (CARDS, '{"A": 7}'), (CARDS, "\0\0"),
    (PEOPLE, "{"), (PEOPLE, "[]"), (PEOPLE, '{"game": "x"}'),
    (PEOPLE, '{"game": "x", "seed": "1", "mood": 3}'),
    (PEOPLE, '{"game": "x", "seed": "1", "doing": "playing", "shuffles": "two"}'),
])  # fmt: skip
def test_a_damaged_state_file_is_set_aside_and_named_and_the_table_goes_on(
    tmp_path: Path, file: str, content: str
) -> None:
    table = begun(tmp_path)
    n = table.game.log.n
    table.close()
    (tmp_path / file).write_text(content)
    table = VirtualTable(tmp_path)
    stem = file.removesuffix(".json")
    assert f"set aside as {stem}.damaged-1.json" in table.desk.troubles[stem]
    assert (tmp_path / f"{stem}.damaged-1.json").read_text() == content
    assert table.game.log.n == n
    assert {role for hole, role in table.roles().items() if hole[1:] == "0"} == {"fault"}
    table.sim.buttons.press("ok", "A")
    table.wait(0.1)
    assert not table.desk.troubles
    table.close()

    (tmp_path / file).write_text(content)
    VirtualTable(tmp_path).close()
    assert (tmp_path / f"{stem}.damaged-2.json").read_text() == content


def test_a_table_whose_journal_has_an_unknown_verdict_does_not_start_and_reports_the_record(
    tmp_path: Path,
) -> None:
    table = begun(tmp_path)
    from jokerboard.journal.records import Entry

    table.desk.journal.append([Entry(1, Kind.VERDICT, {"t": 99.0, "kind": "gossip"})])
    table.close()
    with pytest.raises(JournalDamagedError, match="cannot be understood"):
        VirtualTable(tmp_path)


def test_the_header_of_a_game_records_which_seat_plays_first(tmp_path: Path) -> None:
    firsts = set()
    for seed in range(8):
        table = VirtualTable(tmp_path / str(seed), Wanted(), seed=str(seed))
        first = table.turn
        firsts.add(first)
        assert Position.parse(table.game.header.position).turn == "ABCD".index(first)
        table.close()
    assert len(firsts) > 1
