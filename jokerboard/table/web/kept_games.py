"""The kept games of a table: their list, the results of their players ("book"), each game to replay.

The journal is the only source. `book.json` caches the games' summaries: each finished game in brief, and the
players who asked to be forgotten. If it is missing or damaged, a thread reads the games again.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from engine.geometry import seat_letter
from engine.records.record import Record as GameRecord
from engine.records.text import print_record
from engine.strategy.analysis import analysed
from jokerboard.host.errors import FileUnwritableError, JokerboardError
from jokerboard.host.files import read_json, write_json
from jokerboard.journal.errors import JournalError
from jokerboard.journal.file import headers, records
from jokerboard.journal.games.game_record import game_record, with_deal
from jokerboard.journal.games.resumed_game import fold
from jokerboard.journal.games.sentences import worded
from jokerboard.journal.games.summary import Summary, book, summary_of
from jokerboard.journal.records import Json, Record
from jokerboard.journal.store import FILE as JOURNAL
from jokerboard.table.runtime.table import Table
from jokerboard.table.web import page_state
from jokerboard.table.web.game_steps import GameSteps
from jokerboard.table.web.page_port import CommandRefused, GamesKept
from jokerboard.table.web.shared_file import shared_file
from jokerboard.web.weighed import Weighed
from jokerboard.words.catalogue import ENGLISH, words

FILE = "book.json"
_SOON = 60.0
"""Seconds for which a request for a file to share waits for the game's analysis."""
_KEPT_ANALYSES = 8
"""The number of analyses that stay in memory, the newest ones."""


