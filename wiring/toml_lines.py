"""Find where a TOML text sets something: the line of a section, of a key, of a word in a value.

It expects the simple layout of descriptions (a key begins its line, lists of holes are words) and a text that
the TOML parser accepted. If a place is not found, the result is the nearest line.
"""

from __future__ import annotations

import re

_SECTION = re.compile(r"\s*\[\[?\s*([A-Za-z_]+)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"\s*([A-Za-z0-9_-]+)\s*=")

Place = tuple[str, int, str]
"""A section ("" for the top), its number among equal sections, and a key ("" for the section's line)."""

Problem = tuple[Place, str, int | None]
"""A fault in the text: the place, a sentence, and the index of the word in the value (None: all of it)."""


class Lines:
    """The places in one text."""

    def __init__(self, text: str) -> None:
        self._text = text.splitlines()
        self._at: dict[Place, int] = {("", 0, ""): 1}
        section, index, quoted = "", 0, False
        seen: dict[str, int] = {}
        for number, line in enumerate(self._text, 1):
            if not quoted:
                if found := _SECTION.match(line):
                    section = found[1]
                    index = seen.get(section, 0)
                    seen[section] = index + 1
                    self._at[section, index, ""] = number
                elif found := _KEY.match(line):
                    self._at[section, index, found[1]] = number
            quoted ^= bool(line.count('"""') % 2)

    def of(self, place: Place, word: int | None = None) -> int:
        """The line of `place`; with `word`, the line of the word with that index in its value."""
        section, index, key = place
        line = self._at.get(place) or self._at.get((section, index, "")) or 1
        if word is None or (section, index, key) not in self._at:
            return line
        for number in range(line, len(self._text) + 1):
            text = self._text[number - 1]
            words = len((text.partition("=")[2] if number == line else text).replace('"', " ").split())
            if word < words:
                return number
            word -= words
        return line
