"""One table's JSON for its page: its games, every play of one game, the board after a record, an analysis."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from engine.records.record import Record as GameRecord
from engine.strategy.analysis import analysed
from jokerboard.journal.games.game_record import game_record
from jokerboard.journal.games.sentences import with_names, worded
from jokerboard.journal.records import Json, Record, parse
from jokerboard.tournament import reading
from jokerboard.tournament.collect.fold import GameView, TableView, moment_json
from jokerboard.tournament.collect.fold_games import row_of
from jokerboard.tournament.collect.lists import result_json
from jokerboard.tournament.collect.seat import Seat, game_json
from jokerboard.tournament.collect.store import StoreReader
from jokerboard.tournament.errors import Refused
from jokerboard.web.weighed import Weighed
from jokerboard.words.catalogue import words

_KEPT: Final = 64
"""The most analyses that are kept in memory; each takes about 20 kB."""
_LAST: Final = (1 << 62) - 1
_OF_GAME: Final = "owner = ? AND n BETWEEN ? AND ? AND game = ? AND seq <= ?"
_RECORDS: Final = f"SELECT text, hash FROM records WHERE {_OF_GAME} ORDER BY n"


@dataclass(frozen=True, slots=True)
class Asked:
    """A request for one table. `game` None asks for the newest game, `record` None for its last record.

    Records after `upto`, a number in the store, do not count. A `spectator` may see the table with a delay.
    """

    game: int | None
    record: int | None
    upto: int
    spectator: bool = False


def one_table(reader: Callable[[], StoreReader], seat: Seat, asked: Asked, now: str) -> Callable[[], Json]:
    """Return a function that makes the JSON of a table; any thread may call it.

    If `asked` names a record, the JSON is the game after it, with the record's text (`moment`). Raise Refused
    if a spectator may not see this yet; the returned function raises Refused if the table has no such game.
    """
    view, game, record = seat.seen_by(asked.spectator), asked.game, asked.record
    newest = view.game
    late = asked.spectator and seat.delayed is not None
    number = 0 if newest is None else newest.row.game
    if late and (max(game or 0, 0) > number or (record or 0) > view.last):
        raise Refused(words("spectator.later"))
    live = newest is not None and record is None and game in (None, number)
    shown = seat.game_json(newest) if newest is not None and live else None
    plays = tuple(newest.plays.values()) if newest is not None and newest.whole else None
    summary, rulings, owner, skew = seat.shown_to(asked.spectator), seat.rulings, seat.id, seat.skew
    row = None if newest is None else replace(newest.row)

    def listed(store: StoreReader) -> list[Json]:
        """The table's games as results, oldest first, as far as the visitor may see them."""
        games = [
            row_of(one) for one in store.rows("SELECT * FROM games WHERE owner = ? ORDER BY game", owner)
        ]
        if late:
            games = [*(one for one in games if one.game < number), *([row] if row else [])]
        return [result_json(one, rulings.get(one.game)) for one in games]

    def make() -> Json:
        with reader() as store:
            whole = {"table": summary, "games": listed(store)}
            if live or game is None:
                known = plays if live else ()
                # After a start the desk has no plays in memory, so they are read from the store.
                if known is None:
                    known = tuple(_game(store, owner, number, asked.upto, now, None).plays.values())
                return whole | {"shown": shown, "plays": [play.to_json() for play in known]}
            view = _game(store, owner, game, asked.upto, now, record)
            each = {"plays": [play.to_json() for play in view.plays.values()]}
            if record is None:
                return whole | each | {"shown": game_json(view, skew, rulings.get(game))}
            moment = {
                "shown": game_json(view, skew, None),
                "moment": _moment(store, owner, record, view.row.names),
            }
            return whole | each | moment

    return make


def finished_record(
    reader: Callable[[], StoreReader], seat: Seat, game: int, upto: int, now: str
) -> Callable[[], GameRecord]:
    """Return a function, for any thread, that makes a game's record; it raises Refused before the end."""
    owner = seat.id

    def make() -> GameRecord:
        with reader() as store:
            if _game(store, owner, game, upto, now, None).row.over is None:
                raise Refused(words("analysis.not-over"))
            return game_record([*_records(store, owner, game, upto)])

    return make


def _game(store: StoreReader, owner: int, game: int, upto: int, now: str, last: int | None) -> GameView:
    """The state of a game after record `last` (None: the newest); raise Refused if there is no such game."""
    view = TableView()
    for record in _records(store, owner, game, upto, last):
        view.take(record, owner, now)
    if view.game is None:
        raise Refused(words("table.no-game" if last is None else "table.no-game-then", game=game))
    return view.game


def _records(
    store: StoreReader, owner: int, game: int, upto: int, last: int | None = None
) -> Iterator[Record]:
    """The records of a game up to record `last` (None: all); empty if the table has no such game."""
    row = next(store.each("SELECT n FROM games WHERE owner = ? AND game = ?", owner, game), None)
    if row is not None:
        for one in store.each(_RECORDS, owner, row["n"], _LAST if last is None else last, game, upto):
            if one["text"]:
                yield parse(one["text"], one["hash"])


def _moment(store: StoreReader, owner: int, record: int, names: Mapping[str, str]) -> Json:
    """The text, seat and holes of one record; empty values if there is no such record."""
    row = next(store.each("SELECT text, hash FROM records WHERE owner = ? AND n = ?", owner, record), None)
    data = parse(row["text"], row["hash"]).data if row is not None and row["text"] else {}
    text = with_names(reading.text(data, "text"), names)
    return {"text": text, "seat": reading.seat(data.get("seat"))} | moment_json(data)


class GameAnalyses:
    """The analyses of the games of one desk, computed on request; any thread may call `analysis_of`."""

    def __init__(self) -> None:
        self._kept: dict[tuple[int, int, int], Weighed] = {}

    def analysis_of(self, table: int, game: int, read: Callable[[], GameRecord]) -> Json:
        """The analysis of a table's game as far as it is computed; `read` returns the game's record."""
        record = read()
        key = table, game, len(record.entries)
        kept = self._kept.get(key)
        if kept is None:
            while len(self._kept) >= _KEPT:
                self._kept.pop(next(iter(self._kept)), None)
            whole = None if record.seed is None else lambda: worded(analysed(record), record)
            kept = self._kept[key] = Weighed(analysed(record, plays=False), whole)
        return kept.latest
