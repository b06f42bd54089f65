"""The machine players of one game: they think, lay a card, and ask people to carry their marbles.

A machine's turn:

1. It waits until nothing is owed, asked or wrong, and then for `pause` seconds, as a person would.
2. It chooses a play from what its seat sees (`strategy.players.choose`).
3. Its card: the table lays it, or people turn over the place that the prompt names. Its readers' other cards
   are not taken.
4. The referee is told the play (`MachinePlay`) and takes no other one; lights and prompt show what to carry.

A hand of real cards is dealt place by place: a card that the machine's reader reads meanwhile is dealt, not
laid. A choice is a plan for one position: if the position changes, so does the plan.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from engine.cards import Card
from engine.geometry import Hole, Seat, seat_letter
from engine.play import Play
from engine.position import Position
from engine.table import Table
from hardware.clock import Clock, Handle
from hardware.ports import CardSeen
from host.errors import JokerboardError
from journal.games.game_log import GameLog
from journal.games.places import TABLE
from journal.games.resumed_game import ResumedGame
from journal.games.sentences import Speaker
from referee.events import Reshuffled
from referee.lights import Light
from referee.verdicts import Discard, Move
from service.machines.card_sources import CardSource, RealCards
from service.machines.carrying import carry_lights, carry_words
from service.machines.hints import HintLights
from service.machines.seat_views import with_card
from strategy.players import Level, choose, level_named

Json: TypeAlias = dict[str, Any]
Think: TypeAlias = Callable[[Callable[[], Play | None], Callable[[Play | None], None]], None]
"""Does a computation, perhaps in another thread, and calls back with its result."""

CARRY = ("carry-from", "carry-to")
BUSY = frozenset({"illegal", "put-back", "choose"})
"""While such lights are lit, people have something else to do."""
PATIENCE = 20.0
"""Seconds that a machine waits for a bumped marble before it plays on, as people do."""
REVEAL_AFTER = 5.0
"""Seconds after the end of a game until its hidden cards are told: nobody takes the last play back then."""


class PlayedGame(Protocol):
    """The game as machines need it; `service.runtime.table_service.TableService` is one."""

    past: ResumedGame
    table: Table
    log: GameLog
    speaker: Speaker

    @property
    def card(self) -> str | None:
        """The card that lies there, if one does."""
        ...

    @property
    def occupied(self) -> frozenset[Hole]:
        """The holes in which the sensors see a marble now."""
        ...

    @property
    def waits(self) -> bool:
        """Whether the game is stopped, or an announcement waits for the disk."""
        ...

    @property
    def lights(self) -> Mapping[Hole, Light]:
        """The lights of the referee, without what a machine asks for."""
        ...

    def listen(self, listener: Callable[[Any], None]) -> None:
        """Call `listener` with everything announced."""

    def on_change(self, changed: Callable[[], None]) -> None:
        """Call `changed` whenever anything that the table shows may have changed."""

    def demand(self, play: Play | None, seat: Seat) -> None:
        """Tell the referee the play of a machine, or that people play at that seat again."""

    def say(self, text: str) -> None:
        """Show a sentence that changes nothing."""

    def keep_line(self, line: Mapping[str, Any]) -> None:
        """Record a line that is no event of the referee's."""

    def show(self) -> None:
        """Update lights and page."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a machine plays in one position."""

    seat: Seat
    before: Position
    play: Play


