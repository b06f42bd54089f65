"""The cards that count as laid for later turns after a director's decision."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from engine.referee.policy.put_in_force import _still_to_come

LATER = ((2, "7H"),)


@pytest.mark.parametrize(
    ("mode", "card", "seat", "number", "expected"),
    [
        ("seat", "5D", 1, 3, ((1, "5D"), *LATER)),
        ("table", "5D", 1, 3, ((None, "5D"), *LATER)),
        ("seat", "5D", 1, 4, LATER),
        ("seat", None, 1, 3, LATER),
        ("seat", "5D", 0, 3, LATER),
        ("seat", "5D", 1, None, ()),
    ],
)
def test_a_card_of_a_later_seat_is_kept_for_its_turn(
    mode: str, card: str | None, seat: int, number: int | None, expected: object
) -> None:
    record: Any = SimpleNamespace(readers=SimpleNamespace(mode=mode))
    best: Any = SimpleNamespace(turn=SimpleNamespace(card=card, number=3, seat=seat), waiting=LATER)
    turn: Any = SimpleNamespace(seat=0)
    assert _still_to_come(record, best, turn, number) == expected
