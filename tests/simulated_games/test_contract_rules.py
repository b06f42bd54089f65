"""The scorer's implementation of docs/formats.md, which is independent of the referee."""

from __future__ import annotations

from collections.abc import Iterable

from engine.cards import Rank
from engine.legal import legal
from engine.play import Play
from engine.position import Position
from engine.referee.events import Edge
from engine.rules.rule_sets import RULES
from engine.table import Table, table_for
from tests.simulated_games.contract_rules import Debts, Seen, as_shown, borne_out, is_open

NOBODY = Debts({}, frozenset())


def table_of(rules: str) -> Table:
    return table_for(RULES[rules])


def seen(table: Table, line: str, moves: str) -> tuple[Position, Seen]:
    """The position, and the turn after movements such as `A8- A13+` (emptied and filled holes)."""
    position, board = Position.parse(line), table.board
    began = {hole for holes in position.marbles for hole in holes or ()}
    for seat in position.seats:
        began |= set(board.start(seat)[: position.start_count(seat)])
    shifts = [Edge(float(i), board.hole(each[:-1]), each[-1] == "+") for i, each in enumerate(moves.split())]
    return position, Seen.of(began, shifts, board.holes)


def plays(rules: str, line: str, moves: str, ranks: Iterable[Rank], debts: Debts = NOBODY) -> list[str]:
    table = table_of(rules)
    position, what = seen(table, line, moves)
    return sorted(o.play.text(table.board) for o in borne_out(table, position, ranks, what, debts))


def opened(rules: str, line: str, moves: str, rank: Rank, text: str, in_hand: int = 0) -> bool:
    table = table_of(rules)
    position, what = seen(table, line, moves)
    legs = Play.parse(text, table.board).legs
    made = next(o for o in legal(table, position, rank) if o.play.legs == legs)
    return is_open(table, position, (rank,), made, what, in_hand)


def test_a_marble_moved_from_its_hole_to_a_target_of_its_card_is_a_play() -> None:
    assert plays("texas", "A8/-/-/- A", "A8- A13+", [Rank.FIVE]) == ["5 A8-A13"]


def test_a_capture_counts_only_if_the_target_hole_was_empty_for_a_moment() -> None:
    assert plays("texas", "A8/A13/-/- A", "A8-", [Rank.FIVE]) == []
    assert plays("texas", "A8/A13/-/- A", "A8- A13- A13+", [Rank.FIVE]) == ["5 A8-A13xB"]


def test_a_bumped_marble_may_be_in_a_hand_or_in_any_hole_of_its_start() -> None:
    for put in ("", " Bs5+"):
        assert plays("texas", "A8/A13/-/- A", f"A13- A8- A13+{put}", [Rank.FIVE]) == ["5 A8-A13xB"]
    assert plays("texas", "A8/A13/-/- A", "A13- A8- A13+ A14+", [Rank.FIVE]) == []


def test_a_bumped_partners_marble_may_still_be_held_or_be_in_its_in_spot() -> None:
    for put in ("", " C3+"):
        assert plays("texas", "A8/-/A13/- A", f"A13- A8- A13+{put}", [Rank.FIVE]) == ["5 A8-A13>C"]


def test_a_bumped_marble_of_an_earlier_play_that_is_still_held_hides_no_play() -> None:
    debts = Debts({1: 1}, frozenset())
    table = table_of("texas")
    position = Position.parse("A8/-/-/- A")
    began = {table.board.hole("A8"), *(h for s in (0, 2, 3) for h in table.board.start(s)[:5])}
    began |= set(table.board.start(1)[:4])
    began.discard(table.board.start(0)[4])
    shifts = [Edge(0.0, table.board.hole("A8"), False), Edge(1.0, table.board.hole("A13"), True)]
    what = Seen.of(began, shifts, table.board.holes)
    assert [o.play.text(table.board) for o in borne_out(table, position, [Rank.FIVE], what, debts)] == [
        "5 A8-A13"
    ]
    assert borne_out(table, position, [Rank.FIVE], what, NOBODY) == []


def test_an_exchange_counts_only_if_both_holes_were_empty_at_one_moment() -> None:
    line = "A8/A13/-/- A"
    assert plays("pegs-and-jokers", line, "A8- A8+ A13- A13+", [Rank.TWO]) == []
    assert plays("pegs-and-jokers", line, "A8- A13- A8+ A13+", [Rank.TWO]) == ["2 A8~A13"]


