"""Read a file of house rules; every error names the file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from engine.rules.house_rules import LONGEST_TEXT, LONGEST_TITLE, parse_house
from engine.rules.rule_sets import Rules
from jokerboard.host.errors import UsageError
from jokerboard.host.outside_text import TextError, accepted
from jokerboard.host.text_files import text_file


def read_house(path: Path) -> Rules:
    """The rules in a TOML file; UsageError if it is unreadable, RulesError with the line if it is wrong."""
    with text_file(path, "house rules", "give the path of a TOML file", 4 * LONGEST_TEXT) as text:
        rules = parse_house(text, path.name)
    try:
        return replace(rules, title=accepted(rules.title, LONGEST_TITLE))
    except TextError as error:
        raise UsageError(f"house rules {path}: the title is refused: {error}") from None
