"""What a table shows besides its sentences: lights, marbles, debts, the laid card; on the strip and the page.

While a play is on its way to the disk only what mirrors the board changes (`_MIRROR`): the rest is as it was
when something was last announced.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from engine.geometry import Board, Hole, Seat
from hardware.clock import Clock
from hardware.ports import DeviceState, LightStrip
from referee.lights import Light
from referee.machine import Referee
from referee.verdicts import Owed
from service.showing.strip_updates import StripUpdates

_MIRROR = ("illegal", "put-back", "fault", "choose")
"""Roles of lights that mirror the board and never wait for the disk."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What the table shows of the referee besides its verdicts, as of the last announcement."""

    marbles: Mapping[Hole, Seat]
    owing: tuple[Owed, ...]
    card: str | None
    lights: Mapping[Hole, Light]


class TableLights:
    """One board's lights, and what they go by: `shown`."""

    def __init__(
        self, clock: Clock, board: Board, strip: LightStrip, tell: Callable[[DeviceState], None]
    ) -> None:
        """`tell` hears when the strip is lost and when it is back."""
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
    ) -> bool:
        """Show what the referee has now; whether that is anything new.

        `holds`: a play of it is not kept yet. `trouble`: the machine is in trouble, which the corners say.
        `asks`: holes by which the table itself asks something. `instead`: lights of a game that stands still.
        """
        lights = dict(referee.lights if instead is None else instead)
        if holds:
            lights = {hole: light for hole, light in lights.items() if light.role in _MIRROR}
            rest = {h: light for h, light in self._of_game.items() if light.role not in _MIRROR}
            shown = replace(self.shown, lights=rest | lights)
        else:
            card = None if referee.card is None else str(referee.card)
            shown = Shown(dict(referee.marbles), tuple(referee.owing), card, lights)
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
        """Send the picture anew: the LEDs may have forgotten it."""
        self._lights.again()

    def close(self) -> None:
        """No more pictures."""
        self._lights.close()


def corners(board: Board, role: str = "fault") -> dict[Hole, Light]:
    """How the LEDs say something of the whole board: its corners."""
    side = board.ring // board.sides
    return {corner: Light(role) for corner in range(0, board.ring, side)}


def standing(board: Board, winners: tuple[Seat, ...] | None) -> dict[Hole, Light]:
    """A game that stands still: its winners' lanes; while it is paused (None), white corners."""
    if winners is None:
        return corners(board, "turn")
    return {hole: Light("win", seat) for seat in winners for hole in board.lane(seat)}
