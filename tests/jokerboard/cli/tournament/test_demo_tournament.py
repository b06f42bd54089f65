"""`jokerboard demo-tournament`: names of teams, and a hall of one table that a person directs."""

from __future__ import annotations

from pathlib import Path

import pytest

from jokerboard.host.errors import JokerboardError
from jokerboard.simulation.hall_director import Client, teams
from tests.programs import Trial, until


def test_simulated_teams_beyond_the_listed_names_get_distinct_names() -> None:
    names = [name for team in teams(40) for name in team]
    assert len(set(names)) == 120


def test_with_the_option_by_hand_a_person_directs_the_simulated_hall(tmp_path: Path) -> None:
    trial = Trial(tmp_path, "--tables", "1", "--by-hand", "--speed", "50")
    try:
        client = Client(trial.address)
        until(lambda: any(table["here"] for table in client.get("api/tables")["tables"]))
        (table,) = client.get("api/tables")["tables"]
        assert (table["title"], table["game"]) == ("Table 1", None)
        with pytest.raises(JokerboardError, match="log in with the desk's token"):
            client.post("order", {"table": table["name"], "order": "pause"})
        client.post("login", {"token": trial.token, "who": "Rita"})
        client.post("event/new", {"name": "A cup for two", "rounds": 1, "minutes": 0, "seed": 1})
        client.post("event/teams", {"list": "team,player1,player2\nX,Ann,Bo\nY,Cleo,Dan", "file": "t.csv"})
        client.post("event/links", {"links": [[1, table["name"]]]})
        client.post("event/pair", {})
        client.post("event/start", {})
        until(lambda: (client.get("api/tables")["tables"][0]["game"] or {"n": 0})["n"] > 5)
        names = client.get("api/tables")["tables"][0]["game"]["names"]
        assert set(names.values()) == {"Ann", "Bo", "Cleo", "Dan"}
    finally:
        assert trial.stop() == 0
