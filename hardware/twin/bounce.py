"""Contact bounce: what a sensor says in the first milliseconds after a marble came or went."""

from __future__ import annotations

from random import Random


class Bounce:
    """Seeded chatter. Uses only `Random.random`, whose values are the same in every Python."""

    def __init__(self, seed: int = 0, within: float = 0.006, most: int = 5) -> None:
        """`within`: the chatter ends this many seconds after its cause; `most`: edges of one cause."""
        self._random = Random(seed)
        self.within = within
        self.most = most

    def edges(self, level: bool, final: bool) -> tuple[tuple[float, bool], ...]:
        """(delay in seconds, level) of each edge from `level` to `final`: alternating, ending right.

        One edge is likeliest; an even number, often none, when the level is right already.
        """
        toggles = 1 if level != final else 0
        while toggles + 2 <= self.most and self._random.random() < 0.5:
            toggles += 2
        delays = sorted(self._random.random() * self.within for _ in range(toggles))
        return tuple((delay, final ^ bool((toggles - 1 - i) % 2)) for i, delay in enumerate(delays))
