"""Simulated people: their cards, the plays that they carry out, and their mistakes."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import RANKS, Card
from engine.dealing import setup_for
from engine.game import begin as begin_game
from engine.game import options
from engine.legal import apply, legal
from engine.play import Play
from engine.position import Position
from engine.rules.rule_sets import RULES
from engine.table import Table, table_for
from hardware.clock import VirtualClock
from jokerboard.simulation.board.simulated_board import standing
from jokerboard.simulation.people.choice_of_play import Chance, Strength, choose, value
from jokerboard.simulation.people.correcting import mistake
from jokerboard.simulation.people.eyes_and_hands import Lift, Place, carried_out
from jokerboard.simulation.people.memory import Cards
from jokerboard.simulation.people.script import Pause, Runner, Script, Until
from tests.examples import examples

TABLES = [(name, players) for name, rules in RULES.items() for players in rules.players if players >= 4]


def some_position(name: str, players: int, seed: int, plies: int) -> tuple[Table, Position]:
    """A position after this number of random plays, which bump if they can."""
    table, chance = table_for(RULES[name], players), Random(seed)
    position = table.initial()
    for _ in range(plies):
        found = [each for rank in RANKS for each in legal(table, position, rank)]
        if not found:
            position = position.with_turn(table.next_seats[position.turn])
            continue
        bumps = [each for each in found if any(leg.pushes or leg.sent is not None for leg in each.play.legs)]
        position = chance.choice(bumps if bumps and chance.random() < 0.5 else found).position
    return table, position


REACHED = st.builds(
    some_position,
    st.sampled_from([name for name, _ in TABLES]),
    st.just(4),
    st.integers(0, 10_000),
    st.integers(0, 60),
)


@examples(80)
@given(there=REACHED, seed=st.integers(0, 1000))
def test_simulated_people_carry_out_every_play_to_the_engines_resulting_position(
    there: tuple[Table, Position], seed: int
) -> None:
    table, position = there
    board = table.board
    for rank in RANKS:
        for outcome in legal(table, position, rank)[:6]:
            wood = standing(position)
            held: list[int] = []
            owners = {hole: seat for hole, seat in wood.items() if not board.is_start(hole)}
            for step in carried_out(board, outcome.play, owners, Chance(seed, rank)):
                match step:
                    case Lift(seat, hole):
                        source = hole if hole is not None else max(h for h in board.start(seat) if h in wood)
                        assert wood.pop(source) == seat
                        held.append(seat)
                    case Place(seat, hole):
                        free = [h for h in board.start(seat) if h not in wood]
                        target = free[0] if hole is None else hole
                        assert target not in wood, "never two in a hole"
                        held.remove(seat)
                        wood[target] = seat
            assert held == []
            after = {hole: seat for hole, seat in wood.items() if not board.is_start(hole)}
            wanted = standing(outcome.position)
            assert after == {hole: seat for hole, seat in wanted.items() if not board.is_start(hole)}


@examples(80)
@given(there=REACHED, seed=st.integers(0, 1000), rank=st.sampled_from(RANKS))
def test_a_simulated_mistake_is_never_a_legal_play_with_the_laid_card(
    there: tuple[Table, Position], seed: int, rank: str
) -> None:
    table, position = there
    card = Card.parse(rank)
    made = mistake(table, position, card.rank, Chance(seed))
    if made is None:
        return
    before = set(position.marbles[made.seat] or ())
    assert (made.source in before) if made.source is not None else position.start_count(made.seat) > 0
    assert position.colour_at(made.target) is None
    after = before - {made.source} | {made.target}
    for outcome in legal(table, position, card.rank):
        assert set(outcome.marbles[made.seat] or ()) != after or outcome.marbles != tuple(
            tuple(sorted(after)) if seat == made.seat else holes
            for seat, holes in enumerate(position.marbles)
        )


def test_without_a_card_reader_a_simulated_mistake_is_no_legal_play_with_any_card() -> None:
    table, position = some_position("texas", 4, 5, 40)
    for seed in range(200):
        made = mistake(table, position, Card.parse("5").rank, Chance(seed), card_seen=False)
        assert made is not None
        after = tuple(sorted({*(position.marbles[made.seat] or ()), made.target} - {made.source}))
        whole = tuple(after if s == made.seat else m for s, m in enumerate(position.marbles))
        assert all(whole != outcome.marbles for rank in RANKS for outcome in legal(table, position, rank))


def test_simulated_people_make_every_kind_of_mistake() -> None:
    table = table_for(RULES["texas"])
    position = Position.parse("A9,A11/B8/C2/- A")
    found = [mistake(table, position, Card.parse("5").rank, Chance(seed)) for seed in range(100)]
    assert {made.kind for made in found if made is not None} == {
        "not own marble", "past an own marble", "the wrong way", "wrong count", "out of START",
    }  # fmt: skip
    assert mistake(table, table.initial(), Card.parse("K").rank, Chance(1)) is None


@examples(40)
@given(there=REACHED, seed=st.integers(0, 1000), strength=st.sampled_from(Strength))
def test_simulated_people_choose_legal_plays(
    there: tuple[Table, Position], seed: int, strength: Strength
) -> None:
    table, position = there
    game = begin_game(setup_for(table, str(seed)))
    game = begin_game(game.setup, game.state._replace(position=position))
    chosen = choose(table, position, options(game), strength, Chance(seed))
    assert chosen in options(game)


def test_greedy_simulated_people_choose_the_play_with_the_highest_value() -> None:
    table = table_for(RULES["texas"])
    position = Position.parse("A0/B8/-/- A")
    plays = tuple(
        Play(Card.parse(f"{rank}H"), each.play.legs)
        for rank in "4568"
        for each in legal(table, position, Card.parse(rank).rank)
    )
    chosen = choose(table, position, plays, Strength.GREEDY, Chance(1))
    assert isinstance(chosen, Play)
    assert chosen.legs[0].target in table.board.lane(0)
    own = frozenset({0, 2})
    assert value(table, apply(table, position, chosen), own) > value(table, position, own)


def test_greedy_simulated_people_discard_no_card_that_brings_a_marble_out() -> None:
    table = table_for(RULES["texas"])
    position = Position.parse("-/-/-/- A")
    discards = tuple(Play(Card.parse(card)) for card in ("X", "KH", "9C", "AH"))
    assert {choose(table, position, discards, Strength.GREEDY, Chance(n)) for n in range(30)} == {discards[2]}
    assert len({choose(table, position, discards, Strength.RANDOM, Chance(n)) for n in range(60)}) == 4


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_cards_of_simulated_people_equal_those_of_the_engines_game_after_every_play(
    name: str, players: int
) -> None:
    table = table_for(RULES[name], players)
    setup = setup_for(table, "x")
    game, chance = begin_game(setup), Random(1)
    cards = Cards(table, "x", setup.dealer)
    seen = []
    for _ in range(150):
        if game.over:
            break
        assert cards.hand(game.turn) == game.hand
        assert cards.options(game.position) == options(game)
        action = chance.choice(options(game))
        assert isinstance(action, Play)
        seen.append((game.turn, action.card))
        game = game.do(action)
        cards.follow(seen)
    assert cards.shuffles == game.state.shuffles - game.states[0].shuffles


def test_after_a_takeback_a_simulated_player_holds_the_played_card_again() -> None:
    table = table_for(RULES["texas"])
    setup = setup_for(table, "x")
    cards = Cards(table, "x", setup.dealer)
    first = table.next_seats[setup.dealer]
    hand = cards.hand(first)
    cards.follow([(first, hand[2])])
    assert hand[2] not in cards.hand(first)
    assert len(cards.hand(first)) == len(hand)
    cards.follow([])
    assert cards.hand(first) == hand


def test_a_played_card_that_no_simulated_player_held_changes_no_hand() -> None:
    table = table_for(RULES["texas"])
    cards = Cards(table, "x", setup_for(table, "x").dealer)
    hands = [cards.hand(seat) for seat in table.seats]
    strange = next(Card.parse(f"{rank}H#1") for rank in "23456789" if all(
        Card.parse(f"{rank}H#1") not in hand for hand in hands
    ))  # fmt: skip
    cards.follow([(0, strange)])
    assert [cards.hand(seat) for seat in table.seats] == hands


def test_a_script_of_simulated_people_waits_for_a_time_or_for_a_condition_with_a_limit() -> None:
    clock, door = VirtualClock(), [False]
    log: list[tuple[object, float]] = []

    def script() -> Script:
        yield Pause(1.5)
        log.append(("paused", clock.now()))
        log.append(((yield Until(lambda: door[0], 2.0)), clock.now()))
        log.append(((yield Until(lambda: door[0], 2.0)), clock.now()))
        log.append(((yield Until(lambda: True)), clock.now()))

    runner = Runner(clock, script())
    runner.start()
    clock.run_until(4.0)
    runner.notice()
    door[0] = True
    clock.run_until(4.2)
    assert log == [("paused", 1.5), (False, 3.5), (True, 4.0), (True, 4.0)]


def test_a_closed_script_of_simulated_people_does_not_run_on() -> None:
    clock, log = VirtualClock(), []

    def script() -> Script:
        try:
            yield Pause(1.0)
            log.append("too late")
        finally:
            log.append("closed")

    runner = Runner(clock, script())
    runner.start()
    clock.run_until(0.5)
    runner.close()
    assert log == ["closed"]
    clock.run_until(5.0)
    runner.notice()
    assert log == ["closed"]


def test_equal_seeds_and_keys_give_equal_random_numbers() -> None:
    one, other = Chance("seed", 3, "x"), Chance("seed", 3, "x")
    assert [one.seconds(0, 1) for _ in range(5)] == [other.seconds(0, 1) for _ in range(5)]
    assert Chance("seed", 4).seconds(0, 1) != Chance("seed", 5).seconds(0, 1)
    assert all(0.5 <= Chance(n).seconds(0.5, 2.0) <= 2.0 for n in range(50))
    assert 5 < sum(Chance(n).happens(0.1) for n in range(100)) < 20
