"""The seats of devices in a dealt game: one device a seat, one seat a device.

A browser of the table's own machine may take a seat from another device, so that a phone without power does
not lock a hand.
"""

from __future__ import annotations

from collections.abc import Sequence

from jokerboard.table.english import words
from jokerboard.web.errors import BadRequest

ANY = "any"
"""A request for the first free seat."""


class SeatClaims:
    """Seats by device; they are kept while the service runs."""

    def __init__(self) -> None:
        self._seats: dict[str, str] = {}

    def of(self, device: str) -> str | None:
        """The seat of this device, if it has one."""
        return self._seats.get(device)

    def claimed(self, seat: str) -> bool:
        """Whether some device has the seat."""
        return seat in self._seats.values()

    @property
    def taken(self) -> list[str]:
        """The seats that devices have, in order."""
        return sorted(self._seats.values())

    def claim(self, device: str, seat: str | None, name: str = "", *, own: bool = False) -> None:
        """Give the seat, or none, to this device; BadRequest if another device has it.

        `own`: the device is a browser of the table's own machine, which may take the seat from another.
        """
        if seat is not None and not own:
            self.check(device, seat, name)
        self._seats = {each: has for each, has in self._seats.items() if has != seat and each != device}
        if seat is not None:
            self._seats[device] = seat

    def first_free(self, device: str, seats: Sequence[str]) -> str:
        """The seat that the device has, or the first free one of `seats`; BadRequest if all are taken."""
        mine = self.of(device)
        free = [seat for seat in seats if seat == mine or not self.claimed(seat)]
        if not free:
            raise BadRequest(words("seat.none-free"), 409)
        return mine if mine in free else free[0]

    def check(self, device: str, seat: str, name: str) -> None:
        """Raise BadRequest, with the player's name, if another device has the seat."""
        if any(has == seat and whose != device for whose, has in self._seats.items()):
            raise BadRequest(
                words("seat.elsewhere", name=name),
                409,
            )

    def move_on(self, seats: Sequence[str]) -> None:
        """Give every device the seat after its own: a rematch moves each player one seat further."""
        after = dict(zip(seats, (*seats[1:], *seats[:1]), strict=True))
        self._seats = {device: after.get(seat, seat) for device, seat in self._seats.items()}

    def clear(self) -> None:
        """Take every seat from its device, because other people may play the next game."""
        self._seats = {}
