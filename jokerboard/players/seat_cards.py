"""The cards of machine seats at the readers: dealt, turned over, hidden, and revealed after the game.

A hand of real cards is dealt place by place: a card that the machine's reader reads meanwhile counts as
dealt, not as laid. To play, people turn over the place that the prompt names; other cards on its reader are
ignored.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.cards import Card
from engine.geometry import Seat, seat_letter, seat_of
from engine.referee.events import Reshuffled
from engine.referee.verdicts import Discard, Move
from engine.strategy.levels import Level
from hardware.ports import CardSeen
from jokerboard.host.errors import JokerboardError
from jokerboard.journal.games.game_lines import TABLE
from jokerboard.journal.records import Json
from jokerboard.players.card_sources import CardSource, RealCards
from jokerboard.players.game_ports import Assistant, PlayedGame
from jokerboard.players.thinking import Plan
from jokerboard.words.catalogue import words


class SeatCards(Assistant):
    """The cards of the machines in one game.

    `source`: where the cards come from, None if the table neither reads nor deals cards. `changed` is called
    when a card was dealt, `turned_over` when the card that a machine plays is face up.
    """

    def __init__(
        self,
        game: PlayedGame,
        levels: Mapping[Seat, Level],
        source: CardSource | None,
        *,
        changed: Callable[[], None],
        turned_over: Callable[[], None],
    ) -> None:
        self._game, self._levels = game, levels
        self._changed, self._turned_over = changed, turned_over
        self.source = source
        self._taken: dict[str, str] = {}
        """For each reader, the card on it that was hidden from the referee."""
        self._opened = game.past.opened

    @property
    def due(self) -> tuple[Seat, int] | None:
        """The seat of a machine that lacks a card, and the number of the place for it; None if none does."""
        if self.source is None or self._game.log.over is not None:
            return None
        for seat in self._game.table.seats:
            place = self.source.missing(seat) if seat in self._levels else None
            if place is not None:
                return seat, place
        return None

    def take_card(self, seen: CardSeen, card: Card | None, plan: Plan | None, *, asked: bool) -> bool:
        """Take a card that is meant for a machine; return whether it must be kept from the referee.

        `plan`: the play of the machine in turn; `asked`: whether the referee has got that play.
        """
        if seen.tag is None:
            return self._taken.pop(seen.reader, None) is not None
        due = self.due
        if due is not None and seen.reader in (seat_letter(due[0]), TABLE):
            self._deal(due, seen, card)
            return True
        if plan is not None and seen.reader in (seat_letter(plan.seat), TABLE):
            return not asked and not self._is_played(plan, seen, card)
        turn = self._game.log.turn
        if turn in self._levels and seat_letter(turn) == seen.reader:
            self._refuse(seen, card, words("machine.asks", who=self._name(turn)))
            return True
        return False

    def place_of(self, plan: Plan) -> int | None:
        """The place of the plan's card; None if the card is already face up."""
        assert isinstance(self.source, RealCards)
        return self.source.hands.place_of(plan.seat, plan.play.card)

    def hides(self, reader: str) -> bool:
        """Whether the card on that reader must not be shown."""
        return reader in self._taken

    def nothing_left(self) -> bool:
        """Remember that the pile is empty; return whether a card was being asked for."""
        due = self.due
        if due is None or not isinstance(self.source, RealCards):
            return False
        self.source.nothing_left(due[0])
        self._changed()
        return True

    def give_up(self, seat: Seat) -> None:
        """Forget the cards of a seat at which people play from now on."""
        if isinstance(self.source, RealCards):
            self.source.hands.give_up(seat)

    def reshuffled(self) -> None:
        """Remember that the discards became the draw pile."""
        if isinstance(self.source, RealCards):
            self.source.shuffled_at = self._game.log.n

    def recall_shuffles(self) -> None:
        """Restore the last shuffle from the records of a resumed game."""
        n = 0
        for each in self._game.past.history:
            if isinstance(each, Move | Discard):
                n = each.n
            elif isinstance(each, Reshuffled) and isinstance(self.source, RealCards):
                self.source.shuffled_at = n

    def follow(self) -> None:
        """Remove played cards from the hands of real cards; publish the hidden cards of a final game."""
        log = self._game.log
        if isinstance(self.source, RealCards):
            self.source.hands.follow(log.in_force, self._levels)
        if log.final and not self._opened and (opened := self.opened()) is not None:
            self._game.keep_line({"opened": opened})
        self._opened = log.final

    def opened(self) -> Json | None:
        """The proof that the hidden cards came by chance; None if no card was hidden."""
        return None if self.source is None else self.source.opened()

    def _deal(self, due: tuple[Seat, int], seen: CardSeen, card: Card | None) -> None:
        (seat, place), cards = due, self.source
        assert isinstance(cards, RealCards)
        if card is None:
            self._game.note(words("machine-card.unknown", tag=seen.tag, place=place))
            return
        where = cards.hands.where(card)
        if cards.seen_before(card):
            text = words("machine-card.played", place=place)
            if where is not None:
                who = self._name(seat_of(where[0]))
                text = words("machine-card.dealt", there=where[1], who=who, place=place)
            self._refuse(seen, card, text)
            return
        self._taken[seen.reader] = str(card)
        try:
            sealed = cards.hands.deal(seat, place, card)
        except JokerboardError as error:
            self._game.note(words("machine-card.not-taken", why=error))
            return
        self._game.keep_line({"sealed": sealed, "at": seat_letter(seat), "place": place})
        self._changed()

    def _is_played(self, plan: Plan, seen: CardSeen, card: Card | None) -> bool:
        """Whether `card` is the card of `plan`; if not, people are asked to turn the card face down."""
        if card == plan.play.card:
            self._turned_over()
            return True
        place = self.place_of(plan)
        code = "machine-card.not-the-one" if place is None else "machine-card.turn-over"
        self._refuse(seen, card, words(code, place=place))
        return False

    def _refuse(self, seen: CardSeen, card: Card | None, text: str) -> None:
        self._taken[seen.reader] = str(card)
        self._game.note(text)

    def _name(self, seat: Seat) -> str:
        return self._game.speaker.name(seat)
