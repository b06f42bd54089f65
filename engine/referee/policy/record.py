"""All state of the policy: the plays in force, the alarm, the question, and the times.

So that a long game takes little memory, only the verdicts since the last decision are kept, and the turns of
the last few plays. If people take back more plays, earlier turns are found again from the verdicts.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from engine.cards import Card
from engine.geometry import Hole, Seat
from engine.position import Position
from engine.referee.decode.beam import Beam
from engine.referee.events import Settled
from engine.referee.model.readers import Readers
from engine.referee.model.turn import Ground, Turn
from engine.referee.policy.diagnose import Finding
from engine.referee.settings import Mode, Settings
from engine.referee.verdicts import Discard, Move
from engine.violation import Code

SURE = 1.0
"""A hypothesis is announced if it is likelier by this than "the play is unfinished" or "the sensor works"."""
CLEAR = 1.65
"""The least margin in cost over any other play; at rest, the table asks about plays that are closer."""
KEPT = 10
"""The number of turns kept: more than there are seats, because readers may show each seat's last card."""


class InForce:
    """The plays and discards in force since the last decision, and the turn that they led to."""

    __slots__ = ("_turn", "root", "verdicts")

    def __init__(self, root: Turn) -> None:
        self.root = root
        """The turn in which the game or the last decision began."""
        self.verdicts: list[Move | Discard] = []
        self._turn: Turn | None = root
        root.ground.recall = self.recall

    @property
    def position(self) -> Position:
        """The position in force."""
        return self.verdicts[-1].position if self.verdicts else self.root.position

    @property
    def number(self) -> int:
        """The number of the turn in force."""
        return self.root.number + len(self.verdicts)

    @property
    def turn(self) -> Turn:
        """The turn in force, without its card."""
        if self._turn is None:
            self._turn = self.recall(self.number) or Turn(self.root.ground, self.position, self.number)
        return self._turn

    def add(self, verdict: Move | Discard, turn: Turn | None = None) -> None:
        """Add a play that led to `turn`; None: the turn is computed when it is needed."""
        self.verdicts.append(verdict)
        self._turn = turn
        if turn is None or len(self.verdicts) <= KEPT:
            return
        old = self.verdicts[-KEPT - 1]
        bare = old.position.after(old.position.bits, old.position.turn)
        self.verdicts[-KEPT - 1] = replace(old, position=bare)
        last = turn.at(turn.number - KEPT)
        if last is not None:
            last.forget_before()

    def pop(self) -> Move | Discard:
        """Remove the last play."""
        if self._turn is not None:
            before = self._turn.before
            self._turn = None if before is None else before.laid(None)
        return self.verdicts.pop()

    def recall(self, number: int) -> Turn | None:
        """The turn of that number, with its card, computed from the verdicts; None if they lead to none."""
        index, ground = number - self.root.number, self.root.ground
        if not 0 <= index <= len(self.verdicts):
            return None
        card = card_of(self.verdicts[index], ground) if index < len(self.verdicts) else None
        if not index:
            return self.root.laid(card)
        verdict = self.verdicts[index - 1]
        position = self.verdicts[index - 2].position if index > 1 else self.root.position
        found = after(Turn(ground, position, number - 1).laid(card_of(verdict, ground)), verdict)
        if found is None:
            return None
        turn = Turn(ground, found.position, number, None, found.made).laid(card)
        turn.forget_before()
        return turn


def card_of(verdict: Move | Discard, ground: Ground) -> Card | None:
    """The card of that play; None if cards are unseen."""
    return Card.parse(verdict.card) if ground.seen and verdict.card else None


def after(turn: Turn, verdict: Move | Discard) -> Turn | None:
    """The turn after that play; None if the rules do not allow it, as after a decision."""
    if isinstance(verdict, Discard):
        following = turn.discarded()
        return following if following.position == verdict.position else None
    for made in turn.plays.all:
        if made.position == verdict.position:
            return turn.after(made)
    return None


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
    """For each faulty hole, the times of its last consecutive changes that were not too quick for a hand."""
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
