"""The engine on one core: perft nodes, legal plays of hands, one card's plays, and whole random games.

A hand is five cards drawn from the table's own cards. Its legal plays are all distinct results of each of
its distinct kinds, each as a `Position`, in positions that random games reach. A game is played to its end
through `engine.game`: dealing, drawing and judging every play included. `any play` draws every play evenly
from all options, so it takes long; `home first` does so too, but brings a marble into its lane when it can.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from time import perf_counter, process_time
from typing import TypeAlias

from engine.cards import Rank
from engine.dealing import setup_for
from engine.deck import cards_for, fresh_piles
from engine.game import Action, Game, begin, options
from engine.legal import legal, perft
from engine.play import Play
from engine.position import Position
from engine.rules import RULES
from engine.table import Table, table_for

PERFT = (("-/-/-/- A", 6), ("A8,A12,h2/B8,C3/C8,D1/D8,A1 A", 2))
NAMES = tuple(RULES)
SAMPLE = 600
"""Positions and hands a rule set."""
SECONDS = 1.0
"""Of this process's time, at least so long for each figure."""

Choose: TypeAlias = Callable[[Table, Sequence[Action], Random], Action]


def run() -> Iterator[str]:
    """One line a figure and rule set."""
    yield from _perft()
    for name in NAMES:
        yield _hands(table_for(RULES[name]))
    for players in (4, 6, 8):
        for name in NAMES:
            if players in RULES[name].players:
                yield _one_card(table_for(RULES[name], players))
    for player, choose in (("home first", _home_first), ("any play", _any_play)):
        for name in NAMES:
            yield _games(table_for(RULES[name]), player, choose)


def _perft() -> Iterator[str]:
    for line, depth in PERFT:
        position, table = Position.parse(line), table_for(RULES["texas"])
        began = process_time()
        nodes = perft(table, position, depth)
        spent = process_time() - began
        yield f"perft texas {line!r} depth {depth}: {nodes} nodes, {nodes / spent:,.0f} nodes/s"


def _hands(table: Table) -> str:
    sample, done, results, began = _sample(table), 0, 0, process_time()
    while (spent := process_time() - began) < SECONDS:
        for position, hand in sample:
            for rank in set(hand):
                results += len([outcome.position for outcome in legal(table, position, rank)])
        done += len(sample)
    return f"hands {_name(table)}: {done / spent:,.0f} hands/s, {results / done:.1f} results a hand"


def _one_card(table: Table) -> str:
    times = []
    for position, hand in _sample(table):
        for rank in set(hand):
            began = perf_counter()
            legal(table, position, rank)
            times.append(perf_counter() - began)
    times.sort()
    p50, p99 = (1e6 * times[len(times) * part // 100] for part in (50, 99))
    return f"legal() {_name(table)}: p50 {p50:.0f} µs, p99 {p99:.0f} µs"


def _games(table: Table, player: str, choose: Choose) -> str:
    done, turns, chance, began = 0, 0, Random("games"), process_time()
    while (spent := process_time() - began) < 2 * SECONDS:
        turns += len(_random_game(table, f"{done}", chance, choose).actions)
        done += 1
    speed = f"{done / spent:.1f} games/s, {turns / spent:,.0f} turns/s"
    return f"games {_name(table)}, {player}: {speed}, {turns / done:.0f} turns a game"


def _any_play(_: Table, choices: Sequence[Action], chance: Random) -> Action:
    return choices[int(chance.random() * len(choices))]


def _home_first(table: Table, choices: Sequence[Action], chance: Random) -> Action:
    ring = table.board.ring
    home = [
        play
        for play in choices
        if isinstance(play, Play)
        and any(leg.target >= ring and (leg.source is None or leg.source < ring) for leg in play.legs)
    ]
    return _any_play(table, home or choices, chance)


def _random_game(table: Table, seed: str, chance: Random, choose: Choose) -> Game:
    game = begin(setup_for(table, seed))
    while choices := options(game):
        game = game.do(choose(table, choices, chance))
    return game


def _sample(table: Table) -> list[tuple[Position, tuple[Rank, ...]]]:
    """Positions from all through two random games, each with a hand."""
    chance = Random(table.rules.name)
    games = [_random_game(table, f"sample {n}", chance, _any_play) for n in range(2)]
    states = [state for game in games for state in game.states[:-1]]
    cards = [card for pile in fresh_piles(cards_for(table.rules, len(table.seats)), table) for card in pile]
    return [
        (state.position, tuple(card.rank for card in chance.sample(cards, 5)))
        for state in chance.sample(states, min(SAMPLE, len(states)))
    ]


def _name(table: Table) -> str:
    return f"{table.rules.name} {len(table.seats)}p"
