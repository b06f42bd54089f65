"""The page of a running table: its state and its commands."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any

from engine.cards import Card
from engine.referee.verdicts import Fault, Move
from engine.text import sentence
from jokerboard.host import VERSION
from jokerboard.journal.records import Json
from jokerboard.table.runtime.announcing import Announced
from jokerboard.table.runtime.running_game import RunningGame
from jokerboard.table.runtime.table import Table
from jokerboard.table.web import page_state
from jokerboard.table.web.choices import choices, hand_of, revealed
from jokerboard.table.web.game_commands import GameCommands
from jokerboard.table.web.game_steps import GameSteps
from jokerboard.table.web.kept_games import KeptGames
from jokerboard.table.web.page_port import Change, Changed, CommandRefused, HousesDesk
from jokerboard.table.web.page_state import readings
from jokerboard.table.web.rules_view import rule_card, rule_sets
from jokerboard.words.catalogue import words

_FEWEST_SIDES = 4
_ORDERS = ("game", "ruling", "reshuffle")
"""Commands that are answered only once their records are on the disk."""


async def _kept_at_once() -> bool:
    return True


class GamePage:
    """The page of a running table: implements TablePage with the state and commands of `table`."""

    def __init__(self, table: Table, kept: Callable[[], Awaitable[bool]] = _kept_at_once) -> None:
        """`kept` returns whether every record so far is on the disk."""
        self._kept = kept
        self._table = table
        self._panel = table.boards.panel
        self._listeners: list[Changed] = []
        self._seq = 0
        self._faults: dict[str, str] = {}
        self._steps: GameSteps | None = None
        self._note: Json | None = None
        self.kept = KeptGames(table)
        self._commands = GameCommands(table, self.kept.forget)
        self._tournament: Callable[[], Json] | None = None
        self._houses: HousesDesk | None = None
        table.on_game(self._another_game)
        table.troubles.listen(lambda: self._changed("state"))
        if self._panel is not None:
            self._panel.on_change(lambda: self._changed("state"))
        if table.game is not None:
            self._another_game()

    def publish(self, tournament: Callable[[], Json]) -> Callable[[], None]:
        """Show `tournament()` as a part of the state; return a function to call whenever it changes."""
        self._tournament = tournament
        return lambda: self._changed("state")

    def share(self, houses: HousesDesk) -> Callable[[], None]:
        """Show the other boards of a shared game; return a function to call whenever their state changes."""
        self._houses = self._commands.houses = houses
        return lambda: self._changed("state")

    def codes(self) -> list[Json]:
        """The codes for other boards; see TablePage."""
        return [] if self._houses is None else self._houses.codes()

    def state(self) -> Json:
        """The whole state, see TablePage."""
        game = self._table.game
        shown = page_state.no_game(self._note)
        sim = None if self._panel is None else self._panel.state()
        if game is not None and self._steps is not None:
            shown = page_state.game_state(game, self._steps, sim)
        faults = [{"what": what, "text": text} for what, text in self._all_faults().items()]
        more = {} if self._tournament is None else {"tournament": self._tournament()}
        more |= {} if self._houses is None else {"houses": self._houses.state()}
        more |= {} if game is None else revealed(game, self._table.dealer)
        shown |= {"simulated": self._panel is not None}
        return {"seq": self._seq, **shown, **more, "faults": faults, "sim": sim, "version": VERSION}

    def layout(self, sides: int | None = None) -> Json:
        """The places of the holes, for the board of the game or for a board of `sides` sides."""
        game = self._table.game
        here = _FEWEST_SIDES if game is None else game.table.sides
        shape = self._table.shape if sides in (None, here) else "polygon"
        return page_state.layout(sides or here, shape)

    rules = staticmethod(rule_sets)

    def rule_card(self) -> Json:
        """The summary of the game's rules, section by section; of the first rule set without a game."""
        game = self._table.game
        return rule_card(None if game is None else game.table.rules)

    def plays(self, since: int) -> Json:
        """The game's steps that changed since revision `since`, its id and first position; see TablePage."""
        game, steps = self._table.game, self._steps
        if game is None or steps is None:
            return {"game": None, "revision": 0, "first": None, "steps": []}
        new_steps = steps.since(since)
        return {"game": game.header.id, "revision": steps.revision, "first": steps.first, "steps": new_steps}

    def hand(self, seat: str | None) -> Json | None:
        """The dealt hand of `seat` (None: the seat in turn); None if no hand may be shown; see TablePage."""
        game = self._table.game
        return None if game is None else hand_of(game, self._table.dealer, seat)

    def choices(self, card: str) -> Json:
        """The legal plays of `card` in the present position, as JSON; see TablePage."""
        game = self._commands.game()
        return {"n": game.log.n, "plays": choices(game.table, game.log.position, Card.parse(card))}

    def explain(self) -> Json | None:
        """The explanations of the turn in words, as JSON; None without a game; see TablePage."""
        game = self._table.game
        if game is None:
            return None
        return {"readings": readings(game.explained)}

    def analysis(self) -> Json | None:
        """The analysis of a game that is over; see TablePage."""
        return self.kept.on_board()

    def lit(self) -> Mapping[str, str]:
        """The colours that the strip decoded from its bytes; see TablePage."""
        lamps, game = self._table.lamps, self._table.game
        if lamps is None or game is None:
            return {}
        return page_state.lit(game.table.sides, lamps.pixels)

    def subscribe(self, changed: Changed) -> Callable[[], None]:
        """Call `changed` after every change; the returned function ends the calls."""
        self._listeners.append(changed)
        return lambda: self._listeners.remove(changed)

    async def command(self, name: str, body: Mapping[str, Any]) -> None:
        """Carry out the command; raise CommandRefused with the reason if it is impossible."""
        await self._commands.do(name, body)
        self._changed("state")
        if name in _ORDERS and not await self._kept():
            raise CommandRefused(words("disk.not-taken"))

    def _another_game(self) -> None:
        self._faults = {}
        self._note = page_state.note("over", words("game.abandoned")) if self._table.game is None else None
        game, lamps = self._table.game, self._table.lamps
        self._steps = None if game is None else GameSteps.of(game.past, game.log)
        if game is not None and lamps is not None:
            game.listen(partial(self._receive, game))
            game.on_change(lambda: self._changed("state"))
            lamps.listen(lambda _: self._changed("leds"))
        self._changed("state")
        self._changed("leds")

    def _receive(self, game: RunningGame, announced: Announced) -> None:
        if self._steps is not None:
            self._steps.take(announced.verdict, _text(announced, game))
        if isinstance(announced.verdict, Fault) and announced.verdict.hole is not None:
            self._faults[game.table.board.name(announced.verdict.hole)] = announced.sentence.text

    def _changed(self, what: Change) -> None:
        if what == "state":
            self._seq += 1
        for listener in tuple(self._listeners):
            listener(what)

    def _all_faults(self) -> dict[str, str]:
        """The faults of the machine, the devices that do not answer now, and the faulty sensors."""
        reported = {what: sentence(text) for what, text in self._table.troubles.items()}
        game = self._table.game
        lost = {} if game is None else {device: sentence(text) for device, text in game.lost.items()}
        return reported | lost | self._faults


def _text(announced: Announced, game: RunningGame) -> str:
    """The text of a play as the list of plays shows it; for any other verdict, the announced sentence."""
    last = game.log.last
    return last.text if isinstance(announced.verdict, Move) and last is not None else announced.sentence.text
