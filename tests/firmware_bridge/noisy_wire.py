"""Noisy wires for tests and benchmarks: bytes corrupted, dropped and duplicated at a given rate."""

from __future__ import annotations

import random
from collections import deque


class NoisyWire:
    """Carries bytes in one direction with a delay.

    Each byte is corrupted, dropped or duplicated with the probability `rate`, each kind equally often. Equal
    random numbers `chance` give equal noise.
    """

    def __init__(self, rate: float, chance: random.Random, delay: float = 0.001) -> None:
        self.rate = rate
        self.delay = delay
        self.broken = False
        self.carried = 0
        self.harmed = 0
        self._chance = chance
        self._on_the_way: deque[tuple[float, bytes]] = deque()

    def put(self, data: bytes, now: float) -> None:
        """Send bytes at the time `now`."""
        if data:
            self.carried += len(data)
            if not self.broken:
                self._on_the_way.append((now + self.delay, self._harm(data)))

    def take(self, now: float) -> bytes:
        """The bytes that have arrived by the time `now` since the previous call."""
        out = bytearray()
        while self._on_the_way and self._on_the_way[0][0] <= now:
            out += self._on_the_way.popleft()[1]
        return bytes(out)

    def cut(self) -> None:
        """Drop the bytes that have not arrived yet."""
        self._on_the_way.clear()

    def _harm(self, data: bytes) -> bytes:
        if not self.rate:
            return data
        out = bytearray()
        for byte in data:
            if self._chance.random() >= self.rate:
                out.append(byte)
                continue
            self.harmed += 1
            kind = self._chance.randrange(3)
            if kind == 0:
                out.append(byte ^ self._chance.randrange(1, 256))
            elif kind == 1:
                out += bytes((byte, byte))
        return bytes(out)
