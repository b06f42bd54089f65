r"""Game records as text, written out and read back; docs/game-record.md describes the form.

    [Record "1"]
    [Rules "texas"]
    [Position "-/-/-/- A"]
    [A "Ann"]

    1. A: KH As-A8 {at last}  2. B: 9C --  3. C: TJQK C8-C18
    *

Reading ignores what copying may change, and is strict where something may be lost. Line breaks, quote marks
of e-mail, typographic quotes and dashes, and text around a game make no difference. A wrong play number, a
missing end or a repeated tag is an error.

Reading takes two steps: `engine.records.tokens` cuts the text into tags, comments and words, each with its
line; this module parses them.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator
from typing import Any

from engine.cards import RANKS, Card
from engine.errors import EngineError, NotationError, RecordError
from engine.geometry import Board, board, seat_letter
from engine.play import Leg
from engine.position import Position
from engine.records.header import VERSION, header_lines, read_header, read_seat
from engine.records.record import Drew, Entry, Event, Laid, Passed, Placed, Record, Reshuffled
from engine.records.tokens import ENDS, WON, Kind, Token, card_word, is_seat, tokens

WIDTH = 78
_GLUE = "\x00"
"""A character in place of a space at which a line must not be broken."""


def print_record(record: Record) -> str:
    """The record's canonical text, which ends with a line break."""
    there, lines = board(record.start.sides), list(header_lines(record))
    lines.append("")
    if record.comment:
        lines += _wrapped(f"{{{record.comment}}}")
    turns, first = 0, None
    round_: list[str] = []
    for entry in record.entries:
        event, text = entry.event, _event_text(entry.event, there)
        if isinstance(event, Laid | Passed):
            turns += 1
            text = f"{turns}.{_GLUE}{text}"
            if event.seat == first:
                lines += _wrapped("  ".join(round_))
                round_ = []
            first = event.seat if first is None else first
        round_.append(f"{text} {{{entry.comment}}}" if entry.comment else text)
    lines += _wrapped("  ".join(round_))
    return "\n".join((*lines, _end(record), ""))


def print_records(records: tuple[Record, ...]) -> str:
    """The canonical text of several games one after the other."""
    return "\n".join(map(print_record, records))


def parse_records(text: str) -> tuple[Record, ...]:
    """Parse every game of the text, at least one; RecordError names the line of a fault."""
    records = []
    reader = _Reader(tokens(text))
    while reader.here is not None:
        records.append(_record(reader))
    if not records:
        raise RecordError(f'no game is here: a game begins with [Record "{VERSION}"]', 1)
    return tuple(records)


def entry_text(entry: Entry, record: Record) -> str:
    """The entry in one line, without its number."""
    text = _event_text(entry.event, board(record.start.sides)).replace(_GLUE, " ")
    return f"{text} {{{entry.comment}}}" if entry.comment else text


def cards_text(cards: tuple[Card, ...]) -> str:
    """One card, the ranks that explain a play, or `?`."""
    return "".join(map(str, cards)) or "?"


def _event_text(event: Event, there: Board) -> str:
    match event:
        case Laid(seat, cards, legs):
            played = " ".join(leg.text(there) for leg in legs) or "--"
            return _GLUE.join((f"{seat_letter(seat)}:", cards_text(cards), *played.split()))
        case Passed(seat):
            return f"{seat_letter(seat)}:{_GLUE}pass"
        case Drew(seat, cards):
            return _GLUE.join((f"{seat_letter(seat)}:", "draw", *map(str, cards)))
        case Placed(position):
            return _GLUE.join(("position", *position.line().split()))
    return "reshuffle"


def _end(record: Record) -> str:
    if record.winners:
        return f"won {''.join(map(seat_letter, record.winners))}"
    return "abandoned" if record.abandoned else "*"


def _wrapped(text: str) -> list[str]:
    """The text in lines: no play is split, and no line begins like a quotation of an e-mail."""
    text = text.replace(" >", f"{_GLUE}>")
    lines = textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)
    return [line.replace(_GLUE, " ") for line in lines]


class _Reader:
    """A stream of tokens with one token of look-ahead."""

    def __init__(self, found: Iterator[Token]) -> None:
        self._rest = found
        self.line = 1
        self.here = next(found, None)

    def take(self) -> Token:
        """Consume and return the next token."""
        token = self.here
        assert token is not None
        self.line, self.here = token.line, next(self._rest, None)
        return token

    def word(self, wanted: str) -> str:
        """Take the next token, which must be a word; RecordError reports that `wanted` was expected."""
        if self.here is None or self.here.kind is not Kind.WORD:
            raise RecordError(f"{wanted} is missing", self.line)
        return self.take().text

    def at(self, test: Callable[[str], bool]) -> bool:
        """Whether the next token is a word for which `test` is true."""
        return self.here is not None and self.here.kind is Kind.WORD and test(self.here.text)


