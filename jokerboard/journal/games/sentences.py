"""Word each verdict as one plain, translatable sentence with the players' names.

Examples: Ann brings a marble out with a king. Bo splits a seven: A8 to A11 and B2 to B6; Cleo's marble goes
to START.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from engine.cards import Rank
from engine.errors import NotationError
from engine.geometry import Board, Hole, Seat, seat_letter, seat_of
from engine.play import Leg, Play
from engine.position import Position
from engine.records.record import Record
from engine.referee import verdicts
from engine.text import SUIT_NAMES, Text, rank_name, sentence
from jokerboard.journal.records import Json
from jokerboard.words.catalogue import ENGLISH, catalogue, listed, words

Tone: TypeAlias = Literal["ok", "bad", "ask", "info"]

_CARD = re.compile(r"\b([A2-9TJQK])([CDHS])(?:#[1-9][0-9]?)?\b|\bX(?:#[1-9][0-9]?)?(?![\w-])")
"""A card's code, such as `7H#2` or `X`, as a separate word in a sentence."""
_SEAT = re.compile(r"\b([Ss]eat |partner |marbles of |or )([A-H])\b|\b()([A-H])(?='s\b| has\b| may\b)")
"""A seat's letter in a sentence without codes; `A` without such a context may be an article."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence for people at `at` seconds; `kind` is the kind of verdict, `tone` the page's style."""

    kind: str
    tone: Tone
    text: str
    at: float


