"""What is wrong with a table's machine, by name, as sentences; what is wrong with its board has verdicts.

People see it on the page and as orange flashes in the board's corners, until it ends by itself or until
somebody presses ok: each trouble's name decides which.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

DISK, SLOW = "disk", "slow disk"
"""The disk refuses; the disk takes long."""

_LASTING = (DISK, SLOW)
"""These end when they end; all others when somebody presses ok."""


class Troubles(Mapping[str, str]):
    """The troubles there are."""

    def __init__(self) -> None:
        self._told: dict[str, str] = {}
        self._listeners: list[Callable[[], None]] = []

    def __getitem__(self, what: str) -> str:
        return self._told[what]

    def __iter__(self) -> Iterator[str]:
        return iter(self._told)

    def __len__(self) -> int:
        return len(self._told)

    @property
    def waiting(self) -> str | None:
        """Why plays wait for the disk, if they do."""
        return next((self._told[what] for what in _LASTING if what in self._told), None)

    def say(self, what: str, text: str | None) -> None:
        """This is in trouble, as the sentence says, or is no longer (None)."""
        if self._told.get(what) == text:
            return
        if text is None:
            del self._told[what]
        else:
            self._told[what] = text
        for changed in tuple(self._listeners):
            changed()

    def seen(self) -> None:
        """Somebody pressed ok: what is over, or cannot be helped, need not be said any longer."""
        for what in [what for what in self._told if what not in _LASTING]:
            self.say(what, None)

    def listen(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` after every change; the answer ends that."""
        self._listeners.append(changed)
        return lambda: self._listeners.remove(changed)
