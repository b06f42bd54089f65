"""`jokerboard cards`: teach a table which tag belongs to which card, list the tags, print labels."""

from __future__ import annotations

import argparse
import asyncio
import os
import stat
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from engine.text import counted
from jokerboard.cli.arguments import add_options, add_state
from jokerboard.host.errors import JokerboardError, UsageError

if TYPE_CHECKING:
    from hardware.ports import HardwareEvent
    from jokerboard.table.serving.decks import Enrolment

TYPED = "typed"
"""The value of --reader for typed tags: each line typed in this terminal is a tag."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    from hardware.parts.catalogue import READERS

    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    enroll = verbs.add_parser("enroll", help="assign tags to cards, one after another; can be resumed")
    _add_decks(enroll)
    add_options(
        enroll,
        ("--reader", (*READERS, TYPED), TYPED, "the card reader (default typed: type each tag)"),
        ("--port", "PATH", str, None, "the card reader's port, from /dev/serial/by-id"),
    )
    add_state(enroll)
    show = verbs.add_parser("list", help="list the cards that have a tag, and those without")
    _add_decks(show)
    add_state(show)
    labels = verbs.add_parser("print", help="make a PDF of labels")
    _add_decks(labels)
    add_options(
        labels,
        ("--code", ("qr", "code128"), "qr", "(default qr)"),
        ("--sheet", ("a4", "letter"), "a4", "65 labels, or Avery 5160's 30"),
        ("--out", "FILE", Path, Path("cards.pdf"), "(default cards.pdf)"),
    )


def _add_decks(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--decks", type=int, default=1, metavar="N", help="number of packs (default 1)")
    parser.add_argument("--jokers", type=int, default=2, metavar="N", help="Jokers in each pack (default 2)")


def run(args: argparse.Namespace) -> int:
    """Run the action; return the exit code. Raise JokerboardError with the reason of a failure."""
    from jokerboard.table.serving.decks import FILE, Decks, cards_of

    if not 1 <= args.decks <= 20 or not 0 <= args.jokers <= 4:
        raise UsageError("--decks takes 1 to 20, and --jokers takes 0 to 4")
    cards = cards_of(args.decks, args.jokers)
    if args.verb == "print":
        from wiring.papers.labels import save_labels

        pages = save_labels(cards, args.out, args.code, args.sheet)
        print(f"{len(cards)} labels on {counted(pages, 'page')} in {args.out}")
        return 0
    if args.verb == "enroll" and args.reader != TYPED and args.port is None:
        raise UsageError(f"--reader {args.reader} needs --port, one of the ports in /dev/serial/by-id")
    if args.verb == "enroll":
        _make(args.state)
    path = args.state / FILE
    decks = Decks.load(path)
    if args.verb == "list":
        missing = decks.missing(cards)
        for tag, card in decks.taught:
            print(f"{card!s:6} {tag}")
        print(f"{len(cards) - len(missing)} of {len(cards)} cards are taught", end="")
        print(f"; missing: {' '.join(map(str, missing))}" if missing else "")
        return 0
    from jokerboard.table.serving.decks import Enrolment

    sitting = Sitting(Enrolment(cards, decks), path, typed_tags=args.reader == TYPED)
    if sitting.over:
        return 0
    if args.reader == TYPED:
        _teach_typed(sitting)
    else:
        asyncio.run(_teach_read(sitting, args.reader, args.port))
    return 0


def _make(state: Path) -> None:
    try:
        state.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise JokerboardError(
            f"the state directory {state} cannot be made: {error.strerror}; give another --state"
        ) from error


class Sitting:
    """Connects a session that assigns tags to cards with a card reader, the terminal and the decks' file."""

    def __init__(self, enrolment: Enrolment, path: Path, *, typed_tags: bool) -> None:
        self._enrolment, self._path, self._typed_tags = enrolment, path, typed_tags
        self.over = False
        from jokerboard.table.serving.decks import KEYS

        self._keys = KEYS
        print(f"Teaching {len(enrolment.cards)} cards; {KEYS}.")
        self._prompt()

    def typed(self, line: str) -> None:
        """Handle a typed line: q, u, s, nothing, or a tag if tags are typed."""
        match line.strip():
            case "q":
                self.over = True
            case "u":
                self._answer(self._enrolment.undo())
            case "s":
                self._answer(self._enrolment.skip())
            case "":
                self._prompt()
            case tag if self._typed_tags:
                self._answer(self._enrolment.laid(tag))
            case _:
                print(self._keys, flush=True)

    def receive(self, event: HardwareEvent) -> None:
        """Handle an event of the card reader: assign the tag that it read, or print its state."""
        from hardware.ports import CardSeen, DeviceState

        if isinstance(event, DeviceState):
            print(f"{event.text}.", flush=True)
        elif isinstance(event, CardSeen) and event.tag is not None:
            self._answer(self._enrolment.laid(event.tag))

    def _answer(self, sentence: str) -> None:
        print(sentence)
        self._enrolment.decks.save(self._path)
        self._prompt()

    def _prompt(self) -> None:
        print(self._enrolment.prompt, flush=True)
        self.over = self._enrolment.wanted is None


def _teach_typed(sitting: Sitting) -> None:
    while not sitting.over and (line := sys.stdin.readline()):
        sitting.typed(line)


async def _teach_read(sitting: Sitting, kind: str, port: str) -> None:
    """Pass the card reader's events and typed lines to the session until it is over."""
    from hardware.clock import LoopClock
    from hardware.readers import Reader

    loop = asyncio.get_running_loop()
    over = asyncio.Event()

    def receive(event: HardwareEvent) -> None:
        sitting.receive(event)
        if sitting.over:
            over.set()

    reader = Reader(kind, "table", port).open(LoopClock(loop))
    keys = asyncio.ensure_future(_keys(sitting, over))
    reader.start(receive)
    try:
        await over.wait()
    finally:
        keys.cancel()
        reader.close()


async def _keys(sitting: Sitting, over: asyncio.Event) -> None:
    """Pass typed lines to the session until it is over; then set `over`.

    Return at once if standard input is a file, which asyncio cannot read.
    """
    mode = os.fstat(sys.stdin.fileno()).st_mode
    if not (sys.stdin.isatty() or stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)):
        return
    lines = asyncio.StreamReader()
    protocol = asyncio.StreamReaderProtocol(lines)
    transport, _ = await asyncio.get_running_loop().connect_read_pipe(lambda: protocol, sys.stdin)
    try:
        while not sitting.over and (line := await lines.readline()):
            sitting.typed(line.decode(errors="replace"))
    finally:
        transport.close()
    if sitting.over:
        over.set()
