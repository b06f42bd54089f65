"""`jokerboard director`: many tables, one desk."""

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

from jokerboard.cli.arguments import add_page, page_address, whole
from jokerboard.host.errors import JokerboardError, UsageError
from jokerboard.host.system import install_line, run_loop, stop_on_signals
from jokerboard.tournament.errors import AddressError, TournamentError
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
    redis.add_argument("--redis", metavar="URL", help="redis://HOST, rediss://HOST (TLS), unix:///SOCKET")
    redis.add_argument("--redis-password", type=Path, metavar="FILE", help="its first line is the password")
    redis.add_argument(
        "--redis-ca", type=Path, metavar="FILE", help="certificates of a rediss:// server's CA"
    )
    redis.add_argument(
        "--demo-redis",
        type=whole(0, 65535),
        nargs="?",
        const=0,
        metavar="PORT",
        help="for trying out, never for a tournament: a Redis of fakeredis inside this process",
    )
    redis.add_argument(
        "--hall", type=Path, metavar="DIR", help="the folder of redis-setup: its Redis, password and CA"
    )
    page = parser.add_argument_group("the page")
    add_page(page, PORT)
    page.add_argument(
        "--public-name",
        action="append",
        default=[],
        metavar="NAME",
        help="a name that the page answers to, as behind nginx; may be given again",
    )
    parser.add_argument(
        "--state",
        type=Path,
        default=DEFAULT_STATE,
        metavar="DIR",
        help="where everything is kept (./director)",
    )
    parser.add_argument(
        "--hall-name", metavar="NAME", help="publish the tournament under this name, for a federation"
    )
    actions = parser.add_subparsers(dest="action", metavar="ACTION", help="instead of directing:")
    actions.add_parser("verify", help="whether every row of the store is as it was written")
    backup = actions.add_parser("backup", help="copy the store to a new file, also while the desk runs")
    backup.add_argument("file", type=Path, metavar="FILE")
    actions.add_parser("keys", help="the tables' public keys and their newest signed records, as JSON")
    registering = actions.add_parser("register-key", help="register the key of a table, or its new one")
    registering.add_argument("table", metavar="TABLE", help="its name for programs")
    registering.add_argument("key", metavar="KEY", help="as `jokerboard journal key` prints it")
    setup = actions.add_parser("redis-setup", help="write a Redis's configuration, users and certificates")
    setup.add_argument("--host", required=True, help="the name or address by which tables reach it")
    setup.add_argument(
        "--table",
        action="append",
        default=[],
        metavar="NAME[=TITLE]",
        help="the number or word that stands on a table, and what the hall calls it, if that is longer",
    )
    setup.add_argument(
        "--port", type=whole(1, 65535), default=6380, metavar="N", help="of the Redis (default 6380)"
    )
    setup.add_argument("--out", type=Path, default=Path("redis"), metavar="DIR", help="a new directory")


def run(args: argparse.Namespace) -> int:
    """Run the desk until SIGTERM or SIGINT, or do another action; return the exit code."""
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
        raise UsageError("which Redis? give --redis URL, --hall DIR, or --demo-redis to try it out")
    host, port = page_address("--http", args.http, PORT)
    try:
        if args.hall_name is not None:
            checked_hall(args.hall_name)
        address = _address(args)
        for sock in bind(host, port) if port else ():
            sock.close()
    except (AddressError, PageError) as error:
        raise UsageError(str(error)) from error
    try:
        import redis  # noqa: F401 - whether it is there
    except ImportError as error:
        raise JokerboardError(
            f"the director needs redis-py: {install_line('jokerboard[tournament]')}, or make demo-tournament"
        ) from error
    if address is None:
        from jokerboard.tournament.trial_redis import trial_redis

        try:
            with trial_redis(args.demo_redis) as trial:
                print(
                    f"A Redis for trying out is at {trial}; what it holds is gone when this ends.", flush=True
                )
                return run_loop(serve(_wanted(args, trial, host, port)))
        except AddressError as error:
            raise JokerboardError(str(error)) from error
    return run_loop(serve(_wanted(args, address, host, port)))


