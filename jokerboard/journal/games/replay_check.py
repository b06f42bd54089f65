"""Check a game's records by the rules: the engine judges every play and every end again.

The chain shows only that a log is consistent, and a person who can write the whole log can forge a consistent
one. The records must therefore also make a legal game. Each play must be legal in its
position and lead to the recorded position, a takeback must lead back to where the play began, and the winner
must be the team that the board shows, or that the director's order named.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.errors import EngineError
from engine.geometry import Seat, seat_letter
from engine.position import Position
from engine.records.record import Entry, Laid
from engine.records.record import Record as GameRecord
from engine.records.recorded_game import judge
from engine.referee.verdicts import Decision, Discard, Move, NextTurn, Over, Takeback, Verdict
from jokerboard.journal.errors import JournalDamagedError
from jokerboard.journal.games.game_record import cards_of
from jokerboard.journal.games.header import Header
from jokerboard.journal.games.resumed_game import verdict_of
from jokerboard.journal.orders import What
from jokerboard.journal.records import Kind, Record


@dataclass(frozen=True, slots=True)
class Contradiction:
    """The first record of a game that the rules contradict, and the contradiction as a clause."""

    n: int
    game: int
    text: str


def contradictions(records: Iterable[Record]) -> Iterator[Contradiction]:
    """The first contradiction of each game in a journal's records, which are given in order."""
    for game in _games(records):
        found = contradiction(game)
        if found is not None:
            yield found


def contradiction(game: Sequence[Record]) -> Contradiction | None:
    """The first record of one game, its header first, that contradicts the rules; None if there is none."""
    header = game[0]
    try:
        replay = _Replay(Header.from_json(header.data))
    except (JournalDamagedError, EngineError, ValueError, KeyError, TypeError) as error:
        return Contradiction(header.n, header.game, f"it is not a valid header of a game ({error})")
    for record in game[1:]:
        try:
            text = replay.take(record)
        except (JournalDamagedError, EngineError, ValueError, KeyError, TypeError) as error:
            text = f"it is not a valid {record.kind.value} record ({error})"
        if text is not None:
            return Contradiction(replay.at, header.game, text)
    text = replay.end()
    return None if text is None else Contradiction(replay.at, header.game, text)


def _games(records: Iterable[Record]) -> Iterator[list[Record]]:
    """The records of each game that can be replayed: games with a lost record are left out."""
    game: list[Record] = []
    whole = True
    for record in records:
        if record.kind is Kind.GAME:
            if game and whole:
                yield game
            game, whole = [record], True
        elif record.kind is Kind.LOST:
            whole = False
        elif game and record.game == game[0].game:
            game.append(record)
    if game and whole:
        yield game


class _Replay:
    """The replay of one game, record by record; `at` is the number of the record that is judged."""

    def __init__(self, header: Header) -> None:
        self._table = header.table()
        self._teams = header.teams
        self._position = header.first_position()
        self._before: dict[int, Position] = {}
        self._unordered: tuple[int, str] | None = None
        self.at = 0

    def take(self, record: Record) -> str | None:
        """Follow one more record; return the contradiction as a clause, or None."""
        self.at = record.n
        if record.kind is Kind.ORDER:
            self._ordered(record)
            return None
        if self._unordered is not None and record.data.get("kind") != "final":
            return self.end()
        return self._fold(record.n, verdict_of(record, self._table)) if record.kind is Kind.VERDICT else None

    def end(self) -> str | None:
        """A win that neither the board shows nor an order names, as a clause; else None."""
        if self._unordered is None:
            return None
        self.at, text = self._unordered
        return text

    def _ordered(self, record: Record) -> None:
        if record.data.get("taken") is True and record.data.get("order") == What.RESULT:
            self._unordered = None

    def _fold(self, n: int, verdict: Verdict) -> str | None:
        match verdict:
            case Move():
                if verdict.amends is not None:
                    self._position = self._before.get(verdict.amends, self._position)
                laid = Laid(verdict.seat, cards_of(verdict.card), verdict.play.legs)
                return self._played(verdict.n, laid, verdict.position)
            case Discard():
                laid = Laid(verdict.seat, cards_of(verdict.card))
                return self._played(verdict.n, laid, verdict.position)
            case Takeback(_, play, position):
                back = self._before.get(play)
                self._position = position
                if back is not None and back != position:
                    return f"taking back play {play} leads to {back.line()}, not to {position.line()}"
            case Decision():
                self._position = verdict.position
            case NextTurn(_, seat) if seat != self._position.turn:
                turn = seat_letter(self._position.turn)
                return f"it is the turn of {turn}, not of {seat_letter(seat)}"
            case Over():
                return self._over(n, verdict)
        return None

    def _played(self, play: int, laid: Laid, after: Position) -> str | None:
        before = self._position
        self._before[play] = before
        self._position = after
        if laid.seat != before.turn and after.turn == before.turn:
            # The play is out of turn; the decision after it allows it.
            before = before.with_turn(laid.seat)
            after = after.with_turn(self._table.next_seats[laid.seat])
        one = GameRecord(self._table.rules, before, (Entry(laid),), teams=self._teams)
        judged = judge(one)
        if judged.fault is not None and judged.fault.entry is not None:
            return f"play {play} is not legal: {judged.fault.text}"
        if judged.position != after:
            return f"play {play} leads to {judged.position.line()}, not to {after.line()}"
        return None

    def _over(self, n: int, verdict: Over) -> str | None:
        if verdict.position != self._position:
            return f"the game ends at {self._position.line()}, not at {verdict.position.line()}"
        won: tuple[Seat, ...] = self._table.winner(self._position) or ()
        if tuple(sorted(verdict.team)) != tuple(sorted(won)):
            recorded = " and ".join(map(seat_letter, verdict.team)) or "nobody"
            shows = " and ".join(map(seat_letter, won)) or "nobody"
            self._unordered = (n, f"the record says that {recorded} won; on the board {shows} did")
        return None
