"""A configuration with a setting that does not exist is refused, in every section."""

from __future__ import annotations

from pathlib import Path

import pytest

from jokerboard.host.errors import UsageError
from jokerboard.table.serving.table_config import read_config

BOARD = Path(__file__).parents[4] / "wiring" / "4-players-direct.toml"


@pytest.mark.parametrize("section", ["table", "game", "tournament", "kitchen"])
def test_a_setting_that_does_not_exist_is_refused_with_its_line(section: str, tmp_path: Path) -> None:
    sections = {
        "table": [f'board = "{BOARD}"'], "game": ['cards = "none"'],
        "tournament": ['redis = "redis://desk"'],
    }  # fmt: skip
    sections.setdefault(section, []).append("sauce = 1")
    lines = [line for name, inner in sections.items() for line in (f"[{name}]", *inner)]
    (file := tmp_path / "table.toml").write_text("\n".join(lines) + "\n")
    at = lines.index("[kitchen]" if section == "kitchen" else "sauce = 1") + 1
    with pytest.raises(UsageError, match=f"line {at}: '?{'kitchen' if section == 'kitchen' else 'sauce'}"):
        read_config(file)
