"""The invitations of a table, in a private file of its state directory: codes, seats and addresses.

A table is the host of its guests, or the guest of one host, or neither. The file outlasts every restart: a
code admits its guest until it is withdrawn.

This module also divides the seats of a game between the houses; every complaint about them is one sentence.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final

from engine.deck import cards_for
from engine.errors import EngineError
from engine.rules.rule_sets import RULES
from engine.table import Table
from jokerboard.host.errors import JokerboardError, StateDamagedError, UsageError
from jokerboard.host.files import read_json, write_json
from jokerboard.houses.code import Code
from jokerboard.houses.errors import CodeError
from jokerboard.houses.keeper import HOST
from jokerboard.words.catalogue import listed, words

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
    """The guests that this table has invited, and the host whose game it has joined, if any."""

    guests: tuple[Invitation, ...] = ()
    host: Membership | None = None

    @property
    def houses(self) -> dict[str, str]:
        """The letters of the seats of each guest, by the guest's house."""
        return {guest.house: guest.seats for guest in self.guests}

    def invited(self, seats: str, via: str) -> tuple[Invitations, Invitation]:
        """A copy with a fresh invitation for one more guest and without a host; and the fresh invitation."""
        taken = self.houses
        house = next(name for n in range(1, 9) if (name := f"guest-{n}") not in taken)
        new = Invitation(house, seats, Code.fresh().text(), via)
        return Invitations((*self.guests, new)), new

    def withdrawn(self, house: str) -> Invitations:
        """A copy of the invitations without the guest `house`."""
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


def houses_of(
    guests: Mapping[str, str], seats: Collection[str], machines: Collection[str] = ()
) -> dict[str, str]:
    """The letters of each house's seats, with the host's house also as `own`, for a game's header.

    `guests`: the seats given to each guest; `seats`: those of the game; the host keeps the others. Raise
    UsageError if the seats cannot be divided like this.
    """
    given: dict[str, str] = {}
    for house, letters in guests.items():
        if not letters:
            raise UsageError(words("seats.none"))
        for letter in letters:
            if letter not in seats:
                raise UsageError(words("seats.not-there", letter=letter, seats=seats))
            if letter in given:
                raise UsageError(words("seats.twice", letter=letter))
            if letter in machines:
                raise UsageError(words("seats.machine", letter=letter))
            given[letter] = house
    kept = "".join(letter for letter in seats if letter not in given)
    if not kept:
        raise UsageError(words("seats.all"))
    return {"own": HOST, HOST: kept, **guests}


def check_cards(table: Table, rules: str, cards: str, dealt: bool) -> None:
    """Raise UsageError unless this game's cards can be dealt to several houses."""
    if dealt:
        return
    if cards == "table":
        raise UsageError(words("cards.edges"))
    if not cards_for(table.rules, len(table.seats)).own:
        own = [name for name in RULES if _own(name)]
        raise UsageError(words("cards.shared-deck", rules=rules, own=listed(own, "and")))


def _own(name: str) -> bool:
    try:
        return RULES[name].draw_pile == "own"
    except (EngineError, KeyError):
        return False


def seats_from(text: str) -> str:
    """The letters in a list such as `B,D`; raise UsageError if the text is no such list."""
    letters = [part for part in text.upper().replace(",", " ").split() if part]
    letters = list("".join(letters))
    if not letters or not all("A" <= letter <= "H" for letter in letters):
        raise UsageError(f"seats are letters from A to H, as B,D, not {text[:40]!r}")
    if len(set(letters)) < len(letters):
        raise UsageError(f"a seat stands twice in {text[:40]!r}")
    return "".join(sorted(letters))
