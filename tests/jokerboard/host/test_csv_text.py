"""CSV: no spreadsheet computes a cell as a formula, and reading restores every cell."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jokerboard.host.outside_text import csv_line, is_formula, safe_cell, without_guard

FORMULAS = [
    "=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " =1", '"=1', "'=1", "a;=1", "a,+1", "a|@x", "a\n=1",
    "\uff1d1+1", "\uff0b1", "\uff0d1", "\uff20x", "a;\u200b=1", "\ufeff=1",
]  # fmt: skip


@pytest.mark.parametrize("text", FORMULAS)
def test_a_csv_cell_that_a_spreadsheet_may_compute_is_marked_as_text(text: str) -> None:
    assert is_formula(text)
    (row,) = csv.reader(io.StringIO(csv_line([text]), newline=""))
    assert row == [f"'{text}"]
    assert without_guard(row[0]) == text


@pytest.mark.parametrize("text", ["Ann", "O'Brien", "Foxes 2=1", "a-b", "x@y.example", "Ann, Bo", "'quoted'"])
def test_a_csv_cell_that_a_spreadsheet_does_not_compute_is_unchanged(text: str) -> None:
    assert safe_cell(text) == text
    assert without_guard(text) == text


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=20), min_size=1, max_size=5))
def test_every_csv_cell_reads_back_unchanged(cells: list[str]) -> None:
    (row,) = csv.reader(io.StringIO(csv_line([*cells, "end"]), newline=""))
    assert [without_guard(cell) for cell in row[:-1]] == cells or any(
        cell.startswith("'") and is_formula(cell[1:]) for cell in cells
    )
