"""A tournament as a value: teams, rounds, tables, results. Only events change it (`fold`).

Teams have numbers from 1, in the order of registration. A team's `lot`, which is drawn with the first round,
breaks ties when a round is paired. The tables of a round have numbers from 1, too. `Match.teams` is in order
of the sides: at a table with T teams, the team at index k sits at the taken seats k, k+T, ... clockwise, as
docs/formats.md counts teams.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeAlias

from engine.rules.rule_sets import RULES, Rules
from engine.table import Table, table_for
from jokerboard.tournament.errors import EventError
from jokerboard.words.catalogue import words

TeamNo: TypeAlias = int
TableNo: TypeAlias = int

LONGEST_NAME = 60
"""The most characters of a team's or player's name, which must fit a seat card and the standings."""
RESERVES = 4
"""The most players of a team beyond those who sit at a table."""


class System(StrEnum):
    """The systems by which a tournament chooses opponents."""

    SWISS = "swiss"
    ROUND_ROBIN = "round-robin"


class Order(StrEnum):
    """The orders in which the first round's lots are drawn: by registration, by rating, or by chance."""

    LIST = "list"
    RATING = "rating"
    LOT = "lot"


class Stage(StrEnum):
    """The stages of a round."""

    PAIRED = "paired"
    RUNNING = "running"
    PAUSED = "paused"
    TIME_OUT = "time-out"
    OVER = "over"


class How(StrEnum):
    """The ways in which a table's result was decided."""

    PLAYED = "played"
    TIME = "time"
    DECISION = "decision"
    FORFEIT = "forfeit"


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a tournament.

    At a table sit `players` in `teams` teams; they play by `rules` with the switches in `house`. `rounds` is
    for a Swiss; a round robin has as many as it needs. `minutes` is the time of a round, 0 for no clock.
    `seed` makes the drawing of lots repeatable. `address` is the URL of the director's page, for the QR codes
    on the sheets. Spectators see the boards `delay_minutes` or `delay_plays` late; 0 is no delay.
    """

    name: str
    system: System = System.SWISS
    rules: str = "texas"
    players: int = 4
    teams: int = 2
    rounds: int = 5
    minutes: int = 60
    order: Order = Order.LIST
    seed: int = 0
    place: str = ""
    address: str = ""
    delay_minutes: int = 0
    delay_plays: int = 0
    house: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        if not self.name.strip():
            raise EventError(words("settings.no-name"))
        if self.teams not in (2, 3):
            raise EventError(words("settings.teams", teams=self.teams))
        if self.players % self.teams:
            raise EventError(words("settings.unequal", players=self.players, teams=self.teams))
        if self.rules not in RULES:
            raise EventError(words("settings.rules", name=repr(self.rules), rules=RULES))
        if not 1 <= self.rounds <= 99:
            raise EventError(words("settings.rounds", rounds=self.rounds))
        if not 0 <= self.minutes <= 1440:
            raise EventError(words("settings.minutes", minutes=self.minutes))
        if self.address and not self.address.startswith(("http://", "https://")):
            raise EventError(words("settings.address-scheme", address=repr(self.address[:40])))
        if len(self.address) > 200 or not self.address.isprintable() or " " in self.address:
            raise EventError(words("settings.address"))
        if not (0 <= self.delay_minutes <= 240 and 0 <= self.delay_plays <= 200):
            raise EventError(words("settings.delay"))
        self.seating()

    def seating(self, teams: int | None = None) -> Table:
        """The engine's table for a match with this number of teams (None: all).

        In a round robin a match may have fewer teams; it is still played on the board of a full table. Raise
        RulesError if the rules do not allow the number of teams.
        """
        full = table_for(self.played, self.players, self.teams)
        if teams is None or teams == self.teams:
            return full
        return table_for(self.played, teams * self.team_size, teams, full.sides)

    @property
    def played(self) -> Rules:
        """The rule set with the house rules; raise RulesError for an unknown switch or value."""
        return RULES[self.rules].with_switches(dict(self.house))

    @property
    def rules_title(self) -> str:
        """The name of the rules for people, followed by the house rules."""
        title = RULES[self.rules].title
        if not self.house:
            return title
        return words("rules.with-house", title=title, house=[f"{name}={word}" for name, word in self.house])

    @property
    def team_size(self) -> int:
        """The number of a team's players who sit at a table."""
        return self.players // self.teams


