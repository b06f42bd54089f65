from __future__ import annotations

import io
import json
import os
import select
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from engine.rules.rule_sets import RULES, SWITCHES
from jokerboard.cli.main import COMMANDS, main
from tests.examples import examples

GOLDENS = Path(__file__).parents[2] / "engine" / "goldens.jsonl"


@dataclass
class Printed:
    code: int
    out: str
    err: str


class Command:
    """Runs `jokerboard` in this process and captures its output."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys, self.monkeypatch = capsys, monkeypatch

    def __call__(self, *argv: str, stdin: bytes = b"") -> Printed:
        self.monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = main(argv)
        printed = self.capsys.readouterr()
        return Printed(code, printed.out, printed.err)

    def batch(self, *lines: str | bytes) -> list[dict[str, Any]]:
        stdin = b"".join((line.encode() if isinstance(line, str) else line) + b"\n" for line in lines)
        printed = self("rules", "legal", "--batch", stdin=stdin)
        assert (printed.code, printed.err) == (0, "")
        return [json.loads(line) for line in printed.out.splitlines()]


@pytest.fixture
def jokerboard(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    return Command(capsys, monkeypatch)


LEGAL = ("rules", "legal", "--rules", "texas", "--position", "A8/-/-/- A")
PERFT = ("rules", "perft", "--rules", "texas", "--position", "-/-/-/- A")


def query(**changes: object) -> bytes:
    """A valid query of a batch as a line of JSON, with the fields of `changes` changed."""
    return json.dumps({"rules": "texas", "position": "A8/-/-/- A", "card": "2", **changes}).encode()


def test_the_installed_command_runs_from_a_shell() -> None:
    command = Path(sys.executable).parent / "jokerboard"
    run = subprocess.run([command, *PERFT, "--depth", "2"], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (0, "20\n", "")


def test_a_closed_output_pipe_gives_no_traceback() -> None:
    nobody, ours = os.pipe()
    os.close(nobody)
    with GOLDENS.open("rb") as queries:
        command = [sys.executable, "-m", "jokerboard", "rules", "legal", "--batch"]
        run = subprocess.run(command, stdin=queries, stdout=ours, stderr=subprocess.PIPE, check=False)
    os.close(ours)
    assert (run.returncode, run.stderr) == (1, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
def test_output_that_cannot_be_written_is_reported_in_one_line_with_exit_code_1() -> None:
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "jokerboard", "rules", "list"]
        run = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert run.returncode == 1
    assert run.stderr == "jokerboard: [Errno 28] No space left on device\n"


def test_rules_list_prints_the_rule_sets(jokerboard: Command) -> None:
    printed = jokerboard("rules", "list")
    assert [line.split()[0] for line in printed.out.splitlines()] == list(RULES)
    listed = json.loads(jokerboard("rules", "list", "--json").out)
    assert [each["name"] for each in listed] == list(RULES)
    assert listed[4]["players"] == [2, 3, 4, 5, 6, 7, 8]


def test_legal_plays_are_printed_for_people_and_as_json(jokerboard: Command) -> None:
    assert jokerboard(*LEGAL, "--card", "A").out == "A A8-A9  A9/-/-/- B\nA A8-B1  B1/-/-/- B\n"
    assert json.loads(jokerboard(*LEGAL, "--card", "AH", "--json").out) == [
        {"play": "A A8-A9", "position": "A9/-/-/- B"},
        {"play": "A A8-B1", "position": "B1/-/-/- B"},
    ]


def test_without_a_legal_play_rules_legal_prints_an_empty_json_array(jokerboard: Command) -> None:
    nothing = ("rules", "legal", "--rules", "texas", "--position", "-/-/-/- A", "--card", "5")
    assert jokerboard(*nothing, "--json").out == "[]\n"
    assert jokerboard(*nothing).out == "no legal play\n"


def test_rules_legal_applies_house_rules_and_teams(jokerboard: Command) -> None:
    printed = jokerboard(*LEGAL, "--card", "A", "--json", "--set", "ace_11=off")
    assert len(json.loads(printed.out)) == 1
    alone = ("--rules", "joker-board", "--position", "C9/-/C14/-/-/- A", "--card", "5", "--json")
    assert json.loads(jokerboard("rules", "legal", *alone, "--teams", "6").out)[0]["position"][:4] == "C14/"
    assert jokerboard(*PERFT, "--depth", "1", "--set", "joker_any_hole=on").out == "76\n"
    four = jokerboard(*PERFT, "--depth", "1", "--set", "marbles_per_player=4")
    assert four.out == "4\n"


def test_switches_are_listed_with_name_type_values_and_defaults(jokerboard: Command) -> None:
    switches = json.loads(jokerboard("rules", "switches", "--json").out)
    assert [switch["name"] for switch in switches] == list(SWITCHES)
    for switch in switches:
        assert switch["type"] in ("flag", "number", "word")
        assert set(switch["default"]) == set(RULES)
        assert set(switch["default"].values()) <= set(switch["values"])
    printed = jokerboard("rules", "switches").out
    assert "ace_11 = off | on" in printed
    assert "Not supported:\n  ten_split: " in printed


def test_every_value_of_every_switch_is_accepted_or_refused_with_a_reason(jokerboard: Command) -> None:
    for switch in SWITCHES.values():
        for value in switch.values:
            printed = jokerboard(*LEGAL, "--card", "A", "--json", "--set", f"{switch.name}={value}")
            assert printed.code == 0 or (
                printed.code == 2 and printed.out == "" and printed.err.count("\n") == 1
            )


def test_every_query_of_a_batch_is_answered_in_order(jokerboard: Command) -> None:
    goldens = [json.loads(line) for line in GOLDENS.read_text().splitlines()]
    answers = jokerboard.batch(*map(json.dumps, goldens))
    assert [sorted(answer["results"]) for answer in answers] == [golden["results"] for golden in goldens]


def test_queries_of_a_batch_may_set_teams_and_switches(jokerboard: Command) -> None:
    sets: list[dict[str, Any] | None] = [None, {"ace_11": "off"}, {"ace_11": False}, {"hand_size": 4}]
    answers = jokerboard.batch(*(query(card="A", set=each, teams=None) for each in sets))
    assert [len(answer["results"]) for answer in answers] == [2, 1, 1, 2]


def test_each_query_of_a_batch_is_answered_at_once() -> None:
    command = [sys.executable, "-m", "jokerboard", "rules", "legal", "--batch"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as batch:
        assert batch.stdin
        assert batch.stdout
        for _ in range(2):
            batch.stdin.write(query() + b"\n")
            answered, _, _ = select.select([batch.stdout], [], [], 60)
            if not answered:
                batch.kill()
            assert json.loads(batch.stdout.readline()) == {"results": ["A10/-/-/- B"]}
        batch.stdin.close()
        assert batch.wait() == 0


BAD = [
    (b"{", "the query is not JSON"),
    (b"\xff", "the query is not JSON"),
    (b"[" * 100_000, "the query is nested too deeply"),
    (b"9" * 5000, "the query is not JSON"),
    (b"[]", "a query is a JSON object"),
    (b"null", "a query is a JSON object"),
    (b"{}", "a query needs the key 'rules' with a string"),
    (query(position=5), "a query needs the key 'position' with a string"),
    (query(card=None), "a query needs the key 'card' with a string"),
    (query(rules="x"), "no rule set is called 'x'"),
    (query(position="-/-/- A"), "texas is for 4, 6 players, not 3"),
    (query(card="Z"), "no card is written 'Z'"),
    (query(teams="2"), "'teams' is a number or null"),
    (query(teams=True), "'teams' is a number or null"),
    (query(teams=0), "2 to 4 teams, not 0"),
    (query(set=[]), "'set' is an object"),
    (query(set={"x": "on"}), "no switch is called 'x'"),
    (query(set={"ace_11": None}), "not 'None'"),
]


def test_one_bad_query_of_a_batch_gets_an_error_and_the_other_queries_get_answers(
    jokerboard: Command,
) -> None:
    answers = jokerboard.batch(query(), *(line for line, _ in BAD), b"", query())
    assert answers[0] == answers[-1] == {"results": ["A10/-/-/- B"]}
    assert len(answers) == len(BAD) + 2
    for (_, reason), answer in zip(BAD, answers[1:], strict=False):
        assert list(answer) == ["error"]
        assert reason in answer["error"]


fields = st.sampled_from(["rules", "position", "card", "teams", "set", "x"])
scraps = (
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.just("texas") | st.just("-/-/-/- A")
)
values = st.recursive(
    scraps, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(fields, inner, max_size=3)
)


@examples(60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.dictionaries(fields, values, max_size=5).map(json.dumps) | st.text('{}[]",:a1 ').map(str.strip)
    )
)
def test_any_text_as_a_line_of_a_batch_gets_one_line_of_answer(jokerboard: Command, lines: list[str]) -> None:
    answers = jokerboard.batch(*lines)
    assert len(answers) == sum(bool(line.strip()) for line in lines)
    assert all(set(answer) <= {"results", "error"} and len(answer) == 1 for answer in answers)


words = st.text(max_size=8) | st.sampled_from(
    [*LEGAL, *PERFT, "--card", "A", "--json", "--set", "ace_11=on", "list"]
)


@examples(100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(words, max_size=10).map(lambda rest: ["rules", *rest]))
def test_the_rules_command_with_any_arguments_prints_output_or_one_line_of_error(
    jokerboard: Command, argv: list[str]
) -> None:
    printed = jokerboard(*argv)
    assert printed.code in (0, 2)
    if printed.code:
        assert printed.out == ""
        assert printed.err.startswith("jokerboard: ")
        assert printed.err.count("\n") == 1


def test_help_and_version_are_printed(jokerboard: Command) -> None:
    printed = jokerboard("--help").out
    assert printed == jokerboard().out
    assert all(f"  {name} " in printed for name in COMMANDS)
    assert jokerboard("--version").out.startswith("jokerboard ")
    assert "usage: jokerboard rules" in jokerboard("rules", "--help").out
    assert "--position" in jokerboard("rules", "legal", "-h").out


def test_a_command_whose_code_imports_an_unknown_module_raises_module_not_found_error(
    jokerboard: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "broken_command.py").write_text("import no_such_module_at_all\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setitem(COMMANDS, "fly", ("broken_command", "fly"))
    with pytest.raises(ModuleNotFoundError):
        jokerboard("fly")


def test_an_interrupted_command_exits_with_code_130(
    jokerboard: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("jokerboard.cli.rules.perft", interrupted)
    assert jokerboard(*PERFT, "--depth", "1").code == 130


def test_the_rules_command_imports_no_web_and_no_hardware_modules() -> None:
    heavy = "{'starlette', 'uvicorn', 'asyncio', 'sqlite3', 'hardware', 'engine.referee', 'random'}"
    code = "import sys; from jokerboard.cli.main import main; main(['rules', 'list'])"
    code += f"; print({heavy} & set(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[-1] == "set()"
