"""`jokerboard director`: run the desk that follows and directs many tables, or maintain its store."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from jokerboard.cli.arguments import add_options, add_page, add_redis, need_redis, page_address, whole
from jokerboard.host.errors import UsageError
from jokerboard.host.system import run_loop, stop_on_signals
from jokerboard.tournament.errors import AddressError
from jokerboard.tournament.federation.hall_stream import checked_hall
from jokerboard.web.errors import PageError
from jokerboard.web.server import bind, is_local_address
from jokerboard.web.visitors import own_names

if TYPE_CHECKING:
    from jokerboard.tournament.address import Address
    from jokerboard.tournament.director import Wanted

PORT = 8090
DEFAULT_STATE = Path("director")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    redis = parser.add_argument_group("the Redis")
    add_redis(redis, None, "redis://HOST, rediss://HOST (TLS), unix:///SOCKET")
    redis.add_argument(
        "--demo-redis",
        type=whole(0, 65535),
        nargs="?",
        const=0,
        metavar="PORT",
        help="run a temporary Redis (fakeredis) in this process to try the desk; not for a tournament",
    )
    redis.add_argument(
        "--hall",
        type=Path,
        metavar="DIR",
        help="folder made by redis-setup, with the Redis, its password and CA",
    )
    page = parser.add_argument_group("the page")
    add_page(page, PORT)
    page.add_argument(
        "--public-name",
        action="append",
        default=[],
        metavar="NAME",
        help="a host name that reaches the page, as through nginx (repeatable)",
    )
    add_options(
        parser,
        ("--state", "DIR", Path, DEFAULT_STATE, "the directory of the director's store (default ./director)"),
        ("--hall-name", "NAME", str, None, "publish the tournament to a federation under this name"),
    )
    actions = parser.add_subparsers(dest="action", metavar="ACTION", help="instead of running the desk:")
    actions.add_parser("verify", help="check that every row of the store is as it was written")
    backup = actions.add_parser("backup", help="copy the store to a new file, also while the desk runs")
    backup.add_argument("file", type=Path, metavar="FILE")
    actions.add_parser("keys", help="print the tables' public keys and newest signed records as JSON")
    registering = actions.add_parser("register-key", help="register a table's key, or replace it")
    registering.add_argument("table", metavar="TABLE", help="the table's name for programs")
    registering.add_argument("key", metavar="KEY", help="the key that `jokerboard journal key` prints")
    setup = actions.add_parser("redis-setup", help="write configuration, users and certificates for a Redis")
    setup.add_argument("--host", required=True, help="name or address at which tables reach the Redis")
    add_options(
        setup,
        ("--table", "NAME[=TITLE]", str, [], "a table's number or word, and a longer title (repeatable)"),
        ("--port", "N", whole(1, 65535), 6380, "port of the Redis (default 6380)"),
        ("--out", "DIR", Path, Path("redis"), "a new directory"),
    )


def run(args: argparse.Namespace) -> int:
    """Run the desk until SIGTERM or SIGINT, or run the given action; return the exit code."""
    match args.action:
        case "redis-setup":
            return _redis_setup(args)
        case "verify":
            return _verify(args.state)
        case "backup":
            return _backup(args.state, args.file)
        case "keys" | "register-key":
            return _keys(args)
    return _direct(args)


def _direct(args: argparse.Namespace) -> int:
    if sum(one is not None for one in (args.redis, args.hall, args.demo_redis)) != 1:
        raise UsageError("no Redis is given; give --redis URL, --hall DIR, or --demo-redis to try the desk")
    host, port = page_address("--http", args.http, PORT)
    if args.hall_name is not None:
        checked_hall(args.hall_name)
    address = _address(args)
    try:
        for sock in bind(host, port) if port else ():
            sock.close()
    except PageError as error:
        raise UsageError(str(error)) from error
    need_redis()
    if address is None:
        from jokerboard.tournament.redis_setup import trial_redis

        with trial_redis(args.demo_redis) as trial:
            print(f"A trial Redis (fakeredis) is at {trial}; its data are lost at the end.")
            return run_loop(serve(_wanted(args, trial, host, port)))
    return run_loop(serve(_wanted(args, address, host, port)))


def _wanted(args: argparse.Namespace, address: Address, host: str, port: int) -> Wanted:
    from jokerboard.tournament.director import Wanted

    return Wanted(address, args.state, host, port, is_local_address(host), _public(args), args.hall_name)


def _public(args: argparse.Namespace) -> frozenset[str] | None:
    """The host names that the page accepts: those given and this machine's own; None if none was given."""
    for name in args.public_name:
        if not re.fullmatch(r"[a-z0-9.-]{1,253}", name, re.ASCII | re.IGNORECASE):
            raise UsageError(f"--public-name takes a host name such as cup.example.org, not {name!r}")
    return frozenset(name.lower() for name in args.public_name) | own_names() if args.public_name else None


