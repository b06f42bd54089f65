"""The analysis of one recorded game as JSON: for the table's page, the desk, and `jokerboard games analyse`.

| field | contents |
|---|---|
| `teams` | each team as the letters of its seats |
| `chances` | each team's chance before the first action and after every one, as parts of 1 |
| `played` | the number of plays before each of these moments, discards included |
| `hands` | whether the hands are known; without them there are only the fields above |
| `costs`, `luck` | by team: the sum of its costly plays, and the rest of what its chance gained or lost |
| `mistakes` | what cost most: `action` (from 1), `seat`, `position` (before it), `done`, `better`, `cost` |
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any, TypeAlias

from engine.game import Draw, Game, Pass
from engine.geometry import seat_letter
from engine.play import Play
from engine.records.record import Laid, Record, Reshuffled
from engine.records.recorded_game import game_of, judge
from engine.strategy.analysis import Mistake, analyse, graph
from engine.table import Table

Json: TypeAlias = dict[str, Any]


def analysed(record: Record, *, plays: bool = True) -> Json:
    """The analysis as JSON; with `plays` false, only the chances by the marbles, which takes milliseconds."""
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
