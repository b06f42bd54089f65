"""A whole game as a value that people can write down: the cards laid and the plays, without the hands.

A record holds what a table saw. Often that is less than a `Game` holds: hands are private, without card
readers only the ranks that explain a play are known, and a referee may have set the marbles. If the seed of
the shuffles is known too, a record and a `Game` hold the same (see `recorded_game`). The text form is in
`text`, its description in docs/game-record.md.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TypeAlias

from engine.cards import RANKS, Card
from engine.errors import NotationError, RulesError
from engine.geometry import Seat, seat_letter
from engine.play import Leg
from engine.position import Position
from engine.rules.rule_sets import Rules
from engine.table import Table, table_at

OWN_TAGS = ("Record", "Rules", "Title", "Set", "Teams", "Position", "Seed", "Dealer", "Draw")
"""The tags that the program itself reads and writes, in the order in which they are printed."""
NAME = re.compile(r"[A-Z][A-Za-z0-9-]{0,31}")
"""The pattern of a tag's name."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A seat lays a card and plays its legs; without legs the card is discarded.

    `cards` is the one card; or the bare ranks that explain the play, in the order of `RANKS`, if no card was
    read; or empty, if nothing is known of the card.
    """

    seat: Seat
    cards: tuple[Card, ...]
    legs: tuple[Leg, ...] = ()

    def __post_init__(self) -> None:
        ranks = tuple(card.rank for card in self.cards)
        if len(ranks) > 1 and self.cards != tuple(Card(rank) for rank in RANKS if rank in ranks):
            raise NotationError("several cards of a play are ranks without suits, each once, in order: TJQK")


@dataclass(frozen=True, slots=True)
class Passed:
    """The event that a seat had no card, and passed."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Drew:
    """The event that a seat was dealt or drew cards by hand; `cards` holds the known ones."""

    seat: Seat
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """The event that the discards became the draw pile."""


@dataclass(frozen=True, slots=True)
class Placed:
    """The event that a referee set the marbles to this position."""

    position: Position


Event: TypeAlias = Laid | Passed | Drew | Reshuffled | Placed


@dataclass(frozen=True, slots=True)
class Entry:
    """An event of the game, and a comment on it.

    A comment is words with single spaces between them and no braces: `as_comment` makes one of any text.
    `line` is the line from which the entry was read, 0 if it was not read.
    """

    event: Event
    comment: str = ""
    line: int = field(default=0, compare=False)

    def __post_init__(self) -> None:
        _check_comment(self.comment)


@dataclass(frozen=True, slots=True)
class Record:
    """A game's header, its entries, and how it ended.

    `start` has the first position and the taken seats; `teams` is as in docs/formats.md. `tags` are the tags
    without a field of their own, such as Date, Event, or a seat's letter for its player's name. If `seed` and
    `dealer` are set, the hands follow from them. `winners` is empty while nobody has won; `abandoned`: the
    game was given up. The constructor raises RulesError if the rules do not allow these numbers of players
    and teams, and NotationError if a field cannot be written as text.
    """

    rules: Rules
    start: Position
    entries: tuple[Entry, ...] = ()
    teams: int | None = None
    tags: tuple[tuple[str, str], ...] = ()
    seed: str | None = None
    dealer: Seat | None = None
    manual_draw: bool = False
    comment: str = ""
    winners: tuple[Seat, ...] = ()
    abandoned: bool = False
    line: int = field(default=0, compare=False)

    def __post_init__(self) -> None:
        self._check_header()
        seats = self.start.seats
        for entry in self.entries:
            event = entry.event
            if isinstance(event, Placed):
                if event.position.seats != seats or event.position.sides != self.start.sides:
                    raise NotationError("a decision's position has other seats than the game")
            elif not isinstance(event, Reshuffled) and event.seat not in seats:
                raise NotationError(f"nobody sits at {seat_letter(event.seat)}")
        if self.abandoned and self.winners:
            raise NotationError("a game that was given up has no winners")
        if tuple(seat for seat in seats if seat in self.winners) != self.winners:
            raise NotationError("the winners are seats of the table, each once, in order")

    def _check_header(self) -> None:
        for fault in self.start.faults():
            raise NotationError(fault)
        _ = self.table
        if (self.seed is None) != (self.dealer is None):
            raise RulesError("a game that is dealt has both a seed and a dealer")
        if self.dealer is not None and self.dealer not in self.start.seats:
            raise RulesError(f"the dealer cannot be {seat_letter(self.dealer)}: nobody sits there")
        _check_comment(self.comment)
        names = [name for name, _ in self.tags]
        for name in names:
            if not NAME.fullmatch(name) or name in OWN_TAGS or names.count(name) > 1:
                raise NotationError(f"a further tag cannot be called {name!r}")

    @property
    def table(self) -> Table:
        """The table at which the game was played."""
        return table_at(self.rules, self.start, self.teams)

    def name(self, seat: Seat) -> str:
        """The player's name at that seat, or the seat's letter."""
        return dict(self.tags).get(seat_letter(seat), seat_letter(seat))


def as_comment(text: str) -> str:
    """The text in the form of a comment: one line, plain spaces, round brackets for braces."""
    round_ones = text.translate({ord("{"): "(", ord("}"): ")"})
    return " ".join("".join(char for char in round_ones if char.isprintable() or char.isspace()).split())


def _check_comment(text: str) -> None:
    if as_comment(text) != text:
        raise NotationError("a comment is words with single spaces between them, and no braces")
