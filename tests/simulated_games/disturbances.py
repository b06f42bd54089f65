"""Disturbances beside the plays: fidgeting, tilted, dropped and swept marbles, early and removed cards.

These are the younger habits and the accidents. They use the random generator `game.chance`, and only if they
are switched on, so that games without them stay unchanged.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.geometry import Hole
from engine.legal import legal
from tests.simulated_games.people.habits import between, shows
from tests.simulated_games.people.motions import Hands, Lift, Nudge
from tests.simulated_games.table_state import TableState
from tests.simulated_games.true_turns import Turn

TIMES = (3, 10)
"""The fewest and the most times that a fidgeting person lifts a marble."""
ON_THE_FLOOR = (15.0, 90.0)
"""Seconds until a dropped marble is found."""
SWEPT = 3
"""The fewest marbles that a knock or a sleeve lifts at once."""
IN_THE_HAND = 0.02
"""The least seconds between an early card and the placement of the last marble."""


def between_turns(game: TableState, turn: Turn) -> None:
    """With some chance, let a person fidget with a marble, and let the last card slide on its reader."""
    chance, habits = game.chance, game.habits
    if habits.slide and turn.card_t is not None and shows(chance, habits.slide):
        game.readers.slide(turn.seat)
    world = game.world
    accident = _accident(game, sorted(world.wood))
    if accident:
        start = world.t + between(chance, 0.05, 1.0)
        world.plan(accident, start)
        world.run_until(start + max(each.t + each.seconds for each in accident) + 0.02)
    if not (habits.fidget and shows(chance, habits.fidget)):
        return
    hole = chance.choice(sorted(world.wood))
    for _ in range(chance.randint(*TIMES)):
        seconds = between(chance, 0.08, 0.6)
        world.do(Nudge(world.t, hole, seconds))
        world.wait(seconds + between(chance, 0.08, 0.6))


def during_a_play(game: TableState, others: Iterable[Hole], start: float, end: float) -> None:
    """Between `start` and `end`, with some chance, fidget with one of the `others` or tilt a marble."""
    chance, habits, world = game.chance, game.habits, game.world
    if habits.fidget and shows(chance, habits.fidget):
        _fidget(game, sorted(others), start, end)
    accident = _accident(game, sorted(others))
    if accident:
        began = between(chance, start, end)
        over = [each for each in accident if began + each.t + each.seconds < end]
        world.plan(tuple(over), began)
    if habits.half_lift and shows(chance, habits.half_lift):
        hole = chance.choice(sorted(world.wood))
        world.at(between(chance, start, end + 0.5), lambda: _tilt(game, hole))


def _accident(game: TableState, holes: list[Hole]) -> tuple[Nudge, ...]:
    """The nudges of these holes' marbles by a knock, a bracelet or a push, timed from the accident.

    Each accident has half of its probability here, because each turn has two occasions.
    """
    chance, habits = game.chance, game.habits
    if len(holes) < SWEPT:
        return ()
    made: list[Nudge] = []
    if habits.knock and shows(chance, habits.knock / 2):
        for hole in chance.sample(holes, min(len(holes), chance.randint(SWEPT, 6))):
            made.append(Nudge(between(chance, 0.0, 0.06), hole, between(chance, 0.02, 0.08)))
    if habits.bracelet and shows(chance, habits.bracelet / 2):
        first = chance.randrange(len(holes) - SWEPT + 1)
        seconds = between(chance, 0.1, 0.5)
        for hole in holes[first : first + SWEPT]:
            made.append(Nudge(between(chance, 0.0, 0.1), hole, seconds + between(chance, -0.05, 0.05)))
    if habits.shake and shows(chance, habits.shake / 2):
        for hole in chance.sample(holes, min(len(holes), chance.randint(SWEPT, 8))):
            made += _jumps(game, hole)
    return tuple(made)


def _jumps(game: TableState, hole: Hole) -> Iterator[Nudge]:
    """The nudges of one marble that jumps on a pushed board."""
    chance = game.chance
    t = between(chance, 0.0, 0.08)
    for _ in range(chance.randint(2, 8)):
        seconds = between(chance, 0.012, 0.07)
        yield Nudge(t, hole, seconds)
        t += seconds + between(chance, 0.02, 0.09)


def _fidget(game: TableState, others: list[Hole], start: float, end: float) -> None:
    if not others:
        return
    chance, hole, t = game.chance, game.chance.choice(others), start
    for _ in range(chance.randint(*TIMES)):
        seconds = between(chance, 0.08, 0.6)
        if t + seconds >= end:
            return
        game.world.plan((Nudge(t, hole, seconds),), 0.0)
        t += seconds + between(chance, 0.08, 0.6)


def _tilt(game: TableState, hole: Hole) -> None:
    world = game.world
    if hole in world.wood and hole not in world.nudged and not world.asks_for(hole):
        world.sensors.half_lift(hole)


def dropped(game: TableState, made: Hands) -> Hands:
    """The gestures `made`; with some chance a marble is dropped on the floor, which delays later ones."""
    chance, habits = game.chance, game.habits
    lifts = [g for g in made.now if isinstance(g, Lift) and g.t < made.done]
    if not (habits.floor and lifts and shows(chance, habits.floor)):
        return made
    lost, away = chance.choice(lifts).t, between(chance, *ON_THE_FLOOR)
    now = tuple(replace(g, t=g.t + away) if g.t > lost else g for g in made.now)
    return replace(made, now=now, done=made.done + away)


def take_off(game: TableState, turn: Turn, start: float, end: float) -> None:
    """Between `start` and `end`, with some chance, take the turn's card off its reader."""
    chance, habits = game.chance, game.habits
    if habits.take_off and turn.card_t is not None and shows(chance, habits.take_off):
        game.readers.take_off_soon(turn.seat, max(0.0, between(chance, start, end) - game.world.t))


def early_card(game: TableState, turn: Turn, made: Hands, start: float) -> None:
    """With some chance, let the next player lay a card while the last marble is still in the hand."""
    chance, habits, world = game.chance, game.habits, game.world
    if not (habits.early_card and shows(chance, habits.early_card)):
        return
    if turn.card_t is None or turn.card_t > world.t or game.next_card is not None:
        return
    # A marble that is counted hole by hole is in the hand only for a moment before its last hole.
    lifts = [g.t for g in made.now if isinstance(g, Lift) and g.t <= made.done]
    hand = game.state.hands[turn.final.turn]
    playable = [card for card in hand if legal(game.table, turn.final, card.rank)]
    if not lifts or not playable or game.table.winner(turn.final) is not None:
        return
    card = chance.choice(playable)
    first, last = max(lifts) + IN_THE_HAND, made.done - IN_THE_HAND
    if first >= last:
        return

    def lay() -> None:
        game.next_card = card
        game.readers.lay(card, turn.final.turn)

    world.at(start + between(chance, first, last), lay)
