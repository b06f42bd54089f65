"""The announced part of a game: its plays with their states, the position, the turn.

After a restart, the table's page is restored by folding the verdicts of the journal.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from engine.cards import Card, Rank
from engine.geometry import Seat
from engine.play import Play
from engine.position import Position
from engine.referee.verdicts import Decision, Discard, Final, Illegal, Move, NextTurn, Over, Takeback, Verdict
from engine.text import sentence
from jokerboard.journal.games.sentences import Sentence, Speaker

State: TypeAlias = Literal["ok", "amended", "taken-back"]


@dataclass(frozen=True, slots=True)
class Played:
    """One announced play; `before` and `after` are the positions before and after it."""

    n: int
    seat: Seat
    card: str
    play: Play | None
    text: str
    before: Position
    after: Position
    state: State = "ok"


class GameLog:
    """The state of a game, updated by each announced verdict."""

    def __init__(self, position: Position, speaker: Speaker) -> None:
        """A game without plays yet, in `position`."""
        self.speaker = speaker
        self._plays: dict[int, Played] = {}
        self.position = position
        self.turn: Seat = position.turn
        self.over: tuple[Seat, ...] | None = None
        self.final = False
        """Whether the game is over and only a decision may reopen it, so that hidden cards may be shown."""
        self.sentence: Sentence | None = None
        """The newest sentence; the page shows it."""
        self.illegal = 0
        self.takebacks = 0

    @property
    def plays(self) -> tuple[Played, ...]:
        """Every play ever announced, in order, undone ones included."""
        return tuple(self._plays.values())

    @property
    def in_force(self) -> tuple[Played, ...]:
        """The plays that have not been undone."""
        return tuple(p for p in self._plays.values() if p.state == "ok")

    def state_of(self, n: int) -> State | None:
        """The state of play `n`; None if there is no such play."""
        return self._plays[n].state if n in self._plays else None

    @property
    def last(self) -> Played | None:
        """The newest play that has not been undone; None if there is none."""
        return next((p for p in reversed(self._plays.values()) if p.state == "ok"), None)

    @property
    def n(self) -> int:
        """The number of the newest play; 0 before the first."""
        return next(reversed(self._plays), 0)

    def note(self, text: str, t: float) -> None:
        """Make `text`, which is no verdict, the newest sentence."""
        self.sentence = Sentence("note", "info", text, t)

    def take(self, verdict: Verdict) -> Sentence:
        """Fold one verdict; return its sentence."""
        before = self._before(verdict)
        worded = self.speaker.sentence(verdict, before)
        match verdict:
            case NextTurn():
                self.turn = verdict.seat
            case Move() | Discard():
                self._played(verdict, before)
            case Takeback(_, n, position):
                self.takebacks += 1
                self.over, self.final = None, False
                self._become(n, "taken-back")
                self._at(position)
            case Decision():
                self._decided(verdict)
            case Over() | Final():
                self.over = verdict.team if isinstance(verdict, Over) else self.over
                self.final = isinstance(verdict, Final)
                self._at(verdict.position)
            case Illegal():
                self.illegal += 1
        # The page shows the turn and the end elsewhere, so the previous sentence stays.
        if not isinstance(verdict, NextTurn | Final) or self.sentence is None:
            self.sentence = worded
        return worded

    def _before(self, verdict: Verdict) -> Position:
        """The position before the verdict; for an amendment, the position before the replaced play."""
        if isinstance(verdict, Move) and verdict.amends in self._plays:
            return self._plays[verdict.amends].before
        return self.position

    def _played(self, verdict: Move | Discard, before: Position) -> None:
        if isinstance(verdict, Move):
            play, amends = verdict.play, verdict.amends
        else:
            play, amends = None, None
        if amends is not None:
            self._become(amends, "amended")
        text = sentence(self.speaker.play(verdict.seat, verdict.card, play or Play(Card(Rank.ACE)), before))
        self._plays[verdict.n] = Played(
            verdict.n, verdict.seat, verdict.card, play, text, before, verdict.position
        )
        self._at(verdict.position)

    def _decided(self, decision: Decision) -> None:
        if decision.decision != "let-stand":
            self.over, self.final = None, False
        # Announced takebacks have already undone its plays, except plays before an earlier decision.
        if decision.decision == "take-back" and decision.position != self.position:
            first = self._first_undone(decision)
            for played in self.in_force:
                if played.n >= first:
                    self._become(played.n, "taken-back")
                    self.takebacks += 1
        self._at(decision.position)

    def _first_undone(self, decision: Decision) -> int:
        """The number of the first undone play; earlier versions recorded only the position before it."""
        if decision.n is not None:
            return decision.n
        return next((p.n for p in reversed(self.in_force) if p.before == decision.position), 0)

    def _become(self, n: int, state: State) -> None:
        if n in self._plays:
            self._plays[n] = replace(self._plays[n], state=state)

    def _at(self, position: Position) -> None:
        self.position = position
        self.turn = position.turn
