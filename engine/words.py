"""Cards and small numbers as people say them."""

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
    """`a 5`, `an Ace`, `a Joker`."""
    return _CARDS.get(rank, f"a {rank}")


def number(count: int) -> str:
    """Up to thirteen in letters."""
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def counted(count: int, what: str) -> str:
    """`1 team`, `2 teams`."""
    return f"{count} {what}" if abs(count) == 1 else f"{count} {what}s"


def capital(text: str) -> str:
    """With its first letter capital, the rest as it is."""
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """With a capital letter at its beginning and one full stop at its end."""
    return f"{capital(text).rstrip('.')}."
