"""The seats of devices in a dealt game: one device a seat, one seat a device.

The table's own page, the device "", may take a seat from another device: a phone without power locks no hand.
"""

from __future__ import annotations

from jokerboard.table.english import words
from jokerboard.web.errors import BadRequest


class SeatClaims:
    """Seats by device; they hold while the service runs."""

    def __init__(self) -> None:
        self._seats: dict[str, str] = {}

    def of(self, device: str) -> str | None:
        """The seat of this device, if it has one."""
        return self._seats.get(device)

    def claimed(self, seat: str) -> bool:
        """Whether some device has the seat."""
        return seat in self._seats.values()

    def claim(self, device: str, seat: str | None, name: str = "") -> None:
        """Give the seat, or none, to this device; BadRequest if a paired device asks for another's seat."""
        if seat is not None and device:
            self.check(device, seat, name)
        self._seats = {each: has for each, has in self._seats.items() if has != seat and each != device}
        if seat is not None:
            self._seats[device] = seat

    def check(self, device: str, seat: str, name: str) -> None:
        """BadRequest, with the player's name, if another device has the seat."""
        if any(has == seat and whose != device for whose, has in self._seats.items()):
            raise BadRequest(
                words("seat.elsewhere", name=name),
                409,
            )
