"""The seats of devices in a dealt game: each device has one seat, each seat one device.

A browser of the table's own machine may take a seat from another device, so that a phone without power does
not lock a hand.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path

from jokerboard.host.files import read_json, write_json
from jokerboard.web.errors import BadRequest
from jokerboard.words.catalogue import words

ANY = "any"
"""The value that requests the first free seat."""


FILE = "seats.json"


class SeatClaims:
    """The seats of devices in one game; with a file they outlast a restart.

    A device is kept as a hash of its cookie's token, like a paired device.
    """

    def __init__(self, file: Path | None = None, game: Callable[[], str | None] = lambda: None) -> None:
        """`game` returns the identity of the game on the board: seats of another game count as free."""
        self._file, self._game = file, game
        self._seats: dict[str, str] = {} if file is None else _kept(file, game())

    def of(self, device: str) -> str | None:
        """The device's seat; None if it has none."""
        return self._seats.get(_digest(device))

    def claimed(self, seat: str) -> bool:
        """Whether a device has the seat."""
        return seat in self._seats.values()

    @property
    def taken(self) -> list[str]:
        """The letters of the seats that devices have, sorted."""
        return sorted(self._seats.values())

    def claim(self, device: str, seat: str | None, name: str = "", *, own: bool = False) -> None:
        """Give the seat, or none, to this device; raise BadRequest if another device has it.

        `own`: the device is a browser of the table's own machine, which may take the seat from another.
        """
        if seat is not None and not own:
            self.check(device, seat, name)
        mine = _digest(device)
        seats = {each: has for each, has in self._seats.items() if has != seat and each != mine}
        self._keep(seats | ({} if seat is None else {mine: seat}))

    def first_free(self, device: str, seats: Sequence[str]) -> str:
        """The seat that the device has, or the first free one; raise BadRequest if all `seats` are taken."""
        mine = self.of(device)
        free = [seat for seat in seats if seat == mine or not self.claimed(seat)]
        if not free:
            raise BadRequest(words("seat.none-free"), 409)
        return mine if mine in free else free[0]

    def check(self, device: str, seat: str, name: str) -> None:
        """Raise BadRequest, with the player's name, if another device has the seat."""
        if any(has == seat and whose != _digest(device) for whose, has in self._seats.items()):
            raise BadRequest(
                words("seat.elsewhere", name=name),
                409,
            )

    def move_on(self, seats: Sequence[str]) -> None:
        """Give every device the seat after its own: a rematch moves each player one seat further."""
        after = dict(zip(seats, (*seats[1:], *seats[:1]), strict=True))
        self._keep({device: after.get(seat, seat) for device, seat in self._seats.items()})

    def clear(self) -> None:
        """Take every seat from its device: other people may play the next game."""
        self._keep({})

    def _keep(self, seats: dict[str, str]) -> None:
        self._seats = seats
        if self._file is not None:
            # If the disk refuses, the seats last until the next restart; the journal reports the disk.
            with contextlib.suppress(OSError):
                write_json(self._file, {"game": self._game(), "seats": seats})


def _kept(file: Path, game: str | None) -> dict[str, str]:
    """The seats in the file if they are of this game; none if the file cannot be read."""
    try:
        data = read_json(file)
        seats = {str(device): str(seat) for device, seat in data["seats"].items()}
        return seats if game is not None and data["game"] == game else {}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def _digest(device: str) -> str:
    return hashlib.sha256(device.encode("utf-8", "surrogatepass")).hexdigest()
