"""A rule set at a concrete table: who sits where, and whose marbles each seat moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from engine.bits import Bits, Mask, all_colours, mask_of
from engine.cards import Rank
from engine.errors import RulesError
from engine.geometry import FEWEST_SIDES, LANE, MOST_SIDES, Board, Hole, Seat, board
from engine.position import Position
from engine.rules.card_powers import Power, Split, powers
from engine.rules.rule_sets import Rules
from engine.steps import CardSteps, steps_of_cards


def _derived() -> Any:
    return field(repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Table:
    """A table: the rules, the board, the taken seats, their teams, and facts computed from these.

    `table_for` and `table_at` make it. Indexed by seat: `in_spots`, `come_outs`, `lanes` (the first hole of
    each), `next_seats` (the next taken seat clockwise), `teams` (team numbers, -1 where nobody sits),
    `partners_of` (the other seats of the team, clockwise from the left), `early_movers` (the seats whose
    marbles the seat moves while nobody has finished). `members` has the seats of each team, `powers` the
    power of each rank, `cards` its tables of steps. `shared`: if the first leg of a split brings the seat's
    last marble home in fewer holes than this, the second leg is of a partner's marble; inf if the second leg
    may always be.

    As integers (see `engine.bits`): `width` and `columns` are the board's; `whole` is the mask of all ring
    and lane holes, `ring_mask` of the ring holes. `lane_bits` are the bits of each seat's own lane,
    `home_bits` of all lanes, `lane_entries` of the first hole of each lane, `lane_ends` of the hole after
    each lane, and `safe` of marbles on which nobody may land. `goals` are the winning conditions: lanes, the
    marbles that have to be in them, and the team that wins.
    """

    rules: Rules
    board: Board
    seats: tuple[Seat, ...]
    teams: tuple[int, ...]
    members: tuple[tuple[Seat, ...], ...] = _derived()
    partners_of: tuple[tuple[Seat, ...], ...] = _derived()
    next_seats: tuple[Seat, ...] = _derived()
    powers: Mapping[Rank, Power] = _derived()
    cards: Mapping[Rank, CardSteps] = _derived()
    in_spots: tuple[Hole, ...] = _derived()
    come_outs: tuple[Hole, ...] = _derived()
    lanes: tuple[Hole, ...] = _derived()
    early_movers: tuple[tuple[Seat, ...], ...] = _derived()
    shared: float = _derived()
    ring: int = _derived()
    width: int = _derived()
    per_seat: int = _derived()
    columns: tuple[Bits, ...] = _derived()
    whole: int = _derived()
    ring_mask: int = _derived()
    lane_bits: tuple[Bits, ...] = _derived()
    home_bits: int = _derived()
    lane_entries: int = _derived()
    lane_ends: int = _derived()
    goals: tuple[tuple[Bits, int, tuple[Seat, ...]], ...] = _derived()
    safe: int = _derived()

    @property
    def sides(self) -> int:
        """The number of sides of the board."""
        return self.board.sides

    @property
    def team_count(self) -> int:
        """The number of teams; equal to the number of seats if everybody plays alone."""
        return max(self.teams) + 1

    def team_of(self, seat: Seat) -> tuple[Seat, ...]:
        """All seats of the team, `seat` included, in the order from `A`."""
        return self.members[self.teams[seat]]

    def partners(self, seat: Seat) -> tuple[Seat, ...]:
        """The other seats of the seat's team, clockwise from its left."""
        return self.partners_of[seat]

    def initial(self, turn: Seat | None = None) -> Position:
        """The first position: every marble in START; the first seat, or `turn`, is to play."""
        marbles = tuple(() if seat in self.seats else None for seat in range(self.sides))
        first = self.seats[0] if turn is None else turn
        return Position(self.sides, marbles, first, self.rules.marbles_per_player)

    def occupied(self, bits: Bits) -> Mask:
        """The mask of the ring and lane holes with a marble."""
        return all_colours(bits, self.width, self.board.sides)

    def finished(self, bits: Bits, seat: Seat) -> bool:
        """Whether all the seat's marbles are in its lane."""
        return (bits & self.lane_bits[seat]).bit_count() == self.per_seat

    def movers(self, bits: Bits, turn: Seat) -> tuple[Seat, ...]:
        """The seats whose marbles the player at `turn` moves: their own, or those they help (RC-17).

        Empty in a finished game.
        """
        if not self.anybody_home(bits):
            return self.early_movers[turn]
        if self.winners(bits):
            return ()
        if self.rules.play_for_partner_any_time:
            mine = (turn, *self.partners_of[turn])
            return tuple(seat for seat in mine if not self.finished(bits, seat))
        return self.helped(bits, turn) if self.finished(bits, turn) else (turn,)

    def anybody_home(self, bits: Bits) -> bool:
        """Whether any seat has all marbles in its lane; until then, nobody helps and nobody has won.

        If a lane has a marble in every hole, adding one to the lane's bits carries a bit out of it.
        """
        if self.per_seat == LANE:
            return (bits & self.home_bits) + self.lane_entries & self.lane_ends != 0
        return any(self.finished(bits, seat) for seat in self.seats)

    def helped(self, bits: Bits, turn: Seat) -> tuple[Seat, ...]:
        """The unfinished partners that a finished player helps, by `help_order`."""
        open_ = tuple(seat for seat in self.partners_of[turn] if not self.finished(bits, seat))
        return {"left": open_[:1], "any": open_, "none": ()}[self.rules.help_order]

    def helping(self, position: Position) -> tuple[Seat, ...]:
        """The seats whose marbles the player to move may move with the first leg."""
        return self.movers(position.bits, position.turn)

    def may_move(self, position: Position) -> tuple[Seat, ...]:
        """The seats of `helping`, and the partners whose marbles the second leg of a split may move."""
        seats = self.helping(position)
        for seat in seats:
            if self._left(position.marbles[seat] or (), seat) < self.shared:
                return seats + tuple(each for each in self.partners_of[position.turn] if each not in seats)
        return seats

    def _left(self, own: Sequence[Hole], seat: Seat) -> int:
        """The fewest holes that the seat's last ring marble has to go to HOME.

        The length of the ring if it is not the only marble out of HOME.
        """
        if len(own) < self.per_seat or not own[0] < self.ring or (self.per_seat > 1 and own[1] < self.ring):
            return self.ring
        free = min(hole for hole in range(self.lanes[seat], self.lanes[seat] + LANE) if hole not in own)
        return (self.in_spots[seat] - own[0]) % self.ring + 1 + free - self.lanes[seat]

    def winners(self, bits: Bits) -> tuple[Seat, ...] | None:
        """The seats of the winning team in order; None while the game goes on."""
        if self.anybody_home(bits):
            for lanes, marbles, team in self.goals:
                if (bits & lanes).bit_count() == marbles:
                    return team
        return None

    def winner(self, position: Position) -> tuple[Seat, ...] | None:
        """The seats of the winning team in order; None while the game goes on."""
        return self.winners(position.bits)


