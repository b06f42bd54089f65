from __future__ import annotations

from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RulesError
from engine.rules.card_powers import powers
from engine.rules.rule_sets import RULES, SWITCHES, UNSUPPORTED, Rules, rules_named, switch_named
from tests.engine.test_legal import lines, plays

TEXAS, OWN, PAGAT, JOKER, PEGS = RULES.values()
HOME = "h1,h2,h3,h4,h5"


def test_the_switches_of_the_five_rule_sets_have_the_rulebooks_values() -> None:
    """The values are those of the rulebook's section 6, row by row."""
    sets = RULES.values()
    assert [rules.players for rules in sets] == [(4, 6), (4, 6, 8), (4, 6, 8), (4, 6, 8), tuple(range(2, 9))]
    assert [rules.team_layout for rules in sets] == ["pairs"] + ["two_teams"] * 4
    assert [rules.hand_size for rules in sets] == [5, 6, 7, 5, 5]
    assert [rules.draw_first for rules in sets] == [False, False, False, True, False]
    assert [rules.draw_pile for rules in sets] == ["shared", "own", "shared", "shared", "shared"]
    assert [rules.ace_11 for rules in sets] == [True, False, False, False, False]
    assert [rules.two_swap for rules in sets] == [False] * 4 + [True]
    assert [rules.seven_remainder_to_partner for rules in sets] == [True, True, False, False, True]
    assert [rules.nine_mode for rules in sets] == ["none", "any_way", "none", "none", "one_each_way"]
    assert [rules.nine_remainder_to_partner for rules in sets] == [False] * 4 + [True]
    assert [rules.joker_forced for rules in sets] == [
        "only_play",
        "only_play",
        "never",
        "only_play",
        "only_play",
    ]
    assert [rules.in_spot_same_colour for rules in sets] == ["illegal", "one_to_start"] + ["illegal"] * 3
    assert [rules.help_order for rules in sets] == ["left", "left", "any", "left", "left"]


def test_each_rule_set_has_the_rulebooks_number_of_decks() -> None:
    assert [TEXAS.decks_for(n) for n in (4, 6)] == [2, 2]
    assert [OWN.decks_for(n) for n in (4, 6, 8)] == [1, 1, 1]
    assert [PAGAT.decks_for(n) for n in (4, 6, 8)] == [3, 3, 4]
    assert [JOKER.decks_for(n) for n in (4, 6)] == [2, 2]
    assert [PEGS.decks_for(n) for n in range(2, 9)] == [1, 2, 2, 3, 3, 3, 3]
    assert [PEGS.jokers_for(n) for n in (2, 3, 8)] == [0, 2, 2]


def test_house_rules_may_change_the_numbers_of_decks_and_jokers() -> None:
    assert TEXAS.with_switches({"decks": "3"}).decks_for(6) == 3
    assert TEXAS.with_switches({"decks": "1", "decks_per_player": "on"}).decks_for(6) == 6
    assert OWN.with_switches({"half_deck": "on"}).jokers_for(4) == 1
    assert PEGS.with_switches({"jokers": "1"}).jokers_for(2) == 1


@pytest.mark.parametrize(
    ("rules", "players", "teams"),
    [
        (TEXAS, 4, 2),
        (TEXAS, 6, 3),
        (JOKER, 6, 2),
        (PEGS, 8, 2),
        (PEGS, 2, 2),
        (PEGS, 3, 3),
        (PEGS, 7, 7),
        (PEGS.with_switches({"team_layout": "pairs"}), 8, 4),
        (PEGS.with_switches({"team_layout": "alone"}), 8, 8),
    ],
)
def test_the_layout_of_a_rule_set_determines_the_number_of_teams(
    rules: Rules, players: int, teams: int
) -> None:
    assert rules.teams_for(players) == teams


def test_every_field_of_rules_except_five_is_a_switch() -> None:
    data = {"name", "title", "players", "published_decks", "jokers_out"}
    assert {field.name for field in fields(Rules)} - data == set(SWITCHES)
    assert not set(SWITCHES) & set(UNSUPPORTED)


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_setting_every_switch_to_its_present_value_changes_nothing(rules: Rules) -> None:
    again = rules.with_switches(rules.switches())
    assert again == rules
    assert hash(again) == hash(rules)


