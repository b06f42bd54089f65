"""Where in a TOML text something was set: the line of a section, of a key, of a word within its value.

It follows the simple layout that descriptions have (a key begins its line, lists of holes are words), and is
only asked about texts that the TOML parser took. For anything that cannot be found the answer is the nearest
line.
"""

from __future__ import annotations

import re

_SECTION = re.compile(r"\s*\[\[?\s*([A-Za-z_]+)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"\s*([A-Za-z0-9_-]+)\s*=")

Place = tuple[str, int, str]
"""Section ("" for the top), which one of that name, key ("" for the section's own line)."""

Problem = tuple[Place, str, int | None]
"""A fault in the text: the place, a sentence, and which word of the value, if it is one."""


class Lines:
    """The places of one text."""

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
        """The line of `place`; with `word`, that of the so-manieth word of its value."""
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
