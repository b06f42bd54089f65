"""One table as its page shows it: its games, every play of one of them, and the board after any record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from journal.records import Json, parse
from tournament import reading
from tournament.collect.fold import GameView, TableView
from tournament.collect.fold_games import row_of
from tournament.collect.incidents import moment_json
from tournament.collect.lists import result_json
from tournament.collect.seat import Seat, game_json
from tournament.collect.store import StoreReader
from tournament.errors import Refused

_LAST: Final = (1 << 62) - 1
_OF_GAME: Final = "owner = ? AND n BETWEEN ? AND ? AND game = ? AND seq <= ?"
_RECORDS: Final = f"SELECT text, hash FROM records WHERE {_OF_GAME} ORDER BY n"


def one_table(
    reader: Callable[[], StoreReader], seat: Seat, upto: int, now: str, game: int | None, record: int | None
) -> Callable[[], Json]:
    """A function that makes, in any thread, the JSON of the table `seat` from the records up to `upto`.

    `game`: another one than its newest. `record`: the game as it stood after that record, and what the record
    says (`moment`). The function raises Refused if the table has no such game.
    """
    newest = seat.view.game
    live = newest is not None and record is None and game in (None, newest.row.game)
    shown = seat.game_json(newest) if newest is not None and live else None
    plays = tuple(newest.plays.values()) if newest is not None and live else ()
    summary, rulings, owner, skew = seat.told(), seat.rulings, seat.id, seat.skew

    def make() -> Json:
        with reader() as store:
            games = store.rows("SELECT * FROM games WHERE owner = ? ORDER BY game", owner)
            listed = [result_json(row_of(row), rulings.get(row["game"])) for row in games]
            whole = {"table": summary, "games": listed}
            if live or game is None:
                return whole | {"shown": shown, "plays": [play.to_json() for play in plays]}
            view = _game(store, owner, game, upto, now, record)
            each = {"plays": [play.to_json() for play in view.plays.values()]}
            if record is None:
                return whole | each | {"shown": game_json(view, skew, rulings.get(game))}
            moment = {"shown": game_json(view, skew, None), "moment": _moment(store, owner, record)}
            return whole | each | moment

    return make


def _game(store: StoreReader, owner: int, game: int, upto: int, now: str, last: int | None) -> GameView:
    """A game folded from its records up to record `last`; Refused when the table has none of this number."""
    row = next(store.each("SELECT n FROM games WHERE owner = ? AND game = ?", owner, game), None)
    view = TableView()
    if row is not None:
        end = _LAST if last is None else last
        for one in store.each(_RECORDS, owner, row["n"], end, game, upto):
            if one["text"]:
                view.take(parse(one["text"], one["hash"]), owner, now)
    if view.game is None:
        raise Refused(f"This table has no game {game}{'' if last is None else ' at that moment'}.")
    return view.game


def _moment(store: StoreReader, owner: int, record: int) -> Json:
    """The text, seat and holes of one record; empty when there is none."""
    row = next(store.each("SELECT text, hash FROM records WHERE owner = ? AND n = ?", owner, record), None)
    data = parse(row["text"], row["hash"]).data if row is not None and row["text"] else {}
    return {"text": reading.text(data, "text"), "seat": reading.seat(data.get("seat"))} | moment_json(data)