@given(st.sampled_from(list(RULES)), st.data())
def test_any_values_of_up_to_three_switches_are_applied_or_refused(name: str, data: st.DataObject) -> None:
    chosen = data.draw(st.lists(st.sampled_from(list(SWITCHES)), min_size=1, max_size=3, unique=True))
    words = {switch: data.draw(st.sampled_from(SWITCHES[switch].values)) for switch in chosen}
    try:
        rules = RULES[name].with_switches(words)
    except RulesError:
        return
    assert {switch: rules.switches()[switch] for switch in chosen} == words
    assert len(powers(rules)) == 14


def test_the_words_of_each_switch_are_lower_case_and_parse_to_its_values() -> None:
    types = {name: switch.type for name, switch in SWITCHES.items()}
    assert (types["ace_11"], types["hand_size"], types["decks"], types["nine_mode"]) == (
        "flag",
        "number",
        "number",
        "word",
    )
    for switch in SWITCHES.values():
        for word in switch.values:
            assert word == word.lower()
            assert switch.word(switch.parse(word)) == word


@pytest.mark.parametrize(
    ("switches", "reason"),
    [
        ({"ace_11": "yes"}, "switch ace_11 is off, on; not 'yes'"),
        ({"hand_size": "9"}, "switch hand_size is 3, 4, 5, 6, 7; not '9'"),
        ({"ten_split": "on"}, "switch ten_split is not supported: it moves opponents' marbles"),
        ({"no_such": "on"}, "no switch is called 'no_such'; there are ace_11"),
        ({"nine_scope": "team"}, "nine_scope team needs a nine_mode"),
        ({"nine_remainder_to_partner": "on"}, "nine_remainder_to_partner needs a nine_mode"),
        ({"help_order": "none"}, "help_order none helps nobody"),
        ({"draw_first": "on"}, "forgot_draw_penalty is for a draw after the play"),
        ({"half_deck": "on"}, "half_deck needs draw_pile own"),
        ({"half_deck": "on", "draw_pile": "own", "jokers": "2"}, "half a deck has half of its Jokers"),
        (
            {"draw_pile": "own", "decks_per_player": "on", "decks": "1"},
            "decks_per_player is for a shared pile",
        ),
        ({"decks_per_player": "on"}, "decks_per_player needs a number in decks"),
    ],
)
def test_contradictory_switches_are_refused_with_the_reason(switches: dict[str, str], reason: str) -> None:
    with pytest.raises(RulesError) as refused:
        TEXAS.with_switches(switches)
    assert reason in str(refused.value)


def test_a_switch_value_of_the_wrong_type_is_refused() -> None:
    with pytest.raises(RulesError, match="hand_size"):
        Rules("mine", "Mine", (4,), ((4, 2),), hand_size=True)


def test_rule_sets_and_switches_are_found_by_name_or_refused() -> None:
    assert rules_named("texas") is TEXAS
    assert switch_named("ace_11").name == "ace_11"
    with pytest.raises(RulesError, match="no rule set is called 'poker'; there are texas, own-deck"):
        rules_named("poker")


