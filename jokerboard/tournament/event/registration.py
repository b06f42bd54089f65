"""Teams from a CSV file: all of it, or a sentence with the file and the line, and nothing.

The first line names the columns: `team`, then `player1`, `player2`, ... with a row for each team, or `player`
with a row for each player; `club` and `rating` if wanted. Other columns are left out, and said to be. Commas,
semicolons or tabs, quotes as spreadsheets write them, UTF-8 with or without a byte order mark, UTF-16, or
else Windows-1252, which is said.
"""

from __future__ import annotations

import codecs
import csv
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from io import StringIO
from typing import Any

from engine.errors import EngineError
from jokerboard.host.csv_text import without_guard
from jokerboard.host.outside_text import TextError, accepted
from jokerboard.tournament.english import words
from jokerboard.tournament.event.errors import EventError, RegistrationError
from jokerboard.tournament.event.model import (
    LONGEST_NAME,
    RESERVES,
    Entry,
    Order,
    Settings,
    System,
    Tournament,
    plain,
)
from jokerboard.tournament.event.team_events import check_entry

LARGEST = 1 << 20
"""Bytes a list may have."""
MOST_TEAMS = 1000

_PLAYER = re.compile(r"player[ _]?(\d{0,2})")
_NAMES = {"name": "team", "team name": "team", "team_name": "team"}


@dataclass(frozen=True, slots=True)
class Registration:
    """The teams of a list, and what was not taken from it, as sentences."""

    entries: tuple[Entry, ...]
    remarks: tuple[str, ...] = ()


@dataclass(slots=True)
class _Read:
    """A team while its rows are read."""

    entry: Entry
    line: int


def read_teams(data: bytes, file: str, now: Tournament) -> Registration:
    """The teams of the CSV `data`, checked against those already there; RegistrationError names `file`."""
    try:
        text, remarks = _text(data)
        found = _Reading(text, now).registration()
        return replace(found, remarks=(*remarks, *found.remarks))
    except RegistrationError as error:
        where = words("list.line", file=file, line=error.line) if error.line else file
        raise RegistrationError(words("list.refused", where=where, why=error), error.line) from error


def clean_name(text: str, what: str, line: int = 0) -> str:
    """A name as it is kept: one blank between words. RegistrationError when it is none, or too long."""
    if not text.strip():
        raise RegistrationError(words("name.none", what=what), line)
    try:
        return accepted(text, LONGEST_NAME)
    except TextError as error:
        raise RegistrationError(words("name.refused", what=what, why=error), line) from None


