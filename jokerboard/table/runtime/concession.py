"""Giving up: one side of two ends the game, if its players agree.

If more than two sides play, nobody gives up: the others would play on around marbles that nobody moves.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from dataclasses import dataclass

from engine.geometry import Seat, seat_letter
from engine.table import Table
from jokerboard.host.wording import listed
from jokerboard.journal.games.places import TABLE
from jokerboard.journal.games.sentences import Speaker
from jokerboard.journal.orders import LONGEST_NAME, What
from jokerboard.journal.records import Json
from jokerboard.table.english import words


@dataclass(frozen=True, slots=True)
class Concession:
    """A wish to give up: the seat that wishes it, its partners, and the seats that win.

    `asked` are the partners who are people, or the seat itself if there are none; `places` the buttons at
    which `ok` must still be pressed: those of every seat asked, or the table's if the board has one set.
    """

    seat: Seat
    partners: tuple[Seat, ...]
    winners: tuple[Seat, ...]
    asked: tuple[Seat, ...]
    places: frozenset[str]


def concession_of(table: Table, place: str, turn: Seat, machines: Collection[Seat] = ()) -> Concession | None:
    """The wish to give up at the buttons of `place`; at the table's own, of the seat in turn.

    `machines`: the seats of machine players, who always agree. None if nobody sits at the place, or more than
    two sides play.
    """
    seat = turn if place == TABLE else ord(place) - ord("A")
    if seat not in table.seats or table.team_count != 2:
        return None
    partners = table.partners(seat)
    winners = tuple(other for other in table.seats if other not in table.team_of(seat))
    asked = tuple(partner for partner in partners if partner not in machines) or (seat,)
    places = {TABLE} if place == TABLE else set(map(seat_letter, asked))
    return Concession(seat, partners, winners, asked, frozenset(places))


def result_order(concession: Concession, speaker: Speaker, number: int, at: str) -> Json:
    """The game's end as the journal keeps one: an order for a result, given by the side that gives up.

    `number` is the game's, `at` the wall clock's time.
    """
    side = sorted((concession.seat, *concession.partners))
    names = listed(map(speaker.name, side), "and")
    team = [seat_letter(seat) for seat in concession.winners]
    identity = hashlib.sha256(f"{number} {at} {team}".encode()).hexdigest()[:32]
    text = words("give-up.given", names=names, n=len(side))
    told = {"id": identity, "by": names[:LONGEST_NAME], "at": at, "game": number, "order": What.RESULT.value}
    return told | {"team": team, "text": text}
