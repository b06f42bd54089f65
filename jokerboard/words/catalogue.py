"""Messages by code in a requested language; each language has a folder of files.

`NAME/*.ftl` are in Project Fluent's form. A code is an identifier of it, with dots where people read it more
easily in the program: `deal.laid` is the message `deal-laid`. A message that a language does not have is the
English one. `service.ftl`, for operators and programs, and the files for a tournament's directors, `desk.ftl`
and `desk-page.ftl`, exist in English alone.

Some codes are no messages: `capital` and `sentence` change their text, `list-and` and `list-or` join several,
and a `seat` is replaced by its player's name if there is one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from engine.text import Text, coded

__all__ = [
    "ENGLISH", "LANGUAGES", "Catalogue", "Text", "catalogue", "coded", "listed", "messages", "page_messages",
    "words",
]  # fmt: skip

if TYPE_CHECKING:
    from fluent.runtime import FluentBundle

FOLDER: Final = Path(__file__).parent
ENGLISH: Final = "en"
LANGUAGES: Final[Mapping[str, str]] = {
    "en": "English",
    "de": "Deutsch",
    "es": "Español",
    "fr": "Français",
    "nl": "Nederlands",
}
"""Each language's tag, and its name in that language."""
FOR_PAGES: Final = ("page.ftl", "play.ftl", "rules.ftl", "table.ftl")
"""The files that pages read; the others are for Python alone."""
_MESSAGE: Final = re.compile(r"^([a-z][\w-]*) =.*(?:\n(?:[ \t].*|\}.*|(?=\n[ \t])))*", re.M)
_REFERENCE: Final = re.compile(r"\{ ([a-z][\w-]*) \}")

Names = Mapping[str, str]
"""Players' names by the letters of their seats."""


def messages(language: str, files: Sequence[str] = FOR_PAGES) -> dict[str, str]:
    """The messages of a language's files as they are written, by identifier; English where one is missing."""
    found: dict[str, str] = {}
    for tag in (ENGLISH, language):
        for name in files:
            path = FOLDER / tag / name
            text = path.read_text("utf-8") if path.exists() else ""
            found |= {message[1]: message[0].rstrip() for message in _MESSAGE.finditer(text)}
    return found


RULES: Final = "rules.ftl"
"""The file of `FOR_PAGES` that a page loads only when it shows rules."""


@lru_cache
def page_messages(language: str, rules: bool = False) -> str:
    """The messages that a page needs at its start, or those of the rules, as one text."""
    files = [name for name in FOR_PAGES if (name == RULES) == rules]
    return "\n".join(messages(language, files).values()) + "\n"


class Catalogue:
    """The messages of one language.

    Each message is parsed at its first use: parsing all of them would take a second.
    """

    def __init__(self, language: str, source: Mapping[str, str] | None = None) -> None:
        """`source`: the messages, if they are not those of the language's files."""
        files = sorted(path.name for path in (FOLDER / ENGLISH).glob("*.ftl"))
        self._source = messages(language, files) if source is None else source
        self._language = language
        self._bundle: FluentBundle | None = None

    def words(self, code: str, /, **values: Any) -> Text:
        """The text of a code with its values; raise KeyError if there is no such message, or a value is
        missing.

        Several values in one are joined by commas.
        """
        values = {name: _whole(value) for name, value in values.items()}
        return Text(self._formatted(code, values, {}), code.replace(".", "-"), **values)

    def worded(self, value: object, names: Names | None = None) -> str:
        """The text in this language; `names` are the players' by their seats' letters."""
        if isinstance(value, Text):
            return self._of(value, names or {})
        if isinstance(value, tuple):
            return ", ".join(self.worded(each, names) for each in value)
        return str(value)

    def _of(self, text: Text, names: Names) -> str:
        special = _SPECIAL.get(text.code)
        if special is not None:
            return special(self, text.values, names)
        if text.code == "seat" and (name := names.get(text.values["seat"])):
            return name
        try:
            return self._formatted(text.code, text.values, names)
        except KeyError:
            return str.__str__(text)  # The text is of another version, so it stays as it was written.

    def _formatted(self, code: str, values: Mapping[str, Any], names: Names) -> str:
        from fluent.runtime.types import fluent_number

        args: dict[str, Any] = {}
        for name, value in values.items():
            plain = isinstance(value, int | float) and not isinstance(value, bool)
            args[name] = fluent_number(value, useGrouping=False) if plain else self.worded(value, names)
        bundle = self._with(code.replace(".", "-"))
        pattern = bundle.get_message(code.replace(".", "-")).value
        if pattern is None:
            raise KeyError(code)
        text, errors = bundle.format_pattern(pattern, args)
        if errors:
            raise KeyError(f"{code}: {errors[0]}")
        return str(text)

    def _with(self, name: str) -> FluentBundle:
        """Fluent's bundle, made at its first use, with this message and those that it refers to."""
        from fluent.runtime import FluentBundle, FluentResource

        if self._bundle is None:
            self._bundle = FluentBundle([self._language], use_isolating=False)
        if not self._bundle.has_message(name):
            source = self._source[name]
            for other in _REFERENCE.findall(source):
                # The messages it refers to come first, because other threads use a message as soon as it
                # exists.
                self._with(other)
            self._bundle.add_resource(FluentResource(source))
        return self._bundle

    def listed(self, parts: Sequence[object], last: str, names: Names | None = None) -> str:
        """The parts as a list in this language; its word for `last` ("and", "or") precedes the last part."""
        *before, end = [self.worded(part, names) for part in parts] or [""]
        if not before:
            return end
        first, *others = before
        for each in others:
            first = self._formatted("list-before", {"first": first, "next": each}, {})
        return self._formatted(f"list-{last}", {"before": first, "last": end}, {})


def _whole(value: Any) -> Any:
    """A string or number unchanged, several values as a tuple, anything else as a string.

    A message that held any other object would keep it in memory.
    """
    if value is None or isinstance(value, str | int | float):
        return value
    return tuple(value) if isinstance(value, Iterable) else str(value)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}".rstrip(".") + "."


_SPECIAL: Final[Mapping[str, Callable[[Catalogue, Mapping[str, Any], Names], str]]] = {
    "capital": lambda words, values, names: (
        (text := words.worded(values["of"], names))[:1].upper() + text[1:]
    ),
    "sentence": lambda words, values, names: _sentence(words.worded(values["of"], names)),
    "list-and": lambda words, values, names: words.listed(values["parts"], "and", names),
    "list-or": lambda words, values, names: words.listed(values["parts"], "or", names),
}


@lru_cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of a language of `LANGUAGES`."""
    return Catalogue(language)


def words(code: str, /, **values: Any) -> Text:
    """The text of a code in English, as logs, records and the command line have it."""
    return catalogue(ENGLISH).words(code, **values)


def listed(parts: Sequence[str], last: str) -> Text:
    """The parts as one English list, with `last` ("and", "or") before the last one."""
    return Text(catalogue(ENGLISH).listed(parts, last), f"list-{last}", parts=tuple(parts))