def table_for(rules: Rules, players: int = 4, teams: int | None = None, sides: int | None = None) -> Table:
    """The table for `players` players, spread evenly over the sides; raise RulesError if there is none.

    `teams` is the number N of teams: of the taken seats, counted clockwise, k, k+N, ... are a team; None is
    the layout of the rules. `sides` is by default the number of players, but four for two players.
    """
    sides = (4 if players == 2 else players) if sides is None else sides
    if not FEWEST_SIDES <= sides <= MOST_SIDES:
        raise RulesError(f"a board has {FEWEST_SIDES} to {MOST_SIDES} sides, not {sides}")
    if not 2 <= players <= sides:
        raise RulesError(f"{players} players cannot sit at a board with {sides} sides")
    return _table(rules, sides, tuple(k * sides // players for k in range(players)), teams)


def table_at(rules: Rules, position: Position, teams: int | None = None) -> Table:
    """The table with that position's sides and seats; raise RulesError if the rules have no such table."""
    if position.per_seat != rules.marbles_per_player:
        raise RulesError(
            f"the position has {position.per_seat} marbles a seat, the rules have {rules.marbles_per_player}"
        )
    return _table(rules, position.sides, position.seats, teams)


def _shared(split: Split) -> float:
    """The number of holes below which a split goes on with a partner's marble; see `Table.shared`."""
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
    team_at = [-1] * sides
    for k, seat in enumerate(seats):
        team_at[seat] = k % count
    clockwise = tuple(tuple((seat + k) % sides for k in range(1, sides + 1)) for seat in range(sides))
    partners = tuple(
        tuple(other for other in clockwise[seat][:-1] if team_at[other] == team_at[seat] >= 0)
        for seat in range(sides)
    )
    members = tuple(tuple(seat for seat in seats if team_at[seat] == k) for k in range(count))
    both = rules.play_for_partner_any_time
    powers_of_cards = powers(rules)
    lane_bits = tuple(mask_of(there.lane(seat)) << there.width * seat for seat in range(sides))
    lane_entries = sum(1 << there.width * seat + there.lane(seat)[0] for seat in range(sides))
    return Table(
        rules=rules,
        board=there,
        seats=seats,
        teams=tuple(team_at),
        members=members,
        partners_of=partners,
        early_movers=tuple((seat, *partners[seat]) if both else (seat,) for seat in range(sides)),
        next_seats=tuple(next(other for other in clockwise[seat] if other in seats) for seat in range(sides)),
        powers=powers_of_cards,
        cards=steps_of_cards(there, rules, powers_of_cards),
        shared=max([_shared(power.split) for power in powers_of_cards.values() if power.split], default=0),
        in_spots=tuple(map(there.in_spot, range(sides))),
        come_outs=tuple(map(there.come_out, range(sides))),
        lanes=tuple(there.ring + LANE * seat for seat in range(sides)),
        ring=there.ring,
        width=there.width,
        per_seat=rules.marbles_per_player,
        columns=there.columns,
        whole=(1 << there.width) - 1,
        ring_mask=(1 << there.ring) - 1,
        lane_bits=lane_bits,
        home_bits=sum(lane_bits),
        lane_entries=lane_entries,
        lane_ends=lane_entries << LANE,
        goals=tuple(
            (sum(lane_bits[seat] for seat in home), rules.marbles_per_player * len(home), team)
            for team in members
            for home in ([(seat,) for seat in team] if rules.win_condition == "player" else [team])
        ),
        safe=sum(1 << there.width * seat + there.come_out(seat) for seat in seats) * rules.start_hole_safe,
    )
