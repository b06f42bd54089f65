"""The arguments of `jokerboard demo`, and the values that they describe: game, boards, director."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

from jokerboard.cli.arguments import add_options, add_redis, number, switches_of, whole
from jokerboard.host.errors import UsageError
from jokerboard.players.levels import PAUSE

if TYPE_CHECKING:
    from engine.referee.settings import CardsMode
    from hardware.clock import Clock
    from jokerboard.simulation.board.simulated_boards import SimulatedBoards
    from jokerboard.table.publishing.table_publisher import Director
    from jokerboard.table.runtime.game_setup import Wanted
    from jokerboard.table.serving.opening import HousesWanted

NAMES = {"A": "Ann", "B": "Bo", "C": "Cleo", "D": "Dan", "E": "Eve", "F": "Finn", "G": "Gus", "H": "Hope"}
"""The names of simulated people by seat."""


def add_behaviour(parser: argparse._ActionsContainer, *, speed: float) -> None:
    """Declare `--speed` and `--mistakes` of simulated people; `speed` is the default of `--speed`."""
    add_options(
        parser,
        ("--speed", "X", number(1, 50), speed, f"multiple of people's speed, 1 to 50 (default {speed:g})"),
        ("--mistakes", "SHARE", number(0, 1), 0.1, "share of turns begun with an illegal play (default 0.1)"),
    )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    from hardware.parts.catalogue import BANKS
    from jokerboard.words.catalogue import LANGUAGES

    page = parser.add_argument_group("the page")
    add_options(
        page,
        ("--port", "N", whole(0, 65535), 8080, "port of the page (default 8080)"),
        ("--listen", "ADDR", str, None, "serve the page to the network: 0.0.0.0 or 0.0.0.0:8080"),
        ("--language", LANGUAGES, None, "language of the table's own screen (default: its browser's)"),
    )
    game = parser.add_argument_group("the game")
    game.add_argument("--rules", default="texas", metavar="R", help="the rule set (default texas)")
    game.add_argument("--players", type=int, default=4, metavar="N", help="number of players (default 4)")
    game.add_argument("--teams", type=int, metavar="N", help="number of teams (default: set by the rules)")
    game.add_argument(
        "--cards",
        choices=("seat", "table", "none", "dealt"),
        help="places of card readers; dealt: the table deals (default seat, with machines dealt)",
    )
    game.add_argument("--mode", choices=("play", "referee", "training"), default="play")
    add_options(
        game,
        ("--machine", "SEATS", str, "", "seats that machines play, such as B,D"),
        ("--machine-pause", "S", number(0, 60), PAUSE, f"seconds before a machine plays (default {PAUSE})"),
        ("--by-hand", "people move the machines' marbles too, as they must on a real board"),
    )
    game.add_argument("--level", default="strong", help="strength of machines: easy, steady, strong, expert")
    game.add_argument("--set", action="append", default=[], metavar="SWITCH=VALUE", help="a house rule")
    game.add_argument("--new", action="store_true", help="begin a new game even if one is in progress")
    people = parser.add_argument_group("simulated people")
    people.add_argument("--people", choices=("on", "off"), help="let simulated people play (default on)")
    people.add_argument("--strength", choices=("greedy", "random"), default="greedy", help="choice of plays")
    add_behaviour(people, speed=1.0)
    desk = parser.add_argument_group("the director's desk")
    add_redis(desk, None, "Redis to publish the table's log to; see docs/tournament-log.md")
    add_options(
        desk,
        ("--hall", "DIR", Path, None, "this table's folder of redis-setup, instead of the options above"),
        ("--table-name", "NAME", str, "", "the table's name in the hall"),
    )
    add_houses(parser)
    run = parser.add_argument_group("how it runs")
    run.add_argument("--state", type=Path, metavar="DIR", help="the state directory (default ./state)")
    run.add_argument("--seed", type=int, metavar="N", help="seed of all random numbers of the game")
    run.add_argument(
        "--hardware",
        choices=("plain", *(part.reading for part in BANKS if not part.link)),
        default="plain",
        help="part that reads the simulated holes: none (plain), 74HC165 chips on simulated pins through"
        " gpiozero (direct), or MCP23017 chips on a simulated I2C bus (default plain)",
    )
    run.add_argument(
        "--link",
        choices=sorted({part.link for part in BANKS if part.link}),
        help="read the holes by the firmware of a microcontroller, run behind a pty",
    )
    add_options(
        run,
        ("--board", "SOCKET", Path, None, "play on the board that jokerboard board serves at SOCKET"),
        ("--wiring", "FILE", Path, None, "simulate the wires of this board description"),
        ("--crossed", "SEED", int, None, "with --wiring: cross wires as jokerboard setup --twin SEED does"),
        ("--edges", "record every raw sensor edge, so that the game can be exported as a trace"),
        ("--headless", "serve no page; without --state, keep nothing"),
        ("--fast", "with --headless: use virtual time"),
        ("--until-over", "with --headless: end after one game"),
    )


def add_houses(parser: argparse.ArgumentParser) -> None:
    """Declare the options of a game on several boards (docs/two-boards.md)."""
    houses = parser.add_argument_group("another board in the same game")
    houses.add_argument(
        "--invite", action="append", default=[], metavar="SEATS",
        help="invite another board to play seats such as B,D, and print its code",
    )  # fmt: skip
    houses.add_argument("--with", dest="join", metavar="CODE", help="join the game of the board with CODE")
    houses.add_argument(
        "--new-code",
        action="store_true",
        help="with --invite: make a new code; the previous code becomes invalid",
    )
    houses.add_argument(
        "--via",
        metavar="WAY",
        help="connect through mqtt://BROKER, mqtts://BROKER, redis://HALL, rediss://HALL or direct://HOST"
        " (default: find the other board on this network)",
    )
    houses.add_argument(
        "--find", action="store_true", help="list the boards on this network that invite others"
    )


def houses_of_arguments(args: argparse.Namespace, wanted: Wanted) -> HousesWanted | None:
    """The game on several boards that --invite or --with asks for; None without either option.

    `wanted` is the game whose seats --invite gives to other boards. Raise UsageError for contradictory
    arguments.
    """
    if not args.invite and args.join is None:
        if args.via is not None or args.new_code:
            raise UsageError("--via and --new-code need --invite or --with; give one of these too")
        return None
    from jokerboard.houses.code import parse_link
    from jokerboard.houses.invitations import seats_from
    from jokerboard.houses.transports.nearby import need_zeroconf
    from jokerboard.houses.transports.port import HERE, parse_way
    from jokerboard.table.runtime.game_setup import header_for
    from jokerboard.table.serving.opening import HousesWanted
    from jokerboard.words.catalogue import words

    if args.invite and args.join is not None:
        raise UsageError("--invite makes this board the host and --with a guest; give one of them")
    code, via = (None, args.via) if args.join is None else parse_link(args.join)
    via = args.via or via or HERE
    if not parse_way(via).host:
        need_zeroconf()
    if code is not None and wanted.machines:
        raise UsageError(words("machine.joins"))
    given = tuple(seats_from(text) for text in args.invite)
    guests = {f"guest-{n}": seats for n, seats in enumerate(given, 1)}
    header_for(replace(wanted, guests=guests), id="", begun="", seed="", simulated=False)
    return HousesWanted(given, code, via, args.new_code)


def print_boards_nearby() -> int:
    """Print the boards on this network that invite other boards; return 0.

    Raise UsageError if the library zeroconf is missing.
    """
    import asyncio  # Importing asyncio takes as long as all the other imports of `demo --help`.

    from jokerboard.houses.transports.nearby import find_all, need_zeroconf
    from jokerboard.words.catalogue import words

    need_zeroconf()
    found = asyncio.run(find_all())
    for board in found:
        print(words("near.board", computer=board.computer, where=f"{board.address}:{board.port}"))
    if not found:
        print(words("near.none"))
    return 0


def is_idle(args: argparse.Namespace) -> bool:
    """Whether the arguments leave the choice of a game to the people at the page."""
    named = (
        args.headless,
        args.new,
        args.by_hand,
        args.people,
        args.cards,
        args.machine,
        args.set,
        args.teams,
        args.invite,
    )
    chances = (args.teams, args.redis, args.hall, args.seed, args.wiring, args.link)
    usual = (args.rules, args.players, args.mode, args.hardware) == ("texas", 4, "play", "plain")
    return usual and not any(named) and all(each is None for each in chances)


def director_of(args: argparse.Namespace) -> Director | None:
    """The director's Redis that --hall or --redis names; None without either option.

    Raise UsageError for contradictory arguments.
    """
    if args.hall is not None:
        if args.redis is not None or args.redis_password or args.redis_ca or args.table_name:
            raise UsageError(
                "--hall already gives the Redis, its password and the table's name; leave out --redis,"
                " --redis-password, --redis-ca and --table-name"
            )
        from jokerboard.table.serving.table_config import read_desk

        return read_desk(args.hall / "table.toml")
    if args.redis is None:
        for option in ("redis_password", "redis_ca", "table_name"):
            if getattr(args, option):
                raise UsageError(f"--{option.replace('_', '-')} needs --redis; give both or leave it out")
        return None
    from jokerboard.table.publishing.table_publisher import director_from

    return director_from(args.redis, args.redis_password, args.redis_ca, args.table_name)


def wanted_from(args: argparse.Namespace) -> Wanted:
    """The game that the arguments describe; raise UsageError if it is impossible."""
    from jokerboard.table.runtime.game_setup import Wanted, header_for

    machines = [seat for seat in args.machine.replace(",", " ").split() if seat]
    cards = args.cards or ("dealt" if machines or args.invite else "seat")
    wanted = Wanted(
        rules=args.rules,
        players=args.players,
        teams=args.teams,
        cards="seat" if cards == "dealt" else cast("CardsMode", cards),
        dealt=cards == "dealt",
        machines=dict.fromkeys(machines, args.level),
        mode=args.mode,
        switches=switches_of(args.set),
        edges=args.edges,
    )
    seats = header_for(wanted, id="", begun="", seed="", simulated=True).seats
    people = [seat for seat in seats if seat not in machines]
    names = {seat: NAMES[seat] for seat in people} if args.people == "on" else {}
    return replace(wanted, names=names)


def seed_of(args: argparse.Namespace) -> str:
    """The seed that --seed gives, else a random one."""
    from jokerboard.table.serving.opening import fresh_seed

    return fresh_seed() if args.seed is None else str(args.seed)


def boards_of(args: argparse.Namespace, clock: Clock, state: Path) -> SimulatedBoards:
    """The simulated boards kept in the directory `state`, with people who behave as the arguments set."""
    from jokerboard.simulation.board.simulated_boards import SimulatedBoards, sensors_of
    from jokerboard.simulation.people.memory import Memory

    strengths = dict.fromkeys("ABCDEFGH", args.strength)
    manner = Memory("", "", speed=args.speed, strengths=strengths, mistakes=args.mistakes)
    sensors = sensors_of(args.hardware) if isinstance(args.hardware, str) else args.hardware
    return SimulatedBoards(clock, state, manner, sensors=sensors, far=args.board, carries=not args.by_hand)
