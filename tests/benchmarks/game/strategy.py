"""Machine players: the result of a short match of `strong` against `greedy`, and times of decisions."""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time

from engine.dealing import setup_for
from engine.game import begin
from engine.rules.rule_sets import RULES
from engine.strategy.arena import match, score
from engine.strategy.levels import Level
from engine.strategy.players import choose
from engine.table import table_for
from engine.views import seat_view
from jokerboard.table.serving.upkeep import collecting_rarely

DEALS = 5
EXPERT_DECISIONS = 40


def run() -> Iterator[str]:
    """Run the benchmark; yield a line of text for each figure."""
    with collecting_rarely():
        yield from _all()


def _all() -> Iterator[str]:
    for name in ("texas", "pegs-and-jokers"):
        table = table_for(RULES[name])
        found = score(match(table, "strong", "greedy", [f"bench {n}" for n in range(DEALS)], process_time))
        yield (
            f"{name} 4p, strong against greedy, {found.deals} deals twice: {100 * found.share:.0f} % won, "
            f"median {1e3 * found.median:.2f} ms, p99 {1e3 * found.slowest:.2f} ms a decision"
        )
    yield _expert()


def _expert() -> str:
    game = begin(setup_for(table_for(RULES["texas"]), "bench"))
    times: list[float] = []
    while not game.over and len(times) < EXPERT_DECISIONS:
        view = seat_view(game, game.turn)
        began = process_time()
        action = choose(view, Level.EXPERT, "bench")
        if len(view.options) > 1:
            times.append(process_time() - began)
        game = game.do(action)
    times.sort()
    median, slowest = times[len(times) // 2], times[-1]
    return f"texas 4p, expert: median {1e3 * median:.0f} ms, slowest of {len(times)} {1e3 * slowest:.0f} ms"
