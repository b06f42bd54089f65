"""The decks of a table, which map each tag to its card, as a value and as a file.

The file, `decks.toml` in the state directory, is TOML that people may read and edit:

    decks = 1                     # the version of this file's form
    [tags]                        # tag = card, in the order they were taught
    "010063E9AE" = "7H#1"
    "0C000621A5" = "7H#2"

A card that is in the decks more than once carries the number of its copy, so that two copies are two cards.
Tags are written as readers name them: hex digits for RFID, the text itself for barcodes. People teach a tag
by laying its card on a reader when the program asks for that card. A tag that was taught at one reader is
recognised at a reader that writes its number differently (`hardware/tags.py`). Labels printed by
`jokerboard cards print` need no teaching: they hold the card's own text.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from engine.cards import RANKS, SUITS, Card, Rank
from engine.errors import NotationError
from hardware.tags import known_tag
from jokerboard.host.errors import JokerboardError, StateDamagedError
from jokerboard.host.files import replace_file
from jokerboard.host.text_files import decode_text
from wiring.printing import quoted

FILE = "decks.toml"
VERSION = 1


def cards_of(decks: int, jokers: int) -> tuple[Card, ...]:
    """Every card of `decks` packs with `jokers` Jokers each, suit by suit; equal cards get copy numbers."""

    def copies(rank: Rank, suit: str | None, number: int) -> tuple[Card, ...]:
        return tuple(Card(rank, suit, at if number > 1 else None) for at in range(1, number + 1))

    suited = [card for suit in SUITS for rank in RANKS[:-1] for card in copies(rank, suit, decks)]
    return (*suited, *copies(Rank.JOKER, None, decks * jokers))


@dataclass(frozen=True, slots=True)
class Decks:
    """Tags and their cards, in the order in which they were taught."""

    taught: tuple[tuple[str, Card], ...] = ()

    @property
    def tags(self) -> Mapping[str, str]:
        """Each tag's card as text, in the form that `board_events.DeviceMap` takes."""
        return {tag: str(card) for tag, card in self.taught}

    def card(self, tag: str) -> Card | None:
        """The card of `tag`, however its reader writes the tag; None if nobody taught it."""
        cards = dict(self.taught)
        taught = known_tag(tag, cards)
        return None if taught is None else cards[taught]

    def missing(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """The cards among `cards` that have no tag."""
        have = {card for _, card in self.taught}
        return tuple(card for card in cards if card not in have)

    def teach(self, tag: str, card: Card) -> Decks:
        """A copy of the decks with `tag` for `card`; the tag must be new, and the card must lack a tag."""
        assert all(tag != known for known, _ in self.taught)
        assert self.missing((card,))
        return Decks((*self.taught, (tag, card)))

    def undo(self) -> Decks:
        """A copy of the decks without the tag that was taught last."""
        return Decks(self.taught[:-1])

    def text(self) -> str:
        """The decks in the file's form."""
        lines = [f"{quoted(tag)} = {quoted(str(card))}\n" for tag, card in self.taught]
        return f"decks = {VERSION}\n\n[tags]\n{''.join(lines)}"

    @classmethod
    def parse(cls, text: str) -> Decks:
        """Parse the file's text; ValueError names the mistake."""
        content = tomllib.loads(text)
        if content.get("decks") != VERSION:
            raise ValueError(f"the file is of version {content.get('decks')!r}, not {VERSION}")
        tags = content.get("tags")
        if not isinstance(tags, dict):
            raise ValueError("the table [tags] is missing")
        taught: list[tuple[str, Card]] = []
        for tag, card in tags.items():
            if not isinstance(card, str):
                raise ValueError(f"tag {tag} has {card!r} instead of a card")
            taught.append((tag, Card.parse(card)))
        twice = next((c for at, (_, c) in enumerate(taught) if c in [d for _, d in taught[:at]]), None)
        if twice is not None:
            plain = str(twice).partition("#")[0]
            raise ValueError(f"two tags stand for {twice}; number the copies: {plain}#1 and {plain}#2")
        return cls(tuple(taught))

    @classmethod
    def load(cls, path: Path) -> Decks:
        """Read the decks from `path`, empty without a file; raise StateDamagedError if it is damaged."""
        try:
            return cls.parse(decode_text(path.read_bytes()).text)
        except FileNotFoundError:
            return cls()
        except (ValueError, NotationError) as error:
            raise StateDamagedError(
                f"the decks in {path} cannot be read: {error}; mend or move it"
            ) from error
        except OSError as error:
            raise JokerboardError(f"the decks in {path} cannot be read: {error.strerror}") from error

    def save(self, path: Path) -> None:
        """Replace the file `path` by these decks; raise FileUnwritableError if the disk refuses."""
        replace_file(path, self.text())


_SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
_RANKS = {"A": "ace", "T": "10", "J": "jack", "Q": "queen", "K": "king"}
KEYS = "u: undo, s: skip this card, q: stop (the next session continues here)"


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
    """A session in which people teach tags: `decks` has the tags so far, `cards` the cards to teach."""

    cards: tuple[Card, ...]
    decks: Decks
    skipped: list[Card] = field(default_factory=list)

    @property
    def wanted(self) -> Card | None:
        """The card to be laid next; None if every card is taught or skipped."""
        return next((card for card in self.decks.missing(self.cards) if card not in self.skipped), None)

    @property
    def prompt(self) -> str:
        """The next instruction to people, as a sentence."""
        card = self.wanted
        have = len(self.cards) - len(self.decks.missing(self.cards))
        if card is None:
            later = f"; {len(self.skipped)} were skipped" if self.skipped else ""
            return f"{have} of {len(self.cards)} cards are taught{later}."
        return f"{have + 1} of {len(self.cards)}: lay the {card_name(card)}."

    def laid(self, tag: str) -> str:
        """Assign `tag` to the wanted card, unless the tag stands for a card already.

        Return a sentence for people: what was assigned, or why nothing was.
        """
        card = self.wanted
        if card is None:
            return "Every card is taught or skipped; press u to undo the last one."
        known = self.decks.card(tag)
        if known is not None:
            named = next(name for name, card in self.decks.taught if card == known)
            by = "" if named == tag else f", taught as {named} by another kind of reader"
            return f"This tag is the {card_name(known)} already{by}. Lay another card, or u to undo the last."
        self.decks = self.decks.teach(tag, card)
        return f"{tag} is the {card_name(card)}."

    def undo(self) -> str:
        """Forget the tag taught last, so that its card is taught again; return a sentence for people."""
        if not self.decks.taught:
            return "Nothing is taught yet."
        tag, card = self.decks.taught[-1]
        self.decks = self.decks.undo()
        self.skipped = [each for each in self.skipped if each != card]
        return f"{tag} is forgotten."

    def skip(self) -> str:
        """Leave the wanted card out of this session; return a sentence for people."""
        card = self.wanted
        if card is None:
            return "There is no card left to skip."
        self.skipped.append(card)
        return f"The {card_name(card)} is left out for now."
