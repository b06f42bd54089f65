"""The hall on the director's page: summaries of the tables' logs, and the escaping of text."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from engine.dealing import setup_for
from engine.game import begin
from engine.geometry import seat_letter
from engine.play import Play
from engine.rules.rule_sets import RULES
from engine.strategy.analysis import analysed
from engine.strategy.players import greedy
from engine.table import table_for
from engine.views import seat_view
from jokerboard.journal.games.game_record import game_record
from jokerboard.journal.games.sentences import worded
from jokerboard.journal.records import Kind, parse
from jokerboard.tournament.collect.desk import TOPICS, Desk
from jokerboard.tournament.collect.presence import Presence
from jokerboard.web.news import News
from tests.jokerboard.table.web.web_client import ask
from tests.jokerboard.tournament.desk_tables import FakeTable
from tests.jokerboard.tournament.web.hall import FORMULA, HOSTILE, NOW, Hall, played, summary
from tests.programs import until


def test_the_hall_shows_a_tables_position_whose_turn_it_is_and_since_when(desk: Hall) -> None:
    desk.take(played())
    game = summary(desk)["game"]
    assert (game["position"], game["turn"], game["n"]) == ("A8/-/C8/- D", "D", 3)
    assert game["teams"] == [["A", "C"], ["B", "D"]]
    assert game["names"]["D"] == "Dan"
    assert game["since"] == datetime.fromisoformat("2026-11-21T10:00:13+00:00").timestamp() * 1000
    assert game["said"] is None
    assert summary(desk)["here"] is None, "nobody has heard anything of it yet"


def test_an_illegal_play_at_a_table_is_shown_in_the_hall_until_the_board_is_restored(desk: Hall) -> None:
    table = played()
    desk.take(table)
    sentence = "D's marble may not pass its own colour in D5; the 5C waits."
    table.verdict("illegal", seat="D", code="passes-own-marble", text=sentence, holes=[], put_back=[])
    desk.take(table)
    named = "Dan's marble may not pass its own colour in D5; the five of clubs waits."
    assert summary(desk)["game"]["said"]["text"] == named
    assert named in [one["text"] for one in desk.desk.lists.incidents.values()]
    assert desk.desk.status()["open"] == 1
    table.verdict("restored")
    desk.take(table)
    assert summary(desk)["game"]["said"] is None
    assert desk.desk.status()["open"] == 0
    assert [one["settled"] is not None for one in desk.desk.lists.incidents.values()] == [True, True]


def test_the_hall_shows_winning_chances_only_of_a_finished_game(desk: Hall) -> None:
    table = played()
    desk.take(table)
    refused = ask(desk.app, "GET", "/api/table/t1/analysis?game=1")
    assert (refused.status_code, refused.json()["error"]) == (
        409,
        "The game is not over; its analysis would reveal hidden cards.",
    )
    table.verdict("over", team=["A", "C"], position="h1,h2,h3,h4,h5/-/h1,h2,h3,h4,h5/- B")
    desk.take(table)
    shown = ask(desk.app, "GET", "/api/table/t1/analysis?game=1").json()
    assert (shown["teams"], shown["hands"], shown["weighing"]) == (["AC", "BD"], False, False)
    assert len(shown["chances"]) == 4
    assert shown["chances"][0] == [0.5, 0.5]
    assert ask(desk.app, "GET", "/api/table/t1/analysis?game=2").status_code == 409
    assert ask(desk.app, "GET", "/api/table/none/analysis?game=1").status_code == 409


def test_the_desks_analysis_of_a_dealt_game_equals_the_tables_analysis(desk: Hall) -> None:
    game = begin(setup_for(table_for(RULES["texas"]), "a secret", 3))
    for _ in range(40):
        game = game.do(greedy(seat_view(game, game.turn)))
    table, there = FakeTable("t1"), game.setup.table.board
    table.begin(deal=hashlib.sha256(b"a secret").hexdigest(), cards="none")
    for n, (action, state) in enumerate(zip(game.actions, game.states[1:], strict=True), 1):
        assert isinstance(action, Play)
        seat = seat_letter(game.states[n - 1].position.turn)
        if action.legs:
            table.play(n, seat, action.text(there), state.position.line())
        else:
            table.verdict("discard", n=n, seat=seat, card=str(action.card), position=state.position.line())
            table.verdict("turn", 0, seat=seat_letter(state.position.turn))
    table.verdict("over", team=["A", "C"], position=game.position.line())
    table.write_record(Kind.EVENT, opened={"secret": "a secret"})
    desk.take(table)
    until(lambda: not ask(desk.app, "GET", "/api/table/t1/analysis?game=1").json()["weighing"])
    shown = ask(desk.app, "GET", "/api/table/t1/analysis?game=1").json()
    assert shown.pop("weighing") is False
    assert shown["hands"] is True
    record = game_record([parse(line.text, line.hash) for line in table.lines[1:]])
    assert shown == worded(analysed(record), record)


def test_after_a_restart_the_desk_shows_every_table_as_before(desk: Hall, tmp_path: Path) -> None:
    first, second = played(), played("t2", "Table 2")
    second.begin(id="g2")
    second.play(1, "A", "KS As-A8", "A8/-/-/- B")
    desk.take(first)
    desk.take(second)
    with Hall(tmp_path) as again:
        again.desk.follow()
        assert again.desk.tables() == desk.desk.tables()
        assert again.desk.table("t2")() == desk.desk.table("t2")()
        assert again.desk.table("t2", 1)()["plays"] == desk.desk.table("t1")()["plays"]


def test_the_page_of_a_table_in_the_hall_lists_every_play_with_its_status(desk: Hall) -> None:
    table = played()
    amended: dict[str, Any] = {"play": "2S Ds-D8", "position": "A8/-/C8/D8 A", "amends": 3}
    table.verdict("move", n=4, seat="D", card="2S", owing=[], **amended)
    table.verdict("takeback", n=4, position="A8/-/C8/- D")
    table.play(5, "D", "JD Ds-D8", "A8/-/C8/D8 A")
    desk.take(table)
    shown = ask(desk.app, "GET", "/api/table/t1").json()
    assert [(play["n"], play["state"]) for play in shown["plays"]] == [
        (1, "ok"), (2, "ok"), (3, "amended"), (4, "taken-back"), (5, "ok"),
    ]  # fmt: skip
    assert shown["plays"][1]["play"] == "5H --"
    assert shown["shown"]["first"] == "-/-/-/- A"
    assert [game["game"] for game in shown["games"]] == [1]


def test_a_finished_game_is_listed_as_a_result_until_its_last_play_is_taken_back(desk: Hall) -> None:
    table = played()
    table.verdict("over", team=["A", "C"], position="h1,h2,h3,h4,h5/-/h1,h2,h3,h4,h5/- B")
    desk.take(table)
    (result,) = desk.desk.lists.results.values()
    assert (result["over"], result["title"], result["n"]) == (["A", "C"], "Table 1", 3)
    assert summary(desk)["game"]["over"] == ["A", "C"]
    table.verdict("takeback", n=3, position="A8/-/-/- C")
    desk.take(table)
    assert desk.desk.lists.results == {}


def test_a_directors_decision_is_shown_as_the_result_of_a_game(desk: Hall) -> None:
    table = played()
    table.write_record(
        Kind.ORDER, id="0" * 32, by="Ann", order="result", team=["B", "D"], text="time", taken=True
    )
    desk.take(table)
    (result,) = desk.desk.lists.results.values()
    assert result["over"] == ["B", "D"]
    assert result["decided"] == {"team": ["B", "D"], "by": "Ann", "text": "time"}


def test_hostile_names_and_texts_are_shown_and_exported_as_text(desk: Hall) -> None:
    names = {"A": FORMULA, "B": HOSTILE, "C": "\u202eevil", "D": "x" * 5000}
    table = played(title=HOSTILE, names=names)
    table.verdict("illegal", seat="D", code="x", text=HOSTILE, holes=[], put_back=[])
    table.verdict("over", team=["A", "C"], position="A8/-/C8/- D")
    desk.take(table)
    for path in ("/api/tables", "/api/table/t1", "/api/export/games.json", "/api/export/incidents.json"):
        answer = ask(desk.app, "GET", path)
        assert answer.headers["content-type"] == "application/json", "never HTML"
    for path in ("/", "/incidents", "/results", "/table/t1", f"/table/{HOSTILE}"):
        assert HOSTILE not in ask(desk.app, "GET", path).text
    results = list(csv.DictReader(io.StringIO(ask(desk.app, "GET", "/api/export/games.csv").text)))
    assert results[0]["winners"].startswith("'=HYPERLINK")
    assert results[0]["title"] == HOSTILE
    incidents = list(csv.DictReader(io.StringIO(ask(desk.app, "GET", "/api/export/incidents.csv").text)))
    assert incidents[-1]["text"] == HOSTILE


def test_invalid_fields_of_a_tables_records_are_ignored(desk: Hall) -> None:
    table = FakeTable("t1", "Table 1")
    table.begin(
        sides="many", players=None, seats=[1, "A"], names=["Ann"], position=7, rules={}, begun="yesterday"
    )
    anything: tuple[Any, ...] = (None, [], {}, "x" * 2000, -1, 1e300, True)
    for odd in anything:
        table.verdict("move", n=odd, seat=odd, card=odd, play=odd, position=odd, amends=odd)
        table.verdict("over", team=odd, position=odd)
        table.verdict("decision", decision=odd, by=odd, position=odd)
        table.write_record(Kind.ORDER, id=odd, order=odd, taken=True, team=odd, points=odd)
        table.write_record(Kind.NAMES, names=odd)
        table.write_record(Kind.RESUMED, at=odd)
        table.write_record(Kind.EVENT, device=odd, ok=False, button=odd, card=odd)
        table.write_record(Kind.REPAIRED, why=odd, lost=[])
        table.verdict("illegal", seat=odd, text=odd)
    table.begin()
    table.play(1, "A", "KS As-A8", "A8/-/-/- B")
    desk.take(table)
    assert summary(desk)["game"]["position"] == "A8/-/-/- B"
    assert ask(desk.app, "GET", "/api/table/t1?game=1").status_code == 200
    for form in ("csv", "json"):
        assert ask(desk.app, "GET", f"/api/export/games.{form}").status_code == 200
        assert ask(desk.app, "GET", f"/api/export/incidents.{form}").status_code == 200


def test_a_heartbeat_shows_the_machines_condition_and_the_number_of_missing_records(desk: Hall) -> None:
    table = played()
    owner = desk.take(table)
    health = {"ok": False, "faults": ["The disk is full."], "temperature": 71.26, "uptime": 5}
    heartbeat = {
        "last": 99,
        "sent": 50,
        "journal": table.journal,
        "generation": 1,
        "address": "http://pi:8080/",
    }
    here = Presence.parse(json.dumps(heartbeat | {"health": health}).encode())
    desk.roll.replace({owner: here}, desk.store, NOW)
    desk.desk.goes(desk.desk.condition)
    seen = summary(desk)
    assert seen["here"] is True
    assert seen["behind"] == 99 - len(table.lines)
    assert (seen["health"]["faults"], seen["health"]["temperature"]) == (["The disk is full."], 71.3)
    assert seen["address"] == "http://pi:8080/"


def test_the_turn_at_a_table_with_a_wrong_clock_is_timed_by_the_desks_clock(desk: Hall) -> None:
    table = played()
    owner = desk.take(table)
    before = summary(desk)["game"]["since"]
    for theirs, ahead in ((NOW, 0), ("2026-11-21T09:05:00+00:00", 3600), ("2026-11-21T10:04:50+00:00", 0)):
        desk.roll.replace({owner: Presence.parse(json.dumps({"t": theirs}).encode())}, desk.store, NOW)
        desk.desk.goes(desk.desk.condition)
        assert summary(desk)["game"]["since"] == before + ahead * 1000


@pytest.mark.parametrize("raw", [b"", b"[", b"[]", b'"x"', b'{"health":7,"address":"javascript:alert(1)"}'])
def test_invalid_fields_of_a_tables_heartbeat_are_ignored(raw: bytes) -> None:
    presence = Presence.parse(raw)
    assert presence is None or (presence.address is None and presence.health["ok"])


def test_the_log_of_a_table_is_exported_with_its_records_unchanged(desk: Hall) -> None:
    table = played()
    desk.take(table)
    lines = ask(desk.app, "GET", "/api/export/log/t1.jsonl").text.splitlines()
    assert [json.loads(line)["hash"] for line in lines] == [line.hash for line in table.lines]
    assert ask(desk.app, "GET", "/api/export/log/t9.jsonl").status_code == 409
    assert ask(desk.app, "GET", "/api/export/secrets.csv").status_code == 404


def test_two_desks_on_one_store_show_each_others_tables_and_acknowledgements(
    desk: Hall, tmp_path: Path
) -> None:
    table = played()
    table.write_record(Kind.EVENT, device="reader A", ok=False)
    desk.take(table)
    with Hall(tmp_path) as sibling:
        sibling.desk.follow()
        assert sibling.desk.status()["open"] == 1
        (one,) = [one for one in sibling.desk.lists.incidents.values() if one["kind"] == "fault"]
        sibling.desk.seen([one["id"]], "Rita")
        desk.desk.changed_here()
        assert desk.desk.lists.incidents[str(one["id"])]["seen_by"] == "Rita"
        table.play(4, "D", "KD Ds-D8", "A8/-/C8/D8 A")
        desk.take(table)
        sibling.desk.changed_here()
        assert sibling.desk.tables() == desk.desk.tables()


def test_a_desk_restarted_from_the_newest_records_alone_shows_every_table_as_before(
    tmp_path: Path,
) -> None:
    table = played()
    table.write_record(Kind.ORDER, id="0" * 32, by="Dora", order="penalty", taken=True, team=["A"], points=2)
    for n in range(10, 90):
        table.write_record(Kind.EVENT, card="KS#2", at="ABCD"[n % 4])
        table.play(n, "ABCD"[n % 4], "KS#2 As-A8", f"A8/-/-/- {'BCDA'[n % 4]}")
    other = FakeTable("t2", "Table 2")
    other.begin()
    with Hall(tmp_path) as hall:
        hall.take(table)
        hall.take(other)
        again = Desk(hall.store, hall.roll, News(TOPICS), lambda: NOW)
        again.goes(hall.desk.condition)
        while again.follow():
            pass
        assert again.tables() == hall.desk.tables()
        assert len(again.table("t1")()["plays"]) > 80
        for name in ("t1", "t2"):
            assert again.table(name)() == hall.desk.table(name)()
        table.verdict("takeback", n=89)
        table.verdict("decision", decision="take-back", position="A8/-/-/- B")
        hall.take(table)
        again.changed_here()
        assert again.table("t1")() == hall.desk.table("t1")()
