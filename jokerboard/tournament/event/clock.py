"""The clock of a round: its remaining time. The functions get the present time as an argument."""

from __future__ import annotations

from jokerboard.tournament.event.model import Round, Settings
from jokerboard.words.catalogue import words


def seconds_left(settings: Settings, here: Round, now: float) -> float | None:
    """Seconds until the round's time is up, negative afterwards; None if the rounds have no clock.

    Before the start it is the round's whole time. It stands still during a pause and after time was called.
    """
    if settings.minutes == 0:
        return None
    whole = settings.minutes * 60.0 + here.extra
    if here.started is None:
        return whole
    until = now
    if here.timed_out is not None:
        until = here.timed_out
    if here.paused_at is not None:
        until = min(until, here.paused_at)
    return whole - max(0.0, until - here.started - here.stopped)


def told(seconds: float | None) -> str:
    """The remaining time as text: `47:05 left`, `1:02:00 left`, `over by 3:10`."""
    if seconds is None:
        return words("clock.none")
    whole = int(seconds) if seconds >= 0 else -int(-seconds)
    minutes, rest = divmod(abs(whole), 60)
    hours, minutes = divmod(minutes, 60)
    text = f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
    return words("clock.over", by=text) if whole < 0 else words("clock.left", left=text)
