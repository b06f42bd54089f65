"""Scripts on a clock: the actions of people in sequence, with pauses and waits.

A script is a generator. It yields `Pause(seconds)` to wait, or `Until(condition, within)` to wait for a
condition; the `yield` then returns whether the condition became true in time.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import TypeAlias

from hardware.clock import Clock, Handle


@dataclass(frozen=True, slots=True)
class Pause:
    """Do nothing for some seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Until:
    """Wait until `so()` is true, but at most `within` seconds (None: without a limit)."""

    so: Callable[[], bool]
    within: float | None = None


Wait: TypeAlias = Pause | Until
Script: TypeAlias = Generator[Wait, bool, None]


class Runner:
    """Runs one script; a change that the script may wait for is reported by `notice`."""

    def __init__(self, clock: Clock, script: Script) -> None:
        self._clock = clock
        self._script: Script | None = script
        self._waiting: Until | None = None
        self._timer: Handle | None = None
        self._noticing: Handle | None = None

    def start(self) -> None:
        """Run the script, from the next turn of the clock's loop on."""
        self._timer = self._clock.call_at(self._clock.now(), lambda: self._go(None))

    def notice(self) -> None:
        """Check the awaited condition soon, after the present event has been handled."""
        if self._waiting is not None and self._noticing is None:
            self._noticing = self._clock.call_at(self._clock.now(), self._look)

    def close(self) -> None:
        """Stop the script wherever it is."""
        for handle in (self._timer, self._noticing):
            if handle is not None:
                handle.cancel()
        if self._script is not None:
            self._script.close()
        self._script = self._waiting = self._timer = self._noticing = None

    def _look(self) -> None:
        self._noticing = None
        if self._waiting is not None and self._waiting.so():
            self._go(True)

    def _go(self, answer: bool | None) -> None:
        """Run the script up to its next wait whose condition is not true already."""
        self._waiting = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        while self._script is not None:
            try:
                wait = next(self._script) if answer is None else self._script.send(answer)
            except StopIteration:
                self._script = None
                return
            if isinstance(wait, Until) and wait.so():
                answer = True
                continue
            self._wait(wait)
            return

    def _wait(self, wait: Wait) -> None:
        now = self._clock.now()
        if isinstance(wait, Pause):
            self._timer = self._clock.call_at(now + wait.seconds, lambda: self._go(True))
            return
        self._waiting = wait
        if wait.within is not None:
            self._timer = self._clock.call_at(now + wait.within, lambda: self._go(False))