def _wanted(args: argparse.Namespace, address: Address, host: str, port: int) -> Wanted:
    from jokerboard.tournament.director import Wanted

    return Wanted(address, args.state, host, port, is_local_address(host), _public(args), args.hall_name)


def _public(args: argparse.Namespace) -> frozenset[str] | None:
    """The host names that the page accepts beside this machine's own; None if none was given."""
    for name in args.public_name:
        if not re.fullmatch(r"[a-z0-9.-]{1,253}", name, re.ASCII | re.IGNORECASE):
            raise UsageError(f"--public-name takes a host's name, as cup.example.org, not {name!r}")
    return frozenset(name.lower() for name in args.public_name) | own_names() if args.public_name else None


def _redis_setup(args: argparse.Namespace) -> int:
    """Write the setup of a hall's Redis, and print what is left to do."""
    from jokerboard.tournament.redis_setup import write_setup

    pairs = (one.partition("=") for one in args.table)
    tables = {name: title or name for name, _, title in pairs}
    try:
        print("\n".join(write_setup(args.out, args.host, tables, args.port)))
    except AddressError as error:
        raise UsageError(str(error)) from error
    return 0


def _keys(args: argparse.Namespace) -> int:
    """Print the tables' keys, or register one; return the exit code."""
    from jokerboard.journal.signature import is_key
    from jokerboard.tournament.collect.signatures import FILE, read_keys, register

    file = args.state / FILE
    try:
        if args.action == "register-key":
            if not is_key(args.key):
                raise UsageError("a key is 64 digits 0-9 and a-f, as `jokerboard journal key` prints it")
            register(file, args.table, args.key)
            print(f"the key of {args.table} is registered in {file}")
        else:
            print(json.dumps(read_keys(file), indent=1))
    except TournamentError as error:
        raise JokerboardError(str(error)) from error
    return 0


def _verify(state: Path) -> int:
    """Print the damage of the store; return 1 if there is any."""
    from jokerboard.tournament.collect.store import FILE
    from jokerboard.tournament.collect.store_check import check_store

    path = state / FILE
    if not path.is_file():
        raise UsageError(f"there is no store at {path}; give the desk's --state directory")
    try:
        problems = check_store(path)
    except TournamentError as error:
        raise JokerboardError(str(error)) from error
    if problems:
        print("\n".join(f"{path}: {problem}" for problem in problems))
        print("The next start of the director keeps the good part, and sets the damaged files aside.")
        return 1
    print(f"{path}: every row is as it was written")
    return 0


def _backup(state: Path, file: Path) -> int:
    """Copy the store; return the exit code."""
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
    """Run the director in this event loop until SIGTERM or SIGINT; `begun` receives the page's address."""
    from hardware.clock import LoopClock
    from jokerboard.table.serving.systemd_notify import Systemd
    from jokerboard.tournament.director import direct

    loop = asyncio.get_running_loop()
    systemd = Systemd()

    def ready(page: str) -> None:
        print(f"The desk is at {page} and is kept in {wanted.state}. Ctrl-C stops it.")
        # systemd runs the director under its own user, and no other user can read its files.
        reading = "sudo cat" if "INVOCATION_ID" in os.environ else "cat"
        print(f"Its token gives command: {reading} {wanted.token_file.absolute()}", flush=True)
        systemd.ready(LoopClock(loop), f"the desk is at {page}")
        begun(page)

    def said(trouble: str | None) -> None:
        systemd.status("as it should be" if trouble is None else trouble)
        if trouble is not None:
            print(f"jokerboard: {trouble}", file=sys.stderr, flush=True)

    directing = asyncio.ensure_future(direct(wanted, ready, said))
    stop_on_signals(loop, directing.cancel)
    try:
        await directing
    except asyncio.CancelledError:
        return 0
    except (TournamentError, PageError) as error:
        raise JokerboardError(str(error)) from error
    finally:
        systemd.stopping()
    return 0
