"""The language of a visitor's page, the scripts with its messages, and HTML from templates."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jinja2 import UndefinedError
from starlette.requests import Request

from jokerboard.web.language import COOKIE, language_of, own_script
from jokerboard.web.templating import template
from jokerboard.words.catalogue import ENGLISH, messages


def visitor(address: str = "192.168.1.44", **headers: str) -> Request:
    """A request for a page from the address `address` with the headers `headers`."""
    found = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return Request({"type": "http", "client": (address, 50000), "headers": found})


@pytest.mark.parametrize(
    ("asked", "language"),
    [
        ("de", "de"),
        ("de-AT,en;q=0.5", "de"),
        ("en;q=0.5, FR-fr;q=0.9", "fr"),
        ("de;q=0,fr;q=0.1", "fr"),
        ("de;q=0.2,fr;q=0.1,de;q=0.05", "de"),
        ("tlh, nl;q=0.3", "nl"),
        ("tlh", "es"),
        ("de;q=1.2.3", "es"),
        ("", "es"),
    ],
)
def test_a_page_is_in_the_browsers_preferred_language_or_else_in_the_services_language(
    asked: str, language: str
) -> None:
    assert language_of(visitor(accept_language=asked), "es") == language


def test_the_language_is_the_visitors_choice_or_on_this_machine_the_services_or_the_browsers() -> None:
    asking = {"accept_language": "de", "host": "localhost:8080"}
    assert language_of(visitor(**asking, cookie=f"{COOKIE}=fr"), "es") == "fr"
    assert language_of(visitor(**asking, cookie=f"{COOKIE}=tlh"), "es") == "de"
    assert language_of(visitor("127.0.0.1", **asking), "es") == "es"
    assert language_of(visitor("127.0.0.1", **asking), None) == "de"
    assert language_of(visitor(**asking), "es", offered=("es", ENGLISH)) == "es"
    assert language_of(Request({"type": "http", "client": None, "headers": []}), None) == ENGLISH


def test_the_script_of_a_file_of_messages_contains_its_english_messages() -> None:
    name, _, value = own_script("desk-page.ftl").removesuffix(";\n").partition(" = ")
    assert name == "export const messages"
    assert json.loads(value).split() == " ".join(messages(ENGLISH, ["desk-page.ftl"]).values()).split()


def test_templates_escape_texts_and_refuse_missing_values(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<p>\n  {% if who %}\n{{ who }}\n  {% endif %}\n</p>\n")
    page = template(tmp_path, "page.html")
    assert page.render(who="<Ann>") == "<p>\n&lt;Ann&gt;\n</p>\n"
    with pytest.raises(UndefinedError):
        page.render()