class Speaker:
    """Words verdicts for one table; a player without a name in `names` is called by the seat."""

    def __init__(self, board: Board, names: Mapping[Seat, str]) -> None:
        self.board = board
        self.names = names

    @property
    def by_letter(self) -> dict[str, str]:
        """The players' names by seat letter, in the order of the seats."""
        return {seat_letter(seat): name for seat, name in sorted(self.names.items())}

    def name(self, seat: Seat) -> str:
        """The name of the seat's player; `Seat A` if the player has none."""
        letter, name = seat_letter(seat), self.names.get(seat)
        machine = words("machine.name", letter=letter)
        return machine if name == machine else name or words("seat", seat=letter)

    def sentence(self, verdict: verdicts.Verdict, before: Position) -> Sentence:
        """The sentence for `verdict`; `before` is the position before it."""
        match verdict:
            case verdicts.Move():
                return Sentence("move", "ok", self._move(verdict, before), verdict.t)
            case verdicts.Discard(t, _, seat, card, _):
                who = self.name(seat)
                what = words("play-discards", who=who, **card_values(card)) if card else None
                return Sentence("discard", "ok", sentence(what or words("play-nothing", who=who)), t)
            case verdicts.Illegal(t, _, _, text, _, put_back):
                return Sentence("illegal", "bad", self._mended(self._named(text), put_back), t)
            case verdicts.Ambiguous(t, seat, candidates, touch):
                return Sentence("ambiguous", "ask", self._question(seat, candidates, touch), t)
            case verdicts.Restored(t):
                return Sentence("restored", "ok", words("restored"), t)
            case verdicts.Offer(t):
                return Sentence("offer", "ask", words("offer-new-game"), t)
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
    ) -> Sentence:
        """A sentence about the turn, the board or the whole game."""
        match verdict:
            case verdicts.NextTurn(t, seat):
                return Sentence("turn", "info", sentence(words("turn-of", who=self.name(seat))), t)
            case verdicts.Takeback(t, n, position):
                text = words("take-back-done", n=n, turn=self._turn(position))
                return Sentence("takeback", "info", sentence(text), t)
            case verdicts.Decision():
                return Sentence("decision", "info", self._decision(verdict), verdict.t)
            case verdicts.Fault(t, text):
                return Sentence("fault", "bad", text, t)
            case verdicts.Over(t, team, _):
                return Sentence("over", "ok" if team else "info", self._over(team), t)
            case verdicts.Final(t):
                return Sentence("final", "info", words("game-final"), t)

    def play(self, seat: Seat, card: str, play: Play, before: Position) -> Text:
        """A play as a sentence without a full stop: `Ann brings a marble out with a king`."""
        legs = play.legs
        values = {"who": self.name(seat), **card_values(card)}
        if not legs:
            return words("play-discards", **values)
        if len(legs) > 1:
            return words("play-splits", ways=self._ways(legs), **values)
        (leg,) = legs
        owner = self._owner(leg, before)
        code = self._kind(leg, card)
        if code == "play-joker":
            del values["rank"], values["cards"]
        if code in ("play-exchanges", "play-moves"):
            values["source"] = self._from(leg)
        if code in ("play-exchanges", "play-moves", "play-joker"):
            values["target"] = self.board.name(leg.target)
        if code != "play-exchanges" and owner not in (None, seat):
            return self._with_effects(words(f"{code}-of", owner=self._who(owner), **values), legs)
        text = words(code, **values)
        return text if leg.exchange else self._with_effects(text, legs)

    def _kind(self, leg: Leg, card: str) -> str:
        """The message code for a play of one leg."""
        if leg.exchange:
            return "play-exchanges"
        if card_rank(card) == Rank.JOKER:
            return "play-joker"
        if leg.source is None:
            return "play-out"
        home = self.board.is_lane(leg.target) and not self.board.is_lane(leg.source)
        return "play-home" if home else "play-moves"

    def _named(self, text: str) -> str:
        """The referee's sentence with players' names in place of seat letters."""
        if not isinstance(text, Text):  # Journals of earlier versions have no codes.
            return with_names(text, self.by_letter, "Seat ")
        named_text = self._called(text)
        english = catalogue(ENGLISH).worded(named_text)
        return sentence(Text(english, named_text.code, **named_text.values))

    def _called(self, value: Any) -> Any:
        """A value of a text, in which players' names replace seats."""
        if isinstance(value, tuple):
            return tuple(self._called(each) for each in value)
        if not isinstance(value, Text):
            return value
        if value.code == "seat":
            return self.name(seat_of(value.values["seat"]))
        values = {name: self._called(each) for name, each in value.values.items()}
        return Text(str.__str__(value), value.code, **values)

    def _decision(self, decision: verdicts.Decision) -> str:
        known = decision.decision in ("let-stand", "take-back", "correct")
        what = words(f"decision-{decision.decision}") if known else decision.decision
        values: dict[str, object] = {"by": decision.by, "what": what, "turn": self._turn(decision.position)}
        if not decision.why:
            return sentence(words("decision", **values))
        return sentence(words("decision-why", why=decision.why.rstrip("."), **values))

    def _over(self, team: tuple[Seat, ...]) -> Text:
        if not team:
            return words("game-drawn")
        return words("game-won", names=listed([self.name(seat) for seat in team], "and"), count=len(team))

    def _move(self, move: verdicts.Move, before: Position) -> str:
        text = self.play(move.seat, move.card, move.play, before)
        return sentence(text if move.amends is None else words("play-instead", play=text, n=move.amends))

    def _with_effects(self, text: Text, legs: tuple[Leg, ...]) -> Text:
        """The play `text`, followed by the effects of its legs on other marbles."""
        out = [words("effect-in-spot", who=self._who(seat)) for leg in legs for seat in leg.pushes]
        sent = [self._who(leg.sent) for leg in legs if leg.sent is not None]
        if len(sent) > 1:
            out.append(words("effect-start-two", one=sent[0], two=sent[1]))
        elif sent:
            out.append(words("effect-start", who=sent[0]))
        return words("effects", play=text, effects=listed(out, "and")) if out else text

    def _mended(self, text: str, put_back: tuple[object, ...]) -> str:
        complete = " back" in text or "belongs" in text
        return words("put-it-back", text=text) if put_back and not complete else text

    def _question(self, seat: Seat, candidates: tuple[Play, ...], touch: tuple[int, ...]) -> Text:
        ways = [
            words("which-way", hole=self.board.name(hole), way=self._ways(play.legs))
            for hole, play in zip(touch, candidates, strict=False)
        ]
        *others, last = ways
        for way in reversed(others):
            last = words("which-or", before=way, last=last)
        return words("which-play", who=self.name(seat), ways=last)

    def _ways(self, legs: tuple[Leg, ...]) -> Text:
        """The legs without player and card: `A8 to A11 and B2 to B6`, with effects on other marbles."""
        ways = [
            words(
                "way-exchanged" if leg.exchange else "way-from-to",
                source=self._from(leg),
                target=self.board.name(leg.target),
            )
            for leg in legs
        ]
        return self._with_effects(listed(ways, "and"), legs) if ways else words("discard")

    def _turn(self, position: Position) -> Text:
        return words("turn-of-then", who=self._who(position.turn))

    def _owner(self, leg: Leg, before: Position) -> Seat | None:
        if leg.seat is not None or leg.source is None:
            return leg.seat
        return before.colour_at(leg.source)

    def _from(self, leg: Leg) -> str:
        return words("start") if leg.source is None else self.board.name(leg.source)

    def _who(self, seat: Seat | None) -> str:
        return words("somebody") if seat is None else self.name(seat)

    def place(self, hole: Hole) -> str:
        """The name of a hole; every START hole is called START."""
        return words("start") if self.board.is_start(hole) else self.board.name(hole)


