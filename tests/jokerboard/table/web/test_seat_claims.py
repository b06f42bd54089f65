"""The seats of devices: each device has one, and the table's own page may take any."""

from __future__ import annotations

from pathlib import Path

import pytest

from jokerboard.table.web.access import SEATS_FILE, SeatClaims
from jokerboard.web.errors import BadRequest

TABLE, ANNS, BOS = "a browser of the table", "ann's phone", "bo's phone"


@pytest.fixture
def seats() -> SeatClaims:
    seats = SeatClaims()
    seats.claim(ANNS, "A", "Ann")
    seats.claim(BOS, "B", "Bo")
    return seats


def test_a_device_that_is_refused_another_devices_seat_keeps_its_own(seats: SeatClaims) -> None:
    with pytest.raises(BadRequest, match="Ann plays on another device; leave the seat there, or take it"):
        seats.claim(BOS, "A", "Ann")
    assert (seats.of(ANNS), seats.of(BOS)) == ("A", "B")


def test_a_device_that_takes_another_seat_frees_its_old_one(seats: SeatClaims) -> None:
    seats.claim(ANNS, "C", "Cleo")
    seats.claim(BOS, "A", "Ann")
    assert (seats.of(ANNS), seats.of(BOS), seats.claimed("B")) == ("C", "A", False)


def test_the_tables_own_page_may_take_a_seat_from_a_device(seats: SeatClaims) -> None:
    seats.claim(TABLE, "A", "Ann", own=True)
    assert (seats.of(TABLE), seats.of(ANNS), seats.of(BOS)) == ("A", None, "B")
    seats.claim(TABLE, None)
    seats.claim(ANNS, "A", "Ann")
    assert seats.of(ANNS) == "A"


def test_claimed_seats_last_over_a_restart_but_not_into_another_game(tmp_path: Path) -> None:
    file = tmp_path / SEATS_FILE
    SeatClaims(file, lambda: "g1").claim(ANNS, "A", "Ann")
    assert SeatClaims(file, lambda: "g1").of(ANNS) == "A"
    assert ANNS not in file.read_text("utf-8")
    assert SeatClaims(file, lambda: "g2").taken == []
    file.write_text("{torn", "utf-8")
    assert SeatClaims(file, lambda: "g1").taken == []


def test_a_device_gets_its_own_or_the_first_free_seat_and_is_refused_if_all_are_taken(
    seats: SeatClaims,
) -> None:
    assert seats.first_free("cleo's phone", ["A", "B", "C"]) == "C"
    assert seats.first_free(ANNS, ["A", "B"]) == "A"
    with pytest.raises(BadRequest, match="Every seat"):
        seats.first_free("cleo's phone", ["A", "B"])


def test_a_rematch_moves_each_devices_claim_to_the_next_seat(seats: SeatClaims) -> None:
    seats.move_on(["A", "B", "C"])
    assert (seats.of(ANNS), seats.of(BOS), seats.taken) == ("B", "C", ["B", "C"])
    seats.clear()
    assert seats.taken == []
