"""English sentences that keep their code and values, so that a catalogue can word them in other languages.

`Text` is a string, so code that only prints or stores it needs no change. A value of a text is a string, a
number, another text, or a tuple of values. In JSON an object with texts gets a field `say`: an object with
`{"code": ..., "values": {...}}` under the key of each text.

The functions at the end of the module word cards, seats and small numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, Self

from engine.cards import Card, Rank
from engine.geometry import Seat, seat_letter

CODES_FIELD: Final = "say"
"""The name of the JSON field that holds the codes and values of the texts in its object."""


class Text(str):
    """A sentence in English with the `code` of its message and the `values` in it."""

    __slots__ = ("code", "values")

    code: str
    values: Mapping[str, Any]

    def __new__(cls, text: str, code: str, /, **values: Any) -> Self:
        """The sentence with its code and values."""
        self = super().__new__(cls, text)
        self.code, self.values = code, values
        return self

    def __str__(self) -> str:
        return self  # Without this, an exception's message would lose its code.

    def __getnewargs_ex__(self) -> tuple[tuple[str, str], Mapping[str, Any]]:
        return (str.__str__(self), self.code), self.values


def listed(parts: Iterable[str], last: str) -> Text:
    """The parts as a list: nothing, `A`, `A and B`, `A, B and C`; `last` is "and" or "or"."""
    whole = tuple(parts)
    *before, end = whole or ("",)
    text = f"{', '.join(before)} {last} {end}" if before else end
    return Text(text, f"list-{last}", parts=whole)


def coded(value: Any) -> Any:
    """A copy of a JSON value in which each object with texts has a field `say` with their codes."""
    if isinstance(value, Mapping):
        out = {key: coded(each) for key, each in value.items()}
        messages = {key: code for key, each in value.items() if (code := _code_of(each)) is not None}
        return out | {CODES_FIELD: messages} if messages else out
    if isinstance(value, list | tuple):
        return [coded(each) for each in value]
    return str.__str__(value) if isinstance(value, Text) else value


def _code_of(value: Any) -> Any:
    """The code and values of a text, or of each text in a list of texts; None for anything else."""
    if isinstance(value, Text):
        return {"code": value.code, "values": {name: _plain(each) for name, each in value.values.items()}}
    if isinstance(value, list | tuple) and any(isinstance(each, Text) for each in value):
        return [_code_of(each) for each in value]
    return None


def _plain(value: Any) -> Any:
    """One value of a text as JSON.

    A text within a text has its English beside it, for readers that do not know its code.
    """
    if isinstance(value, Text):
        return _code_of(value) | {"text": str.__str__(value)}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return value if isinstance(value, bool | int | float) else str(value)


def decoded(text: str, message: Any) -> str:
    """The text with the code and values that `coded` wrote beside it; the plain text without any."""
    if not isinstance(message, Mapping) or not isinstance(message.get("code"), str):
        return text
    values = message.get("values")
    if not isinstance(values, Mapping):
        return text
    return Text(text, message["code"], **{str(name): _read(each) for name, each in values.items()})


def _read(value: Any) -> Any:
    """The value of a text that `_plain` has written as JSON."""
    if isinstance(value, Mapping):
        return decoded(str(value.get("text", "")), value)
    return tuple(_read(each) for each in value) if isinstance(value, list) else value


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
