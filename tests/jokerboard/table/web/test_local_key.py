"""A page is the table's own only if it has the key; the visitor's address proves nothing."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest

from jokerboard.table.web.access import KEY_FILE, DevicePairing, LocalKey, kept_key
from jokerboard.table.web.app import make_app
from tests.jokerboard.table.web.fake_page import FakeDesk
from tests.jokerboard.table.web.web_client import asking
from tests.programs import Demo

MOVE = {"from": "As1", "to": "A9"}


def test_a_page_without_the_key_may_only_watch_even_from_this_machine() -> None:
    """Behind a proxy that adds no header, every visitor seems to come from this machine."""
    app = make_app(FakeDesk(), local_only=False, pairing=DevicePairing(), local_key=LocalKey("k" * 24))

    async def talk(http: httpx.AsyncClient) -> None:
        state = (await http.get("/api/state")).json()
        assert (state["may_command"], state["pair_code"]) == (False, None)
        assert (await http.post("/api/sim/move", json=MOVE)).status_code == 401
        assert (await http.get("/?key=wrong")).status_code == 200
        assert (await http.post("/api/sim/move", json=MOVE)).status_code == 401

    asking(app, talk)


def test_the_key_in_the_pages_address_is_moved_into_a_cookie() -> None:
    app = make_app(FakeDesk(), local_only=False, pairing=DevicePairing(), local_key=LocalKey("k" * 24))

    async def talk(http: httpx.AsyncClient) -> None:
        answer = await http.get(f"/?key={'k' * 24}")
        assert (answer.status_code, answer.headers["location"]) == (303, "/")
        cookie = answer.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=strict" in cookie
        state = (await http.get("/api/state")).json()
        assert state["may_command"] is True
        assert state["pair_code"] is not None
        assert (await http.post("/api/sim/move", json=MOVE)).status_code == 200

    asking(app, talk)


def test_the_page_key_is_made_once_in_a_file_that_only_its_user_can_read(tmp_path: Path) -> None:
    key = kept_key(tmp_path)
    assert kept_key(tmp_path).key == key.key
    assert (tmp_path / KEY_FILE).stat().st_mode & 0o077 == 0
    assert key.is_given(key.key)
    assert not key.is_given(None)
    assert not key.is_given("é")


@pytest.mark.parametrize("junk", [b"", b"\xff\xfe", b"short"])
def test_a_page_key_file_without_a_valid_key_is_ignored(junk: bytes, tmp_path: Path) -> None:
    (tmp_path / KEY_FILE).write_bytes(junk)
    assert kept_key(tmp_path).key != kept_key(tmp_path).key


def test_a_running_table_accepts_commands_with_the_key_of_its_printed_address(tmp_path: Path) -> None:
    with Demo(tmp_path, "--people", "off") as table:
        key, table.key = table.key, "x" * 24
        assert "open the address with the key" in table.refused("button", name="ok", at="A")
        table.key = key
        table.command("button", name="ok", at="A")

        async def by_the_page() -> bool:
            async with httpx.AsyncClient(follow_redirects=True) as http:
                assert (await http.get(table.page)).status_code == 200
                return bool((await http.get(f"{table.address}api/state")).json()["may_command"])

        assert asyncio.run(by_the_page())
