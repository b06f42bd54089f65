"""Check the request for a game, and make the game's header; every error is one sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.dealing import setup_for
from engine.errors import EngineError
from engine.geometry import seat_letter
from engine.position import Position
from engine.referee.settings import CardsMode, Mode
from engine.rules.rule_sets import rules_named
from engine.table import Table, table_for
from jokerboard.host.errors import UsageError
from jokerboard.houses.invitations import check_cards, houses_of
from jokerboard.journal.games.header import Header
from jokerboard.players.levels import checked
from jokerboard.words.catalogue import words

Json = dict[str, object]


@dataclass(frozen=True, slots=True)
class Wanted:
    """A request for a game."""

    rules: str = "texas"
    players: int = 4
    teams: int | None = None
    cards: CardsMode = "seat"
    mode: Mode = "play"
    names: Mapping[str, str] = field(default_factory=dict)
    switches: Mapping[str, str] = field(default_factory=dict)
    edges: bool = False
    dealt: bool = False
    """Whether the table deals the cards."""
    machines: Mapping[str, str] = field(default_factory=dict)
    """The levels of the seats that machines play, by letter."""
    position: str | None = None
    """The position line in which the game begins, with the seat to play; None: all marbles in START."""
    guests: Mapping[str, str] = field(default_factory=dict)
    """For each house at another board, the letters of its seats."""

    @classmethod
    def like(cls, header: Header, names: Mapping[str, str]) -> Wanted:
        """A request for another game with the settings of `header` and these players' names."""
        return cls(
            rules=header.rules,
            players=header.players,
            teams=header.teams,
            cards=header.cards,
            mode=header.mode,
            names=names,
            switches=header.switches,
            edges=header.edges,
            dealt=header.deal is not None,
            machines=header.machines,
        )


def header_for(wanted: Wanted, *, id: str, begun: str, seed: str, simulated: bool) -> Header:
    """The header of the requested game; raise UsageError if the game is impossible.

    `seed` chooses who begins, unless a position is given.
    """
    try:
        rules = rules_named(wanted.rules)
        if wanted.switches:
            rules = rules.with_switches(wanted.switches)
        table = table_for(rules, players=wanted.players, teams=wanted.teams)
        position = _first_position(wanted, table, seed)
    except EngineError as error:
        raise UsageError(str(error)) from error
    seats = tuple(map(seat_letter, table.seats))
    names = {seat: name.strip() for seat, name in wanted.names.items() if name.strip()}
    for letter in names:
        if letter not in seats:
            raise UsageError(words("seat.not-there", letter=letter, seats=seats))
    machines = checked(wanted.machines, seats, wanted.cards, wanted.dealt)
    houses = houses_of(wanted.guests, seats, machines) if wanted.guests else {}
    if houses:
        check_cards(table, wanted.rules, wanted.cards, wanted.dealt)
    names = {letter: words("machine.name", letter=letter) for letter in machines} | names
    return Header(
        id=id,
        begun=begun,
        rules=wanted.rules,
        players=wanted.players,
        sides=table.sides,
        seats=seats,
        position=position.line(),
        mode=wanted.mode,
        cards=wanted.cards,
        teams=wanted.teams,
        switches=dict(wanted.switches),
        names=names,
        seed=seed,
        simulated=simulated,
        decks=rules.decks_for(wanted.players),
        edges=wanted.edges,
        machines=machines,
        houses=houses,
    )


def _first_position(wanted: Wanted, table: Table, seed: str) -> Position:
    if wanted.position is None:
        return table.initial(table.next_seats[setup_for(table, seed).dealer])
    position = Position.parse(wanted.position, table.rules.marbles_per_player)
    if position.seats != table.seats:
        seats = list(map(seat_letter, table.seats))
        raise UsageError(words("position.other-seats", line=wanted.position, seats=seats))
    return position


def teams_of(table: Table) -> list[list[str]]:
    """The teams of a table, each as the letters of its seats."""
    teams = dict.fromkeys(table.team_of(seat) for seat in table.seats)
    return [[seat_letter(seat) for seat in team] for team in teams]
