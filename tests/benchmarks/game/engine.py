"""Speed of the engine on one core: perft nodes, hands, the referee's plays, and whole random games.

A hand is five cards, in a position from a random game. The figures of `hands` are for all distinct results of
the hand's cards: finding them (`moves.Found`), also building every play and position as a value, and also
printing them as texts.

The figures of `plays` are for the results of a card as the referee gets them (`engine.referee.model.plays`),
with the holes that each marble may reach.

A game is played from the deal to its end through `engine.game`, which judges every play, draws every card and
stores every state. Players differ: `random card` tries the cards of its hand in random order, and makes a
random play of the first card that has one. `home first` prefers, among that card's plays, one into its lane.
`all options` lists all options of the hand and takes one at random.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from time import perf_counter, process_time
from typing import TypeAlias, TypeVar

from engine.cards import RANKS, Card, Rank
from engine.dealing import setup_for
from engine.deck import cards_for, fresh_piles
from engine.game import Action, Game, begin, options
from engine.legal import legal, perft
from engine.moves import Found
from engine.play import Play
from engine.position import Position
from engine.referee.model.plays import Plays
from engine.rules.rule_sets import RULES
from engine.steps import Legs
from engine.table import Table, table_for

PERFT = (("-/-/-/- A", 6), ("A8,A12,h2/B8,C3/C8,D1/D8,A1 A", 2))
NAMES = tuple(RULES)
SAMPLE = 600
"""The number of positions with a hand for each rule set."""
SECONDS = 1.0
"""The least processor time for each figure, in seconds."""

_CARDS = {rank: Card(rank) for rank in RANKS}

Sample: TypeAlias = list[tuple[Position, tuple[Rank, ...]]]
"""Positions, each with the ranks of the cards of a hand."""
Choice = TypeVar("Choice")
Player: TypeAlias = Callable[[Game, Random], Action]


def run() -> Iterator[str]:
    """A line for each figure and rule set."""
    yield from _perft()
    yield from hands()
    for players in (4, 6, 8):
        for name in NAMES:
            if players in RULES[name].players:
                yield _plays(table_for(RULES[name], players))
    yield from games()


def hands() -> Iterator[str]:
    """A line with hands per second, for every rule set at a table of four."""
    for name in NAMES:
        yield _hands(table_for(RULES[name]))


def games() -> Iterator[str]:
    """A line with games per second, for every kind of player and rule set at a table of four."""
    for title, player in (
        ("random card", random_card),
        ("home first", home_first),
        ("all options", any_option),
    ):
        for name in NAMES:
            yield _games(table_for(RULES[name]), title, player)


def _perft() -> Iterator[str]:
    for line, depth in PERFT:
        position, table = Position.parse(line), table_for(RULES["texas"])
        began = process_time()
        nodes = perft(table, position, depth)
        spent = process_time() - began
        yield f"perft texas {line!r} depth {depth}: {nodes} nodes, {nodes / spent:,.0f} nodes/s"


def _hands(table: Table) -> str:
    sample, there = _sample(table), table.board

    def find(position: Position, ranks: set[Rank]) -> int:
        found = Found(table, position)
        return sum(len(found[rank]) for rank in ranks)

    def build(position: Position, ranks: set[Rank]) -> list[object]:
        following, found = table.next_seats[position.turn], Found(table, position)
        return [
            (Play(_CARDS[rank], legs), position.after(bits, following))
            for rank in ranks
            for bits, legs in found[rank].items()
        ]

    def write(position: Position, ranks: set[Rank]) -> list[object]:
        found = [outcome for rank in ranks for outcome in legal(table, position, rank)]
        return [(outcome.play.text(there), outcome.position.line()) for outcome in found]

    every = sum(find(position, set(hand)) for position, hand in sample) / len(sample)
    return (
        f"hands {_name(table)}: {_rate(sample, find):,.0f}/s found, "
        f"{_rate(sample, build):,.0f}/s with plays and positions built, "
        f"{_rate(sample, write):,.0f}/s with texts; {every:.1f} results a hand"
    )


def _rate(sample: Sample, use: Callable[[Position, set[Rank]], object]) -> float:
    """How many hands of the sample `use` handles per second."""
    done, began = 0, process_time()
    while (spent := process_time() - began) < SECONDS / 2:
        for position, hand in sample:
            use(position, set(hand))
        done += len(sample)
    return done / spent


def _plays(table: Table) -> str:
    times = []
    for position, hand in _sample(table):
        for rank in set(hand):
            began = perf_counter()
            _ = Plays(table, position, (rank,)).targets
            times.append(perf_counter() - began)
    every = []
    for position, _ in _sample(table)[:100]:
        began = perf_counter()
        _ = Plays(table, position, RANKS).targets
        every.append(perf_counter() - began)
    return f"plays {_name(table)}: a card {_quantiles(times)}; all cards {_quantiles(every)}"


def _quantiles(times: list[float]) -> str:
    times.sort()
    p50, p99 = (1e6 * times[len(times) * part // 100] for part in (50, 99))
    return f"p50 {p50:.0f} µs, p99 {p99:.0f} µs"


def _games(table: Table, title: str, player: Player) -> str:
    done, turns, chance, began = 0, 0, Random("games"), process_time()
    while (spent := process_time() - began) < 2 * SECONDS:
        turns += len(random_game(table, f"{done}", chance, player).actions)
        done += 1
    speed = f"{done / spent:.1f} games/s, {turns / spent:,.0f} turns/s"
    return f"games {_name(table)}, {title}: {speed}, {turns / done:.0f} turns a game"


def random_card(game: Game, chance: Random) -> Action:
    """A random play of the first card that has a play; the cards are tried in random order."""
    return _first_card(game, chance, lambda plays: plays)


def home_first(game: Game, chance: Random) -> Action:
    """Like `random_card`, but a play into a lane if the card has one."""
    ring = game.setup.table.ring

    def home(plays: Sequence[Legs]) -> Sequence[Legs]:
        return [legs for legs in plays if any(leg[2] >= ring > (leg[1] or 0) for leg in legs)] or plays

    return _first_card(game, chance, home)


def _first_card(game: Game, chance: Random, among: Callable[[Sequence[Legs]], Sequence[Legs]]) -> Action:
    hand = list(game.hand)
    while hand:
        card = hand.pop(int(chance.random() * len(hand)))
        plays = [*game.found[card.rank].values()]
        if plays:
            return Play(card, _any(among(plays), chance))
    return _any(options(game), chance)


def any_option(game: Game, chance: Random) -> Action:
    """One of all options of the hand, each with equal probability."""
    return _any(options(game), chance)


def _any(choices: Sequence[Choice], chance: Random) -> Choice:
    return choices[int(chance.random() * len(choices))]


def random_game(table: Table, seed: str, chance: Random, player: Player) -> Game:
    """A game from the deal to its end, in which every seat plays as `player`."""
    game = begin(setup_for(table, seed))
    while not game.over:
        game = game.do(player(game, chance))
    return game


def _sample(table: Table) -> Sample:
    """Positions sampled evenly from two random games, each with a hand."""
    chance = Random(table.rules.name)
    games = [random_game(table, f"sample {n}", chance, any_option) for n in range(2)]
    states = [state for game in games for state in game.states[:-1]]
    cards = [card for pile in fresh_piles(cards_for(table.rules, len(table.seats)), table) for card in pile]
    return [
        (state.position, tuple(card.rank for card in chance.sample(cards, 5)))
        for state in chance.sample(states, min(SAMPLE, len(states)))
    ]


def _name(table: Table) -> str:
    return f"{table.rules.name} {len(table.seats)}p"
