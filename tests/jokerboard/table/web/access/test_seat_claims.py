"""The seats of devices: one each, and the table's own page takes any."""

from __future__ import annotations

import pytest

from jokerboard.table.web.access.seat_claims import SeatClaims
from jokerboard.web.errors import BadRequest

TABLE, ANNS, BOS = "", "ann's phone", "bo's phone"


@pytest.fixture
def seats() -> SeatClaims:
    seats = SeatClaims()
    seats.claim(ANNS, "A", "Ann")
    seats.claim(BOS, "B", "Bo")
    return seats


def test_a_device_that_is_refused_a_seat_keeps_its_own(seats: SeatClaims) -> None:
    with pytest.raises(BadRequest, match="Ann plays on another device; leave the seat there, or take it"):
        seats.claim(BOS, "A", "Ann")
    assert (seats.of(ANNS), seats.of(BOS)) == ("A", "B")


def test_a_device_that_moves_on_leaves_its_seat_free(seats: SeatClaims) -> None:
    seats.claim(ANNS, "C", "Cleo")
    seats.claim(BOS, "A", "Ann")
    assert (seats.of(ANNS), seats.of(BOS), seats.claimed("B")) == ("C", "A", False)


def test_the_tables_own_page_takes_the_seat_of_a_phone_without_power(seats: SeatClaims) -> None:
    seats.claim(TABLE, "A", "Ann")
    assert (seats.of(TABLE), seats.of(ANNS), seats.of(BOS)) == ("A", None, "B")
    seats.claim(TABLE, None)
    seats.claim(ANNS, "A", "Ann")
    assert seats.of(ANNS) == "A"
