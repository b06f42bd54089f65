"""The start and the end of a shared game at one table.

The host sends the part of its header that has no secret, and a guest makes its own header from it. The host
decides on an end that no play has won; a guest asks the host for one.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.errors import EngineError
from engine.geometry import seat_letter, seat_of
from engine.position import Position
from hardware.clock import Clock
from jokerboard.host.outside_text import shown
from jokerboard.houses.changes import Json
from jokerboard.houses.ends import End
from jokerboard.houses.errors import MessageError
from jokerboard.houses.guest import GuestHouse
from jokerboard.houses.keeper import HOST
from jokerboard.houses.shared_game import SharedGame
from jokerboard.journal.games.header import Header
from jokerboard.journal.games.resumed_game import Stoppage
from jokerboard.journal.orders import LONGEST_NAME, What
from jokerboard.journal.records import Kind, Record
from jokerboard.table.runtime.button_menu import Concession
from jokerboard.table.runtime.game_orders import result_order
from jokerboard.table.runtime.game_setup import Wanted, header_for
from jokerboard.table.runtime.running_game import RunningGame
from jokerboard.table.runtime.table import Table
from jokerboard.words.catalogue import words

_FIELDS = ("rules", "players", "teams", "position", "deal")
_DIGEST = re.compile(r"[0-9a-f]{64}")


def info_of(header: Header) -> Json:
    """The part of the host's header that guests need; it contains no secret."""
    info: Json = {name: getattr(header, name) for name in _FIELDS}
    return info | {"set": dict(header.switches), "names": dict(header.names)}


def header_from(game: str, info: Mapping[str, Any], here: Header | None, begun: str) -> Header:
    """The guest's header of the game with id `game`; raise MessageError or UsageError if it is impossible.

    `info`: the host's part, from `info_of`. `here`: the header of the game played here before; its mode and
    readers are kept.
    """
    try:
        deal = info["deal"]
        names = {str(at): shown(name, 24) for at, name in dict(info["names"]).items()}
        switches = {str(name): str(value) for name, value in dict(info["set"]).items()}
        wanted = Wanted(
            rules=str(info["rules"]),
            players=int(info["players"]),
            teams=None if info["teams"] is None else int(info["teams"]),
            cards="seat" if here is None or deal is not None or here.cards == "table" else here.cards,
            mode="play" if here is None else here.mode,
            names=names,
            switches=switches,
            dealt=deal is not None,
        )
        header = header_for(wanted, id=game, begun=begun, seed=game, simulated=False)
        houses, own = _houses(info, header.seats)
        table, line = header.table(), str(info["position"])
        position = Position.parse(line, table.rules.marbles_per_player)
        fits = position.sides == table.sides and position.seats == table.seats and not list(position.faults())
    except (KeyError, TypeError, ValueError, EngineError) as error:
        raise MessageError(words("game.unknown", why=error)) from error
    if not fits or position.line() != line or not (deal is None or _DIGEST.fullmatch(str(deal))):
        raise MessageError(words("game.other-start"))
    return replace(header, position=line, deal=deal, houses={"own": own, **houses})


def _houses(info: Mapping[str, Any], seats: tuple[str, ...]) -> tuple[dict[str, str], str]:
    """The letters of each house's seats, and the guest's house; raise MessageError if they conflict."""
    houses = {str(house)[:24]: str(letters) for house, letters in dict(info["houses"]).items()}
    own = str(info["you"])
    if sorted("".join(houses.values())) != sorted(seats) or own not in houses or own == HOST:
        raise MessageError(words("game.other-seats"))
    return houses, own


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
