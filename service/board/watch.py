"""Looks at an empty board for a while, and says which sensors are stuck, restless or lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hardware.ports import DeviceState, HardwareEvent, SensorEdge
from service.board.description import Description
from service.board.machine import Finding

RESTLESS = 3
"""Edges of one channel while nobody touches the board."""


class Watch:
    """What the sensors said; `heard` is their sink."""

    def __init__(self, board: Description, levels: tuple[bool, ...]) -> None:
        """`levels`: of the empty board, at the beginning."""
        self._board = board
        self._levels = list(levels)
        self._edges: Counter[int] = Counter()
        self._lost: list[str] = []

    def heard(self, event: HardwareEvent) -> None:
        """Something from the sensors."""
        if isinstance(event, SensorEdge):
            self._levels[event.channel] = event.on
            self._edges[event.channel] += 1
        elif isinstance(event, DeviceState) and not event.ok:
            self._lost.append(event.text)

    def findings(self) -> Iterator[Finding]:
        """What is wrong, by channel."""
        for text in dict.fromkeys(self._lost):
            yield Finding(text, "until then nothing else can be said of the sensors")
        for channel, on in enumerate(self._levels):
            name = self._name(channel)
            if self._edges[channel] >= RESTLESS:
                yield Finding(
                    f"{name} is restless ({self._edges[channel]} changes)",
                    "look for a loose wire or a missing pull-up, and a magnet or a motor nearby",
                )
            elif on:
                yield Finding(
                    f"{name} says a marble is there",
                    "lift it if one is; else its signal wire touches ground, or its sensor is broken: "
                    "change it, then jokerboard setup --redo",
                )

    def _name(self, channel: int) -> str:
        hole = self._board.channels[channel]
        where = "no hole" if hole is None else self._board.names.name(hole)
        return f"the sensor of {where} (channel {channel})"
