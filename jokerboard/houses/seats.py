"""Which house has which seats, checked before a game begins; every complaint is one sentence."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from engine.deck import cards_for
from engine.errors import EngineError
from engine.rules.rule_sets import RULES
from engine.table import Table
from jokerboard.host.errors import UsageError
from jokerboard.houses.keeper import HOST
from jokerboard.words.catalogue import listed, words


def houses_of(
    guests: Mapping[str, str], seats: Collection[str], machines: Collection[str] = ()
) -> dict[str, str]:
    """The letters of each house's seats, with the host's house also as `own`, for a game's header.

    `guests`: the seats given to each guest; `seats`: those of the game; the host keeps the others. Raise
    UsageError if the seats cannot be divided like this.
    """
    given: dict[str, str] = {}
    for house, letters in guests.items():
        if not letters:
            raise UsageError(words("seats.none"))
        for letter in letters:
            if letter not in seats:
                raise UsageError(words("seats.not-there", letter=letter, seats=seats))
            if letter in given:
                raise UsageError(words("seats.twice", letter=letter))
            if letter in machines:
                raise UsageError(words("seats.machine", letter=letter))
            given[letter] = house
    kept = "".join(letter for letter in seats if letter not in given)
    if not kept:
        raise UsageError(words("seats.all"))
    return {"own": HOST, HOST: kept, **guests}


def check_cards(table: Table, rules: str, cards: str, dealt: bool) -> None:
    """Raise UsageError unless this game's cards can be dealt to several houses."""
    if dealt:
        return
    if cards == "table":
        raise UsageError(words("cards.edges"))
    if not cards_for(table.rules, len(table.seats)).own:
        own = [name for name in RULES if _own(name)]
        raise UsageError(words("cards.shared-deck", rules=rules, own=listed(own, "and")))


def _own(name: str) -> bool:
    try:
        return RULES[name].draw_pile == "own"
    except (EngineError, KeyError):
        return False


def seats_from(text: str) -> str:
    """The letters in a list such as `B,D`; raise UsageError if the text is no such list."""
    letters = [part for part in text.upper().replace(",", " ").split() if part]
    letters = list("".join(letters))
    if not letters or not all("A" <= letter <= "H" for letter in letters):
        raise UsageError(f"seats are letters from A to H, as B,D, not {text[:40]!r}")
    if len(set(letters)) < len(letters):
        raise UsageError(f"a seat stands twice in {text[:40]!r}")
    return "".join(sorted(letters))
