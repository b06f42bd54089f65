"""All state of the policy: the plays in force, the alarm, the question, and the times."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.geometry import Hole, Seat
from engine.position import Position
from engine.referee.debounce import Settled
from engine.referee.decode.beam import Beam
from engine.referee.model.readers import Readers
from engine.referee.model.turn import Ground, Turn
from engine.referee.policy.diagnose import Finding
from engine.referee.policy.in_force import InForce
from engine.referee.settings import Mode, Settings
from engine.violation import Code

SURE = 1.0
"""A hypothesis is announced if it is likelier by this than "the play is unfinished" or "the sensor works"."""
CLEAR = 1.65
"""The least margin in cost over any other play; at rest, the table asks about plays that are closer."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question: for each candidate play, the turn after it and the hole whose touch chooses it."""

    t: float
    choices: tuple[Turn, ...]
    touch: tuple[Hole, ...]


@dataclass(slots=True)
class Record:
    """The complete state of the policy."""

    ground: Ground
    mode: Mode
    settings: Settings
    readers: Readers
    beam: Beam
    in_force: InForce
    n: int = 0
    winners: tuple[Seat, ...] | None = None
    """The winning seats; None while the game goes on."""
    won_at: float = 0.0
    """The time at which the win was announced."""
    final: bool = False
    """Whether only a decision may reopen the won game."""
    alarm: Finding | None = None
    """The announced mistake; None once it is corrected or a play is announced."""
    asked: Asked | None = None
    lifted: Settled | None = None
    """The last change if it lifted the only lifted marble: putting that marble back may answer a question."""
    last_edge: float = 0.0
    last_card: float = 0.0
    announced_at: float = 0.0
    """The time at which the play in force was announced, or the game began."""
    announced_before: float = 0.0
    """The time at which the previous play was announced."""
    due: float | None = None
    next_pause: float | None = None
    """When the hypotheses next note a pause (no change for a while); None if none waits for one."""
    offered: bool = False
    """Whether a new game is offered, and not answered yet."""
    declined: bool = False
    """Whether people declined a new game; none is offered until the board is no longer cleared."""
    changed: dict[Hole, list[float]] = field(default_factory=dict)
    """The recent times at which each hole changed."""
    helping: bool = False
    """Whether `help` was pressed in this turn."""
    mending: int = 0
    """The mask of holes that were wrong when the correction began; 0 once the board is right."""
    begun_unlike: float | None = None
    """The time at which the game began on a board unlike its position; None once the board agrees."""
    jumbled: bool = False
    """Whether the owners of marbles are unknown: the board was disturbed, or a person decided about it."""
    levels: int = 0
    """The mask of holes that read full."""
    faulty: int = 0
    """The mask of holes whose sensors were announced as faulty."""
    agreed: dict[Hole, list[float]] = field(default_factory=dict)
    """For each faulty hole, the times of its last consecutive changes that agree with the marbles."""
    pressed: bool = False
    """Whether `ok` has ended the turn and no verdict has followed yet."""
    hurried: bool = False
    """Whether the next seat has laid its card in this turn; reset when the board is judged or changes."""

    @property
    def turn(self) -> Turn:
        """The turn in force."""
        return self.in_force.turn

    @property
    def position(self) -> Position:
        """The position in force."""
        return self.in_force.position

    def alarmed(self, code: Code) -> bool:
        """Whether the present alarm has that code."""
        return self.alarm is not None and self.alarm.code is code

    @property
    def alarm_on_board(self) -> Finding | None:
        """The alarm if marbles cause it; None for a card left unplayed."""
        return None if self.alarmed(Code.MUST_PLAY) else self.alarm

    def laid(self, t: float) -> None:
        """Record that a card was laid."""
        self.last_card = t
        self.next_pause = t + self.settings.open_after

    def come_back(self, t: float) -> None:
        """Let the board be judged again at that time or earlier."""
        self.due = t if self.due is None else min(self.due, t)

    def too_early(self, t: float, due: float) -> bool:
        """Whether `due` is still to come; if so, let the board be judged at that time."""
        if t >= due - 1e-9:
            return False
        self.come_back(due)
        return True