@pytest.mark.parametrize(
    ("rules", "line", "card", "after"),
    [
        ("texas nine_unsplit_backward=on", "B0/-/-/- A", "9", ["A9/-/-/- B", "B9/-/-/- B"]),
        ("texas nine_mode=must", "B0/-/-/- A", "9", ["B9/-/-/- B"]),
        ("texas nine_mode=must", "A10,h5/-/-/- A", "9", []),
        (
            "texas partial_7_9_forfeit=on",
            "A2/-/-/- A",
            "7",
            ["A9/-/-/- B", *(f"h{home}/-/-/- B" for home in range(1, 6))],
        ),
        ("texas play_for_partner_any_time=on", "A8/-/C8/- A", "5", ["A13/-/C8/- B", "A8/-/C13/- B"]),
        ("texas play_for_partner_any_time=on", f"{HOME}/-/C8/- A", "5", [f"{HOME}/-/C13/- B"]),
        ("texas joker_comes_out=on", "-/-/-/- A", "X", ["A8/-/-/- B"]),
        ("joker-board in_spot_chain=illegal", "C4/E3/C9/-/C3/- A", "5", []),
        ("joker-board in_spot_chain=illegal", "C4/C3/C9/-/-/- A", "5", ["C9/-/C3/-/-/- B"]),
        ("pegs-and-jokers start_hole_safe=on", "B3/B8/-/- A", "5", []),
        ("pegs-and-jokers start_hole_safe=on", "B3/B8/-/- A", "X", []),
        ("pegs-and-jokers start_hole_safe=on", "B3/B8/-/- A", "2", ["B5/B8/-/- B"]),
        ("pegs-and-jokers start_hole_safe=on", "B3/-/B8/- A", "5", ["B8/-/C3/- B"]),
        ("texas home_branch=forced", "A1/-/-/- A", "4", ["h2/-/-/- B"]),
        ("texas home_branch=forced", "A1,h1/-/-/- A", "4", ["A1,h5/-/-/- B", "A5,h1/-/-/- B"]),
        ("texas home_branch=forced", "A1/-/-/- A", "9", ["A10/-/-/- B"]),
        ("texas home_overshoot=wait", "A1/-/-/- A", "9", []),
        ("texas home_overshoot=wait", "A1/-/-/- A", "2", ["A3/-/-/- B"]),
        ("texas home_overshoot=wait", "A1/-/-/- A", "4", ["A5/-/-/- B", "h2/-/-/- B"]),
        ("texas home_overshoot=wait", "A8/-/-/- A", "9", ["A17/-/-/- B"]),
        ("marbles-and-jokers help_order=none", f"{HOME}/-/C8/- A", "5", []),
        ("texas win_condition=player", f"{HOME}/B8/C8/- B", "5", []),
        ("texas win_condition=player", "h2,h3,h4,h5/B8/C8/- B", "5", ["h2,h3,h4,h5/B13/C8/- C"]),
        ("texas marbles_per_player=4", "h1,h2,h4,h5/-/C8/- A", "5", ["h1,h2,h4,h5/-/C13/- B"]),
        (
            "texas marbles_per_player=4",
            "A7,B9,B10,B11/-/-/- A",
            "A",
            [
                "A7,B9,B10,B12/-/-/- B",
                "A7,B9,B10,C4/-/-/- B",
                "A8,B9,B10,B11/-/-/- B",
                "B0,B9,B10,B11/-/-/- B",
            ],
        ),
    ],
)
def test_a_card_played_by_house_rules_leads_to_the_expected_positions(
    rules: str, line: str, card: str, after: list[str]
) -> None:
    assert lines(rules, line, card) == after


@pytest.mark.parametrize(
    ("rules", "line", "card", "after"),
    [
        ("own-deck two_swap=on", "A10/-/C14/- A", "2", "C14/-/A10/- B"),
        ("texas seven_scope=team", "A8/-/C8/- A", "7", "A11/-/C12/- B"),
        ("pegs-and-jokers nine_scope=team", "A8/-/C8/- A", "9", "A11/-/C2/- B"),
    ],
)
def test_house_rules_can_add_a_play(rules: str, line: str, card: str, after: str) -> None:
    assert after in lines(rules, line, card)


@pytest.mark.parametrize(
    ("rules", "line", "card", "count"),
    [
        ("texas nine_mode=must", "A10,B12/-/-/- A", "9", 16),
        ("texas seven_scope=team", "A8/-/C8/- A", "7", 7),
        ("texas joker_any_hole=on", "-/-/-/- A", "X", 72),
        ("texas joker_any_hole=on", "A8/B8/-/- A", "X", 71 * 2),
        ("texas joker_any_hole=on joker_true_swap=on", "A8/B8/-/- A", "X", 71 * 2),
    ],
)
def test_a_card_played_by_house_rules_leads_to_the_expected_number_of_positions(
    rules: str, line: str, card: str, count: int
) -> None:
    assert len(lines(rules, line, card)) == count


@pytest.mark.parametrize(("card", "after"), [("T", "B0"), ("J", "B1"), ("Q", "B2"), ("K", "B3")])
def test_house_rules_may_let_face_cards_move_eleven_twelve_and_thirteen(card: str, after: str) -> None:
    assert lines("texas face_values_11_12_13=on", "A8/-/-/- A", card)[0] == f"{after}/-/-/- B"


def test_house_rules_can_forbid_a_play() -> None:
    assert "A10,C3/-/-/- B" not in lines("texas nine_mode=must", "A10,B12/-/-/- A", "9")
    assert "A8/-/C15/- B" not in lines("texas seven_scope=team", "A8/-/C8/- A", "7")


def test_plays_added_by_house_rules_are_listed_in_the_notation_of_plays() -> None:
    assert plays("texas partial_7_9_forfeit=on", "A3,h2/-/-/- A", "9") == ["9 A3-A12", "9 A3-Ah1"]
    assert plays("texas joker_true_swap=on", "A8/B8/-/- A", "X") == ["X As-B8xB", "X A8~B8"]
