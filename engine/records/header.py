"""The tags before a game record's plays: the rules and the table, and any others that people add."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from engine.errors import EngineError, NotationError, RecordError, RulesError
from engine.geometry import Seat, seat_letter
from engine.position import Position
from engine.records.record import NAME, OWN_TAGS, Record
from engine.records.tokens import Token, quoted
from engine.rules.house_rules import changes
from engine.rules.rule_sets import Rules, rules_named

VERSION = "1"


def header_lines(record: Record) -> Iterator[str]:
    """The record's tags, one tag on each line."""
    for name, value in _tags(record):
        yield f"[{name} {quoted(value)}]"


def _tags(record: Record) -> Iterator[tuple[str, str]]:
    rules = record.rules
    yield "Record", VERSION
    yield "Rules", rules.name
    if rules.title != rules_named(rules.name).title:
        yield "Title", rules.title
    changed = changes(rules)
    if changed:
        yield "Set", ", ".join(f"{name}={ours}" for name, (_, ours) in changed.items())
    if record.teams is not None:
        yield "Teams", str(record.teams)
    yield "Position", record.start.line()
    if record.seed is not None and record.dealer is not None:
        yield "Seed", record.seed
        yield "Dealer", seat_letter(record.dealer)
    if record.manual_draw:
        yield "Draw", "manual"
    yield from record.tags


def read_header(tags: Iterable[Token], line: int) -> dict[str, Any]:
    """The fields of `Record` from the tags of a game that begins on `line`."""
    found: dict[str, Token] = {}
    for token in tags:
        if token.name in found:
            raise RecordError(f"there are two tags {token.name}", token.line)
        if not NAME.fullmatch(token.name):
            raise RecordError(f"a tag begins with a capital letter, unlike {token.name!r}", token.line)
        found[token.name] = token
    for name in ("Rules", "Position"):
        if name not in found:
            raise RecordError(f"this game has no tag {name}", line)
    header: dict[str, Any] = {"tags": tuple((n, t.text) for n, t in found.items() if n not in OWN_TAGS)}
    for name in OWN_TAGS:
        if name in found:
            try:
                _READ[name](header, found[name].text)
            except EngineError as error:
                raise RecordError(f"{name}: {error}", found[name].line) from None
    try:
        Record(**header)
    except EngineError as error:
        raise RecordError(str(error), found["Position"].line) from None
    return header


def read_seat(letter: str, sides: int) -> Seat:
    """The seat with that letter; raise NotationError if the board has no such side."""
    seat = ord(letter) - 65 if len(letter) == 1 else -1
    if not 0 <= seat < sides:
        raise NotationError(f"no seat is called {letter!r}")
    return seat


def _read_version(_: dict[str, Any], text: str) -> None:
    if text != VERSION:
        raise NotationError(f"this program reads records of version {VERSION}, not {text!r}")


def _read_rules(header: dict[str, Any], text: str) -> None:
    header["rules"] = rules_named(text)


def _read_title(header: dict[str, Any], text: str) -> None:
    header["rules"] = replace(header["rules"], title=text)


def _read_set(header: dict[str, Any], text: str) -> None:
    rules: Rules = header["rules"]
    words = {}
    for pair in text.replace(",", " ").split():
        name, equals, word = pair.partition("=")
        if not equals or name in words:
            raise RulesError(f"a switch is written as ace_11=on, and only once, not {pair!r}")
        words[name] = word
    header["rules"] = rules.with_switches(words)


def _read_teams(header: dict[str, Any], text: str) -> None:
    if not (text.isascii() and text.isdigit() and len(text) < 3):
        raise NotationError(f"the number of teams is written in digits, such as 2, not {text!r}")
    header["teams"] = int(text)


def _read_position(header: dict[str, Any], text: str) -> None:
    header["start"] = Position.parse(text, header["rules"].marbles_per_player)


def _read_seed(header: dict[str, Any], text: str) -> None:
    header["seed"] = text


def _read_dealer(header: dict[str, Any], text: str) -> None:
    header["dealer"] = read_seat(text, header["start"].sides)


def _read_draw(header: dict[str, Any], text: str) -> None:
    if text not in ("manual", "automatic"):
        raise NotationError(f"draws are manual or automatic, not {text!r}")
    header["manual_draw"] = text == "manual"


_READ: dict[str, Callable[[dict[str, Any], str], None]] = {
    "Record": _read_version,
    "Rules": _read_rules,
    "Title": _read_title,
    "Set": _read_set,
    "Teams": _read_teams,
    "Position": _read_position,
    "Seed": _read_seed,
    "Dealer": _read_dealer,
    "Draw": _read_draw,
}
