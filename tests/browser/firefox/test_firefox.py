"""The page in Firefox: a game begins with one click, and turns are played to their end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.firefox.window import PROGRAM, Firefox, firefox
from tests.examples import whole
from tests.programs import TableProgram, tries

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not whole(), reason="a second browser; --all-scenarios starts it"),
    pytest.mark.skipif(not PROGRAM.exists(), reason=f"{PROGRAM} is not here: apt install {PROGRAM.name}"),
]
TURNS = 3
LIT = {
    "tap-card": ".hand-card[data-lit]",
    "tap-discard": ".hand-card",
    "tap-marble": '.hole[data-role="movable"] .reach',
    "tap-rest": '.hole[data-role="movable"] .reach',
    "tap-hole": '.hole[data-role="target"] .reach',
}
"""The selector of the element to click, by the code of the prompt."""


@pytest.fixture
def window(tmp_path: Path) -> Iterator[Firefox]:
    pytest.importorskip("websockets", reason="make test installs it")
    with firefox(tmp_path / "profile") as opened:
        yield opened
    assert opened.complaints == []


@pytest.mark.parametrize(("width", "height"), [(390, 664), (1280, 800)])
def test_a_game_against_machines_can_be_begun_and_played_in_firefox(
    window: Firefox, tmp_path: Path, width: int, height: int
) -> None:
    table = TableProgram("demo", "--state", str(tmp_path / "state"), "--port", "0")
    try:
        window.open(table.page, width, height)
        window.until("document.querySelectorAll('.choice').length")
        window.click('[data-start="machines"]')
        window.until("document.querySelectorAll('.hand-card').length === 5")
        for _ in range(TURNS):
            play(window)
        own = [one for one in table.state()["plays"] if one["seat"] == "A"]
        assert [one["state"] for one in own[:TURNS]] == ["ok"] * TURNS
        assert window.value("document.documentElement.scrollWidth <= innerWidth")
        for place in ("game", "rules", "workshop", "play"):
            window.click(f"#tab-{place}")
            assert window.until(f"document.getElementById('panel-{place}').checkVisibility()"), place
    finally:
        table.kill()


def play(window: Firefox) -> None:
    """Play a turn of the human player by clicking the elements that the page lights."""
    code = "document.getElementById('prompt').dataset.code"
    window.until(f"{code} === 'tap-card' || {code} === 'tap-discard'")
    before = window.value("document.body.dataset.n")
    for _ in tries("the turn is played", 60.0):
        if window.value("document.body.dataset.n") != before:
            return
        if lit := LIT.get(window.value(code)):
            window.click(lit)
