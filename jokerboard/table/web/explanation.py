"""The referee's readings for the page's "Why?": what the board saw, without costs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from jokerboard.journal.games.readings import Explained
from jokerboard.journal.records import Json
from jokerboard.words.catalogue import words

AS_LIKELY, HARDLY = 1.65, 5.0
"""Additional costs up to which a reading is nearly as likely, and from which it is hardly possible."""
DOUBTS = 2
"""How many of the things that make a reading less likely are shown."""


def readings(explained: Iterable[Explained]) -> list[Json]:
    """Each reading as sentences: `play`, `likely` (empty for the first) and `steps`."""
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
    """The changes that the board saw; for a less likely reading also what makes it so."""
    yield from reading.seen
    doubts = [step for step in reading.steps if step.cost is not None and step.cost > 0]
    if rank == 0:
        return
    for step in sorted(doubts, key=lambda step: -(step.cost or 0.0))[:DOUBTS]:
        if step.hole and step.hole not in step.text:
            yield words("explain.doubt-at", what=step.text, hole=step.hole)
        else:
            yield words("explain.doubt", what=step.text)
