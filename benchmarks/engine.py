"""The engine on one core: perft nodes, hands, the referee's index, and whole random games.

A hand is five cards drawn from the table's own cards, in a position that random games reach. `hands` are all
distinct results of each of its distinct kinds of card: found (`legal`), with every play and position built as
a value, and with both printed as texts besides.

`index` is the referee's index of one card: every result with its play, its position and its masks.

A game is played from the deal to its end through `engine.game`: every play judged, every card drawn, every
moment kept. A player of `random card` takes the cards of his hand in random order, and of the first that
plays a random play; `home first` does so too, but brings a marble into its lane when that card can. `all
options` lists every option of the hand, and takes one evenly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from time import perf_counter, process_time
from typing import TypeAlias, TypeVar

from engine.cards import Rank
from engine.dealing import setup_for
from engine.deck import cards_for, fresh_piles
from engine.game import Action, Game, begin, options, outcomes
from engine.index import index
from engine.legal import Outcome, legal, perft
from engine.position import Position
from engine.rules import RULES
from engine.table import Table, table_for

PERFT = (("-/-/-/- A", 6), ("A8,A12,h2/B8,C3/C8,D1/D8,A1 A", 2))
NAMES = tuple(RULES)
SAMPLE = 600
"""Positions and hands a rule set."""
SECONDS = 1.0
"""Of this process's time, at least so long for each figure."""

Sample: TypeAlias = list[tuple[Position, tuple[Rank, ...]]]
"""Positions with a hand each."""
Choice = TypeVar("Choice")
Player: TypeAlias = Callable[[Game, Random], Action]


def run() -> Iterator[str]:
    """One line a figure and rule set."""
    yield from _perft()
    yield from hands()
    for players in (4, 6, 8):
        for name in NAMES:
            if players in RULES[name].players:
                yield _index(table_for(RULES[name], players))
    yield from games()


def hands() -> Iterator[str]:
    """Hands a second, for every rule set at a table of four."""
    for name in NAMES:
        yield _hands(table_for(RULES[name]))


def games() -> Iterator[str]:
    """Games a second, for every player and rule set at a table of four."""
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

    def values(outcome: Outcome) -> object:
        return outcome.play, outcome.position

    def texts(outcome: Outcome) -> object:
        return outcome.play.text(there), outcome.position.line()

    found, results = _rate(table, sample, lambda outcome: outcome)
    built, _ = _rate(table, sample, values)
    printed, _ = _rate(table, sample, texts)
    return (
        f"hands {_name(table)}: {found:,.0f}/s found, {built:,.0f}/s with plays and positions built, "
        f"{printed:,.0f}/s with texts; {results:.1f} results a hand"
    )


def _rate(table: Table, sample: Sample, use: Callable[[Outcome], object]) -> tuple[float, float]:
    """Hands a second, and results a hand."""
    done, results, began = 0, 0, process_time()
    while (spent := process_time() - began) < SECONDS / 2:
        for position, hand in sample:
            for rank in set(hand):
                results += len([use(outcome) for outcome in legal(table, position, rank)])
        done += len(sample)
    return done / spent, results / done


def _index(table: Table) -> str:
    times = []
    for position, hand in _sample(table):
        for rank in set(hand):
            began = perf_counter()
            index(table, position, (rank,))
            times.append(perf_counter() - began)
    every = []
    for position, _ in _sample(table)[:100]:
        began = perf_counter()
        index(table, position)
        every.append(perf_counter() - began)
    return f"index {_name(table)}: a card {_quantiles(times)}; all cards {_quantiles(every)}"


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
    """A random play of the first card, in random order, that has one."""
    return _first_card(game, chance, lambda found: found)


def home_first(game: Game, chance: Random) -> Action:
    """The same, but a play into a lane if that card has one."""
    ring = game.setup.table.ring

    def home(found: Sequence[Outcome]) -> Sequence[Outcome]:
        return [o for o in found if any(leg[2] >= ring > (leg[1] or 0) for leg in o.legs)] or found

    return _first_card(game, chance, home)


def _first_card(
    game: Game, chance: Random, among: Callable[[Sequence[Outcome]], Sequence[Outcome]]
) -> Action:
    hand = list(game.hand)
    while hand:
        card = hand.pop(int(chance.random() * len(hand)))
        found = outcomes(game.setup, game.state, card.rank)
        if found:
            return _any(among(found), chance).with_card(card)
    return _any(options(game), chance)


def any_option(game: Game, chance: Random) -> Action:
    """Any option, each as likely."""
    return _any(options(game), chance)


def _any(choices: Sequence[Choice], chance: Random) -> Choice:
    return choices[int(chance.random() * len(choices))]


def random_game(table: Table, seed: str, chance: Random, player: Player) -> Game:
    """A game from its deal to its end."""
    game = begin(setup_for(table, seed))
    while not game.over:
        game = game.do(player(game, chance))
    return game


def _sample(table: Table) -> Sample:
    """Positions from all through two random games, each with a hand."""
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