def _record(reader: _Reader) -> Record:
    line = reader.here.line if reader.here else 0
    header = read_header(_tags(reader), line)
    start: Position = header["start"]
    header["comment"] = _comment(reader)
    entries: list[Entry] = []
    turns = 0
    while not reader.at(_is_end):
        if reader.here is None or reader.here.kind is Kind.TAG:
            raise RecordError(
                "the game breaks off here: it ends with `won` and the winners, `abandoned`, or *", reader.line
            )
        at = reader.here.line
        if _numbered(reader, turns + 1) is not None:
            at = reader.line
        try:
            event = _event(reader, start)
            turns += isinstance(event, Laid | Passed)
            entries.append(Entry(event, _comment(reader), at))
        except RecordError:
            raise
        except EngineError as error:
            raise RecordError(str(error), at) from None
    try:
        return Record(entries=tuple(entries), line=line, **header, **_ending(reader, start.sides))
    except EngineError as error:
        raise RecordError(str(error), reader.line) from None


def _tags(reader: _Reader) -> Iterator[Token]:
    while reader.here is not None and reader.here.kind is Kind.TAG:
        yield reader.take()


def _comment(reader: _Reader) -> str:
    """Take all comments that come next and return them joined."""
    texts = []
    while reader.here is not None and reader.here.kind is Kind.COMMENT:
        texts.append(reader.take().text)
    return " ".join(filter(None, texts))


def _numbered(reader: _Reader, turn: int) -> int | None:
    """Take and return the play's number if one is written; raise RecordError if it is not the next number."""
    if not reader.at(lambda word: word.endswith(".") and word[:-1].isdecimal() and word.isascii()):
        return None
    text = reader.take().text
    if text != f"{turn}.":
        raise RecordError(f"this should be play {turn}, not {text[:-1]}: is a play missing?", reader.line)
    return turn


def _event(reader: _Reader, start: Position) -> Event:
    there = board(start.sides)
    word = reader.word("a play")
    match word:
        case "reshuffle":
            return Reshuffled()
        case "position":
            line = f"{reader.word('a position')} {reader.word('the seat to play')}"
            position = Position.parse(line, start.per_seat)
            if (position.sides, position.seats) != (start.sides, start.seats):
                raise NotationError("this position has other seats than the game")
            return Placed(position)
    if not is_seat(word):
        raise NotationError(f"a seat such as A: is expected before {word!r}")
    seat = read_seat(word[:-1], there.sides)
    if seat not in start.seats:
        raise NotationError(f"nobody sits at {seat_letter(seat)}")
    word = reader.word("a card and its legs, `pass` or `draw`")
    match word:
        case "pass":
            return Passed(seat)
        case "draw":
            return Drew(seat, tuple(Card.parse(card_word(text)) for text in _words(reader)))
    cards, legs = _cards(word), list(_words(reader))
    if not legs:
        raise NotationError(f"after {word} the legs are missing, or -- for a discard")
    if legs == ["--"]:
        return Laid(seat, cards)
    return Laid(seat, cards, tuple(Leg.parse(text, there) for text in legs))


def _words(reader: _Reader) -> Iterator[str]:
    """Take the words up to the next event, one by one."""
    while reader.at(lambda word: not (is_seat(word) or word.endswith(".") or _is_end(word) or _alone(word))):
        yield reader.take().text


def _alone(word: str) -> bool:
    return word in ("reshuffle", "position")


def _cards(text: str) -> tuple[Card, ...]:
    if text == "?":
        return ()
    text = card_word(text)
    if len(text) > 1 and all(letter in RANKS for letter in text):
        if len(set(text)) < len(text):
            raise NotationError(f"a rank is named twice in {text!r}")
        return tuple(Card(rank) for rank in RANKS if rank in text)
    return (Card.parse(text),)


def _is_end(word: str) -> bool:
    return word == WON or word in ENDS


def _ending(reader: _Reader, sides: int) -> dict[str, Any]:
    word = reader.take().text
    if word == WON:
        return {"winners": tuple(read_seat(letter, sides) for letter in reader.word("the winners' seats"))}
    return {"abandoned": word == "abandoned"}
