"""Cards and small numbers in words."""

from __future__ import annotations

from engine.cards import Card, Rank
from engine.geometry import Seat, seat_letter
from engine.text import Text

_CARDS = {
    Rank.ACE: "an Ace",
    Rank.EIGHT: "an 8",
    Rank.TEN: "a 10",
    Rank.JACK: "a Jack",
    Rank.QUEEN: "a Queen",
    Rank.KING: "a King",
    Rank.JOKER: "a Joker",
}
_SMALL = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBERS = (*_SMALL, "eleven", "twelve", "thirteen")


def a_card(rank: Rank) -> str:
    """The rank with its article: `a 5`, `an Ace`, `a Joker`."""
    return _CARDS.get(rank, f"a {rank}")


def seat_text(seat: Seat) -> Text:
    """The seat's letter, as a text that shows the player's name at a table."""
    letter = seat_letter(seat)
    return Text(letter, "seat", seat=letter)


def rank_name(rank: Rank) -> str:
    """The key by which messages choose the rank's name: `ace`, `two`, `joker`."""
    return rank.name.lower()


SUIT_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades", None: "none"}
"""By suit, the key by which messages choose its name; the suit is None if only the card's rank is known."""


def card_text(card: Card | None) -> Text:
    """The card in notation, as a text that is shown in words at a table: `seven of hearts`."""
    if card is None:
        return Text("None", "card-name", rank="any", suit="none")
    return Text(str(card), "card-name", rank=rank_name(card.rank), suit=SUIT_NAMES[card.suit])


def number(count: int) -> str:
    """The number: in letters up to thirteen, else in digits."""
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def counted(count: int, what: str) -> str:
    """The number with its noun: `1 team`, `2 teams`."""
    return f"{count} {what}" if abs(count) == 1 else f"{count} {what}s"


def capital(text: str) -> str:
    """The text with its first letter in upper case."""
    changed = text[:1].upper() + text[1:]
    return Text(changed, "capital", of=text) if isinstance(text, Text) else changed


def sentence(text: str) -> str:
    """The text with a capital letter at its beginning and one full stop at its end."""
    if isinstance(text, Text) and text.code == "sentence":
        return text
    changed = f"{text[:1].upper()}{text[1:]}".rstrip(".") + "."
    return Text(changed, "sentence", of=text) if isinstance(text, Text) else changed
