"""The configuration of a table that is served: TOML, every complaint with file, line and what is allowed.

[table]
board = "board.toml"             # its description, see `jokerboard wiring`; beside this file
state = "/var/lib/jokerboard"    # where the journal is kept
listen = "127.0.0.1:8080"        # the page; 0.0.0.0:8080 serves the network
decks = "decks.toml"             # the cards' tags, see `jokerboard cards`; may be left out

[game]                           # the game that is begun when none is in progress
rules = "texas"
players = 4
cards = "seat"                   # seat, table, none: where card readers are
mode = "play"                    # play, referee, training
edges = false                    # keep every raw edge of the sensors too
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from engine.rules import RULES
from service.board.reading import Complaints, Section
from service.board.toml_lines import Lines
from service.errors import UsageError
from service.game_setup import Wanted
from service.header import CardsMode, Mode

LONGEST = 65536
_WHERE = re.compile(r" \(at (?:line ([0-9]+), column [0-9]+|end of document)\)$")


@dataclass(frozen=True, slots=True)
class TableConfig:
    """What `jokerboard serve` is told."""

    board: Path
    state: Path
    listen: str
    decks: Path | None
    wanted: Wanted


def read_config(path: Path) -> TableConfig:
    """The configuration in a file; UsageError says the first thing that is wrong, and where."""
    try:
        with path.open("rb") as file:
            text = file.read(LONGEST).decode()
    except OSError as error:
        raise UsageError(f"configuration {path}: {error.strerror}; give the path of a TOML file") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"configuration {path}: not a text in UTF-8 (byte {error.start})") from error
    try:
        data = tomllib.loads(text)
    except ValueError as error:
        where = _WHERE.search(str(error))
        line = (where and where[1]) or len(text.splitlines()) or 1
        raise UsageError(f"{path} line {line}: {_WHERE.sub('', str(error))}") from error
    complaints = Complaints(str(path), Lines(text))
    for name in data.keys() - {"table", "game"}:
        where_ = name if isinstance(data[name], dict | list) else ""
        complaints.add(
            (where_, 0, "" if where_ else name), f"{name!r} is no section; there are table and game"
        )
    table, game = (Section(data.get(name, {}), name, 0, complaints) for name in ("table", "game"))
    board, state = table.text("board"), table.text("state", "/var/lib/jokerboard")
    listen, decks = table.text("listen", "127.0.0.1:8080"), table.text("decks", "")
    wanted = Wanted(
        rules=game.choice("rules", RULES, "texas"),
        players=game.whole("players", 2, 8, 4),
        cards=cast(CardsMode, game.choice("cards", ("seat", "table", "none"), "seat")),
        mode=cast(Mode, game.choice("mode", ("play", "referee", "training"), "play")),
        edges=game.flag("edges", False),
    )
    table.finish()
    game.finish()
    if complaints.sentences:
        raise UsageError(complaints.sentences[0])
    beside = path.parent
    return TableConfig(beside / board, beside / state, listen, beside / decks if decks else None, wanted)