def test_of_two_possible_results_the_result_that_explains_more_lifted_holes_counts() -> None:
    line = "C2,C4/C9/-/- A"
    assert plays("texas", line, "C4- C9- C9+", [Rank.FIVE]) == ["5 C4-C9xB"]
    two_ways = plays("texas", "A8/A13,B1/-/- A", "A8- A13- B1- A13+ B1+", [Rank.JOKER])
    assert two_ways == ["X A8-A13xB", "X A8-B1xB"]


def test_a_one_played_with_an_ace_may_become_an_eleven_while_the_marble_can_go_on() -> None:
    assert opened("texas", "A8/-/-/- A", "A8- A9+", Rank.ACE, "A A8-A9")
    assert not opened("texas", "A8/-/-/- A", "A8- B1+", Rank.ACE, "A A8-B1")
    assert not opened("own-deck", "A8/-/-/- A", "A8- A9+", Rank.ACE, "A A8-A9")


def test_a_seven_played_with_one_marble_cannot_become_another_play() -> None:
    assert not opened("texas", "A8,C2/-/-/- A", "A8- A15+", Rank.SEVEN, "7 A8-A15")


def test_a_capture_may_become_an_exchange_while_the_captured_marble_is_in_the_hand() -> None:
    line, moves = "A8/A10/-/- A", "A8- A10- A10+"
    assert opened("pegs-and-jokers", line, moves, Rank.TWO, "2 A8-A10xB", in_hand=1)


def test_a_play_may_become_another_while_a_held_marble_may_still_make_a_play() -> None:
    line, moves = "C0/C5/-/- A", "C5- C0- C5+"
    assert not opened("texas", line, moves, Rank.FIVE, "5 C0-C5xB", in_hand=1)
    line = "A1/A6/-/- A"
    assert opened("texas", line, "A6- A1- A6+", Rank.FIVE, "5 A1-A6xB", in_hand=1)


def test_faulty_sensors_count_neither_for_nor_against_a_play() -> None:
    table = table_of("texas")
    position, what = seen(table, "A8/A13/-/- A", "A13+ Bs5+")

    def supported(*bad: str) -> list[str]:
        known = frozenset(map(table.board.hole, bad))
        found = borne_out(table, position, [Rank.FIVE], what, NOBODY, known)
        return [o.play.text(table.board) for o in found]

    assert supported() == supported("A13") == []
    assert supported("A8") == []  # A13 has never read empty.
    assert supported("A8", "A13") == ["5 A8-A13xB"]
    assert supported("A8", "A13", "Bs5") == ["5 A8-A13xB"]


def test_a_failed_sensor_shows_the_same_level_from_its_failure_on() -> None:
    board = table_of("texas").board
    stuck, dead = board.hole("A13"), board.hole("A8")
    shifts = [
        Edge(1.0, dead, False),
        Edge(2.0, stuck, True),
        Edge(3.0, stuck, False),
        Edge(4.0, dead, True),
    ]
    full, shown = as_shown(frozenset({dead}), shifts, {stuck: (2.5, True), dead: (0.5, False)}, since=0.8)
    assert full == frozenset()
    assert shown == [Edge(2.0, stuck, True), Edge(2.5, stuck, True)]


def test_a_play_hidden_by_a_failing_sensor_is_read_as_the_play_that_the_other_sensors_show() -> None:
    table = table_of("texas")
    position, board = Position.parse("A8/A13,A16/-/- A"), table.board
    began = frozenset(hole for holes in position.marbles for hole in holes or ())
    began |= {h for seat in position.seats for h in board.start(seat)[: position.start_count(seat)]}
    a8, a13, a16 = (board.hole(name) for name in ("A8", "A13", "A16"))
    shifts = [Edge(1.0, a8, False), Edge(2.0, a16, False), Edge(3.0, a16, True)]

    def supported(failed: dict[int, tuple[float, bool]], seen: list[Edge]) -> list[str]:
        what = Seen.of(*as_shown(began, seen, failed, since=0.0), board.holes)
        found = borne_out(table, position, [Rank.JOKER], what, NOBODY)
        return [outcome.play.text(board) for outcome in found]

    assert supported({}, shifts) == ["X A8-A16xB"]
    taken = [Edge(1.5, a13, False), *shifts[:1], Edge(2.5, a13, True), Edge(2.6, a16, False), shifts[2]]
    assert supported({a13: (0.1, True)}, sorted(taken, key=lambda s: s.t)) == ["X A8-A16xB"]
