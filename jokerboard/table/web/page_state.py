"""The state of a table for its page, as JSON: the board's layout, the game, "Why?".

The fields are those that the page's own code reads; positions, plays, holes and seats are in the
notation of docs/formats.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engine.geometry import Board, Hole, Seat, seat_letter
from engine.geometry import board as board_of
from engine.text import sentence
from hardware.layout import PITCH, Shape, extent, outlines, positions
from jokerboard.journal.games.game_log import Played
from jokerboard.journal.games.header import Header
from jokerboard.journal.games.readings import Explained
from jokerboard.journal.records import Json
from jokerboard.table.runtime.game_setup import teams_of
from jokerboard.table.runtime.running_game import RunningGame
from jokerboard.table.runtime.table_menu import Question
from jokerboard.table.web.game_steps import GameSteps
from jokerboard.table.web.prompt import is_calm, prompt
from jokerboard.table.web.prompt_scene import Scene
from jokerboard.words.catalogue import words

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


def no_game(message: Json | None) -> Json:
    """The state without a game; `message` is the last message."""
    state: Json = {"game": None, "turn": None, "card": None, "position": None, "n": 0, "marbles": {}}
    prompt, more = {"code": "no-game"}, {"revision": 0, "last": None}
    return (
        state
        | {"owing": [], "lights": {}, "verdict": message, "over": None, "ended": None, "prompt": prompt}
        | more
    )


def lit(sides: int, pixels: bytes) -> Json:
    """The colours of lit LEDs: hole names to six hex digits; `pixels` are three bytes for each LED."""
    name, dark = board_of(sides).name, b"\0\0\0"
    colours = ((led, pixels[3 * led : 3 * led + 3]) for led in range(len(pixels) // 3))
    return {name(led): colour.hex() for led, colour in colours if colour != dark}


def announced(game: RunningGame) -> Json:
    """The last announced state of a game, in brief."""
    shown, log, name = game.shown, game.log, game.table.board.name
    at = seat_letter(log.turn) if game.header.cards == "seat" else "table"
    return {
        "game": header(game.header, game.speaker.by_letter),
        "turn": seat_letter(log.turn),
        "card": None if shown.card is None else {"text": shown.card, "at": at},
        "position": log.position.line(),
        "n": log.n,
        "owing": [
            {"marble": seat_letter(owed.marble), "to": [name(hole) for hole in owed.to]}
            for owed in shown.owing
        ],
        "verdict": message(game),
        "over": None if log.over is None else [seat_letter(seat) for seat in log.over],
        "ended": _ended(game),
    }


def _ended(game: RunningGame) -> Json | None:
    """The author and the text of a result that was decided, not played; None for any other game."""
    stoppage = game.stoppage
    if stoppage is None or stoppage.why != "ended":
        return None
    return {"by": stoppage.by, "text": stoppage.text}


def game_state(game: RunningGame, steps: GameSteps, sim: Mapping[str, Any] | None = None) -> Json:
    """The whole state of a game; `sim`: the state of a simulated board, whose marbles are known."""
    shown, log, board = game.shown, game.log, game.table.board
    name, scene = board.name, _scene(game, steps, sim)
    return announced(game) | {
        "marbles": {name(hole): seat_letter(seat) for hole, seat in sorted(shown.marbles.items())},
        "lights": {
            name(hole): {
                "role": light.role,
                "seat": None if light.seat is None else seat_letter(light.seat),
            }
            for hole, light in shown.lights.items()
        },
        "prompt": _prompt(game, scene),
        "verdict": _verdict(game, steps, scene),
        "revision": steps.revision,
        "explains": True,
        "last": None if log.last is None else _last(log.last, board),
    }


def note(kind: str, text: str) -> Json:
    """A message of this kind, as JSON, for the state without a game."""
    return {"kind": kind, "tone": "info", "text": text, "at": 0.0}


def header(header: Header, names: Mapping[str, str]) -> Json:
    """The header of a game, played or kept; `names` of its players by seat letter."""
    table = header.table()
    return {
        "id": header.id,
        "rules": header.rules,
        "mode": header.mode,
        "cards": header.cards,
        "players": header.players,
        "sides": header.sides,
        "dealt": header.deal is not None,
        "machines": dict(header.machines),
        "title": table.rules.title,
        "set": dict(header.switches),
        "marbles": table.rules.marbles_per_player,
        "seats": list(header.seats),
        "teams": teams_of(table),
        "names": dict(names),
        "begun": header.begun,
    }


def _scene(game: RunningGame, steps: GameSteps, sim: Mapping[str, Any] | None) -> Scene:
    shown, log, header = game.shown, game.log, game.header
    hole, seats = game.table.board.hole, {seat_letter(seat): seat for seat in game.table.seats}
    standing: Mapping[Hole, Seat | None] = dict.fromkeys(game.occupied)
    hands = []
    if sim is not None:  # The simulated board itself is newer than its sensors, and has the colours.
        standing = {hole(name): seats[colour] for name, colour in sim["wood"].items()}
        hands = [seats[hand["colour"]] for hand in sim["hands"]]
    return Scene(
        table=game.table,
        position=log.position,
        marbles=shown.marbles,
        standing=standing,
        owing=shown.owing,
        card=shown.card,
        lights=shown.lights,
        wrong=steps.wrong,
        question=steps.question,
        cards=header.cards != "none",
        training=header.mode == "training",
        mends=steps.mends,
        mover=None if log.last is None else log.last.seat,
        machine=game.asked,
        held=hands,
    )


def _prompt(game: RunningGame, scene: Scene) -> Json:
    """The prompt: the table's own questions come first, then the game's."""
    if game.log.over is not None:
        return {"code": "over", "team": [seat_letter(seat) for seat in game.log.over]}
    if game.troubles.waiting is not None:
        return {"code": "says", "text": sentence(game.troubles.waiting)}
    if game.stoppage is not None and game.stoppage.sentence():
        return {"code": "says", "text": game.stoppage.sentence()}
    if (question := game.question) is not None:
        return _asking(question)
    if game.shown.offered:
        return {"code": "new-game"}
    return prompt(scene)


def _asking(question: Question) -> Json:
    """The menu's question as JSON: its `code`, and for giving up also the seats.

    `team` has given up; or `by` proposes to give up, and the players of `asked` must agree.
    """
    asked = list(map(seat_letter, question.asked))
    if question.by is None:
        return {"code": question.code} | ({"team": asked} if asked else {})
    return {"code": question.code, "seat": asked[0], "by": seat_letter(question.by), "asked": asked}


def _last(played: Played, board: Board) -> Json:
    """The newest play that was not taken back, and where its marbles go if it is taken back."""
    back: list[list[str]] = []
    for seat in played.before.seats:
        had, has = set(played.before.marbles[seat] or ()), set(played.after.marbles[seat] or ())
        gone, come = sorted(had - has), sorted(has - had)
        start = board.name(board.start(seat)[0])
        for k in range(max(len(gone), len(come))):
            source = board.name(come[k]) if k < len(come) else start
            target = board.name(gone[k]) if k < len(gone) else start
            back.append([source, target, seat_letter(seat)])
    return {"n": played.n, "seat": seat_letter(played.seat), "text": played.text, "back": back}


def _verdict(game: RunningGame, steps: GameSteps, scene: Scene) -> Json | None:
    """The last announcement, with its code if a rule was broken; None in the middle of a legal play."""
    newest = message(game)
    if newest is None or newest["kind"] != "illegal":
        return newest
    if is_calm(scene):
        return None
    # People have seen this message before: they are correcting one of several mistakes after the other.
    if steps.again:
        newest = newest | {"tone": "info", "again": True}
    return newest | ({} if steps.wrong is None else {"code": steps.wrong.code})


def message(game: RunningGame) -> Json | None:
    """The table's message: its own faults and questions come first, then the last announcement."""
    waiting = game.troubles.waiting
    if waiting is not None:
        return {"kind": "fault", "tone": "bad", "text": sentence(waiting), "at": game.t}
    if game.stoppage is not None and game.stoppage.sentence():
        return {"kind": "pause", "tone": "ask", "text": game.stoppage.sentence(), "at": game.t}
    if game.question is not None:
        return {"kind": "menu", "tone": "ask", "text": game.question.text, "at": game.t}
    last = game.log.sentence
    if last is None:
        return None
    return {"kind": last.kind, "tone": last.tone, "text": last.text, "at": last.at}


