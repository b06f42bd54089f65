"""Connect a served table to other boards: those in its state directory, and those that the command names."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from hardware.clock import Clock
from jokerboard.host.errors import UsageError
from jokerboard.host.system import install_line
from jokerboard.houses.invitations import FILE
from jokerboard.words.catalogue import words

if TYPE_CHECKING:
    from jokerboard.houses.code import Code
    from jokerboard.table.houses.table_houses import TableHouses
    from jokerboard.table.runtime.table import Table


@dataclass(frozen=True, slots=True)
class HousesWanted:
    """The other boards that the command line names: the guests (`invite`) or the host (`join`).

    `invite`: the letters of the seats of each guest. `join`: the host's code; None for a host. `via`: the
    address of the transport between the boards.
    """

    invite: tuple[str, ...]
    join: Code | None
    via: str
    new_code: bool = False
    """Whether all earlier invitation codes are withdrawn and replaced by new ones."""


def open_houses(
    table: Table,
    clock: Clock,
    directory: Path,
    wall: Callable[[], str],
    wanted: HousesWanted | None,
    attended: bool,
) -> TableHouses | None:
    """The houses of the table; None without the library cryptography if no other board was ever named.

    `attended`: whether simulated people play a game that the host begins. Raise UsageError if other boards
    are named and the library is missing, or if the seats cannot be divided in this way.
    """
    if importlib.util.find_spec("cryptography") is None:
        if wanted is None and not (directory / FILE).exists():
            return None
        raise UsageError(words("library", install=install_line("jokerboard[far]")))
    from jokerboard.houses.transports.network import Network
    from jokerboard.table.houses.table_houses import TableHouses

    houses = TableHouses(table, clock, directory, Network().wire, wall)
    houses.attended = attended or None
    if wanted is not None:
        _arrange(houses, wanted)
    return houses


def _arrange(houses: TableHouses, wanted: HousesWanted) -> None:
    """Invite guests or join the host, as the command asks; equal invitations that exist already are kept."""
    if wanted.join is not None:
        member = houses.invitations.host
        if member is None or (member.code, member.via) != (wanted.join.text(), wanted.via):
            houses.join(wanted.join, wanted.via)
        return
    there = [(one.seats, one.via) for one in houses.invitations.guests]
    if sorted(there) == sorted((seats, wanted.via) for seats in wanted.invite) and not wanted.new_code:
        return
    for house in tuple(houses.invitations.houses):
        houses.withdraw(house)
    for seats in wanted.invite:
        houses.invite(seats, wanted.via)
