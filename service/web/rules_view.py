"""The rules for the page: the sets with their switches, and the card of the rules in force."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from engine.rules.card_sheet import Entry, sections
from engine.rules.house_rules import changes
from engine.rules.rule_sets import RULES, SWITCHES, Rules
from engine.table import table_for
from engine.violation import Code
from service.runtime.game_setup import teams_of

Json: TypeAlias = dict[str, Any]

ABOUT: Mapping[str, str] = {
    "texas": (
        "The tournament rules: partners opposite, a hand of five. An Ace moves 1 or 11, a 7 may be split, an"
        " 8 goes backward; a card laid is a card played."
    ),
    "own-deck": (
        "Two teams, every player with a deck of their own and a hand of six. A 9 may be split as well as a 7,"
        " each part forward or backward."
    ),
    "marbles-and-jokers": (
        "Two teams, three or four decks shuffled together and a hand of seven. A Joker need not be played; a"
        " marble whose count does not fit its lane goes round again."
    ),
    "joker-board": (
        "Alone or in teams, with many Jokers. A Joker must be played only while nothing of yours is in play;"
        " bumped partners may chain from in-spot to in-spot."
    ),
    "pegs-and-jokers": (
        "Three to eight players on linked boards. A 2 may exchange two marbles, a 9 goes forward with one"
        " marble and backward with another."
    ),
}
"""Each rule set in two lines."""

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
"""The entry of the card that has a violation's rule: its section, and words in it."""


def rule_sets() -> list[Json]:
    """The rule sets of new games: number of players, a description in two lines, switches."""
    return [
        {
            "name": rules.name,
            "title": rules.title,
            "about": ABOUT[rules.name],
            "players": list(rules.players),
            "teams": {str(players): teams_of(table_for(rules, players)) for players in rules.players},
            "switches": _switches(rules),
        }
        for rules in RULES.values()
    ]


def _switches(rules: Rules) -> list[Json]:
    published = rules.switches()
    return [
        {"name": name, "meaning": one.meaning, "values": list(one.values), "default": published[name]}
        for name, one in SWITCHES.items()
    ]


def rule_card(rules: Rules) -> Json:
    """The card of the rules, section by section; each entry with the violations of its rule."""
    return {
        "title": rules.title,
        "about": ABOUT.get(rules.name, ""),
        "changed": [
            {"meaning": SWITCHES[name].meaning, "theirs": theirs, "ours": ours}
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
