"""A journal's game as the game record of docs/game-record.md: cards, plays and rulings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.cards import Card, Rank
from engine.errors import EngineError, NotationError
from engine.geometry import Board
from engine.position import Position
from engine.records.record import Entry, Event, Laid, Placed, Reshuffled, as_comment
from engine.records.record import Record as GameRecord
from engine.records.recorded_game import game_of
from engine.referee.verdicts import Decision, Discard, Move, Over, Takeback, Verdict
from jokerboard.journal.games.header import Header
from jokerboard.journal.games.resumed_game import verdict_of
from jokerboard.journal.orders import What
from jokerboard.journal.records import Json, Kind, Record


@dataclass(frozen=True, slots=True)
class _Written:
    """An entry, the number of its play (None for other entries), and the position before it."""

    entry: Entry
    n: int | None
    before: Position


def game_record(records: Sequence[Record]) -> GameRecord:
    """The game of these records, header first; raise JournalDamagedError if they are no game.

    If the table dealt the cards and the journal has the deal's secret, the secret is the record's seed.
    """
    header = Header.from_json(records[0].data)
    record = _Scribe(header).read(records)
    secrets = (r.data["opened"].get("secret") for r in records if r.kind is Kind.EVENT and "opened" in r.data)
    secret = next(secrets, None)
    return record if header.deal is None or secret is None else with_deal(record, secret)


def with_deal(record: GameRecord, secret: str) -> GameRecord:
    """The record with the secret of its deal as seed; unchanged if the plays do not follow from that deal."""
    table, first = record.table, record.start.turn
    dealer = next(seat for seat in table.seats if table.next_seats[seat] == first)
    dealt = replace(record, seed=secret, dealer=dealer)
    try:
        game_of(dealt)
    except EngineError:
        return record
    return dealt


class _Scribe:
    """Builds a game record verdict by verdict, and removes undone plays."""

    def __init__(self, header: Header) -> None:
        self._header = header
        self._table = header.table()
        self._names = dict(header.names)
        self._position = self._start = header.first_position()
        self._written: list[_Written] = []
        self._comment: list[str] = []
        self._over: tuple[int, ...] = ()

    def read(self, records: Sequence[Record]) -> GameRecord:
        abandoned = False
        for record in records:
            if record.kind is Kind.VERDICT:
                self._fold(verdict_of(record, self._table))
            elif record.kind is Kind.EVENT and record.data.get("reshuffle"):
                self._write(Reshuffled(), None)
            elif record.kind is Kind.NAMES:
                self._names.update(record.data["names"])
            elif record.kind is Kind.ORDER and record.data["taken"]:
                self._ordered(record.data)
            abandoned = abandoned or record.kind is Kind.ABANDONED
        names = tuple((seat, name) for seat, name in sorted(self._names.items()) if as_comment(name))
        date = (("Date", self._header.begun[:10]),) if self._header.begun and not self._header.clock else ()
        return GameRecord(
            self._table.rules,
            self._start,
            tuple(written.entry for written in self._written),
            teams=self._header.teams,
            tags=(*date, ("Table", self._header.board), ("Id", self._header.id), *names),
            comment=as_comment(" ".join(self._comment)),
            winners=tuple(sorted(self._over)),
            abandoned=abandoned and not self._over,
        )

    def _fold(self, verdict: Verdict) -> None:
        match verdict:
            case Move():
                if verdict.amends is not None:
                    self._strike(verdict.amends)
                laid = Laid(verdict.seat, cards_of(verdict.card), verdict.play.legs)
                self._play(laid, verdict.n, verdict.position)
            case Discard():
                self._play(Laid(verdict.seat, cards_of(verdict.card)), verdict.n, verdict.position)
            case Takeback(_, n, position):
                self._remark(f"taken back: {self._strike(n)}")
                self._position, self._over = position, ()
            case Decision():
                self._decided(verdict)
            case Over():
                # If the director ended the game with a result, nobody has won on the board.
                self._over = self._table.winner(verdict.position) or ()

    def _ordered(self, order: Json) -> None:
        """Remark on a result or a penalty; other orders lead to decisions or need no remark."""
        if order["order"] in (What.RESULT, What.PENALTY):
            why = f": {order['text']}" if order.get("text") and order["order"] == What.RESULT else ""
            self._remark(f"{order['by']}: {order['said'].rstrip('.!')}{why}")

    def _decided(self, verdict: Decision) -> None:
        remark = f"{verdict.decision} by {verdict.by}{': ' if verdict.why else ''}{verdict.why}"
        if verdict.decision == "take-back":
            struck = []
            while self._written and self._position != verdict.position:
                last = self._written.pop()
                struck.append(_text(last.entry.event, self._table.board))
                self._position = last.before
            self._remark(f"{remark}, taken back: {', '.join(reversed(struck))}" if struck else remark)
        if self._position != verdict.position or verdict.decision != "take-back":
            self._write(Placed(verdict.position), None, remark)
        self._position, self._over = verdict.position, ()

    def _play(self, laid: Laid, n: int, after: Position) -> None:
        if laid.seat != self._position.turn:
            return  # The play is out of turn; the decision after it places its marbles.
        self._write(laid, n)
        self._position = after

    def _write(self, event: Event, n: int | None, comment: str = "") -> None:
        self._written.append(_Written(Entry(event, as_comment(comment)), n, self._position))

    def _strike(self, n: int) -> str:
        """Remove play `n` from the record; return its text."""
        for at in range(len(self._written) - 1, -1, -1):
            if self._written[at].n == n:
                struck = self._written.pop(at)
                self._position = struck.before
                return _text(struck.entry.event, self._table.board)
        return f"play {n}"

    def _remark(self, text: str) -> None:
        """Append the text to the comment of the last entry, or of the game if there is no entry."""
        if not self._written:
            self._comment.append(text)
            return
        last = self._written[-1]
        comment = as_comment(f"{last.entry.comment} {text}")
        self._written[-1] = replace(last, entry=replace(last.entry, comment=comment))


def cards_of(text: str) -> tuple[Card, ...]:
    """The card in a verdict's text, or the ranks that explain the play if no card was read; () for none."""
    if not text:
        return ()
    try:
        return (Card.parse(text),)
    except NotationError:
        return tuple(Card(Rank(rank)) for rank in text)


def _text(event: Event, board: Board) -> str:
    if not isinstance(event, Laid):
        return "a decision"
    legs = " ".join(leg.text(board) for leg in event.legs) or "--"
    return f"{''.join(map(str, event.cards)) or '?'} {legs}"
