"""The cards on the readers and in known hands, as facts only; `laying` infers the meanings of a read card."""

from __future__ import annotations

from collections import Counter

from engine.cards import Card
from engine.geometry import Seat
from engine.must_play import must_play
from engine.referee.events import CardRead
from engine.referee.model.displaced import idle
from engine.referee.model.hypothesis import Hypothesis
from engine.referee.model.turn import Turn
from engine.referee.settings import CardsMode

CHATTER = 2
"""The number of repeated reads of one card after which its reader counts as one that repeats."""
COVERED = 0.1
"""Seconds: a card that vanishes at most this long before another is read lies under the other card."""
LOST = 3.2
"""Seconds: a card that is read again within this time was on its reader all along."""


class KnownHands:
    """The cards of each seat that were read when they were dealt."""

    __slots__ = ("_drawn", "_held")

    def __init__(self) -> None:
        self._held: dict[Seat, Counter[Card]] = {}
        self._drawn: Counter[Card] = Counter()
        """Cards that the seat to play drew after it laid its card; they may not be played in this turn."""

    def dealt(self, card: Card, seat: Seat, *, after_its_card: bool) -> None:
        """Add a card to a hand; `after_its_card`: the seat is in turn and has already laid a card."""
        self._held.setdefault(seat, Counter())[card] += 1
        if after_its_card:
            self._drawn[card] += 1

    def played(self, card: Card, seat: Seat) -> None:
        """Remove a played card from a hand, if the hand is known and holds it."""
        hand = self._held.get(seat)
        if hand is not None and hand[card]:
            hand[card] -= 1

    def given_back(self, card: Card, seat: Seat) -> None:
        """Put the card of an undone play back into its hand, if the hand is known."""
        if seat in self._held:
            self._held[seat][card] += 1

    def turn_over(self) -> None:
        """Let the cards that were drawn after the laid one be played from now on."""
        self._drawn.clear()

    def playable(self, seat: Seat, laid: Card | None) -> tuple[Card, ...]:
        """The known cards of the seat to play, without the laid one and those drawn after it."""
        hand = self._held.get(seat, Counter()) - self._drawn
        if laid is not None and hand[laid]:
            hand[laid] -= 1
        return tuple(hand.elements())


