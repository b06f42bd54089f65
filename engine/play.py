"""A play as a value and as text: the card, then its legs with their effects on other marbles.

KH As-A8       7H A8-A11 B2-B6xC       5D C4-C9>C>AxB       2S A10~C14       9C --
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from engine.cards import Card
from engine.errors import NotationError
from engine.geometry import Board, Hole, Seat, seat_letter

_LEG = re.compile(r"([A-H](?:s|h?[0-9]+))([-~])([A-H]h?[0-9]+)((?:>[A-H])*)(?:x([A-H]))?")


class Leg(NamedTuple):
    """One marble carried from `source` (None: its START) to `target`, and the effects on other marbles.

    `pushes` are the teammates whose marbles go to their in-spots, in that order; `sent` is the seat whose
    marble goes to START at the end. An `exchange` swaps the marbles of both holes and has no other effect.
    `seat` owns the marble. The text of a leg from a ring hole does not contain the seat: `Play.parse` leaves
    it None there, and equality ignores it.
    """

    seat: Seat | None
    source: Hole | None
    target: Hole
    exchange: bool = False
    pushes: tuple[Seat, ...] = ()
    sent: Seat | None = None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Leg):
            return NotImplemented
        return self[1:] == other[1:] and (self[1] is not None or self[0] == other[0])

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self[1:])

    @classmethod
    def parse(cls, text: str, there: Board) -> Leg:
        """Parse a leg such as `A8-A11`, `As-A8`, `C4-C9>AxB`, `A10~C14`; raise NotationError if malformed."""
        match = _LEG.fullmatch(text)
        if match is None:
            raise NotationError(f"{text!r} is no leg; write one such as A8-A11, As-A8 or A10~C14")
        start, sign, end, pushed, sent = match.groups()
        seat = None
        if start.endswith("s"):
            source, seat = None, there.side(there.hole(f"{start}1"))
        else:
            source = there.hole(start)
            seat = there.side(source) if there.is_lane(source) else None
        target = there.hole(end)
        if there.is_lane(target):
            seat = there.side(target) if seat is None else seat
            if seat != there.side(target) or pushed or sent:
                raise NotationError(f"no marble can do {text!r}: a lane takes only marbles of its own side")
        on_ring = source is not None and max(source, target) < there.ring
        if sign == "~" and (pushed or sent or not on_ring):
            raise NotationError(f"{text!r} is no exchange: write two ring holes only, such as A10~C14")
        pushes = tuple(ord(letter) - 65 for letter in pushed[1::2])
        leg = cls(seat, source, target, sign == "~", pushes, None if sent is None else ord(sent) - 65)
        for other in (*pushes, *(() if leg.sent is None else (leg.sent,))):
            if other >= there.sides:
                raise NotationError(f"{text!r} names seat {seat_letter(other)}; this board has no such seat")
        return leg

    def text(self, there: Board) -> str:
        """The leg in the notation of docs/formats.md."""
        seat, source, target, exchange, pushes, sent = self
        names = there.names
        begins = f"{seat_letter(seat or 0)}s" if source is None else names[source]
        text = f"{begins}{'~' if exchange else '-'}{names[target]}"
        for pushed in pushes:
            text += f">{seat_letter(pushed)}"
        return text if sent is None else f"{text}x{seat_letter(sent)}"


class Play(NamedTuple):
    """A card and the legs played with it, in order; without legs the card is discarded."""

    card: Card
    legs: tuple[Leg, ...] = ()

    @classmethod
    def parse(cls, text: str, there: Board) -> Play:
        """Parse a play in the notation of docs/formats.md, legal or not; raise NotationError."""
        parts = text.split()
        if len(parts) < 2:
            raise NotationError(f"a play is a card and its legs, or a card and --, not {text!r}")
        card = Card.parse(parts[0])
        if parts[1:] == ["--"]:
            return cls(card)
        return cls(card, tuple(Leg.parse(part, there) for part in parts[1:]))

    def text(self, there: Board) -> str:
        """The play in the notation of docs/formats.md."""
        legs = " ".join(leg.text(there) for leg in self.legs)
        return f"{self.card} {legs or '--'}"


as_play: Callable[[tuple[Card, tuple[Leg, ...]]], Play] = partial(tuple.__new__, Play)
"""Make a play from a card and its legs, in half the time that `Play(...)` takes."""
