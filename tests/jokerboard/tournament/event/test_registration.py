"""Lists of teams are read in every form in which people send them."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jokerboard.tournament.errors import EventError, RegistrationError
from jokerboard.tournament.event.model import Entry
from jokerboard.tournament.event.registration import entry_of, read_teams
from jokerboard.tournament.event.team_events import Registered
from tests.jokerboard.tournament.event.tournaments import make, then

EMPTY = make(0)


def read(text: str | bytes) -> tuple[Entry, ...]:
    data = text if isinstance(text, bytes) else text.encode()
    return read_teams(data, "teams.csv", EMPTY).entries


def test_a_list_of_teams_may_have_a_row_for_each_team() -> None:
    found = read("team,player1,player2,club\nFoxes,Ann,Bo,North\nOwls, Cy ,Di,\n")
    assert found == (Entry("Foxes", ("Ann", "Bo"), "North"), Entry("Owls", ("Cy", "Di")))


def test_a_list_of_teams_may_have_a_row_for_each_player() -> None:
    found = read("Team;Player;Rating\nFoxes;Ann;1200\nFoxes;Bo;\nOwls;Cy;\nOwls;Di;900\n")
    assert found == (Entry("Foxes", ("Ann", "Bo"), "", 1200), Entry("Owls", ("Cy", "Di"), "", 900))


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_lists_of_teams_are_read_with_any_delimiter_encoding_and_line_end(
    delimiter: str, encoding: str, newline: str
) -> None:
    rows = [["team", "player1", "player2"], ['Füchse, "die" ;', "Jürgen", "Żółw"], [], ["Owls", "Cy", "Di"]]
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator=newline).writerows(rows)
    found = read(out.getvalue().encode(encoding))
    assert found == (Entry('Füchse, "die" ;', ("Jürgen", "Żółw")), Entry("Owls", ("Cy", "Di")))


def test_a_list_of_teams_may_name_reserve_players_or_none() -> None:
    found = read("team,player1,player2,player3\nFoxes,Ann,Bo,Cy\nOwls,Di,Ed,\n")
    assert [len(entry.players) for entry in found] == [3, 2]


def test_unused_columns_of_a_list_of_teams_are_reported() -> None:
    found = read_teams(b"team,player1,player2,e-mail\nFoxes,Ann,Bo,a@b\n", "teams.csv", EMPTY)
    assert found.remarks == ("these columns are ignored: e-mail",)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "teams.csv: the list is empty"),
        ("\n\n", "teams.csv: the list is empty"),
        ("team,player1\n", "teams.csv: the list has no teams"),
        ("club,player1\nx,y\n", "line 1: no column is called 'team'"),
        ("team,captain\nx,y\n", "line 1: no column is called 'player'"),
        ("team,team,player\nx,y,z\n", "line 1: two columns are called 'team'"),
        ("team,player1,player2\nFoxes,Ann,Bo\nfoxes,Cy,Di\n", "line 3: foxes is in line 2 already"),
        (
            "team,player1,player2\nFoxes,Ann,Bo\nOwls,ann,Di\n",
            "line 3: ann is in line 2 already, for Foxes",
        ),
        ("team,player1,player2\nFoxes,Ann,Ann\n", "line 2: Ann is in line 2 already"),
        ("team,player1,player2\n,Ann,Bo\n", "line 2: the team has no name"),
        ("team,player1,player2\nFoxes,,Bo\n", "line 2: a player of Foxes has no name"),
        ("team,player1,player2\nFoxes,Ann,\n", "line 2: Foxes has 1 of the 2 players who sit"),
        ("team,player1,player2\nFoxes,Ann,Bo,Cy\n", "line 2: this row has 4 columns, the first has 3"),
        (
            "team,player1,player2\n" + "F" * 61 + ",Ann,Bo\n",
            "line 2: the name of the team is refused: the text has 61",
        ),
        (
            "team,player1,player2\nFoxes,Ann,B\x07o\n",
            "line 2: the name of a player of Foxes is refused: the text has a character that",
        ),
        (
            "team,player1,player2\nFoxes,Ann,\u202eoB\n",
            "line 2: the name of a player of Foxes is refused",
        ),
        ("team,player1,player2,rating\nFoxes,Ann,Bo,1.5\n", "line 2: a rating is a whole number"),
        ('team,player1,player2\nFoxes,"Ann,Bo\n', "line 2: this row cannot be read"),
        ('team,player1,player2\n\nFoxes,"An"n,Bo\n', "line 3: this row cannot be read"),
        (
            b"team,player1,player2\nFoxes,J\x81rgen,Bo\n",
            "line 2 is not a text in UTF-8",
        ),
        (b"team,player1\n" + b"x" * (1 << 20), "at most 1024 KiB"),
        (
            "team,player\n" + "".join(f"Foxes,P{k}\n" for k in range(7)),
            "line 2: Foxes has 7 players, of 6 at most",
        ),
        ("team,player1,player2\n" + "".join(f"T{k},A{k},B{k}\n" for k in range(1001)), "at most 1000 teams"),
    ],
)
def test_a_faulty_list_of_teams_is_refused_with_file_and_line(text: str | bytes, why: str) -> None:
    with pytest.raises(RegistrationError) as caught:
        read(text)
    refusal = str(caught.value)
    assert why in refusal
    assert refusal.startswith("teams.csv")
    assert refusal.endswith("; nothing was registered")
    assert "\n" not in refusal


def test_teams_that_are_registered_already_are_reported_with_their_line() -> None:
    now = then(EMPTY, Registered((Entry("Foxes", ("Ann", "Bo")),)))
    with pytest.raises(RegistrationError, match=r"more.csv line 2: two teams are called FOXES; nothing"):
        read_teams(b"team,player1,player2\nFOXES,Cy,Di\n", "more.csv", now)


def refused(text: str | bytes) -> str:
    """The message with which the list is refused, or the number of its teams."""
    try:
        return f"fine, {len(read(text))}"
    except RegistrationError as error:
        return str(error)


@given(st.binary(max_size=300))
def test_any_bytes_are_either_read_as_a_list_of_teams_or_refused_in_a_sentence(data: bytes) -> None:
    assert refused(data).startswith(("teams.csv", "fine"))


names = st.text(st.characters(blacklist_categories=("C", "Z")), min_size=1, max_size=30)


@given(st.lists(st.tuples(names, names, names), min_size=1, max_size=6), st.sampled_from(",;\t"))
def test_any_names_in_a_spreadsheets_list_of_teams_are_read_or_refused_as_equal(
    rows: list[tuple[str, str, str]], delimiter: str
) -> None:
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter).writerows([("team", "player1", "player2"), *rows])
    refusal = refused(out.getvalue())
    assert "already" in refusal or refusal == f"fine, {len(rows)}"  # Two random names may be equal.


def test_a_typed_team_is_checked_for_equal_names_and_too_many_players() -> None:
    assert entry_of(EMPTY, " Foxes ", ["Ann", " Bo"]) == Entry("Foxes", ("Ann", "Bo"))
    with pytest.raises(EventError, match="Foxes names Ann twice"):
        entry_of(EMPTY, "Foxes", ["Ann", "ann"])
    with pytest.raises(EventError, match="too many for a team"):
        entry_of(EMPTY, "Foxes", [f"P{k}" for k in range(7)])


def test_a_list_of_teams_in_windows_1252_with_semicolons_is_read_with_a_remark() -> None:
    data = "team;player1;player2\nFüchse;Jürgen;Łuc\n".encode("cp1252", "replace")
    found = read_teams(data, "teams.csv", EMPTY)
    assert found.entries[0].name == "Füchse"
    assert found.entries[0].players[0] == "Jürgen"
    assert "read as Windows-1252" in found.remarks[0]


WHOLE = (Entry("Foxes", ("Ann", "Bo")), Entry("Owls", ("Cy", "Di")))


@pytest.mark.parametrize(
    "text",
    [
        "sep=;\nteam;player1;player2\nFoxes;Ann;Bo\nOwls;Cy;Di\n",
        "SEP=\t\r\nteam\tplayer1\tplayer2\r\nFoxes\tAnn\tBo\r\nOwls\tCy\tDi\r\n",
        "The Autumn Cup 2026\nteam,player1,player2\nFoxes,Ann,Bo\nOwls,Cy,Di\n",
        "Autumn Cup;;\n;;\nteam;player1;player2\nFoxes;Ann;Bo\nOwls;Cy;Di\n",
        "Cup, of the town, 2026\n\nteam;player1;player2\nFoxes;Ann;Bo\nOwls;Cy;Di\n",
        'team,player1,player2\n"Foxes\n",Ann,Bo\nOwls,"Cy\r\n",Di\n',
        "Mannschaft;Spieler 1;Spieler 2\nFoxes;Ann;Bo\nOwls;Cy;Di\n",
        "Équipe,Joueur 1,Joueur 2\nFoxes,Ann,Bo\nOwls,Cy,Di\n",
        "Equipo,Jugador\nFoxes,Ann\nFoxes,Bo\nOwls,Cy\nOwls,Di\n",
        "\u200bteam,player1,player2\nFoxes,\u00a0Ann,Bo\nOwls,Cy,D\u00adi\n",
    ],
)
def test_lists_of_the_same_teams_in_various_forms_of_spreadsheets_are_read_as_equal(text: str) -> None:
    for encoding in ("utf-8", "utf-8-sig", "utf-16"):
        assert read(text.encode(encoding)) == WHOLE


def test_for_a_list_of_teams_with_unknown_columns_the_usual_column_names_are_suggested() -> None:
    text = "Lag;Ett;Två\nFoxes;Ann;Bo\nOwls;Cy;Di\n".encode()
    with pytest.raises(RegistrationError, match=r"line 1.*add --columns team,player1,player2, and --no-hea"):
        read(text)
    columns = ["team", "player1", "player2"]
    assert read_teams(text, "l.csv", EMPTY, columns).entries == WHOLE
    bare = text.split(b"\n", 1)[1]
    assert read_teams(bare, "l.csv", EMPTY, columns, named=False).entries == WHOLE
    swapped = read_teams(
        b"1,Ann,Bo,Foxes\n2,Cy,Di,Owls\n", "l.csv", EMPTY, ["-", *columns[1:], "team"], named=False
    )
    assert swapped.entries == WHOLE
