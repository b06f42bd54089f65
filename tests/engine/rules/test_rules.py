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


def test_the_five_sets_have_the_rulebooks_values() -> None:
    """Rulebook section 6, row by row."""
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


def test_the_decks_are_those_of_the_rulebook() -> None:
    assert [TEXAS.decks_for(n) for n in (4, 6)] == [2, 2]
    assert [OWN.decks_for(n) for n in (4, 6, 8)] == [1, 1, 1]
    assert [PAGAT.decks_for(n) for n in (4, 6, 8)] == [3, 3, 4]
    assert [JOKER.decks_for(n) for n in (4, 6)] == [2, 2]
    assert [PEGS.decks_for(n) for n in range(2, 9)] == [1, 2, 2, 3, 3, 3, 3]
    assert [PEGS.jokers_for(n) for n in (2, 3, 8)] == [0, 2, 2]


def test_decks_and_jokers_can_be_agreed() -> None:
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
def test_the_layout_makes_so_many_teams(rules: Rules, players: int, teams: int) -> None:
    assert rules.teams_for(players) == teams


def test_every_switch_is_a_field_and_every_field_a_switch() -> None:
    data = {"name", "title", "players", "published_decks", "jokers_out"}
    assert {field.name for field in fields(Rules)} - data == set(SWITCHES)
    assert not set(SWITCHES) & set(UNSUPPORTED)


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_setting_every_switch_to_what_it_is_changes_nothing(rules: Rules) -> None:
    again = rules.with_switches(rules.switches())
    assert again == rules
    assert hash(again) == hash(rules)


@given(st.sampled_from(list(RULES)), st.data())
def test_any_values_of_two_switches_are_taken_or_refused_with_a_reason(
    name: str, data: st.DataObject
) -> None:
    chosen = data.draw(st.lists(st.sampled_from(list(SWITCHES)), min_size=1, max_size=3, unique=True))
    words = {switch: data.draw(st.sampled_from(SWITCHES[switch].values)) for switch in chosen}
    try:
        rules = RULES[name].with_switches(words)
    except RulesError:
        return
    assert {switch: rules.switches()[switch] for switch in chosen} == words
    assert len(powers(rules)) == 14


def test_types_and_words_of_switches() -> None:
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
        ({"half_deck": "on"}, "half_deck is for draw_pile own"),
        ({"half_deck": "on", "draw_pile": "own", "jokers": "2"}, "half a deck has half of its Jokers"),
        (
            {"draw_pile": "own", "decks_per_player": "on", "decks": "1"},
            "decks_per_player is for a shared pile",
        ),
        ({"decks_per_player": "on"}, "decks_per_player needs a number of decks"),
    ],
)
def test_what_makes_no_sense_is_refused_with_the_reason(switches: dict[str, str], reason: str) -> None:
    with pytest.raises(RulesError) as refused:
        TEXAS.with_switches(switches)
    assert reason in str(refused.value)


def test_a_value_of_the_wrong_type_is_refused() -> None:
    with pytest.raises(RulesError, match="hand_size"):
        Rules("mine", "Mine", (4,), ((4, 2),), hand_size=True)


def test_names_are_found_or_refused() -> None:
    assert rules_named("texas") is TEXAS
    assert switch_named("ace_11").name == "ace_11"
    with pytest.raises(RulesError, match="no rule set is called 'poker'; there are texas, own-deck"):
        rules_named("poker")


def house(rules: Rules, **switches: str) -> Rules:
    return rules.with_switches(switches)


def test_faces_may_move_eleven_twelve_and_thirteen() -> None:
    rules = house(TEXAS, face_values_11_12_13="on")
    assert [lines(rules, "A8/-/-/- A", card)[0] for card in "TJQK"] == [
        "B0/-/-/- B",
        "B1/-/-/- B",
        "B2/-/-/- B",
        "B3/-/-/- B",
    ]


def test_a_two_may_exchange_in_own_deck_by_choice() -> None:
    assert "C14/-/A10/- B" in lines(house(OWN, two_swap="on"), "A10/-/C14/- A", "2")


def test_a_whole_nine_may_also_go_backward() -> None:
    assert lines(house(TEXAS, nine_unsplit_backward="on"), "B0/-/-/- A", "9") == ["A9/-/-/- B", "B9/-/-/- B"]


def test_a_nine_must_split_unless_one_marble_is_in_play() -> None:
    rules = house(TEXAS, nine_mode="must")
    assert lines(rules, "B0/-/-/- A", "9") == ["B9/-/-/- B"]
    assert "A10,C3/-/-/- B" not in lines(rules, "A10,B12/-/-/- A", "9")
    assert len(lines(rules, "A10,B12/-/-/- A", "9")) == 16
    assert lines(rules, "A10,h5/-/-/- A", "9") == []


def test_a_seven_may_be_split_over_the_team() -> None:
    rules = house(TEXAS, seven_scope="team")
    found = lines(rules, "A8/-/C8/- A", "7")
    assert "A11/-/C12/- B" in found
    assert len(found) == 7
    assert "A8/-/C15/- B" not in found


