"""Read plays in the notation of docs/formats.md, or shortened as long as one play fits.

5D C4-C9>C       as docs/formats.md writes it
5D C4-C9         without its effects, which follow from the legs
5D C9            only the target, if one marble can go there
"""

from __future__ import annotations

from engine.bits import Bits
from engine.cards import Card
from engine.errors import EngineError, NotationError
from engine.geometry import Board, Hole
from engine.legal import apply
from engine.moves import wordings
from engine.play import Leg, Play
from engine.position import Position
from engine.table import Table
from engine.text import a_card, capital
from engine.violation import Code, IllegalPlay, Violation


class AmbiguousPlay(EngineError):
    """The text fits several plays with different results; the message names them."""


def read_play(table: Table, position: Position, text: str) -> Play:
    """The only play that the shortened `text` can mean, written out in full.

    Raise NotationError if the text is malformed, IllegalPlay if no such play is legal, AmbiguousPlay if it
    fits several plays with different results.
    """
    there = table.board
    wanted = [_leg_or_target(there, part) for part in text.split()[1:]]
    if not any(isinstance(part, Hole) for part in wanted):
        play = Play.parse(text, there)
        apply(table, position, play)
        return _in_full(table, position, play)
    card = Card.parse(text.split()[0])
    found: dict[Bits, Play] = {}
    for bits, legs in wordings(table, position, card.rank):
        play = Play(card, legs)
        if len(play.legs) == len(wanted) and all(map(_fits, play.legs, wanted)):
            found.setdefault(bits, play)
    if len(found) > 1:
        several = " or ".join(play.text(there) for play in found.values())
        raise AmbiguousPlay(f"{text!r} may be {several}")
    for play in found.values():
        return play
    holes = tuple(part if isinstance(part, Hole) else part.target for part in wanted if part is not None)
    names = " and ".join(there.name(hole) for hole in holes)
    text = f"{capital(a_card(card.rank))} brings no marble that you may move to {names}."
    raise IllegalPlay(Violation(Code.WRONG_COUNT, text, holes, "RC-10"))


def _leg_or_target(there: Board, part: str) -> Leg | Hole | None:
    if part == "--":
        return None
    if "-" in part or "~" in part:
        return Leg.parse(part, there)
    hole = there.hole(part)
    if there.is_start(hole):
        raise NotationError(f"no play goes to START: {part!r}")
    return hole


def _fits(leg: Leg, wanted: Leg | Hole | None) -> bool:
    if isinstance(wanted, Leg):
        return wanted in (leg, Leg(leg.seat, leg.source, leg.target, leg.exchange))
    return leg.target == wanted and not leg.exchange


def _in_full(table: Table, position: Position, play: Play) -> Play:
    """A legal play, written without its effects, with them added."""
    for _, legs in wordings(table, position, play.card.rank):
        if len(legs) == len(play.legs) and all(map(_fits, legs, play.legs)):
            return Play(play.card, legs)
    return play
