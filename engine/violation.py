"""A broken rule as a value, and the marbles as people carried them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.errors import EngineError
from engine.geometry import Hole, Seat


class Code(StrEnum):
    """The codes of `illegal` (docs/formats.md, section 5).

    The codes after `unexplained` are reported only by the referee, never for a single play.
    """

    WRONG_COUNT = "wrong-count"
    WRONG_WAY = "wrong-way"
    PASSES_OWN_MARBLE = "passes-own-marble"
    LANDS_ON_OWN_MARBLE = "lands-on-own-marble"
    BACKS_INTO_HOME = "backs-into-home"
    OVERSHOOTS_HOME = "overshoots-home"
    HOME_MARBLE_MOVED_BACK = "home-marble-moved-back"
    CARD_CANNOT_START = "card-cannot-start"
    IN_SPOT_OCCUPIED = "in-spot-occupied"
    COME_OUT_SAFE = "come-out-safe"
    SPLIT_INCOMPLETE = "split-incomplete"
    JOKER_NEEDS_A_MARBLE = "joker-needs-a-marble"
    WRONG_EXCHANGE = "wrong-exchange"
    NOT_YOUR_MARBLE = "not-your-marble"
    MUST_PLAY = "must-play"
    BUMPED_MARBLE_MISPLACED = "bumped-marble-misplaced"
    UNEXPLAINED = "unexplained"
    NOT_YOUR_TURN = "not-your-turn"
    PLAY_STANDS = "play-stands"
    CARD_ALREADY_LAID = "card-already-laid"
    CARD_SEEN_TWICE = "card-seen-twice"
    CARD_UNKNOWN = "card-unknown"
    BOARD_DISTURBED = "board-disturbed"
    NOT_THE_MACHINES_PLAY = "not-the-machines-play"


@dataclass(frozen=True, slots=True)
class Violation:
    """A broken rule: its code, a plain sentence, the holes involved, and the rulebook's paragraph."""

    code: Code
    text: str
    holes: tuple[Hole, ...] = ()
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Carry:
    """One marble of `seat` as people carried it, from `source` (None: its START) to `target`.

    An exchange is two carries. Marbles that the play bumps are not carries.
    """

    seat: Seat
    source: Hole | None
    target: Hole


class IllegalPlay(EngineError):
    """The play is well written but breaks a rule; `violation` is the rule with the holes involved."""

    def __init__(self, violation: Violation) -> None:
        super().__init__(violation.text)
        self.violation = violation
