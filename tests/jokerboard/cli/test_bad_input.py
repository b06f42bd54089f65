"""Bad input to any command: one sentence with a remedy, exit code 2, and no file is changed."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from tests.programs import refused

BOARD = Path(__file__).parents[3] / "wiring" / "4-players-direct.toml"
LEGAL = "rules legal --rules texas --position 'A8/-/-/- A'"
PERFT = "rules perft --rules texas --position '-/-/-/- A'"

REFUSED = {
    # for each command: further arguments, and a part of the error message
    "": [
        ("poker", "no command is called 'poker'; there are demo"),
    ],
    "rules": [
        ("", "required: ACTION; see jokerboard rules --help"),
        ("bake", "invalid choice: 'bake'"),
        ("legal", "rules legal needs --rules, or --batch"),
        ("legal --rules texas", "rules legal needs --position"),
        ("legal --rules x --position '' --card ''", "no rule set is called 'x'"),
        ("legal --rules texas --position 'A8/-/- A' --card A", "texas is for 4, 6"),
        ("legal --batch --house x.toml", "standard input"),
        ("perft --rules texas --position 'A8 A' --depth 1", "3 to 8 sides, not 1"),
        ("show", "rules show needs a rule set (texas, own-deck,"),
        ("show poker", "no rule set is called 'poker'"),
    ],
    LEGAL: [
        ("", "rules legal needs --card"),
        ("--card 1", "no card is written '1'"),
        ("--card 'A\nB'", "no card is written 'A\\nB'"),
    ],
    f"{LEGAL} --card A": [
        ("--teams x", "'x' is not a number from 0 to 999"),
        ("--teams ٣", "is not a number"),
        ("--teams 5", "4 players make 2 to 4 teams, not 5"),
        ("--set ace_11", "--set takes SWITCH=VALUE, not 'ace_11'"),
        ("--set ace_11=11", "switch ace_11 is off, on; not '11'"),
        ("--set limbo=on", "switch limbo is not supported"),
        ("--batch", "--batch reads all queries from standard input"),
    ],
    PERFT: [
        ("", "required: --depth"),
        ("--depth -1", "'-1' is not a number"),
        ("--depth 9", "9 turns take too long to count; give 8 or fewer"),
    ],
    "strategy": [
        ("calibration --games 0", "--games takes 1 or more, not 0\n"),
        ("calibration --pool brutal", "no level is called 'brutal'; there are easy, steady, strong, expert"),
        ("arena --a brutal", "no level is called 'brutal'; there are easy, steady, strong, expert"),
        ("arena --deals 0", "--deals takes 1 or more, not 0"),
        ("arena --pool strong strong", "--pool takes two or more players, each named once"),
        ("arena --a nowhere.toml", "the weights nowhere.toml cannot be read"),
        ("arena --rules poker", "no rule set is called 'poker'"),
        ("arena --players 5", "texas is for 4, 6 players, not 5"),
    ],
    "journal": [
        ("", "ACTION"),
        ("burn", "invalid choice"),
        ("show x", "invalid int value"),
    ],
    "demo --state state": [
        ("--rules chess", "no rule set is called 'chess'; there are texas"),
        ("--players 5", "texas is for 4, 6 players, not 5"),
        ("--players many", "invalid int value: 'many'"),
        ("--teams 9", "4 players make 2 to 4 teams, not 9"),
        ("--set ace_11", "--set takes SWITCH=VALUE, not 'ace_11'"),
        ("--set ace_12=on", "no switch is called 'ace_12'"),
        ("--set ace_11=maybe", "switch ace_11 is off, on; not 'maybe'"),
        ("--port 80.5", "a whole number from 0 to 65535 is wanted, not '80.5'"),
        ("--port 70000", "a whole number from 0 to 65535 is wanted, not '70000'"),
        ("--speed 0", "a number from 1 to 50 is wanted, not '0'"),
        ("--mistakes x", "a number from 0 to 1 is wanted, not 'x'"),
        ("--listen nowhere:x", "--listen 'nowhere:x' is no address"),
        ("--fast", "--fast and --until-over need --headless"),
        ("--headless --listen 0.0.0.0", "--listen needs a page"),
        ("--headless --people off", "--headless needs --people on"),
        ("--crossed 3", "--crossed needs --wiring"),
        ("--cards some", "invalid choice: 'some'"),
        ("--sauce x", "unrecognized arguments: --sauce x"),
        ("--link pty --headless --fast", "--fast and --link do not go together"),
        ("--link pty --hardware direct", "leave --hardware out"),
        ("--redis desk", "the URL of a Redis is redis://HOST"),
        ("--redis redis://me@desk", "the Redis user me needs a password"),
        (f"--redis redis://desk --table-name {'x' * 61}", "a table's name is one line"),
        ("--redis redis://desk --headless", "--headless publishes nothing"),
        ("--redis-password x", "--redis-password needs --redis"),
        ("--redis-ca x", "--redis-ca needs --redis"),
        ("--table-name x", "--table-name needs --redis"),
    ],
    "demo-tournament": [
        ("--speed 0", "--speed: a number from 1 to 50 is wanted, not '0'"),
        ("--mistakes 2", "--mistakes: a number from 0 to 1 is wanted, not '2'"),
        ("--longest nan", "--longest: a number from 1 to 86400 is wanted, not 'nan'"),
        ("--tables 0", "a whole number from 1 to 64 is wanted, not '0'"),
        ("--redis http://x", "the URL of a Redis is redis://HOST"),
        ("--http a:b:c", "--http 'a:b:c' is no address"),
    ],
    "director": [
        ("", "no Redis is given; give --redis URL, --hall DIR, or --demo-redis"),
        ("--redis http://x", "the URL of a Redis is redis://HOST"),
        ("--redis redis://:secret@x", "the URL of the Redis contains a password"),
        ("--redis redis://x --redis-password nowhere", "nowhere cannot be read"),
        ("--redis redis://x --http a:b:c", "--http 'a:b:c' is no address"),
        ("--demo-redis 99999", "a whole number from 0 to 65535 is wanted, not '99999'"),
    ],
    "wiring new mine.toml --yes": [
        ("--sides 8 --shape cross", "a cross has 3 to 6 arms, not 8"),
        ("--reader-path A=/dev/x", "the roles are none, since there are no readers; not 'A'"),
        ("--readers table --reader-path A=/dev/x", "the roles are table; not 'A'"),
        ("--readers table --reader-path table", "--reader-path takes ROLE=PATH"),
        ("--pitch 3", "line 10: pitch is a number from 10 to 60, not '3.0'"),
    ],
    "setup board.toml": [
        ("--readers", "describes no card reader"),
        ("--twin 1 --wrong 0.9", "--wrong takes a share below 0.5"),
        ("--twin 1 --dead 99", "--dead a number from 0 to 28"),
        ("--twin 1 --redo Q1", "Q1"),
    ],
    "doctor board.toml": [
        ("--cards", "describes no card reader"),
        ("--straight --fault moths:A4", "write KIND or KIND:HOLE; KIND is one of stuck-on, "),
        ("--straight --fault dark:Q4", "Q4"),
        ("--straight --hole Q4", "Q4"),
    ],
    "doctor": [
        ("--lights", "jokerboard doctor FILE"),
    ],
}


@pytest.mark.parametrize(
    ("command", "sentence"),
    [(f"{command} {more}", sentence) for command, cases in REFUSED.items() for more, sentence in cases],
)
def test_bad_input_is_reported_in_one_sentence_and_no_file_changes(
    command: str,
    sentence: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("board.toml").write_text(BOARD.read_text())
    err = refused(capsys, *shlex.split(command))
    assert sentence in err
    assert "secret" not in err
    assert [file.name for file in tmp_path.iterdir()] == ["board.toml"]
