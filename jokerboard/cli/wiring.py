"""`jokerboard wiring`: describe a board, check the description, make the builder's documents."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jokerboard.cli.arguments import add_options
from jokerboard.host.errors import UsageError
from jokerboard.host.files import replace_file

if TYPE_CHECKING:
    from wiring.description import Description
    from wiring.new_board import Choices

SIDES = tuple(range(3, 9))
YES = ("yes", "no")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the actions new, check, build and order."""
    from hardware.layout import SHAPES
    from hardware.parts.catalogue import HALLS, LEDS, READERS, READINGS, USUAL_READER
    from hardware.parts.computer import COMPUTERS

    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    new = verbs.add_parser("new", help="write a new description; ask for each fact that no option gives")
    new.add_argument("file", type=Path, metavar="FILE", help="the new file, such as my-board.toml")
    new.add_argument("--sides", type=int, choices=SIDES)
    new.add_argument("--shape", choices=SHAPES, help="one piece, a cross of arms, or a plank for each player")
    new.add_argument("--pitch", type=float, metavar="MM", help="distance of neighbouring holes")
    new.add_argument("--pieces", choices=("marbles", "pegs"))
    new.add_argument("--reading", choices=tuple(READINGS), help="what reads the sensors")
    new.add_argument("--computer", choices=tuple(COMPUTERS))
    add_options(
        new,
        ("--part", tuple(HALLS), None, "the hall sensor (default: one that fits)"),
        ("--leds", tuple(LEDS), None, f"the LED (default {next(iter(LEDS))})"),
        ("--readers", ("none", "table", "seat"), None, "card readers"),
        ("--reader-kind", tuple(READERS), USUAL_READER, f"(default {USUAL_READER})"),
        ("--reader-path", "ROLE=PATH", str, [], "a reader's port: table=/dev/serial/by-id/... (repeatable)"),
        ("--modules", YES, "no", "ready-made circuit boards"),
    )
    new.add_argument("--buttons", choices=YES)
    new.add_argument("--one-supply", choices=YES, help="one supply for lights and computer")
    new.add_argument("--title", default="", metavar="TEXT")
    new.add_argument("--yes", action="store_true", help="ask nothing; use defaults for all that is not given")
    new.add_argument("--force", action="store_true", help="overwrite an existing file")
    check = verbs.add_parser("check", help="check descriptions; report every mistake with its line")
    check.add_argument("files", type=Path, nargs="+", metavar="FILE")
    build = verbs.add_parser("build", help="write drilling templates, wire lists, drawings, parts, labels")
    build.add_argument("file", type=Path, metavar="FILE")
    build.add_argument("--out", type=Path, default=Path("board"), metavar="DIR", help="(default ./board)")
    order = verbs.add_parser("order", help="write files to order circuit boards from a fab")
    order.add_argument("file", type=Path, metavar="FILE")
    order.add_argument("--out", type=Path, default=Path("order"), metavar="DIR", help="(default ./order)")


def run(args: argparse.Namespace) -> int:
    """Run the action; return the exit code. Raise BoardError with the mistakes of a description."""
    match args.verb:
        case "new":
            return _new(args)
        case "check":
            return max(map(_check, args.files))
        case "order":
            return _order(args.file, args.out)
    return _build(args.file, args.out)


def _build(path: Path, out: Path) -> int:
    from wiring.papers.build import build
    from wiring.parse import read_board

    board = read_board(path)
    _warn(board, path)
    for name, what in build(board, out):
        print(f"{out / name}: {what}")
    return 0


def _order(path: Path, out: Path) -> int:
    from wiring.parse import read_board
    from wiring.pcb.order_papers import write_order

    board = read_board(path)
    for name, what in write_order(board.title, board.sides, board.drill.pitch, board.shape, out):
        print(f"{out / name}: {what}")
    return 0


def _warn(board: Description, path: Path) -> None:
    from wiring.parse import warnings

    for sentence in warnings(board, path.read_text(encoding="utf-8"), path.name):
        print(f"jokerboard: warning: {sentence}", file=sys.stderr)


