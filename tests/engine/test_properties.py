"""Properties of every legal play by any rules."""

from __future__ import annotations

from random import Random
from typing import TypeAlias

from hypothesis import given
from hypothesis import strategies as st

from engine.cards import RANKS
from engine.errors import RulesError
from engine.geometry import Board, Hole
from engine.legal import legal, perft
from engine.position import Position
from engine.rules.rule_sets import RULES, SWITCHES, Rules
from engine.table import Table, table_at
from tests.engine.boards import TABLES, random_position
from tests.examples import examples

seeds = st.integers(0, 2**32)
tables = st.sampled_from(TABLES)
At: TypeAlias = tuple[Table, Position]


def house_rules(chance: Random, name: str) -> Rules:
    """The rule set with a few random switches without contradiction."""
    rules = RULES[name]
    for switch in chance.sample(list(SWITCHES.values()), 4):
        try:
            rules = rules.with_switches({switch.name: chance.choice(switch.values)})
        except RulesError:
            continue
    return rules


def _in_play(seed: int, at: tuple[str, int, int | None]) -> At:
    chance = Random(seed)
    return random_position(chance, house_rules(chance, at[0]), at[1], at[2])


in_play = st.builds(_in_play, seeds, tables)
"""Random positions by random house rules, at every kind of table."""


@examples(100)
@given(in_play)
def test_the_results_of_a_card_are_legal_distinct_positions_with_the_next_seat_in_turn(at: At) -> None:
    table, position = at
    for rank in RANKS:
        outcomes = legal(table, position, rank)
        assert len({outcome.position for outcome in outcomes}) == len(outcomes)
        for outcome in outcomes:
            after = outcome.position
            assert after.faults() == ()
            assert after.turn == position.next_seat()
            assert after.per_seat == position.per_seat
            assert [holes is None for holes in after.marbles] == [h is None for h in position.marbles]
            assert after.marbles != position.marbles
            assert 1 <= len(outcome.play.legs) <= 2


@examples(100)
@given(in_play)
def test_a_play_moves_only_marbles_of_seats_that_the_player_may_move(at: At) -> None:
    table, position = at
    seats = set(table.may_move(position))
    for rank in RANKS:
        for outcome in legal(table, position, rank):
            assert {leg.seat for leg in outcome.play.legs} <= seats


@examples(100)
@given(in_play)
def test_marbles_never_leave_their_lane_and_leave_start_only_by_a_leg_of_a_play(at: At) -> None:
    table, position = at
    for rank in RANKS:
        for outcome in legal(table, position, rank):
            legs, after = outcome.play.legs, outcome.position
            for seat in table.seats:
                lanes = [
                    sum(table.board.is_lane(hole) for hole in where.marbles[seat] or ())
                    for where in (position, after)
                ]
                assert lanes[0] <= lanes[1]
                started = sum(leg.source is None and leg.seat == seat for leg in legs)
                sent = sum(leg.sent == seat for leg in legs)
                assert after.start_count(seat) == position.start_count(seat) - started + sent


def turned(there: Board, hole: Hole, by: int) -> Hole:
    """The hole `by` sides clockwise of `hole`."""
    if there.is_ring(hole):
        return (hole + 18 * by) % there.ring
    lane = hole - there.ring
    return there.ring + (lane + 5 * by) % (5 * there.sides)


def turned_position(position: Position, there: Board, by: int) -> Position:
    marbles = [position.marbles[(seat - by) % there.sides] for seat in range(there.sides)]
    around = tuple(
        None if own is None else tuple(sorted(turned(there, h, by) for h in own)) for own in marbles
    )
    return Position(there.sides, around, (position.turn + by) % there.sides, position.per_seat)


@examples(60)
@given(in_play, st.integers(1, 7))
def test_the_results_of_a_card_on_a_turned_board_are_turned(at: At, by: int) -> None:
    table, position = at
    around = turned_position(position, table.board, by)
    other = table_at(table.rules, around, table.team_count)
    if any(len(other.team_of((s + by) % table.sides)) != len(table.team_of(s)) for s in table.seats):
        return  # A board with uneven teams is not symmetric.
    for rank in RANKS:
        results = {turned_position(o.position, table.board, by) for o in legal(table, position, rank)}
        assert results == {o.position for o in legal(other, around, rank)}


@examples(20)
@given(seeds, tables)
def test_perft_counts_the_legal_plays_of_one_and_two_turns(
    seed: int, at: tuple[str, int, int | None]
) -> None:
    table, position = random_position(Random(seed), RULES[at[0]], at[1], at[2])
    results = [outcome.position for rank in RANKS for outcome in legal(table, position, rank)]
    assert perft(table, position, 1) == len(results)
    if len(results) < 60:
        assert perft(table, position, 2) == sum(perft(table, after, 1) for after in results)


def test_the_plays_of_a_rule_set_depend_on_its_switches_and_not_on_its_name() -> None:
    for name, rules in RULES.items():
        other = Rules(
            name="ours",
            title="Ours",
            players=rules.players,
            published_decks=rules.published_decks,
            jokers_out=rules.jokers_out,
        ).with_switches(rules.switches())
        chance = Random(5)
        for _ in range(20):
            table, position = random_position(chance, rules, rules.players[-1])
            same = table_at(other, position)
            for rank in RANKS:
                found = [outcome.position for outcome in legal(table, position, rank)]
                assert [outcome.position for outcome in legal(same, position, rank)] == found, name
