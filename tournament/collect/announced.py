"""A table as the Redis's list of tables announces it."""

from __future__ import annotations

import json
from dataclasses import dataclass

from host.outside_text import accepted, is_accepted, shown
from tournament import keys

LONGEST_TITLE = 60


@dataclass(frozen=True, slots=True)
class Announced:
    """A table as `jokerboard:tables` announces it; `title` is what people call it."""

    name: str
    journal: str
    generation: int
    stream: str
    title: str

    @classmethod
    def parse(cls, told: tuple[bytes, bytes]) -> Announced | None:
        """A field of `jokerboard:tables`, its name and its value; None for what announces no table."""
        try:
            name, data = told[0].decode(), json.loads(told[1])
            journal, generation, stream = data["journal"], data["generation"], data["stream"]
            title = data.get("name")
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return None
        fits = (
            is_accepted(name, LONGEST_TITLE) and accepted(name, LONGEST_TITLE) == name
            and isinstance(journal, str) and len(journal) == 16
            and type(generation) is int and 0 < generation < 1 << 31
            and stream == keys.log(name, generation)
        )  # fmt: skip
        return cls(name, journal, generation, stream, shown(title, LONGEST_TITLE) or name) if fits else None
