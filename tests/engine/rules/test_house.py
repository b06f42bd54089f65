"""House rules in TOML are read and printed, and every fault is reported with its line."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.cards import RANKS
from engine.dealing import setup_for
from engine.errors import RulesError
from engine.game import begin, options
from engine.legal import legal
from engine.rules.house_rules import LONGEST_TEXT, changes, parse_house
from engine.rules.rule_sets import RULES, SWITCHES, Rules, rules_named
from engine.table import table_for
from tests.engine.tables import random_game

GRANDMA = """\
# Sundays
base = "texas"
title = "Grandma's \\"own\\" \\\\ game"

[switches]
ace_11 = "off"
two_swap = true
hand_size = 6
forgot_draw_penalty = false
"""


def print_house(rules: Rules) -> str:
    """House rules as a text that `parse_house` reads; it holds only what differs from the published set."""
    published = rules_named(rules.name)
    lines = [f'base = "{rules.name}"']
    if rules.title != published.title:
        title = rules.title.replace("\\", "\\\\").replace('"', '\\"')
        lines.append(f'title = "{title}"')
    changed = changes(rules)
    if changed:
        lines += ["", "[switches]"]
        lines += [f'{name} = "{ours}"  # published: {theirs}' for name, (theirs, ours) in changed.items()]
    return "\n".join(lines) + "\n"


def refusal(text: str) -> str:
    with pytest.raises(RulesError) as error:
        parse_house(text, "house.toml")
    return str(error.value)


def test_switches_in_house_rules_may_be_words_flags_or_numbers() -> None:
    rules = parse_house(GRANDMA)
    assert rules.title == 'Grandma\'s "own" \\ game'
    assert changes(rules) == {
        "ace_11": ("on", "off"),
        "two_swap": ("off", "on"),
        "hand_size": ("5", "6"),
        "forgot_draw_penalty": ("on", "off"),
    }


def test_house_rules_without_a_changed_switch_are_the_published_rule_set() -> None:
    for name, rules in RULES.items():
        assert parse_house(f'base = "{name}"') == rules
        assert print_house(rules) == f'base = "{name}"\n'
        assert changes(rules) == {}


def test_printed_house_rules_have_the_published_value_beside_each_changed_switch() -> None:
    assert print_house(parse_house(GRANDMA)).splitlines() == [
        'base = "texas"',
        'title = "Grandma\'s \\"own\\" \\\\ game"',
        "",
        "[switches]",
        'ace_11 = "off"  # published: on',
        'two_swap = "on"  # published: off',
        'hand_size = "6"  # published: 5',
        'forgot_draw_penalty = "off"  # published: on',
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", 'house.toml: no base; name the varied rule set, such as base = "texas"'),
        ("base = 3", "house.toml line 1: no rule set is called '3'"),
        ('\nbase = "txas"', "house.toml line 2: no rule set is called 'txas'"),
        (
            'base = "texas"\nswitch = 1',
            "house.toml line 2: no field is called 'switch'; there are base, title, switches",
        ),
        ('base = "texas"\ntitle = ""', "house.toml line 2: title is one line of up to 60 characters"),
        ('base = "texas"\ntitle = "a\\nb"', "house.toml line 2: title is one line"),
        ('base = "texas"\ntitle = 7', "house.toml line 2: title is one line"),
        ('base = "texas"\nswitches = "all"', "house.toml line 2: switches is a table"),
        ('base = "texas"\n[switches]\nace = "on"', "house.toml line 3: no switch is called 'ace'"),
        (
            'base = "texas"\n[switches]\n\nlimbo = "on"',
            "house.toml line 4: switch limbo is not supported: the only",
        ),
        (
            'base = "texas"\n[switches]\nace_11 = "maybe"',
            "house.toml line 3: switch ace_11 is off, on; not 'maybe'",
        ),
        (
            'base = "texas"\nswitches.ace_11 = [1]',
            "house.toml line 2: switch ace_11 is one of the words off, on",
        ),
        (
            'base = "texas"\n[switches]\nhand_size = 5.0',
            "house.toml line 3: switch hand_size is one of the words 3, 4",
        ),
        ('base = "texas"\n[switches.ace_11]\nx = 1', "house.toml line 2: switch ace_11 is one of the words"),
        ('base = "texas"\n[switches]\nace_11 = on', "house.toml line 3: "),
        ('base = "texas"\nbase = "texas"', "house.toml line 2: "),
        ('base = "texas"\n[switches]\nace_11 = ', "house.toml line 3: "),
        ('base = """', "house.toml line 1: "),
        ("x = " + "[" * 3000, "house.toml: "),
        ("x = " + "9" * 5000, "house.toml: Exceeds the limit"),
        ("#" * (LONGEST_TEXT + 1), "house.toml: 65537 characters are too many; at most 65536"),
    ],
)
def test_every_fault_in_house_rules_is_reported_with_its_line(text: str, message: str) -> None:
    assert refusal(text).startswith(message)


