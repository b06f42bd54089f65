"""The wheel and the sdist hold the whole program with all its data."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.dist import build, missing, tried
from tests.examples import some


def test_the_built_packages_have_every_file_of_the_program(tmp_path: Path) -> None:
    wheel, sdist = build(tmp_path)
    assert missing(wheel, sdist) == []


@pytest.mark.parametrize("kind", some(("wheel", "sdist"), 1))
def test_an_installed_package_plays_from_another_folder(kind: str, tmp_path: Path) -> None:
    package = build(tmp_path)[kind == "sdist"]
    assert list(tried(package, sys.executable)) == []
