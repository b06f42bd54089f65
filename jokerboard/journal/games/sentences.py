"""A verdict as one plain sentence, with the players' names.

Ann brings a marble out with a king.
Bo splits a seven: A8 to A11 and B2 to B6; Cleo's marble goes to START.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.cards import Rank
from engine.errors import NotationError
from engine.geometry import Board, Seat, seat_letter
from engine.play import Leg, Play
from engine.position import Position
from engine.records.record import Record
from engine.referee import verdicts
from jokerboard.host.wording import listed
from jokerboard.journal.records import Json

Tone: TypeAlias = Literal["ok", "bad", "ask", "info"]

_WORDS = {
    "A": "an ace",
    "2": "a two",
    "3": "a three",
    "4": "a four",
    "5": "a five",
    "6": "a six",
    "7": "a seven",
    "8": "an eight",
    "9": "a nine",
    "T": "a ten",
    "J": "a jack",
    "Q": "a queen",
    "K": "a king",
    "X": "a Joker",
}
_SUITS = "CDHS"
_SUIT_WORDS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
_CARD = re.compile(r"\b([A2-9TJQK])([CDHS])(?:#[1-9][0-9]?)?\b|\bX(?:#[1-9][0-9]?)?(?![\w-])")
"""A card's code in a sentence of the referee's."""
_SEAT = re.compile(r"\b([Ss]eat |partner |marbles of |or )([A-H])\b|\b()([A-H])(?='s\b| has\b| may\b)")
"""The words before a seat's letter in a sentence of the referee; a letter alone may be an article."""


@dataclass(frozen=True, slots=True)
class Said:
    """One sentence for people: `tone` is its mood, `kind` the kind of verdict."""

    kind: str
    tone: Tone
    text: str
    at: float


class Speaker:
    """Words verdicts for one table: `board` names holes, `names` people, letters those without a name."""

    def __init__(self, board: Board, names: Mapping[Seat, str]) -> None:
        self.board = board
        self.names = names

    @property
    def _by_letter(self) -> dict[str, str]:
        return {seat_letter(seat): name for seat, name in self.names.items()}

    def name(self, seat: Seat) -> str:
        """The name of the seat's player, or else the seat's."""
        return self.names.get(seat) or f"Seat {seat_letter(seat)}"

    def sentence(self, verdict: verdicts.Verdict, before: Position) -> Said:
        """The sentence for `verdict`; `before` is the position before it."""
        match verdict:
            case verdicts.Move():
                return Said("move", "ok", self._move(verdict, before), verdict.t)
            case verdicts.Discard(t, _, seat, card, _):
                what = f"discards {card_words(card)}" if card else "plays nothing in this turn"
                return Said("discard", "ok", f"{self.name(seat)} {what}.", t)
            case verdicts.Illegal(t, _, _, text, _, put_back):
                return Said(
                    "illegal", "bad", self._mended(with_names(text, self._by_letter, "Seat "), put_back), t
                )
            case verdicts.Ambiguous(t, seat, candidates, touch):
                return Said("ambiguous", "ask", self._question(seat, candidates, touch), t)
            case verdicts.Restored(t):
                return Said("restored", "ok", "The board is right again.", t)
            case verdicts.Offer(t):
                return Said("offer", "ask", "All marbles stand in START. Is this a new game?", t)
            case _:
                return self._state(verdict)

    def _state(
        self,
        verdict: verdicts.NextTurn
        | verdicts.Takeback
        | verdicts.Decision
        | verdicts.Fault
        | verdicts.Over
        | verdicts.Final,
    ) -> Said:
        """A sentence about the turn, the board or the whole game."""
        match verdict:
            case verdicts.NextTurn(t, seat):
                return Said("turn", "info", f"It is {self._whose(seat)} turn.", t)
            case verdicts.Takeback(t, n, position):
                return Said("takeback", "info", f"Play {n} is taken back; {self._turn(position)}.", t)
            case verdicts.Decision():
                return Said("decision", "info", self._decision(verdict), verdict.t)
            case verdicts.Fault(t, text):
                return Said("fault", "bad", text, t)
            case verdicts.Over(t, team, _):
                return Said("over", "ok" if team else "info", self._over(team), t)
            case verdicts.Final(t):
                return Said("final", "info", "The result is final. Only a referee can reopen the game.", t)

    def play(self, seat: Seat, card: str, play: Play, before: Position) -> str:
        """A play without a full stop: `Ann brings a marble out with a king`."""
        name, legs = self.name(seat), play.legs
        if not legs:
            return f"{name} discards {card_words(card)}"
        if len(legs) > 1:
            return f"{name} splits {card_words(card)}: {self._ways(legs)}"
        (leg,) = legs
        owner = self._owner(leg, before)
        whose = "a marble" if owner in (None, seat) else f"{self._whose(owner)} marble"
        target = self.board.name(leg.target)
        if leg.exchange:
            source = self._from(leg)
            return f"{name} exchanges the marbles of {source} and {target} with {card_words(card)}"
        if card_rank(card) == Rank.JOKER:
            what = f"{name} puts {whose} on {target} with a Joker"
        elif leg.source is None:
            what = f"{name} brings {whose} out with {card_words(card)}"
        elif self.board.is_lane(leg.target) and not self.board.is_lane(leg.source):
            what = f"{name} brings {whose} home with {card_words(card)}"
        else:
            what = f"{name} moves {whose} from {self._from(leg)} to {target} with {card_words(card)}"
        return what + self._effects(legs)

    def _decision(self, decision: verdicts.Decision) -> str:
        what = {
            "let-stand": "it stands",
            "take-back": "it is taken back",
            "correct": "the board is set right",
        }.get(decision.decision, decision.decision)
        why = f" ({decision.why.rstrip('.')})" if decision.why else ""
        return f"{decision.by} decides: {what}{why}; {self._turn(decision.position)}."

    def _over(self, team: tuple[Seat, ...]) -> str:
        if not team:
            return "The game ends, and nobody has won it."
        return f"{_and([self.name(seat) for seat in team])} {_win(team)} the game!"

    def _move(self, move: verdicts.Move, before: Position) -> str:
        said = self.play(move.seat, move.card, move.play, before)
        return f"{said}, instead of play {move.amends}." if move.amends is not None else f"{said}."

    def _effects(self, legs: tuple[Leg, ...]) -> str:
        out = []
        for leg in legs:
            out += [f"{self._whose(seat)} marble goes to its in-spot" for seat in leg.pushes]
        sent = [self._whose(leg.sent) for leg in legs if leg.sent is not None]
        if sent:
            out.append(f"{_and(sent)} {'marbles go' if len(sent) > 1 else 'marble goes'} to START")
        return f"; {_and(out)}" if out else ""

    def _mended(self, text: str, put_back: tuple[object, ...]) -> str:
        return f"{text} Put it back." if put_back and " back" not in text and "belongs" not in text else text

    def _question(self, seat: Seat, candidates: tuple[Play, ...], touch: tuple[int, ...]) -> str:
        ways = [
            f"{self.board.name(hole)} for {self._ways(play.legs)}"
            for hole, play in zip(touch, candidates, strict=False)
        ]
        return f"{self.name(seat)}, which play was it? Lift and replace {'; or '.join(ways)}."

    def _ways(self, legs: tuple[Leg, ...]) -> str:
        """The ways of the marbles, without player and card: `A8 to A11 and B2 to B6`."""
        ways = [
            f"{self._from(leg)} exchanged with {self.board.name(leg.target)}"
            if leg.exchange
            else f"{self._from(leg)} to {self.board.name(leg.target)}"
            for leg in legs
        ]
        return f"{_and(ways)}{self._effects(legs)}" if ways else "a discard"

    def _turn(self, position: Position) -> str:
        return f"it is {self._whose(position.turn)} turn"

    def _owner(self, leg: Leg, before: Position) -> Seat | None:
        if leg.seat is not None or leg.source is None:
            return leg.seat
        return before.colour_at(leg.source)

    def _from(self, leg: Leg) -> str:
        return "START" if leg.source is None else self.board.name(leg.source)

    def _whose(self, seat: Seat | None) -> str:
        return "somebody's" if seat is None else f"{self.name(seat)}'s"


