"""The configuration of a served table in TOML; every complaint names file, line and what is allowed.

[table]
board = "board.toml"             # the board's description, beside this file; see `jokerboard wiring`
state = "/var/lib/jokerboard"    # where the journal is kept
listen = "127.0.0.1:8080"        # the page; 0.0.0.0:8080 serves the network
decks = "decks.toml"             # the cards' tags, see `jokerboard cards`; may be left out
sound = "on"                     # on, off: whether the buzzer sounds, if the board has one
language = "de"                  # en, de, es, fr, nl: the table's own screen; the browser's if left out

[game]                           # the game that begins if there is none to continue
rules = "texas"
players = 4
cards = "seat"                   # seat, table, none: where card readers are; dealt: the table deals
mode = "play"                    # play, referee, training
edges = false                    # whether the journal keeps every raw edge of the sensors, too
machine = ["B", "D"]             # seats that machines play; none if left out
level = "strong"                 # how well machines play: easy, steady, strong, expert
machine_pause = 1.5              # how long machines hesitate: 1.5 means 0.8 to 4 s, 0 not at all

[tournament]                     # only for a table at a tournament; see docs/tournament-log.md
redis = "rediss://table7@desk.local:6380"
password_file = "redis.password" # beside this file; or JOKERBOARD_REDIS_PASSWORD in the environment
ca = "desk-ca.pem"               # for rediss://: trusted certificates (PEM); the system's if left out
id = "7"                         # the name that redis-setup gave the table; if left out, the journal's id
name = "Table 7"                 # what the hall calls this table; the id if left out
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from engine.referee.settings import CardsMode, Mode
from engine.rules.rule_sets import RULES
from jokerboard.host.errors import UsageError
from jokerboard.host.text_files import text_file
from jokerboard.players.levels import DEFAULT, PAUSE
from jokerboard.table.runtime.game_setup import Wanted, header_for
from jokerboard.table.serving.decks import Decks
from jokerboard.table.serving.real_board import readers_for
from jokerboard.web.errors import PageError
from jokerboard.web.server import parse_listen
from jokerboard.words.catalogue import LANGUAGES
from wiring.description import Description
from wiring.parse import read_board, toml_fault
from wiring.toml_section import Complaints, Lines, Section

if TYPE_CHECKING:
    from jokerboard.table.publishing.table_publisher import Director

LONGEST = 65536


@dataclass(frozen=True, slots=True)
class TableConfig:
    """The configuration of `jokerboard serve`."""

    board: Description
    state: Path
    listen: tuple[str, int]
    tags: Mapping[str, str]
    wanted: Wanted
    director: Director | None = None
    sound: bool = True
    machine_pause: float = PAUSE
    language: str | None = None


def read_config(path: Path) -> TableConfig:
    """Read a configuration file; raise UsageError with the first mistake, its file and its line."""
    text, data = read_toml(path)
    complaints = Complaints(str(path), Lines(text))
    for name in data.keys() - {"table", "game", "tournament"}:
        where_ = name if isinstance(data[name], dict | list) else ""
        complaints.add(
            (where_, 0, "" if where_ else name),
            f"{name!r} is not a section; the sections are table, game and tournament",
        )
    table, game = (Section(data.get(name, {}), name, 0, complaints) for name in ("table", "game"))
    board, state = table.text("board"), table.text("state", "/var/lib/jokerboard")
    listen, decks = table.text("listen", "127.0.0.1:8080"), table.text("decks", "")
    sound = table.choice("sound", ("on", "off"), "on") == "on"
    language = table.choice("language", ("", *LANGUAGES), "") or None
    wanted = _wanted(game)
    pause = game.number("machine_pause", 0, 60, PAUSE)
    beside = path.parent
    table.finish()
    game.finish()
    address = ("127.0.0.1", 0)
    try:
        address = parse_listen(listen)
    except PageError as error:
        table.complain("listen", f"listen {error}")
    if decks and not (beside / decks).is_file():
        table.complain("decks", f"there are no decks at {beside / decks}; make them: jokerboard cards enroll")
    director = (
        _desk(Section(data["tournament"], "tournament", 0, complaints), beside)
        if "tournament" in data
        else None
    )
    if complaints.sentences:
        raise UsageError(complaints.sentences[0])
    described = read_board(beside / board)
    _check_game(wanted, described, game)
    if complaints.sentences:
        raise UsageError(complaints.sentences[0])
    tags = Decks.load(beside / decks).tags if decks else {}
    return TableConfig(described, beside / state, address, tags, wanted, director, sound, pause, language)


def read_toml(path: Path) -> tuple[str, dict[str, Any]]:
    """Read a TOML file: its text and its content. Raise UsageError if it cannot be read or is not TOML."""
    with text_file(path, "configuration", "give the path of a TOML file", LONGEST) as text:
        try:
            return text, tomllib.loads(text)
        except ValueError as error:
            raise UsageError(f"{path} {toml_fault(error, text)}") from error


def read_desk(path: Path) -> Director:
    """The director that a file's [tournament] section names; raise UsageError if it names none correctly."""
    text, data = read_toml(path)
    complaints = Complaints(str(path), Lines(text))
    director = _desk(Section(data.get("tournament", {}), "tournament", 0, complaints), path.parent)
    if complaints.sentences:
        raise UsageError(complaints.sentences[0])
    assert director is not None
    return director


def _wanted(game: Section) -> Wanted:
    """The game that the section describes; mistakes are reported to the section."""
    cards = game.choice("cards", ("seat", "table", "none", "dealt"), "seat")
    seats, level = game.list_of_words("machine"), game.text("level", DEFAULT)
    if len(set(seats)) < len(seats):
        twice = next(seat for seat in seats if seats.count(seat) > 1)
        game.complain("machine", f"machine names seat {twice} twice")
    return Wanted(
        rules=game.choice("rules", RULES, "texas"),
        players=game.whole("players", 2, 8, 4),
        cards="seat" if cards == "dealt" else cast(CardsMode, cards),
        mode=cast(Mode, game.choice("mode", ("play", "referee", "training"), "play")),
        edges=game.flag("edges", False),
        dealt=cards == "dealt",
        machines=dict.fromkeys(seats, level),
    )


def _check_game(wanted: Wanted, board: Description, section: Section) -> None:
    """If the wanted game is impossible by its rules or on this board, report the reason to `section`."""
    try:
        header = header_for(wanted, id="", begun="", seed="", simulated=False)
    except UsageError as error:
        section.complain(_key_of(wanted), str(error))
        return
    header = replace(header, deal="" if wanted.dealt else None)
    try:
        readers_for(board, header)
    except UsageError as error:
        section.complain("players" if board.sides != header.sides else "cards", str(error))


def _key_of(wanted: Wanted) -> str:
    """The setting to blame for an impossible game: `machine` if only machines make it so, or `players`."""
    try:
        header_for(replace(wanted, machines={}), id="", begun="", seed="", simulated=False)
    except UsageError:
        return "players"
    return "machine"


def _desk(section: Section, beside: Path) -> Director | None:
    """The director that the [tournament] section names; None if it names none or a mistake was reported."""
    from jokerboard.table.publishing.table_publisher import director_from

    url, password, ca = section.text("redis"), section.text("password_file", ""), section.text("ca", "")
    name, id = section.text("name", ""), section.text("id", "")
    section.finish()
    if not url:
        return None
    try:
        return director_from(
            url, beside / password if password else None, beside / ca if ca else None, name, id
        )
    except UsageError as error:
        section.complain("redis", str(error))
        return None