def with_names(text: str, names: Mapping[str, str], unnamed: str = "") -> str:
    """A sentence without codes, in which words replace card codes and players' names replace seat letters.

    A seat without a name keeps its letter, with `unnamed` before it if the letter is a subject or an owner.
    """

    def name(found: re.Match[str]) -> str:
        before, letter = (found[1], found[2]) if found[2] else ("", found[4])
        if not names.get(letter):
            return found[0] if found[2] else f"{unnamed}{letter}"
        return f"{'' if before.lower() == 'seat ' else before}{names[letter]}"

    return _SEAT.sub(name, _CARD.sub(_card_named, text))


def card_name(card: str) -> Text:
    """The card in words: `five of clubs` for `5C#2`, `Joker` for `X#3`."""
    found = _CARD.fullmatch(card)
    if found is None:
        return Text(card, "card-name", rank="any", suit="none")
    rank = Rank(found[1] or "X")
    return words("card-name", rank=rank_name(rank), suit=SUIT_NAMES[found[2]])


def _card_named(found: re.Match[str]) -> str:
    return card_name(found[0])


def card_rank(card: str) -> str | None:
    """The rank of a card's text; None if several ranks explain the play (no card was read)."""
    plain = card.partition("#")[0]
    return plain[0] if plain and (len(plain) == 1 or plain[1:] in SUIT_NAMES) else None


def card_values(card: str) -> dict[str, object]:
    """The values by which a message words a card, or the list of cards that it may be."""
    rank = card_rank(card)
    if rank is not None:
        return {"rank": rank_name(Rank(rank)), "cards": ""}
    if not card:
        return {"rank": "any", "cards": ""}
    each = [words("a-card", rank=rank_name(Rank(letter)), cards="") for letter in card]
    return {"rank": "several", "cards": listed(each, "or")}


def card_words(card: str) -> Text:
    """The card with its article: `an ace` for `AH#2`, `a ten, a jack or a king` for `TJK`."""
    return words("a-card", **card_values(card))


def worded(analysis: Json, record: Record) -> Json:
    """The analysis of `record` by `engine/strategy/analysis.py`, with each mistake also in words.

    A mistake gets the fields `said`, the play that was made, and `instead`, the better play.
    """
    table = record.table
    named = {seat: name for seat in table.seats if len(name := record.name(seat)) > 1}
    speaker = Speaker(table.board, named)

    def worded_play(text: str, line: str) -> str:
        before = Position.parse(line, table.rules.marbles_per_player)
        try:
            play = Play.parse(text, table.board)
        except NotationError:
            return text  # A draw or a pass has no play to word.
        return speaker.play(before.turn, str(play.card), play, before)

    mistakes = [
        one
        | {
            "said": worded_play(one["done"], one["position"]),
            "instead": worded_play(one["better"], one["position"]),
        }
        for one in analysis.get("mistakes", [])
    ]
    return analysis | ({"mistakes": mistakes} if mistakes else {})
