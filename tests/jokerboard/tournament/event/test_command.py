"""`jokerboard tournament` runs a whole tournament from the terminal; every refusal is one sentence."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from jokerboard.cli.main import main
from tests.jokerboard.tournament.web.event_hall import WON_BY_AC, EventHall

TEAMS = """team;player1;player2;club
Foxes;Ann;Bo;North
Owls;Cy;Di;
Hens;Ed;Flo;
Larks;Gus;Hal;
Newts;Ida;Jo;South
"""

Call = Callable[..., str]


@pytest.fixture
def call(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Call:
    """Run the command; return its output, or `!` and the message with which it was refused."""

    def run(*words: str | int) -> str:
        argv = ["tournament", "--state", str(tmp_path / "desk"), "--by", "Ann", *map(str, words)]
        code = main(argv)
        output = capsys.readouterr()
        if code:
            assert output.out == ""
            assert output.err.count("\n") == 1
            return f"!{code} {output.err}"
        return output.out

    return run


@pytest.fixture
def begun(call: Call, tmp_path: Path) -> Call:
    (tmp_path / "teams.csv").write_text(TEAMS, encoding="utf-8")
    call("new", "Spring Cup", "--rounds", 3, "--order", "list", "--place", "Town Hall")
    call("register", tmp_path / "teams.csv")
    return call


def test_a_whole_tournament_can_be_run_from_the_terminal(begun: Call) -> None:
    paired = begun("pair")
    assert "Foxes" in paired
    assert "bye: Newts" in paired
    assert "next: start round 1" in paired
    assert "running" in begun("start")
    assert "Foxes > Hens" in begun("result", 1, "--winner", "foxes")
    assert "marbles home 6-4" in begun("result", 2, "--home", 6, 4)
    assert "next: pair round 2" in begun("show")
    for number in (2, 3):
        begun("pair")
        begun("start")
        begun("result", 1, "--equal")
        begun(
            "result",
            2,
            "--absent",
            f"#{json.loads(begun('export', 'json'))['rounds'][-1]['matches'][1]['teams'][0]}",
        )
        assert f"round {number}: over" in begun("show")
    assert "next: print the prize list" in begun("show")
    standings = begun("standings")
    assert standings.splitlines()[0].split()[:4] == ["place", "team", "points", "Buchholz"]
    assert "Then Direct: points from meetings of" in standings
    begun("prizes", "The cup", "A cake")
    prizes = begun("print", "prizes")
    assert "The cup" in prizes
    assert "Not final" not in prizes
    assert "!2 jokerboard: all 3 rounds have been played" in begun("pair")


def test_the_history_shows_each_action_with_its_director_and_its_local_time_and_zone(
    begun: Call, new_york: None
) -> None:
    begun("pair")
    lines = begun("history").splitlines()
    assert [line.split()[5] for line in lines[1:]] == ["created", "registered", "drawn", "round-paired"]
    assert {line.split()[3] for line in lines[1:]} <= {"EST", "EDT"}
    assert all(line.split()[4] == "Ann" for line in lines[1:])


def test_a_round_can_be_paused_extended_and_ended_by_time(begun: Call) -> None:
    begun("pair")
    begun("start")
    assert "paused, " in begun("pause")
    assert "running, " in begun("go-on")
    begun("extend", 5, "--reason", "fire alarm")
    assert "time was called, 2 of 2 tables without a result" in begun("time-out")
    assert "!2" in begun("pause")


def test_a_corrected_result_needs_a_reason_and_is_marked(begun: Call) -> None:
    begun("pair")
    begun("start")
    begun("result", 1, "--winner", "Hens")
    assert "to change it, give a reason" in begun("result", 1, "--winner", "Foxes")
    assert "Foxes > Hens (corrected: misread)" in begun(
        "result", 1, "--winner", "Foxes", "--reason", "misread"
    )
    assert "2 of 2 tables" in begun("result", 1, "--clear", "--reason", "still playing")


def test_teams_can_be_added_corrected_withdrawn_and_readmitted(begun: Call) -> None:
    begun("add", "Moles", "Kim", "Lou", "--club", "East")
    begun("rename", "moles", "Voles")
    begun("withdraw", "#5", "--reason", "ill")
    teams = begun("teams")
    assert "Voles  Kim, Lou" in teams
    assert "withdrawn" in teams
    begun("return", "Newts")
    assert "6 teams play" in begun("show")
    begun("pair")
    begun("unpair", "--reason", "one more came")
    begun("pair")
    assert "7 teams play" in begun("add", "Late", "X", "Y")
    assert "since round 2" in begun("teams")


def test_pairings_can_be_explained_and_changed_and_teams_kept_apart_from_the_terminal(begun: Call) -> None:
    assert "apart from Hens" in begun("apart", "Foxes", "hens", "--reason", "sisters") + begun("teams")
    assert "note: one pair would meet if no teams were kept apart" in begun("pair")
    assert "round 1, table 1: Owls and Foxes need not meet" in begun("why", 1)
    asked = begun("exchange", "Foxes", "Larks")
    assert "nothing was changed; to exchange the teams, give a --reason" in asked
    done = begun("exchange", "Foxes", "Larks", "--reason", "a lift")
    assert "note: Foxes and Larks were exchanged by hand (a lift): " in done
    assert "brought together by hand, by Ann: a lift" in begun("why", 1)
    assert "!2 jokerboard: Foxes and Owls: no such teams are kept apart" in begun("meet", "Foxes", "Owls")
    assert "apart" not in begun("meet", "Foxes") + begun("teams")
    assert "!2 jokerboard: there is no round 4 yet" in begun("why", 1, "--round", 4)
    assert "!2 jokerboard: round 1 has no table 9; its tables are 1 to 2" in begun("why", 9)


def test_a_penalty_is_shown_in_the_standings_and_can_be_taken_back(begun: Call) -> None:
    begun("penalty", "Foxes", 2, "--reason", "late")
    assert "penalty 2" in begun("standings")
    assert "-2" in begun("standings")
    begun("penalty", "Foxes", "-2", "--reason", "they were not")
    assert "penalty" not in begun("standings")
    begun("penalty", "Foxes", 1, "--reason", "late again")
    assert "Foxes: 1 point: late again" in begun("history")


def test_a_round_robin_at_tables_of_three_can_be_run_from_the_terminal(call: Call, tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text(
        "team,player1,player2\n" + "".join(f"T{k},A{k},B{k}\n" for k in range(9)), encoding="utf-8"
    )
    assert "round robin" in call("new", "Cup", "--system", "round-robin", "--teams", 3, "--minutes", 0)
    assert "4 rounds" in call("register", tmp_path / "t.csv")
    call("pair")
    call("start")
    names = _names(call)
    output = call("result", 1, "--order", *(f"#{team}" for team in names))
    assert " > ".join(f"T{team - 1}" for team in names) in output
    assert "no clock" in call("show")


def _names(call: Call) -> list[int]:
    teams: list[int] = json.loads(call("export", "json"))["rounds"][0]["matches"][0]["teams"]
    return teams


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("show",), "no tournament is in"),
        (("new", "  "), "a tournament needs a name"),
        (("new", "Cup", "--rules", "chess"), "no rule set is called 'chess'"),
        (("new", "Cup", "--players", "5"), "5 players cannot form 2 equal teams"),
        (("new", "Cup", "--address", "ftp://x"), "begins with http:// or https://"),
        (("new", "Cup", "--address", "http://x y"), "all of them printable"),
        (("new", "Cup", "--rounds", "x"), "invalid int value"),
        (("dance",), "invalid choice"),
    ],
)
def test_an_impossible_tournament_command_without_a_tournament_is_refused_with_a_sentence(
    call: Call, words: tuple[str, ...], why: str
) -> None:
    output = call(*words)
    assert output.startswith("!2 jokerboard: ")
    assert why in output


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("new", "Other"), "holds Spring Cup, which is not closed"),
        (("register", "nowhere.csv"), "nowhere.csv cannot be read"),
        (("start",), "no round is paired yet"),
        (("result", "1", "--winner", "Foxes"), "no round is paired yet"),
        (("result", "1"), "give the result one way"),
        (("result", "1", "--equal", "--clear"), "give the result one way"),
        (("result", "1", "--winner", "Foxes", "--to-go", "3"), "--to-go needs --home"),
        (("standings", "--round", "4"), "there is no round 4"),
        (("withdraw", "Nobody"), "no team is called 'Nobody'"),
        (("tables", "one=oak"), "3=oak"),
        (("tables", "1=oak"), "no table whose log is in the store is called 'oak'"),
        (("take",), "no round is paired yet"),
        (("print", "seats"), "no round is paired yet"),
        (("print", "standings", "--out", "/nowhere/x.html"), "cannot be written"),
        (("change", "--teams", "3"), None),
        (("change", "--players", "6"), "Foxes has 2 of the 3 players"),
    ],
)
def test_a_tournament_command_at_the_wrong_time_is_refused_with_a_sentence(
    begun: Call, words: tuple[str, ...], why: str | None
) -> None:
    output = begun(*words)
    assert (why is None and not output.startswith("!")) or (why is not None and why in output)


def test_an_unambiguous_beginning_of_a_teams_name_is_accepted_as_the_name(begun: Call) -> None:
    begun("pair")
    begun("start")
    assert "Foxes > Hens" in begun("result", 1, "--winner", "fo")
    begun("rename", "Owls", "Fox")
    wrong = begun("result", 1, "--winner", "Fox", "--reason", "misread")
    assert "Fox does not play at that table; Hens and Foxes do" in wrong
    assert "no team is called ''" in begun("result", 1, "--order", "Hens", "")


def test_a_faulty_list_of_teams_registers_no_team(begun: Call, tmp_path: Path) -> None:
    (tmp_path / "bad.csv").write_text(
        "team,player1,player2\nMoles,Kim,Lou\nVoles,Ann,Max\n", encoding="utf-8"
    )
    output = begun("register", tmp_path / "bad.csv")
    assert (
        "bad.csv line 3: Ann plays for Foxes already, and cannot for Voles; nothing was registered" in output
    )
    assert "5 teams play" in begun("show")


def test_teams_that_were_exported_can_be_registered_again(begun: Call, tmp_path: Path) -> None:
    begun("add", "=1+1", "+Kim", "@Lou", "--club", "+49")
    begun("export", "teams.csv", "--out", tmp_path / "again.csv")
    begun("--state", tmp_path / "two", "new", "Copy")
    assert "6 teams play" in begun("--state", tmp_path / "two", "register", tmp_path / "again.csv")
    first, second = (
        [team["entry"] for team in json.loads(begun("--state", tmp_path / state, "export", "json"))["teams"]]
        for state in ("desk", "two")
    )
    assert first == second
    assert (first[-1]["name"], first[-1]["players"], first[-1]["club"]) == ("=1+1", ["+Kim", "@Lou"], "+49")


def test_the_exports_contain_the_whole_tournament(begun: Call) -> None:
    begun("add", "=1+1", "Kim", "Lou")
    begun("pair")
    begun("start")
    begun("result", 1, "--home", 10, 3, "--to-go", 0, 200, "--winner", "Larks")
    rows = list(csv.DictReader(io.StringIO(begun("export", "results.csv").removeprefix("\ufeff"))))
    assert [(row["table"], row["team"], row["place"], row["points"], row["home"]) for row in rows][:2] == [
        ("1", "Larks", "1", "2", "10"),
        ("1", "Foxes", "2", "0", "3"),
    ]
    assert {row["team"] for row in rows} >= {"'=1+1"}
    whole = json.loads(begun("export", "json"))
    assert whole["tournament"] == 1
    assert (whole["settings"]["name"], whole["settings"]["place"]) == ("Spring Cup", "Town Hall")
    assert [match["table"] for match in whole["rounds"][0]["matches"]] == [1, 2, 3]
    result = whole["rounds"][0]["matches"][0]["result"]
    assert (result["places"], [each["home"] for each in result["counts"]]) == ([[4], [1]], [10, 3])
    assert whole["standings"][0]["name"] == "Larks"
    assert whole["teams"][5]["entry"]["name"] == "=1+1"
    kinds = [event["kind"] for event in whole["events"]]
    assert kinds[:3] == ["created", "registered", "registered"]
    assert kinds[3:] == ["drawn", "round-paired", "round-started", "result"]
    assert begun("export", "standings.txt") == begun("standings")
    table = list(csv.DictReader(io.StringIO(begun("export", "standings.csv").removeprefix("\ufeff"))))
    assert table[0]["team"] == "Larks"
    assert table[0]["marbles"] == "7"


def test_tables_are_linked_by_name_and_their_results_taken_from_the_terminal(
    begun: Call, tmp_path: Path
) -> None:
    assert "no table's log is in the store" in begun("tables")
    with EventHall(tmp_path / "desk") as hall:
        hall.table("oak")
        hall.table("elm")
        assert begun("tables").splitlines()[1].split() == ["Board", "elm", "elm"]
        assert begun("tables", "2=Board elm", "1=oak").splitlines()[1].split() == ["1", "Board", "oak", "oak"]
        assert "name oak is given twice" in begun("tables", "1=oak", "2=oak")
        begun("pair")
        begun("start")
        hall.begin("oak")
        hall.begin("elm", "A8,h5/B8/C8/D8 A")
        hall.tables["oak"].verdict("over", team=["A", "C"], position=WON_BY_AC)
        hall.take(hall.tables["oak"])
        assert json.loads(begun("export", "json"))["rounds"][0]["matches"][0].get("result") is None
        begun("take")
        taken = json.loads(begun("export", "json"))["rounds"][0]["matches"][0]["result"]
        assert (taken["how"], taken["source"]["table"]) == ("played", "oak")
        begun("time-out")
        assert "when time was called, marbles home 1-0" in begun("take")
