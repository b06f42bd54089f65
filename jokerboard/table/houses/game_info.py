"""A game's header in the form that the host sends, and the guest's own header made from it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.errors import EngineError
from engine.position import Position
from jokerboard.host.outside_text import shown
from jokerboard.houses.changes import Json
from jokerboard.houses.errors import MessageError
from jokerboard.houses.keeper import HOST
from jokerboard.journal.games.header import Header
from jokerboard.table.runtime.game_setup import Wanted, header_for
from jokerboard.words.catalogue import words

_FIELDS = ("rules", "players", "teams", "position", "deal")
_DIGEST = re.compile(r"[0-9a-f]{64}")


def info_of(header: Header) -> Json:
    """The part of the host's header that guests need; it contains no secret."""
    info: Json = {name: getattr(header, name) for name in _FIELDS}
    return info | {"set": dict(header.switches), "names": dict(header.names)}


def header_from(game: str, info: Mapping[str, Any], here: Header | None, begun: str) -> Header:
    """The guest's header of the game with id `game`; raise MessageError or UsageError if it is impossible.

    `info`: the host's part, from `info_of`. `here`: the header of the game played here before; its mode and
    readers are kept.
    """
    try:
        deal = info["deal"]
        names = {str(at): shown(name, 24) for at, name in dict(info["names"]).items()}
        switches = {str(name): str(value) for name, value in dict(info["set"]).items()}
        wanted = Wanted(
            rules=str(info["rules"]),
            players=int(info["players"]),
            teams=None if info["teams"] is None else int(info["teams"]),
            cards="seat" if here is None or deal is not None or here.cards == "table" else here.cards,
            mode="play" if here is None else here.mode,
            names=names,
            switches=switches,
            dealt=deal is not None,
        )
        header = header_for(wanted, id=game, begun=begun, seed=game, simulated=False)
        houses, own = _houses(info, header.seats)
        table, line = header.table(), str(info["position"])
        position = Position.parse(line, table.rules.marbles_per_player)
        fits = position.sides == table.sides and position.seats == table.seats and not list(position.faults())
    except (KeyError, TypeError, ValueError, EngineError) as error:
        raise MessageError(words("game.unknown", why=error)) from error
    if not fits or position.line() != line or not (deal is None or _DIGEST.fullmatch(str(deal))):
        raise MessageError(words("game.other-start"))
    return replace(header, position=line, deal=deal, houses={"own": own, **houses})


def _houses(info: Mapping[str, Any], seats: tuple[str, ...]) -> tuple[dict[str, str], str]:
    """The letters of each house's seats, and the guest's house; raise MessageError if they conflict."""
    houses = {str(house)[:24]: str(letters) for house, letters in dict(info["houses"]).items()}
    own = str(info["you"])
    if sorted("".join(houses.values())) != sorted(seats) or own not in houses or own == HOST:
        raise MessageError(words("game.other-seats"))
    return houses, own
