"""Write files about a failure: a trace for `jokerboard replay`, the truth, and the verdicts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from engine.cards import Card
from engine.geometry import Seat, seat_letter
from engine.referee.events import CardRead, Event
from engine.referee.verdicts import NextTurn, Verdict
from jokerboard.journal.games.game_lines import to_json, to_line
from tests.simulated_games.table_state import Cut, TableState

TRIES = 12
"""A trace begins at most this many turns before the failure, or else at the beginning of the game."""


class Recorder:
    """Writes three numbered files for each failure into a directory.

    `NNN-kind.trace.jsonl` is what the table saw, `NNN-kind.truth.jsonl` what people did, and
    `NNN-kind.said.jsonl` what the referee announced.
    """

    def __init__(self, directory: Path, at_most: int = 200) -> None:
        directory.mkdir(parents=True, exist_ok=True)
        self._directory = directory
        self._at_most = at_most
        self.written = 0

    def __call__(self, game: TableState, kind: str, text: str) -> None:
        """Write the files about the end of the game, from a moment at which a fresh referee can begin."""
        if self.written >= self._at_most:
            return
        name = kind.replace(" ", "-").replace("_", "-")
        self.written += 1
        stem = self._directory / f"{self.written:03}-{name}"
        # A fresh referee would also raise the exception, so the trace begins with the game.
        cut = game.cuts[0] if kind == "exception" else beginning(game)
        for what, lines in (
            ("trace", trace(game, cut)),
            ("truth", truth(game, text, cut)),
            ("said", announced(game, cut)),
        ):
            stem.with_suffix(f".{what}.jsonl").write_text(_lines(lines), encoding="utf-8")


def _lines(objects: list[dict[str, Any]]) -> str:
    return "".join(json.dumps(each) + "\n" for each in objects)


def beginning(game: TableState) -> Cut:
    """The latest moment, at least a turn ago, from which a fresh referee gives the same verdicts.

    With faulty sensors it is the game's beginning, because a fresh referee does not know the faults.
    """
    if game.faulty:
        return game.cuts[0]
    now = len(game.scorer.turns) - 1
    cuts = [cut for cut in game.cuts if cut.turn < max(now, 1)][-TRIES:]
    return next((cut for cut in reversed(cuts) if _same_verdicts(game, cut)), game.cuts[0])


def _same_verdicts(game: TableState, cut: Cut) -> bool:
    options = game.options
    referee = options.referee(
        game.table, cut.position, mode=options.mode, cards=options.cards, occupied=cut.occupied, t=cut.t
    )
    anew = [verdict for event in events_from(game, cut) for verdict in referee.feed(event)]
    anew += referee.advance(game.world.t)
    before, again = _gist(verdict for verdict in game.scorer.received if verdict.t >= cut.t), _gist(anew)
    # The game may have ended between two verdicts of one moment, so the last ones may be missing.
    last = before[-1][1] if before else None
    return before == again[: len(before)] and all(t == last for _, t, _ in again[len(before) :])


def events_from(game: TableState, cut: Cut) -> Iterator[Event]:
    """The events since the cut, except repeated reads of cards that already lay on their readers."""
    lying = dict(cut.lying)
    for event in game.world.events[cut.events :]:
        if not unread(event, lying):
            yield event


def unread(event: Event, lying: dict[Seat | None, Card]) -> bool:
    """Whether a fresh referee must not get the event, because it concerns a card that it never read.

    `lying` has the cards that lay on the readers at the cut; such an event reads one of them again or removes
    it. A different card at that reader removes the entry from `lying`.
    """
    if not isinstance(event, CardRead) or event.at not in lying or event.unknown is not None:
        return False
    if event.card in (None, lying[event.at]):
        return True
    del lying[event.at]
    return False


def _gist(verdicts: Iterable[Verdict]) -> list[tuple[str, float, object]]:
    """The verdicts without play numbers, for comparison; `NextTurn` verdicts are left out."""
    gist: list[tuple[str, float, object]] = []
    for verdict in verdicts:
        if isinstance(verdict, NextTurn):
            continue
        what = getattr(verdict, "position", None) or getattr(verdict, "code", None)
        gist.append((type(verdict).__name__, round(verdict.t, 6), what))
    return gist


def trace(game: TableState, cut: Cut) -> list[dict[str, Any]]:
    """The trace's header and events, as in section 3 of docs/formats.md."""
    world, options = game.world, game.options
    header = {
        "trace": 1,
        "rules": options.rules.name,
        "players": options.players,
        "sides": game.table.sides,
        "teams": None,
        "position": cut.position.line(),
        "mode": options.mode,
        "cards": options.cards,
        "settings": {},
        "occupied": [game.table.board.name(hole) for hole in sorted(cut.occupied)],
    }
    lines = [header]
    for event in events_from(game, cut):
        line = to_line(event, game.table.board)
        line["t"] = round(line["t"] - cut.t, 6)
        lines.append(line)
    lines.append({"t": round(world.t - cut.t + 2.0, 6)})
    return lines


def announced(game: TableState, cut: Cut) -> list[dict[str, Any]]:
    """The verdicts since the cut, as JSON."""
    return [
        {**to_json(verdict, game.table.board), "t": round(verdict.t - cut.t, 6)}
        for verdict in game.scorer.received
        if verdict.t >= cut.t
    ]


def truth(game: TableState, text: str, cut: Cut) -> list[dict[str, Any]]:
    """The failure, and the truth about each turn since the cut, as JSON."""
    name = game.table.board.name
    faulty = {name(hole): kind for hole, kind in game.faulty.items()}
    out: list[dict[str, Any]] = [{"wrong": text, "at": round(game.world.t - cut.t, 6), "faulty": faulty}]
    for turn in game.scorer.turns[cut.turn :]:
        line: dict[str, Any] = {
            "seat": seat_letter(turn.seat),
            "play": turn.play.text(game.table.board),
            "position": turn.final.line(),
        }
        for key, t in (("card_t", turn.card_t), ("done", turn.done)):
            line[key] = None if t is None else round(t - cut.t, 6)
        if turn.wrong is not None:
            line["illegal"] = turn.wrong.kind
        out.append(line)
    return out