class KeptGames(GamesKept):
    """The kept games of a table, read from its journal; see `GamesKept`."""

    def __init__(self, table: Table) -> None:
        self._table, self._directory = table, table.directory
        self._list: tuple[tuple[str, ...], Weighed] | None = None
        """The list of kept games, with the identities of the games that it was made from."""
        self._analyses: OrderedDict[str, Weighed] = OrderedDict()

    def listed(self) -> Json:
        """The games that are over, newest first, and the results of their players."""
        self._table.settle(1.0)
        games = [head for head in self._headers() if not self._is_played(head.game)]
        key = tuple(str(head.data.get("id")) for head in games)
        if self._list is None or self._list[0] != key:
            known, forgotten = self._load()
            missing = [head for head in games if known.get(head.game, _NOBODY).id != head.data.get("id")]
            quick = _shown([one for one in known.values() if one.id in key], forgotten)
            self._list = key, Weighed(quick, partial(self._read, key, missing) if missing else None)
        return self._list[1].latest

    def game(self, number: int) -> Json:
        """A kept game: its steps, header and number, and the seats that won (`over`)."""
        past = fold(self._records(number, played=False))
        names = _remembered(past.header.names, past.number, self._load()[1])
        past = replace(past, header=replace(past.header, names=names))
        log = past.log()
        steps = GameSteps.of(past, log)
        return {
            "number": number,
            "game": past.header.id,
            "revision": steps.revision,
            "first": steps.first,
            "steps": steps.since(0),
            "header": page_state.header(past.header, past.header.names),
            "over": None if log.over is None else list(map(seat_letter, log.over)),
        }

    def analysis(self, number: int) -> Json:
        """The analysis of a kept game, as far as it is ready."""
        return self._analysis(number).latest

    def on_board(self) -> Json | None:
        """The analysis of the game on the board; None until it is over."""
        table, game = self._table, self._table.game
        if game is None or game.log.over is None:
            return None

        def read() -> GameRecord:
            table.settle(1.0)
            record, dealer = game_record(table.journal.newest_game()), table.dealer
            if dealer is None or not dealer.secret or record.seed is not None or not game.log.final:
                return record
            return with_deal(record, dealer.secret)

        return self._weighed(f"{game.header.id}/{game.log.n}/{game.log.final}", read).latest

    def _analysis(self, number: int) -> Weighed:
        kept = self._records(number, played=False)
        return self._weighed(f"{kept[0].data['id']} {kept[-1].n}", lambda: game_record(kept))

    def _weighed(self, key: str, read: Callable[[], GameRecord]) -> Weighed:
        """The analysis cached as `key`; if there is none, it is made of the record that `read` returns."""
        found = self._analyses.get(key)
        if found is None:
            record = read()
            whole = None if record.seed is None else lambda: worded(analysed(record), record)
            found = self._analyses[key] = Weighed(analysed(record, plays=False), whole)
            if len(self._analyses) > _KEPT_ANALYSES:
                self._analyses.popitem(last=False)
        return found

    def record(self, number: int | None) -> tuple[str, str]:
        """A file name, and the record of a game as text; None: the game on the board."""
        kept = self._records(self._number(number))
        return f"{kept[0].data['id']}.txt", print_record(game_record(kept))

    def shared(self, number: int | None, language: str = ENGLISH) -> tuple[str, str]:
        """A file name, and one page of HTML that shows a game, with its analysis if that is ready soon."""
        number = self._number(number)
        shown = self.game(number)
        layout = page_state.layout(shown["header"]["sides"], self._table.shape)
        analysis = self._analysis(number).wait(_SOON)
        return f"{shown['game']}.html", shared_file(
            shown | {"layout": layout, "analysis": analysis}, language
        )

    def forget(self, name: str) -> None:
        """Remove a player's name from all games so far; later games of the player are listed again."""
        known, forgotten = self._load()
        forgotten[_digest(name)] = self._table.number
        self._save(list(known.values()), forgotten)
        self._list = None

    def _number(self, number: int | None) -> int:
        """`number`, or the number of the game on the board if it is None.

        For None, wait up to a second until the journal is on the disk; raise CommandRefused without a game.
        """
        if number is not None:
            return number
        if self._table.game is None:
            raise CommandRefused(words("game.none"))
        self._table.settle(1.0)
        return self._table.number

    def _is_played(self, number: int) -> bool:
        game = self._table.game
        return game is not None and number == self._table.number and game.log.over is None

    def _headers(self) -> tuple[Record, ...]:
        try:
            return headers(self._directory / JOURNAL)
        except JournalError:
            return ()  # The journal's own trouble is reported elsewhere.

    def _records(self, number: int, *, played: bool = True) -> Sequence[Record]:
        """The records of a game, in progress only if `played`; raise CommandRefused if there are none."""
        if not played and self._is_played(number):
            raise CommandRefused(words("games.running"))
        try:
            return list(records(self._directory / JOURNAL, number))
        except JournalError as error:
            raise CommandRefused(words("games.none", number=number)) from error

    def _read(self, key: tuple[str, ...], missing: Sequence[Record]) -> Json:
        """Read the missing games and return the whole list."""
        known, forgotten = self._load()
        for head in missing:
            try:
                summary = summary_of(list(records(self._directory / JOURNAL, head.game)))
            except JokerboardError:
                continue  # A damaged game is in no list; `journal verify` names it.
            known[summary.number] = summary
        listed = [one for one in known.values() if one.id in key]
        # If the disk refuses, the games are read again after the next start.
        with contextlib.suppress(FileUnwritableError):
            self._save([one for one in listed if one.ended is not None], forgotten)
        return _shown(listed, forgotten)

    def _load(self) -> tuple[dict[int, Summary], dict[str, int]]:
        """The games in the file by number, and the forgotten players.

        A forgotten player is the digest of a name, with the last game from which it is removed.
        """
        try:
            data = read_json(self._directory / FILE)
            games = [Summary(**one) for one in data["games"]]
            return {one.number: one for one in games}, dict(data["forgotten"])
        except (OSError, ValueError, KeyError, TypeError):
            return {}, {}

    def _save(self, games: Sequence[Summary], forgotten: dict[str, int]) -> None:
        listed = [one.to_json() for one in sorted(games, key=lambda one: one.number)]
        write_json(self._directory / FILE, {"games": listed, "forgotten": forgotten})


_NOBODY = Summary(0, "", "", "", 0, (), 0, 0, None)


def _shown(games: Sequence[Summary], forgotten: dict[str, int]) -> Json:
    listed = [_without(one, forgotten) for one in sorted(games, key=lambda one: -one.number)]
    # The list shows the newest game first; the players' results are added up from the oldest game on.
    return {"games": [one.to_json() for one in listed], "book": book(reversed(listed))}


def _without(game: Summary, forgotten: dict[str, int]) -> Summary:
    names = _remembered(game.names, game.number, forgotten)
    return Summary(**(game.to_json() | {"names": names}))


def _remembered(names: Mapping[str, str], number: int, forgotten: Mapping[str, int]) -> dict[str, str]:
    return {seat: name for seat, name in names.items() if forgotten.get(_digest(name), 0) < number}


def _digest(name: str) -> str:
    """The digest of a name, which the file keeps for a player who wants to be forgotten."""
    return hashlib.sha256(name.strip().casefold().encode()).hexdigest()
