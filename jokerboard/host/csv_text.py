"""CSV that is safe to open in a spreadsheet.

A spreadsheet runs what begins like a formula, and names are whatever people typed. Some spreadsheets take a
blank, a quote or a separator before the sign as nothing, take full-width signs for the plain ones, or cut a
cell at a separator of another country. A text gets an apostrophe before it, as spreadsheets write it, if it
contains the start of a formula at its beginning or after a separator. JSON output needs no guard and has
every text unchanged.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterable
from typing import Any, Final

_FORMULA: Final = re.compile(r"(?:\A|[,;|\t\r\n])[\s\"'\u200b\u200c\u200d\ufeff]*[=+\-@]")


def csv_line(cells: Iterable[Any]) -> str:
    """One line of CSV with its line end; None is an empty cell."""
    out = io.StringIO()
    csv.writer(out).writerow([safe_cell(cell) for cell in cells])
    return out.getvalue()


def without_guard(text: str) -> str:
    """The text that `safe_cell` turned into this cell; any other text unchanged."""
    return text[1:] if text.startswith("'") and is_formula(text[1:]) else text


def is_formula(text: str) -> bool:
    """Whether a spreadsheet may take a part of the text for a formula."""
    return _FORMULA.search(unicodedata.normalize("NFKC", text)) is not None


def safe_cell(value: Any) -> Any:
    """The value as a cell that no spreadsheet runs as a formula; None is an empty cell."""
    if value is None:
        return ""
    return f"'{value}" if isinstance(value, str) and is_formula(value) else value
