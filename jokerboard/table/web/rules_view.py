"""The rules for the page: the rule sets with their switches, and a summary of the rules that are played."""

from __future__ import annotations

from collections.abc import Mapping

from engine.rules.house_rules import changes
from engine.rules.rule_sets import RULES, SWITCHES, Rules
from engine.table import table_for
from engine.violation import Code
from jokerboard.journal.records import Json
from jokerboard.table.runtime.game_setup import teams_of
from jokerboard.words.card_sheet import Entry, sections, switch_meaning
from jokerboard.words.catalogue import words

_FOUND: Mapping[Code, tuple[str, str]] = {
    Code.WRONG_COUNT: ("Cards", "whole count"),
    Code.WRONG_WAY: ("Cards", "BACKWARD"),
    Code.CARD_CANNOT_START: ("Cards", "out of START"),
    Code.SPLIT_INCOMPLETE: ("Cards", "split"),
    Code.JOKER_NEEDS_A_MARBLE: ("Cards", "takes the place"),
    Code.WRONG_EXCHANGE: ("Cards", "2 forward"),
    Code.PASSES_OWN_MARBLE: ("Bumping", "never pass"),
    Code.LANDS_ON_OWN_MARBLE: ("Bumping", "never pass"),
    Code.NOT_YOUR_MARBLE: ("Bumping", "marbles of others"),
    Code.IN_SPOT_OCCUPIED: ("Bumping", "on that in-spot, "),
    Code.COME_OUT_SAFE: ("Bumping", "own come-out is safe"),
    Code.BUMPED_MARBLE_MISPLACED: ("Bumping", "goes back to its START"),
    Code.BACKS_INTO_HOME: ("Home", "backward into a lane"),
    Code.HOME_MARBLE_MOVED_BACK: ("Home", "backward into a lane"),
    Code.OVERSHOOTS_HOME: ("Home", "count into the lane is exact"),
    Code.MUST_PLAY: ("Must play", "must play one that can"),
    Code.NOT_YOUR_TURN: ("Setup", "play goes clockwise"),
}
"""For each violation, the card's entry about its rule: the section, and words in the entry."""


def rule_sets() -> list[Json]:
    """The rule sets of new games: number of players, a description in two lines, switches."""
    return [
        {
            "name": rules.name,
            "title": rules.title,
            "about": words(f"rules.{rules.name}"),
            "players": list(rules.players),
            "teams": {str(players): teams_of(table_for(rules, players)) for players in rules.players},
            "switches": _switches(rules),
        }
        for rules in RULES.values()
    ]


def _switches(rules: Rules) -> list[Json]:
    published = rules.switches()
    return [
        {
            "name": name,
            "meaning": switch_meaning(name),
            "values": list(one.values),
            "default": published[name],
        }
        for name, one in SWITCHES.items()
    ]


def rule_card(rules: Rules | None) -> Json:
    """The rules as a summary to read, section by section; None stands for the first rule set.

    Each entry has the codes of the violations of its rule.
    """
    rules = rules or next(iter(RULES.values()))
    return {
        "title": rules.title,
        "about": words(f"rules.{rules.name}") if rules.name in RULES else "",
        "changed": [
            {"meaning": switch_meaning(name), "theirs": theirs, "ours": ours}
            for name, (theirs, ours) in changes(rules).items()
        ],
        "sections": [
            {"title": title, "entries": [_entry(title, entry, house) for entry, house in entries]}
            for title, entries in sections(rules)
        ],
    }


def _entry(title: str, entry: Entry, house: bool) -> Json:
    found = (code for code, (section, words) in _FOUND.items() if section == title and words in entry.text)
    return {"label": entry.label, "text": entry.text, "house": house, "codes": [code.value for code in found]}
