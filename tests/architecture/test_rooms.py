"""The structure of the program: drawings of the imports, no import cycles, no large folders."""

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


def test_the_diagrams_in_architecture_md_show_the_present_imports() -> None:
    text = ARCHITECTURE.read_text()
    assert text == updated(text), "the drawing is older than the imports: run `make docs`"


def test_no_module_of_the_program_is_in_an_import_cycle() -> None:
    assert cycles(imports()) == []


def test_no_package_is_in_an_import_cycle() -> None:
    assert cycles(between(imports(), {module: package_of(module) for module in imports()})) == []


def test_no_folder_has_more_than_25_modules() -> None:
    roots = (*packages(), "tests")
    modules = [path for root in roots for path in (ROOT / root).rglob("*.py") if path.stem != "__init__"]
    folders = Counter(str(path.relative_to(ROOT).parent) for path in modules)
    assert {folder: n for folder, n in folders.items() if n > MOST_MODULES} == {}


def test_the_wiring_package_imports_only_four_basic_modules_of_the_engine() -> None:
    known = {"engine.cards", "engine.errors", "engine.geometry", "engine.violation"}
    wiring = {name: others for name, others in imports().items() if name.startswith("wiring")}
    found = {name for others in wiring.values() for name in others if name.startswith("engine.")}
    assert found <= known
