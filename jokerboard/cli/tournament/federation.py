"""`jokerboard federation`: follow the tournaments of many halls, and show them on a page or as a site."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import time
from pathlib import Path
from typing import TYPE_CHECKING

from engine.text import counted
from jokerboard.cli.arguments import add_options, add_page, add_redis, need_redis, page_address, writing
from jokerboard.host.errors import UsageError
from jokerboard.host.system import run_loop, stop_on_signals
from jokerboard.tournament.address import Address, parse_address
from jokerboard.web.server import is_local_address

if TYPE_CHECKING:
    from jokerboard.tournament.federation.service import Federation

PORT = 8092
DEFAULT_STATE = Path("federation")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_options(
        parser, ("--hall", "DIR", Path, [], "the folder `federation` of a hall's redis-setup (repeatable)")
    )
    add_redis(parser, [], "a Redis to which halls publish, or a replica (repeatable)")
    add_page(parser, PORT)
    add_options(
        parser,
        ("--state", "DIR", Path, DEFAULT_STATE, "directory of the halls' data (default ./federation)"),
        ("--site", "FOLDER", Path, None, "write the followed halls as web pages without scripts, and end"),
    )


def run(args: argparse.Namespace) -> int:
    """Follow the halls until SIGTERM or SIGINT, or write the site; return the exit code."""
    from jokerboard.tournament.federation.service import Federation

    host, port = page_address("--http", args.http, PORT)
    if args.site is not None:
        return _site(args)
    addresses = _addresses(args)
    if not addresses:
        raise UsageError("no hall is given; give --hall DIR or --redis URL for each, or --site FOLDER")
    need_redis()
    return run_loop(_serve(Federation(args.state, addresses), host, port, args.state))


async def _serve(federation: Federation, host: str, port: int, state: Path) -> int:
    """Follow the halls and serve the page in this event loop until SIGTERM or SIGINT; return 0."""
    from jokerboard.tournament.federation.service import federate

    def ready(page: str) -> None:
        print(f"The federation is at {page} and is kept in {state}. Ctrl-C stops it.", flush=True)

    serving = asyncio.ensure_future(
        federate(federation, host, port, local_only=is_local_address(host), ready=ready)
    )
    stop_on_signals(asyncio.get_running_loop(), serving.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await serving
    return 0


def _addresses(args: argparse.Namespace) -> list[Address]:
    from jokerboard.tournament.redis_setup import hall_address

    halls = [hall_address(folder) for folder in args.hall]
    return halls + [
        parse_address(url, password_file=args.redis_password, ca=args.redis_ca) for url in args.redis
    ]


def _site(args: argparse.Namespace) -> int:
    from jokerboard.tournament.federation.mirror import open_mirrors
    from jokerboard.tournament.federation.pages import write_federation

    halls = open_mirrors(args.state)
    if not halls:
        raise UsageError(f"{args.state} holds no hall's data; give the federation's --state directory")
    with writing(args.site, "give another --site"):
        pages = write_federation(halls, args.site, time.time())
    print(f"{counted(pages, 'page')} in {args.site}; open {args.site / 'index.html'}")
    return 0
