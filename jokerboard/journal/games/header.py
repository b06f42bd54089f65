"""A game's header: the settings agreed before the first marble moved, as a value and as JSON.

Its JSON form is a trace's header (docs/formats.md, section 3) with more fields, so that programs that read
traces can replay a journal's game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

from jokerboard.host import VERSION
from jokerboard.journal.errors import JournalDamagedError
from jokerboard.journal.records import Json

if TYPE_CHECKING:
    from engine.position import Position
    from engine.referee.settings import CardsMode, Mode
    from engine.table import Table

TRACE = 1
"""The version of the trace's format that a header begins with."""
_LEFT_OUT = ("deal", "machines", "houses", "clock")
"""The fields that the JSON does not have if they are empty."""


@dataclass(frozen=True, slots=True)
class Header:
    """One game's header.

    `teams` is the requested number of teams (None: the rule set's layout), `switches` has the switches that
    differ from the rule set. `seats` are letters, `names` the players' names by letter. `begun` is UTC in ISO
    form; `clock` is "unset" if the clock was not set then. `seed` is the seed of simulated cards (None:
    people deal), `decks` the number of decks shuffled together. `board` is the name of the board's
    description, and `edges` whether raw sensor edges are recorded. `deal` is the SHA-256 of the secret by
    which the table deals (None: people deal), `machines` has the levels of machine players by letter.
    `houses` has, if other boards play the same game, the seats' letters by house, and under `own` the house
    of this table.
    """

    id: str
    begun: str
    rules: str
    players: int
    sides: int
    seats: tuple[str, ...]
    position: str
    mode: Mode = "play"
    cards: CardsMode = "seat"
    teams: int | None = None
    switches: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, float] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    seed: str | None = None
    simulated: bool = False
    decks: int | None = None
    board: str = "simulated"
    edges: bool = False
    deal: str | None = None
    machines: Mapping[str, str] = field(default_factory=dict)
    houses: Mapping[str, str] = field(default_factory=dict)
    program: str = VERSION
    clock: str | None = None

    def to_json(self) -> Json:
        """The header as a JSON object for the journal; see `_LEFT_OUT` for empty fields."""
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        out: Json = {
            name: dict(value) if isinstance(value, Mapping) else value
            for name, value in values.items()
            if value or name not in _LEFT_OUT
        }
        return {"trace": TRACE, "set": out.pop("switches"), **out, "seats": list(self.seats)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Header:
        """Read the output of `to_json`; raise JournalDamagedError if it is no header."""
        values = dict(data)
        try:
            if values.pop("trace") != TRACE:
                raise JournalDamagedError("a game's header in the journal is of a trace version unknown here")
            values["seats"] = tuple(values["seats"])
            values["switches"] = values.pop("set")
            return cls(**values)
        except (KeyError, TypeError) as error:
            raise JournalDamagedError(f"a game's header in the journal is malformed: {error}") from error

    @property
    def own_seats(self) -> frozenset[str]:
        """The letters of the seats that are played at this table: all, unless other boards play along."""
        return frozenset(self.houses[self.houses["own"]]) if self.houses else frozenset(self.seats)

    def first_position(self) -> Position:
        """The first position, with as many marbles as this table's rules give each player."""
        from engine.position import Position

        return Position.parse(self.position, self.table().rules.marbles_per_player)

    def table(self) -> Table:
        """The engine's table of this game; raise RulesError if the rules have no such table."""
        from engine.rules.rule_sets import rules_named
        from engine.table import table_for

        rules = rules_named(self.rules)
        if self.switches:
            rules = rules.with_switches(dict(self.switches))
        return table_for(rules, players=self.players, teams=self.teams, sides=self.sides)
