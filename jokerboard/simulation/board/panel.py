"""The page's access to a simulated board: moving marbles, laying cards, commanding simulated people.

Sensors detect a marble, not its owner. If a marble fills a hole in which another one is expected, the table
takes it for the expected one, and the positions of board and game differ from then on. A simulated board
knows the colours, so this module refuses such a marble.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from engine.cards import Card, Rank
from engine.geometry import Hole, Seat, seat_letter, seat_of
from engine.legal import apply, legal
from engine.play import Play
from engine.position import Position
from engine.table import Table
from hardware.clock import Clock
from jokerboard.journal.games.game_lines import TABLE
from jokerboard.journal.games.game_log import GameLog
from jokerboard.simulation.board.players import Players
from jokerboard.simulation.board.simulated_board import SimulatedBoard
from jokerboard.table.runtime.running_game import RunningGame
from jokerboard.table.web.page_port import CommandRefused
from jokerboard.words.catalogue import listed

_SEEN = 0.15
"""Seconds for which a hole stays empty after its marble was lifted, long enough for its sensor."""
_GONE_ON = "The game has gone on meanwhile; choose again."


class Panel:
    """The page's access to a simulated board: implements BoardPanel for the board of the present game."""

    def __init__(self, players: Players, clock: Clock) -> None:
        self._players, self._clock = players, clock
        self._listeners: list[Callable[[], None]] = []
        self._lifted: dict[int, float] = {}
        players.on_board(lambda board: board.wood.listen(lambda _: self._changed()))

    @property
    def carries(self) -> bool:
        """Whether the board carries the plays that people choose, and the plays of machines."""
        return self._players.carries

    @carries.setter
    def carries(self, on: bool) -> None:
        self._players.carries = on
        if self._players.game is not None:
            self._players.game.show()

    def on_change(self, changed: Callable[[], None]) -> None:
        """Call `changed` whenever a marble moves."""
        self._listeners.append(changed)

    def state(self) -> dict[str, Any] | None:
        """The marbles, hands and cards of the board, and its people, as JSON; None without a board or a game.

        After the end of the game, people who were playing are shown as paused.
        """
        board, people, game = self._players.board, self._players.people, self._players.game
        if board is None or game is None:
            return None
        memory = self._players.manner if people is None else people.memory
        doing = "off" if people is None else memory.doing
        paused = game.log.over is not None and doing == "playing"
        name, wood = board.board.name, board.wood
        return {
            "people": "paused" if paused else doing,
            "speed": memory.speed,
            "carries": self._players.carries,
            "wood": {name(hole): seat_letter(seat) for hole, seat in wood.marbles.items()},
            "hands": [{"colour": seat_letter(held.colour), "from": name(held.source)} for held in wood.hands],
            "laid": {at: tag for at, tag in board.laid.items() if not game.hides(at)},
        }

    async def command(self, name: str, body: Mapping[str, Any]) -> None:
        """Carry out the command; CommandRefused gives the reason if that is impossible."""
        board = self._board()
        match name:
            case "sim/lift":
                self._lift(board, board.board.hole(body["hole"]))
            case "sim/place":
                self._refuse_strange(board, body["hole"], seat_of(body["colour"]))
                await self._place(board, board.board.hole(body["hole"]), seat_of(body["colour"]))
            case "sim/move":
                await self._move(board, body["from"], body["to"])
            case "card":
                _lay(board, body["card"], body["at"])
            case "people":
                self._command_people(body.get("action"), body.get("speed"))
            case "sim/carry":
                self.carries = body["on"]
            case "play":
                await self._make(board, body["at"], body["play"], body["n"])
            case "undo":
                await self._undo(body["at"])

    def _board(self) -> SimulatedBoard:
        if self._players.board is None:
            raise CommandRefused("There is no game on the board; begin one first.")
        return self._players.board

    async def _move(self, board: SimulatedBoard, source: str, target: str) -> None:
        """Carry a marble as a hand does: the source is empty for a moment before the target is full."""
        taken, to = board.board.hole(source), board.board.hole(target)
        if to != taken and board.wood.occupied(to):
            raise CommandRefused(f"There is a marble in {target} already; lift that one first.")
        colour = board.wood.marbles.get(taken)
        if colour is not None:
            self._refuse_strange(board, target, colour)
        colour = self._lift(board, taken)
        await self._until(board, self._clock.now() + _SEEN)
        board.wood.place(to, colour, taken)

    async def _make(self, board: SimulatedBoard, at: str, text: str, n: int) -> None:
        """Lay the card of a play, unless it is on the reader already; then let the hand carry the play."""
        await self._hand_is_free()
        game = self._players.game
        if game is None:
            raise CommandRefused(_GONE_ON)
        play = Play.parse(text, board.board)
        if game.log.n != n or seat_letter(game.log.turn) != at:
            raise CommandRefused(_GONE_ON)
        if play.legs:
            apply(game.table, game.log.position, play)
        if game.header.cards != "none" and game.card != str(play.card):
            if game.dealer is not None:
                # After an undo the card is still on the reader. In referee mode people must lay it again.
                game.dealer.lay(game.log.turn, play.card, instead=game.header.mode != "referee")
            else:
                place = at if at in board.readers else TABLE
                board.lay(place, None)
                _lay(board, str(play.card), place)
        await self._carry(play, n)

    async def _undo(self, at: str) -> None:
        """Let the simulated hand take back the last play, which the seat `at` has made."""
        await self._hand_is_free()
        game = self._players.game
        if game is None or not _may_undo(game, at):
            raise CommandRefused("This play can no longer be taken back: the game has gone on.")
        await self._carry(None, game.log.n)

    async def _carry(self, play: Play | None, n: int) -> None:
        """Let the simulated hand make a play after play `n`; None: let it take back the last play."""
        carrier = self._players.carrier
        if carrier is None or not self._players.carries:
            raise CommandRefused("Marbles are carried by hand here; the Workshop changes that.")
        ended: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        carrier.carry(play, n, lambda made: None if ended.done() else ended.set_result(made))
        if not await ended:
            raise CommandRefused("The hand could not move the marbles; look at what the table shows.")

    async def _hand_is_free(self) -> None:
        """Wait until the simulated hand has finished the previous play.

        A play is announced a moment before its bumped marbles are in START, and the next player may be quick.
        """
        while self._players.carrier is not None and self._players.carrier.busy:
            free = asyncio.Event()
            self._players.carrier.when_free(free.set)
            await free.wait()

    def _refuse_strange(self, board: SimulatedBoard, name: str, colour: int) -> None:
        """Raise CommandRefused if no marble of `colour` may be placed into the hole `name`.

        No marble enters another seat's START or lane. On the ring, a marble that the sensors would take for
        another one is refused.
        """
        hole, game = board.board.hole(name), self._players.game
        if game is None or game.stoppage is not None:
            return
        if board.board.is_ring(hole):
            if game.log.over is not None:
                return  # People are clearing the board, so there is no position to compare with.
            seats = expected(game.table, game.log, game.card).get(hole, ())
        else:
            seats = (board.board.side(hole),)
        if seats and colour not in seats:
            whose, owner = (
                listed([game.speaker.name(seat) for seat in sorted(seats)], "or"),
                game.speaker.name(colour),
            )
            raise CommandRefused(f"A marble of {whose} belongs in {name}; this one is {owner}'s.")

    def _lift(self, board: SimulatedBoard, hole: int) -> int:
        colour = board.wood.lift(hole)
        self._lifted[hole] = self._clock.now()
        return colour

    async def _place(self, board: SimulatedBoard, hole: int, colour: int) -> None:
        """Place a marble; if the hole was just emptied, wait first until its sensor has read empty."""
        seen = self._lifted.get(hole, -_SEEN) + _SEEN
        if seen > self._clock.now():
            await self._until(board, seen)
        board.wood.place(hole, colour)

    async def _until(self, board: SimulatedBoard, when: float) -> None:
        """Wait until `when`; raise CommandRefused if another game has begun by then."""
        over = asyncio.Event()
        self._clock.call_at(when, over.set)
        await over.wait()
        if self._players.board is not board:
            raise CommandRefused("Another game has begun meanwhile, so the marble was not placed.")

    def _command_people(self, action: str | None, speed: float | None) -> None:
        people = self._players.people
        if people is None:
            if action in (None, "off"):
                manner = self._players.manner
                self._players.manner = replace(manner, speed=speed or manner.speed)
                return
            people = self._players.sit_down("paused")
        if speed is not None:
            people.speed(float(speed))
        match action:
            case "play":
                people.do("playing")
            case "pause":
                people.do("paused")
            case "off":
                people.do("off")
            case "step":
                people.step()
            case "mistake":
                people.blunder()
                if people.memory.doing != "playing":
                    people.step()

    def _changed(self) -> None:
        for listener in tuple(self._listeners):
            listener()


