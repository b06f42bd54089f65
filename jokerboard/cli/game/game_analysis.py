"""`jokerboard games analyse`: each team's chance after every play, and the plays that cost most.

A record with the seed of its shuffles tells the hands, so plays can be weighed against what else was
possible. Without the seed there is only the graph, by the marbles alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from engine.records.record import Record
from engine.strategy.recorded import Json, analysed
from jokerboard.journal.games.analysis_words import worded

_WIDTH = 40


def analysis_lines(heading: str, record: Record, as_json: bool) -> Iterator[str]:
    """The analysis of one record, as lines or as one line of JSON."""
    found = analysed(record)
    yield from [json.dumps({"game": heading, **found})] if as_json else _text(heading, worded(found, record))


def _text(heading: str, found: Json) -> Iterator[str]:
    if not found["hands"]:
        yield f"{heading}: the hands are not known, so this is the graph by the marbles alone"
        yield from _graph(found)
        return
    yield f"{heading}: chance of each team after every action"
    yield from _graph(found)
    for name, cost, luck in zip(found["teams"], found["costs"], found["luck"], strict=True):
        yield f"{name}: costly plays {100 * cost:.0f} %, luck {100 * luck:+.0f} %"
    for one in found["mistakes"]:
        cost = f"action {one['action']} cost {100 * one['cost']:.0f} %"
        yield f"{cost}: {one['said']}; better: {one['instead']}"


def _graph(found: Json) -> Iterator[str]:
    """One line an action: the first team's chance as a bar, and all chances as numbers."""
    for number, now in enumerate(found["chances"][1:], 1):
        bar = "#" * round(_WIDTH * now[0])
        numbers = " ".join(
            f"{name} {100 * part:3.0f} %" for name, part in zip(found["teams"], now, strict=True)
        )
        yield f"{number:5} |{bar:{_WIDTH}}| {numbers}"
