"""Compare a referee's verdicts on a trace with the outcome that people at the table expect.

An outcome is an object with any of these fields:

- `moves`: the position after each play and discard in force at the end, in order;
- `start`: the first of these positions; `last`: the last of them;
- `never`: positions that no move or discard may have, in force at the end or not;
- `said_by`: by position, the time in seconds by which a move or discard with it is announced;
- `told_by`: the time by which something illegal is announced;
- `illegal`, `fault`, `ambiguous`: the most verdicts of this kind (`fault` with `"ok": true` is not counted);
- `no`: kinds of verdicts that may not occur;
- `trusted_by`: by that time every sensor reported as faulty is trusted again;
- `offer`: the exact number of offers of a new game.

The position of each record must follow from that of the previous record
(`tests/engine/referee/scenes/records.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from engine.referee.machine import Referee
from engine.referee.verdicts import Decision
from jokerboard.journal.games.game_lines import to_json
from jokerboard.journal.games.trace import read_event, read_header
from jokerboard.journal.records import Json
from tests.engine.referee.scenes.records import out_of_order
from tests.simulated_games.true_turns import in_force

FIELDS = frozenset(
    [
        "moves",
        "start",
        "last",
        "never",
        "said_by",
        "told_by",
        "illegal",
        "fault",
        "ambiguous",
        "no",
        "trusted_by",
        "offer",
    ]
)


def verdicts_of(trace: Sequence[str], make: Callable[..., Referee] = Referee) -> tuple[list[Any], list[Json]]:
    """All verdicts of a referee made by `make` over a trace, as values and as the JSON of docs/formats.md."""
    header = read_header(trace[0])
    board = header.table.board
    judge = header.referee(make=make)
    verdicts = list(judge.advance(0.0))
    for number, line in enumerate(trace[1:], 2):
        if line.strip():
            verdicts += judge.feed(read_event(line, number, board))
    trusted = [{"ok": True} if getattr(verdict, "ok", False) else {} for verdict in verdicts]
    return verdicts, [to_json(verdict, board) | ok for verdict, ok in zip(verdicts, trusted, strict=True)]


def unlike(outcome: Json, trace: Sequence[str], make: Callable[..., Referee] = Referee) -> list[str]:
    """The differences between the verdicts of a referee made by `make` and the outcome, a line each."""
    return differs(outcome, *verdicts_of(trace, make))


def differs(outcome: Json, values: Sequence[Any], objects: Sequence[Json]) -> list[str]:
    """The differences between an expected outcome and the announced verdicts."""
    if unknown := set(outcome) - set(FIELDS):
        raise ValueError(
            f"an outcome has no field {', '.join(sorted(unknown))}; there are {', '.join(FIELDS)}"
        )
    return [
        *_moves(outcome, values),
        *_positions(outcome, objects),
        *_counts(outcome, objects),
        *_trust(outcome, objects),
        *out_of_order(values),
    ]


def _moves(outcome: Json, values: Iterable[Any]) -> Iterator[str]:
    found = [each.position.line() for each in in_force(values) if not isinstance(each, Decision)]
    start: list[str] = outcome.get("start", [])
    if "moves" in outcome and found != outcome["moves"]:
        yield f"in force {', '.join(found) or 'nothing'}; expected {', '.join(outcome['moves'])}"
    if found[: len(start)] != start:
        yield f"in force {', '.join(found) or 'nothing'}; expected to start with {', '.join(start)}"
    if "last" in outcome and found[-1:] != [outcome["last"]]:
        yield f"last in force {', '.join(found[-1:]) or 'nothing'}; expected {outcome['last']}"


def _positions(outcome: Json, objects: Sequence[Json]) -> Iterator[str]:
    """Sentences about positions announced too late or despite `never`, and about a late alarm."""
    first: dict[str, float] = {}
    for verdict in objects:
        if verdict["kind"] in ("move", "discard"):
            first.setdefault(verdict["position"], verdict["t"])
    for position in outcome.get("never", ()):
        if position in first:
            yield f"{position} is announced at {first[position]:.3f}"
    for position, due in outcome.get("said_by", {}).items():
        if first.get(position, float("inf")) > due:
            yield f"{position} is announced at {first.get(position, 'no time')}, due by {due:g}"
    due = outcome.get("told_by")
    if due is not None and not any(v["kind"] == "illegal" and v["t"] <= due for v in objects):
        yield f"nothing illegal is announced by {due:g} s"


def _counts(outcome: Json, objects: Sequence[Json]) -> Iterator[str]:
    for kind in ("illegal", "fault", "ambiguous"):
        found = [v for v in objects if v["kind"] == kind and not v.get("ok")]
        if kind in outcome and len(found) > outcome[kind]:
            what = ", ".join(f"{v.get('code') or v.get('hole') or v['touch']} at {v['t']:.3f}" for v in found)
            yield f"{len(found)} {kind}, at most {outcome[kind]} expected: {what}"
    for verdict in objects:
        if verdict["kind"] in outcome.get("no", ()):
            yield f"a {verdict['kind']} at {verdict['t']:.3f}"
    offers = sum(v["kind"] == "offer" for v in objects)
    if "offer" in outcome and offers != outcome["offer"]:
        yield f"{offers} offers, {outcome['offer']} expected"


def _trust(outcome: Json, objects: Iterable[Json]) -> Iterator[str]:
    if "trusted_by" not in outcome:
        return
    distrusted: set[str] = set()
    for verdict in objects:
        if verdict["kind"] == "fault" and "hole" in verdict and verdict["t"] <= outcome["trusted_by"]:
            (distrusted.discard if verdict.get("ok") else distrusted.add)(verdict["hole"])
    if distrusted:
        yield f"not trusted again by {outcome['trusted_by']:g} s: {', '.join(sorted(distrusted))}"
