"""With any habits, the gestures of a play are possible on the board and end in the play's position."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import assume, given
from hypothesis import strategies as st

from engine.cards import RANKS, Rank
from engine.geometry import Hole, Seat, board
from engine.legal import legal
from engine.play import Play
from engine.position import Position
from engine.rules.rule_sets import RULES
from engine.table import Table, table_for
from engine.whynot import Carry, why_not
from tests.examples import examples
from tests.simulated_games.people.carried_marbles import owners, rearranged, strokes
from tests.simulated_games.people.gestures import carry_all, gestures
from tests.simulated_games.people.habits import Habits
from tests.simulated_games.people.illegal_attempts import attempts
from tests.simulated_games.people.motions import Gesture, Hands, Lift, Nudge, Place
from tests.simulated_games.table_state import middle_of_a_game

BOARD = board(4)

seeds = st.integers(0, 10**6)
rule_names = st.sampled_from(sorted(RULES))


def set_up(position: Position, table: Table) -> dict[Hole, Seat]:
    wood = dict(owners(position))
    for seat in position.seats:
        wood.update((hole, seat) for hole in table.board.start(seat)[: position.start_count(seat)])
    return wood


class Wood:
    """The marbles of a board, by hole; an impossible gesture is refused."""

    def __init__(self, position: Position, table: Table) -> None:
        self.board = table.board
        self.marbles = set_up(position, table)
        self.hands: list[Seat] = []
        self.lifted: list[Hole] = []

    def make(self, made: Hands) -> None:
        timed: list[tuple[float, Gesture | tuple[Hole, Seat]]] = [(g.t, g) for g in made.now]
        timed += [(made.done + g.t, g) for g in made.later]
        while timed:
            timed.sort(key=lambda each: each[0])
            t, gesture = timed.pop(0)
            match gesture:
                case Lift(_, seat, hole):
                    if hole is None:
                        hole = next(h for h in self.board.start(seat) if self.marbles.get(h) == seat)
                    assert self.marbles.pop(hole) == seat
                    self.hands.append(seat)
                    self.lifted.append(hole)
                case Place(_, seat, hole):
                    if hole is None:
                        hole = next(h for h in self.board.start(seat) if h not in self.marbles)
                    assert hole not in self.marbles
                    self.hands.remove(seat)
                    self.marbles[hole] = seat
                case Nudge(_, hole, _) if hole not in self.marbles:
                    pass  # Another hand already holds the marble.
                case Nudge(_, hole, seconds):
                    timed.append((t + seconds, (hole, self.marbles.pop(hole))))
                    self.lifted.append(hole)
                case (hole, seat):
                    assert hole not in self.marbles
                    self.marbles[hole] = seat

    def shows(self, position: Position) -> bool:
        ring_and_lane = {h: s for h, s in self.marbles.items() if not self.board.is_start(h)}
        at_home = [
            sum(self.marbles.get(h) == seat for h in self.board.start(seat)) == position.start_count(seat)
            for seat in position.seats
        ]
        return ring_and_lane == owners(position) and all(at_home) and not self.hands


def some_play(rules: str, seed: int) -> tuple[Table, Position, Play, Position]:
    rng = Random(seed)
    table = table_for(RULES[rules])
    position = middle_of_a_game(table, rng, rng.choice(table.seats))
    found = [outcome for rank in RANKS for outcome in legal(table, position, rank)]
    assume(found)
    outcome = rng.choice(found)
    return table, position, outcome.play, outcome.position


def table_and_line(line: str, rules: str = "texas") -> tuple[Table, Position]:
    return table_for(RULES[rules]), Position.parse(line)


def played(line: str, text: str, habits: str, seed: int = 1, rules: str = "texas") -> Hands:
    """The gestures of the play `text` from the position `line`."""
    table, position = table_and_line(line, rules)
    play = Play.parse(text, table.board)
    return gestures(table.board, position, play, set_up(position, table), Random(seed), Habits.of(habits))


@examples(150)
@given(rule_names, seeds)
def test_the_gestures_of_people_with_every_habit_end_at_the_position_after_the_play(
    rules: str, seed: int
) -> None:
    table, position, play, after = some_play(rules, seed)
    wood = Wood(position, table)
    lively = replace(Habits(), brush=0.4, overshoot=0.4, walk=0.7, pause=0.4)
    made = gestures(table.board, position, play, set_up(position, table), Random(seed), lively)
    wood.make(made)
    assert wood.shows(after)
    assert all(a.t <= b.t for a, b in zip(made.now, made.now[1:], strict=False))


def test_two_hands_that_both_overshoot_end_with_every_marble_on_the_board() -> None:
    table, position = table_and_line("A14,B8,h5/-/-/- A", "pegs-and-jokers")
    play = Play.parse("9 A14-B1 B8-B4", table.board)
    lively = replace(Habits(), overshoot=1.0, walk=1.0, both_hands=1.0)
    for seed in range(300):
        wood = Wood(position, table)
        wood.make(gestures(table.board, position, play, set_up(position, table), Random(seed), lively))
        assert wood.hands == []


@examples(100)
@given(rule_names, seeds)
def test_carrying_every_marble_back_restores_the_position(rules: str, seed: int) -> None:
    table, position, _, after = some_play(rules, seed)
    wood = Wood(after, table)
    back = rearranged(wood.marbles, position, table.board, {})
    wood.make(carry_all(table.board, back, wood.marbles, Random(seed), Habits.of("none")))
    assert wood.shows(position)


@examples(100)
@given(rule_names, seeds)
def test_no_illegal_attempt_is_a_legal_play(rules: str, seed: int) -> None:
    rng = Random(seed)
    table = table_for(RULES[rules])
    position = middle_of_a_game(table, rng, rng.choice(table.seats))
    rank = rng.choice(RANKS)
    for slip in attempts(table, position, rank, rng):
        meant = slip.carried[0]
        assert meant.target is not None
        assert why_not(table, position, rank, (Carry(meant.seat, meant.source, meant.target),)) is not None


def test_equal_seeds_make_equal_gestures() -> None:
    once = played("A8/-/-/- A", "5H A8-A13", "all", seed=7)
    assert once == played("A8/-/-/- A", "5H A8-A13", "all", seed=7)


def test_without_habits_a_play_is_one_lift_and_one_placement() -> None:
    made = played("A8/-/-/- A", "5H A8-A13", "none")
    assert [type(g) for g in made.now] == [Lift, Place]
    assert made.later == ()


def walked(line: str, text: str) -> list[str]:
    """The holes in which the walking marble of the play is placed, in order."""
    made = played(line, text, "walk=1")
    return [BOARD.name(g.hole) for g in made.now if isinstance(g, Place) and g.hole is not None]


def test_a_marble_moved_hole_by_hole_touches_every_free_hole_and_skips_full_holes() -> None:
    assert walked("A8/A10/-/- A", "5H A8-A13") == ["A9", "A11", "A12", "A13"]


def test_a_marble_moved_hole_by_hole_turns_into_its_lane_at_the_in_spot() -> None:
    assert walked("A1/-/-/- A", "4H A1-Ah2") == ["A2", "A3", "Ah1", "Ah2"]


def test_a_bumped_marble_may_be_held_for_up_to_half_a_minute() -> None:
    delays = [
        played("A8/A13/-/- A", "5H A8-A13xB", "late=1,order=1", seed=seed).later[0].t for seed in range(60)
    ]
    assert all(0.3 <= delay <= 30 for delay in delays)
    assert min(delays) < 1 < 10 < max(delays)


def test_a_captured_marble_is_lifted_before_or_after_the_capturing_marble() -> None:
    first = played("A8/A13/-/- A", "5H A8-A13xB", "none").now[0]
    assert isinstance(first, Lift)
    assert first.hole == BOARD.hole("A13")
    last = played("A8/A13/-/- A", "5H A8-A13xB", "order=1").now[0]
    assert isinstance(last, Lift)
    assert last.hole == BOARD.hole("A8")


def test_both_marbles_of_an_exchange_are_lifted_before_either_is_placed() -> None:
    kinds = [type(g) for g in played("A8/A13/-/- A", "2H A8~A13", "none", rules="pegs-and-jokers").now]
    assert kinds == [Lift, Lift, Place, Place]


def test_people_with_two_hands_often_move_both_marbles_of_a_split_at_once() -> None:
    overlapping = 0
    for seed in range(20):
        now = played("A8,C2/-/-/- A", "7H A8-A11 C2-C6", "both_hands=1", seed=seed).now
        overlapping += [type(g) for g in now] == [Lift, Lift, Place, Place]
    assert overlapping > 5


def test_a_brushed_neighbouring_marble_is_out_for_at_most_a_quarter_of_a_second() -> None:
    nudges = [
        g
        for seed in range(40)
        for g in played("A8,A9/A14,A12/-/- A", "X A8-A14xB", "brush=1", seed=seed).now
        if isinstance(g, Nudge)
    ]
    assert nudges
    assert all(0.03 <= g.seconds <= 0.25 for g in nudges)


def test_an_overshot_marble_is_corrected_within_a_second() -> None:
    target, corrected = BOARD.hole("A13"), 0
    for seed in range(60):
        now = played("A8/-/-/- A", "5H A8-A13", "overshoot=1", seed=seed).now
        wrong = [g for g in now if isinstance(g, Place) and g.hole != target]
        for place in wrong:
            lifted = next(g for g in now if isinstance(g, Lift) and g.hole == place.hole)
            assert lifted.t - place.t < 1.0
            corrected += 1
    assert corrected > 10


def test_a_parked_marble_waits_beside_its_hole_for_a_moment_or_on_the_rim_for_longer() -> None:
    beside, rim = 0, 0
    for seed in range(30):
        lifted, *parked, placed = played("A8/-/-/- A", "5H A8-A13", "park=1", seed=seed).now
        assert placed.hole == BOARD.hole("A13")
        if parked:
            down, up = parked
            assert down.hole == up.hole in (BOARD.hole("A7"), BOARD.hole("A9"))
            assert up.t - down.t < 1.0
        beside, rim = beside + bool(parked), rim + (not parked and placed.t - lifted.t > 1.0)
    assert beside > 5
    assert beside + rim == 30


def test_of_two_bumped_marbles_of_one_colour_either_may_be_carried_to_start() -> None:
    line, rules = "C4/-/C3,C9/- A", "own-deck"
    table, position = table_and_line(line, rules)
    play = Play.parse("5D C4-C9>CxC", table.board)
    assert len(strokes(table.board, position, play)[0].bumped) == 2
    lifted = {
        frozenset(g.hole for g in played(line, "5D C4-C9>CxC", "order=1", seed, rules).now
                  if isinstance(g, Lift))
        for seed in range(20)
    }  # fmt: skip
    c3, c4, c9 = (table.board.hole(name) for name in ("C3", "C4", "C9"))
    assert lifted == {frozenset({c3, c4, c9}), frozenset({c4, c9})}


def test_illegal_attempts_of_every_kind_occur() -> None:
    table, position = table_and_line("A9,A12/B13/A1/- A")
    kinds = {slip.kind.split(",")[0] for slip in attempts(table, position, Rank.FIVE, Random(1))}
    assert {"too short", "too long", "wrong way", "another's marble", "wrong card to start"} <= kinds


def test_simulated_people_can_make_a_chain_of_bumps_that_returns_to_its_first_hole() -> None:
    line = "B6,C3,D13/D0,h5/A3,B0/A2 C"
    table, position = table_and_line(line, "own-deck")
    text = "7C B0-B6>A>C>AxA C3-C4"
    after = Position.parse("A3,D13/D0,h5/B6,C4/A2 D")
    for seed in range(20):
        wood = Wood(position, table)
        wood.make(played(line, text, "all", seed, rules="own-deck"))
        assert wood.shows(after)