@pytest.mark.parametrize(
    ("base", "switches", "line", "reason"),
    [
        ("texas", 'ace_11 = "on"\nhalf_deck = "on"', 4, "half_deck needs draw_pile own"),
        ("texas", 'draw_first = "on"', 3, "forgot_draw_penalty is for a draw after the play"),
        ("texas", 'nine_scope = "team"', 3, "nine_scope team needs a nine_mode"),
        ("texas", 'ace_11 = "off"\nhelp_order = "none"', 4, "a remainder goes to the helped partner"),
        ("own-deck", 'decks_per_player = "on"', 3, "decks_per_player is for a shared pile"),
    ],
)
def test_contradictory_house_rules_are_refused_with_the_reason(
    base: str, switches: str, line: int, reason: str
) -> None:
    assert refusal(f'base = "{base}"\n[switches]\n{switches}').startswith(f"house.toml line {line}: {reason}")


def test_a_contradiction_in_house_rules_without_a_line_names_the_file() -> None:
    assert refusal('base = "texas"\n"swi\\u0074ches" = {"draw\\u005ffirst" = "on"}').startswith(
        "house.toml: forgot"
    )


@pytest.mark.parametrize("name", sorted(RULES))
def test_house_rules_with_all_switches_of_a_rule_set_give_the_plays_and_games_of_that_rule_set(
    name: str,
) -> None:
    """House rules with all switches of a set give that set's plays and games."""
    base = next(other for other in sorted(RULES) if other != name)
    words = "\n".join(f'{switch} = "{word}"' for switch, word in RULES[name].switches().items())
    jokers = f"\n[switches]\n{words}\n"
    house = parse_house(f'base = "{base}"{jokers}').with_switches({"decks": str(RULES[name].decks_for(4))})
    ours, theirs = table_for(house, 4), table_for(RULES[name], 4)
    game = random_game(setup_for(theirs, "s", dealer=0), name, 150)
    twin = begin(setup_for(ours, "s", dealer=0))
    for n, action in enumerate(game.actions):
        assert twin.position == game.states[n].position
        for rank in RANKS:
            here = [outcome.position for outcome in legal(ours, twin.position, rank)]
            assert here == [outcome.position for outcome in legal(theirs, twin.position, rank)]
        twin = twin.do(action)
    assert options(twin) == options(game)


@st.composite
def switch_words(draw: st.DrawFn) -> dict[str, str]:
    names = draw(st.lists(st.sampled_from(sorted(SWITCHES)), unique=True, max_size=8))
    return {name: draw(st.sampled_from(SWITCHES[name].values)) for name in names}


@given(st.sampled_from(sorted(RULES)), switch_words(), st.text(min_size=1, max_size=60))
def test_printed_house_rules_are_parsed_to_equal_rules(name: str, words: dict[str, str], title: str) -> None:
    text = f'base = "{name}"\n[switches]\n' + "".join(f'{key} = "{word}"\n' for key, word in words.items())
    try:
        rules = parse_house(text)
    except RulesError:
        with pytest.raises(RulesError):
            RULES[name].with_switches(words)
        return
    assert rules == RULES[name].with_switches(words)
    if title.isprintable():
        rules = replace(rules, title=title)
    assert parse_house(print_house(rules)) == rules


TOML_WORDS = st.sampled_from(["base", "title", "switches", "ace_11", "hand_size", '"on"', '"texas"', "true"])
TOML_SIGNS = st.sampled_from([*"={}[]#.,-'\"9 \n\r\x00", "\\u0041", "1979-05-27", "0x1F"])


@given(st.one_of(st.text(), st.lists(TOML_WORDS | TOML_SIGNS).map("".join)))
@example('base = "texas"\n[[switches]]')
@example("a" + ".a" * 2000 + "=1")
def test_any_text_is_parsed_as_house_rules_or_refused_with_one_sentence(text: str) -> None:
    message = ""
    try:
        rules = parse_house(text, "house.toml")
        assert parse_house(print_house(rules)) == rules
    except RulesError as error:
        message = str(error)
    assert message == "" or message.startswith("house.toml")
