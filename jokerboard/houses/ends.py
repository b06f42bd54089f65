"""Ends without a winning play: a side gives up, a referee sets the result, or the game is abandoned.

The host decides them. A guest keeps reporting the end that its people want until the host has answered. If
all players of the losing side sit at that guest's board, the host accepts the end at once; otherwise the
host's own people are asked. Each update of the host has its decision.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from jokerboard.host.outside_text import shown
from jokerboard.houses.changes import Json, fields_of
from jokerboard.houses.errors import MessageError

_SEATS: Final = re.compile(r"[A-H]{0,8}")
_ID: Final = re.compile(r"[0-9a-f]{0,32}")


@dataclass(frozen=True, slots=True)
class End:
    """An end: the letters of the seats that win; empty for a draw, None if the game is abandoned.

    `by` and `text`: who decided on the end, and their words; `id` distinguishes one wish from another.
    """

    winners: str | None
    by: str = ""
    text: str = ""
    id: str = ""

    def to_json(self) -> Json:
        """The end as JSON, in the form of the messages."""
        return fields_of(self)

    @classmethod
    def parse(cls, data: object) -> End:
        """Read an end from a JSON object; raise MessageError for any other value."""
        fields: Mapping[str, Any] = data if isinstance(data, dict) else {"winners": 0}
        winners, wish = fields.get("winners"), fields.get("id", "")
        good = winners is None or (isinstance(winners, str) and _SEATS.fullmatch(winners))
        if not good or not isinstance(wish, str) or not _ID.fullmatch(wish):
            raise MessageError("the end of the game has an unknown form")
        return cls(
            winners, shown(str(fields.get("by", "")), 100), shown(str(fields.get("text", "")), 200), wish
        )


@dataclass(slots=True)
class EndWishes:
    """The ends that the guests of one game ask the host for, and the host's answers."""

    teams: Sequence[str]
    """The letters of the seats of each side."""
    seats: Mapping[str, frozenset[str]]
    """For each house, the letters of its seats."""
    finish: Callable[[End], None]
    open: tuple[str, End] | None = None
    """The house that asks, and the end about which the host's people are asked; None without an open wish."""
    answered: dict[str, str] = field(default_factory=dict)
    """For each house, the id of its wish for an end that was answered last."""

    def take(self, house: str, wish: End | None) -> None:
        """Take a guest's present wish, if it has one; raise MessageError if it is not allowed."""
        if wish is None or wish.id == self.answered.get(house):
            if self.open is not None and self.open[0] == house:
                self.open = None
        elif wish.winners is None:
            self.open = house, wish
        else:
            self._give_up(house, wish)

    def answer(self, yes: bool) -> None:
        """Take the answer of the host's people to a guest's open wish for an end."""
        if self.open is not None:
            house, wish = self.open
            self._close(house, wish, yes)

    def _give_up(self, house: str, wish: End) -> None:
        losing = [team for team in self.teams if set(team) & self.seats[house]]
        losing = [team for team in losing if wish.winners in set(self.teams) - {team}]
        if len(self.teams) != 2 or not losing:
            raise MessageError("the other board gives up for a side at which none of its players sits")
        if set(losing[0]) <= self.seats[house]:
            self._close(house, wish, True)
        else:
            self.open = house, wish

    def _close(self, house: str, wish: End, yes: bool) -> None:
        self.open, self.answered[house] = None, wish.id
        if yes:
            self.finish(wish)
