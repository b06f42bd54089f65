"""Read games and penalties of the tables' logs from the director's store, to take results from them."""

from __future__ import annotations

from collections.abc import Iterable

from engine.geometry import Seat, seat_of
from jokerboard.journal.orders import Order
from jokerboard.tournament.collect.fold import teams_of
from jokerboard.tournament.collect.fold_games import row_of
from jokerboard.tournament.collect.store import Store
from jokerboard.tournament.event.from_logs import GameResult
from jokerboard.tournament.event.model import Penalty, Round, Source, TableNo, Tournament
from jokerboard.words.catalogue import words

_GAMES = (
    "SELECT games.*, name, journal FROM games JOIN tables ON tables.id = owner"
    " WHERE name = ? ORDER BY owner, game"
)
_PENALTIES = (
    "SELECT body, name FROM orders JOIN tables ON tables.id = owner"
    """ WHERE state = 'taken' AND body LIKE '%"order":"penalty"%' ORDER BY orders.rowid"""
)
_NEWEST = (
    "SELECT journal, coalesce(max(game), 0) AS game FROM tables LEFT JOIN games ON games.owner = tables.id"
    " WHERE name = ? GROUP BY tables.id ORDER BY tables.id"
)


def known_tables(store: Store) -> dict[str, str]:
    """The tables whose logs were ever collected: their names for people by their names for programs."""
    return {row["name"]: row["title"] for row in store.rows("SELECT name, title FROM tables ORDER BY id")}


def games_of(store: Store, tables: Iterable[str]) -> list[GameResult]:
    """Every game of the given tables, which are named as in their logs; grouped by table, oldest first."""
    found = []
    for table in tables:
        for row in store.rows(_GAMES, table):
            game = row_of(row)
            over = game.over
            found.append(
                GameResult(
                    table=row["name"],
                    journal=row["journal"],
                    game=game.game,
                    teams=tuple(_seats(team) for team in teams_of(game.header)),
                    position=game.position,
                    winner=None if over is None else _seats(over),
                    decided=None
                    if game.decided is None
                    else str(game.decided["text"] or words("result.by-decision")),
                    abandoned=game.abandoned,
                )
            )
    return found


def newest_games(store: Store, tables: Iterable[str]) -> tuple[Source, ...]:
    """The newest game in each journal of the given tables; its number is 0 if the journal has no game."""
    return tuple(
        Source(table, row["journal"], row["game"]) for table in tables for row in store.rows(_NEWEST, table)
    )


def penalties(now: Tournament, store: Store) -> tuple[Penalty, ...]:
    """Penalties at tables of the newest round that were carried out and have not been counted yet."""
    here = now.round
    if here is None:
        return ()
    counted = {penalty.order for penalty in now.penalties}
    before = {(source.table, source.journal): source.game for source in here.awaited}
    tables = {name: here.match(table) for table, name in now.links if table <= len(here.matches)}
    found = []
    for row in store.rows(_PENALTIES):
        order, match = Order.parse(row["body"]), tables.get(row["name"])
        if match is None or order.id in counted or not order.points or not order.team:
            continue
        if order.game <= before.get((row["name"], order.journal), order.game):
            continue  # This penalty was given in a game before the round.
        members = now.settings.seating(len(match.teams)).members
        for side, number in enumerate(match.teams):
            if set(_seats(order.team)) <= set(members[side]):
                why = order.text or words("penalty.at-table", table=match.table)
                found.append(Penalty(number, order.points, why, order.id))
    return tuple(found)


def open_tables(now: Tournament, here: Round) -> dict[TableNo, str]:
    """The round's tables without a result that are linked to the hall: their names in the log by number."""
    links = dict(now.links)
    return {table: links[table] for table in here.missing() if table in links}


def _seats(letters: Iterable[str]) -> tuple[Seat, ...]:
    return tuple(seat_of(letter) for letter in letters)
