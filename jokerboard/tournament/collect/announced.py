"""A table's announcement: the contents of its own key in Redis (`keys.table`)."""

from __future__ import annotations

import json
from dataclasses import dataclass

from jokerboard.host.outside_text import accepted, is_accepted, shown
from jokerboard.journal.orders import LONGEST_NAME
from jokerboard.tournament import keys


@dataclass(frozen=True, slots=True)
class Announced:
    """A table's announcement; `title` is its name for people."""

    name: str
    journal: str
    generation: int
    stream: str
    title: str

    @classmethod
    def parse(cls, name: str, raw: bytes | None) -> Announced | None:
        """The announcement of the table `name`; None if the value is not an announcement."""
        try:
            data = json.loads(raw or b"")
            journal, generation, stream = data["journal"], data["generation"], data["stream"]
            title = data.get("name")
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return None
        fits = (
            isinstance(journal, str) and len(journal) == 16 and is_accepted(journal, 16)
            and type(generation) is int and 0 < generation <= keys.MOST_GENERATION
            and stream == keys.log(name, generation)
        )  # fmt: skip
        return cls(name, journal, generation, stream, shown(title, LONGEST_NAME) or name) if fits else None


def table_name(raw: bytes) -> str | None:
    """A table's name as Redis has it; None if it is not a possible name."""
    try:
        name = raw.decode()
    except UnicodeDecodeError:
        return None
    # A colon would end the name early in the keys of Redis.
    fits = is_accepted(name, LONGEST_NAME) and accepted(name, LONGEST_NAME) == name
    return name if fits and ":" not in name else None
