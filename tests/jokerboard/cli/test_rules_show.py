"""`jokerboard rules show` and `--house FILE`: a rule set for people to read, also with house rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.rules.rule_sets import RULES
from jokerboard.cli.main import main
from jokerboard.words.card_sheet import card_sheet
from tests.programs import refused

GRANDMA = 'base = "texas"\ntitle = "Grandma\'s"\n\n[switches]\nace_11 = "off"\n'


@pytest.fixture
def house(tmp_path: Path) -> Path:
    path = tmp_path / "house.toml"
    path.write_text(GRANDMA)
    return path


def printed(capsys: pytest.CaptureFixture[str], *argv: object) -> str:
    assert main([str(arg) for arg in argv]) == 0
    return capsys.readouterr().out


def test_a_published_rule_set_is_shown_as_its_rule_sheet(capsys: pytest.CaptureFixture[str]) -> None:
    for name in RULES:
        assert printed(capsys, "rules", "show", name) == card_sheet(RULES[name])


def test_a_rule_sheet_marks_changed_switches(capsys: pytest.CaptureFixture[str]) -> None:
    card = printed(capsys, "rules", "show", "texas", "--set", "hand_size=6", "--set", "ace_11=off")
    assert "* - Hands of 6 cards" in card
    assert "  - hand_size = 6 (published: 5)" in card


def test_house_rules_are_shown_under_their_title(capsys: pytest.CaptureFixture[str], house: Path) -> None:
    card = printed(capsys, "rules", "show", "--house", house)
    assert card.startswith("Grandma's (texas)\n")
    assert "* Ace         out of START onto your come-out, or 1 forward\n" in card
    assert printed(capsys, "rules", "show", "texas", "--house", house) == card
    assert "two_swap = on" in printed(capsys, "rules", "show", "--house", house, "--set", "two_swap=on")


def test_the_commands_rules_legal_and_rules_perft_apply_a_file_of_house_rules(
    capsys: pytest.CaptureFixture[str], house: Path
) -> None:
    where = ("--house", house, "--position", "A8/-/-/- A")
    assert printed(capsys, "rules", "legal", *where, "--card", "A") == "A A8-A9  A9/-/-/- B\n"
    assert printed(capsys, "rules", "perft", *where, "--depth", "1") == "13\n"


def test_a_bad_file_of_house_rules_is_reported_in_one_line_with_exit_code_2(
    capsys: pytest.CaptureFixture[str], house: Path, tmp_path: Path
) -> None:
    show = ("rules", "show", "--house")
    err = refused(capsys, *show, tmp_path / "nowhere.toml")
    assert "nowhere.toml: No such file or directory; give" in err
    assert refused(capsys, "rules", "show", "own-deck", "--house", house).endswith(
        "for texas, not own-deck; leave own-deck out\n"
    )
    house.write_bytes(b'base = "\x81"')
    assert "line 1 is not a text in UTF-8" in refused(capsys, *show, house)
    house.write_text('base = "texas"\n[switches]\nace_11 = "perhaps"\n')
    assert refused(capsys, *show, house) == "house.toml line 3: switch ace_11 is off, on; not 'perhaps'\n"
    house.write_text("#" * 1_000_000)
    assert "the file is too long; the most is " in refused(capsys, *show, house)
