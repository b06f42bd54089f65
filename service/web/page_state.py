"""What the page shows of a table, as JSON: the board's layout and the game.

The fields are those that the page's own code reads; positions, plays, holes and seats are in the contract's
notation.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from engine.geometry import Board, seat_letter
from engine.geometry import board as board_of
from engine.words import sentence
from hardware.layout import PITCH, Shape, extent, outlines, positions
from journal.games.game_log import Played
from service.runtime.game_setup import teams_of
from service.runtime.table_service import TableService

Json: TypeAlias = dict[str, Any]

_MARKS = {0: "corner", 3: "in-spot", 8: "come-out"}


def layout(sides: int, shape: Shape = "polygon") -> Json:
    """The board's holes with their places in millimetres, in the order of the engine's integers."""
    board = board_of(sides)
    width, height = extent(sides, PITCH, shape)
    holes = [
        {
            "name": board.name(hole),
            "kind": "ring" if board.is_ring(hole) else "lane" if board.is_lane(hole) else "start",
            "side": seat_letter(board.side(hole)),
            "x": x,
            "y": y,
            "mark": _MARKS.get(hole % 18) if board.is_ring(hole) else None,
        }
        for hole, (x, y) in enumerate(positions(sides, PITCH, shape))
    ]
    wood = outlines(sides, PITCH, shape)
    return {"sides": sides, "width": width, "height": height, "wood": wood, "holes": holes}


def no_game(said: Json | None) -> Json:
    """A table at which nothing is played; `said` is what was said last."""
    state: Json = {"game": None, "turn": None, "card": None, "position": None, "n": 0, "marbles": {}}
    return state | {"owing": [], "lights": {}, "verdict": said, "plays": [], "over": None}


def game(service: TableService) -> Json:
    """A game that is played, as it was last announced."""
    shown, log, board = service.shown, service.log, service.table.board
    name = board.name
    at = seat_letter(log.turn) if service.header.cards == "seat" else "table"
    return {
        "game": _header(service),
        "turn": seat_letter(log.turn),
        "card": None if shown.card is None else {"text": shown.card, "at": at},
        "position": log.position.line(),
        "n": log.n,
        "marbles": {name(hole): seat_letter(seat) for hole, seat in sorted(shown.marbles.items())},
        "owing": [
            {"marble": seat_letter(owed.marble), "to": [name(hole) for hole in owed.to]}
            for owed in shown.owing
        ],
        "lights": {
            name(hole): {
                "role": light.role,
                "seat": None if light.seat is None else seat_letter(light.seat),
            }
            for hole, light in shown.lights.items()
        },
        "verdict": _verdict(service),
        "plays": [_play(played, board) for played in log.plays],
        "over": None if log.over is None else [seat_letter(seat) for seat in log.over],
    }


def note(kind: str, text: str) -> Json:
    """Something said when no game is played."""
    return {"kind": kind, "tone": "info", "text": text, "at": 0.0}


def _header(service: TableService) -> Json:
    header = service.header
    names = {seat_letter(seat): name for seat, name in service.speaker.names.items()}
    return {
        "id": header.id,
        "rules": header.rules,
        "mode": header.mode,
        "cards": header.cards,
        "players": header.players,
        "sides": header.sides,
        "seats": list(header.seats),
        "teams": teams_of(service.table),
        "names": names,
        "begun": header.begun,
    }


def _verdict(service: TableService) -> Json | None:
    waiting = service.troubles.waiting
    if waiting is not None:
        return {"kind": "fault", "tone": "bad", "text": sentence(waiting), "at": service.t}
    if service.stoppage is not None and service.stoppage.sentence():
        return {"kind": "pause", "tone": "ask", "text": service.stoppage.sentence(), "at": service.t}
    if service.asks is not None:
        return {"kind": "menu", "tone": "ask", "text": service.asks, "at": service.t}
    said = service.log.said
    if said is None:
        return None
    return {"kind": said.kind, "tone": said.tone, "text": said.text, "at": said.at}


def _play(played: Played, board: Board) -> Json:
    text = f"{played.card} --" if played.play is None else played.play.text(board)
    return {
        "n": played.n,
        "seat": seat_letter(played.seat),
        "card": played.card,
        "play": text,
        "text": played.text,
        "state": played.state.value,
    }
