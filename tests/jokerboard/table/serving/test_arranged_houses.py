"""The other boards that the command line names are invited or joined, unless they are already."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from jokerboard.table.serving.opening import HousesWanted, _arrange


class Houses:
    """The houses of a table with a host and with guests; it records what it is asked to do."""

    def __init__(self, host: tuple[str, str] | None, guests: dict[str, tuple[str, str]]) -> None:
        self.calls: list[tuple[str, ...]] = []
        self.invitations = SimpleNamespace(
            host=None if host is None else SimpleNamespace(code=host[0], via=host[1]),
            guests=[SimpleNamespace(seats=seats, via=via) for seats, via in guests.values()],
            houses=list(guests),
        )

    def join(self, code: Any, via: str) -> None:
        self.calls.append(("join", code.text(), via))

    def withdraw(self, house: str) -> None:
        self.calls.append(("withdraw", house))

    def invite(self, seats: str, via: str) -> None:
        self.calls.append(("invite", seats, via))


CODE: Any = SimpleNamespace(text=lambda: "oak-elm")
THERE = {"guest-1": ("BD", "direct://pi")}
JOIN = [("join", "oak-elm", "direct://pi")]
AGAIN = [("withdraw", "guest-1"), ("invite", "BD", "direct://pi")]


@pytest.mark.parametrize(
    ("host", "guests", "wanted", "calls"),
    [
        (None, {}, HousesWanted((), CODE, "direct://pi"), JOIN),
        (("oak-elm", "direct://pi"), {}, HousesWanted((), CODE, "direct://pi"), []),
        (("ash-elm", "direct://pi"), {}, HousesWanted((), CODE, "direct://pi"), JOIN),
        (("oak-elm", "mqtt://x"), {}, HousesWanted((), CODE, "direct://pi"), JOIN),
        (None, {}, HousesWanted(("BD",), None, "direct://pi"), [("invite", "BD", "direct://pi")]),
        (None, THERE, HousesWanted(("BD",), None, "direct://pi"), []),
        (None, THERE, HousesWanted(("BD",), None, "direct://pi", new_code=True), AGAIN),
        (None, THERE, HousesWanted(("B",), None, "direct://pi"), [AGAIN[0], ("invite", "B", "direct://pi")]),
    ],
)  # fmt: skip
def test_only_boards_that_are_not_yet_arranged_are_invited_or_joined(
    host: tuple[str, str] | None,
    guests: dict[str, tuple[str, str]],
    wanted: HousesWanted,
    calls: list[tuple[str, ...]],
) -> None:
    houses: Any = Houses(host, guests)
    _arrange(houses, wanted)
    assert houses.calls == calls
