"""A visitor who may only watch cannot change anything, and does not get the invitations for other boards."""

from __future__ import annotations

import pytest

from jokerboard.table.web.app import make_app
from jokerboard.table.web.commands import COMMANDS
from tests.jokerboard.table.web.fake_page import FakeDesk
from tests.jokerboard.table.web.web_client import AFAR, ask

HELD_BACK = [
    ("GET", "/api/codes"),
    ("GET", "/api/codes.svg?house=guest-1"),
    ("GET", "/api/codes.svg?house=guest-1&page=http://pi:8080/"),
    ("POST", "/api/seat"),
    *(("POST", f"/api/{name}") for name in sorted(COMMANDS)),
]


class InvitingDesk(FakeDesk):
    """A table that invites another board."""

    def codes(self) -> list[dict[str, str]]:
        return [{"house": "guest-1", "code": "oak-elm", "link": "jb:oak-elm"}]


@pytest.mark.parametrize(("method", "path"), HELD_BACK)
def test_a_visitor_who_may_only_watch_is_refused_each_command_and_each_invitation(
    method: str, path: str
) -> None:
    desk = InvitingDesk()
    app = make_app(desk, local_only=False, names=frozenset({"pi"}))
    answer = ask(app, method, path, json={}, address=AFAR, host="pi:8080")
    assert answer.status_code == 401
    assert "oak-elm" not in answer.text
    assert desk.commands == []


def test_a_visitor_at_the_table_gets_the_invitations() -> None:
    app = make_app(InvitingDesk())
    assert ask(app, "GET", "/api/codes").json() == InvitingDesk().codes()
    assert ask(app, "GET", "/api/codes.svg?house=guest-1").headers["content-type"] == "image/svg+xml"
    assert ask(app, "GET", "/api/codes.svg?house=guest-2").status_code == 404
