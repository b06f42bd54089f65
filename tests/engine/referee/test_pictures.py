"""The pictures of docs/referee.md show what the scenarios bring."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

IMG = Path(__file__).parents[3] / "docs" / "img"


@pytest.fixture(scope="module")
def draw() -> ModuleType:
    spec = importlib.util.spec_from_file_location("draw_scenarios", IMG / "draw_scenarios.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_a_picture_shows_what_its_scenario_brings(draw: ModuleType) -> None:
    for drawing, (scenario, holes) in draw.PICTURES.items():
        drawn = (IMG / f"{drawing}.svg").read_text(encoding="utf-8")
        assert drawn == draw.picture(scenario, holes), "draw it: python docs/img/draw_scenarios.py"


def test_every_picture_is_on_the_page(draw: ModuleType) -> None:
    page = (IMG.parent / "referee.md").read_text(encoding="utf-8")
    for name in draw.PICTURES:
        assert f"(img/{name}.svg)" in page
