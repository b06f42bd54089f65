"""End a shared game that no play has won: the host decides on the end, and a guest asks the host for one."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence

from engine.geometry import seat_letter, seat_of
from hardware.clock import Clock
from jokerboard.houses.ends import End
from jokerboard.houses.guest import GuestHouse
from jokerboard.houses.keeper import HOST
from jokerboard.houses.shared_game import SharedGame
from jokerboard.journal.games.header import Header
from jokerboard.journal.games.resumed_game import Stoppage
from jokerboard.journal.orders import LONGEST_NAME, What
from jokerboard.journal.records import Kind, Record
from jokerboard.table.runtime.button_menu import Concession
from jokerboard.table.runtime.game_orders import result_order
from jokerboard.table.runtime.running_game import RunningGame
from jokerboard.table.runtime.table import Table
from jokerboard.words.catalogue import words


def decided_end(game: RunningGame) -> End | None:
    """The result that was decided for `game` without a winning play; None if there is no such result."""
    stop, over = game.stoppage, game.log.over
    if stop is None or stop.why != "ended" or over is None:
        return None
    return End("".join(map(seat_letter, over)), stop.by, stop.text)


def abandoned_game(records: Sequence[Record]) -> str | None:
    """The id of the game with these records if this table hosted it and nobody won it; else None."""
    if not any(record.kind is Kind.ABANDONED for record in records):
        return None
    return hosted_id(Header.from_json(records[0].data))


def hosted_id(header: Header) -> str | None:
    """The game's id if this table hosts the game, else None."""
    return header.id if header.houses.get("own") == HOST else None


class GameEnds:
    """Ends a table's game as the host has decided, and asks the host for an end."""

    def __init__(self, table: Table, clock: Clock) -> None:
        self._table, self._clock = table, clock

    def finish(self, end: End) -> None:
        """End the table's game as `end` states, unless its end has been decided already."""
        game = self._table.game
        if game is None:
            return
        if end.winners is None:
            # The link makes this call, and ending the game closes the link; so the game ends after the call.
            self._clock.call_at(self._clock.now(), lambda: self._abandon(game))
            return
        if decided_end(game) is not None:
            return
        seats = tuple(seat_of(letter) for letter in end.winners)
        if not set(seats) <= set(game.table.seats):
            return
        number, by = self._table.number, end.by[:LONGEST_NAME]
        identity = hashlib.sha256(f"{number} {game.header.id} {end.winners}".encode()).hexdigest()[:32]
        order = {"id": identity, "by": by, "at": self._table.time, "game": number}
        order |= {"order": What.RESULT.value, "team": list(end.winners), "text": end.text}
        game.orders.finish(seats, Stoppage("ended", by, end.text), order)

    def follow(self, shared: SharedGame | None, end: End | None) -> None:
        """Apply the host's decision at a guest's table: end the game, or reopen it if `end` is None."""
        game = self._table.game
        if end is not None:
            self.finish(end)
        elif game is not None and shared is not None and decided_end(game) is not None:
            shared.reopen()

    def ask(self, game: RunningGame, guest: GuestHouse, concession: Concession | None) -> None:
        """Ask the host to end the game: a side gives up, or, if `concession` is None, nobody wins."""
        end = End(None, id=secrets.token_hex(8))
        if concession is not None:
            order = result_order(concession, game.speaker, self._table.number, self._table.time)
            end = End("".join(order["team"]), order["by"], order["text"], end.id)
        guest.wish(end)
        game.note(words("end.asked"))

    def _abandon(self, game: RunningGame) -> None:
        if self._table.game is game:
            self._table.abandon()
