"""One desk follows several halls: verified logs, lost connections, one list of teams, one site."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

import httpx
import pytest
import redis

from jokerboard.cli.main import main
from jokerboard.host.files import write_json
from jokerboard.tournament import keys
from jokerboard.tournament.address import Address
from jokerboard.tournament.errors import AddressError
from jokerboard.tournament.event.standings import standings
from jokerboard.tournament.federation.hall_stream import (
    HallStream,
    checked_hall,
)
from jokerboard.tournament.federation.mirror import KEY_FILE
from jokerboard.tournament.federation.pages import across, uneven, write_federation
from jokerboard.tournament.federation.service import Federation
from jokerboard.tournament.redis_setup import federation_rights, trial_redis
from tests.jokerboard.tournament.federation.halls import Hall, look
from tests.jokerboard.tournament.proxy import Proxy
from tests.jokerboard.tournament.real_redis import RealRedis
from tests.programs import until


def test_a_federation_stores_every_entry_of_a_halls_log_as_it_is_published(
    hall: Hall, federation: Federation
) -> None:
    look(federation)
    (north,) = federation.halls
    assert (north.now, north.here, north.trouble) == (hall.now, True, None)
    hall.play()
    hall.publish()
    look(federation)
    assert north.now == hall.now
    assert north.store.events() == hall.store.events()
    assert json.loads((north.path / KEY_FILE).read_text())["key"]


def test_a_desk_that_collects_tables_ignores_halls_published_in_the_same_redis(
    hall: Hall, link: redis.Redis
) -> None:
    from jokerboard.tournament.collect.registry import Registry

    assert link.exists(keys.table("hall:north"))
    assert Registry(link, lambda *_: None).announced() == []


def test_a_hall_whose_log_differs_from_the_stored_copy_is_reported_and_not_stored(
    hall: Hall, federation: Federation, tmp_path: Path, link: redis.Redis
) -> None:
    look(federation)
    (north,) = federation.halls
    kept = north.store.events()
    hall.close()
    for key in link.keys("jokerboard:*"):
        link.delete(key)
    other = Hall(tmp_path / "other", "north", hall.address)
    other.lay_down(8, at=9.0)
    other.publish()
    look(federation)
    assert str(north.trouble).startswith("the hall's log differs from the copy kept here, from entry")
    assert north.store.events() == kept
    other.close()


def test_a_forged_entry_in_a_halls_log_is_reported_and_not_stored(
    hall: Hall, federation: Federation, link: redis.Redis
) -> None:
    look(federation)
    (north,) = federation.halls
    last = north.last
    link.xadd(keys.log("hall:north", 1), {"r": "{}", "h": "0" * 64}, id=keys.entry_id(last + 1))
    look(federation)
    assert north.trouble == (
        f"entry {last + 1} of the hall's log was changed after the hall wrote it;"
        " the entries before it are kept"
    )
    assert north.last == last


def test_a_halls_log_signed_with_another_key_is_reported(hall: Hall, federation: Federation) -> None:
    look(federation)
    (north,) = federation.halls
    write_json(north.path / KEY_FILE, {"key": "0" * 64})
    look(federation)
    assert str(north.trouble).startswith("the hall's log is signed with another key than before; ")


@pytest.mark.parametrize("text", ["", "[]", "[" * 100_000, "{}"])
def test_a_damaged_file_with_a_halls_key_is_reported_and_not_changed(
    hall: Hall, federation: Federation, text: str
) -> None:
    look(federation)
    (north,) = federation.halls
    (north.path / KEY_FILE).write_text(text)
    look(federation)
    assert str(north.trouble).startswith(f"{north.path / KEY_FILE}, which holds the hall's key, is damaged")
    assert (north.path / KEY_FILE).read_text() == text


def test_a_federation_resumes_and_shows_stored_results_during_a_redis_outage(
    hall: Hall, federation: Federation, tmp_path: Path
) -> None:
    look(federation)
    again = Federation(tmp_path / "federation", [Address("redis", "127.0.0.1", 1)])
    look(again)
    (north,) = again.halls
    assert (north.now, north.here) == (hall.now, False)
    assert "cannot be reached" in again.troubles[0]
    again.close()


def test_a_federation_follows_nine_halls_while_a_tenth_is_out_of_contact_for_a_time(tmp_path: Path) -> None:
    with trial_redis() as address:
        line = Proxy(address.port)
        far = Address("redis", "127.0.0.1", line.port)
        halls = [Hall(tmp_path / f"hall{n}", f"hall{n}", address, seed=n) for n in range(10)]
        one = Federation(tmp_path / "federation", [address, far])
        one.followers[0]._find = lambda name, at: None if name == "hall9" else one._find(name, at)
        for hall in halls:
            hall.lay_down(12)
            hall.play()
            hall.publish()
        for follower in one.followers:
            follower.look()
        assert [mirror.now for mirror in one.halls] == [hall.now for hall in halls]
        line.down()
        for hall in halls:
            hall.play()
            hall.publish()
        for follower in one.followers:
            follower.look()
        assert [mirror.here for mirror in one.halls] == [True] * 9 + [False]
        assert len(one.troubles) == 1
        assert one.halls[9].now != halls[9].now
        line.down(is_down=False)
        look(one)
        look(one)
        assert [mirror.now for mirror in one.halls] == [hall.now for hall in halls]
        assert one.troubles == []
        rows = across([(mirror.name, mirror.now) for mirror in one.halls if mirror.now is not None])
        assert len(rows) == 120
        assert [row.rank for row in rows] == sorted((row.rank for row in rows), reverse=True)
        line.close()
        for hall in halls:
            hall.close()
        one.close()


def test_equal_teams_of_two_halls_share_a_place_in_the_federations_list(hall: Hall) -> None:
    rows = across([("north", hall.now), ("south", hall.now)])
    assert [(row.place, row.hall) for row in rows[:3]] == [(1, "north"), (1, "south"), (3, "north")]
    assert {row.points for row in rows} == {row.points for row in standings(hall.now)}
    assert not uneven([("north", hall.now), ("south", hall.now)])


def test_the_federations_site_has_every_hall_and_runs_no_script(
    hall: Hall, federation: Federation, tmp_path: Path
) -> None:
    look(federation)
    assert write_federation(federation.halls, tmp_path / "site", 0.0) == 4
    index = (tmp_path / "site" / "index.html").read_text()
    assert 'href="north/index.html"' in index
    assert "Standings across the halls" in index
    assert all("<script" not in page.read_text() for page in (tmp_path / "site").rglob("*.html"))
    for address in re.findall(r'href="([^"]+)"', (tmp_path / "site" / "north" / "index.html").read_text()):
        assert (tmp_path / "site" / "north" / address).exists()


def test_the_federations_page_shows_the_halls_and_accepts_no_command(
    hall: Hall, federation: Federation
) -> None:
    from jokerboard.tournament.federation.service import app_of

    look(federation)
    transport = httpx.ASGITransport(app=app_of(federation, local_only=True))

    async def ask(method: str, path: str) -> httpx.Response:
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as http:
            return await http.request(method, path)

    assert "in contact" in asyncio.run(ask("GET", "/")).text
    assert "Round 1" in asyncio.run(ask("GET", "/north/index.html")).text
    assert asyncio.run(ask("GET", "/sheets.css")).status_code == 200
    for method, path in (
        ("GET", "/south/index.html"), ("GET", "/north/..%2f..%2fhall-key.json"), ("POST", "/"), ("GET", "/x"),
    ):  # fmt: skip
        assert asyncio.run(ask(method, path)).status_code in (404, 405)


def test_a_federation_serves_a_page_with_the_halls_in_contact_until_it_is_stopped(
    hall: Hall, federation: Federation
) -> None:
    from jokerboard.tournament.federation.service import federate

    async def until_ready() -> str:
        pages: asyncio.Queue[str] = asyncio.Queue()
        serving = asyncio.ensure_future(
            federate(federation, "127.0.0.1", 0, local_only=True, ready=pages.put_nowait)
        )
        page = await pages.get()
        async with httpx.AsyncClient() as http:
            while "in contact" not in (page_text := (await http.get(page)).text):
                await asyncio.sleep(0.05)
        serving.cancel()
        with pytest.raises(asyncio.CancelledError):
            await serving
        async with httpx.AsyncClient() as http:
            with pytest.raises(httpx.ConnectError):
                await http.get(page)
        return page_text

    assert "Cup of north" in asyncio.run(until_ready())


def test_a_halls_desk_publishes_its_tournament_from_the_first_event_on(
    tmp_path: Path, address: Address, link: redis.Redis
) -> None:
    hall = Hall(tmp_path / "east", "east", address)
    stream = HallStream(hall.store, address, "east", lambda _: None)
    stream.follow()
    assert not link.exists(keys.table("hall:east"))
    hall.lay_down(4)
    stream.follow()
    until(lambda: link.xlen(keys.log("hall:east", 1)) == 2)
    hall.play()
    stream.follow()
    stream.close()
    assert link.xlen(keys.log("hall:east", 1)) == len(hall.store.events())
    hall.close()


@pytest.mark.parametrize("name", ["", "hall:x", "a b", "../x", "x" * 41, ".x"])
def test_a_hall_with_an_invalid_name_is_refused(name: str) -> None:
    with pytest.raises(AddressError, match="a hall is named by letters, digits"):
        checked_hall(name)


@pytest.mark.redis
def test_a_federations_redis_user_can_only_read_halls(server: RealRedis, tmp_path: Path) -> None:
    user = ("ACL", "SETUSER", "fed", "reset", "on", ">secret-word", *federation_rights())
    server.link.execute_command(*user)  # type: ignore[no-untyped-call]
    address = Address("redis", "127.0.0.1", server.port)
    hall = Hall(tmp_path / "north", "north", address)
    hall.lay_down(4)
    hall.publish()
    reading = Address("redis", "127.0.0.1", server.port, user="fed", password="secret-word")
    one = Federation(tmp_path / "federation", [reading])
    look(one)
    assert one.troubles == []
    assert one.halls[0].now == hall.now
    theirs = redis.Redis(port=server.port, username="fed", password="secret-word", protocol=2)
    for command in (
        ("SET", keys.table("hall:north"), "x"),
        ("GET", keys.table("t")),
        ("XRANGE", keys.log("t", 1), "-", "+"),
    ):
        with pytest.raises(redis.ResponseError):
            theirs.execute_command(*command)  # type: ignore[no-untyped-call]
    hall.close()
    one.close()
    theirs.close()


def test_bad_input_to_the_federation_command_is_refused_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for words, why in (
        ([], "no hall is given; give --hall DIR or --redis URL for each, or --site FOLDER"),
        (["--hall", str(tmp_path)], "has no readable desk.url"),
        (["--redis", "http://x"], "the URL of a Redis is redis://HOST"),
        (["--site", str(tmp_path / "site")], "holds no hall's data"),
    ):
        assert main(["federation", "--state", str(tmp_path / "f"), *words]) == 2
        output = capsys.readouterr()
        assert why in output.err
        assert output.err.count("\n") == 1
        assert output.out == ""


def test_the_federation_command_writes_the_followed_halls_as_a_site(
    hall: Hall, federation: Federation, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    look(federation)
    federation.close()
    site = tmp_path / "site"
    assert main(["federation", "--state", str(tmp_path / "federation"), "--site", str(site)]) == 0
    pages = len(list(site.rglob("*.html")))
    assert capsys.readouterr().out == f"{pages} pages in {site}; open {site / 'index.html'}\n"
    assert (site / "index.html").is_file()
