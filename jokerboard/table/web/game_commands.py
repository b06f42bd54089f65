"""The commands of the page for one table: a new game, plays, cards, buttons, a referee's decisions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from engine.cards import Card
from engine.errors import EngineError, RefereeError
from engine.geometry import seat_letter, seat_of
from engine.legal import legal
from engine.position import Position
from engine.text import sentence
from hardware.errors import HardwareError
from jokerboard.host.errors import JokerboardError
from jokerboard.journal.games.game_lines import TABLE
from jokerboard.table.runtime.board_source import BoardPanel
from jokerboard.table.runtime.game_setup import Wanted
from jokerboard.table.runtime.running_game import RunningGame
from jokerboard.table.runtime.table import Table
from jokerboard.table.runtime.troubles import DISK
from jokerboard.table.web.choices import playable_cards
from jokerboard.table.web.page_port import CommandRefused, HousesDesk
from jokerboard.words.catalogue import words

_HANDS = ("sim/lift", "sim/place", "sim/move", "sim/carry", "play", "undo", "card", "people")
"""Commands that move marbles and people; only a simulated board has them."""


class GameCommands:
    """Carries out the commands of the page at one table."""

    def __init__(self, table: Table, forget: Callable[[str], None]) -> None:
        """`forget` removes a player's name from the kept games."""
        self._table, self._panel, self._forget = table, table.boards.panel, forget
        self.houses: HousesDesk | None = None
        """The other boards of a shared game; None at a table that shares none."""

    async def do(self, name: str, body: Mapping[str, Any]) -> None:
        """Do one command of `commands.COMMANDS`; raise CommandRefused if it is impossible."""
        try:
            await self._carry_out(name, body)
        except (JokerboardError, HardwareError, EngineError, RefereeError) as error:
            raise CommandRefused(sentence(str(error))) from error

    async def _carry_out(self, name: str, body: Mapping[str, Any]) -> None:
        if name in ("card", "play"):
            self._refuse_for_machine(body["at"])
        if name == "card" and not body.get("sure"):
            self._ask_about(body["card"], body["at"])
        if name == "card" and self._table.dealer is not None and body["card"] is not None:
            self._table.dealer.lay(self._seat(body["at"]), Card.parse(body["card"]))
        elif name in _HANDS:
            await self._hands().command(name, body)
        else:
            self._do(name, body)

    def _do(self, name: str, body: Mapping[str, Any]) -> None:
        match name:
            case "game":
                self._command_game(body)
            case "ruling":
                game = self.game()
                line = body.get("position")
                position = None if line is None else Position.parse(line, game.table.rules.marbles_per_player)
                game.orders.rule(body["decision"], body["by"], body.get("n"), position, body.get("why", ""))
            case "houses":
                if self.houses is None:
                    raise CommandRefused(words("houses.none"))
                self.houses.command(body)
            case "reshuffle":
                self.game().reshuffle()
            case "forget":
                self._forget(body["name"])
            case "button":
                if body["at"] != TABLE:
                    self._seat(body["at"])
                self.game().press(body["name"], body["at"])
            case "give-up":
                self._seat(body["seat"])
                self.game().give_up(body["seat"])

    def _seat(self, letter: str) -> int:
        if letter not in self.game().header.seats:
            raise CommandRefused(words("seat.nobody", letter=letter))
        return seat_of(letter)

    def _refuse_for_machine(self, place: str) -> None:
        """Raise CommandRefused if a machine plays at `place` with dealt cards, which it lays itself."""
        dealt = self._table.dealer is not None
        if dealt and place in self.game().header.machines:
            raise CommandRefused(words("machine.lays"))

    def _ask_about(self, card: str | None, place: str) -> None:
        """Raise CommandRefused, as a question, if the card would begin a turn that can only discard it."""
        game = self.game()
        log, header = game.log, game.header
        turn = seat_letter(log.turn) if header.cards == "seat" else "table"
        begins = place == turn and game.shown.card is None and log.over is None and game.stoppage is None
        begins = begins and game.asked is None
        if card is None or not begins or not game.occupied.issuperset(game.shown.marbles):
            return
        if not legal(game.table, log.position, Card.parse(card).rank) and not self._another_can_play():
            raise CommandRefused(words("card.no-play"), "no-play")

    def _another_can_play(self) -> bool:
        """Whether any card of the dealt hand has a play; False if the table does not deal."""
        game, dealer = self.game(), self._table.dealer
        if dealer is None:
            return False
        return bool(playable_cards(game.table, game.log.position, dealer.hand(game.log.turn))["moves"])

    def _command_game(self, body: Mapping[str, Any]) -> None:
        if DISK in self._table.troubles:
            raise CommandRefused(words("not-now", why=self._table.troubles[DISK]))
        match body["action"]:
            case "new":
                wanted = Wanted(
                    rules=body["rules"],
                    players=body["players"],
                    cards=body.get("cards", "seat"),
                    mode=body.get("mode", "play"),
                    names=body.get("names", {}),
                    switches=body.get("set", {}),
                    dealt=bool(body.get("dealt")),
                    machines=dict(body.get("machines", {})),
                    position=body.get("position"),
                )
                self._table.begin(wanted, attended=bool(body.get("people")))
                if self._panel is not None and "carries" in body:
                    self._panel.carries = body["carries"]
            case "rematch":
                self._rematch()
            case "abandon":
                self.game().abandon()
            case "machine":
                self._seat(body["seat"])
                self._table.machine(body["seat"], body["level"])
            case "names":
                for letter in body["names"]:
                    self._seat(letter)
                self._table.names(dict(body["names"]))
            case "name":
                self._seat(body["seat"])
                speaker = self.game().speaker
                self._table.names(speaker.by_letter | {body["seat"]: body["name"]})

    def _rematch(self) -> None:
        """Begin the same game again, with every player one seat further."""
        game = self.game()
        seats, names, levels = game.header.seats, game.speaker.by_letter, game.header.machines
        after = dict(zip(seats, (*seats[1:], seats[0]), strict=True))
        moved = {after[seat]: name for seat, name in names.items() if name}
        machines = {after[seat]: level for seat, level in levels.items()}
        self._table.begin(replace(Wanted.like(game.header, moved), machines=machines))

    def game(self) -> RunningGame:
        """The game on the board; raise CommandRefused without a game."""
        if self._table.game is None:
            raise CommandRefused(words("game.none"))
        return self._table.game

    def _hands(self) -> BoardPanel:
        """The page's access to the simulated board; raise CommandRefused if the board is real."""
        self.game()
        if self._panel is None:
            raise CommandRefused(words("board.real"))
        return self._panel
