"""A game to resume: the journal's records folded into the header, the verdicts and the cards on readers.

A game may be stopped: paused by the director, ended with a result, or about to end unless people undo it.
During a stop, marbles, cards and buttons are not judged, and the game's clock is stopped. When the game goes
on, the referee judges the board as it is: a play completed during the stop counts, and lights show where
misplaced marbles belong.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from engine.cards import Card
from engine.geometry import Hole, seat_of
from engine.position import Position
from engine.referee.events import CardRead, Dealt, OfCards, Reshuffled
from engine.referee.verdicts import Decision, Discard, Move, Over, Takeback, Verdict
from engine.table import Table
from jokerboard.journal.errors import JournalDamagedError
from jokerboard.journal.games.game_lines import from_json, seat_at
from jokerboard.journal.games.game_log import GameLog
from jokerboard.journal.games.header import Header
from jokerboard.journal.games.sentences import Speaker
from jokerboard.journal.games.unplayed_cards import UnplayedCards, reads_to_repeat
from jokerboard.journal.orders import What
from jokerboard.journal.records import Kind, Record

_PLACED = (Move, Discard, Takeback, Decision, Over)
"""Verdicts that carry the position after them."""


@dataclass(frozen=True, slots=True)
class Stoppage:
    """A stop: why the game is stopped, the name of the person who stopped it, and the given reason."""

    why: Literal["paused", "ended", "ending"]
    by: str
    text: str = ""

    def sentence(self) -> str:
        """The sentence that announces a pause; empty for an end, which a verdict or a question announces."""
        if self.why != "paused":
            return ""
        why = f": {self.text.rstrip('.')}" if self.text else ""
        return f"{self.by} has paused the game{why}. The clock is stopped, and moves are not judged."


def stoppage_after(stoppage: Stoppage | None, order: Mapping[str, Any]) -> Stoppage | None:
    """The stop that is in force after the record of an accepted order; None if the game goes on."""
    match order["order"]:
        case What.PAUSE:
            return Stoppage("paused", order["by"], order.get("text", ""))
        case What.RESULT:
            return Stoppage("ended", order["by"], order.get("text", ""))
        case What.GO_ON:
            return None
        case _:
            return stoppage


def reopened(verdict: Verdict, stoppage: Stoppage | None) -> bool:
    """Whether a decision reopens a game that had ended with a result."""
    ended = stoppage is not None and stoppage.why == "ended"
    return ended and isinstance(verdict, Decision) and verdict.decision != "let-stand"


@dataclass(frozen=True, slots=True)
class ResumedGame:
    """Game number `number` of a journal, up to its last record.

    `history` has every verdict, and the events of hands and shuffles between them. `t` is the time of the
    last record in seconds since the game began. `lying` has the card on each reader, as (place, card).
    `cards` are the card reads that no play in force has used. `abandoned` is true for an abandoned game, also
    if it was won before. `stoppage` is the director's stop (None: there is none). `opened` is true if hidden
    cards were published after the game. `left` are the letters of seats that were a machine's and are now
    people's.
    """

    number: int
    header: Header
    history: tuple[Verdict | OfCards, ...] = ()
    t: float = 0.0
    lying: tuple[tuple[str, str], ...] = ()
    cards: tuple[CardRead, ...] = ()
    abandoned: bool = False
    stoppage: Stoppage | None = None
    opened: bool = False
    left: frozenset[str] = frozenset()

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """The verdicts of the referee."""
        return tuple(each for each in self.history if not isinstance(each, Dealt | Reshuffled))

    @property
    def position(self) -> Position:
        """The position in force."""
        found = (v.position for v in reversed(self.verdicts) if isinstance(v, _PLACED))
        return next(found, self.header.first_position())

    def log(self) -> GameLog:
        """The announced part of the game: its verdicts, with sentences that name the players."""
        names = {seat_of(at): name for at, name in self.header.names.items()}
        log = GameLog(self.header.first_position(), Speaker(self.header.table().board, names))
        for verdict in self.verdicts:
            log.take(verdict)
        return log

    def cards_again(self, occupied: frozenset[Hole], owed: int) -> tuple[CardRead, ...]:
        """The card reads to repeat to the resumed referee; `owed` marbles are missing from STARTs."""
        return reads_to_repeat(self.cards, self.header.table().board, self.position, occupied, owed)


def fold(records: Sequence[Record]) -> ResumedGame:
    """Fold the records of one game, header first; raise JournalDamagedError for a malformed record."""
    first, rest = records[0], records[1:]
    header = Header.from_json(first.data)
    table = header.table()
    verdicts: list[Verdict] = []
    history: list[Verdict | OfCards] = []
    lying: dict[str, str] = {}
    unplayed = UnplayedCards(header.first_position().turn)
    t, abandoned, stoppage, opened = 0.0, False, None, False
    left = set[str]()
    for record in rest:
        data = record.data
        try:
            t = max(t, float(data["t"]))
            if record.kind is Kind.VERDICT:
                verdicts.append(_verdict(data, table))
                history.append(verdicts[-1])
                unplayed.take(verdicts[-1])
                stoppage = None if reopened(verdicts[-1], stoppage) else stoppage
            elif record.kind is Kind.EVENT and "card" in data:
                _note(data, lying, unplayed)
            elif record.kind is Kind.EVENT:
                history += _of_cards(data)
                opened = opened or "opened" in data
            elif record.kind is Kind.NAMES:
                machines = _machines(header, data)
                left |= header.machines.keys() - machines.keys()
                header = replace(header, names=dict(data["names"]), machines=machines)
            elif record.kind is Kind.ABANDONED:
                abandoned = True
            elif record.kind is Kind.ORDER and data["taken"]:
                stoppage = stoppage_after(stoppage, data)
        except (KeyError, TypeError, ValueError) as error:
            raise JournalDamagedError(
                f"record {record.n} of the journal cannot be understood: {error}"
            ) from error
    cards = tuple(unplayed.reads)
    lay = tuple(sorted(lying.items()))
    return ResumedGame(
        first.game, header, tuple(history), t, lay, cards, abandoned, stoppage, opened, frozenset(left)
    )


def _machines(header: Header, data: dict[str, Any]) -> Mapping[str, str]:
    """The machines after a record of names; earlier versions recorded no machines there."""
    return dict(data["machines"]) if "machines" in data else header.machines


def verdict_of(record: Record, table: Table) -> Verdict:
    """The verdict of a record; raise JournalDamagedError if it has none."""
    try:
        return _verdict(record.data, table)
    except (KeyError, TypeError, ValueError) as error:
        raise JournalDamagedError(
            f"record {record.n} of the journal cannot be understood: {error}"
        ) from error


def _verdict(data: dict[str, Any], table: Table) -> Verdict:
    return from_json(data, table.board, table.per_seat)


def _note(data: dict[str, Any], lying: dict[str, str], unplayed: UnplayedCards) -> None:
    """Update `lying` and `unplayed` by the event `data`: a card was laid on a reader or taken off."""
    text, place = data["card"], data["at"]
    if text is None:
        lying.pop(place, None)
        unplayed.read(CardRead(float(data["t"]), None, seat_at(place)))
        return
    lying[place] = text
    try:
        card = Card.parse(text)
    except ValueError:
        return
    unplayed.read(CardRead(float(data["t"]), card, seat_at(place)))


def _of_cards(data: dict[str, Any]) -> tuple[OfCards, ...]:
    """The events of hands and shuffles in a record's data."""
    if "dealt" in data:
        return (Dealt(float(data["t"]), Card.parse(data["dealt"]), seat_of(data["at"])),)
    return (Reshuffled(float(data["t"])),) if "reshuffle" in data else ()
