"""A game after it is over: each team's chance after every move, and the moves that cost most.

The chance comes from separate weights, fitted to games of strong players and calibrated: of the positions
with a chance of 70 %, about 70 % were won. It is computed from what the seat that has just moved can see.

A move's cost is the chance of the best option minus the chance of the move. The weights quickly find the
decisions that may matter. In such a decision, the move and the best option are played on against the same
likely hands, so that luck does not decide which of the two looks better. Costs below 3 % are noise and are
not reported.

A team's luck is the rest: what its chance gained or lost beyond the costs of its own moves and those of the
others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from random import Random
from typing import Any, NamedTuple, TypeAlias

from engine.bits import Bits
from engine.game import Action, Draw, Game, Pass
from engine.geometry import Seat, seat_letter
from engine.play import Play
from engine.position import Position
from engine.records.record import Laid, Record, Reshuffled
from engine.records.recorded_game import game_of, judge
from engine.strategy.evaluation import Evaluator, Kept, added, chance
from engine.strategy.hidden import Hidden
from engine.strategy.players import best, kept_after
from engine.strategy.search import Replies, worth
from engine.strategy.weights import weights_for
from engine.table import Table
from engine.views import SeatView, seat_view

WORTH_A_LOOK = 0.02
LEAST_COST = 0.03
ROLLOUTS = 32
MOST_COSTLY = 3
Json: TypeAlias = dict[str, Any]


class Mistake(NamedTuple):
    """A move that cost its team winning chances: its number, from 0, and a better action."""

    number: int
    seat: Seat
    action: Action
    better: Action
    cost: float


@dataclass(frozen=True, slots=True)
class Analysis:
    """A game's analysis. `chances[n]` are the teams' chances before action n; the last item is the result.

    `costs` and `luck` are by team, as parts of 1. `mistakes` are the costliest moves, the worst first.
    `measured` are all moves that were played on, in the order of the game; some of them cost nothing.
    """

    chances: tuple[tuple[float, ...], ...]
    mistakes: tuple[Mistake, ...]
    costs: tuple[float, ...]
    luck: tuple[float, ...]
    measured: tuple[Mistake, ...]


def analyse(game: Game, seed: str = "analysis", rollouts: int = ROLLOUTS) -> Analysis:
    """Analyse a game; if it is not over yet, up to its last action."""
    table = game.setup.table
    evaluator, luck = chance_evaluator(table), Random(seed)
    chances = [_even(table)]
    measured: list[Mistake] = []
    states = game.states
    for number, action in enumerate(game.actions):
        moment = game.back(len(game) - number)
        view = seat_view(moment, moment.turn)
        at = _taken(view, action, states[number + 1].position.bits)
        if at is None:
            chances.append(chances[-1])
            continue
        hand = tuple([card.rank for card in view.hand])
        values = [
            chance(evaluator.value(bits, view.seat, kept_after(hand, option)))
            for option, bits in zip(view.options, view.results, strict=True)
        ]
        chances.append(shared(table, chances[-1], view.seat, values[at]))
        if max(values) - values[at] >= WORTH_A_LOOK:
            done, better = view.options[at], view.options[best(values)]
            cost = cost_of(view, done, better, luck, rollouts)
            measured.append(Mistake(number, view.seat, done, better, cost))
    if game.over:
        chances[-1] = tuple(float(seats == game.over) for seats in table.members)
    return _summed(table, chances, measured)


def _taken(view: SeatView, action: Action, bits: Bits) -> int | None:
    """The index of the option with the card and result of `action`; None for a draw, a pass or no match.

    `bits`: the marbles after the action.
    """
    if not isinstance(action, Play):
        return None
    for option, (other, after) in enumerate(zip(view.options, view.results, strict=True)):
        same = isinstance(other, Play) and other.card == action.card and bool(other.legs) == bool(action.legs)
        if same and after == bits:
            return option
    return None


def _summed(table: Table, chances: Sequence[tuple[float, ...]], measured: Sequence[Mistake]) -> Analysis:
    found = [one for one in measured if one.cost >= LEAST_COST]
    teams = range(table.team_count)
    costs = tuple(added(one.cost for one in found if table.teams[one.seat] == team) for team in teams)
    others = max(1, table.team_count - 1)
    luck = tuple(
        chances[-1][team] - chances[0][team] + costs[team] - (added(costs) - costs[team]) / others
        for team in teams
    )
    worst = sorted(found, key=lambda one: -one.cost)[:MOST_COSTLY]
    return Analysis(tuple(chances), tuple(worst), costs, luck, tuple(measured))


def graph(table: Table, positions: Sequence[Position]) -> tuple[tuple[float, ...], ...]:
    """The teams' chances in each of these positions, from the marbles alone.

    It is for records, which do not hold the hands. The seat before the seat to play counts as the last mover.
    """
    evaluator = chance_evaluator(table)
    chances = [_even(table)]
    movers = {table.next_seats[seat]: seat for seat in table.seats}
    for position in positions:
        me = movers[position.turn]
        chances.append(shared(table, chances[-1], me, chance(evaluator.board(position.bits, me))))
    winner = table.winner(positions[-1]) if positions else None
    if winner:
        chances[-1] = tuple(float(seats == winner) for seats in table.members)
    return tuple(chances[1:])


def shared(table: Table, before: tuple[float, ...], seat: Seat, own: float) -> tuple[float, ...]:
    """All teams' chances when the seat's team has `own`; the other chances keep their ratios."""
    team = table.teams[seat]
    rest = added(before) - before[team]
    return tuple(
        own if other == team else (1 - own) * (part / rest if rest else 1 / (len(before) - 1))
        for other, part in enumerate(before)
    )


def _even(table: Table) -> tuple[float, ...]:
    return (1 / table.team_count,) * table.team_count


def cost_of(
    view: SeatView, done: Action, better: Action, luck: Random, rollouts: int, rounds: int = 1
) -> float:
    """The winning chance (0 to 1) that `done` costs compared with `better`: the mean of paired rollouts.

    Both options are played on for `rounds` rounds, against the same hands.
    """
    evaluator = chance_evaluator(view.table)
    hand, position = tuple([card.rank for card in view.hand]), view.public.position
    hidden = Hidden(view, evaluator, memory=1)
    ways: list[tuple[Bits, Kept]] = [
        (view.results[view.options.index(option)], kept_after(hand, option)) for option in (done, better)
    ]
    cost, replies = 0.0, Replies(evaluator)
    for _ in range(rollouts):
        deal = hidden.deal(luck)
        own, other = (
            chance(worth(replies, position, bits, kept, deal, rounds=rounds)) for bits, kept in ways
        )
        cost += (other - own) / rollouts
    return cost


@lru_cache(maxsize=4)
def chance_evaluator(table: Table) -> Evaluator:
    """The evaluator that estimates winning chances at a table."""
    return Evaluator(table, weights_for(table.rules.name, "chance"))


def analysed(record: Record, *, plays: bool = True) -> Json:
    """The analysis as JSON; with `plays` false, only the chances by the marbles, which takes milliseconds.

    | field | contents |
    |---|---|
    | `teams` | each team as the letters of its seats |
    | `chances` | each team's chance before the first action and after every one, as parts of 1 |
    | `played` | for each of these chances, the number of plays before it, discards included |
    | `hands` | whether the hands are known; without them there are only the fields above |
    | `costs`, `luck` | by team: the sum of its costly plays, and the rest of its gains and losses |
    | `mistakes` | the costliest: `action` (from 1), `seat`, `position` (before), `done`, `better`, `cost` |
    """
    judged = judge(record)
    if not plays or record.seed is None or judged.fault is not None:
        table = record.table
        even = (1 / table.team_count,) * table.team_count
        entries = zip(record.entries, judged.positions[1:], strict=False)
        kept = [(entry, position) for entry, position in entries if not isinstance(entry.event, Reshuffled)]
        chances = (even, *graph(table, [position for _, position in kept]))
        played = [isinstance(entry.event, Laid) for entry, _ in kept]
        return _shown(table, chances, played) | {"hands": False}
    game = game_of(record)
    found = analyse(game)
    played = [isinstance(action, Play) for action in game.actions]
    return _shown(game.setup.table, found.chances, played) | {
        "hands": True,
        "costs": [round(cost, 3) for cost in found.costs],
        "luck": [round(luck, 3) for luck in found.luck],
        "mistakes": [_mistake(game, one) for one in found.mistakes],
    }


def _shown(table: Table, chances: tuple[tuple[float, ...], ...], played: Sequence[bool]) -> Json:
    """The fields that need no hands; `played` has for each action whether it is a play."""
    return {
        "teams": ["".join(map(seat_letter, seats)) for seats in table.members],
        "chances": [[round(part, 3) for part in now] for now in chances],
        "played": list(accumulate(played, initial=0))[: len(chances)],
    }


def _mistake(game: Game, one: Mistake) -> Json:
    there = game.setup.table.board
    done, better = [
        "a draw or pass" if isinstance(action, Draw | Pass) else action.text(there)
        for action in (one.action, one.better)
    ]
    return {
        "action": one.number + 1,
        "seat": seat_letter(one.seat),
        "position": game.states[one.number].position.line(),
        "done": done,
        "better": better,
        "cost": round(one.cost, 3),
    }