class Readers:
    """One reader at each seat, or one for the table; the copies seen since the last shuffle; known hands."""

    def __init__(self, mode: CardsMode) -> None:
        self.mode = mode
        self.hands = KnownHands()
        self.played: set[Card] = set()
        """Numbered copies played since the last shuffle."""
        self.excused: set[Card] = set()
        """The cards in `played` whose second read was reported as illegal; it is not reported again."""
        self.last: dict[Seat | None, Card] = {}
        """The card played last from each reader."""
        self.shown: dict[Seat | None, Card | str] = {}
        """The card or tag that lies on each reader."""
        self._laid_at: dict[Card | str, Seat | None] = {}
        """For each card, the reader at which it was laid last."""
        self._gone: dict[Seat | None, tuple[Card | str, float]] = {}
        self._reports_removal: set[Seat | None] = set()
        self._repeats: Counter[Seat | None] = Counter()
        """For each reader, how often in a row it has read the same card again."""
        self.free: set[Seat | None] = set()
        """Readers whose laid card may be exchanged: it was taken off, or was there when a person decided."""
        self._latest: Seat | None = None
        """The seat's reader from which the latest card was played."""
        self._shuffled: Seat | None = None
        """The reader used last before the last shuffle; its card may still lie there or be drawn again."""
        self._shuffled_in: dict[Seat | None, Card] = {}
        """Numbered copies whose plays were not announced yet when the last shuffle was reported."""

    def at(self, seat: Seat | None) -> Seat | None:
        """The reader that the seat uses; None is the table's shared reader."""
        return seat if self.mode == "seat" else None

    def taken_off(self, at: Seat | None, t: float) -> None:
        """Record that the reader's card was taken off at `t`."""
        lay = self.shown.pop(at, None)
        if lay is not None:
            self._gone[at] = lay, t
        self._reports_removal.add(at)
        self.free.add(at)

    def repeats(self, card: Card, at: Seat | None, t: float) -> bool:
        """Whether the card is already on the reader, or was there less than `LOST` seconds ago."""
        lay, gone = self._gone.get(at, (self.shown.get(at), t))
        return lay == card and t - gone < LOST

    def covers(self, at: Seat | None, t: float) -> bool:
        """Whether the reader's card vanished just before `t`, because another card covers it."""
        return at in self._gone and t - self._gone[at][1] < COVERED

    def chatters(self, at: Seat | None) -> bool:
        """Whether the reader reads the card on it again and again."""
        return self._repeats[at] >= CHATTER

    def show(self, event: CardRead, at: Seat | None) -> bool:
        """Record a read card; return whether it was already on the reader."""
        card = event.card if event.card is not None else event.unknown or ""
        repeat = self.shown.get(at) == card
        self._repeats[at] = self._repeats[at] + 1 if repeat else 0
        self.shown[at] = card
        if not repeat:
            self.free.discard(at)
            self._laid_at[card] = at
        self._gone.pop(at, None)
        return repeat

    def laid_elsewhere(self, card: Card | None, seat: Seat) -> bool:
        """Whether the card of that seat's turn was laid at another seat's reader."""
        return self.mode == "seat" and card is not None and self._laid_at.get(card, seat) != seat

    def old(self, card: Card, at: Seat | None, t: float, *, turn: bool) -> bool:
        """Whether the read card may be the one played last from reader `at`, still lying there.

        `turn`: the reader's seat is in turn.
        """
        if self.last.get(at) != card:
            return False
        if turn and at is not None and at == self._shuffled and not self.chatters(at):
            return False
        if not turn or at not in self._reports_removal or card in self.played:
            return True
        return at not in self._gone or t - self._gone[at][1] < LOST

    def seen_twice(self, card: Card) -> bool:
        """Whether that numbered copy was played before; after the first True, False for this copy."""
        if card.copy is None or card not in self.played or card in self.excused:
            return False
        self.excused.add(card)
        return True

    def use(self, seat: Seat, card: Card | None) -> None:
        """Record that the seat's card was played or discarded."""
        if card is None:
            return
        at = self._latest = self.at(seat)
        self.last[at] = card
        # A card played before a shuffle is shuffled in, also if its play is announced after the shuffle.
        shuffled_in = self._shuffled_in.pop(at, None) == card
        if shuffled_in:
            self._shuffled = at
        elif self._shuffled == at:
            self._shuffled = None
        self.hands.played(card, seat)
        self.hands.turn_over()
        if card.copy is not None and not shuffled_in:
            self.played.add(card)

    def give_back(self, seat: Seat, card: Card | None) -> None:
        """Record that the play of that card was taken back."""
        if card is None:
            return
        self.hands.given_back(card, seat)
        self.not_played(seat, card)

    def not_played(self, seat: Seat, card: Card) -> None:
        """Record that the seat still has that card, whatever was read."""
        self.played.discard(card)
        if self.last.get(self.at(seat)) == card:
            del self.last[self.at(seat)]

    def forget(self, seat: Seat) -> None:
        """Forget the seat's last card: the seat plays again, and any card may follow, even the same one."""
        card = self.last.pop(self.at(seat), None)
        if card is not None:
            self.played.discard(card)

    def gone_idle(self, best: Hypothesis) -> bool:
        """Whether the turn's card was taken off its reader before any marble was moved."""
        at = self.at(best.turn.seat)
        return at in self.free and self.shown.get(at) is None and idle(best)

    def reshuffled(self) -> None:
        """Record a shuffle: every copy may be read again, even at a reader whose card was not taken off."""
        laid = {at: card for at, (card, _) in self._gone.items()} | self.shown
        self._shuffled_in = {
            at: card for at, card in laid.items()
            if isinstance(card, Card) and card.copy is not None and card not in self.played
        }  # fmt: skip
        self.played.clear()
        self.excused.clear()
        self._shuffled = self._latest
        for at in tuple(self.last):
            # A card that is read again more likely still lies there, unless its reader was used earlier.
            if at not in self.shown or not (at == self._latest or self.chatters(at)):
                del self.last[at]
                self.shown.pop(at, None)

    def new_game(self) -> None:
        """Forget all hands and all copies seen."""
        self.reshuffled()
        self.hands = KnownHands()

    def may_discard(self, turn: Turn) -> bool:
        """Whether the laid card, which has no play, may be discarded: no known card obliges the seat."""
        if turn.demand is not None and turn.demand.play.card != turn.card:
            return False  # A machine's demanded card must be laid first.
        hand = self.hands.playable(turn.seat, turn.card)
        ranks = tuple([card.rank for card in hand])
        return not must_play(turn.ground.table, turn.position, ranks)
