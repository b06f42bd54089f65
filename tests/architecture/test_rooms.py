"""The rooms of the program: the drawing is true, nothing imports in a circle, no folder is a warehouse."""

from __future__ import annotations

from collections import Counter

from tests.architecture.rooms import (
    ARCHITECTURE,
    ROOT,
    between,
    cycles,
    imports,
    package_of,
    packages,
    updated,
)

MOST_MODULES = 25

OVERFULL: dict[str, int] = {}
"""Folders that still hold more modules, and at most how many. This list only gets shorter."""


def test_the_drawing_in_the_architecture_shows_the_imports_as_they_are() -> None:
    text = ARCHITECTURE.read_text()
    assert text == updated(text), "the drawing is older than the imports: run `make docs`"


def test_no_module_imports_itself_by_others() -> None:
    assert cycles(imports()) == []


def test_no_package_imports_itself_by_others() -> None:
    assert cycles(between(imports(), {module: package_of(module) for module in imports()})) == []


def test_no_folder_holds_more_modules_than_one_can_survey() -> None:
    modules = [path for package in (*packages(), "benchmarks") for path in (ROOT / package).rglob("*.py")]
    folders = Counter(".".join(path.relative_to(ROOT).parent.parts) for path in modules)
    crowded = {folder: n for folder, n in folders.items() if n - 1 > OVERFULL.get(folder, MOST_MODULES)}
    assert crowded == {}


def test_a_board_is_described_without_the_rules_of_the_game() -> None:
    known = {"engine.errors", "engine.geometry", "engine.violation"}
    wiring = {name: others for name, others in imports().items() if name.startswith("wiring")}
    found = {name for others in wiring.values() for name in others if name.startswith("engine.")}
    assert found <= known
