"""Accept, clean or refuse texts from people, other machines and files, such as names and reasons.

Some characters break later formats: a lone surrogate has no UTF-8, a direction override makes a page show
another name than the record has, a line feed forges a line of a log. So every such text passes through one of
two functions when it arrives:

- `accepted` returns the text in a canonical form (NFC, single blanks), or raises the reason for refusing it.
  Use it where a person can correct the text: commands, orders, configuration, CSV.
- `shown` returns the part of a text that can be shown, and never raises. Use it where nobody can correct the
  text: records, titles and heartbeats that another table wrote.

Both keep visible characters of any script, emoji included. They do not keep control characters, surrogates,
private-use characters, noncharacters, and format characters (U+202A-U+202E, U+2066-U+2069, the byte order
mark), except the two joiners that Persian, Hindi and composed emoji need.

Such texts also reach spreadsheets, as CSV. A spreadsheet computes a cell that begins with the sign of a
formula (=, +, -, @). Some spreadsheets ignore a blank, a quote or a separator before the sign, accept
full-width signs, or split a cell at the separator of another country. So a text that contains the start of a
formula, at its beginning or after a separator, gets an apostrophe before it (`safe_cell`), which spreadsheets
take for the mark of a text. JSON output needs no such guard.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Any, Final

from jokerboard.host.errors import JokerboardError

_JOINERS = "\u200c\u200d"
_REFUSED = frozenset(("Cc", "Cf", "Cs", "Co", "Zl", "Zp"))
_LONGER = 4
"""How many times longer than its NFC form a text may be; a longer text is refused before it is examined."""

_FORMULA: Final = re.compile(r"(?:\A|[,;|\t\r\n])[\s\"'\u200b\u200c\u200d\ufeff]*[=+\-@]")


class TextError(JokerboardError, ValueError):
    """A text was refused; the message is the reason, a clause without a full stop."""

    exit_code = 2


def accepted(value: object, longest: int, least: int = 1) -> str:
    """The text in canonical form: NFC, no blanks at its ends, single blanks inside.

    Raise TextError unless that form has `least` to `longest` characters, all of which can be shown.
    """
    if not isinstance(value, str):
        raise TextError("this is not a text")
    if len(value) > _LONGER * longest:
        raise TextError(f"the text has {len(value)} characters; the most is {longest}")
    hidden = next((char for char in value if not char.isspace() and not _shows(char)), None)
    if hidden is not None or any(char in "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029" for char in value):
        which = "a line break" if hidden is None else f"U+{ord(hidden):04X}"
        raise TextError(f"the text has a character that cannot be shown: {which}")
    text = " ".join(unicodedata.normalize("NFC", value).split())
    if len(text) > longest:
        raise TextError(f"the text has {len(text)} characters; the most is {longest}")
    if len(text.strip(_JOINERS + " ")) < least:
        raise TextError("the text is empty" if least == 1 else f"the text has fewer than {least} characters")
    return text


def is_accepted(value: object, longest: int, least: int = 1) -> bool:
    """Whether the value is a text that `accepted` does not refuse."""
    try:
        accepted(value, longest, least)
    except TextError:
        return False
    return True


def shown(value: object, longest: int) -> str:
    """The visible part of a text, cut to `longest` characters; "" for a value that is no text."""
    if not isinstance(value, str):
        return ""
    plain = value[: _LONGER * longest]
    if not (plain.isascii() and plain.isprintable()):
        plain = "".join(char if _shows(char) else " " for char in plain)
    return " ".join(unicodedata.normalize("NFC", plain).split())[:longest].rstrip()


def _shows(char: str) -> bool:
    if " " <= char <= "~":
        return True
    if char in _JOINERS:
        return True
    code = ord(char)
    # Noncharacters are the last two code points of each plane, and U+FDD0 to U+FDEF.
    nothing = code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF
    return not nothing and unicodedata.category(char) not in _REFUSED


def csv_line(cells: Iterable[Any]) -> str:
    """The cells as one line of CSV, with the line end; None becomes an empty cell."""
    import csv
    import io

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
