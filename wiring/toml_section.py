"""Read typed values from a parsed TOML section, and collect all faults with their lines."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from typing import Any, NamedTuple

_SECTION = re.compile(r"\s*\[\[?\s*([A-Za-z_]+)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"\s*([A-Za-z0-9_-]+)\s*=")

Place = tuple[str, int, str]
"""A place in the file: name of the section ("" at the top), index among equal names, key ("" for none)."""


class Problem(NamedTuple):
    """A fault; `word` is the index of the faulty word in the value, None for the whole value."""

    place: Place
    sentence: str
    word: int | None = None


class Lines:
    """The line numbers of the sections and keys of one TOML text."""

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
        """The line number of `place`; with `word`, of the word with this index in the place's value."""
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


class Complaints:
    """The faults of one text, with their lines; `source` is the name of the file."""

    def __init__(self, source: str, lines: Lines) -> None:
        self._source, self._lines = source, lines
        self._found: list[tuple[int, str]] = []

    def add(self, place: Place, text: str, word: int | None = None) -> None:
        """Add a fault at `place`; `word` is the index of the faulty word in the value, None for all of it."""
        self._found.append((self._lines.of(place, word), text))

    @property
    def sentences(self) -> tuple[str, ...]:
        """All faults in the order of the lines, each as `SOURCE line N: what is wrong`."""
        found = dict.fromkeys(sorted(self._found, key=lambda each: each[0]))
        return tuple(f"{self._source} line {line}: {text}" for line, text in found)


class Section:
    """A table of the TOML file; a missing or wrong value is reported and replaced by a valid value."""

    def __init__(self, data: Any, name: str, index: int, complaints: Complaints) -> None:
        self._name, self._index, self._complaints = name, index, complaints
        if not isinstance(data, dict):
            self.complain("", f"{name} must be a section: a line [{name}], then one line for each setting")
            data = {}
        self._data: dict[str, Any] = data
        self._asked: set[str] = set()

    def drop(self, key: str, why: str) -> None:
        """If the section has the setting `key`, report that it is not allowed; `why` is the sentence."""
        if key in self._data:
            self._asked.add(key)
            self.complain(key, why)

    def place(self, key: str) -> Place:
        """The place of `key` in the file."""
        return self._name, self._index, key

    def complain(self, key: str, text: str, word: int | None = None) -> None:
        """Report a fault in the value of `key`."""
        self._complaints.add(self.place(key), text, word)

    def text(self, key: str, default: str | None = None) -> str:
        """The value of `key`, one line of text; a missing key is a fault if there is no default."""
        value = self._value(key, default, "a text in quotes")
        if isinstance(value, str) and len(value) <= 200 and (not value or value.isprintable()):
            return value
        self._wrong(key, value, "one line of text")
        return default or ""

    def choice(self, key: str, among: Iterable[str], default: str | None = None) -> str:
        """The value of `key`, which must be one of the words `among`."""
        words = tuple(among)
        value = self._value(key, default, f"one of {', '.join(words)}")
        if value in words and isinstance(value, str):
            return value
        self._wrong(key, value, f"one of {', '.join(words)}")
        return words[0]

    def number(self, key: str, low: float, high: float, default: float | None = None) -> float:
        """The value of `key`, a number from `low` to `high`."""
        what = f"a number from {low:g} to {high:g}"
        value = self._value(key, default, what)
        if isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high:
            return float(value)
        self._wrong(key, value, what)
        return low

    def whole(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """The value of `key`, a whole number from `low` to `high`."""
        what = f"a whole number from {low} to {high}"
        value = self._value(key, default, what)
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        self._wrong(key, value, what)
        return low

    def optional_whole(self, key: str, low: int, high: int) -> int | None:
        """The value of `key`, a whole number from `low` to `high`; None if the key is missing."""
        self._asked.add(key)
        return self.whole(key, low, high) if key in self._data else None

    def flag(self, key: str, default: bool) -> bool:
        """The value of `key`, true or false."""
        value = self._value(key, default, "true or false")
        if isinstance(value, bool):
            return value
        self._wrong(key, value, "true or false")
        return default

    def words(self, key: str, default: str | None = None) -> tuple[str, ...]:
        """The words in the value of `key`, a text of one or more lines."""
        value = self._value(key, default, "a text of words")
        if isinstance(value, str):
            return tuple(value.split())
        self._wrong(key, value, "a text of words")
        return ()

    def list_of_words(self, key: str) -> tuple[str, ...]:
        """The value of `key`, a list of texts; empty if the key is missing."""
        what = 'a list of words, as ["B", "D"]'
        value = self._value(key, [], what)
        if isinstance(value, list) and all(isinstance(word, str) for word in value):
            return tuple(value)
        self._wrong(key, value, what)
        return ()

    def finish(self) -> None:
        """Report every key of the section that was not read."""
        for key in self._data.keys() - self._asked:
            known = ", ".join(sorted(self._asked))
            self.complain(
                key, f"{key!r} is no setting of {self._name or 'a board'}; its settings are {known}"
            )

    def _value(self, key: str, default: object, what: str) -> object:
        self._asked.add(key)
        if key in self._data:
            return self._data[key]
        if default is None:
            self.complain(key, f"{key} is missing; it is {what}")
            return math.nan  # `_wrong` does not report this value again.
        return default

    def _wrong(self, key: str, value: object, what: str) -> None:
        if value is not math.nan:
            self.complain(key, f"{key} is {what}, not {_shown(value)}")


def _shown(value: object) -> str:
    if isinstance(value, int) and abs(value) > 10**18:
        return "a number that long"
    return repr(str(value)[:40])
