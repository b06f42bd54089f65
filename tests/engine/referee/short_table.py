"""A referee with short methods for tests: they feed it events and return the table."""

from __future__ import annotations

from typing import TypeVar

from engine.cards import Card
from engine.geometry import board
from engine.position import Position
from engine.referee.events import Button, CardRead, Edge, Tick
from engine.referee.machine import Referee
from engine.referee.verdicts import Move, Verdict
from engine.rules.rule_sets import RULES
from engine.table import table_at

BOARD = board(4)
V = TypeVar("V", bound=Verdict)


class Table:
    """A referee and its verdicts so far."""

    def __init__(self, position: str, rules: str = "texas", **options: object) -> None:
        place = Position.parse(position)
        self.referee = Referee(table_at(RULES[rules], place), place, **options)  # type: ignore[arg-type]
        self.verdicts: list[Verdict] = []
        self.t = 0.0

    def lift(self, t: float, *holes: str) -> Table:
        return self._edges(t, holes, on=False)

    def place(self, t: float, *holes: str) -> Table:
        return self._edges(t, holes, on=True)

    def _edges(self, t: float, holes: tuple[str, ...], *, on: bool) -> Table:
        for hole in holes:
            self.verdicts += self.referee.feed(Edge(t, BOARD.hole(hole), on))
        return self

    def card(self, t: float, at: str, text: str | None) -> Table:
        """Let the seat's reader read a card; None: the card is taken off."""
        card = None if text is None else Card.parse(text)
        self.verdicts += self.referee.feed(CardRead(t, card, ord(at) - 65))
        return self

    def press(self, t: float, name: str, at: str) -> Table:
        self.verdicts += self.referee.feed(Button(t, name, ord(at) - 65))  # type: ignore[arg-type]
        return self

    def until(self, t: float) -> Table:
        self.verdicts += self.referee.feed(Tick(t))
        return self

    def of(self, kind: type[V]) -> list[V]:
        return [verdict for verdict in self.verdicts if isinstance(verdict, kind)]

    @property
    def plays(self) -> list[str]:
        return [each.play.text(BOARD) for each in self.referee.plays if isinstance(each, Move)]
