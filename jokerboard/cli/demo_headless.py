"""Play a whole game by simulated people without a page, on virtual time or in real time."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import signal
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import FrameType

from engine.geometry import seat_letter
from engine.referee.verdicts import Discard, Move
from hardware.clock import Clock, LoopClock, VirtualClock
from jokerboard.cli.demo_arguments import boards_of, seed_of
from jokerboard.host.errors import JokerboardError
from jokerboard.host.system import run_loop
from jokerboard.journal.writer import DirectWriter
from jokerboard.simulation.board.simulated_boards import SimulatedBoards
from jokerboard.table.runtime.announcing import Announced
from jokerboard.table.runtime.game_setup import Wanted
from jokerboard.table.runtime.table import Table
from jokerboard.table.serving.opening import open_table, print_troubles, resume_or_begin

PROGRESS_EVERY = 25
"""Plays between two progress lines."""

STUCK_AFTER = 900.0
"""Seconds of virtual time without a play after which the run ends with an error."""

EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
"""The date at which virtual time begins. It is fixed, so that equal seeds write equal journals."""


class _Report:
    """Prints the progress of each game."""

    def __init__(self, table: Table, boards: SimulatedBoards, now: Callable[[], float]) -> None:
        self._table, self._boards, self._now = table, boards, now
        self.last_play = now()
        table.on_game(self._game)

    @property
    def over(self) -> bool:
        """Whether the present game has ended."""
        return self._table.game is not None and self._table.game.log.over is not None

    def _game(self) -> None:
        if self._table.game is not None:
            self._table.game.listen(self._receive)

    def _receive(self, announced: Announced) -> None:
        if isinstance(announced.verdict, Move | Discard):
            self.last_play = self._now()
            if announced.verdict.n % PROGRESS_EVERY == 0:
                print(self._line(announced.verdict.n), flush=True)

    def _line(self, n: int) -> str:
        game = self._table.game
        assert game is not None
        position, board = game.log.position, game.table.board
        home = [
            f"{seat_letter(seat)} {sum(board.is_lane(h) for h in position.marbles[seat] or ())}"
            for seat in position.seats
        ]
        return f"play {n:4}  {_clock(game.t)}  home: {'  '.join(home)}  illegal: {game.log.illegal}"

    def result(self) -> str:
        """Three lines about a finished game: the winners, the illegal attempts and the journal."""
        game, people = self._table.game, self._boards.players.people
        assert game is not None
        assert people is not None
        log, corrector = game.log, people.corrector
        winners = " and ".join(game.speaker.name(seat) for seat in log.over or ())
        team = "".join(map(seat_letter, log.over or ()))
        return (
            f"over: {winners} ({team}) after {len(log.in_force)} plays, {_clock(game.t)} at the table\n"
            f"illegal attempts: {corrector.tried} in {people.turns} turns, {corrector.flagged} flagged, "
            f"{corrector.mended} mended by the lights; takebacks: {log.takebacks}\n"
            f"journal: {self._table.journal.last} records, digest {self._table.journal.hash}"
        )


def play(args: argparse.Namespace, wanted: Wanted, path: Path) -> int:
    """Play in the state directory `path` until SIGTERM, SIGINT or the end; return the exit code."""
    with _stop_on_signals() as stopped:
        if args.fast:
            _on_virtual_time(args, wanted, path, stopped)
        else:
            run_loop(_at_peoples_pace(args, wanted, path, stopped))
    return 0


def _on_virtual_time(
    args: argparse.Namespace, wanted: Wanted, path: Path, stopped: Callable[[], bool]
) -> None:
    clock = VirtualClock()

    def wall() -> str:
        return (EPOCH + timedelta(seconds=round(clock.now(), 3))).isoformat()

    with _game(args, wanted, path, clock, wall) as (report, ended):
        while not (stopped() or ended()):
            if not clock.run_next() or clock.now() - report.last_play > STUCK_AFTER:
                raise JokerboardError(f"the table is stuck: no play for {STUCK_AFTER:.0f} s of virtual time")


async def _at_peoples_pace(
    args: argparse.Namespace, wanted: Wanted, path: Path, stopped: Callable[[], bool]
) -> None:
    clock = LoopClock(asyncio.get_running_loop())
    with _game(args, wanted, path, clock, lambda: datetime.now(UTC).isoformat()) as (_, ended):
        while not (stopped() or ended()):
            await asyncio.sleep(0.1)


@contextlib.contextmanager
def _game(
    args: argparse.Namespace, wanted: Wanted, path: Path, clock: Clock, wall: Callable[[], str]
) -> Iterator[tuple[_Report, Callable[[], bool]]]:
    """Begin or resume a game; yield its report, and a function that returns whether to leave.

    The function prints the result of a finished game and begins the next, unless --until-over is given.
    """
    seed = seed_of(args)
    boards = boards_of(args, clock, path)
    table = open_table(clock, path, seed, wall, DirectWriter, boards, pause=args.machine_pause)
    try:
        report = _Report(table, boards, clock.now)
        _begin(args, table, wanted, seed)
        yield report, lambda: report.over and _finished(args, table, report, wanted)
    finally:
        table.close()


def _begin(args: argparse.Namespace, table: Table, wanted: Wanted, seed: str) -> None:
    print_troubles(table.troubles)
    went_on = resume_or_begin(table, wanted, new=args.new, attended=True)
    game = table.game
    assert game is not None
    if went_on:
        print(f"resuming after play {game.log.n} of a game of {game.header.rules}", flush=True)
    else:
        print(f"a game of {wanted.rules} for {wanted.players}, seed {seed}", flush=True)


def _finished(args: argparse.Namespace, table: Table, report: _Report, wanted: Wanted) -> bool:
    """Print the result of a finished game; return True to leave, or begin the next and return False."""
    print(report.result(), flush=True)
    if args.until_over:
        return True
    table.begin(wanted, attended=True)
    return False


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"


@contextlib.contextmanager
def _stop_on_signals() -> Iterator[Callable[[], bool]]:
    """Yield a function that returns whether SIGTERM or SIGINT has arrived.

    The signals do not end the process, so that the journal is closed and the game can be resumed.
    """
    came: list[int] = []

    def note(number: int, _: FrameType | None) -> None:
        came.append(number)

    before = {number: signal.signal(number, note) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield lambda: bool(came)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
