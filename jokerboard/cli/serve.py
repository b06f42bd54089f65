"""`jokerboard serve`: run the table service on a real board, from its configuration file."""

from __future__ import annotations

import argparse
from pathlib import Path

from jokerboard.cli.demo_arguments import add_houses, houses_of_arguments, print_boards_nearby
from jokerboard.host.system import need_device_files

DEFAULT_CONFIG = Path("/etc/jokerboard/table.toml")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "--config", type=Path, default=DEFAULT_CONFIG, metavar="FILE", help=f"default {DEFAULT_CONFIG}"
    )
    parser.add_argument("--check", action="store_true", help="only check the configuration")
    parser.add_argument("--new", action="store_true", help="begin a new game even if one is in progress")
    add_houses(parser)


def run(args: argparse.Namespace) -> int:
    """Serve the table until stopped; return the exit code.

    Raise UsageError with the mistake of a wrong configuration.
    """
    if args.find:
        return print_boards_nearby()
    from jokerboard.table.serving.real_board import RealBoards
    from jokerboard.table.serving.table_config import read_config

    config = read_config(args.config)
    houses = houses_of_arguments(args, config.wanted)
    if args.check:
        print(
            f"{args.config}: valid; the board is {config.board.title!r}, the state is kept in {config.state}"
        )
        return 0
    need_device_files("a table on a real board")
    from jokerboard.table.serving.opening import fresh_seed
    from jokerboard.table.serving.table_server import Serving, serve_table

    serving = Serving(
        *config.listen,
        fresh_seed(),
        lambda clock, _: RealBoards(config.board, config.tags, clock, sound=config.sound),
        new=args.new,
        director=config.director,
        machine_pause=config.machine_pause,
        language=config.language,
        root=Path("/"),
        houses=houses,
    )
    return serve_table(serving, config.wanted, config.state)
