"""A rule set at a concrete table: who sits where, who is whose partner, who moves whose marbles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from engine.cards import Rank
from engine.errors import RulesError
from engine.geometry import FEWEST_SIDES, LANE, MOST_SIDES, Board, Hole, Seat, board
from engine.position import Marbles, Position
from engine.powers import Power, Split, powers
from engine.rules import Rules


def _derived() -> Any:
    return field(repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Table:
    """Made by `table_for` or `table_at`; two of the same rules, seats and teams are equal.

    By seat (side index): `in_spots`, `come_outs` and `lanes` are holes (of a lane the first), `next_seats`
    the next taken seat clockwise, `teams` the number of the seat's team, -1 where nobody sits, and
    `partners_of` the other seats of that team, clockwise from the left, and `early_movers` the seats whose
    marbles it moves while nobody has finished. `members` are the seats of each team. `free_branch`: a
    marble may always go on round the ring. `shared`: fewer holes than that a split brings a seat's last
    marble home, and goes on with a partner's; inf if it may move that anyway.
    """

    rules: Rules
    board: Board
    seats: tuple[Seat, ...]
    teams: tuple[int, ...]
    members: tuple[tuple[Seat, ...], ...] = _derived()
    partners_of: tuple[tuple[Seat, ...], ...] = _derived()
    next_seats: tuple[Seat, ...] = _derived()
    powers: Mapping[Rank, Power] = _derived()
    in_spots: tuple[Hole, ...] = _derived()
    come_outs: tuple[Hole, ...] = _derived()
    lanes: tuple[Hole, ...] = _derived()
    early_movers: tuple[tuple[Seat, ...], ...] = _derived()
    free_branch: bool = _derived()
    shared: float = _derived()
    ring: int = _derived()
    per_seat: int = _derived()

    @property
    def sides(self) -> int:
        """Sides of the board."""
        return self.board.sides

    @property
    def team_count(self) -> int:
        """Number of teams; with one for each seat everybody is alone."""
        return max(self.teams) + 1

    @property
    def own_teams(self) -> int | None:
        """That number where it is another than the rules' layout makes; else None."""
        return None if self.rules.teams_for(len(self.seats)) == self.team_count else self.team_count

    def team_of(self, seat: Seat) -> tuple[Seat, ...]:
        """All seats of the seat's team, itself included, from `A` on."""
        return self.members[self.teams[seat]]

    def partners(self, seat: Seat) -> tuple[Seat, ...]:
        """The other seats of its team, clockwise from its left."""
        return self.partners_of[seat]

    def initial(self, turn: Seat | None = None) -> Position:
        """Everything in START; the first seat, or `turn`, to play."""
        marbles = tuple(() if seat in self.seats else None for seat in range(self.sides))
        first = self.seats[0] if turn is None else turn
        return Position(self.sides, marbles, first, self.rules.marbles_per_player)

    def finished(self, marbles: Marbles, seat: Seat) -> bool:
        """Are all the seat's marbles in its lane?"""
        own = marbles[seat]
        return own is not None and len(own) == self.per_seat and own[0] >= self.ring

    def movers(self, marbles: Marbles, turn: Seat) -> tuple[Seat, ...]:
        """The seats whose marbles the player at `turn` moves: his own, or those he helps (RC-17).

        Nobody's in a finished game.
        """
        if self.first_home(marbles) is None:
            return self.early_movers[turn]
        if self.winners(marbles):
            return ()
        if self.rules.play_for_partner_any_time:
            mine = (turn, *self.partners_of[turn])
            return tuple(seat for seat in mine if not self.finished(marbles, seat))
        return self.helped(marbles, turn) if self.finished(marbles, turn) else (turn,)

    def first_home(self, marbles: Marbles) -> Seat | None:
        """The first seat that has finished. Until there is one, helping and winning need no thought."""
        ring, per_seat = self.ring, self.per_seat
        for seat, own in enumerate(marbles):
            if own and own[0] >= ring and len(own) == per_seat:
                return seat
        return None

    def helped(self, marbles: Marbles, turn: Seat) -> tuple[Seat, ...]:
        """The unfinished partners whom a finished player helps, by `help_order`."""
        open_ = tuple(seat for seat in self.partners_of[turn] if not self.finished(marbles, seat))
        return {"left": open_[:1], "any": open_, "none": ()}[self.rules.help_order]

    def may_go_on(self, enters: bool, crosses: bool) -> bool:
        """May a marble stay on the ring that could enter its lane, or crosses its in-spot without?"""
        if enters:
            return self.rules.home_branch == "free"
        return not crosses or self.rules.home_overshoot == "go_round"

    def helping(self, position: Position) -> tuple[Seat, ...]:
        """The seats whose marbles the player to move moves, at the start of the turn."""
        return self.movers(position.marbles, position.turn)

    def may_move(self, position: Position) -> tuple[Seat, ...]:
        """The same, and those of whom a split may move one as well: by its rules, or after one is home."""
        seats = self.helping(position)
        for seat in seats:
            if self._left(position.marbles[seat] or (), seat) < self.shared:
                return seats + tuple(each for each in self.partners_of[position.turn] if each not in seats)
        return seats

    def _left(self, own: Sequence[Hole], seat: Seat) -> int:
        """How many holes a seat's last marble has to go, at least, to be home; the ring: others are out."""
        if len(own) < self.per_seat or not own[0] < self.ring or (self.per_seat > 1 and own[1] < self.ring):
            return self.ring
        free = min(hole for hole in range(self.lanes[seat], self.lanes[seat] + LANE) if hole not in own)
        return (self.in_spots[seat] - own[0]) % self.ring + 1 + free - self.lanes[seat]

    def winners(self, marbles: Marbles) -> tuple[Seat, ...] | None:
        """The team that has won, its seats in order; None while the game goes on."""
        if self.first_home(marbles) is None:
            return None
        alone_wins = self.rules.win_condition == "player"
        for team in self.members:
            home = [seat for seat in team if self.finished(marbles, seat)]
            if len(home) == len(team) or (home and alone_wins):
                return team
        return None

    def winner(self, position: Position) -> tuple[Seat, ...] | None:
        """The team that has won, its seats in order; None while the game goes on."""
        return self.winners(position.marbles)


