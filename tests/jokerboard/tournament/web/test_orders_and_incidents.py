"""A director's orders to tables, and incidents that a director acknowledges and annotates."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from jokerboard.journal.orders import Order
from jokerboard.journal.records import Kind
from tests.jokerboard.table.web.web_client import ask, asking
from tests.jokerboard.tournament.web.hall import NOW, TOKEN, Hall, played, summary


def doing(desk: Hall, *commands: tuple[str, dict[str, Any]]) -> list[httpx.Response]:
    """Send commands of the director Ann; return the responses."""

    async def talk(http: httpx.AsyncClient) -> list[httpx.Response]:
        await http.post("/api/login", json={"token": TOKEN, "who": "Ann"})
        return [await http.post(f"/api/{name}", json=body) for name, body in commands]

    return asking(desk.app, talk)


def test_incidents_are_acknowledged_and_annotated_with_the_directors_name(desk: Hall) -> None:
    table = played()
    table.verdict("decision", decision="let-stand", by="Rita", why="it was late", position="A8/-/C8/- D")
    table.write_record(Kind.EVENT, button="help", at="D")
    table.write_record(Kind.EVENT, device="reader A", ok=False)
    table.write_record(Kind.RESUMED, program="0", at=NOW, occupied=[])
    desk.take(table)
    open_now = [one for one in desk.desk.lists.incidents.values() if not one["settled"]]
    assert sorted(one["kind"] for one in open_now) == ["decision", "dispute", "fault", "restart"]
    texts = {one["kind"]: one["text"] for one in open_now}
    assert texts["decision"] == "Rita decides: the play stands (it was late)."
    assert texts["fault"] == "The device reader A is lost."
    first = open_now[0]["id"]
    seen, noted, odd = doing(
        desk,
        ("incidents/seen", {"ids": [one["id"] for one in open_now]}),
        ("incidents/note", {"id": first, "text": "Went there."}),
        ("incidents/note", {"id": 10**9, "text": "Nowhere."}),
    )
    assert seen.json() == {"ok": True, "seen": 4}
    assert noted.json() == {"ok": True}
    assert (odd.status_code, odd.json()["error"]) == (409, "There is no such incident.")
    one = desk.desk.lists.incidents[str(first)]
    assert (one["seen_by"], one["notes"]) == ("Ann", [{"at": NOW, "by": "Ann", "text": "Went there."}])
    assert summary(desk)["open"] == 0


def test_the_return_of_a_lost_device_settles_only_the_fault_of_that_device(desk: Hall) -> None:
    table = played()
    for device in ("reader A", "reader%A"):
        table.write_record(Kind.EVENT, device=device, ok=False)
    table.write_record(Kind.EVENT, device="reader%A", ok=True)
    desk.take(table)
    faults = {
        one["text"]: one["settled"] for one in desk.desk.lists.incidents.values() if one["kind"] == "fault"
    }
    assert faults["The device reader A is lost."] is None
    assert faults["The device reader%A is lost."] is not None


def test_an_order_is_stored_for_the_table_and_answered_in_the_tables_log(desk: Hall) -> None:
    table = played()
    desk.take(table)
    (sent,) = doing(desk, ("order", {"table": "t1", "order": "take-back", "n": 3, "text": "a mistake"}))
    order = Order.parse(desk.store.rows("SELECT body FROM orders")[0]["body"])
    assert order.id == sent.json()["id"]
    assert (order.by, order.order, order.n, order.game, order.journal) == (
        "Ann",
        "take-back",
        3,
        1,
        table.journal,
    )
    assert desk.desk.lists.orders[order.id]["state"] == "waiting"
    table.write_record(
        Kind.ORDER, id=order.id, by="Ann", order="take-back", n=3, taken=True, said="Taken back."
    )
    desk.take(table)
    known = desk.desk.lists.orders[order.id]
    assert (known["state"], known["said"]) == ("taken", "Taken back.")


def test_an_order_that_the_table_refused_is_an_incident(desk: Hall) -> None:
    table = played()
    desk.take(table)
    doing(desk, ("order", {"table": "t1", "order": "let-stand"}))
    (order,) = desk.desk.lists.orders
    table.write_record(
        Kind.ORDER, id=order, by="Ann", order="let-stand", taken=False, said="Nothing is wrong here."
    )
    desk.take(table)
    assert desk.desk.lists.orders[order]["state"] == "refused"
    texts = [one["text"] for one in desk.desk.lists.incidents.values() if one["kind"] == "order"]
    assert texts == ["The table refused the order let-stand: Nothing is wrong here."]


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        ({"table": "t9", "order": "pause"}, 409, "No table of this name"),
        ({"table": "t1", "order": "correct", "position": "A99/-/-/- A"}, 409, "is impossible"),
        ({"table": "t1", "order": "correct"}, 409, "needs position"),
        ({"table": "t1", "order": "penalty"}, 409, "needs team"),
        ({"table": "t1", "order": "start"}, 400, "must be let-stand, "),
        ({"table": "t1", "order": "pause", "n": 0}, 400, "whole number"),
        ({"table": "t1", "order": "result", "team": ["A", "Z"]}, 400, "list of seats"),
    ],
)
def test_an_impossible_order_of_a_director_is_refused_with_a_sentence(
    desk: Hall, body: dict[str, Any], status: int, words: str
) -> None:
    desk.take(played())
    (answer,) = doing(desk, ("order", body))
    assert answer.status_code == status
    assert words in answer.json()["error"]
    assert answer.json()["error"].endswith(".")
    assert desk.desk.lists.orders == {}


def test_without_a_login_orders_and_acknowledgements_are_refused(desk: Hall) -> None:
    desk.take(played())
    for path, body in (
        ("order", {"table": "t1", "order": "pause"}),
        ("incidents/seen", {"ids": [1]}),
        ("incidents/note", {"id": 1, "text": "x"}),
    ):
        assert ask(desk.app, "POST", f"/api/{path}", json=body).status_code == 401
    assert desk.desk.lists.orders == {}
    assert desk.desk.lists.incidents["1"]["seen_by"] is None
