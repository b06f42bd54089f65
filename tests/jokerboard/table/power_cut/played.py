"""Programs whose disk is watched: each plays at a table in a folder and prints what the table announces.

`python -m tests.jokerboard.table.power_cut.played KIND FOLDER`. Each announcement is printed by one system
call, so its place among the others is where the table made it.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from engine.referee.verdicts import Decision, Discard, Final, Move, Over, Takeback
from hardware.clock import VirtualClock
from jokerboard.host.files import StateDirectory
from jokerboard.journal.games.game_lines import to_json
from jokerboard.journal.orders import Order, What
from jokerboard.journal.repair import open_journal
from jokerboard.journal.store import FILE, JournalReader
from jokerboard.journal.writer import DirectWriter
from jokerboard.simulation.board.simulated_boards import SimulatedBoards
from jokerboard.simulation.people.memory import Memory
from jokerboard.table.publishing.order_executor import OrderExecutor
from jokerboard.table.runtime.announcing import Announced
from jokerboard.table.runtime.game_setup import Wanted
from jokerboard.table.runtime.table import Table
from jokerboard.tournament.keys import journal_id

NOW = "2026-11-29T10:00:00+00:00"
BINDING = (Move, Discard, Takeback, Decision, Over, Final)
SHORT = Wanted(rules="pegs-and-jokers", players=2, switches={"marbles_per_player": "4"})
MANNER = Memory("", "power", speed=50.0)


class Player:
    """A table with simulated people in a folder, on virtual time; it continues the game in the folder."""

    def __init__(self, folder: Path, write_line: Callable[[str], None]) -> None:
        self.clock, self.announced = VirtualClock(), 0
        state = StateDirectory(folder)
        journal, self.damage = open_journal(state / FILE, table="t", made=NOW)
        self.boards = SimulatedBoards(self.clock, folder, MANNER)
        self.table = Table(
            self.clock, state, journal, DirectWriter(journal), self.boards, wall=lambda: NOW, seed="power",
            secret=lambda: "a secret",
        )  # fmt: skip
        self._write_line = write_line
        self.table.on_game(self._listen)
        if not self.table.resume(attended=True):
            self.table.begin(SHORT, attended=True)

    def _listen(self) -> None:
        game = self.table.game
        if game is None:
            return

        def announced(each: Announced) -> None:
            if isinstance(each.verdict, BINDING):
                self.announced += 1
                self._write_line(json.dumps(to_json(each.verdict, game.table.board), sort_keys=True))

        game.listen(announced)

    @property
    def plays(self) -> int:
        assert self.table.game is not None
        return self.table.game.log.n

    @property
    def over(self) -> bool:
        assert self.table.game is not None
        return self.table.game.log.over is not None

    def until(self, so: Callable[[], bool], within: float = 900.0) -> None:
        limit = self.clock.now() + within
        while not so():
            assert self.clock.run_next(), "nothing happens any more"
            assert self.clock.now() < limit, f"it does not come about; play {self.plays}"

    def play(self, more: int) -> None:
        """Let people play until `more` announcements have been made, or the game ends."""
        last = self.announced + more
        self.until(lambda: self.over or self.announced >= last)

    def close(self) -> None:
        self.table.close()


def _print(text: str) -> None:
    os.write(1, f"{text}\n".encode())


def fast(folder: Path) -> None:
    """People at fifty times their speed play a game to its end."""
    player = Player(folder, _print)
    player.until(lambda: player.over, 3600)
    player.close()


def ordered(folder: Path) -> None:
    """A director takes plays back and reseats the table while people play; the table is closed in between."""
    for _ in range(3):
        player = Player(folder, _print)
        source = JournalReader(folder / FILE)
        log = journal_id(source.lines(1, 1)[0].hash)
        orders = OrderExecutor(player.table, log, SHORT, lambda: NOW)
        orders.recall(source.newest_orders())
        source.close()
        for turn in range(4):
            player.play(3)
            number = f"{player.table.journal.last:032x}"
            orders.take(
                Order(
                    number, "Dora", NOW, log, player.table.number, What.TAKE_BACK, n=player.plays, text="look"
                )
            )
            if turn == 2:
                player.table.begin(SHORT, attended=True)
        player.close()


def upgraded(folder: Path) -> None:
    """Open a table whose folder the previous version wrote, and let people play on."""
    player = Player(folder, _print)
    player.play(12)
    player.close()
    again = Player(folder, _print)
    again.play(12)
    again.close()


KINDS: Mapping[str, Callable[[Path], None]] = {"fast": fast, "ordered": ordered, "upgraded": upgraded}

if __name__ == "__main__":
    KINDS[sys.argv[1]](Path(sys.argv[2]))
