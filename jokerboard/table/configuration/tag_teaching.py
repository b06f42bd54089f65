"""Teach tags card by card, sans-I/O: it takes tags and typed keys, and returns sentences."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.cards import Card, Rank
from jokerboard.table.configuration.decks import Decks

_SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
_RANKS = {"A": "ace", "T": "10", "J": "jack", "Q": "queen", "K": "king"}
KEYS = "u: undo, s: skip this card, q: stop (it goes on another time)"


def card_name(card: Card) -> str:
    """A card in words: "7 of hearts, copy 2 (7H#2)"."""
    if card.rank is Rank.JOKER:
        name = "Joker"
    elif card.suit is None:
        name = _RANKS.get(card.rank, str(card.rank))
    else:
        name = f"{_RANKS.get(card.rank, card.rank)} of {_SUITS[card.suit]}"
    copy = "" if card.copy is None else f", copy {card.copy}"
    return f"{name}{copy} ({card})"


@dataclass(slots=True)
class Enrolment:
    """A session of teaching: `decks` are those taught so far, `cards` the cards to teach."""

    cards: tuple[Card, ...]
    decks: Decks
    skipped: list[Card] = field(default_factory=list)

    @property
    def wanted(self) -> Card | None:
        """The card to be laid next; None if every card is taught or skipped."""
        return next((card for card in self.decks.missing(self.cards) if card not in self.skipped), None)

    @property
    def prompt(self) -> str:
        """The next instruction."""
        card = self.wanted
        have = len(self.cards) - len(self.decks.missing(self.cards))
        if card is None:
            later = f"; {len(self.skipped)} were skipped" if self.skipped else ""
            return f"{have} of {len(self.cards)} cards are taught{later}."
        return f"{have + 1} of {len(self.cards)}: lay the {card_name(card)}."

    def laid(self, tag: str) -> str:
        """Take a tag for the wanted card, unless it is known or holds a card's text; return a sentence."""
        card = self.wanted
        if card is None:
            return "No card is wanted any more; u takes the last one back."
        known = self.decks.card(tag)
        if known is not None:
            named = next(name for name, card in self.decks.taught if card == known)
            by = "" if named == tag else f", taught as {named} by another kind of reader"
            return f"This tag is the {card_name(known)} already{by}. Lay another card, or u to undo the last."
        self.decks = self.decks.teach(tag, card)
        return f"{tag} is the {card_name(card)}."

    def undo(self) -> str:
        """Forget the newest tag, so that its card is taught again; return a sentence."""
        if not self.decks.taught:
            return "Nothing is taught yet."
        tag, card = self.decks.taught[-1]
        self.decks = self.decks.undo()
        self.skipped = [each for each in self.skipped if each != card]
        return f"{tag} is forgotten."

    def skip(self) -> str:
        """Skip the wanted card for now; return a sentence."""
        card = self.wanted
        if card is None:
            return "There is no card left to skip."
        self.skipped.append(card)
        return f"The {card_name(card)} is left out for now."