def with_names(text: str, names: Mapping[str, str], unnamed: str = "") -> str:
    """The referee's sentence with cards in words and the players' names, by seat letter: "Ann's marble".

    `unnamed` stands before the letter of a seat without a name, where the letter is the subject or the owner.
    """

    def name(found: re.Match[str]) -> str:
        before, letter = (found[1], found[2]) if found[2] else ("", found[4])
        if not names.get(letter):
            return found[0] if found[2] else f"{unnamed}{letter}"
        return f"{'' if before.lower() == 'seat ' else before}{names[letter]}"

    return _SEAT.sub(name, _CARD.sub(_card_named, text))


def card_name(card: str) -> str:
    """`five of clubs` for `5C#2`, `Joker` for `X#3`."""
    return _CARD.sub(_card_named, card)


def _card_named(found: re.Match[str]) -> str:
    """`five of clubs` for `5C#2`, `Joker` for `X`."""
    if found[1] is None:
        return "Joker"
    return f"{_WORDS[found[1]].partition(' ')[2]} of {_SUIT_WORDS[found[2]]}"


def card_rank(card: str) -> str | None:
    """The rank of a card's text; None if several ranks explain the play (no card was read)."""
    plain = card.partition("#")[0]
    return plain[0] if plain and (len(plain) == 1 or plain[1:] in tuple(_SUITS)) else None


def card_words(card: str) -> str:
    """`an ace` for `AH#2`; `a ten, a jack or a king` for `TJK`; `a card` if nothing is known."""
    rank = card_rank(card)
    if rank is not None:
        return _WORDS[rank]
    return _or([_WORDS[letter] for letter in card]) if card else "a card"


def _win(team: tuple[Seat, ...]) -> str:
    return "wins" if len(team) == 1 else "win"


def _and(parts: list[str]) -> str:
    return listed(parts, "and")


def _or(parts: list[str]) -> str:
    return listed(parts, "or")


def worded(analysis: Json, record: Record) -> Json:
    """The analysis of `record`, each mistake with the play and the better one in words, `said` and `instead`.

    `engine/strategy/recorded.py` makes the analysis, with plays in notation.
    """
    table = record.table
    named = {seat: name for seat in table.seats if len(name := record.name(seat)) > 1}
    speaker = Speaker(table.board, named)

    def words(text: str, line: str) -> str:
        before = Position.parse(line, table.rules.marbles_per_player)
        try:
            play = Play.parse(text, table.board)
        except NotationError:
            return text  # a draw or a pass
        return speaker.play(before.turn, str(play.card), play, before)

    mistakes = [
        one | {"said": words(one["done"], one["position"]), "instead": words(one["better"], one["position"])}
        for one in analysis.get("mistakes", [])
    ]
    return analysis | ({"mistakes": mistakes} if mistakes else {})