@dataclass(frozen=True, slots=True)
class Entry:
    """The registered data of a team; a rating of 0 means none."""

    name: str
    players: tuple[str, ...]
    club: str = ""
    rating: int = 0


@dataclass(frozen=True, slots=True)
class Team:
    """A team of the tournament. It plays from round `since` on, unless it has `withdrawn`."""

    number: TeamNo
    entry: Entry
    lot: int
    since: int = 1
    withdrawn: bool = False

    @property
    def name(self) -> str:
        """The team's name."""
        return self.entry.name


@dataclass(frozen=True, slots=True)
class Count:
    """The count of a team when the game ended: marbles `home`, in its lanes, and holes still `to_go`."""

    team: TeamNo
    home: int
    to_go: int


@dataclass(frozen=True, slots=True)
class Source:
    """The game of a table's log that decided a match: table, journal, and number."""

    table: str
    journal: str
    game: int


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a table: the teams by place, equal ones together; `absent` teams have no place."""

    places: tuple[tuple[TeamNo, ...], ...]
    how: How
    counts: tuple[Count, ...] = ()
    absent: tuple[TeamNo, ...] = ()
    source: Source | None = None
    reason: str = ""

    @property
    def teams(self) -> tuple[TeamNo, ...]:
        """Every team of the table, the best first, absent ones last."""
        return (*(team for place in self.places for team in place), *self.absent)

    def points(self, team: TeamNo) -> int:
        """The points of a team: two for each team behind it, one for each equal team, 0 if absent."""
        if team in self.absent:
            return 0
        at = next(k for k, place in enumerate(self.places) if team in place)
        behind = sum(map(len, self.places[at + 1 :])) + len(self.absent)
        return 2 * behind + len(self.places[at]) - 1

    def count(self, team: TeamNo) -> Count | None:
        """The team's marbles home and holes to go; None if they were not counted."""
        return next((count for count in self.counts if count.team == team), None)


@dataclass(frozen=True, slots=True)
class Match:
    """One table of a round. `corrected` is True if the director has replaced the result."""

    table: TableNo
    teams: tuple[TeamNo, ...]
    result: Result | None = None
    corrected: bool = False

    @property
    def source(self) -> Source | None:
        """The game that decided the match; None without a result, or if the result was entered by hand."""
        return None if self.result is None else self.result.source


@dataclass(frozen=True, slots=True)
class ByeRequest:
    """A team's request not to play in the next round, and the points that the team gets for it."""

    team: TeamNo
    points: int


