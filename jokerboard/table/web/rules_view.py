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

_ABOUT: Mapping[str, tuple[Code, ...]] = {
    "rule-begins": (Code.NOT_YOUR_TURN,),
    "rule-ace": (Code.CARD_CANNOT_START,),
    "rule-ace-11": (Code.CARD_CANNOT_START,),
    "rule-two": (Code.WRONG_EXCHANGE,),
    "rule-two-swap": (Code.WRONG_EXCHANGE,),
    "rule-seven": (Code.SPLIT_INCOMPLETE,),
    "rule-eight": (Code.WRONG_WAY,),
    "rule-nine-split": (Code.SPLIT_INCOMPLETE,),
    "rule-nine-must": (Code.SPLIT_INCOMPLETE,),
    "rule-face": (Code.CARD_CANNOT_START,),
    "rule-joker": (Code.JOKER_NEEDS_A_MARBLE,),
    "rule-whole": (Code.WRONG_COUNT,),
    "rule-whole-otherwise": (Code.WRONG_COUNT,),
    "rule-pass": (Code.PASSES_OWN_MARBLE, Code.LANDS_ON_OWN_MARBLE, Code.NOT_YOUR_MARBLE),
    "rule-bump": (Code.BUMPED_MARBLE_MISPLACED,),
    "rule-in-spot-illegal": (Code.IN_SPOT_OCCUPIED,),
    "rule-in-spot-start": (Code.IN_SPOT_OCCUPIED,),
    "rule-safe": (Code.COME_OUT_SAFE,),
    "rule-exact": (Code.OVERSHOOTS_HOME,),
    "rule-no-back": (Code.BACKS_INTO_HOME, Code.HOME_MARBLE_MOVED_BACK),
    "rule-must": (Code.MUST_PLAY,),
}
"""For each entry of the card, by its message, the violations of its rule."""


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
            {"title": title, "entries": [_entry(entry, house) for entry, house in entries]}
            for title, entries in sections(rules)
        ],
    }


def _entry(entry: Entry, house: bool) -> Json:
    codes = [code.value for code in _ABOUT.get(entry.text.code, ())]
    if entry.text.code == "rule-joker" and entry.text.values["out"] == "yes":
        codes.insert(0, Code.CARD_CANNOT_START.value)
    return {"label": entry.label, "text": entry.text, "house": house, "codes": codes}
