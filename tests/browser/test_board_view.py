"""The drawing of a board, which all pages share, tested on a page without a table."""

from __future__ import annotations

import pytest

from hardware.layout import PITCH, extent, outlines, positions
from jokerboard.table.web.page_state import layout
from tests.browser.board_page import Open
from tests.browser.conftest import KeptTable
from tests.jokerboard.table.web.fake_page import FakeDesk

pytestmark = pytest.mark.browser

DRAW = """async ([sides, state]) => {
  const { BoardView } = await import("/page/js/board_view.js");
  const { polygonLayout } = await import("/page/js/polygon.js");
  const { standing } = await import("/page/js/position.js");
  const host = document.createElement("div");
  document.body.replaceChildren(host);
  const view = new BoardView(host, polygonLayout(sides), { seat: "B", label: "Table 3" });
  view.show({ ...state, ...standing(state.position, state.seats) });
}"""


@pytest.mark.parametrize("sides", range(3, 9))
def test_the_browser_computes_the_same_hole_positions_as_the_hardware(kept: KeptTable, sides: int) -> None:
    got = kept.shown("laptop").evaluate(
        "async (sides) => (await import('/page/js/polygon.js')).polygonLayout(sides)", arg=sides
    )
    drawn = layout(sides)
    fields = ("name", "side", "kind", "mark")
    assert [[hole[f] for f in fields] for hole in got["holes"]] == [
        [hole[f] for f in fields] for hole in drawn["holes"]
    ]
    near = pytest.approx
    placed = [(hole["x"], hole["y"]) for hole in got["holes"]]
    assert placed == [near(at, abs=0.01) for at in positions(sides)]
    assert (got["width"], got["height"]) == near(extent(sides, PITCH), abs=0.01)
    assert sorted(map(tuple, got["wood"][0])) == [near(at, abs=0.01) for at in sorted(outlines(sides)[0])]


def test_the_board_is_drawn_with_marbles_lights_and_names(page_for: Open, desk: FakeDesk) -> None:
    page = page_for(desk)
    state = {
        "position": "A8,h2/-/C3/- B",
        "seats": [*"ABCD"],
        "names": {"A": "Ann", "C": "A name that is far too long"},
        "lights": {"A8": {"role": "illegal", "seat": None}},
        "card": {"text": "7H"},
    }
    page.evaluate(DRAW, [4, state])
    assert page.get_by_role("img", name="Table 3").count() == 1
    assert page.get_by_role("button").count() == 0
    assert page.locator(".marble").count() == 20
    assert page.locator(".badge.illegal").count() == 1
    assert page.locator(".centre-card .card").count() == 1
    assert page.locator(".wood .name").all_text_contents() == ["Ann", "", "A name that is …", ""]