def _text(data: bytes) -> tuple[str, tuple[str, ...]]:
    """The list as text, and what is to be said about how it was read."""
    if len(data) > LARGEST:
        raise RegistrationError(words("list.too-large", most=LARGEST // 1024, size=len(data) // 1024))
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return data.decode("utf-16" if wide else "utf-8-sig"), ()
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        try:
            # What spreadsheets in Western Europe write by themselves.
            return data.decode("cp1252"), (words("list.windows"),)
        except UnicodeDecodeError:
            raise RegistrationError(words("list.not-utf-8"), line) from error


class _Reading:
    """One list being read."""

    def __init__(self, text: str, now: Tournament) -> None:
        self._now = now
        self._teams: list[_Read] = []
        self._by_name: dict[str, _Read] = {}
        self._players: dict[str, tuple[str, int]] = {}
        rows = csv.reader(StringIO(text, newline=""), delimiter=_delimiter(text), strict=True)
        self._rows: list[tuple[int, list[str]]] = []
        line = 1
        try:
            for row in rows:
                self._rows.append((line, [without_guard(cell) for cell in row]))
                line = rows.line_num + 1
        except csv.Error as error:
            raise RegistrationError(words("list.row", why=error), line) from error

    def registration(self) -> Registration:
        rows = [(line, row) for line, row in self._rows if any(cell.strip() for cell in row)]
        if not rows:
            raise RegistrationError(words("list.empty"))
        columns, remarks = self._columns(*rows[0])
        for line, row in rows[1:]:
            if len(row) > len(columns) and any(cell.strip() for cell in row[len(columns) :]):
                raise RegistrationError(words("list.columns", row=len(row), first=len(columns)), line)
            self._row(line, list(zip(columns, row, strict=False)))
        if not self._teams:
            raise RegistrationError(words("list.no-teams"))
        return Registration(tuple(self._checked()), remarks)

    def _columns(self, line: int, row: Sequence[str]) -> tuple[list[str], tuple[str, ...]]:
        names = [" ".join(cell.split()).casefold() for cell in row]
        names = [_NAMES.get(name, name) for name in names]
        found = ["player" if _PLAYER.fullmatch(name) else name for name in names]
        for wanted in ("team", "player"):
            if wanted not in found:
                raise RegistrationError(words("list.no-column", name=wanted), line)
        for name in ("team", "club", "rating"):
            if found.count(name) > 1:
                raise RegistrationError(words("list.column-twice", name=name), line)
        unused = [
            cell.strip()[:30]
            for cell, name in zip(row, found, strict=True)
            if name not in ("team", "player", "club", "rating") and cell.strip()
        ]
        self._row_a_player = found.count("player") == 1 and _is_single(names)
        return found, ((words("list.unused", columns=unused),) if unused else ())

    def _row(self, line: int, cells: Sequence[tuple[str, str]]) -> None:
        values = {name: cell.strip() for name, cell in cells if name in ("team", "club", "rating")}
        name = clean_name(values.get("team", ""), words("what.team"), line)
        given = [cell for column, cell in cells if column == "player"]
        while given and not given[-1].strip():
            given.pop()
        what = words("what.player", team=name)
        players = tuple(clean_name(cell, what, line) for cell in given)
        entry = Entry(name, players, _club(values.get("club", ""), line), _rating(values, line))
        there = self._by_name.get(plain(name))
        if there is None:
            there = self._by_name[plain(name)] = _Read(replace(entry, players=()), line)
            self._teams.append(there)
        elif not self._row_a_player:
            raise RegistrationError(words("list.team-twice", team=name, line=there.line), line)
        for player in players:
            other = self._players.get(plain(player))
            if other:
                raise RegistrationError(
                    words("list.player-twice", player=player, line=other[1], team=other[0]), line
                )
            self._players[plain(player)] = (name, line)
        club, rating = entry.club or there.entry.club, entry.rating or there.entry.rating
        there.entry = replace(there.entry, players=there.entry.players + players, club=club, rating=rating)

    def _checked(self) -> list[Entry]:
        if len(self._now.teams) + len(self._teams) > MOST_TEAMS:
            raise RegistrationError(words("list.most", most=MOST_TEAMS))
        most = self._now.settings.team_size + RESERVES
        for read in self._teams:
            if len(read.entry.players) > most:
                raise RegistrationError(
                    words("list.players", team=read.entry.name, players=len(read.entry.players), most=most),
                    read.line,
                )
            try:
                check_entry(self._now, self._now.teams, read.entry)
            except EventError as error:
                raise RegistrationError(str(error), read.line) from error
        return [read.entry for read in self._teams]


def _delimiter(text: str) -> str:
    """The separator of the columns in the first line."""
    first = re.sub(r'"[^"]*"', "", text.lstrip("\n\r").partition("\n")[0])
    return max(",;\t", key=first.count)


def _is_single(names: Sequence[str]) -> bool:
    """Whether the one column of players has no number: then each row is a player."""
    return any(name == "player" for name in names)


def _club(text: str, line: int) -> str:
    return clean_name(text, words("what.club"), line) if text else ""


def _rating(values: dict[str, str], line: int) -> int:
    text = values.get("rating", "")
    if text and not (text.isascii() and text.isdecimal() and len(text) <= 6):
        raise RegistrationError(words("list.rating", rating=text[:30]), line)
    return int(text or 0)


def entry_of(now: Tournament, name: str, players: Sequence[str], club: str = "", rating: int = 0) -> Entry:
    """A team that was typed in, with clean names; RegistrationError or EventError when it cannot be."""
    team = clean_name(name, words("what.team"))
    cleaned = tuple(clean_name(player, words("what.player", team=team)) for player in players)
    twice = [player for player in cleaned if sum(plain(player) == plain(other) for other in cleaned) > 1]
    if twice:
        raise RegistrationError(words("team.names-twice", team=team, player=twice[0]))
    if len(cleaned) > now.settings.team_size + RESERVES:
        raise RegistrationError(words("team.too-many", team=team, players=len(cleaned)))
    return Entry(team, cleaned, _club(club, 0), rating)


def checked_settings(settings: Settings, given: Mapping[str, Any]) -> Settings:
    """The settings with these in their place; EventError when they cannot be."""
    enums = {"system": System, "order": Order}
    try:
        typed: dict[str, Any] = {
            name: enums[name](value) if name in enums else value for name, value in given.items()
        }
        for name, code in (("name", "what.tournament"), ("place", "what.place")):
            if typed.get(name):
                typed[name] = clean_name(typed[name], words(code))
        return replace(settings, **typed)
    except EngineError as error:
        raise EventError(str(error)) from error
