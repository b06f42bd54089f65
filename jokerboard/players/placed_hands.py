"""Hands of real cards that lie face down in numbered places; only the table can identify them.

Each card that is dealt to a machine is read once and put into a place. The journal gets a seal for it: the
SHA-256 of a secret, the seal's number, the seat, the place and the card. The secret and the cards stay in a
private file of the state directory until the game is over; then they enter the journal too, so that the seals
can be checked.

The plays that were not taken back determine which cards have left the hands. If a play is taken back, its
card stays open on the table, and the seat must play it next.
"""

from __future__ import annotations

import hashlib
import secrets
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path

from engine.cards import Card
from engine.geometry import Seat, seat_letter
from jokerboard.host.errors import JokerboardError
from jokerboard.host.files import read_json, write_json
from jokerboard.journal.games.game_log import Played
from jokerboard.words.catalogue import words

FILE = "machine-cards.json"


def seal(secret: str, number: int, at: str, place: int, card: str) -> str:
    """The seal of a dealt card; `number` counts the seals of a game from 1."""
    return hashlib.sha256(f"{secret}:{number}:{at}:{place}:{card}".encode()).hexdigest()


@dataclass(slots=True)
class _Kept:
    """The contents of the private file; cards as text, seats as letters, play numbers as text."""

    game: str
    secret: str
    places: dict[str, list[str | None]] = field(default_factory=dict)
    sealed: list[list[str | int]] = field(default_factory=list)
    """The seat, place and card of each seal, in order."""
    laid: dict[str, list[str | int]] = field(default_factory=dict)
    """For each play number, the seat whose hand lost a card by that play, and the card."""
    open: dict[str, str] = field(default_factory=dict)
    """For each seat, the card that it must play next, because its play of that card was taken back."""


class PlacedHands:
    """The hands of the machines in one game."""

    def __init__(self, path: Path, game: str) -> None:
        """Read the private file in the folder `path`, or start a new one if it is missing or of another game.

        `game`: the id of the game.
        """
        self._path = path / FILE
        self._kept = self._load(game) or _Kept(game, secrets.token_hex(16))

    def _load(self, game: str) -> _Kept | None:
        try:
            kept = _Kept(**read_json(self._path))
        except (OSError, ValueError, TypeError):
            return None
        return kept if kept.game == game else None

    def keep(self) -> None:
        """Write the private file; raise JokerboardError if the disk refuses."""
        try:
            write_json(self._path, asdict(self._kept), private=True)
        except OSError as error:
            raise JokerboardError(words("machine.not-kept", path=self._path, why=error.strerror)) from error

    def hand(self, seat: Seat) -> tuple[Card, ...]:
        """The cards that the seat may play: its open card alone, or else the cards in its places."""
        letter = seat_letter(seat)
        if letter in self._kept.open:
            return (Card.parse(self._kept.open[letter]),)
        return tuple(Card.parse(text) for text in self._kept.places.get(letter, ()) if text is not None)

    def has_open(self, seat: Seat) -> bool:
        """Whether the seat has an open card: its play was taken back, and it must play that card next."""
        return seat_letter(seat) in self._kept.open

    def free_place(self, seat: Seat, size: int) -> int | None:
        """The first of the seat's `size` places without a card, from 1; None if all are filled."""
        held = self._kept.places.get(seat_letter(seat), [])
        free = (place for place in range(1, size + 1) if place > len(held) or held[place - 1] is None)
        return next(free, None)

    def place_of(self, seat: Seat, card: Card) -> int | None:
        """The place of the card in the seat's hand, from 1; None if it is not there."""
        held = self._kept.places.get(seat_letter(seat), [])
        return held.index(str(card)) + 1 if str(card) in held else None

    def where(self, card: Card) -> tuple[str, int] | None:
        """The seat's letter and the place of that card in any hand; None if no hand has it."""
        for letter, held in self._kept.places.items():
            if str(card) in held:
                return letter, held.index(str(card)) + 1
        return None

    def count(self, card: Card) -> int:
        """The number of cards equal to this one that are in hands or open."""
        held = Counter(text for places in self._kept.places.values() for text in places)
        return held[str(card)] + list(self._kept.open.values()).count(str(card))

    def deal(self, seat: Seat, place: int, card: Card) -> str:
        """Put a card into a place; return its seal."""
        kept, letter = self._kept, seat_letter(seat)
        held = kept.places.setdefault(letter, [])
        held += [None] * (place - len(held))
        held[place - 1] = str(card)
        kept.sealed.append([letter, place, str(card)])
        self.keep()
        return seal(kept.secret, len(kept.sealed), letter, place, str(card))

    def follow(self, plays: Iterable[Played], seats: Iterable[Seat]) -> None:
        """Take the cards of `plays` from the hands of `seats`.

        `plays`: all plays of the game that were not taken back, in order.
        """
        kept, machines = self._kept, set(seats)
        in_force = {str(played.n): played for played in plays if played.seat in machines}
        before = asdict(kept)
        for n in [n for n in kept.laid if n not in in_force]:
            letter, card = kept.laid.pop(n)
            kept.open[str(letter)] = str(card)
        for n, played in in_force.items():
            if n not in kept.laid:
                self._lay(n, seat_letter(played.seat), played.card)
        if asdict(kept) != before:
            self.keep()

    def _lay(self, n: str, letter: str, card: str) -> None:
        held = self._kept.places.get(letter, [])
        if self._kept.open.get(letter) == card:
            del self._kept.open[letter]
        elif card in held:
            held[held.index(card)] = None
        else:
            return
        self._kept.laid[n] = [letter, card]

    def give_up(self, seat: Seat) -> None:
        """Forget the cards of a seat at which people play from now on."""
        self._kept.places.pop(seat_letter(seat), None)
        self._kept.open.pop(seat_letter(seat), None)
        self.keep()

    def opened(self) -> dict[str, object] | None:
        """The key to the seals: the secret, and each seal's seat, place and card; None without a seal."""
        kept = self._kept
        return {"secret": kept.secret, "cards": kept.sealed} if kept.sealed else None
