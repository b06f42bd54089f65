"""The source of a machine's cards: the table deals them, or people put real cards into numbered places.

Each real card that is dealt to a machine is read once and put face down into a place; only the table can
identify it. The journal gets a seal for it: the SHA-256 of a secret, the seal's number, the seat, the place
and the card. The secret and the cards stay in a private file of the state directory until the game is over;
then they enter the journal too, so that the seals can be checked.

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
from typing import Protocol

from engine.cards import Card
from engine.dealing import Setup, setup_for
from engine.geometry import Seat, seat_letter
from engine.table import Table
from engine.views import SeatView
from jokerboard.host.errors import JokerboardError
from jokerboard.host.files import read_json, write_json
from jokerboard.journal.games.game_log import GameLog, Played
from jokerboard.journal.records import Json
from jokerboard.players.dealer import Dealer
from jokerboard.players.seat_views import dealer_of, open_state, playable_view, view_of_open_state
from jokerboard.words.catalogue import words


class CardSource(Protocol):
    """The source of the machines' cards at one table."""

    def view(self, seat: Seat) -> SeatView:
        """The game as the player at `seat` sees it, whose turn it is."""
        ...

    def missing(self, seat: Seat) -> int | None:
        """The number, from 1, of the place that lacks a card in the seat's hand; None if none does."""
        ...

    @property
    def dealt(self) -> bool:
        """Whether the table lays the cards; otherwise people turn them over."""
        ...

    def lay(self, seat: Seat, card: Card) -> None:
        """If the table deals, lay a card of the seat in turn; raise JokerboardError if it is refused."""

    def opened(self) -> Json | None:
        """The proof, after the game, that the machines' cards came by chance; None if no card was hidden."""
        ...


class DealtCards:
    """Cards that the table deals."""

    dealt = True

    def __init__(self, dealer: Dealer) -> None:
        self._dealer = dealer
        self.lay = dealer.lay

    def view(self, seat: Seat) -> SeatView:
        """The game as the player at `seat` sees it, whose turn it is."""
        return playable_view(self._dealer.setup, self._dealer.state, seat)

    def missing(self, seat: Seat) -> int | None:  # noqa: ARG002
        """None, because the dealer fills every hand."""
        return None

    def opened(self) -> Json | None:
        """The secret from which the whole deal can be computed again."""
        return {"secret": self._dealer.secret}


class SentCards(DealtCards):
    """Cards that the table of another house deals; this table knows only the number of cards elsewhere."""

    def view(self, seat: Seat) -> SeatView:
        """The game as the player at `seat` sees it, whose turn it is."""
        return view_of_open_state(self._dealer.setup, self._dealer.state, seat)

    def opened(self) -> Json | None:
        """The secret of the deal once the other table has revealed it; None before."""
        return {"secret": self._dealer.secret} if self._dealer.secret else None


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


class RealCards:
    """Real cards, each read once when it is dealt; `hands` remembers which card is in which place."""

    dealt = False

    def __init__(self, table: Table, log: GameLog, first: Seat, hands: PlacedHands) -> None:
        self._table, self._log, self.hands = table, log, hands
        self._setup: Setup = setup_for(table, "", dealer_of(table, first))
        self._short: dict[Seat, int] = {}
        self.shuffled_at = 0
        """The number of the last play before the last shuffle."""

    def view(self, seat: Seat) -> SeatView:
        """The game as the player at `seat` sees it, whose turn it is."""
        state = open_state(self._setup, self._log, seat, self.hands.hand(seat), self.shuffled_at)
        return view_of_open_state(self._setup, state, seat)

    def missing(self, seat: Seat) -> int | None:
        """The seat's first place to which a card must be dealt now, from 1; None if none need be dealt."""
        if self.hands.has_open(seat):
            return None
        rules = self._table.rules
        size = rules.hand_size + (rules.draw_first and self._log.turn == seat)
        place = self.hands.free_place(seat, size)
        full = len(self.hands.hand(seat)) >= size
        return None if full or place is None or self._short.get(seat) == self._log.n else place

    def lay(self, seat: Seat, card: Card) -> None:
        """Do nothing: people turn over the card."""

    def opened(self) -> Json | None:
        """The key to the seals of the dealt cards; None if no card was sealed."""
        return self.hands.opened()

    def nothing_left(self, seat: Seat) -> None:
        """Note that the draw pile is empty: the seat's hand stays incomplete until the next play."""
        self._short[seat] = self._log.n

    def seen_before(self, card: Card) -> bool:
        """Whether all copies of the card are in hands or were played, so that none can be dealt."""
        copies = self._copies(card)
        played = sum(1 for each in self._log.in_force if each.n > self.shuffled_at and each.card == str(card))
        return self.hands.count(card) + played >= copies

    def _copies(self, card: Card) -> int:
        if card.copy is not None:
            return 1
        cards = self._setup.cards
        packs = cards.packs * (len(self._table.seats) if cards.own else 1)
        return packs * (cards.jokers if card.suit is None else 1)
