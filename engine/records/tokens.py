r"""Cut a text into the tags, comments and words of its game records; undo the damage of repeated copying.

Only the changes that mail and word processors make are undone: quote marks before a line, broken lines, wide
and invisible spaces, typographic quotes round a tag's value, long dashes in a play. A game begins with its
tag `Record` and ends with its end word; text around games is left out, unless it looks like a part of a game
that has lost its beginning.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from enum import Enum, auto
from typing import NamedTuple

from engine.errors import RecordError
from engine.records.record import as_comment

WON = "won"
ENDS = ("abandoned", "*")
EVENTS = ("pass", "draw", "reshuffle", "position")
_KEYWORDS = (WON, *ENDS, *EVENTS)

_QUOTE_MARKS = re.compile(r"^[^\S\n]*(?:>[^\S\n]?)+", re.MULTILINE)
_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"))
_DASHES = {ord(dash): "-" for dash in "‐‑‒–—−"} | {ord("∼"): "~", ord("˜"): "~"}
_BEGIN = re.compile(r"\[\s*Record\s")
_LOST = re.compile(r"(?m)^[^\S\n]*(?:\[[A-Z]\w*\s+[\"“„]|[0-9]+\.\s+[A-H]:\s)")
_TAG = re.compile(
    r"\[\s*([A-Za-z][\w-]*)\s*(?:\"((?:[^\"\\]|\\.)*)\"|[“”„]((?:[^“”\"\\]|\\.)*)[“”\"])\s*\]", re.DOTALL
)
_COMMENT = re.compile(r"\{([^{}]*)\}")
_WORD = re.compile(r"[^\s{}\[\]]+")
_SPACE = re.compile(r"\s+")
_HALF_LEG = re.compile(r"[A-H](?:s|h?[0-9]+)[-~]")
_BROKEN = re.compile(r"\s+([^\s{}\[\]]+)")
_SUIT_SIGNS: dict[int, str | None] = {
    ord(sign): suit for signs, suit in zip(("♣♧", "♦♢", "♥♡❤", "♠♤"), "CDHS", strict=True) for sign in signs
}
_SUIT_SIGNS |= {0xFE0E: None, 0xFE0F: None, ord("🃏"): "X", ord("★"): "X"}
"""The suit symbols of keyboards and telephones, without the character that selects their look (U+FE0F)."""
_JOKERS = ("JOKER", "JO", "JOK")
_SUIT_FIRST = re.compile(r"[CDHS][A2-9TJQK]")
_TYPED = re.compile(r"[A2-9TJQKX][CDHS]?|[A2-9TJQKX]{2,14}")
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))", re.DOTALL)


class Kind(Enum):
    """The kinds of token."""

    TAG = auto()
    COMMENT = auto()
    WORD = auto()


class Token(NamedTuple):
    """A token of a record: its text (the value of a tag), the line on which it begins, a tag's name."""

    kind: Kind
    text: str
    line: int
    name: str = ""


def is_seat(word: str) -> bool:
    """Whether the word names the seat of a play, such as `A:`."""
    return len(word) == 2 and word[1] == ":" and "A" <= word[0] <= "H"


def quoted(value: str) -> str:
    """A tag's value between quotes; characters that copying might change are escaped, as \u0041."""
    shown = []
    for at, char in enumerate(value):
        if char in '"\\':
            shown.append(f"\\{char}")
        elif not char.isprintable() or (char == " " and value[at - 1 : at] in ("", " ")):
            shown.append(f"\\u{ord(char):04x}" if ord(char) < 0x10000 else f"\\U{ord(char):08x}")
        else:
            shown.append(char)
    if shown and shown[-1] == " ":
        shown[-1] = "\\u0020"
    return '"' + "".join(shown) + '"'


def tokens(text: str) -> Iterator[Token]:
    """The tokens of every game in the text; RecordError names an unclosed or misplaced part."""
    text = _QUOTE_MARKS.sub("", re.sub(r"\r\n?", "\n", text)).translate(_INVISIBLE)
    breaks = [match.start() for match in re.finditer("\n", text)]

    def line_of(at: int) -> int:
        return bisect_left(breaks, at) + 1

    at = 0
    while True:
        begins = _BEGIN.search(text, at)
        lost = _LOST.search(text, at, begins.start() if begins else len(text))
        if lost:
            where = line_of(lost.start())
            raise RecordError('this looks like a game, but no [Record "1"] stands before it', where)
        if begins is None:
            return
        at = begins.start()
        for token, end in _game(text, at, line_of):
            yield token
            at = end


def _game(text: str, at: int, line_of: Callable[[int], int]) -> Iterator[tuple[Token, int]]:
    """The tokens of the game that begins at `at`, each with the place in the text where it ends."""
    previous = ""
    while at < len(text):
        line = line_of(at)
        if space := _SPACE.match(text, at):
            at = space.end()
        elif text[at] == "[":
            tag = _TAG.match(text, at)
            if tag is None:
                raise RecordError('a tag is written [Name "value"]', line)
            at, previous = tag.end(), ""
            yield Token(Kind.TAG, _value(tag[2] if tag[3] is None else tag[3], line), line, tag[1]), at
        elif comment := _COMMENT.match(text, at):
            at = comment.end()
            yield Token(Kind.COMMENT, as_comment(comment[1]), line), at
        elif (word := _WORD.match(text, at)) is None:
            raise RecordError(f"{text[at]!r} stands alone: a comment is written {{so}}", line)
        else:
            at, plain = word.end(), _plain(word[0])
            if _HALF_LEG.fullmatch(plain) and (rest := _BROKEN.match(text, at)):
                at, plain = rest.end(), plain + _plain(rest[1])
            yield Token(Kind.WORD, plain, line), at
            if plain in ENDS or previous == WON:
                return
            previous = plain


def _plain(word: str) -> str:
    """The word with hyphens for dashes, and in lower case where case has no meaning."""
    word = word.translate(_DASHES)
    if set(word) == {"-"}:
        return "--"
    return word.lower() if word.lower() in _KEYWORDS else word


def card_word(word: str) -> str:
    """The canonical form of a card as people type it (`10D`, `K♥`, `kh`, `Joker`); other words unchanged."""
    rank, mark, copy = word.translate(_SUIT_SIGNS).upper().partition("#")
    if rank in _JOKERS:
        rank = "X"
    rank = rank.replace("10", "T")
    if _SUIT_FIRST.fullmatch(rank):
        rank = rank[1] + rank[0]
    return f"{rank}{mark}{copy}" if _TYPED.fullmatch(rank) else word


def _value(text: str, line: int) -> str:
    def meant(escape: re.Match[str]) -> str:
        code = int(escape[1] or escape[2] or "0", 16)
        if code > 0x10FFFF:
            raise RecordError(f"no character is {escape[0]}", line)
        return chr(code) if escape[3] is None else escape[3]

    return _ESCAPE.sub(meant, " ".join(text.split()))