def table_for(rules: Rules, players: int = 4, teams: int | None = None, sides: int | None = None) -> Table:
    """The table of so many players, spread evenly over the sides; RulesError if these rules have none such.

    `teams` as in the contract: of the taken seats, counted clockwise, k, k+N, ... are a team; None is the
    layout of the rules. `sides` is as many as players, but four for two.
    """
    sides = (4 if players == 2 else players) if sides is None else sides
    if not FEWEST_SIDES <= sides <= MOST_SIDES:
        raise RulesError(f"a board has {FEWEST_SIDES} to {MOST_SIDES} sides, not {sides}")
    if not 2 <= players <= sides:
        raise RulesError(f"{players} players cannot sit at a board with {sides} sides")
    return _table(rules, sides, tuple(k * sides // players for k in range(players)), teams)


def table_at(rules: Rules, position: Position, teams: int | None = None) -> Table:
    """The table at which that position stands; RulesError if these rules have none such."""
    if position.per_seat != rules.marbles_per_player:
        raise RulesError(f"a position of {position.per_seat} marbles a seat, not {rules.marbles_per_player}")
    return _table(rules, position.sides, position.seats, teams)


def _shared(split: Split) -> float:
    """Fewer holes than that it may share with a partner's marble."""
    return float("inf") if split.team else split.total if split.remainder else 0


@lru_cache(maxsize=256)
def _table(rules: Rules, sides: int, seats: tuple[Seat, ...], teams: int | None) -> Table:
    players = len(seats)
    if players not in rules.players:
        numbers = ", ".join(map(str, rules.players))
        raise RulesError(f"{rules.name} is for {numbers} players, not {players}")
    count = rules.teams_for(players) if teams is None else teams
    if not 2 <= count <= players:
        raise RulesError(f"{players} players make 2 to {players} teams, not {count}")
    there = board(sides)
    team = [-1] * sides
    for k, seat in enumerate(seats):
        team[seat] = k % count
    clockwise = tuple(tuple((seat + k) % sides for k in range(1, sides + 1)) for seat in range(sides))
    partners = tuple(
        tuple(other for other in clockwise[seat][:-1] if team[other] == team[seat] >= 0)
        for seat in range(sides)
    )
    both = rules.play_for_partner_any_time
    return Table(
        rules=rules,
        board=there,
        seats=seats,
        teams=tuple(team),
        members=tuple(tuple(seat for seat in seats if team[seat] == k) for k in range(count)),
        partners_of=partners,
        early_movers=tuple((seat, *partners[seat]) if both else (seat,) for seat in range(sides)),
        next_seats=tuple(next(other for other in clockwise[seat] if other in seats) for seat in range(sides)),
        powers=powers(rules),
        shared=max([_shared(power.split) for power in powers(rules).values() if power.split], default=0),
        in_spots=tuple(map(there.in_spot, range(sides))),
        come_outs=tuple(map(there.come_out, range(sides))),
        lanes=tuple(there.ring + LANE * seat for seat in range(sides)),
        ring=there.ring,
        per_seat=rules.marbles_per_player,
        free_branch=rules.home_branch == "free" and rules.home_overshoot == "go_round",
    )
