"""Hints in training: `help` twice lights the play that `strong` would make, with one reason in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from engine.cards import Card
from engine.dealing import setup_for
from engine.geometry import Hole, Seat
from engine.legal import legal
from engine.play import Play
from engine.position import Position
from engine.table import Table
from engine.views import SeatView
from journal.games.game_log import GameLog
from journal.games.resumed_game import ResumedGame
from journal.games.sentences import Speaker
from referee.lights import Light
from service.machines.card_sources import CardSource
from service.machines.carrying import carry_lights
from service.machines.seat_views import dealer_of, open_state, view_of_open_state, with_card
from strategy.hints import hint

WITHIN = 2.0
"""Two presses of `help` within so many seconds ask for a hint."""
ROLES = ("movable", "target")


class HintedGame(Protocol):
    """The game as hints need it."""

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

    def say(self, text: str) -> None:
        """Show a sentence that changes nothing."""

    def show(self) -> None:
        """Update lights and page."""


class HintLights:
    """The hint that is shown at one table, if any."""

    def __init__(self, game: HintedGame, cards: CardSource | None) -> None:
        self._game, self._cards = game, cards
        self._pressed: tuple[str, float] | None = None
        self._shown: tuple[Position, str, Play] | None = None

    def helped(self, place: str, t: float) -> None:
        """Take a press of `help`."""
        game = self._game
        if game.past.header.mode != "training" or game.log.over is not None:
            return
        before, self._pressed = self._pressed, (place, t)
        if before is None or before[0] != place or t - before[1] > WITHIN:
            return
        self._pressed = None
        self._show()

    def lights(self) -> Mapping[Hole, Light]:
        """The marbles of the hint, while its card lies there and the position is the same."""
        game = self._game
        if self._shown is None or (game.log.position, game.card) != self._shown[:2]:
            self._shown = None
            return {}
        before, _, play = self._shown
        return carry_lights(game.table.board, play, before, game.occupied, ROLES)

    def _show(self) -> None:
        game = self._game
        if game.card is None:
            game.say("Lay a card first; then help, pressed twice, shows a good play of it.")
            return
        card, seat = Card.parse(game.card), game.log.turn
        if not legal(game.table, game.log.position, card.rank):
            game.say("This card has no play.")
            return
        names = {each: game.speaker.name(each) for each in game.table.seats}
        found = hint(with_card(self._view(seat, card), card), names)
        if isinstance(found.action, Play) and found.action.legs:
            self._shown = (game.log.position, game.card, found.action)
            said = game.speaker.play(seat, game.card, found.action, game.log.position)
            game.say(f"Hint: {said}: {found.reason}.")
        else:
            game.say(f"Hint: discard this card: {found.reason}.")
        game.show()

    def _view(self, seat: Seat, card: Card) -> SeatView:
        """What the seat sees: its dealt hand, or the laid card alone."""
        if self._cards is not None and self._cards.dealt:
            view = self._cards.view(seat)
            if card in view.hand:
                return view
        game = self._game
        setup = setup_for(game.table, "", dealer_of(game.table, game.past.header.first_position().turn))
        return view_of_open_state(setup, open_state(setup, game.log, seat, (card,), 0), seat)
