"""CSV that is safe to open in a spreadsheet.

A spreadsheet computes a cell that begins with the sign of a formula (=, +, -, @), and people may type such
texts as names. Some spreadsheets ignore a blank, a quote or a separator before the sign, accept full-width
signs, or split a cell at the separator of another country. So a text that contains the start of a formula,
at its beginning or after a separator, gets an apostrophe before it, which spreadsheets take for the mark of
a text. JSON output needs no such guard.
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
    """The cells as one line of CSV, with the line end; None becomes an empty cell."""
    out = io.StringIO()
    csv.writer(out).writerow([safe_cell(cell) for cell in cells])
    return out.getvalue()


def without_guard(text: str) -> str:
    """The text without the apostrophe that `safe_cell` adds; a text without this apostrophe is unchanged."""
    return text[1:] if text.startswith("'") and is_formula(text[1:]) else text


def is_formula(text: str) -> bool:
    """Whether a spreadsheet may take a part of the text for a formula."""
    return _FORMULA.search(unicodedata.normalize("NFKC", text)) is not None


def safe_cell(value: Any) -> Any:
    """The value as a cell that no spreadsheet computes as a formula; "" for None."""
    if value is None:
        return ""
    return f"'{value}" if isinstance(value, str) and is_formula(value) else value