def _redis_setup(args: argparse.Namespace) -> int:
    """Write the files for a hall's Redis, print the steps that remain, and return 0."""
    from jokerboard.tournament.redis_setup import write_setup

    pairs = (one.partition("=") for one in args.table)
    tables = {name: title or name for name, _, title in pairs}
    print("\n".join(write_setup(args.out, args.host, tables, args.port)))
    return 0


def _keys(args: argparse.Namespace) -> int:
    """Print the tables' keys, or register the given key; return 0."""
    from jokerboard.journal.signature import is_key
    from jokerboard.tournament.collect.signatures import FILE, read_keys, register

    file = args.state / FILE
    if args.action == "keys":
        print(json.dumps(read_keys(file), indent=1))
        return 0
    if not is_key(args.key):
        raise UsageError("a key has 64 digits 0-9 and a-f; give the key that `jokerboard journal key` prints")
    register(file, args.table, args.key)
    print(f"the key of {args.table} is registered in {file}")
    return 0


def _verify(state: Path) -> int:
    """Check the store and print each damage; return 1 if there is any, else 0."""
    from jokerboard.tournament.collect.store import FILE
    from jokerboard.tournament.collect.store_check import check_store

    path = state / FILE
    if not path.is_file():
        raise UsageError(f"there is no store at {path}; give the desk's --state directory")
    problems = check_store(path)
    if problems:
        print("\n".join(f"{path}: {problem}" for problem in problems))
        print("At its next start the director keeps the undamaged part, and renames the damaged files.")
        return 1
    print(f"{path}: every row is as it was written")
    return 0


def _backup(state: Path, file: Path) -> int:
    """Copy the store into the new file `file`; return 0."""
    from jokerboard.host.sqlite_backup import back_up
    from jokerboard.tournament.collect.store import FILE

    back_up(state / FILE, file)
    print(f"{state / FILE} is copied to {file}; to restore, copy it back while no director runs")
    return 0


def _address(args: argparse.Namespace) -> Address | None:
    from jokerboard.tournament.address import parse_address
    from jokerboard.tournament.redis_setup import hall_address

    if args.hall is not None:
        if args.redis_password is not None or args.redis_ca is not None:
            raise AddressError(
                "--hall has the password and the CA; leave --redis-password and --redis-ca out"
            )
        return hall_address(args.hall)
    if args.redis is None:
        return None
    return parse_address(args.redis, password_file=args.redis_password, ca=args.redis_ca)


async def serve(wanted: Wanted, begun: Callable[[str], None] = lambda _: None) -> int:
    """Run the director in this event loop until SIGTERM or SIGINT; return 0.

    `begun` is called with the page's address once the page is served.
    """
    from hardware.clock import LoopClock
    from jokerboard.table.serving.upkeep import Systemd
    from jokerboard.tournament.director import direct

    loop = asyncio.get_running_loop()
    systemd = Systemd()

    def ready(page: str) -> None:
        print(f"The desk is at {page} and is kept in {wanted.state}. Ctrl-C stops it.")
        # systemd runs the director as a user of its own, whose files other users cannot read.
        reading = "sudo cat" if "INVOCATION_ID" in os.environ else "cat"
        print(f"To command the desk, enter its token: {reading} {wanted.token_file.absolute()}", flush=True)
        systemd.ready(LoopClock(loop), f"the desk is at {page}")
        begun(page)

    def report(trouble: str | None) -> None:
        systemd.status("no trouble" if trouble is None else trouble)
        if trouble is not None:
            print(f"jokerboard: {trouble}", file=sys.stderr, flush=True)

    directing = asyncio.ensure_future(direct(wanted, ready, report))
    stop_on_signals(loop, directing.cancel)
    try:
        await directing
    except asyncio.CancelledError:
        return 0
    finally:
        systemd.stopping()
    return 0