def _check(path: Path) -> int:
    from wiring.errors import BoardError
    from wiring.parse import read_board
    from wiring.printing import summary

    try:
        found = read_board(path)
    except BoardError as error:
        for sentence in error.problems:
            print(f"jokerboard: {sentence}", file=sys.stderr)
        return error.exit_code
    _warn(found, path)
    bad = len(found.bad_sensors) + len(found.bad_lights)
    print(
        f"{path}: {found.names.holes} holes, {len(found.channels)} channels, {len(found.lights.holes)} LEDs,"
        f" {len(found.connectors)} connectors" + (f", {bad} known to be bad" if bad else "")
    )
    for line in summary(found):
        print(f"  {line}")
    return 0


def _new(args: argparse.Namespace) -> int:
    from wiring.new_board import new_board
    from wiring.parse import parse_board
    from wiring.printing import print_board

    if args.file.exists() and not args.force:
        raise UsageError(f"{args.file} exists already; give another name, or --force to overwrite it")
    text = print_board(new_board(_choices(args)))
    made = parse_board(text, args.file.name)
    replace_file(args.file, text)
    print(f"{args.file}: {made.title}, {made.names.holes} holes, a supply of {made.supply.amperes:g} A")
    _warn(made, args.file)
    print(f"next: jokerboard wiring build {args.file} --out board")
    return 0


def _choices(args: argparse.Namespace) -> Choices:
    from hardware.layout import MOST_ARMS, SHAPES
    from hardware.parts.catalogue import READINGS
    from hardware.parts.computer import COMPUTERS
    from hardware.readers import Reader
    from wiring.new_board import Choices

    usual = Choices()
    ask: Callable[..., Any] = _usual if args.yes else _ask

    def wanted(key: str, question: str, default: Any, among: tuple[Any, ...] = ()) -> Any:
        given = getattr(args, key)
        return ask(question, default, among) if given is None else given

    choices = replace(
        usual,
        title=args.title,
        sides=wanted("sides", "How many sides", usual.sides, SIDES),
        shape=wanted("shape", "What shape", usual.shape, SHAPES),
        pitch=wanted("pitch", "Millimetres from hole to hole", usual.pitch),
        pieces=wanted("pieces", "Marbles or pegs", usual.pieces, ("marbles", "pegs")),
        reading=wanted("reading", "What reads the sensors", usual.reading, tuple(READINGS)),
        computer=wanted("computer", "Which Raspberry Pi", usual.computer, tuple(COMPUTERS)),
        part=args.part,
        leds=args.leds or usual.leds,
        one_supply={"yes": True, "no": False}.get(
            wanted(
                "one_supply",
                "One supply for lights and computer (auto: if 6 A are enough)",
                "auto",
                ("auto", *YES),
            )
        ),
        modules=args.modules == "yes",
        buttons=wanted("buttons", "Buttons for ok, back and help", "yes", YES) == "yes",
    )
    if choices.shape == "cross" and choices.sides > MOST_ARMS:
        raise UsageError(f"a cross has 3 to {MOST_ARMS} arms, not {choices.sides}; take another shape")
    readers = wanted("readers", "Card readers", "none", ("none", "table", "seat"))
    roles = {"none": (), "table": ("table",), "seat": tuple("ABCDEFGH"[: choices.sides])}[readers]
    given = _paths(args.reader_path, roles)
    paths = {
        role: given.get(role) or ask(f"Port of the reader of {role}", f"/dev/jokerboard-reader-{role}", ())
        for role in roles
    }
    return replace(
        choices, readers=tuple(Reader(args.reader_kind, role, path) for role, path in paths.items())
    )


def _paths(given: list[str], roles: tuple[str, ...]) -> dict[str, str]:
    paths = dict(each.partition("=")[::2] for each in given)
    for role, path in paths.items():
        if role not in roles or not path:
            known = ", ".join(roles) or "none, since there are no readers"
            raise UsageError(f"--reader-path takes ROLE=PATH, and the roles are {known}; not {role!r}")
    return paths


def _usual(_question: str, default: Any, _among: tuple[Any, ...]) -> Any:
    return default


def _ask(question: str, default: Any, among: tuple[Any, ...]) -> Any:
    """Ask on the terminal until the answer is valid; an empty line takes the default."""
    words = f" ({', '.join(map(str, among))})" if among else ""
    while True:
        print(f"{question}{words} [{default}]: ", end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            raise UsageError("the input ended before all questions were answered; --yes takes all defaults")
        answer = line.strip()
        if not answer:
            return default
        try:
            value = type(default)(answer)
        except ValueError:
            value = None
        if value is not None and (not among or value in among):
            return value
        print(f"{answer!r} is not a possible answer.")
