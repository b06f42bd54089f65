"""Cards and small numbers in words."""

from __future__ import annotations

from engine.cards import Rank

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


def number(count: int) -> str:
    """The number: in letters up to thirteen, else in digits."""
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def counted(count: int, what: str) -> str:
    """The number with its noun: `1 team`, `2 teams`."""
    return f"{count} {what}" if abs(count) == 1 else f"{count} {what}s"


def capital(text: str) -> str:
    """The text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """The text with a capital letter at its beginning and one full stop at its end."""
    return f"{capital(text).rstrip('.')}."
