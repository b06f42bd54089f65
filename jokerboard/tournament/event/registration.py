"""Read teams from a CSV file: either all of them, or none, with a sentence that names the file and the line.

The first line names the columns: `team`, then `player1`, `player2`, ... if each team has a row, or `player`
if each player has a row; `club` and `rating` are optional. Other columns are left out, with a remark. The
reader accepts commas, semicolons or tabs (or `sep=;` in the first line), quotes as spreadsheets write them,
line breaks in quoted cells, and titles above the line of names. The encodings are in
`jokerboard/host/text_files.py`.

If the names of the columns are unknown, the message shows a guess by their order; `--columns` and the desk's
page accept it.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from io import StringIO
from typing import Any

from engine.errors import EngineError
from jokerboard.host.outside_text import TextError, accepted, without_guard
from jokerboard.host.text_files import decode_text
from jokerboard.tournament.errors import EventError, RegistrationError, UnknownColumnsError
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
from jokerboard.words.catalogue import words

LARGEST = 1 << 20
"""The most bytes of a list of teams."""
MOST_TEAMS = 1000

_PLAYER = re.compile(r"(?:player|spieler|spielerin|joueur|jugador|giocatore|speler)[ _.]?(\d{0,2})")
_NAMES = dict.fromkeys(
    ("name", "team name", "team_name", "mannschaft", "équipe", "equipe", "equipo", "squadra", "ploeg"), "team"
) | {"verein": "club", "wertung": "rating"}
_SEPARATOR = re.compile(r"\s*sep=(.)[^\n]*\n", re.IGNORECASE)
"""The line by which Excel names the separator."""
_TITLES = 5
"""The most lines of titles above the line with the names of the columns."""


@dataclass(frozen=True, slots=True)
class Registration:
    """The teams of a list, and remarks about parts that were left out."""

    entries: tuple[Entry, ...]
    remarks: tuple[str, ...] = ()


@dataclass(slots=True)
class _Read:
    """A team while the rows of a list are being read."""

    entry: Entry
    line: int


def read_teams(
    data: bytes, file: str, now: Tournament, columns: Sequence[str] | None = None, *, named: bool = True
) -> Registration:
    """The teams of a CSV file, checked against the tournament's teams; raise RegistrationError, which names
    `file`.

    `columns` gives the columns' names in order. The first line is then skipped if it is `named`, which means
    that it has names of its own; otherwise it is a team.
    """
    try:
        text, remarks = _text(data)
        found = _Reading(text, now).registration(columns, named)
        return replace(found, remarks=(*remarks, *found.remarks))
    except RegistrationError as error:
        where = words("list.line", file=file, line=error.line) if error.line else file
        error.args = (words("list.refused", where=where, why=error),)
        raise


def clean_name(text: str, what: str, line: int = 0) -> str:
    """A name with single blanks between its words; raise RegistrationError if it is empty or too long.

    The error contains `what`, such as "the team", and carries the number `line` of the line in the list.
    """
    if not text.strip():
        raise RegistrationError(words("name.none", what=what), line)
    try:
        return accepted(text, LONGEST_NAME)
    except TextError as error:
        raise RegistrationError(words("name.refused", what=what, why=error), line) from None


def _text(data: bytes) -> tuple[str, tuple[str, ...]]:
    """The text of the list, and remarks about how it was decoded."""
    if len(data) > LARGEST:
        raise RegistrationError(words("list.too-large", most=LARGEST // 1024, size=len(data) // 1024))
    try:
        brought = decode_text(data)
    except TextError as error:
        raise RegistrationError(words("list.no-text", why=error)) from error
    return brought.text, tuple(words("list.remark", remark=remark) for remark in brought.remarks)


class _Reading:
    """The state while one list is read."""

    def __init__(self, text: str, now: Tournament) -> None:
        self._now = now
        self._teams: list[_Read] = []
        self._by_name: dict[str, _Read] = {}
        self._players: dict[str, tuple[str, int]] = {}
        line = 1
        stated = _SEPARATOR.match(text)
        if stated is not None:
            text, line = text[stated.end() :], 2
        delimiter = _delimiter(text) if stated is None else stated[1]
        rows = csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True)
        self._rows: list[tuple[int, list[str]]] = []
        before = line
        try:
            for row in rows:
                self._rows.append((line, [" ".join(without_guard(cell).split()) for cell in row]))
                line = rows.line_num + before
        except csv.Error as error:
            raise RegistrationError(words("list.row", why=error), line) from error

    def registration(self, given: Sequence[str] | None, named: bool) -> Registration:
        rows = [(line, row) for line, row in self._rows if any(row)]
        if not rows:
            raise RegistrationError(words("list.empty"))
        titles = 0 if given else _titles_above(rows)
        line, first = rows[titles]
        columns, remarks = self._columns(line, given or first)
        for line, row in rows[titles + 1 if named or not given else 0 :]:
            if len(row) > len(columns) and any(cell.strip() for cell in row[len(columns) :]):
                raise RegistrationError(words("list.columns", row=len(row), first=len(columns)), line)
            self._row(line, list(zip(columns, row, strict=False)))
        if not self._teams:
            raise RegistrationError(words("list.no-teams"))
        return Registration(tuple(self._checked()), remarks)

    def _columns(self, line: int, row: Sequence[str]) -> tuple[list[str], tuple[str, ...]]:
        names = _column_names(row)
        found = ["player" if _PLAYER.fullmatch(name) else name for name in names]
        for wanted in ("team", "player"):
            if wanted not in found:
                guess = _guess(row)
                why = words(
                    "list.no-column", name=repr(wanted), guess=",".join(guess), row=repr(", ".join(row)[:60])
                )
                raise UnknownColumnsError(why, line, row, guess)
        for name in ("team", "club", "rating"):
            if found.count(name) > 1:
                raise RegistrationError(words("list.column-twice", name=repr(name)), line)
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
    """The separator between columns: the one between the column names, else the most frequent one."""
    # A separator inside quotes belongs to a name.
    lines = re.sub(r'"[^"]*"', "", text).strip("\n").split("\n")[: _TITLES + 1]
    for line in lines:
        for separator in ",;\t":
            if _names_columns(line.split(separator)):
                return separator
    return max(",;\t", key="".join(lines).count)


def _column_names(row: Sequence[str]) -> list[str]:
    names = [" ".join(cell.split()).casefold() for cell in row]
    return [_NAMES.get(name, name) for name in names]


def _names_columns(row: Sequence[str]) -> bool:
    """Whether the row has the name of a column of teams and the name of a column of players."""
    names = _column_names(row)
    return "team" in names and any(_PLAYER.fullmatch(name) for name in names)


def _titles_above(rows: Sequence[tuple[int, Sequence[str]]]) -> int:
    """The number of title lines above the names of the columns; 0 if the first lines have no names."""
    return next((n for n, (_, row) in enumerate(rows[: _TITLES + 1]) if _names_columns(row)), 0)


def _guess(row: Sequence[str]) -> tuple[str, ...]:
    """The guessed names of the columns in a list without known names: `team`, then the players."""
    return ("team", *(f"player{n}" for n in range(1, max(len(row), 2))))


def _is_single(names: Sequence[str]) -> bool:
    """Whether the list has one player in each row, because its only column of players has no number."""
    return any((found := _PLAYER.fullmatch(name)) and not found[1] for name in names)


def _club(text: str, line: int) -> str:
    return clean_name(text, words("what.club"), line) if text else ""


def _rating(values: dict[str, str], line: int) -> int:
    text = values.get("rating", "")
    if text and not (text.isascii() and text.isdecimal() and len(text) <= 6):
        raise RegistrationError(words("list.rating", rating=repr(text[:30])), line)
    return int(text or 0)


def entry_of(now: Tournament, name: str, players: Sequence[str], club: str = "", rating: int = 0) -> Entry:
    """An entry from typed texts, with clean names; raise EventError if the entry is impossible."""
    team = clean_name(name, words("what.team"))
    cleaned = tuple(clean_name(player, words("what.player", team=team)) for player in players)
    twice = [player for player in cleaned if sum(plain(player) == plain(other) for other in cleaned) > 1]
    if twice:
        raise RegistrationError(words("team.names-twice", team=team, player=twice[0]))
    if len(cleaned) > now.settings.team_size + RESERVES:
        raise RegistrationError(words("team.too-many", team=team, players=len(cleaned)))
    return Entry(team, cleaned, _club(club, 0), rating)


def _house(given: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """The house rules, each given as SWITCH=VALUE; if a switch is repeated, its last value counts."""
    found: dict[str, str] = {}
    for one in given:
        name, equals, word = one.partition("=")
        if not (equals and name.strip() and word.strip()):
            raise EventError(words("rules.set", given=repr(one[:60])))
        found[name.strip()] = word.strip()
    return tuple(sorted(found.items()))


def checked_settings(settings: Settings, given: Mapping[str, Any]) -> Settings:
    """A copy of the settings with the given values; raise EventError if they are impossible.

    If the teams at a table are given without players, each of them has two players.
    """
    enums = {"system": System, "order": Order}
    try:
        typed: dict[str, Any] = {
            name: enums[name](value) if name in enums else value for name, value in given.items()
        }
        for name, code in (("name", "what.tournament"), ("place", "what.place")):
            if typed.get(name):
                typed[name] = clean_name(typed[name], words(code))
        if "teams" in typed:
            typed.setdefault("players", 2 * typed["teams"])
        if "house" in typed:
            typed["house"] = _house(typed["house"])
        return replace(settings, **typed)
    except EngineError as error:
        raise EventError(str(error)) from error
