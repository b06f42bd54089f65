"""A simulated person who answers `jokerboard setup` at an emulated board with crossed wires."""

from __future__ import annotations

import asyncio
import os
import re

from tests.firmware_bridge.emulated.emulator import EmulatedBoard
from wiring.bringup.simulated_board import crossing
from wiring.description import Description

SEEN = 0.06
"""Seconds to wait after a question, until the lights have changed."""
FELT = 1.0
"""Seconds to wait for a reaction to a marble; then the person reports that there is none."""


class SetupHands:
    """Reads printed questions and lights, moves marbles, and writes answers into the pipe `keyboard`.

    `crossed` is the seed of the crossed wires, as in `setup --twin`.
    """

    def __init__(self, emulated: EmulatedBoard, board: Description, crossed: int, keyboard: int) -> None:
        self._emulated, self._names, self._keyboard = emulated, board.names, keyboard
        holes = board.names.holes
        self._channel_of, self._hole_of = crossing(holes, crossed, len(board.channels), holes)
        self._lines, self._written = asyncio.Queue[str](), asyncio.Event()
        self.answered = 0

    def write_line(self, line: str) -> None:
        """Take a line that the program prints."""
        self._lines.put_nowait(line)
        self._written.set()

    async def work(self) -> None:
        """Answer every question until the program has no more."""
        try:
            while (line := await self._lines.get()) != "All wires are known.":
                if re.match(r"\[ *\d+%\] ", line):
                    await self._answer(line)
                    self.answered += 1
        finally:
            os.close(self._keyboard)

    async def _answer(self, question: str) -> None:
        named = re.search(r"Put the marble into (\w+)\.|(\w+) should shine", question)
        if named is not None and named[1]:
            await self._put(self._names.hole(named[1]))
            return
        await asyncio.sleep(SEEN)
        shining = [self._hole_of[led] for led, rgb in enumerate(self._emulated.see("pixels")) if any(rgb)]
        if len(shining) != 1 or shining[0] is None:
            self._type("d")
        elif named is not None and self._names.hole(named[2]) != shining[0]:
            self._type("x")
        else:
            await self._put(shining[0])

    async def _put(self, hole: int) -> None:
        channel = self._channel_of[hole]
        self._written.clear()
        self._emulated.step(holes=[[channel, True]])
        try:
            async with asyncio.timeout(FELT):
                await self._written.wait()
        except TimeoutError:
            self._type("n")
        self._emulated.step(holes=[[channel, False]])

    def _type(self, line: str) -> None:
        os.write(self._keyboard, f"{line}\n".encode())
