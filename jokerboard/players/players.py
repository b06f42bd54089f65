"""The machine players of one game: they think, lay a card, and ask people to carry their marbles.

A machine's turn:

1. The machine waits, thinks, and has a plan for one position (`jokerboard.players.thinking`). If the position
   changes, the plan is dropped.
2. Its card: the table lays it, or people turn over the place that the prompt names
   (`jokerboard.players.seat_cards`).
3. The referee gets the play (`MachinePlay`) and accepts no other one; lights and prompt show what to carry.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.cards import Card
from engine.geometry import Hole, Seat, seat_letter
from engine.referee.lights import Light
from engine.strategy.levels import Level, level_named
from hardware.clock import Clock, Handle
from hardware.ports import CardSeen
from jokerboard.host.errors import JokerboardError
from jokerboard.journal.games.game_lines import TABLE
from jokerboard.journal.records import Json
from jokerboard.players.card_sources import CardSource
from jokerboard.players.game_ports import Assistant, PlayedGame
from jokerboard.players.guidance import HintLights, carry_lights, carry_words
from jokerboard.players.seat_cards import SeatCards
from jokerboard.players.thinking import Plan, Think, Thinker, chosen
from jokerboard.words.catalogue import words

CARRY = ("carry-from", "carry-to")


class MachinePlayers(Assistant):
    """An Assistant that plays the machines' seats of one game, and shows hints."""

    def __init__(
        self,
        game: PlayedGame,
        clock: Clock,
        levels: Mapping[Seat, Level],
        source: CardSource | None,
        *,
        pause: float,
        think: Think,
    ) -> None:
        """`source`: the source of the machines' cards; None if the table neither reads nor deals cards."""
        self._game, self._clock = game, clock
        self.levels = dict(levels)
        self._plan: Plan | None = None
        self._asked = False
        """Whether the referee has been given the plan (`MachinePlay`)."""
        self._next: Handle | None = None
        self._closed = False
        self.inner = self._cards = SeatCards(
            game,
            self.levels,
            source,
            changed=self._look_and_show,
            turned_over=self._demand,
        )
        self._thinker = Thinker(
            game,
            clock,
            pause=pause,
            think=think,
            ready=self._may_plan,
            choose=self._choose,
            decided=self._decided,
        )
        self.hints = HintLights(game, source)

    def begin(self) -> None:
        """Prepare for a resumed game, before the referee gets the cards that are still on the readers."""
        self._cards.recall_shuffles()
        self._cards.follow()
        log = self._game.log
        if log.state_of(log.n) == "taken-back":
            # The board may still show the play that was taken back; it counts only once it is carried again.
            return
        if log.turn in self.levels and log.over is None and self._was_laid(log.turn):
            self._plan = self._choose()
            if self._plan is not None:
                self._demand()

    def started(self) -> None:
        """Begin to follow the game."""
        self._game.listen(lambda _: self._follow())
        self._game.on_change(self._on_change)
        self._look()

    def close(self) -> None:
        """Stop: nothing more is planned or shown."""
        self._closed = True
        self._thinker.close()
        if self._next is not None:
            self._next.cancel()

    def set_level(self, seat: Seat, level: str | None) -> None:
        """Let a machine of that level play the seat from now on, or people if the level is None."""
        if level is None:
            self.levels.pop(seat, None)
            # The referee keeps only one demanded play, so another seat's machine must demand its own again.
            self._forget_plan()
            self._cards.give_up(seat)
            self._game.demand(None, seat)
        elif self._cards.source is None:
            raise JokerboardError(words("machine.no-reader-now", letter=seat_letter(seat)))
        else:
            self.levels[seat] = level_named(level)
        self._look()

    def _on_change(self) -> None:
        # Skip dozens of changes a play at the many tables that have no machine.
        if self.levels:
            self._look()

    def _follow(self) -> None:
        if not self._closed:
            self.hints.end()
            self._cards.follow()

    def _was_laid(self, seat: Seat) -> bool:
        """Whether the card of `seat` was on its reader before the program was restarted."""
        read = next((read for read in reversed(self._game.past.cards) if read.at in (None, seat)), None)
        return read is not None and read.card is not None

    def _look(self) -> None:
        """Start or continue a turn as far as the present state of the game allows."""
        if self._closed:
            return
        plan = self._plan
        if plan is not None and (plan.before != self._game.log.position or plan.seat not in self.levels):
            self._forget_plan()
        self._thinker.look()
        if self._plan is not None:
            self._soon()

    def _look_and_show(self) -> None:
        self._look()
        self._game.show()

    def _may_plan(self) -> bool:
        """Whether the seat to move is a machine's that has its cards and has no plan yet."""
        log, cards = self._game.log, self._cards
        if self._plan is not None or log.turn not in self.levels or log.over is not None:
            return False
        return cards.source is not None and cards.due is None

    def _choose(self) -> Plan | None:
        assert self._cards.source is not None
        seat = self._game.log.turn
        return chosen(self._game, self._cards.source, seat, self.levels[seat])

    def _decided(self, plan: Plan | None) -> None:
        self._plan, self._asked = plan, False
        self._carry_on()
        self._game.show()

    def _soon(self) -> None:
        """Continue the turn after the announcement in progress has been recorded."""
        if self._next is None and not self._asked:
            self._next = self._clock.call_at(self._clock.now(), self._carry_on)

    def _carry_on(self) -> None:
        """Lay the planned card as soon as that is possible."""
        self._next = None
        plan, game, source = self._plan, self._game, self._cards.source
        if plan is None or source is None or self._asked:
            return
        if self._closed or game.waits:
            return
        if game.card == str(plan.play.card):
            self._demand()
        elif source.dealt and game.card is None:
            self._demand()
            try:
                source.lay(plan.seat, plan.play.card)
            except JokerboardError as error:
                game.note(words("machine.cannot-play", why=error))

    def _demand(self) -> None:
        assert self._plan is not None
        self._asked = True
        self._game.demand(self._plan.play, self._plan.seat)

    def _forget_plan(self) -> None:
        self._plan, self._asked = None, False

    def takes(self, seen: CardSeen, card: Card | None) -> bool:
        """Take a card that is meant for a machine; return whether it must be kept from the referee."""
        return self._cards.take_card(seen, card, self._plan, asked=self._asked)

    def helped(self, place: str, t: float) -> None:
        """Take a press of `help`; in training, two presses show a hint, except in a machine's turn."""
        if self._game.log.turn not in self.levels:
            self.hints.helped(place, t)

    def lights(self) -> Mapping[Hole, Light]:
        """The lights of the marbles to carry, or of a hint."""
        plan, game = self._plan, self._game
        if plan is None or not self._asked or plan.before != game.log.position:
            return self.hints.lights()
        return carry_lights(game.table.board, plan.play, plan.before, game.occupied, CARRY)

    def prompt(self) -> Json | None:
        """The prompt for the card or marble that a machine needs next; None if there is none."""
        if not self.levels:
            return None
        game, plan, due = self._game, self._plan, self._cards.due
        if due is not None:
            seat, place = due
            return _prompt("deal", seat) | {"place": place, "reader": game.past.header.cards == TABLE}
        if game.log.turn not in self.levels or game.log.over is not None:
            return None
        if plan is None or plan.before != game.log.position:
            return _prompt("machine-thinks", game.log.turn)
        return self._carry_prompt(plan) if self._asked else self._card_prompt(plan)

    def _card_prompt(self, plan: Plan) -> Json:
        source = self._cards.source
        if source is None or source.dealt:
            return _prompt("machine-thinks", plan.seat)
        place = self._cards.place_of(plan)
        wanted = {"card": str(plan.play.card)} if place is None else {"place": place}
        return _prompt("turn-over", plan.seat) | wanted

    def _carry_prompt(self, plan: Plan) -> Json:
        board = self._game.table.board
        legs = carry_words(board, plan.play, plan.before)
        card, play = str(plan.play.card), plan.play.text(board)
        return _prompt("machine-carry", plan.seat) | {"card": card, "legs": legs, "play": play}


def _prompt(code: str, seat: Seat) -> Json:
    return {"code": code, "seat": seat_letter(seat)}
