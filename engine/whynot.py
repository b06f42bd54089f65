"""Why a play is not legal: the violated rule, the holes at fault, and a sentence for the table."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.cards import Rank
from engine.geometry import Hole, Seat, seat_letter
from engine.moves import wordings
from engine.position import Position
from engine.table import Table


class Code(StrEnum):
    """The contract's codes of `illegal`; the last eight are the referee's alone."""

    WRONG_COUNT = "wrong-count"
    WRONG_WAY = "wrong-way"
    PASSES_OWN_MARBLE = "passes-own-marble"
    LANDS_ON_OWN_MARBLE = "lands-on-own-marble"
    BACKS_INTO_HOME = "backs-into-home"
    OVERSHOOTS_HOME = "overshoots-home"
    HOME_MARBLE_MOVED_BACK = "home-marble-moved-back"
    CARD_CANNOT_START = "card-cannot-start"
    IN_SPOT_OCCUPIED = "in-spot-occupied"
    SPLIT_INCOMPLETE = "split-incomplete"
    JOKER_NEEDS_A_MARBLE = "joker-needs-a-marble"
    WRONG_EXCHANGE = "wrong-exchange"
    NOT_YOUR_MARBLE = "not-your-marble"
    MUST_PLAY = "must-play"
    UNEXPLAINED = "unexplained"
    BUMPED_MARBLE_MISPLACED = "bumped-marble-misplaced"
    NOT_YOUR_TURN = "not-your-turn"
    PLAY_STANDS = "play-stands"
    CARD_ALREADY_LAID = "card-already-laid"
    CARD_SEEN_TWICE = "card-seen-twice"
    CARD_UNKNOWN = "card-unknown"
    BOARD_DISTURBED = "board-disturbed"


@dataclass(frozen=True, slots=True)
class Violation:
    """A broken rule: its code, one plain sentence, the holes at fault, and the rulebook's id for it."""

    code: Code
    text: str
    holes: tuple[Hole, ...] = ()
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Carry:
    """One marble of `seat` as people carried it, from `source` (None: its START) to `target`."""

    seat: Seat
    source: Hole | None
    target: Hole


_NAMES = {"A": "an Ace", "8": "an 8", "T": "a 10", "J": "a Jack", "Q": "a Queen", "K": "a King"}
_NAMES["X"] = "a Joker"


def must_play(table: Table, position: Position, rank: Rank) -> Violation | None:
    """Why that card may not be discarded unplayed, None if it may."""
    rules = table.rules
    if rules.discard_free:
        return None
    if rank is Rank.JOKER:
        if rules.joker_forced == "never":
            return None
        movers = table.helping(position)
        if rules.joker_forced == "nothing_in_play" and any(position.marbles[seat] for seat in movers):
            return None
    for _ in wordings(table, position.marbles, position.turn, table.powers[rank]):
        name, seat = _NAMES.get(rank, f"a {rank}"), seat_letter(position.turn)
        text = f"{name[0].upper()}{name[1:]} can be played, so seat {seat} must play it and not discard it."
        return Violation(Code.MUST_PLAY, text, (), "RC-14")
    return None


def why_not(
    table: Table, position: Position, rank: Rank | None, carries: tuple[Carry, ...]
) -> Violation | None:
    """Why exactly these carries are no play of that card (None: of any card); None if they are one."""
    ranks = tuple(Rank) if rank is None else (rank,)
    done = sorted((c.seat, -1 if c.source is None else c.source, c.target) for c in carries)
    for each in ranks:
        for legs, _ in wordings(table, position.marbles, position.turn, table.powers[each]):
            if done == sorted((leg[0], -1 if leg[1] is None else leg[1], leg[2]) for leg in legs):
                return None
    holes = tuple(carry.target for carry in carries)
    return Violation(Code.UNEXPLAINED, "No rule explains what was moved.", holes, "RC-10")
