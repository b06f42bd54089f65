"""The invitations of a table, in a private file of its state directory: codes, seats and addresses.

A table is the host of its guests, or the guest of one host, or neither. The file outlasts every restart: a
code admits its guest until it is withdrawn.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final

from jokerboard.host.errors import JokerboardError, StateDamagedError
from jokerboard.host.files import read_json, write_json
from jokerboard.houses.code import Code
from jokerboard.houses.errors import CodeError

FILE: Final = "houses.json"


@dataclass(frozen=True, slots=True)
class Invitation:
    """One guest of this table: its house, the letters of its seats, its code, and this table's address."""

    house: str
    seats: str
    code: str
    via: str


@dataclass(frozen=True, slots=True)
class Membership:
    """This table as a guest: the host's code and address, and the public key of the host once known."""

    code: str
    via: str
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Invitations:
    """The contents of the file."""

    guests: tuple[Invitation, ...] = ()
    host: Membership | None = None

    @property
    def houses(self) -> dict[str, str]:
        """The letters of the seats of each guest, by the guest's house."""
        return {guest.house: guest.seats for guest in self.guests}

    def invited(self, seats: str, via: str) -> tuple[Invitations, Invitation]:
        """A copy with one more guest, who gets a fresh code, but without a host; and that invitation."""
        taken = self.houses
        house = next(name for n in range(1, 9) if (name := f"guest-{n}") not in taken)
        new = Invitation(house, seats, Code.fresh().text(), via)
        return Invitations((*self.guests, new)), new

    def withdrawn(self, house: str) -> Invitations:
        """A copy without that guest."""
        return replace(self, guests=tuple(guest for guest in self.guests if guest.house != house))

    def save(self, directory: Path) -> None:
        """Write the file; raise JokerboardError if the disk refuses."""
        path = directory / FILE
        host = None if self.host is None else asdict(self.host)
        data = {"guests": [asdict(guest) for guest in self.guests], "host": host}
        try:
            write_json(path, data, private=True)
        except OSError as error:
            raise JokerboardError(f"the invitations cannot be kept in {path}: {error.strerror}") from error


def load(directory: Path) -> Invitations:
    """Read the table's invitations, empty without a file; raise StateDamagedError if the file is damaged."""
    path = directory / FILE
    try:
        data = read_json(path)
        guests = tuple(Invitation(**_as_now(guest)) for guest in data["guests"])
        host = None if data["host"] is None else Membership(**_as_now(data["host"]))
    except FileNotFoundError:
        return Invitations()
    except OSError as error:
        raise JokerboardError(f"{path} cannot be read: {error.strerror}") from error
    except (ValueError, KeyError, TypeError, AttributeError, CodeError) as error:
        raise StateDamagedError(f"{path} is damaged; move it aside, and pair the boards again") from error
    return Invitations(guests, host)


def _as_now(data: dict[str, str]) -> dict[str, str]:
    """An invitation as the file has it, with its code in this version's form."""
    return {**data, "code": Code.kept(data["code"]).text()}
