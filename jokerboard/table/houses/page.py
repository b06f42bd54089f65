"""A shared game on the page: its state, invitations, codes, answers and signals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.text import sentence
from jokerboard.houses.changes import Change, Json
from jokerboard.houses.code import Code, link, parse_link
from jokerboard.houses.ends import End
from jokerboard.houses.host import HostHouse
from jokerboard.houses.invitations import Invitations, seats_from
from jokerboard.houses.keeper import HOST
from jokerboard.houses.shared_game import SharedGame
from jokerboard.houses.transports.nearby import need_zeroconf
from jokerboard.houses.transports.port import HERE, parse_way
from jokerboard.table.houses.table_houses import TableHouses
from jokerboard.table.runtime.game_setup import Wanted, header_for
from jokerboard.table.runtime.table import Table
from jokerboard.words.catalogue import words


class HousesPage:
    """A shared game on a table's page: implements HousesDesk with the invitations and game of `houses`."""

    def __init__(self, table: Table, houses: TableHouses) -> None:
        self._table, self._houses = table, houses

    def state(self) -> Json:
        """The state of the shared game for everybody who watches the page, without codes."""
        return state_of(self._houses)

    def codes(self) -> list[Json]:
        """The invitations with their codes and links, for visitors who may send commands."""
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
        """The address that people typed, or the local network if they typed none.

        Raise UsageError if the local network is needed and the library zeroconf is missing.
        """
        via = str(body.get("via") or HERE)
        if not parse_way(via).host:
            need_zeroconf()
        return via

    def _invite(self, seats: str, via: str) -> None:
        """Give `seats` to a new guest and begin another game.

        The table deals its cards unless the rules give each player a draw pile.
        """
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


def state_of(houses: TableHouses) -> Json:
    """The state of the shared game as JSON, without codes; `role` is None without a host or guests."""
    invitations, host, guest, shared = houses.invitations, houses.host, houses.guest, houses.shared
    state: Json = {"role": None, "seats": [] if shared is None else sorted(shared.own), "question": None}
    state |= {
        "carried": 0 if shared is None else shared.carried,
        "n": 0 if shared is None else shared.log.n,
    }
    if invitations.guests and host is not None:
        return state | _at_host(invitations, host, shared)
    if guest is not None and guest.link is not None:
        question = None if guest.question is None else _question(guest.question.change, shared)
        text = guest.link.sentence() if guest.error is None else sentence(guest.error)
        return state | {"role": "guest", "text": text, "question": question, "asks": guest.asks}
    return state


def _at_host(invitations: Invitations, host: HostHouse, shared: SharedGame | None) -> Json:
    links = {house: link.sentence() for house, link in host.links().items()}
    invited = [
        {"house": one.house, "seats": list(one.seats), "text": links.get(one.house)}
        for one in invitations.guests
    ]
    question = None
    if host.wish is not None:
        question = _end_question(host.wish)
    elif host.question is not None:
        question = _question(host.question.change, shared)
    return {"role": HOST, "guests": invited, "question": question, "asks": host.asks}


def _question(change: Change, shared: SharedGame | None) -> Json | None:
    """The question whether plays may be taken back, as JSON; None without a game."""
    if shared is None:
        return None
    count = len(shared.log.items) - change.keep
    return {"text": words("question", plays=words("plays", count=count)), "count": count}


def _end_question(wish: End) -> Json:
    """The question whether the game may end as `wish` states, as JSON."""
    if wish.winners is None:
        return {"text": words("question.no-winner"), "count": 0}
    return {"text": words("question.give-up", text=wish.text), "count": 0}