@dataclass(frozen=True, slots=True)
class Round:
    """A round. Times are in seconds since 1970, `stopped` (all pauses) and `extra` (added time) in seconds.

    `byes` has all teams that do not play; `requested` has those of them that asked for it. `awaited` has the
    newest game of each table's log before the start.
    """

    number: int
    matches: tuple[Match, ...]
    byes: tuple[TeamNo, ...] = ()
    notes: tuple[str, ...] = ()
    started: float | None = None
    paused_at: float | None = None
    stopped: float = 0.0
    extra: float = 0.0
    timed_out: float | None = None
    awaited: tuple[Source, ...] = ()
    requested: tuple[ByeRequest, ...] = ()

    def bye_points(self, team: TeamNo, unasked: int) -> int:
        """The points for a team's bye: as requested, or `unasked` if the team did not request it."""
        return next((one.points for one in self.requested if one.team == team), unasked)

    @property
    def stage(self) -> Stage:
        """The stage of the round; it is over when every table has its result."""
        if self.started is None:
            return Stage.PAIRED
        if all(match.result for match in self.matches):
            return Stage.OVER
        if self.timed_out is not None:
            return Stage.TIME_OUT
        return Stage.PAUSED if self.paused_at is not None else Stage.RUNNING

    def match(self, table: TableNo) -> Match:
        """The match at a table; raise EventError if the round has no such table."""
        for match in self.matches:
            if match.table == table:
                return match
        last = max((match.table for match in self.matches), default=0)
        raise EventError(words("round.no-table", number=self.number, table=table, last=last))

    def with_match(self, changed: Match) -> Round:
        """A copy of this round with the match at the table of `changed` replaced."""
        matches = tuple(changed if match.table == changed.table else match for match in self.matches)
        return replace(self, matches=matches)

    def missing(self) -> tuple[TableNo, ...]:
        """The numbers of the tables without a result."""
        return tuple(match.table for match in self.matches if match.result is None)


@dataclass(frozen=True, slots=True)
class Penalty:
    """Points that a team loses. `order` is the id of the desk's order, if the penalty was given at a table.

    `round` is the number of rounds that were paired then. Standings through an earlier round do not count the
    penalty.
    """

    team: TeamNo
    points: int
    reason: str
    order: str = ""
    round: int = 0


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament after `version` events.

    `teams[k]` has the number k+1. `links` has table numbers with their names in the hall; `prizes` a text for
    each place. `requests` are byes in the next round; `apart` has pairs of teams that should not meet, the
    lower number first. A `closed` tournament cannot change.
    """

    settings: Settings
    teams: tuple[Team, ...] = ()
    rounds: tuple[Round, ...] = ()
    links: tuple[tuple[TableNo, str], ...] = ()
    prizes: tuple[str, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    requests: tuple[ByeRequest, ...] = ()
    apart: tuple[tuple[TeamNo, TeamNo], ...] = ()
    closed: bool = False
    version: int = field(default=0, compare=False)

    @property
    def round(self) -> Round | None:
        """The newest round; None before the first pairing."""
        return self.rounds[-1] if self.rounds else None

    def team(self, number: TeamNo) -> Team:
        """The team with this number; raise EventError if there is none."""
        if not 1 <= number <= len(self.teams):
            raise EventError(words("team.no-number", number=number, teams=len(self.teams)))
        return self.teams[number - 1]

    def named(self, name: str) -> Team:
        """The team with this name, in any case, or number after `#`; raise EventError if there is none."""
        if name.startswith("#") and name[1:].isdecimal():
            return self.team(int(name[1:]))
        for team in self.teams:
            if plain(team.name) == plain(name):
                return team
        raise EventError(words("team.no-name", name=repr(name)))

    def present(self) -> tuple[Team, ...]:
        """The teams that have not withdrawn."""
        return tuple(team for team in self.teams if not team.withdrawn)

    def resting(self) -> tuple[ByeRequest, ...]:
        """The byes in the next round, without those of teams that have withdrawn since they asked."""
        return tuple(one for one in self.requests if not self.team(one.team).withdrawn)

    def penalty(self, team: TeamNo, through: int | None = None) -> int:
        """The sum of a team's penalties, up to round `through` (None: all)."""
        return sum(
            penalty.points
            for penalty in self.penalties
            if penalty.team == team and (through is None or penalty.round <= through)
        )

    def apart_from(self, team: TeamNo) -> tuple[TeamNo, ...]:
        """The numbers of the teams that this team should not meet, in ascending order."""
        return tuple(sorted(sum(pair) - team for pair in self.apart if team in pair))

    def linked(self, table: TableNo) -> str | None:
        """The name in the hall of the table with this number; None if it is not linked."""
        return dict(self.links).get(table)


def plain(name: str) -> str:
    """A name without blanks and in lower case, for comparing names."""
    return "".join(name.split()).casefold()