class MachinePlayers:
    """An Assistant over one game. `lay` lays a card that the table deals."""

    def __init__(
        self,
        service: PlayedGame,
        clock: Clock,
        levels: Mapping[Seat, Level],
        cards: CardSource | None,
        *,
        lay: Callable[[Seat, Card], None],
        pause: float,
        think: Think,
        secret: str | None = None,
    ) -> None:
        """`cards`: None if nobody reads or deals cards; `secret`: what the dealt cards follow from."""
        self._service, self._clock, self._lay, self._pause = service, clock, lay, pause
        self.levels = dict(levels)
        self._cards = cards
        self._think = think
        self._secret = secret
        self._plan: Plan | None = None
        self._asked = False
        """Whether the referee knows the plan."""
        self._waiting: tuple[Position, int] | None = None
        self._timer: Handle | None = None
        self._next: Handle | None = None
        self._patience: Handle | None = None
        self._impatient: Position | None = None
        """The position in which it has waited long enough for a bumped marble."""
        self._reveal: Handle | None = None
        self._closed = False
        self._taken: dict[str, str] = {}
        """By reader, the card on it that was no event of the game."""
        self.hints = HintLights(service, cards)

    # The game.

    def begin(self) -> None:
        """Before the referee hears again of the cards on the readers."""
        self._recall_shuffles()
        self._follow()
        log = self._service.log
        if log.turn in self.levels and log.over is None and self._was_laid(log.turn):
            self._make_plan(self._chosen(log.turn))
            if self._plan is not None:
                self._demand()

    def started(self) -> None:
        """Watch the game."""
        self._service.listen(lambda _: self._follow())
        self._service.on_change(self._look)
        self._look()

    def close(self) -> None:
        """Do nothing more."""
        self._closed = True
        for handle in (self._timer, self._next, self._patience, self._reveal):
            if handle is not None:
                handle.cancel()

    def reshuffled(self) -> None:
        """The discards became the draw pile."""
        if isinstance(self._cards, RealCards):
            self._cards.shuffled_at = self._service.log.n

    def _recall_shuffles(self) -> None:
        n = 0
        for told in self._service.past.history:
            if isinstance(told, Move | Discard):
                n = told.n
            elif isinstance(told, Reshuffled) and isinstance(self._cards, RealCards):
                self._cards.shuffled_at = n

    def set_level(self, seat: Seat, level: str | None) -> None:
        """Let a machine of that level play the seat from now on, or people (None)."""
        letter = seat_letter(seat)
        if level is None:
            self.levels.pop(seat, None)
            self._forget_plan()
            if isinstance(self._cards, RealCards):
                self._cards.hands.give_up(seat)
            self._service.demand(None, seat)
        else:
            if self._cards is None:
                raise JokerboardError(
                    f"the machine at {letter} cannot know its cards: no reader reads them; "
                    "begin a game whose cards the table deals, or use card readers"
                )
            self.levels[seat] = level_named(level)
        self._look()

    def _was_laid(self, seat: Seat) -> bool:
        """Whether the seat's card was laid before the program stopped."""
        read = next((read for read in reversed(self._service.past.cards) if read.at in (None, seat)), None)
        return read is not None and read.card is not None

    def _follow(self) -> None:
        """Take what was played from the hands of real cards; open the hidden cards of a game that is over."""
        log = self._service.log
        if isinstance(self._cards, RealCards):
            self._cards.hands.follow(log.in_force, self.levels)
        if log.over is None and self._reveal is not None:
            self._reveal.cancel()
            self._reveal = None
        elif log.over is not None and self._reveal is None and not self._service.past.opened:
            self._reveal = self._clock.call_at(self._clock.now() + REVEAL_AFTER, self._open)

    def _open(self) -> None:
        if self._closed:
            return
        if isinstance(self._cards, RealCards) and self.levels:
            self._service.keep_line({"opened": self._cards.hands.opened()})
        elif self._secret is not None:
            self._service.keep_line({"opened": {"secret": self._secret}})

    # A turn.

    def _look(self) -> None:
        """See what is to be done now."""
        if self._closed:
            return
        log = self._service.log
        key = log.position, len(log.in_force)
        plan = self._plan
        if plan is not None and (plan.before != log.position or plan.seat not in self.levels):
            self._forget_plan()
        if self._waiting is not None and self._waiting != key:
            self._stop_waiting()
        if self._plan is not None:
            self._soon()
        elif self._waiting is None and self._may_think():
            self._waiting = key
            self._timer = self._clock.call_at(self._clock.now() + self._pause, self._thinks)
        elif log.turn in self.levels and log.over is None:
            self._be_patient()

    def _may_think(self) -> bool:
        log, service = self._service.log, self._service
        if log.turn not in self.levels or log.over is not None or self._cards is None or service.waits:
            return False
        if self._due is not None or any(light.role in BUSY for light in service.lights.values()):
            return False
        return not self._owed() or self._impatient == log.position

    def _owed(self) -> bool:
        """Whether a bumped marble is not where it belongs yet."""
        lights, occupied = self._service.lights, self._service.occupied
        return any(light.role == "bump" and hole not in occupied for hole, light in lights.items())

    def _be_patient(self) -> None:
        """Wait for a bumped marble, but not for ever."""
        position = self._service.log.position

        def enough() -> None:
            self._patience = None
            self._impatient = position
            self._look()

        if self._patience is None and self._impatient != position and self._owed():
            self._patience = self._clock.call_at(self._clock.now() + PATIENCE, enough)

    def _thinks(self) -> None:
        self._timer = None
        if self._closed or self._waiting is None:
            return
        if not self._may_think():
            self._waiting = None  # looked at again at the next change
            return
        waited, seat = self._waiting, self._service.log.turn

        def done(play: Play | None) -> None:
            if self._waiting == waited and not self._closed:
                self._stop_waiting()
                self._make_plan(play)
                self._carry_on()
                self._service.show()

        self._think(lambda: self._chosen(seat), done)

    def _chosen(self, seat: Seat) -> Play | None:
        """The seat's play; None if it has no card."""
        assert self._cards is not None
        service = self._service
        view = self._cards.view(seat)
        if service.card is not None:
            laid = with_card(view, Card.parse(service.card))
            view = laid if laid.options else view
        if not view.options:
            return None
        chosen = choose(view, self.levels[seat], f"{service.past.header.id}:{len(service.log.in_force)}")
        return chosen if isinstance(chosen, Play) else None

    def _make_plan(self, play: Play | None) -> None:
        log = self._service.log
        self._plan = None if play is None else Plan(log.turn, log.position, play)
        self._asked = False

    def _soon(self) -> None:
        """Go on after what is announced just now, which is not recorded yet."""
        if self._next is None and not self._asked:
            self._next = self._clock.call_at(self._clock.now(), self._carry_on)

    def _carry_on(self) -> None:
        """Lay the planned card, as soon as that is possible."""
        self._next = None
        plan, cards = self._plan, self._cards
        if plan is None or cards is None or self._asked or self._idle:
            return
        if self._service.card == str(plan.play.card):
            self._demand()
        elif cards.dealt and self._service.card is None:
            self._demand()
            try:
                self._lay(plan.seat, plan.play.card)
            except JokerboardError as error:
                self._service.say(f"The machine cannot play: {error}.")

    @property
    def _idle(self) -> bool:
        """Whether nothing may be done now: the game has ended, is stopped, or waits for the disk."""
        return self._closed or self._service.waits

    def _demand(self) -> None:
        assert self._plan is not None
        self._asked = True
        self._service.demand(self._plan.play, self._plan.seat)

    def _forget_plan(self) -> None:
        self._plan, self._asked = None, False

    def _stop_waiting(self) -> None:
        self._waiting = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    # Cards on readers.

    @property
    def _due(self) -> tuple[Seat, int] | None:
        """The machine and the place that need a card now."""
        if self._cards is None or self._service.log.over is not None:
            return None
        for seat in self._service.table.seats:
            place = self._cards.missing(seat) if seat in self.levels else None
            if place is not None:
                return seat, place
        return None

    def takes(self, seen: CardSeen, card: Card | None) -> bool:
        """Take a card for a machine; whether it is no event of the game."""
        if seen.tag is None:
            return self._taken.pop(seen.reader, None) is not None
        due, plan = self._due, self._plan
        if due is not None and seen.reader in (seat_letter(due[0]), TABLE):
            self._deal(due, seen, card)
            return True
        mine = plan is not None and seen.reader in (seat_letter(plan.seat), TABLE)
        own = [seat for seat in self.levels if seat_letter(seat) == seen.reader]
        if mine and not self._asked:
            assert plan is not None
            return self._turned_over(plan, seen, card)
        if own and not mine and self._service.log.turn == own[0]:
            self._taken[seen.reader] = str(card)
            self._service.say(f"{self._name(own[0])} is a machine; it asks for its card.")
            return True
        return False

    def _deal(self, due: tuple[Seat, int], seen: CardSeen, card: Card | None) -> None:
        (seat, place), cards = due, self._cards
        assert isinstance(cards, RealCards)
        if card is None:
            self._service.say(f"The tag {seen.tag} is no card of this deck; take another for place {place}.")
            return
        self._taken[seen.reader] = str(card)
        where = cards.hands.where(card)
        if cards.seen_before(card):
            if where is not None:
                text = f"This card lies in place {where[1]} of {self._name(ord(where[0]) - 65)} already"
            else:
                text = "This card was played since the last shuffle"
            self._service.say(f"{text}; take another one for place {place}.")
            return
        try:
            sealed = cards.hands.deal(seat, place, card)
        except JokerboardError as error:
            self._service.say(f"The card was not taken: {error}.")
            return
        self._service.keep_line({"sealed": sealed, "at": seat_letter(seat), "place": place})
        self._look()
        self._service.show()

    def _turned_over(self, plan: Plan, seen: CardSeen, card: Card | None) -> bool:
        """The card of the plan goes to the referee; any other is asked to be turned down again."""
        if card == plan.play.card:
            self._demand()
            return False
        self._taken[seen.reader] = str(card)
        place = self._place(plan)
        wanted = "the card that it laid before" if place is None else f"place {place}"
        self._service.say(f"That is another card; turn it face down again, and turn over {wanted}.")
        return True

    def _place(self, plan: Plan) -> int | None:
        assert isinstance(self._cards, RealCards)
        return self._cards.hands.place_of(plan.seat, plan.play.card)

    # What people see.

    def lights(self) -> Mapping[Hole, Light]:
        """The marbles to carry, or those of a hint."""
        plan, service = self._plan, self._service
        if plan is None or not self._asked or plan.before != service.log.position:
            return self.hints.lights()
        return carry_lights(service.table.board, plan.play, plan.before, service.occupied, CARRY)

    def prompt(self) -> Json | None:
        """The next card or marble that a machine asks for."""
        due, plan, service = self._due, self._plan, self._service
        one_reader = service.past.header.cards == TABLE
        if due is not None:
            seat, place = due
            return self._said("deal", seat) | {"place": place, "reader": one_reader}
        if service.log.turn not in self.levels or service.log.over is not None:
            return None
        if plan is None or plan.before != service.log.position:
            return self._said("machine-thinks", service.log.turn)
        if not self._asked:
            if self._cards is None or self._cards.dealt:
                return self._said("machine-thinks", plan.seat)
            place_of = self._place(plan)
            said = self._said("turn-over", plan.seat)
            return said | ({"card": str(plan.play.card)} if place_of is None else {"place": place_of})
        legs = carry_words(service.table.board, plan.play, plan.before)
        play = plan.play.text(service.table.board)
        card = str(plan.play.card)
        return self._said("machine-carry", plan.seat) | {"card": card, "legs": legs, "play": play}

    def helped(self, place: str, t: float) -> None:
        """Pressed twice, `help` shows a hint in training."""
        if self._service.log.turn not in self.levels:
            self.hints.helped(place, t)

    def nothing_left(self) -> bool:
        """There is no card for the place that needs one; whether one was asked for."""
        due = self._due
        if due is None or not isinstance(self._cards, RealCards):
            return False
        self._cards.nothing_left(due[0])
        self._look()
        self._service.show()
        return True

    def hides(self, reader: str) -> bool:
        """Whether the card on that reader is for nobody's eyes."""
        return reader in self._taken

    @staticmethod
    def _said(code: str, seat: Seat) -> Json:
        return {"code": code, "seat": seat_letter(seat)}

    def _name(self, seat: Seat) -> str:
        return self._service.speaker.name(seat)


def direct(job: Callable[[], Play | None], done: Callable[[Play | None], None]) -> None:
    """Think at once, in this thread."""
    done(job())
