"""Simulated people at the boards of one table: they sit down, leave, and remember their game in a file."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from hardware.clock import Clock
from jokerboard.journal.games.header import Header
from jokerboard.simulation.board.carrier import Carrier
from jokerboard.simulation.board.simulated_board import SimulatedBoard
from jokerboard.simulation.people.memory import Doing, Memory
from jokerboard.table.runtime.running_game import RunningGame

if TYPE_CHECKING:
    from jokerboard.simulation.people.table_players import People


class Players:
    """The game in progress on a simulated board, and the people who play it, if any do."""

    def __init__(self, clock: Clock, file: Path, manner: Memory, *, carries: bool = False) -> None:
        """`file` stores the people's memory; `manner`: how people play when they sit down.

        `carries`: whether a hand carries the plays that people choose and those of machines.
        """
        self._clock, self._file = clock, file
        self.carries = carries
        self.carrier: Carrier | None = None
        """The hand that carries whole plays in this game; None if people or machines carry them."""
        self.manner = manner
        self.board: SimulatedBoard | None = None
        self.game: RunningGame | None = None
        self.people: People | None = None
        self._listeners: list[Callable[[SimulatedBoard], None]] = []

    def on_board(self, arrived: Callable[[SimulatedBoard], None]) -> None:
        """Call `arrived` with the board of every later game."""
        self._listeners.append(arrived)

    def arrive(self, board: SimulatedBoard, game: RunningGame, memory: Memory | None) -> None:
        """Prepare for a new game on `board`; people with this memory play it, or nobody (None)."""
        self.board, self.game = board, game
        for arrived in self._listeners:
            arrived(board)
        if memory is None:
            self._file.unlink(missing_ok=True)
        else:
            self._seat(memory)
        self.carrier = Carrier(game, board, self._clock, lambda: not self.carries or self._playing)
        self.carrier.start()

    def sit_down(self, doing: Doing = "playing") -> People:
        """Let people sit down at the game in progress, and play it or pause."""
        assert self.game is not None
        return self._seat(replace(at_game(self.manner, self.game.header), doing=doing))

    def leave(self) -> None:
        """Let people leave, because the game has ended or another one begins."""
        if self.carrier is not None:
            self.carrier.close()
        if self.people is not None:
            self.people.close()
        self.people = self.game = self.board = self.carrier = None

    @property
    def _playing(self) -> bool:
        """Whether simulated people sit at the board, who carry for the machines."""
        return self.people is not None and self.people.memory.doing != "off"

    def _seat(self, memory: Memory) -> People:
        from jokerboard.simulation.people.table_players import People

        assert self.game is not None
        assert self.board is not None

        def kept(memory: Memory) -> None:
            # A failure is harmless: the hands can be dealt again from the seed, and the journal reports the
            # disk.
            with contextlib.suppress(OSError):
                memory.save(self._file)

        self.people = People(self.game, self.board, self._clock, memory, kept)
        self.people.start()
        return self.people


def at_game(manner: Memory, header: Header) -> Memory:
    """The memory for a new game of people who play in this manner."""
    return manner.at(header.id, header.seed or header.id)
