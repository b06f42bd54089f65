"""A shadow referee's verdicts, compared with the truth and with the verdicts that people heard.

The shadow gets the same events, but nobody hears it, so people do not answer its questions. Each time the
table is quiet and every turn so far is recorded, the two are compared. After a disagreement the shadow is
replaced by a fresh one, so that each disagreement is a case of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.dealing import State
from engine.geometry import Hole
from engine.position import Position
from engine.table import Table
from referee.events import Dealt
from referee.verdicts import Ambiguous, Fault, Illegal, Verdict
from simulation.scoring.scorer import Scorer
from simulation.scoring.tally import Tally
from simulation.scoring.verdict_log import in_force, is_accusation
from simulation.world.card_readers import Readers
from simulation.world.options import Options
from simulation.world.referees import Judge, MakesJudge, Shadowed
from simulation.world.world import World

EARLIER, LATER = 2.5, 3.0
"""An alarm or question of one referee matches one of the other said up to so many seconds before or after."""


@dataclass(frozen=True, slots=True)
class Overheard:
    """A verdict of the shadow, and what stood illegally when it was said (None: nothing)."""

    verdict: Verdict
    wrong: str | None


class Compared(Protocol):
    """The parts of a table that a comparison reads."""

    options: Options
    table: Table
    tally: Tally
    scorer: Scorer
    world: World
    readers: Readers
    state: State
    faulty: dict[Hole, str]
    knows_hands: bool


class Comparison:
    """The shadow of one game."""

    def __init__(self, make: MakesJudge) -> None:
        self.said: list[Overheard] = []
        self.since = 0.0
        self._make = make
        self._from_turn = 0
        self._both: Shadowed | None = None
        self._game: Compared | None = None

    @property
    def verdicts(self) -> list[Verdict]:
        """The verdicts of the present shadow."""
        return [each.verdict for each in self.said]

    def attach(self, game: Compared, heard: Judge, position: Position) -> Shadowed:
        """The referee of the game, with the shadow beside it."""
        options = game.options
        shadow = self._make(game.table, position, mode=options.mode, cards=options.cards)
        self._game = game
        self._both = Shadowed(heard, shadow, self._overhear)
        return self._both

    def quiet(self) -> None:
        """Compare what was said of all turns before the one that begins now; restart after a disagreement."""
        game, both = self._game, self._both
        if game is None or both is None:
            return
        found = self.disagreements(len(game.scorer.turns))
        for kind, text in found:
            game.tally.shadow[kind] += 1
            game.scorer.record(f"shadow {kind}", text)
        if not found:
            return
        if game.faulty:
            self._both = None  # a fresh one would not know which sensors are faulty
            return
        self._restart(game, both)

    def game_lost(self) -> None:
        """The heard referee ended the game by a failure: count whether the shadow shared it."""
        if self._game is not None and self._both is not None:
            found = self.disagreements(max(0, len(self._game.scorer.turns) - 1))
            self._game.tally.shadow["failed too" if found else "was right where the heard one failed"] += 1

    def disagreements(self, turns: int) -> list[tuple[str, str]]:
        """(kind, text) for each disagreement over the turns since the shadow's start, up to `turns`."""
        game = self._game
        assert game is not None
        since = self.since
        heard = [verdict for verdict in game.scorer.heard if verdict.t >= since]
        found = self._plays(game, turns)
        found += [
            ("false alarm", f"{v.code} at {v.t:.3f}: {v.text}")
            for v, wrong in ((each.verdict, each.wrong) for each in self.said)
            if isinstance(v, Illegal) and wrong is None and not _matched(v, heard)
        ]
        mine = self.verdicts
        found += [
            ("silent", f"no alarm near {v.t:.3f}, where {v.code} was said")
            for v in heard
            if isinstance(v, Illegal) and not _matched(v, mine)
        ]
        found += [
            ("asks", f"a question at {v.t:.3f}")
            for v in mine
            if isinstance(v, Ambiguous) and not _matched(v, heard)
        ]
        found += [
            ("fault", f"a good sensor is called faulty at {v.t:.3f}: {v.text}")
            for v in mine
            if isinstance(v, Fault) and v.hole is not None and is_accusation(v) and v.hole not in game.faulty
        ]
        return found

    def _plays(self, game: Compared, turns: int) -> list[tuple[str, str]]:
        board = game.table.board
        truly = game.scorer.turns[self._from_turn : turns]
        said = in_force(self.verdicts)
        for i, (turn, verdict) in enumerate(zip(truly, said, strict=False)):
            if verdict.position != turn.final and i < len(truly) - 1:
                text = f"{verdict.position.line()} stands; truly {turn.play.text(board)}"
                return [("wrong", text)]
        if len(said) > len(truly):
            return [("wrong", f"{said[len(truly)].position.line()} is a play nobody made")]
        if len(said) < len(truly) - 1:
            missing = truly[len(said)]
            return [("missing", f"nothing said of {missing.play.text(board)}")]
        return []

    def _restart(self, game: Compared, both: Shadowed) -> None:
        options, world, position = game.options, game.world, game.state.position
        both.shadow = self._make(
            game.table,
            position,
            mode=options.mode,
            cards=options.cards,
            occupied=world.sensors.occupied,
            t=world.t,
        )
        both.lying = game.readers.shown
        self.said, self.since, self._from_turn = [], world.t, len(game.scorer.turns)
        if game.knows_hands:
            for seat in game.table.seats:
                for card in game.state.hands[seat]:
                    both.shadow.feed(Dealt(world.t, game.readers.tag(card), seat))

    def _overhear(self, verdict: Verdict) -> None:
        game = self._game
        assert game is not None
        wrong = next((turn.wrong.kind for turn in game.scorer.turns[-2:] if turn.wrong is not None), None)
        self.said.append(Overheard(verdict, wrong))


def _matched(verdict: Verdict, others: Sequence[Verdict]) -> bool:
    near = (v for v in others if verdict.t - EARLIER <= v.t <= verdict.t + LATER)
    return any(type(v) is type(verdict) for v in near)
