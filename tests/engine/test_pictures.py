"""The pictures of docs/referee.md agree with the scenarios."""

from __future__ import annotations

from tests.engine.draw_scenarios import IMG, PICTURES, picture


def test_every_picture_of_a_scenario_equals_its_generated_form() -> None:
    for drawing, (scenario, holes) in PICTURES.items():
        drawn = (IMG / f"{drawing}.svg").read_text(encoding="utf-8")
        assert drawn == picture(scenario, holes), "draw it: python -m tests.engine.draw_scenarios"


def test_every_picture_of_a_scenario_is_on_the_referees_page() -> None:
    page = (IMG.parent / "referee.md").read_text(encoding="utf-8")
    for name in PICTURES:
        assert f"(img/{name}.svg)" in page
