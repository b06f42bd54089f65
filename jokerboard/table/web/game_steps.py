"""The steps of a game for the replay: its plays with their later status, and illegal attempts.

The page requests the steps after a revision that it has, so its work for one turn does not grow with the
game.
"""

from __future__ import annotations

from engine.geometry import Board, Hole
from engine.referee.verdicts import (
    Ambiguous,
    Decision,
    Discard,
    Illegal,
    Move,
    NextTurn,
    PutBack,
    Restored,
    Takeback,
    Verdict,
)
from jokerboard.journal.games.game_lines import to_json
from jokerboard.journal.games.game_log import GameLog
from jokerboard.journal.games.resumed_game import ResumedGame
from jokerboard.journal.records import Json


class GameSteps:
    """The steps of a game for the page's replay, built from verdicts that were added to `log` first."""

    def __init__(self, board: Board, log: GameLog, first: str) -> None:
        """`first`: the position line at the beginning of the game."""
        self._board, self._log, self.first = board, log, first
        self._steps: list[Json] = []
        self._changed: list[int] = []
        self._at: dict[int, int] = {}
        self.revision = 0
        self.wrong: Illegal | None = None
        """The illegal play that the board still shows; None without one."""
        self.mends: dict[Hole, Hole] = {}
        """For each hole that misses a marble, the hole to which it was carried.

        It is emptied whenever the board is right.
        """
        self.again = False
        """Whether `wrong` was announced before, and is back because another mistake was corrected."""
        self._scolded: set[tuple[str, tuple[PutBack, ...]]] = set()
        self.question: Ambiguous | None = None
        """The question that is still open; None without one."""

    @classmethod
    def of(cls, past: ResumedGame, log: GameLog) -> GameSteps:
        """The steps of a resumed game whose verdicts `log` has received."""
        steps, speak, position = cls(log.speaker.board, log, past.header.position), log.speaker, log.position
        texts = {played.n: played.text for played in log.plays}
        for verdict in past.verdicts:
            if isinstance(verdict, Move | Discard):
                steps.take(verdict, texts[verdict.n])
            else:
                wrong = isinstance(verdict, Illegal)
                steps.take(verdict, speak.sentence(verdict, position).text if wrong else "")
        return steps

    def take(self, verdict: Verdict, text: str) -> None:
        """Take one verdict; `text` is its sentence."""
        match verdict:
            case Move() | Discard():
                self._at[verdict.n] = len(self._steps)
                verdict_json = to_json(verdict, self._board)
                kept = {key: verdict_json[key] for key in ("t", "n", "seat", "card", "position")}
                play = verdict_json.get("play", f"{verdict.card} --")
                self._add({**kept, "play": play, "text": text, "state": "ok"})
                if isinstance(verdict, Move) and verdict.amends is not None:
                    self._become(verdict.amends)
            case Illegal() if (verdict.code, verdict.put_back) in self._scolded:
                self.again = True
            case Illegal():
                verdict_json = to_json(verdict, self._board)
                kept = {key: verdict_json[key] for key in ("t", "seat", "code", "holes", "put_back")}
                self._add({**kept, "text": text})
                self.again = False
            case Takeback(_, n, _):
                self._become(n)
            case Decision(_, "take-back", _, _):
                for n in self._at:
                    self._become(n)
        self._stands(verdict)

    def since(self, revision: int) -> list[Json]:
        """The steps that have changed since `revision`, in order; all for 0."""
        return [step for step, when in zip(self._steps, self._changed, strict=True) if when > revision]

    def _stands(self, verdict: Verdict) -> None:
        match verdict:
            case Illegal():
                self.wrong, self.question = verdict, None
                self.mends |= {one.target: one.source for one in verdict.put_back}
                self._scolded.add((verdict.code, verdict.put_back))
            case Ambiguous():
                self.wrong, self.question = None, verdict
            case Move() | Discard() | Takeback() | Decision() | Restored() | NextTurn():
                self.wrong = self.question = None
                self.mends, self._scolded = {}, set()

    def _add(self, step: Json) -> None:
        self.revision += 1
        self._steps.append({"at": len(self._steps), **step})
        self._changed.append(self.revision)

    def _become(self, n: int) -> None:
        state = self._log.state_of(n)
        at = self._at.get(n)
        if at is None or state is None or self._steps[at]["state"] == state:
            return
        self.revision += 1
        self._steps[at] = {**self._steps[at], "state": state}
        self._changed[at] = self.revision
