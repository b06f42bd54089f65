"""Faults of a table's computer, by name, as sentences; faults of its board are verdicts.

The page shows them, and the board's corners flash orange. The name decides whether a fault ends by itself or
by a press of `ok`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from hardware.ports import DeviceTrouble
from jokerboard.words.catalogue import words

DISK, SLOW = "disk", "slow disk"
"""The names of two faults: the disk refuses, or is slow."""

_LASTING = (DISK, SLOW)
"""Faults that end by themselves; every other fault ends when somebody presses `ok`."""


class Troubles(Mapping[str, str]):
    """The present faults by name, as sentences."""

    def __init__(self) -> None:
        self._present: dict[str, str] = {}
        self._listeners: list[Callable[[], None]] = []

    def __getitem__(self, what: str) -> str:
        return self._present[what]

    def __iter__(self) -> Iterator[str]:
        return iter(self._present)

    def __len__(self) -> int:
        return len(self._present)

    @property
    def waiting(self) -> str | None:
        """The reason why plays wait for the disk; None if they do not."""
        return next((self._present[what] for what in _LASTING if what in self._present), None)

    def report(self, what: str, text: str | None) -> None:
        """Report the fault named `what` as the sentence `text`, or its end (None)."""
        if self._present.get(what) == text:
            return
        if text is None:
            del self._present[what]
        else:
            self._present[what] = text
        for changed in tuple(self._listeners):
            changed()

    def seen(self) -> None:
        """End every fault that does not end by itself, because somebody pressed `ok`."""
        for what in [what for what in self._present if what not in _LASTING]:
            self.report(what, None)

    def listen(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` after every change; the returned function ends the calls."""
        self._listeners.append(changed)
        return lambda: self._listeners.remove(changed)


def trouble_text(trouble: DeviceTrouble) -> str:
    """The sentence for a device's trouble; if changes were missed, with its effect on the open turn."""
    return words("device.missed" if trouble.missed else "device.trouble", text=trouble.text)
