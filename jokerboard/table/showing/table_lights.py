"""The lights of a table, with the marbles and the card that its page shows at the same time.

While a play is not on the disk yet, only lights that mirror the board change (`_MIRROR`); everything else
stays as at the last announcement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from engine.geometry import Board, Hole, Seat
from engine.referee.lights import Light
from engine.referee.machine import Referee
from engine.referee.verdicts import Owed
from hardware.clock import Clock
from hardware.ports import DeviceState, LightStrip
from jokerboard.table.showing.outputs import StripUpdates

_MIRROR = ("illegal", "put-back", "fault", "choose")
"""Roles of lights that mirror the board and never wait for the disk."""


_MENDING = ("illegal", "put-back")
_MAY_BE_PLAYED = ("turn", "movable", "target")
"""Roles of lights that the lights of a machine or a hint replace."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The referee's state without its verdicts, as of the last announcement."""

    marbles: Mapping[Hole, Seat]
    owing: tuple[Owed, ...]
    card: str | None
    lights: Mapping[Hole, Light]
    offered: bool = False
    """Whether a new game is offered."""


class TableLights:
    """The lights of one board; `shown` is the state that they show."""

    def __init__(
        self, clock: Clock, board: Board, strip: LightStrip, tell: Callable[[DeviceState], None]
    ) -> None:
        """`tell` is called with a DeviceState when the strip is lost and when it is back."""
        self._board = board
        self._lights = StripUpdates(clock, strip, tell)
        self._of_game: Mapping[Hole, Light] = {}
        self.shown = Shown({}, (), None, {})

    def show(
        self,
        referee: Referee,
        *,
        holds: bool,
        trouble: bool,
        asks: Iterable[Hole],
        instead: Mapping[Hole, Light] | None = None,
        added: Mapping[Hole, Light] | None = None,
    ) -> bool:
        """Show the referee's state; return whether it has changed.

        `holds`: a play of that state is not on the disk yet. `trouble`: the computer has a fault, which the
        corners show. `asks`: the holes of the menu's question. `instead`: the lights of a stopped game.
        `added`: the lights of a machine's request or a hint, which replace those of all possible plays.
        """
        lights = _with_added(referee.lights if instead is None else instead, added or {})
        if holds:
            lights = {hole: light for hole, light in lights.items() if light.role in _MIRROR}
            rest = {h: light for h, light in self._of_game.items() if light.role not in _MIRROR}
            shown = replace(self.shown, lights=rest | lights)
        else:
            card = None if referee.card is None else str(referee.card)
            shown = Shown(dict(referee.marbles), tuple(referee.owing), card, lights, referee.offered)
        self._of_game = shown.lights
        extra = corners(self._board) if trouble else {}
        asked = {hole: Light("choose") for hole in asks}
        shown = replace(shown, lights={**extra, **shown.lights, **asked})
        if shown == self.shown:
            return False
        self.shown = shown
        self._lights.show(shown.lights)
        return True

    def again(self) -> None:
        """Send the unchanged colours again, because the LEDs may have lost them."""
        self._lights.again()

    def close(self) -> None:
        """Send nothing to the strip any more."""
        self._lights.close()


def _with_added(lights: Mapping[Hole, Light], added: Mapping[Hole, Light]) -> dict[Hole, Light]:
    """The lights with `added` in place of possible plays; unchanged while people correct something."""
    if not added or any(light.role in _MENDING for light in lights.values()):
        return dict(lights)
    under = {hole: light for hole, light in lights.items() if light.role == "turn"}
    above = {hole: light for hole, light in lights.items() if light.role not in _MAY_BE_PLAYED}
    return {**under, **added, **above}


def corners(board: Board, role: str = "fault") -> dict[Hole, Light]:
    """The corner holes lit in a role, as a message about the whole board."""
    side = board.ring // board.sides
    return {corner: Light(role) for corner in range(0, board.ring, side)}


def standing(board: Board, winners: tuple[Seat, ...] | None) -> dict[Hole, Light]:
    """The lights of a stopped game: the winners' lanes, or white corners while it is paused (None)."""
    if winners is None:
        return corners(board, "turn")
    return {hole: Light("win", seat) for seat in winners for hole in board.lane(seat)}
