"""The wheel and the sdist have the whole program with all its data."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.dist import TRIED, build, missing, tried
from tests.examples import whole


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The wheel and the sdist of this checkout."""
    return build(tmp_path_factory.mktemp("dist"))


def test_the_built_packages_have_every_file_of_the_program(packages: tuple[Path, Path]) -> None:
    assert missing(*packages) == []


def test_the_files_of_the_wheel_alone_suffice_to_play_a_game(
    packages: tuple[Path, Path], tmp_path: Path
) -> None:
    with zipfile.ZipFile(packages[0]) as wheel:
        wheel.extractall(tmp_path / "installed")
    (tmp_path / "elsewhere").mkdir()
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "installed")}

    def run(*arguments: str) -> str:
        command = [sys.executable, *arguments]
        return subprocess.run(
            command, cwd=tmp_path / "elsewhere", env=environment, check=True, capture_output=True, text=True
        ).stdout

    assert str(tmp_path / "installed") in run("-c", "import jokerboard, wiring; print(wiring.__file__)")
    for arguments in TRIED:
        run("-m", "jokerboard", *arguments)


@pytest.mark.skipif(not whole(), reason="an empty environment takes a minute: `make dist` or `make test-all`")
@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_an_installed_package_can_play_a_game_from_another_folder(
    kind: str, packages: tuple[Path, Path]
) -> None:
    assert list(tried(packages[kind == "sdist"], sys.executable)) == []
