"""A shared game on the page: its state, invitations, codes, answers and signs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from jokerboard.houses.changes import Json
from jokerboard.houses.code import Code, link, parse_link
from jokerboard.houses.seats import seats_from
from jokerboard.houses.transports.nearby import need_zeroconf
from jokerboard.houses.transports.port import HERE, parse_way
from jokerboard.table.houses.table_houses import TableHouses
from jokerboard.table.runtime.game_setup import Wanted, header_for
from jokerboard.table.runtime.table import Table


class HousesPage:
    """A HousesDesk over the houses of one table; see `jokerboard.table.web.page_port`."""

    def __init__(self, table: Table, houses: TableHouses) -> None:
        self._table, self._houses = table, houses

    def state(self) -> Json:
        """The state of the shared game for everybody who watches the page, without codes."""
        return self._houses.state()

    def codes(self) -> list[Json]:
        """The invitations with their codes and links, for those who may command."""
        return [
            {"house": one.house, "seats": list(one.seats), "code": one.code, "via": one.via}
            | {"link": link(Code.parse(one.code), one.via)}
            for one in self._houses.invitations.guests
        ]

    def command(self, body: Mapping[str, Any]) -> None:
        """Carry out a command of the page; raise JokerboardError with the reason if it is impossible."""
        match body["action"]:
            case "invite":
                self._invite(seats_from(body.get("seats", "")), self._way(body))
            case "join":
                code, via = parse_link(body.get("code", ""))
                self._houses.join(code, self._way({"via": body.get("via") or via}))
            case "withdraw":
                self._houses.withdraw(body.get("house", ""))
            case "leave":
                self._houses.leave()
            case "answer":
                self._houses.answer(bool(body.get("yes")))
            case "signal":
                self._houses.signal(body.get("what", "thumbs-up"), body.get("seat", ""))

    def _way(self, body: Mapping[str, Any]) -> str:
        """The address that people typed, or the local network if they typed none (with library zeroconf)."""
        via = str(body.get("via") or HERE)
        if not parse_way(via).host:
            need_zeroconf()
        return via

    def _invite(self, seats: str, via: str) -> None:
        """Give `seats` to a new guest and begin again, with dealt cards if all seats share a draw pile."""
        game = self._table.game
        wanted = Wanted(dealt=True)
        if game is not None:
            names = {letter: name for letter, name in game.header.names.items() if letter not in seats}
            wanted = Wanted.like(game.header, names)
            own = game.table.rules.draw_pile == "own"
            wanted = replace(wanted, dealt=wanted.dealt or not own, cards="seat" if not own else wanted.cards)
        guests = {**self._houses.invitations.houses, "new": seats}
        header_for(replace(wanted, guests=guests), id="", begun="", seed="", simulated=False)
        self._houses.invite(seats, via)
        self._table.begin(wanted)
