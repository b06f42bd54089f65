"""The link in a QR code that opens the page of another board."""

from __future__ import annotations

from urllib.parse import unquote, urlsplit

import pytest

from jokerboard.houses.code import Code, link, parse_link
from jokerboard.table.web.access import page_link
from jokerboard.web.errors import BadRequest

CODE = Code(bytes(range(16)))


@pytest.mark.parametrize("page", ["http://192.168.1.7:8080", "https://board.example/", "http://[::1]:8080/"])
def test_the_join_link_opens_the_page_and_sends_the_code_to_no_server(page: str) -> None:
    parts = urlsplit(page_link(page, link(CODE, "mqtts://broker.example")))
    assert f"{parts.scheme}://{parts.netloc}" == page.rstrip("/")
    assert (parts.path, parts.query) == ("/", "")
    place, joining = parts.fragment.split("/")
    assert place == "game"
    assert parse_link(unquote(joining)) == (CODE, "mqtts://broker.example")


@pytest.mark.parametrize(
    "page", ["192.168.1.7", "ftp://x", "http://", "http://a@b", "http://x/y", "http://x/?k=1", "http://[x"]
)
def test_a_join_link_to_an_address_that_is_no_tables_page_is_refused_in_one_sentence(page: str) -> None:
    with pytest.raises(BadRequest, match="is no address of a table's page"):
        page_link(page, "jokerboard:join")
