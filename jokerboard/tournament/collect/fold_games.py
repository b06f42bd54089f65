"""A game as one row of the store: its players, its position, its end; updated by each record.

The row is enough for results and for a restart. The plays themselves are read from the records.
"""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass, field, fields

from jokerboard.journal.records import Json, Kind, Record, has_time
from jokerboard.tournament import reading


@dataclass(slots=True)
class GameRow:
    """One game of one journal.

    `n` is the number of its header's record; `winners` the seats that won on the board, None until then;
    `decided` a decision of the director (`team`, `by`, `text`), which takes precedence; `t` the time of the
    newest record in seconds since the game began. At the game's time `anchor_t` the wall clock showed
    `anchor`.
    """

    owner: int
    game: int
    n: int
    header: Json
    names: dict[str, str]
    position: str
    anchor: str
    plays: int = 0
    winners: tuple[str, ...] | None = None
    decided: Json | None = None
    abandoned: bool = False
    anchor_t: float = 0.0
    t: float = 0.0
    ended: str | None = None

    @property
    def over(self) -> tuple[str, ...] | None:
        """The seats that have won, by the director's decision or on the board; None during the game."""
        return reading.seats(self.decided["team"]) if self.decided is not None else self.winners

    def at(self, t: float) -> str:
        """The wall clock's time, in ISO form, at the game's time `t`."""
        return reading.later(self.anchor, t - self.anchor_t)

    def take(self, record: Record) -> None:
        """Update this row by one record of the game; the time of a finished game no longer changes."""
        ended, t = self.ended, self.t
        if record.kind is Kind.ORDER:
            self._order_at(record.data)
        self.t = max(self.t, reading.seconds(record.data))
        self._fold(record)
        if ended is not None and self.ended is not None:
            self.ended, self.t = ended, t

    def _fold(self, record: Record) -> None:
        data = record.data
        match record.kind:
            case Kind.VERDICT:
                self._verdict(data)
            case Kind.NAMES:
                self.names = reading.names(data.get("names"))
            case Kind.RESUMED:
                self._anchor(data)
            case Kind.ABANDONED:
                self.abandoned, self.ended = True, self.at(self.t)
            case Kind.ORDER if data.get("taken") is True and data.get("order") == "result":
                team = list(reading.seats(data.get("team")))
                by = reading.text(data, "by", 60)
                self.decided = {"team": team, "by": by, "text": reading.text(data, "text")}
                self.ended = self.at(self.t)

    def _verdict(self, data: Json) -> None:
        kind = data.get("kind")
        self.position = reading.position(data) or self.position
        if kind in ("move", "discard"):
            self.plays = max(self.plays, reading.whole(data, "n"))
        if kind == "over":
            self.winners, self.ended = reading.seats(data.get("team")), self.at(self.t)
        elif kind in ("move", "takeback") or (kind == "decision" and data.get("decision") != "let-stand"):
            self.winners = None
            self.ended = None if self.decided is None else self.ended

    def _order_at(self, data: Json) -> None:
        """Move the anchor past a pause, in which the game's time stood still, by the time of an order."""
        given = reading.moment(data.get("at"))
        t = max(self.t, reading.seconds(data))
        before = reading.moment(self.at(t))
        if given is not None and before is not None and given > before:
            self.anchor, self.anchor_t = reading.iso(given), t

    def _anchor(self, data: Json) -> None:
        back = reading.moment(data.get("at")) if has_time(data) else None
        if back is not None:
            self.anchor, self.anchor_t = reading.iso(back), self.t

    def keep(self, db: sqlite3.Connection) -> None:
        """Write this game's row to the store."""
        values = {name: getattr(self, name) for name in _COLUMNS}
        values |= {name: json.dumps(values[name]) for name in _JSON if values[name] is not None}
        db.execute(_KEEP, tuple(values.values()))


_COLUMNS = tuple(one.name for one in fields(GameRow))
_JSON = ("header", "names", "winners", "decided")
_KEEP = (
    f"INSERT INTO games ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))})"
    f" ON CONFLICT (owner, game) DO UPDATE SET "
    + ", ".join(f"{name} = excluded.{name}" for name in _COLUMNS[2:])
)


def outcome_json(game: GameRow, ruling: Json | None) -> Json:
    """The outcome as JSON: `over` has the winner's seats, None while the game continues; `decided` names who
    decided it.

    The tournament's `ruling` counts first, then a decision at the table, then the board. `decided` is None if
    the board decided.
    """
    if ruling is not None:
        return {"over": list(ruling["team"]), "decided": dict(ruling)}
    return {"over": None if game.over is None else list(game.over), "decided": game.decided}


def begun(owner: int, record: Record, now: str) -> GameRow:
    """The row of a game that begins with this header; `now` is the time at which the header arrived."""
    # If the table's clock was not set at the beginning, the time of arrival is closer to the truth.
    when = reading.moment(record.data.get("begun")) if has_time(record.data) else None
    return GameRow(
        owner=owner,
        game=record.game,
        n=record.n,
        header=record.data,
        names=reading.names(record.data.get("names")),
        position=reading.position(record.data) or "",
        anchor=now if when is None else reading.iso(when),
    )


def row_of(row: sqlite3.Row) -> GameRow:
    """Convert a row of the store into a game."""
    values = {name: row[name] for name in _COLUMNS}
    values |= {name: json.loads(values[name]) for name in _JSON if values[name] is not None}
    winners = None if values["winners"] is None else tuple(values["winners"])
    return GameRow(**values | {"winners": winners, "abandoned": bool(values["abandoned"])})


@dataclass(slots=True)
class Games:
    """The rows of one table's games that one transaction reads; `keep` writes the changed ones."""

    db: sqlite3.Connection
    owner: int
    now: str
    _rows: dict[int, GameRow | None] = field(default_factory=dict)
    _touched: set[int] = field(default_factory=set)

    def of(self, number: int) -> GameRow | None:
        """The row of a game; None if the game's header was not read."""
        if number not in self._rows:
            query = "SELECT * FROM games WHERE owner = ? AND game = ?"
            row = self.db.execute(query, (self.owner, number)).fetchone()
            self._rows[number] = None if row is None else row_of(row)
        return self._rows[number]

    def take(self, record: Record) -> None:
        """Update the row of a game by one of its records."""
        row = self.of(record.game)
        if record.kind is Kind.GAME and row is None:
            self._rows[record.game] = begun(self.owner, record, self.now)
        elif row is not None:
            row.take(record)
        else:
            return
        self._touched.add(record.game)

    def keep(self) -> None:
        """Write the changed rows to the store."""
        for number in self._touched:
            row = self._rows[number]
            if row is not None:
                row.keep(self.db)
