"""Check records play by play, and convert them to games and back.

A record with a seed is dealt again from it, so everything is checked, hands and draws included. Without a
seed the hands are unknown: the turns, every play, every discard of a card that has a legal play, and the
end are checked.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import RANKS, Card
from engine.dealing import setup_for
from engine.errors import EngineError, RecordError
from engine.game import Draw, Game, Pass, begin
from engine.geometry import Seat, seat_letter
from engine.legal import apply
from engine.play import Play
from engine.position import Position
from engine.records.record import Drew, Entry, Laid, Passed, Placed, Record
from engine.table import Table
from engine.violation import Code, IllegalPlay


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault in an entry, or in the record's end (`entry` is None): a sentence, and a broken rule's code.

    `turn` numbers the plays from 1; `position` is the position before the entry.
    """

    entry: Entry | None
    line: int
    turn: int
    position: Position
    text: str
    code: Code | None = None


@dataclass(frozen=True, slots=True)
class Judged:
    """A record played through: the position before each legal entry, and the final position.

    `fault` is the first fault; entries after it are not judged.
    """

    record: Record
    positions: tuple[Position, ...]
    fault: Fault | None = None

    @property
    def position(self) -> Position:
        """The position at the end of the record, or before its fault."""
        return self.positions[-1]


def judge(record: Record) -> Judged:
    """Play the record through up to its end or its first fault.

    Raise RecordError if its seed does not give its first position.
    """
    play = _Open(record) if record.seed is None else _Dealt(record)
    positions, turn = [play.position], 0
    for entry in record.entries:
        turn += isinstance(entry.event, Laid | Passed)
        try:
            play.do(entry)
        except IllegalPlay as error:
            fault = Fault(entry, entry.line, turn, play.position, str(error), error.violation.code)
            return Judged(record, tuple(positions), fault)
        except EngineError as error:
            fault = Fault(entry, entry.line, turn, play.position, str(error))
            return Judged(record, tuple(positions), fault)
        positions.append(play.position)
    text = _wrong_end(record, play.position)
    line = record.entries[-1].line if record.entries else record.line
    fault_at_end = Fault(None, line, turn, play.position, text) if text else None
    return Judged(record, tuple(positions), fault_at_end)


def game_of(record: Record) -> Game:
    """The game of a record with a seed; raise RecordError for the first fault, or if the seed is missing."""
    play = _Dealt(record)
    for entry in record.entries:
        try:
            play.do(entry)
        except EngineError as error:
            raise RecordError(str(error), entry.line) from None
    return play.game


def _wrong_end(record: Record, position: Position) -> str:
    won = record.table.winner(position) or ()
    if won == record.winners:
        return ""
    if not won:
        return f"{_names(record.winners)} cannot have won: not everybody's marbles are home"
    recorded = f"not {_names(record.winners)}" if record.winners else "and the record does not say so"
    return f"{_names(won)} won, {recorded}"


def _names(seats: tuple[Seat, ...]) -> str:
    return " and ".join(map(seat_letter, seats))


def _check_turn(position: Position, seat: Seat) -> None:
    if seat != position.turn:
        raise EngineError(f"it is {seat_letter(position.turn)}'s turn, not {seat_letter(seat)}'s")


class _Dealt:
    """A game whose hands follow from its seed."""

    def __init__(self, record: Record) -> None:
        if record.seed is None:
            raise RecordError("without a Seed the hands of this game are not known", record.line)
        setup = setup_for(record.table, record.seed, record.dealer, record.manual_draw)
        self.game = begin(setup)
        if self.game.position != record.start:
            begun = self.game.position
            raise RecordError(f"dealt from its seed, the game begins with the position {begun}", record.line)

    @property
    def position(self) -> Position:
        return self.game.position

    def do(self, entry: Entry) -> None:
        match entry.event:
            case Drew(seat):
                self.game = self.game.do(Draw(seat))
            case Passed(seat):
                _check_turn(self.position, seat)
                self.game = self.game.do(Pass())
            case Laid(seat, (card,), legs):
                _check_turn(self.position, seat)
                self.game = self.game.do(Play(card, legs))
            case Laid():
                raise EngineError("in a game with a seed every card is known: write one card, such as KH#1")
            case Placed():
                raise EngineError("a game with a seed takes no positions: leave out Seed and Dealer")
            # The entry changes nothing, because the engine reshuffles by itself.


class _Open:
    """A game whose hands are unknown: only laid cards and marbles are followed."""

    def __init__(self, record: Record) -> None:
        self.table: Table = record.table
        self.position = record.start
        self._stuck = dict.fromkeys(record.start.seats, 0)

    def do(self, entry: Entry) -> None:
        event = entry.event
        if isinstance(event, Placed):
            self.position = event.position
        elif isinstance(event, Laid | Passed):
            if winner := self.table.winner(self.position):
                raise EngineError(f"the game is over: {_names(winner)} won")
            _check_turn(self.position, event.seat)
            if isinstance(event, Laid) and (event.legs or event.cards):
                self.position = self._played(event)
            else:
                self.position = self.position.with_turn(self.table.next_seats[event.seat])

    def _played(self, laid: Laid) -> Position:
        """The position after an entry, played with the first of its possible cards that allows the legs."""
        after = self.table.rules.free_start_after
        free = bool(laid.legs) and 0 < after <= self._stuck[laid.seat] + 1
        stuck, self._stuck[laid.seat] = self._stuck[laid.seat], 0
        refused: IllegalPlay | None = None
        for card in laid.cards or map(Card, RANKS):
            try:
                position = apply(self.table, self.position, Play(card, laid.legs), free_start=free)
            except IllegalPlay as error:
                refused = refused or error
            else:
                self._stuck[laid.seat] = 0 if laid.legs else stuck + 1
                return position
        assert refused is not None
        raise refused
