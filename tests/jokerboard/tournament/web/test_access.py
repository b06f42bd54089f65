"""The token is created once, never shown, and compared in constant time; commands need it."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from jokerboard.tournament.errors import StoreError
from jokerboard.tournament.web.access import FILE, LASTS, Access, token_in
from jokerboard.web.errors import BadRequest
from jokerboard.web.guard import TRIES_OF_ONE
from tests.jokerboard.tournament.web.hall import TOKEN


class Hours:
    """A clock that the test sets."""

    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


def test_the_directors_token_is_created_once_in_a_file_that_only_its_owner_can_read(tmp_path: Path) -> None:
    token = token_in(tmp_path / FILE)
    assert len(token) >= 32
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600
    assert token_in(tmp_path / FILE) == token


@pytest.mark.parametrize("content", [b"", b"short", "tökentökentökentöken".encode()])
def test_a_token_file_without_a_token_is_refused_with_a_sentence(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    with pytest.raises(StoreError, match="delete the file, and a new token is made"):
        token_in(tmp_path / FILE)


def test_a_token_file_that_cannot_be_written_is_reported_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be used"):
        token_in(tmp_path / "nowhere" / FILE)


def test_a_login_cookie_names_the_director_until_it_expires() -> None:
    hours = Hours()
    access = Access(TOKEN, hours)
    cookie = access.login(TOKEN, "Zoë; path=/", "10.0.0.1")
    assert cookie.isascii()
    assert TOKEN not in cookie
    assert access.who(cookie) == "Zoë; path=/"
    assert Access(TOKEN, hours).who(cookie) == "Zoë; path=/", "a director who is started again knows it"
    hours.now += LASTS
    assert access.who(cookie) is None


def test_a_new_token_makes_every_earlier_login_invalid() -> None:
    cookie = Access(TOKEN).login(TOKEN, "Ann", "")
    assert Access("another-token-altogether").who(cookie) is None


@pytest.mark.parametrize("at", range(0, 90, 7))
def test_a_login_cookie_with_one_changed_character_is_refused(at: int) -> None:
    access = Access(TOKEN)
    cookie = access.login(TOKEN, "Ann", "")
    at %= len(cookie)
    changed = cookie[:at] + ("0" if cookie[at] != "0" else "1") + cookie[at + 1 :]
    assert access.who(changed) is None


@pytest.mark.parametrize("cookie", [None, "", ".", "..", "x" * 2000, "é", "9999999999.QW5u."])
def test_an_invalid_login_cookie_is_refused(cookie: str | None) -> None:
    assert Access(TOKEN).who(cookie) is None


def test_guesses_of_the_token_are_limited_and_the_right_token_is_always_accepted() -> None:
    access = Access(TOKEN)
    for address in ("10.0.0.66", "10.0.0.67", "10.0.0.68", "10.0.0.69"):
        for _ in range(TRIES_OF_ONE):
            with pytest.raises(BadRequest, match="not this desk's token") as wrong:
                access.login("a-guess", "Eve", address)
            assert wrong.value.status == 401
    with pytest.raises(BadRequest, match="Too many") as slowed:
        access.login("a-guess", "Eve", "10.0.0.66")
    assert slowed.value.status == 429
    assert access.who(access.login(TOKEN, "Ann", "10.0.0.66")) == "Ann"
    assert access.who(access.login(TOKEN, "Bo", "10.0.0.1")) == "Bo"
