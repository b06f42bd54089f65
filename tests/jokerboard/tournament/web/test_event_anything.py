"""Random requests to the tournament's pages and commands: no crash, and no effect without the token."""

from __future__ import annotations

from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from jokerboard.tournament.event.history import History
from tests.examples import examples
from tests.jokerboard.table.web.web_client import ask
from tests.jokerboard.tournament.web.event_hall import TEAMS, EventHall, begun
from tests.jokerboard.tournament.web.test_every_route import HEADERS, JUNK

FIELDS = (
    "name", "teams", "list", "file", "players", "table", "round", "order", "absent", "equal", "clear",
    "marbles", "winner", "reason", "links", "prizes", "minutes", "team", "rounds", "system", "rules",
    "teams", "one", "other", "house",
)  # fmt: skip
NUMBERS = st.integers(-2, 8)
BODIES = st.dictionaries(
    st.sampled_from(FIELDS),
    NUMBERS | JUNK | st.lists(NUMBERS, max_size=4) | st.lists(st.lists(NUMBERS, max_size=3), max_size=3),
    max_size=5,
)


@given(data=st.data())
@examples(60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_random_command_of_a_director_is_carried_out_or_refused_without_an_internal_error(
    hall: EventHall, data: st.DataObject
) -> None:
    if hall.event.now is None:
        begun(hall).done("start")
    name = data.draw(st.sampled_from([one.name.removeprefix("event/") for one in hall.section.commands]))
    (answer,) = hall.do((name, data.draw(BODIES)))
    assert answer.status_code in (200, 400, 409), answer.text
    assert History(hall.store).now == hall.now


@given(data=st.data())
@examples(30, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_random_command_is_carried_out_without_a_login(hall: EventHall, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from([one.name for one in hall.section.commands]))
    answer = ask(hall.app, "POST", f"/api/{name}", json=data.draw(BODIES), headers=data.draw(HEADERS))
    assert answer.status_code in (401, 403, 421)
    assert hall.store.events() == []


@given(data=st.data())
@examples(30, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_random_address_under_the_tournaments_pages_causes_an_internal_error(
    hall: EventHall, data: st.DataObject
) -> None:
    if hall.event.now is None:
        hall.done("new", name="Cup")
        hall.done("teams", list=TEAMS, file="t")
    gap = data.draw(st.sampled_from(["0", "1", "99", "x", "%00", "%2e%2e", "pairings", "json"]))
    path = data.draw(
        st.sampled_from(
            [
                "/event/sheet/",
                "/api/event/round/",
                "/api/event/export/",
                "/follow?table=",
                "/api/event/why/1/",
                "/api/event/exchange/1/",
            ]
        )
    )
    query = data.draw(st.sampled_from(["", "?round=1", "?round=-1", "?round=999", "?round=x"]))
    assert hall.read(path + gap + ("" if "?" in path else query)).status_code < 500