def _may_undo(game: RunningGame, at: str) -> bool:
    """Whether seat `at` made the last play, no card was laid since, and the game is not over."""
    last, over = game.log.last, game.log.over is not None
    return last is not None and seat_letter(last.seat) == at and game.card is None and not over


def _lay(board: SimulatedBoard, card: str | None, place: str) -> None:
    if place not in board.readers:
        places = ", ".join(board.readers) or "none"
        raise CommandRefused(f"There is no card reader at {place}; the readers here are: {places}.")
    board.lay(place, None if card is None else str(Card.parse(card)))


def expected(table: Table, log: GameLog, card: str | None) -> Mapping[Hole, Collection[Seat]]:
    """For each hole of the ring in which a marble may stand, the seats whose marbles are expected there.

    A marble is expected where the announced position has it, and where a play of the `card` (any card if it
    is None) brings it. The position before the last play counts in the same way, because people may take that
    play back or change it. Holes in which no marble is expected are left out.
    """
    last = log.last
    found: defaultdict[Hole, set[Seat]] = defaultdict(set)
    turns = [(log.position, _ranks(card))]
    if last is not None:
        turns.append((last.before, _ranks(last.card)))
    for before, ranks in turns:
        for position in (before, *_results(table, before, ranks)):
            for hole, seat in _standing(position):
                found[hole].add(seat)
    return found


def _ranks(card: str | None) -> tuple[Rank, ...]:
    """The ranks that a card's text may mean; a play without a read card names all ranks that explain it."""
    if not card:
        return tuple(Rank)
    try:
        return (Card.parse(card).rank,)
    except ValueError:
        return tuple(rank for rank in Rank if rank.value in card)


def _results(table: Table, before: Position, ranks: Iterable[Rank]) -> Iterator[Position]:
    return (outcome.position for rank in ranks for outcome in legal(table, before, rank))


def _standing(position: Position) -> Iterator[tuple[Hole, Seat]]:
    return ((hole, seat) for seat in position.seats for hole in position.marbles[seat] or ())
