"""Simulated hands at a served table: they move marbles on an emulated board and read only the page."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import urllib.request
from collections.abc import Callable
from typing import Any

from engine.cards import RANKS
from engine.geometry import Hole
from engine.legal import Outcome, legal
from engine.position import Position
from engine.rules.rule_sets import RULES
from engine.table import Table, table_at
from jokerboard.simulation.people.choice_of_play import Chance
from jokerboard.simulation.people.eyes_and_hands import Lift, carried_out
from tests.firmware_bridge.emulated.emulator import EmulatedBoard
from tests.vm.hands import standing
from wiring.description import Description

MOVE = 0.15
"""Seconds between two movements of marbles."""


class ServedHands:
    """Makes `plays` plays without cards at an emulated board, then stops the program by SIGTERM."""

    def __init__(self, emulated: EmulatedBoard, board: Description, page: str, plays: int) -> None:
        self._emulated, self._page, self._plays = emulated, page, plays
        self._channels = {hole: number for number, hole in enumerate(board.channels) if hole is not None}
        self._occupied = set[Hole]()
        self.made: list[object] = []
        """The marbles after each play, as the hands placed them."""
        self.announced: list[object] = []
        """The marbles after each play, as the page shows them."""
        self.lit = False
        """Whether the board has shown any light yet."""

    async def play(self) -> None:
        """Put the marbles into START, play, and stop the program."""
        try:
            now = await self._until(lambda state: state["position"] is not None)
            position = Position.parse(now["position"])
            table = table_at(RULES[now["game"]["rules"]], position)
            self._show(standing(table, position))
            await asyncio.sleep(2.5)
            for number in range(self._plays):
                outcome = self._chosen(table, position, random.Random(number))
                await self._carry(table, position, outcome)
                now = await self._until(lambda state: state["n"] > number)  # noqa: B023 - awaited at once
                position = Position.parse(now["position"])
                self.made.append(outcome.marbles)
                self.announced.append(position.marbles)
                self.lit |= any(map(any, self._emulated.see("pixels")))
        finally:
            os.kill(os.getpid(), signal.SIGTERM)

    @staticmethod
    def _chosen(table: Table, position: Position, chance: random.Random) -> Outcome:
        """A random play of one leg that the holes occupied after it identify."""
        outcomes = [outcome for rank in RANKS for outcome in legal(table, position, rank)]
        boards = [frozenset(standing(table, outcome.position)) for outcome in outcomes]
        left: dict[frozenset[Hole], set[object]] = {}
        for outcome, board in zip(outcomes, boards, strict=True):
            left.setdefault(board, set()).add(outcome.marbles)
        before = frozenset(standing(table, position))
        return chance.choice(
            [
                outcome
                for outcome, board in zip(outcomes, boards, strict=True)
                if len(outcome.legs) == 1 and board != before and len(left[board]) == 1
            ]
        )

    async def _carry(self, table: Table, position: Position, outcome: Outcome) -> None:
        board = table.board
        owners = {hole: seat for seat in position.seats for hole in position.marbles[seat] or ()}
        for step in carried_out(board, outcome.play, owners, Chance("hands", position)):
            lifted = isinstance(step, Lift)
            hole = step.hole
            if hole is None:
                hole = next(each for each in board.start(step.seat) if (each in self._occupied) == lifted)
            self._show(self._occupied - {hole} if lifted else self._occupied | {hole})
            await asyncio.sleep(MOVE)

    def _show(self, holes: set[Hole]) -> None:
        changed = self._occupied ^ holes
        self._occupied = holes
        self._emulated.step(holes=[[self._channels[hole], hole in holes] for hole in changed])

    async def _until(self, so: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Wait for a state of the page for which `so` is true; return it. Fail after 20 emulated seconds."""
        limit = self._emulated.now + 20
        while True:
            try:
                state = await asyncio.to_thread(self._state)
            except OSError:
                state = None
            if state is not None and so(state):
                return state
            assert self._emulated.now < limit, f"the page does not show it: {state and state['verdict']}"
            await asyncio.sleep(0.05)

    def _state(self) -> dict[str, Any]:
        with urllib.request.urlopen(self._page, timeout=60) as answer:
            found: dict[str, Any] = json.load(answer)
            return found
