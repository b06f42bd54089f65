"""What went wrong, as a trace that `jokerboard replay` reads, with the truth beside it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.geometry import seat_letter
from referee.events import CardRead, Event
from referee.machine import Referee
from referee.verdicts import Verdict
from service.event_lines import to_line
from simulation.games.game import Cut, Game

TRIES = 12
"""So many turns back a trace may begin, or else with the game."""


class Recorder:
    """Writes numbered pairs of files into a directory: `NNN-kind.trace.jsonl` and `NNN-kind.truth.jsonl`."""

    def __init__(self, directory: Path, at_most: int = 200) -> None:
        directory.mkdir(parents=True, exist_ok=True)
        self._directory = directory
        self._counts: Counter[str] = Counter()
        self._at_most = at_most
        self.written = 0

    def __call__(self, game: Game, kind: str, text: str) -> None:
        """Write the end of the game, from a moment at which a fresh referee can begin."""
        name = kind.replace(" ", "-").replace("_", "-")
        if self.written >= self._at_most:
            return
        self._counts[name] += 1
        self.written += 1
        stem = self._directory / f"{self.written:03}-{name}"
        stem.with_suffix(".trace.jsonl").write_text(_lines(trace(game)), encoding="utf-8")
        stem.with_suffix(".truth.jsonl").write_text(_lines(truth(game, text)), encoding="utf-8")


def _lines(objects: list[dict[str, Any]]) -> str:
    return "".join(json.dumps(each) + "\n" for each in objects)


def beginning(game: Game) -> Cut:
    """The latest moment, at least a turn ago, from which a fresh referee says the same as was said.

    Where sensors lie it is the game's beginning: what was found out of them is no part of a trace.
    """
    if game.lying:
        return game.cuts[0]
    now = len(game.scorer.turns) - 1
    cuts = [cut for cut in game.cuts if cut.turn < max(now, 1)][-TRIES:]
    return next((cut for cut in reversed(cuts) if _same_from(game, cut)), game.cuts[0])


def _same_from(game: Game, cut: Cut) -> bool:
    table, options = game.table, game.options
    referee = Referee(
        table, cut.position, mode=options.mode, cards=options.cards, occupied=cut.occupied, t=cut.t
    )
    said = [verdict for event in events_from(game, cut) for verdict in referee.feed(event)]
    said += referee.advance(game.world.t)
    heard = [verdict for verdict in game.scorer.heard if verdict.t >= cut.t]
    return _gist(heard) == _gist(said[1:])[: len(heard)]


def events_from(game: Game, cut: Cut) -> Iterator[Event]:
    """What happened since; cards that already lay there then are as if they had been taken off."""
    lying = dict(cut.lying)
    for event in game.world.events[cut.events :]:
        if isinstance(event, CardRead) and event.at in lying and event.unknown is None:
            if event.card in (None, lying[event.at]):
                continue
            del lying[event.at]
        yield event


def _gist(verdicts: list[Verdict]) -> list[tuple[str, float, object]]:
    """What was said when, play numbers left out."""
    gist: list[tuple[str, float, object]] = []
    for verdict in verdicts:
        what = getattr(verdict, "position", None) or getattr(verdict, "code", None)
        gist.append((type(verdict).__name__, round(verdict.t, 6), what))
    return gist


def trace(game: Game) -> list[dict[str, Any]]:
    """Header and events, as in section 3 of the contract."""
    world, options = game.world, game.options
    cut = beginning(game)
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


def truth(game: Game, text: str) -> list[dict[str, Any]]:
    """What went wrong, and the turns as they truly were."""
    cut = beginning(game)
    name = game.table.board.name
    lying = {name(hole): kind for hole, kind in game.lying.items()}
    out: list[dict[str, Any]] = [{"wrong": text, "at": round(game.world.t - cut.t, 6), "lying": lying}]
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
