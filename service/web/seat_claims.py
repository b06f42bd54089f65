"""The seats of devices in a dealt game: one device a seat, one seat a device."""

from __future__ import annotations

from page.errors import BadRequest


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

    def claim(self, device: str, seat: str | None) -> None:
        """Give the seat to this device, none for None; BadRequest if another device has it."""
        if seat is None:
            self._seats.pop(device, None)
            return
        self.check(device, seat)
        self._seats[device] = seat

    def check(self, device: str, seat: str) -> None:
        """BadRequest if another device has the seat."""
        if any(has == seat and whose != device for whose, has in self._seats.items()):
            raise BadRequest(f"Another device plays at seat {seat}; let that one leave the seat first.", 409)
