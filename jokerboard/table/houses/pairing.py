"""Pair one table with the tables of other houses: by invitations, which open links.

A table invites guests or is the guest of one host. The invitations are kept in the state directory; their
links are opened again at each start.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from hardware.clock import Clock
from jokerboard.host.errors import UsageError
from jokerboard.houses.channel import Channel, Side
from jokerboard.houses.code import Code
from jokerboard.houses.errors import HousesError
from jokerboard.houses.guest import GuestHouse, GuestPorts
from jokerboard.houses.host import HostHouse
from jokerboard.houses.invitations import Invitation, Invitations, Membership, houses_of, load
from jokerboard.houses.link import Link, Owner
from jokerboard.houses.transports.port import HERE, Wire
from jokerboard.journal.signature import FILE as KEY
from jokerboard.journal.signature import signer_in
from jokerboard.words.catalogue import words

OpenWire: TypeAlias = Callable[[str, Side, str], Wire]
"""A function that opens one side of a rendezvous, given its address, the side, and its name."""


def _way(via: str) -> str:
    return words("way.here") if via == HERE else words("way.via", via=via)


class Pairing(ABC):
    """The invitations and links of one table, until `close`."""

    def __init__(self, clock: Clock, directory: Path, wire: OpenWire) -> None:
        """Raise JokerboardError if the invitations cannot be read, or a library is missing."""
        self._clock, self._directory, self._wire = clock, directory, wire
        self.invitations: Invitations = load(directory)
        self.host: HostHouse | None = None
        self.guest: GuestHouse | None = None

    def lines(self) -> list[str]:
        """One line of text for each code of this table, for the terminal."""
        return [
            words("code.line", seats=", ".join(one.seats), code=one.code, way=_way(one.via))
            for one in self.invitations.guests
        ]

    def close(self) -> None:
        """Close every link."""
        for house in (self.host, self.guest):
            if house is not None:
                house.close()

    def invite(self, seats: str, via: str) -> Invitation:
        """Give these seats to another board from the next game on; raise JokerboardError if impossible."""
        houses_of({**self.invitations.houses, "new": seats}, "ABCDEFGH")
        self.leave()
        self.invitations, new = self.invitations.invited(seats, via)
        self._open(new)
        self.invitations.save(self._directory)
        self._changed()
        return new

    def withdraw(self, house: str) -> None:
        """Withdraw a guest's code: it no longer joins, and the guest's board shows that."""
        if house not in self.invitations.houses:
            raise UsageError(words("guest.unknown", house=house))
        self.invitations = self.invitations.withdrawn(house)
        self.invitations.save(self._directory)
        if self.host is not None:
            self.host.remove(house)
        self._changed()

    def join(self, code: Code, via: str) -> None:
        """Become a guest of the table that gave out `code`, which is reached at the address `via`."""
        if self.invitations.guests:
            raise HousesError(words("host.invites"))
        self.leave()
        member = Membership(code.text(), via)
        self._open_host(member)
        self.invitations = Invitations(host=member)
        self.invitations.save(self._directory)
        self._changed()

    def leave(self) -> None:
        """Stop being a guest; the game on the board stays, and people play it without the host."""
        if self.guest is None:
            return
        self.guest.close()
        self.guest = None
        self.invitations = replace(self.invitations, host=None)
        self.invitations.save(self._directory)
        self._linked()

    def given(self) -> dict[str, str]:
        """The letters of each guest's seats in the next game, by house."""
        return self.invitations.houses

    def _open_all(self) -> None:
        for invitation in self.invitations.guests:
            self._open(invitation)
        if self.invitations.host is not None:
            self._open_host(self.invitations.host)

    def _open(self, invitation: Invitation) -> None:
        if self.host is None:
            signer = signer_in(self._directory / KEY)
            self.host = HostHouse(self._clock, signer, self._changed, self._abandoned_game)
        host, house = self.host, invitation.house
        owner = Owner(
            compose=lambda: host.compose(house),
            receive=lambda message: host.receive(house, message),
            waits=lambda: host.waits(house),
            changed=self._linked,
        )
        host.add(house, self._link(invitation.code, invitation.via, "host", owner))
        host.links()[house].start()

    def _open_host(self, member: Membership) -> None:
        self.guest = guest = GuestHouse(self._clock, self._guest_ports())
        owner = Owner(guest.compose, guest.receive, lambda: guest.waits, self._linked)
        guest.link = self._link(member.code, member.via, "guest", owner)
        guest.link.start()

    def _link(self, text: str, via: str, side: Side, owner: Owner) -> Link:
        code = Code.parse(text)
        return Link(self._clock, self._wire(via, side, code.rendezvous), Channel(code, side), owner)

    def _trust(self, key: str) -> bool:
        member = self.invitations.host
        if member is None or member.key is not None:
            return member is not None and member.key == key
        self.invitations = Invitations(host=replace(member, key=key))
        self.invitations.save(self._directory)
        return True

    def _sentences(self) -> list[str | None]:
        links = [] if self.host is None else list(self.host.links().values())
        if self.guest is not None and self.guest.link is not None:
            links.append(self.guest.link)
        return [link.sentence() for link in links]

    @abstractmethod
    def _guest_ports(self) -> GuestPorts:
        """The functions of this table that its `GuestHouse` calls."""

    @abstractmethod
    def _abandoned_game(self) -> str | None:
        """The id of the newest game if it ended without a winner, else None; see `HostHouse`."""

    @abstractmethod
    def _linked(self) -> None:
        """Handle a link that was lost, is back, or has ended."""

    @abstractmethod
    def _changed(self) -> None:
        """Update the page."""
