"""The sounds of the buzzer: a card was read, something is illegal, somebody has won."""

from __future__ import annotations

from collections.abc import Callable

from engine.referee.verdicts import Illegal, Over, Verdict
from hardware.clock import Clock
from hardware.errors import HardwareError
from hardware.ports import DeviceState, Sounder, Tune
from jokerboard.words.catalogue import words

DEVICE = "buzzer"

CARD: Tune = ((1760, 0.06),)
ILLEGAL: Tune = ((330, 0.15), (0, 0.08), (330, 0.15))
WIN: Tune = ((523, 0.15), (659, 0.15), (784, 0.15), (1047, 0.35), (0, 0.05), (784, 0.15), (1047, 0.6))


class Sounds:
    """The buzzer of one table; silent if the table has none."""

    def __init__(self, clock: Clock, sounder: Sounder | None, tell: Callable[[DeviceState], None]) -> None:
        """`tell` gets a DeviceState, after the present call, when the buzzer is lost or found again."""
        self._clock, self._sounder, self._tell = clock, sounder, tell
        self._lost = False

    def card_read(self) -> None:
        """Sound that a known card was laid on a reader."""
        self._play(CARD)

    def said(self, verdict: Verdict) -> None:
        """Play the sound of an announced verdict, if it has one."""
        match verdict:
            case Illegal():
                self._play(ILLEGAL)
            case Over(team=team) if team:
                self._play(WIN)
            case _:
                pass

    def _play(self, tune: Tune) -> None:
        if self._sounder is None:
            return
        try:
            self._sounder.play(tune)
        except HardwareError as error:
            self._say(ok=False, text=str(error))
        else:
            self._say(ok=True, text=words("device.sounds"))

    def _say(self, *, ok: bool, text: str) -> None:
        if self._lost is ok:
            self._lost = not ok
            now = self._clock.now()
            self._clock.call_at(now, lambda: self._tell(DeviceState(now, DEVICE, ok, text)))
