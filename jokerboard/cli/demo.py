"""`jokerboard demo`: run a whole table on a simulated board, with a page or without (`--headless`)."""

from __future__ import annotations

import argparse
import os

from jokerboard.cli.arguments import DEFAULT_STATE, kept_or_temporary, page_address
from jokerboard.cli.demo_arguments import (
    add_arguments,
    boards_of,
    director_of,
    houses_of_arguments,
    is_idle,
    print_boards_nearby,
    seed_of,
    wanted_from,
)
from jokerboard.host.errors import UsageError

__all__ = ["add_arguments", "run"]


def run(args: argparse.Namespace) -> int:
    """Serve the page or play without one, until stopped; return the exit code."""
    if args.find:
        return print_boards_nearby()
    _check(args)
    idle = is_idle(args)
    if args.people is None:
        args.people = "off" if idle else "on"
    _choose_hardware(args)
    wanted = wanted_from(args)
    desk = director_of(args)
    houses = houses_of_arguments(args, wanted)
    if args.headless:
        if desk is not None:
            raise UsageError("--headless publishes nothing to a director; leave --redis and --hall out")
        from jokerboard.cli.demo_headless import play

        with kept_or_temporary(args.state) as state:
            return play(args, wanted, state)
    from jokerboard.table.serving.table_server import Serving, serve_table

    host, port = _address(args)
    serving = Serving(
        host, port, seed_of(args), lambda clock, state: boards_of(args, clock, state),
        attended=args.people == "on", new=args.new, director=desk, machine_pause=args.machine_pause,
        idle=idle, houses=houses, language=args.language,
    )  # fmt: skip
    return serve_table(serving, wanted, args.state or DEFAULT_STATE)


def _check(args: argparse.Namespace) -> None:
    """Raise UsageError for arguments that contradict each other."""
    paged, linked, wired = not args.headless, args.link is not None, args.wiring is not None
    hurried, houses, chosen = args.fast or args.until_over, args.invite or args.join, args.hardware != "plain"
    far, crossed = args.board is not None, args.crossed is not None
    no_socket = far and os.path.lexists(args.board) and not args.board.is_socket()
    wrong = {
        "--fast and --until-over need --headless: a page is served in real time": paged and hurried,
        "--fast and --link do not go together: the firmware runs in real time": args.fast and linked,
        f"--link {args.link} already reads the holes; leave --hardware out": linked and chosen,
        "--fast and --board do not go together: that board runs in real time": args.fast and far,
        f"{args.board} is not a socket; give the path that jokerboard board --socket has": no_socket,
        "--wiring already reads the holes; leave --hardware and --link out": wired and (chosen or linked),
        "--crossed needs --wiring: it crosses a described board's wires": not wired and crossed,
        "--invite and --with need a table with a page; leave --headless out": not paged and houses,
        "--listen needs a page; leave --headless out": not paged and args.listen is not None,
        "--headless needs --people on: nobody plays otherwise": not paged and args.people == "off",
    }
    for sentence, is_wrong in wrong.items():
        if is_wrong:
            raise UsageError(sentence)


def _choose_hardware(args: argparse.Namespace) -> None:
    """Replace `args.hardware` by the part that --link or --wiring chooses to read the holes, if given."""
    if args.link is not None:
        args.hardware = args.link
    if args.wiring is not None:
        from wiring.bringup.simulated_board import described_sensors
        from wiring.parse import read_board

        args.hardware = described_sensors(read_board(args.wiring), args.crossed)


def _address(args: argparse.Namespace) -> tuple[str, int]:
    if args.listen is None:
        return "127.0.0.1", int(args.port)
    return page_address("--listen", args.listen, args.port)
