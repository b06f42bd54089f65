"""`jokerboard games analyse`: each team's chance after every play, and the plays that cost most.

A record with the seed of its shuffles tells the hands, so plays can be weighed against what else was
possible. Without the seed there is only the graph, by the marbles alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from engine.game import Draw, Game, Pass
from engine.geometry import seat_letter
from engine.records.record import Record
from engine.records.recorded_game import game_of, judge
from engine.table import Table
from strategy.analysis import Analysis, Mistake, analyse, graph

_WIDTH = 40


def analysis_lines(heading: str, record: Record, as_json: bool) -> Iterator[str]:
    """The analysis of one record, as lines or as one line of JSON."""
    judged = judge(record)
    if record.seed is None or judged.fault is not None:
        chances = graph(record.table, judged.positions[1:])
        if as_json:
            yield json.dumps({"game": heading, "chances": chances})
        else:
            yield f"{heading}: the hands are not known, so this is the graph by the marbles alone"
            yield from _graph(record.table, chances)
        return
    game = game_of(record)
    found = analyse(game)
    yield from [json.dumps(_data(heading, game, found))] if as_json else _text(heading, game, found)


def _text(heading: str, game: Game, found: Analysis) -> Iterator[str]:
    table = game.setup.table
    yield f"{heading}: chance of each team after every action"
    yield from _graph(table, found.chances[1:])
    for team, seats in enumerate(table.members):
        name = "".join(map(seat_letter, seats))
        yield f"{name}: costly plays {100 * found.costs[team]:.0f} %, luck {100 * found.luck[team]:+.0f} %"
    for one in found.mistakes:
        done, better = _written(game, one)
        who = f"action {one.number + 1}, {seat_letter(one.seat)}"
        yield f"{who}: {done} cost {100 * one.cost:.0f} %; {better} was better"


def _graph(table: Table, chances: Sequence[tuple[float, ...]]) -> Iterator[str]:
    """One line an action: the first team's chance as a bar, and all chances as numbers."""
    for number, now in enumerate(chances, 1):
        bar = "#" * round(_WIDTH * now[0])
        numbers = " ".join(
            f"{''.join(map(seat_letter, seats))} {100 * part:3.0f} %"
            for seats, part in zip(table.members, now, strict=True)
        )
        yield f"{number:5} |{bar:{_WIDTH}}| {numbers}"


def _data(heading: str, game: Game, found: Analysis) -> dict[str, object]:
    mistakes = [
        {
            "action": one.number + 1,
            "seat": seat_letter(one.seat),
            "done": _written(game, one)[0],
            "better": _written(game, one)[1],
            "cost": round(one.cost, 3),
        }
        for one in found.mistakes
    ]
    return {
        "game": heading,
        "teams": ["".join(map(seat_letter, seats)) for seats in game.setup.table.members],
        "chances": [[round(part, 3) for part in now] for now in found.chances],
        "costs": [round(cost, 3) for cost in found.costs],
        "luck": [round(luck, 3) for luck in found.luck],
        "mistakes": mistakes,
    }


def _written(game: Game, one: Mistake) -> list[str]:
    there = game.setup.table.board
    return [
        "a draw or pass" if isinstance(action, Draw | Pass) else action.text(there)
        for action in (one.action, one.better)
    ]
