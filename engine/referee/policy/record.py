"""The verdicts so far, and the matters that wait for people: all the policy knows beside the hypotheses."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.geometry import Hole, Seat
from engine.position import Position
from engine.referee.cards.readers import Readers
from engine.referee.decode.beam import Beam
from engine.referee.model.turn import Ground, Turn
from engine.referee.observe.debounce import Settled
from engine.referee.policy.diagnose import Finding
from engine.referee.settings import Mode, Settings
from engine.referee.verdicts import Discard, Move
from engine.violation import Code


@dataclass(frozen=True, slots=True)
class InForce:
    """A play or discard in force, and the turn it led to."""

    verdict: Move | Discard
    turn: Turn


@dataclass(frozen=True, slots=True)
class Asked:
    """A question: the turns that the candidates lead to, and where to touch for each."""

    t: float
    choices: tuple[Turn, ...]
    touch: tuple[Hole, ...]


@dataclass(slots=True)
class Record:
    """All of it."""

    ground: Ground
    mode: Mode
    settings: Settings
    readers: Readers
    beam: Beam
    root: Turn
    """The turn before which nothing can be changed any more."""
    in_force: list[InForce] = field(default_factory=list)
    n: int = 0
    winners: tuple[Seat, ...] | None = None
    """The team that has won."""
    won_at: float = 0.0
    """The time at which the win was announced."""
    final: bool = False
    """Whether only a decision may reopen the won game."""
    alarm: Finding | None = None
    """Something illegal that was said, until it is mended or a play is said."""
    asked: Asked | None = None
    lifted: Settled | None = None
    """The last change, if it lifted a marble with no other one up: put back, it may answer a question."""
    last_edge: float = 0.0
    last_card: float = 0.0
    last_said: float = 0.0
    """The time at which the play in force was announced, or the game began."""
    said_before: float = 0.0
    """The time at which the play before was announced."""
    due: float | None = None
    next_pause: float | None = None
    """When every hypothesis is told next that nothing moves."""
    offered: bool = False
    """Whether a new game is offered, and not answered yet."""
    declined: bool = False
    """Whether the answer was `back`: no other offer until a marble stands outside START again."""
    changed: dict[Hole, list[float]] = field(default_factory=dict)
    """When each hole changed lately."""
    helping: bool = False
    """Whether `help` was pressed in this turn."""
    mending: int = 0
    """The holes that were out of place when people were told to mend the board, until it is right."""
    begun_unlike: float | None = None
    """When the game began, or went on, on a board that was not as its position, until it is."""
    jumbled: bool = False
    """Whether that board was in disorder, or decided about: nobody knows which marble stands where."""
    levels: int = 0
    """Holes that read full."""
    faulty: int = 0
    """Holes whose sensors were said to be faulty."""
    agreed: dict[Hole, list[float]] = field(default_factory=dict)
    """When each of these last changed in a row as a marble makes it change."""
    pressed: bool = False
    """Whether `ok` has ended the turn, until a verdict says how."""
    hurried: bool = False
    """Whether the next seat has laid its card in this turn, until what stands is judged or a hole changes."""

    @property
    def turn(self) -> Turn:
        """The turn in force."""
        return self.in_force[-1].turn if self.in_force else self.root

    @property
    def position(self) -> Position:
        """The position in force."""
        return self.turn.position

    def turn_at(self, number: int) -> Turn | None:
        """The turn in force after `number` plays, None if there is none."""
        if number == self.root.number:
            return self.root
        index = len(self.in_force) - 1 - (self.turn.number - number)
        return self.in_force[index].turn if 0 <= index < len(self.in_force) else None

    def alarmed(self, code: Code) -> bool:
        """Whether that is the alarm."""
        return self.alarm is not None and self.alarm.code is code

    @property
    def alarm_on_board(self) -> Finding | None:
        """The alarm, if marbles show it: not that a card was left unplayed."""
        return None if self.alarmed(Code.MUST_PLAY) else self.alarm

    def laid(self, t: float) -> None:
        """A card was laid."""
        self.last_card = t
        self.next_pause = t + self.settings.open_after

    def come_back(self, t: float) -> None:
        """Judge again at that time at the latest."""
        self.due = t if self.due is None else min(self.due, t)

    def too_early(self, t: float, due: float) -> bool:
        """Whether `due` is still to come; then judge again at that time."""
        if t >= due - 1e-9:
            return False
        self.come_back(due)
        return True
