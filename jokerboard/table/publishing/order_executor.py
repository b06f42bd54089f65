"""Carry out the director's orders at this table, and record each with its result, once.

An order's record is committed in the same transaction as its effect, so a crash leaves both or neither; an
order that has a record is never delivered again (`jokerboard/tournament/publish/publisher.py`). An impossible
order is recorded with the reason. The record travels with the log and confirms the order.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import cast

from engine.errors import EngineError, RefereeError
from engine.geometry import Seat, seat_letter
from engine.position import Position
from engine.referee.events import DecisionName
from engine.text import sentence
from hardware.errors import HardwareError
from jokerboard.host.errors import JokerboardError
from jokerboard.houses.keeper import HOST
from jokerboard.journal.errors import OrderError
from jokerboard.journal.games.resumed_game import Stoppage
from jokerboard.journal.orders import Order, Seating, What, taken
from jokerboard.journal.records import Json
from jokerboard.table.runtime.game_setup import Wanted, header_for, teams_of
from jokerboard.table.runtime.running_game import RunningGame
from jokerboard.table.runtime.table import Table
from jokerboard.words.catalogue import listed, words


class Refused(JokerboardError):
    """The order is not carried out; the message gives the reason."""


class OrderExecutor:
    """Carries out orders at one table; `seating` is the newest seating that a director ordered, or None."""

    def __init__(self, table: Table, journal: str, wanted: Wanted, wall: Callable[[], str]) -> None:
        """`journal`: the id of the journal; `wanted`: the game that an order begins if there is no game."""
        self._table, self._journal, self._wanted, self._wall = table, journal, wanted, wall
        self.seating: Seating | None = None

    def recall(self, records: list[Json]) -> None:
        """Restore the newest seating from the records of orders before this start, the oldest first."""
        for record in records:
            if record.get("taken") and "seating" in record:
                self.seating = Seating.from_json(record["seating"])

    def take(self, order: Order | OrderError) -> None:
        """Carry out the order and record it with its result, which may be the reason for a refusal."""
        if isinstance(order, OrderError):
            if order.id:
                order_json = {"id": order.id, "by": order.by, "at": self._wall(), "order": "unknown"}
                self._refuse(order_json, str(order))
            return
        try:
            self._check(order)
            self._do(order)
        except (JokerboardError, RefereeError, EngineError, HardwareError) as error:
            self._refuse(order.to_json(), str(error))

    def _check(self, order: Order) -> None:
        if order.journal != self._journal:
            raise Refused(words("order.other-journal"))
        if order.game != self._table.number:
            raise Refused(words("order.other-game", game=order.game, newest=self._table.number or 0))

    def _do(self, order: Order) -> None:
        order_json = order.to_json()
        match order.order:
            case What.LET_STAND | What.TAKE_BACK | What.CORRECT:
                game = self._playing()
                line, own = order.position, game.table.rules.marbles_per_player
                position = None if line is None else Position.parse(line, own)
                decision = cast(DecisionName, order.order.value)
                game.orders.rule(decision, order.by, order.n, position, order.text, order_json)
            case What.PENALTY:
                self._playing().orders.show_message(self._penalty(order), order_json)
            case What.RESULT:
                self._finish(order, order_json)
            case What.PAUSE:
                game = self._going_on()
                if game.stoppage is not None:
                    raise Refused(words("order.paused-already"))
                game.orders.pause(Stoppage("paused", order.by, order.text), order_json)
            case What.GO_ON:
                game = self._playing()
                if game.stoppage is None or game.stoppage.why != "paused":
                    raise Refused(words("order.not-paused"))
                game.orders.go_on(order_json)
            case What.SEATING:
                self._seat(order, order_json)
            case What.START:
                self._start(order, order_json)

    def _finish(self, order: Order, order_json: Json) -> None:
        game = self._playing()
        if game.header.houses.get("own", HOST) != HOST:
            raise Refused(words("end.host-decides"))
        stoppage = Stoppage("ended", order.by, order.text)
        game.orders.finish(self._seats(order.team or ()), stoppage, order_json)

    def _seat(self, order: Order, order_json: Json) -> None:
        self.seating = order.seating
        answer = self._seated()
        if self._table.game is None:
            self._table.keep_order(taken(order_json, 0.0, answer))
        else:
            self._table.game.orders.show_message(answer, order_json)

    def _start(self, order: Order, order_json: Json) -> None:
        """Begin a game for the seating's people; raise Refused if their number does not fit the rules."""
        seating = order.seating
        assert seating is not None
        game = self._table.game
        wanted = self._wanted if game is None else Wanted.like(game.header, {})
        if seating.rules is not None:
            wanted = replace(wanted, rules=seating.rules, switches=dict(seating.switches or {}))
        wanted = replace(wanted, names=dict(seating.names))
        if seating.names:
            wanted = replace(wanted, players=len(seating.names), teams=len(seating.teams) or None)
        table = header_for(wanted, id="", begun="", seed="", simulated=False).table()
        # The order of the teams, and of the seats in each, does not matter here.
        sits = {frozenset(team) for team in teams_of(table)}
        if seating.teams and {frozenset(team.seats) for team in seating.teams} != sits:
            teams = ["".join(team) for team in teams_of(table)]
            raise Refused(words("order.other-teams", teams=listed(teams, "and")))
        before, self.seating = self.seating, seating
        try:
            record = taken(order_json, 0.0, words("order.round-begins", round=seating.round))
            self._table.begin(wanted, order=record)
        except (JokerboardError, HardwareError):
            self.seating = before
            raise

    def _penalty(self, order: Order) -> str:
        seats = self._seats(order.team or ())
        names = [self._playing().speaker.name(seat) for seat in seats]
        values = {"who": listed(names, "and"), "points": order.points or 0}
        if not order.text:
            return words("order.penalty", **values)
        return words("order.penalty-why", why=order.text.rstrip("."), **values)

    def _seated(self) -> str:
        seating = self.seating
        assert seating is not None
        teams = [[seating.names.get(seat, seat) for seat in team.seats] for team in seating.teams]
        sides = [listed(team, "and") for team in teams if team]
        if not sides:
            return words("order.seated-alone", round=seating.round, table=seating.table)
        who: str = sides[0]
        for side in sides[1:]:
            who = words("against", before=who, last=side)
        return words("order.seated", round=seating.round, table=seating.table, teams=who)

    def _playing(self) -> RunningGame:
        if self._table.game is None:
            raise Refused(words("order.no-game"))
        return self._table.game

    def _going_on(self) -> RunningGame:
        game = self._playing()
        if game.log.over is not None:
            raise Refused(words("order.over"))
        return game

    def _seats(self, letters: tuple[str, ...]) -> tuple[Seat, ...]:
        there = {seat_letter(seat): seat for seat in self._playing().table.seats}
        for letter in letters:
            if letter not in there:
                raise Refused(words("seat.not-there", letter=letter, seats=there))
        return tuple(sorted({there[letter] for letter in letters}))

    def _refuse(self, order_json: Json, why: str) -> None:
        game = self._table.game
        t = 0.0 if game is None else game.t
        self._table.keep_order({**order_json, "t": t, "taken": False, "said": sentence(why)})
