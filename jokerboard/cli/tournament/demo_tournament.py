"""`jokerboard demo-tournament`: simulate a whole tournament on one computer in a few minutes."""

from __future__ import annotations

import argparse
import contextlib
import functools
import multiprocessing
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from jokerboard.cli.arguments import add_options, kept_or_temporary, need_redis, number, page_address, whole
from jokerboard.cli.demo_arguments import add_behaviour
from jokerboard.cli.tournament.director import PORT
from jokerboard.host.system import run_loop
from jokerboard.web.server import is_local_address

if TYPE_CHECKING:
    from jokerboard.tournament.address import Address


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_options(
        parser,
        ("--tables", "N", whole(1, 64), 8, "number of tables (default 8)"),
        ("--rounds", "N", whole(1, 9), 3, "number of rounds (default 3)"),
    )
    add_behaviour(parser, speed=30.0)
    add_options(
        parser,
        ("--longest", "S", number(1, 86_400), 75.0, "seconds of a round until time is called (default 75)"),
        ("--seed", "N", int, None, "seed of all random numbers at the tables"),
        ("--by-hand", "start no simulated director: you direct"),
        ("--redis", "URL", str, None, "a real Redis without a password (default: fakeredis in this process)"),
        ("--http", "ADDRESS", str, str(PORT), f"address of the desk's page (default {PORT})"),
        ("--state", "DIR", Path, None, "keep the tournament in DIR (default: keep nothing)"),
    )


def run(args: argparse.Namespace) -> int:
    """Run tables, desk and simulated director until SIGTERM or SIGINT; return the exit code."""
    need_redis()
    host, port = page_address("--http", args.http, PORT)
    with kept_or_temporary(args.state) as state, _redis(args.redis) as address:
        return _run(args, state, address, host, port)


def _run(args: argparse.Namespace, state: Path, address: Address, host: str, port: int) -> int:
    from jokerboard.cli.tournament.director import serve
    from jokerboard.simulation.hall_director import Robot
    from jokerboard.simulation.hall_tables import Tables
    from jokerboard.simulation.hall_tables import run as run_tables
    from jokerboard.tournament.director import Wanted

    seed = secrets.randbelow(1 << 31) if args.seed is None else args.seed
    tables = Tables(str(address), state, 1, args.tables, args.speed, args.mistakes, seed)
    # A forked child would inherit open sockets and locks of this process.
    process = multiprocessing.get_context("spawn").Process(target=run_tables, args=(tables,), daemon=True)
    process.start()
    wanted = Wanted(address, state / "desk", host, port, is_local_address(host))
    robots: list[Robot] = []

    def ready(page: str) -> None:
        if not args.by_hand:
            token = wanted.token_file.read_text().strip()
            write_line = functools.partial(print, flush=True)
            robots.append(Robot(page, token, args.tables, args.rounds, args.longest, write_line))
            robots[0].start()

    try:
        return run_loop(serve(wanted, ready))
    finally:
        for robot in robots:
            robot.stop()
        process.terminate()
        process.join(10)
        process.kill()


@contextlib.contextmanager
def _redis(url: str | None) -> Iterator[Address]:
    from jokerboard.tournament.address import parse_address
    from jokerboard.tournament.redis_setup import trial_redis

    if url is not None:
        yield parse_address(url)
        return
    with trial_redis() as address:
        print(f"A trial Redis (fakeredis) is at {address}; its data are lost at the end.")
        yield address