def test_a_nine_may_be_split_over_the_team() -> None:
    assert "A11/-/C2/- B" in lines(house(PEGS, nine_scope="team"), "A8/-/C8/- A", "9")


def test_part_of_a_seven_may_bring_a_marble_home_and_the_rest_be_lost() -> None:
    rules = house(TEXAS, partial_7_9_forfeit="on")
    assert lines(rules, "A2/-/-/- A", "7") == [
        "A9/-/-/- B",
        "h1/-/-/- B",
        "h2/-/-/- B",
        "h3/-/-/- B",
        "h4/-/-/- B",
        "h5/-/-/- B",
    ]
    assert plays(rules, "A3,h2/-/-/- A", "9") == ["9 A3-A12", "9 A3-Ah1"]


def test_partners_marbles_may_be_moved_from_the_start() -> None:
    rules = house(TEXAS, play_for_partner_any_time="on")
    assert lines(rules, "A8/-/C8/- A", "5") == ["A13/-/C8/- B", "A8/-/C13/- B"]
    assert lines(rules, "h1,h2,h3,h4,h5/-/C8/- A", "5") == ["h1,h2,h3,h4,h5/-/C13/- B"]


def test_a_joker_may_simply_come_out() -> None:
    assert lines(house(TEXAS, joker_comes_out="on"), "-/-/-/- A", "X") == ["A8/-/-/- B"]


def test_a_joker_may_go_to_any_ring_hole() -> None:
    rules = house(TEXAS, joker_any_hole="on")
    assert len(lines(rules, "-/-/-/- A", "X")) == 72
    assert len(lines(rules, "A8/B8/-/- A", "X")) == 71 * 2


def test_a_joker_may_truly_exchange() -> None:
    rules = house(TEXAS, joker_true_swap="on")
    assert plays(rules, "A8/B8/-/- A", "X") == ["X As-B8xB", "X A8~B8"]
    any_hole = house(TEXAS, joker_true_swap="on", joker_any_hole="on")
    assert len(lines(any_hole, "A8/B8/-/- A", "X")) == 71 * 2


def test_a_chain_may_be_illegal() -> None:
    rules = house(JOKER, in_spot_chain="illegal")
    assert lines(rules, "C4/E3/C9/-/C3/- A", "5") == []
    assert lines(rules, "C4/C3/C9/-/-/- A", "5") == ["C9/-/C3/-/-/- B"]


def test_a_marble_on_its_own_come_out_may_be_safe() -> None:
    rules = house(PEGS, start_hole_safe="on")
    assert lines(rules, "B3/B8/-/- A", "5") == []
    assert lines(rules, "B3/B8/-/- A", "X") == []
    assert lines(rules, "B3/B8/-/- A", "2") == ["B5/B8/-/- B"]
    assert lines(rules, "B3/-/B8/- A", "5") == ["B8/-/C3/- B"]


def test_entering_home_may_be_forced() -> None:
    rules = house(TEXAS, home_branch="forced")
    assert lines(rules, "A1/-/-/- A", "4") == ["h2/-/-/- B"]
    assert lines(rules, "A1,h1/-/-/- A", "4") == ["A1,h5/-/-/- B", "A5,h1/-/-/- B"]
    assert lines(rules, "A1/-/-/- A", "9") == ["A10/-/-/- B"]


def test_a_marble_may_have_to_wait_before_home() -> None:
    rules = house(TEXAS, home_overshoot="wait")
    assert lines(rules, "A1/-/-/- A", "9") == []
    assert lines(rules, "A1/-/-/- A", "2") == ["A3/-/-/- B"]
    assert lines(rules, "A1/-/-/- A", "4") == ["A5/-/-/- B", "h2/-/-/- B"]
    assert lines(rules, "A8/-/-/- A", "9") == ["A17/-/-/- B"]


def test_nobody_need_be_helped() -> None:
    rules = house(PAGAT, help_order="none")
    assert lines(rules, "h1,h2,h3,h4,h5/-/C8/- A", "5") == []


def test_the_first_finished_player_may_win_for_the_team() -> None:
    rules = house(TEXAS, win_condition="player")
    assert lines(rules, "h1,h2,h3,h4,h5/B8/C8/- B", "5") == []
    assert lines(rules, "h2,h3,h4,h5/B8/C8/- B", "5") == ["h2,h3,h4,h5/B13/C8/- C"]


def test_four_marbles_are_home_when_all_are_in_the_lane() -> None:
    rules = house(TEXAS, marbles_per_player="4")
    assert lines(rules, "h1,h2,h4,h5/-/C8/- A", "5") == ["h1,h2,h4,h5/-/C13/- B"]
    assert lines(rules, "A7,B9,B10,B11/-/-/- A", "A") == [
        "A7,B9,B10,B12/-/-/- B",
        "A7,B9,B10,C4/-/-/- B",
        "A8,B9,B10,B11/-/-/- B",
        "B0,B9,B10,B11/-/-/- B",
    ]
