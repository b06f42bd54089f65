"""The referee's readings for the page's "Why?": the changes seen by the board, without costs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from jokerboard.journal.games.readings import Explained
from jokerboard.journal.records import Json
from jokerboard.words.catalogue import words

AS_LIKELY, HARDLY = 1.65, 5.0
"""A reading is nearly as likely as the first, or hardly possible, by how much more it costs."""
DOUBTS = 2
"""The number of things shown that make a reading less likely."""


def readings(explained: Iterable[Explained]) -> list[Json]:
    """Each with `play`, `likely` (empty for the first) and `steps`, all of them sentences."""
    return [
        {"play": each.play, "likely": _likely(each.more, first=rank == 0), "steps": list(_steps(each, rank))}
        for rank, each in enumerate(explained)
    ]


def _likely(more: float, *, first: bool) -> str:
    if first:
        return ""
    code = "as-likely" if more < AS_LIKELY else "less-likely" if more < HARDLY else "hardly"
    return words(f"explain.{code}")


def _steps(reading: Explained, rank: int) -> Iterator[str]:
    """The changes that the board saw; for a less likely reading also the steps that make it so."""
    yield from reading.seen
    doubts = [step for step in reading.steps if step.cost is not None and step.cost > 0]
    if rank == 0:
        return
    for step in sorted(doubts, key=lambda step: -(step.cost or 0.0))[:DOUBTS]:
        if step.hole and step.hole not in step.text:
            yield words("explain.doubt-at", what=step.text, hole=step.hole)
        else:
            yield words("explain.doubt", what=step.text)
