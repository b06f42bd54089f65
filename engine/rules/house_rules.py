"""House rules as TOML text: a published rule set, and the switches that the house plays differently.

    base = "texas"
    title = "Sundays at Grandma's"      # optional

    [switches]
    ace_11 = "off"                      # the words of `jokerboard rules switches`
    hand_size = 6                       # numbers may go without quotes, and on/off may be true/false

This module turns a text into `Rules` and back; the caller reads the file. Errors name the line.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from engine.errors import RulesError
from engine.rules.rule_sets import Rules, rules_named, switch_named

LONGEST_TEXT = 65_536
LONGEST_TITLE = 60
"""The most characters of a title: it is printed on one line of a rule card."""

_KEYS = ("base", "title", "switches")
_WHERE = re.compile(r" \(at (?:line ([0-9]+), column [0-9]+|end of document)\)$")


def parse_house(text: str, source: str = "house rules") -> Rules:
    """Parse house rules; RulesError `SOURCE line N: ...` names the fault.

    `source` names the text in errors, for example by its file.
    """
    data = _toml(text, source)
    for key in data:
        if key not in _KEYS:
            raise _error(text, source, [key], f"no field is called {key!r}; there are {', '.join(_KEYS)}")
    rules = _base(text, source, data.get("base"))
    title = data.get("title", rules.title)
    if not (isinstance(title, str) and title.isprintable() and 0 < len(title) <= LONGEST_TITLE):
        raise _error(text, source, ["title"], f"title is one line of up to {LONGEST_TITLE} characters")
    words = _words(text, source, data.get("switches", {}))
    try:
        return replace(rules.with_switches(words), title=title)
    except RulesError as error:
        named = [name for name in words if re.search(rf"\b{name}\b", str(error))]
        raise _error(text, source, named, str(error)) from None


def changes(rules: Rules) -> Mapping[str, tuple[str, str]]:
    """The switches that differ from the published set; each maps to its published word and its word here."""
    published = rules_named(rules.name).switches()
    return {
        name: (published[name], word) for name, word in rules.switches().items() if word != published[name]
    }


def _toml(text: str, source: str) -> dict[str, Any]:
    if len(text) > LONGEST_TEXT:
        raise RulesError(f"{source}: {len(text)} characters are too many; at most {LONGEST_TEXT}")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise RulesError(f"{source}: nested too deeply for house rules") from None
    except ValueError as error:
        where = _WHERE.search(str(error))
        if where is None:
            raise RulesError(f"{source}: {error}") from None
        line = where[1] or max(1, len(text.splitlines()))
        raise RulesError(f"{source} line {line}: {str(error)[: where.start()]}") from None


def _base(text: str, source: str, base: object) -> Rules:
    if base is None:
        raise RulesError(f'{source}: no base; name the varied rule set, such as base = "texas"')
    try:
        return rules_named(str(base))
    except RulesError as error:
        raise _error(text, source, ["base"], str(error)) from None


def _words(text: str, source: str, switches: object) -> dict[str, str]:
    if not isinstance(switches, dict):
        raise _error(
            text,
            source,
            ["switches"],
            "switches is a table: a line [switches], then one line for each switch",
        )
    words: dict[str, str] = {}
    for name, value in switches.items():
        try:
            switch = switch_named(name)
            if isinstance(value, bool):
                value = "on" if value else "off"
            if not isinstance(value, str | int):
                raise RulesError(f"switch {name} is one of the words {', '.join(switch.values)}")
            switch.parse(str(value))
        except RulesError as error:
            raise _error(text, source, [name], str(error)) from None
        words[name] = str(value)
    return words


def _error(text: str, source: str, keys: Iterable[str], message: str) -> RulesError:
    """A RulesError that names the line which sets one of `keys`, if there is such a line."""
    for key in keys:
        setting = re.compile(rf"""^[^#]*(?<![\w-])["']?{re.escape(key)}["']?\s*[=.\]]""")
        for number, line in enumerate(text.splitlines(), 1):
            if setting.match(line):
                return RulesError(f"{source} line {number}: {message}")
    return RulesError(f"{source}: {message}")