AS_LIKELY, HARDLY = 1.65, 5.0
"""Limits for the extra cost of an explanation, compared with the likeliest one: nearly as likely below the
first, hardly possible from the second on, otherwise less likely."""
DOUBTS = 2
"""The most reasons that are shown against an explanation that is less likely."""


def readings(explained: Iterable[Explained]) -> list[Json]:
    """Each explanation as sentences: `play`, `likely` (empty for the first) and `steps`."""
    return [
        {"play": each.play, "likely": _likely(each.more, first=rank == 0), "steps": list(_steps(each, rank))}
        for rank, each in enumerate(explained)
    ]


def _likely(more: float, *, first: bool) -> str:
    if first:
        return ""
    code = "as-likely" if more < AS_LIKELY else "less-likely" if more < HARDLY else "hardly"
    return words(f"explain.{code}")


def _steps(reading: Explained, rank: int) -> Iterator[str]:
    """The changes that the sensors saw; for a less likely explanation also the reasons against it."""
    yield from reading.seen
    doubts = [step for step in reading.steps if step.cost is not None and step.cost > 0]
    if rank == 0:
        return
    # The costliest steps are the ones that make the explanation unlikely.
    for step in sorted(doubts, key=lambda step: -(step.cost or 0.0))[:DOUBTS]:
        if step.hole and step.hole not in step.text:
            yield words("explain.doubt-at", what=step.text, hole=step.hole)
        else:
            yield words("explain.doubt", what=step.text)
