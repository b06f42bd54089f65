"""The printed rule card: 80 columns wide, with a star at every difference from the published rule set."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RulesError
from engine.rules.rule_sets import RULES, SWITCHES, Rules
from jokerboard.words.card_sheet import WIDTH, card_sheet
from tests.engine.tables import rules_of

HEADINGS = ["SETUP", "CARDS", "BUMPING", "HOME", "MUST PLAY", "HELPING", "WINNING"]


def starred(rules: Rules) -> list[str]:
    """The lines of the rule card with a star, without the list of switches at its end."""
    return [line for line in card_sheet(rules).split("* NOT AS")[0].splitlines() if line.startswith("* ")]


def flowing(rules: Rules) -> str:
    return " ".join(card_sheet(rules).split())


@pytest.mark.parametrize("name", sorted(RULES))
def test_a_published_rule_card_has_every_section_and_no_house_rule_mark(name: str) -> None:
    sheet = card_sheet(RULES[name])
    assert [line for line in sheet.splitlines() if line.isupper() and line[0] != " "] == HEADINGS
    assert "*" not in sheet
    assert sheet.startswith(f"{RULES[name].title} ({name})\n{'=' * WIDTH}\n")


KNOWN_FOR = {
    "texas": [
        "Ace out of START onto your come-out, or 1 forward, or 11 forward 2 2 forward 3 4 5 6 10 forward",
        "- 6 players: 3 teams of 2, partners sit opposite.",
        "- One draw pile: 2 decks with 2 Jokers each, 108 cards.",
        "you draw two, but only after your next play.",
    ],
    "own-deck": [
        "- Everybody has their own draw pile and discards: 1 deck with 2 Jokers, 54 cards.",
        "9 9 forward, or split between two of your marbles, each forward or backward, 9 in all J Q K",
        "on that in-spot, one of the two goes to START.",
    ],
    "marbles-and-jokers": [
        "- One draw pile (8 players): 4 decks with 2 Jokers each, 216 cards.",
        "A Joker does not count: you may play it, or keep it and discard another card.",
        "from your next turn on you play those of any of your partners.",
    ],
    "joker-board": [
        "- Hands of 5 cards: at your turn first draw one, then play one.",
        "7 7 forward, or split forward between two of your marbles 8 8 BACKWARD, one marble 9 9",
    ],
    "pegs-and-jokers": [
        "- 2, 3, 5 or 7 players: everybody alone.",
        "- One draw pile (2 players): 1 deck without Jokers, 52 cards.",
        "2 2 forward, or exchange one of your ring marbles with one of another colour",
    ],
}


@pytest.mark.parametrize("name", KNOWN_FOR)
def test_the_rule_card_shows_the_special_rules_of_its_rule_set(name: str) -> None:
    sheet = flowing(RULES[name])
    assert [phrase for phrase in KNOWN_FOR[name] if phrase not in sheet] == []


@pytest.mark.parametrize(
    ("rules", "phrase"),
    [
        ("own-deck half_deck=on", "1 half deck with 1 Joker, 27 cards"),
        ("texas decks_per_player=on decks=1 jokers=0", "4 decks without Jokers, 208 cards"),
        ("texas face_values_11_12_13=on", "Queen out of START onto your come-out, or 12 forward"),
        ("texas nine_mode=must", "the other backward, 9 in all; with only one marble in play 9 forward"),
        ("texas nine_unsplit_backward=on", "9 9 forward or 9 backward"),
        ("texas joker_any_hole=on", "or goes to any empty ring hole"),
        ("texas joker_comes_out=on", "or out of START onto your come-out"),
        ("texas joker_true_swap=on", "the two marbles change places and nobody is bumped"),
        ("texas joker_forced=nothing_in_play", "counts only while all your marbles are in START"),
        (
            "texas partial_7_9_forfeit=on",
            "the rest is lost. * - Otherwise always the whole count of the",
        ),
        ("texas in_spot_chain=illegal", "With another marble of your team on that in-spot the play is not"),
        ("texas start_hole_safe=on", "A marble on its own come-out is safe"),
        ("texas home_branch=forced", "must turn into it"),
        ("texas home_overshoot=wait", "it may not go past its in-spot"),
        ("texas free_start_after=3", "With the 3rd discard in a row for want of a play"),
        ("texas free_start_after=5", "With the 5th discard in a row for want of a play"),
        ("texas discard_free=on", "You may always discard a card"),
        ("texas play_for_partner_any_time=on", "as well as your own, from the beginning"),
        ("texas team_layout=alone", "Everybody plays alone: nobody helps."),
        ("texas win_condition=player", "The first player to have all 5 marbles home wins"),
        ("joker-board help_order=none", "only discard: nobody moves a partner's marbles"),
        ("own-deck nine_scope=team seven_scope=team", "9 9 forward, or split between two marbles of your"),
    ],
)
def test_a_changed_rule_is_worded_and_marked_with_a_star_on_the_rule_card(rules: str, phrase: str) -> None:
    house = rules_of(rules)
    assert phrase in flowing(house)
    assert starred(house)


@pytest.mark.parametrize("name", sorted(set(SWITCHES) - {"decks_per_player"}))
def test_every_changed_switch_changes_the_rule_card(name: str) -> None:
    changed = 0
    for word in SWITCHES[name].values:
        seen, silent = 0, 0
        for base in RULES.values():
            try:
                rules = base.with_switches({name: word})
            except RulesError:
                continue
            if rules != base:
                assert f"{name} = {word}" in card_sheet(rules)
                seen, silent = seen + 1, silent + (not starred(rules))
        assert silent < seen or not seen, f"{name} = {word} is nowhere to be seen on the card"
        changed += seen
    assert changed, f"no rule set can have another value of {name}"


def test_the_card_of_a_rule_set_that_was_never_published_has_no_stars() -> None:
    assert "*" not in card_sheet(replace(RULES["texas"], name="new", hand_size=6))


@given(st.sampled_from(sorted(RULES)), st.data())
def test_every_rule_card_fits_into_80_columns(name: str, data: st.DataObject) -> None:
    names = data.draw(st.lists(st.sampled_from(sorted(SWITCHES)), unique=True, max_size=6))
    words = {switch: data.draw(st.sampled_from(SWITCHES[switch].values)) for switch in names}
    rules = RULES[name]
    for switch, word in words.items():
        try:
            rules = rules.with_switches({switch: word})
        except RulesError:
            continue
    lines = card_sheet(rules).splitlines()
    assert all(len(line) <= WIDTH and line == line.rstrip() for line in lines)
    assert ("* NOT AS PUBLISHED" in lines) == (rules != RULES[name])
