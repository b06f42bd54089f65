"""The analysis of one recorded game as JSON: for the table's page, the desk, and `jokerboard games analyse`.

| field | contents |
|---|---|
| `teams` | each team as the letters of its seats |
| `chances` | each team's chance before the first action and after every one, as parts of 1 |
| `hands` | whether the hands are known; without them there are only the fields above |
| `costs`, `luck` | by team: the sum of its costly plays, and the rest of what its chance gained or lost |
| `mistakes` | what cost most: `action` (from 1), `seat`, `position` (before it), `done`, `better`, `cost` |
"""

from __future__ import annotations

from typing import Any, TypeAlias

from engine.game import Draw, Game, Pass
from engine.geometry import seat_letter
from engine.records.record import Record, Reshuffled
from engine.records.recorded_game import game_of, judge
from engine.strategy.analysis import Mistake, analyse, graph
from engine.table import Table

Json: TypeAlias = dict[str, Any]


def analysed(record: Record, *, plays: bool = True) -> Json:
    """The analysis; with `plays` false the graph by the marbles alone, which takes milliseconds."""
    judged = judge(record)
    if not plays or record.seed is None or judged.fault is not None:
        table = record.table
        even = (1 / table.team_count,) * table.team_count
        entries = zip(record.entries, judged.positions[1:], strict=False)
        positions = [position for entry, position in entries if not isinstance(entry.event, Reshuffled)]
        return _shown(table, (even, *graph(table, positions))) | {"hands": False}
    game = game_of(record)
    found = analyse(game)
    return _shown(game.setup.table, found.chances) | {
        "hands": True,
        "costs": [round(cost, 3) for cost in found.costs],
        "luck": [round(luck, 3) for luck in found.luck],
        "mistakes": [_mistake(game, one) for one in found.mistakes],
    }


def _shown(table: Table, chances: tuple[tuple[float, ...], ...]) -> Json:
    return {
        "teams": ["".join(map(seat_letter, seats)) for seats in table.members],
        "chances": [[round(part, 3) for part in now] for now in chances],
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
