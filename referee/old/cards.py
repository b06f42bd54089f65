"""The cards on the table's readers: which is laid, which waits, which was seen before, who holds what.

One desk serves all three ways to read cards: a reader at each seat, one for the table, none. It knows
nothing of marbles; the referee tells it whose turn it is and when a card has been played.
"""

from __future__ import annotations

from engine.cards import Card
from engine.geometry import Seat
from engine.position import Position
from referee.cards.known_hands import KnownHands
from referee.events import CardRead
from referee.old.readings import Laid, Reading
from referee.settings import CardsMode

LOST = 2.0
"""A played card that is gone for less than so many seconds was only lost by its reader."""
LAID_ANEW = 0.3
"""A card without a number is another one if its reader, the table's or that of the seat to play, was empty
for so many seconds."""
BLINKED = 0.15
"""The same once somebody has set the position right: who takes his card up again then means to play it."""


class CardDesk:
    """What lies on the readers, and what has lain there."""

    __slots__ = (
        "_accused",
        "_again",
        "_anew",
        "_corrected",
        "_gone",
        "_hands",
        "_last",
        "_loose",
        "_off",
        "_played",
        "_reader",
        "_tells",
        "_waiting",
        "laid",
        "mode",
    )

    def __init__(self, mode: CardsMode) -> None:
        self.mode = mode
        self.laid: Laid | None = None
        self._reader: dict[Seat | None, Card | str] = {}
        self._waiting: dict[Seat | None, list[Card]] = {}
        """Laid before their turn: one at each seat's reader, on the table's any number, in their order."""
        self._gone: dict[Seat | None, float] = {}
        self._loose: dict[Seat | None, Card] = {}
        """On which reader a card lies whose play was taken back: it may yet be played, or another laid."""
        self._again: Laid | None = None
        """The card played last, read on the table's reader once more: it lies there still, or is another."""
        self._anew = False
        """Whether a referee took plays back, and nothing was played since: another card may be laid."""
        self._corrected = False
        """Whether somebody set the position right, and nothing was played since."""
        self._off: set[Seat | None] = set()
        """Readers whose last card was taken off, and nothing laid since."""
        self._tells: set[Seat | None] = set()
        """Readers that tell when a card is taken off."""
        self._last: dict[Seat | None, Card] = {}
        self._played: set[Card] = set()
        self._accused: set[Card] = set()
        self._hands = KnownHands()

    def read(self, event: CardRead, turn: Seat, after: Seat, *, idle: bool, lenient: bool) -> Reading:
        """What this read means when `turn` is to play, `after` follows, and nothing was moved if `idle`.

        At a `lenient` table a card may be exchanged for another while nothing was moved.
        """
        if self.mode == "none":
            return Reading.NOTHING
        at = None if self.mode == "table" else event.at
        if event.unknown is not None:
            repeat = self._reader.get(at) == event.unknown
            self._reader[at] = event.unknown
            return Reading.NOTHING if repeat else Reading.UNKNOWN
        if event.card is None:
            return self._taken_off(at, turn, idle, event.t)
        repeat = self._reader.get(at) == event.card
        self._reader[at] = event.card
        taken_off = at in self._off
        self._off.discard(at)
        if repeat and not self._a_round_later(event.card, at, turn):
            if at is None and self.laid is None and event.card.copy is None and self._again is None:
                self._again = Laid(event.card, event.t, at)
            return Reading.NOTHING
        anew = BLINKED if self._corrected else LAID_ANEW
        lost = anew if at in (None, turn) and event.card.copy is None else LOST
        if event.card == self._last.get(at) and event.t - self._gone.get(at, float("-inf")) < lost:
            return Reading.NOTHING  # it was lost for a moment, and lies there still
        if at is None or at == turn:
            other = self.laid is not None and (self.laid.gone or self.laid.kept)
            return self._mine(event.card, event.t, at, change=idle and (lenient or other))
        if event.card == self._last.get(at) and not taken_off:
            return Reading.NOTHING  # it had only been covered
        self._wait(at, event.card)
        return Reading.NEXT if at == after and self.laid is not None else Reading.TOO_SOON

    def perhaps_again(self) -> Card | None:
        """The card without a number that the table's reader has shown once more since it was played."""
        return None if self._again is None or self.laid is not None else self._again.card

    def lay_its_like(self) -> None:
        """That was another one, and is the card of this turn."""
        self.laid, self._again = self._again, None

    def lies(self, event: CardRead) -> None:
        """A card laid or taken off after the end: it waits there if the end is taken back."""
        at = None if self.mode == "table" else event.at
        if self.mode == "none" or event.card == self._reader.get(at):
            return
        self._waits_no_more(at)
        if event.card is None:
            self._reader.pop(at, None)
            self._loose.pop(at, None)
            self._gone[at] = event.t
            return
        self._reader[at] = event.card
        lost = event.t - self._gone.get(at, float("-inf")) < LOST
        if event.card != self._last.get(at) or not lost:  # else it was played, and lies there still
            self._wait(at, event.card)

    def nobody_waits(self) -> None:
        """What was laid after the end counts no more: somebody decided how the game goes on."""
        self._waiting.clear()

    def forget_gone(self) -> None:
        """Cards that lie on no reader any more count no more: somebody decided how the game goes on."""
        if self.laid is not None and self.laid.gone:
            self.laid = None
        self._corrected = True
        for at, cards in self._waiting.items():
            if at not in self._reader:
                cards.clear()

    def _a_round_later(self, card: Card, at: Seat | None, turn: Seat) -> bool:
        """Whether a seat, to play again, lays what looks like the card it played last.

        Without a copy number two cards of several decks read the same, but a reader that tells of those taken
        off would have told; with one, after a shuffle.
        """
        again = at not in self._tells if card.copy is None else card not in self._played
        return at == turn and self.laid is None and again and self._last.get(at) == card

    def _mine(self, card: Card, t: float, at: Seat | None, *, change: bool = False) -> Reading:
        free = self.laid is not None and self.laid.free
        change = self._anew or free or (change and at is not None)
        if self.laid is None or (change and self.laid.card != card):
            if card.copy is not None and card in self._played - self._accused:
                self._accused.add(card)  # said once: laid again in that turn all the same, it counts
                return Reading.TWICE
            self.laid, self._again = Laid(card, t, at, kept=self._loose.pop(at, None) == card), None
            return Reading.LAID
        if self.laid.card == card:
            self.laid.kept = self.laid.kept and t - self._gone.get(at, t) < LOST
            self.laid.gone = self.laid.free = False
            return Reading.NOTHING
        if at is None:
            self._wait(at, card)
            return Reading.NEXT
        return Reading.SECOND

    def _wait(self, at: Seat | None, card: Card) -> None:
        if at is None:
            self._waiting.setdefault(at, []).append(card)
        else:
            self._waiting[at] = [card]

    def _waits_no_more(self, at: Seat | None) -> None:
        """The newest card that waits there is taken off."""
        cards = self._waiting.get(at, [])
        del cards[-1:]

    def _taken_off(self, at: Seat | None, turn: Seat, idle: bool, t: float) -> Reading:
        self._again = None
        if self._reader.pop(at, None) is not None:
            self._gone[at] = t
            self._off.add(at)
            self._tells.add(at)
        self._loose.pop(at, None)
        self._waits_no_more(at)
        if self.laid is None or self.laid.at != at or at not in (None, turn):
            return Reading.NOTHING
        self.laid.gone = True
        self.laid.free = idle
        return Reading.WITHDRAWN if idle else Reading.NOTHING

    def played_on(self) -> None:
        """The board shows a play of the laid card, be it taken off before: what comes now is the next one."""
        if self.laid is not None:
            self.laid.free = False

    def free_if_gone(self) -> None:
        """Everything was put back, and the card is no longer there: another one may be laid after all."""
        if self.laid is not None and self.laid.gone:
            self.laid.free = True

    def recall(self, seat: Seat, card: Card) -> None:
        """From before a restart: this card was played, and may still lie there."""
        self._anew = False
        at = seat if self.mode == "seat" else None
        self._loose.pop(at, None)
        self._last[at] = self._reader[at] = card
        self._use(seat, card)

    def recall_back(self, seat: Seat, card: Card) -> None:
        """From before a restart: that play was taken back; read again, its card is laid."""
        self.unplayed(seat, card)
        for known in (self._last, self._reader):
            for at in (seat, None):
                if known.get(at) == card:
                    del known[at]
        self._loose[seat if self.mode == "seat" else None] = card

    def begin_anew(self) -> None:
        """A referee took plays back: whoever is to play again may choose another card, and those after him.

        Of the pile on a table's reader nobody knows whose card it shows then.
        """
        self._anew = True
        self._waiting.pop(None, None)

    def keep(self, card: Card | None) -> None:
        """The discard of this card was taken back: while it lies there it is not discarded of itself."""
        if self.laid is not None and self.laid.card == card:
            self.laid.kept = True

    def waiting(self, after: Seat) -> Card | None:
        """The next seat's card, if it is on a reader already; not one that only lies there still."""
        cards = [(at, waiting[0]) for at in (after, None) if (waiting := self._waiting.get(at))]
        return next((card for at, card in cards if self._loose.get(at) != card), None)

    def all_wait(self, position: Position, until: Seat) -> bool:
        """Whether each seat after the one to play, up to that one, has laid a card."""
        seat, seats = position.next_seat(), position.seats
        while seat != until and self._waiting.get(seat):
            seat = seats[(seats.index(seat) + 1) % len(seats)]
        return seat == until

    def finish(self, seat: Seat) -> None:
        """The laid card was played or discarded by `seat`."""
        if self.laid is not None:
            self._last[self.laid.at] = self.laid.card
            self._loose.pop(self.laid.at, None)
            self._use(seat, self.laid.card)
        self.laid, self._again, self._anew, self._corrected = None, None, False, False
        self._accused.clear()
        self._hands.turn_over()

    def _use(self, seat: Seat, card: Card) -> None:
        """It is in that hand no more, and its copy is not to be seen again."""
        if card.copy is not None:
            self._played.add(card)
        self._hands.played(card, seat)

    def unplayed(self, seat: Seat, card: Card) -> None:
        """A play of that card was taken back: it is in the hand again."""
        self._played.discard(card)
        self._hands.given_back(card, seat)

    def withdraw(self, seat: Seat, *, waits: bool) -> None:
        """The laid card of `seat` counts no more: by a decision its turn has passed, or is still to come.

        Then the card on its reader `waits`; of the pile on the table's nobody knows whose card it shows.
        """
        if self.laid is not None and waits and self.laid.at is not None and not self.laid.gone:
            self._wait(self.laid.at, self.laid.card)
        elif self.laid is not None:
            self._last[self.laid.at] = self.laid.card
            self._loose.pop(self.laid.at, None)
            self._use(seat, self.laid.card)
        self.laid = None
        self._hands.turn_over()

    def take_waiting(self, turn: Seat, t: float) -> Reading:
        """The turn's card, if it was laid before its turn came."""
        for at in (turn, None):
            cards = self._waiting.get(at)
            if cards:
                return self._mine(cards.pop(0), t, at)
        return Reading.NOTHING

    def lay_again(self, card: Card | None, seat: Seat, t: float) -> None:
        """The card that was given back was played after all, whether or not it lies there still."""
        self.laid = None if card is None else Laid(card, t, seat if self.mode == "seat" else None)

    def give_back(self, seat: Seat, card: Card | None, t: float) -> None:
        """A play was taken back: its card is laid again if it still lies there; a newer one waits."""
        if self.laid is not None:
            self._waiting.setdefault(self.laid.at, []).insert(0, self.laid.card)
            self.laid = None
        if card is None:
            return
        self.unplayed(seat, card)
        for at in (seat, None):
            if self._last.get(at) == card:
                del self._last[at]
            if self._reader.get(at) == card:
                self.laid = Laid(card, t, at)
                self._loose[at] = card

    def lies_there(self, seat: Seat, card: Card | None) -> bool:
        """Whether the card that `seat` played still lies where it was laid; always so where none is read."""
        return self.mode == "none" or self._reader.get(seat if self.mode == "seat" else None) == card

    def put_away(self, seat: Seat, card: Card | None) -> float | None:
        """When the card that `seat` played was taken off, and nothing laid there since; None: it was not."""
        at = seat if self.mode == "seat" else None
        gone = at in self._off and card is not None and self._last.get(at) == card
        return self._gone.get(at) if gone else None

    def dealt(self, card: Card, seat: Seat, turn: Seat) -> None:
        """A card dealt to or drawn by a seat, `turn` being to play: from now on its hand is known."""
        self._hands.dealt(card, seat, after_its_card=self.laid is not None and seat == turn)

    def hand(self, seat: Seat) -> tuple[Card, ...]:
        """The known cards of the seat to play, but for the laid one and what it drew after that."""
        return self._hands.playable(seat, None if self.laid is None else self.laid.card)

    def reshuffled(self) -> None:
        """Every copy may be seen again."""
        self._played.clear()
        self._accused.clear()
        for at in [at for at in self._last if at not in self._reader]:
            del self._last[at]  # the same card there is another play of it
