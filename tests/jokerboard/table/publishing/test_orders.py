"""Orders from the director's desk at the table: each is carried out once and recorded with its result."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.geometry import seat_letter
from engine.records.recorded_game import judge
from engine.records.text import parse_records, print_record
from jokerboard.journal.errors import OrderError
from jokerboard.journal.file import games, records
from jokerboard.journal.games.game_record import game_record
from jokerboard.journal.orders import Order, Seating, Team, What, new_id
from jokerboard.journal.records import Entry, Json, Kind
from jokerboard.journal.store import FILE, Journal, JournalReader
from jokerboard.journal.writer import DirectWriter
from jokerboard.simulation.people.memory import Memory
from jokerboard.table.publishing.order_executor import OrderExecutor
from jokerboard.table.runtime.game_setup import Wanted
from jokerboard.table.web.game_page import GamePage
from jokerboard.tournament.keys import journal_id
from tests.jokerboard.table.virtual_table import NOW, VirtualTable

SEATING = Seating(
    2,
    "7",
    {"A": "Xa", "B": "Yo", "C": "Zed", "D": "Wu"},
    (Team("Red", ("A", "C")), Team("Blue", ("B", "D"))),
    link="http://desk/7",
)


class Directed:
    """A table on virtual time with a director."""

    def __init__(self, path: Path, wanted: Wanted | None = None, people: Memory | None = None) -> None:
        self.path = path
        self.table = VirtualTable(path, wanted, seed="3", people=people)
        self.source = JournalReader(path / FILE)
        self.journal = journal_id(self.source.lines(1, 1)[0].hash)
        self.orders = OrderExecutor(self.table.desk, self.journal, Wanted(), lambda: NOW)
        self.orders.recall(self.source.newest_orders())
        self.source.close()

    def order(self, what: What, game: int | None = None, **more: Any) -> Json:
        """Send an order; return its record with the result."""
        number = self.table.desk.number if game is None else game
        order = Order(new_id(), "Dora", NOW, more.pop("journal", self.journal), number, what, **more)
        self.orders.take(order)
        last = self.recorded()[-1]
        assert last["id"] == order.id
        assert (last["by"], last["order"]) == ("Dora", what.value)
        return last

    def recorded(self) -> list[Json]:
        return [record.data for record in records(self.path / FILE) if record.kind is Kind.ORDER]

    def close(self) -> None:
        self.table.close()

    def again(self) -> Directed:
        self.close()
        return Directed(self.path)


@pytest.fixture
def directed(tmp_path: Path) -> Directed:
    return Directed(tmp_path, Wanted(names={"A": "Ann", "B": "Bo", "C": "Cleo", "D": "Dan"}))


def played(directed: Directed) -> str:
    """Play one turn, in which a marble comes out; return the seat."""
    seat = directed.table.turn
    directed.table.play("KH", (f"{seat}s1", f"{seat}8"))
    return seat


def test_an_order_takes_a_play_back_and_the_moved_marble_is_lit_as_misplaced(directed: Directed) -> None:
    seat = played(directed)
    recorded = directed.order(What.TAKE_BACK, n=1, text="not their card")
    assert recorded["taken"] is True
    assert recorded["said"].startswith("Dora decides: it is taken back")
    assert (recorded["n"], recorded["text"]) == (1, "not their card")
    assert directed.table.turn == seat
    assert directed.table.roles()[f"{seat}8"] == "illegal"
    decisions = [r.data for r in records(directed.path / FILE) if r.data.get("kind") == "decision"]
    assert [(d["by"], d["why"]) for d in decisions] == [("Dora", "not their card")]


def test_a_card_left_on_the_reader_does_not_repeat_a_play_that_an_order_took_back(
    directed: Directed,
) -> None:
    table, seat = directed.table, directed.table.turn
    table.lay("KH")
    table.move(f"{seat}s1", f"{seat}8")
    table.until(lambda: table.game.log.n == 1)
    directed.order(What.TAKE_BACK)
    table.wait(3.0)
    assert (table.turn, table.game.log.n) == (seat, 1)
    assert table.roles()[f"{seat}8"] == "illegal"
    table.move(f"{seat}8", f"{seat}s1")
    assert table.roles() == {f"{seat}8": "turn"}
    table.move(f"{seat}s1", f"{seat}8")
    table.until(lambda: table.game.log.n == 2)


def test_a_directors_correction_order_sets_the_position(directed: Directed) -> None:
    recorded = directed.order(What.CORRECT, position="A8/-/-/- B")
    assert recorded["taken"] is True
    assert directed.table.game.log.position.line() == "A8/-/-/- B"


@pytest.mark.parametrize(("what", "more", "answer"), [
    (What.TAKE_BACK, {}, "There is no play in force."),
    (What.LET_STAND, {}, "There is nothing illegal to let stand."),
    (What.CORRECT, {"position": "nonsense"}, "A position is"),
    (What.CORRECT, {"position": "A8/-/-/-/-/- B"}, "A correction needs a position of this board."),
    (What.CORRECT, {"position": "A8/-/./- B"}, "with the seats that are taken."),
    (What.GO_ON, {}, "The game is not paused."),
    (What.RESULT, {"team": ("E",)}, "Nobody sits at E; the seats of this game are A, B, C, D."),
    (What.PENALTY, {"team": ("H",)}, "Nobody sits at H"),
    (What.PAUSE, {"game": 7}, "The order is for game 7 of this table, and its newest is game 1."),
    (What.PAUSE, {"journal": "f" * 16}, "The order is for another journal than this table's."),
    (What.START, {"seating": Seating(1, "7", {"A": "Xa"})}, "1"),
    (What.START, {"seating": Seating(1, "7", {}, rules="chess")}, "chess"),
])  # fmt: skip
def test_an_impossible_order_is_recorded_as_refused_with_the_reason(
    directed: Directed, what: What, more: dict[str, Any], answer: str
) -> None:
    before = directed.table.game.log.position
    recorded = directed.order(what, **more)
    assert recorded["taken"] is False
    assert answer in recorded["said"]
    assert directed.table.game.log.position == before
    assert directed.table.desk.number == 1


def test_a_seating_with_other_teams_than_the_games_is_refused(directed: Directed) -> None:
    wrong = Seating(1, "7", SEATING.names, (Team("Red", ("A", "B")), Team("Blue", ("C", "D"))))
    recorded = directed.order(What.START, seating=wrong)
    assert "teams are not those of this game, which are AC and BD" in recorded["said"]
    assert directed.orders.seating is None


def test_a_malformed_order_is_recorded_as_refused_if_it_has_an_id(directed: Directed) -> None:
    directed.orders.take(OrderError("the order is none", "0" * 32, "Dora"))
    directed.orders.take(OrderError("no JSON"))
    (recorded,) = directed.recorded()
    assert (recorded["id"], recorded["taken"], recorded["said"]) == ("0" * 32, False, "The order is none.")


def test_a_pause_ordered_by_a_director_stops_the_clock_and_the_judging(directed: Directed) -> None:
    table, seat = directed.table, directed.table.turn
    table.lay("KH")
    begun = table.game.t
    recorded = directed.order(What.PAUSE, text="Lunch")
    assert recorded["said"] == (
        "Dora has paused the game: Lunch. The clock is stopped, and moves are not judged."
    )
    assert table.roles() == dict.fromkeys(("A0", "B0", "C0", "D0"), "turn")
    table.move(f"{seat}s1", f"{seat}9")
    table.wait(600.0)
    assert "illegal" not in table.kinds
    assert table.game.t == pytest.approx(begun, abs=0.01)
    page = GamePage(table.desk).state()
    assert page["verdict"]["text"] == recorded["said"]
    directed.order(What.GO_ON)
    table.wait(3.0)
    assert table.kinds[-1] == "illegal"
    assert table.game.t == pytest.approx(begun + 3.0, abs=0.1)


def test_a_play_finished_during_a_pause_counts_when_the_game_goes_on(directed: Directed) -> None:
    table, seat = directed.table, directed.table.turn
    directed.order(What.PAUSE)
    table.lay("KH", seat)
    table.move(f"{seat}s1", f"{seat}8")
    assert table.game.log.n == 0
    directed.order(What.GO_ON)
    table.until(lambda: table.game.log.n == 1)
    assert "illegal" not in table.kinds


def test_a_paused_game_stays_paused_after_a_restart_and_simulated_people_wait(tmp_path: Path) -> None:
    directed = Directed(tmp_path, Wanted(), Memory("", "", doing="playing"))
    directed.table.until(lambda: directed.table.game.log.n >= 3)
    directed.order(What.PAUSE, text="Lunch")
    directed.table.wait(60.0)
    n = directed.table.game.log.n
    again = directed.again()
    again.table.wait(60.0)
    assert again.table.game.stoppage is not None
    assert "Lunch" in again.table.game.stoppage.sentence()
    assert again.table.game.log.n == n
    again.order(What.GO_ON)
    again.table.until(lambda: again.table.game.log.n > n)
    third = again.again()
    assert third.table.game.stoppage is None


def test_a_decision_during_a_pause_is_carried_out_without_judging_the_board(directed: Directed) -> None:
    seat = played(directed)
    directed.order(What.PAUSE)
    assert "paused" in directed.order(What.LET_STAND)["said"]
    assert directed.order(What.TAKE_BACK)["taken"] is True
    assert directed.table.turn == seat
    assert directed.table.game.stoppage is not None
    assert "paused already" in directed.order(What.PAUSE)["said"]
    directed.order(What.GO_ON)
    directed.table.wait(2.0)
    assert directed.table.roles()[f"{seat}8"] == "illegal"


@pytest.mark.parametrize(("team", "answer"), [
    (("C", "A"), "Ann and Cleo win the game!"), ((), "The game ends, and nobody has won it."),
])  # fmt: skip
def test_a_game_ended_by_a_result_stays_ended_after_a_restart(
    directed: Directed, team: tuple[str, ...], answer: str
) -> None:
    played(directed)
    recorded = directed.order(What.RESULT, team=team, text="time")
    assert (recorded["taken"], recorded["said"]) == (True, answer)
    seats = sorted(team)
    for restarted in (False, True):
        each = directed.again() if restarted else directed
        game = each.table.game
        assert [seat_letter(seat) for seat in game.log.over or ()] == seats
        assert set(each.table.roles().values()) == ({"win"} if team else set())
        each.table.lay("7H")
        start = 3 if restarted else 2
        each.table.move(f"{each.table.turn}s{start}", f"{each.table.turn}{start + 9}")
        each.table.wait(5.0)
        assert each.table.kinds[-1:] != ["illegal"]
        assert GamePage(each.table.desk).state()["over"] == seats


def test_a_directors_result_can_be_corrected_and_its_game_reopened(directed: Directed) -> None:
    played(directed)
    directed.order(What.RESULT, team=("A", "C"))
    directed.order(What.RESULT, team=("B", "D"))
    assert directed.table.game.log.over == (1, 3)
    assert "over" in directed.order(What.PAUSE)["said"]
    again = directed.again()
    assert again.order(What.TAKE_BACK, text="counted wrong")["taken"] is True
    assert again.table.game.log.over is None
    assert again.table.game.stoppage is None
    seat = again.table.turn
    third = again.again()
    assert third.table.game.stoppage is None
    third.table.wait(2.0)
    assert third.table.roles()[f"{seat}s1"] == "put-back"


def test_a_penalty_is_announced_and_does_not_change_the_position(directed: Directed) -> None:
    before = directed.table.game.log.position
    recorded = directed.order(What.PENALTY, team=("A", "C"), points=-2, text="slow play.")
    assert recorded["said"] == "A penalty for Ann and Cleo, -2 points: slow play."
    assert directed.table.game.log.sentence is not None
    assert directed.table.game.log.sentence.text == recorded["said"]
    assert directed.table.game.log.position == before


def test_a_seating_is_announced_and_stored_and_a_start_order_begins_a_game_of_the_seated_players(
    directed: Directed,
) -> None:
    recorded = directed.order(What.SEATING, seating=SEATING)
    assert recorded["said"] == "Round 2 at table 7: Xa and Zed against Yo and Wu."
    assert directed.table.game.log.sentence is not None
    assert directed.table.game.log.sentence.text == recorded["said"]
    again = directed.again()
    assert again.orders.seating == SEATING
    recorded = again.order(What.START, game=1, seating=SEATING)
    assert recorded["said"] == "Round 2 begins."
    header = again.table.game.header
    assert (again.table.desk.number, dict(header.names)) == (2, dict(SEATING.names))
    kinds = [record.kind for record in records(again.path / FILE)]
    begun = kinds.index(Kind.GAME, 3)
    assert kinds[begun - 1 : begun + 2] == [Kind.ABANDONED, Kind.GAME, Kind.ORDER]
    third = again.again()
    assert third.orders.seating == SEATING
    assert third.table.desk.number == 2
    # The order is repeated by a person who did not see that the game had begun.
    assert third.order(What.START, game=1, seating=SEATING)["taken"] is False


def test_a_table_without_a_game_accepts_a_seating_and_a_start_order(directed: Directed) -> None:
    directed.table.desk.abandon()
    assert directed.order(What.SEATING, seating=SEATING)["taken"] is True
    assert "no game on the board" in directed.order(What.RESULT, team=("A",))["said"]
    assert directed.order(What.START, seating=Seating(1, "7", {}, rules="joker-board"))["taken"] is True
    assert directed.table.game.header.rules == "joker-board"


def test_simulated_people_play_on_in_the_game_that_an_order_starts(tmp_path: Path) -> None:
    directed = Directed(tmp_path, Wanted(), Memory("", "", doing="playing"))
    directed.order(What.START, seating=SEATING)
    directed.table.until(lambda: directed.table.game.log.n >= 2)


class Crashing(DirectWriter):
    """A process that dies while it stores the first record of an order."""

    def put(self, entries: Any, kept: Any = None) -> None:
        if any(entry.kind is Kind.ORDER for entry in entries):
            raise KeyboardInterrupt
        super().put(entries, kept)


@pytest.mark.parametrize(("what", "more"), [
    (What.TAKE_BACK, {}), (What.CORRECT, {"position": "A8/-/-/- B"}), (What.RESULT, {"team": ("A", "C")}),
    (What.PAUSE, {}), (What.START, {"seating": SEATING}), (What.SEATING, {"seating": SEATING}),
])  # fmt: skip
def test_an_order_repeated_after_a_kill_before_its_record_is_carried_out_once(
    tmp_path: Path, what: What, more: dict[str, Any]
) -> None:
    table = VirtualTable(tmp_path, Wanted(), seed="3", writer=Crashing)
    seat = table.turn
    table.play("KH", (f"{seat}s1", f"{seat}8"))
    source = JournalReader(tmp_path / FILE)
    journal = journal_id(source.lines(1, 1)[0].hash)
    order = Order(new_id(), "Dora", NOW, journal, 1, what, **more)
    with pytest.raises(KeyboardInterrupt):
        OrderExecutor(table.desk, journal, Wanted(), lambda: NOW).take(order)
    table.close()
    assert source.orders() == set()

    after = Directed(tmp_path)
    assert [r.data for r in records(tmp_path / FILE) if r.data.get("kind") in ("decision", "over")] == []
    after.orders.take(order)
    assert source.orders() == {order.id}
    assert [one["taken"] for one in after.recorded()] == [True]
    source.close()


def test_a_journal_of_a_version_without_orders_gets_an_index_of_orders(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / FILE, table="t", made=NOW)
    journal._db.execute("DROP INDEX orders")
    journal.close()
    again = Journal.open(tmp_path / FILE, table="t", made=NOW)
    again.append([Entry(0, Kind.ORDER, {"t": 0, "id": "x", "taken": False})])
    (plan,) = again._db.execute("EXPLAIN QUERY PLAN SELECT text FROM records WHERE kind = 'order'").fetchall()
    assert "USING INDEX orders" in plan[-1]
    again.close()


def test_the_exported_record_of_a_game_ended_by_a_result_is_legal_and_names_the_orders(
    directed: Directed,
) -> None:
    played(directed)
    directed.order(What.PENALTY, team=("A",), text="slow")
    directed.order(What.RESULT, team=("A", "C"), text="time")
    directed.order(What.START, seating=SEATING)
    played(directed)
    directed.order(What.RESULT, team=())
    directed.close()
    exported = (game_record(list(records(directed.path / FILE, game))) for game in (1, 2))
    texts = [print_record(record) for record in exported]
    assert "{Dora: A penalty for Ann: slow Dora: Ann and Cleo win the game: time}" in " ".join(
        texts[0].split()
    )
    assert "{Dora: The game ends, and nobody has won it}" in texts[1]
    for text in texts:
        (record,) = parse_records(text)
        assert record.winners == ()
        assert judge(record).fault is None
    assert [line.winner for line in games(directed.path / FILE)] == [("A", "C"), ()]


def test_machines_wait_while_the_director_has_paused_the_game(directed: Directed) -> None:
    game = directed.table.game
    assert not game.waits
    directed.order(What.PAUSE, text="Lunch")
    assert game.waits
    directed.order(What.GO_ON)
    assert not game.waits
    directed.close()
