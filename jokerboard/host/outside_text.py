"""Accept, clean or refuse text from outside: names, titles, reasons, heartbeats, lists of teams, rules.

People, other machines and files send text. Some text breaks later formats: a lone surrogate has no UTF-8, a
direction override makes a page show another name than the record has, a line feed forges a line of a log. So
every text from outside passes here once, where it comes in:

- `accepted` returns the text in its one form (NFC, single blanks), or refuses it with the reason. Use it
  where a person can correct the text: commands, orders, configuration, CSV.
- `shown` returns the part of a text that can be shown, and never refuses. Use it where nobody can correct it:
  records, titles and signs of life that another table wrote.

Accepted is what a reader can see, in any script, emoji included. Refused are control characters, surrogates,
private-use characters, noncharacters, and every format character (U+202A-U+202E, U+2066-U+2069, the byte
order mark) except the two joiners that Persian, Hindi and composed emoji need.
"""

from __future__ import annotations

import unicodedata

from jokerboard.host.errors import JokerboardError

_JOINERS = "\u200c\u200d"
_REFUSED = frozenset(("Cc", "Cf", "Cs", "Co", "Zl", "Zp"))
_LONGER = 4
"""At most how many times longer a text is than its NFC form; a longer one is refused unread."""


class TextError(JokerboardError, ValueError):
    """A text from outside that is refused; the message is a clause without a full stop."""

    exit_code = 2


def accepted(value: object, longest: int, least: int = 1) -> str:
    """The text in its canonical form: NFC, no blanks around it, single blanks within.

    Raise TextError unless it has `least` to `longest` characters, all of which can be shown.
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
    """Whether `accepted` takes the value."""
    try:
        accepted(value, longest, least)
    except TextError:
        return False
    return True


def shown(value: object, longest: int) -> str:
    """The displayable part of a text, cut to `longest` characters; "" for anything that is no text."""
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
