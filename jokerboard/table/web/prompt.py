"""The one prompt of the page: the next thing to do, as a code with values that the page turns into words.

Pure: it gets the game as announced, and the occupied holes. So the prompt also covers legal states, which the
referee does not announce: half of a split, a marble moved before its card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.cards import Card, Rank
from engine.geometry import Board, Hole, seat_letter
from engine.legal import Outcome
from engine.violation import Code
from jokerboard.journal.records import Json
from jokerboard.table.web.prompt_scene import SPLIT, Scene, halves, progress, steps


def prompt(scene: Scene) -> Json:
    """The prompt as JSON: its `code`, the `seat` that it is for, and the values for its words."""
    found = next(filter(None, (rule(scene) for rule in _RULES)), None)
    return {"seat": scene.seat, **(found or {"code": "lay" if scene.cards else "move"})}


def _asked(scene: Scene) -> Json | None:
    if scene.question is None:
        return None
    touch = [scene.board.name(hole) for hole in scene.question.touch]
    return {"code": "ask", "seat": seat_letter(scene.question.seat), "touch": touch}


def _mending(scene: Scene) -> Json | None:
    if is_calm(scene):
        return None
    back = next((hole for hole, light in scene.lights.items() if light.role == "put-back"), None)
    if back is None:
        return None
    wrong = _out_of_place(scene, back)
    whose = scene.lights[back].seat
    name = scene.board.name
    source = {"from": name(wrong[0])} if len(wrong) == 1 else {}
    owner = {} if whose is None else {"marble": seat_letter(whose)}
    actor = {} if scene.wrong is None else {"seat": seat_letter(scene.wrong.seat)}
    return {"code": "mend", "to": name(back), **source, **owner, **actor}


def _out_of_place(scene: Scene, back: Hole) -> list[Hole]:
    """The holes from which the marble that belongs in `back` may have to be taken.

    If a verdict names the hole, it is the only one, and left out once its marble is in a hand. Otherwise they
    are the holes lit as illegal, except those that a verdict names for other marbles.
    """
    if back in scene.mends:
        return [scene.mends[back]] if scene.mends[back] in scene.occupied else []
    others = set(scene.mends.values())
    return [hole for hole, light in scene.lights.items() if light.role == "illegal" and hole not in others]


def _wrong(scene: Scene) -> Json | None:
    if scene.wrong is None or is_calm(scene):
        return None
    seat = seat_letter(scene.wrong.seat)
    if scene.wrong.code == Code.MUST_PLAY and scene.card is not None:
        return {"code": "must-play", "seat": seat, "card": scene.card}
    return {"code": "wrong", "seat": seat}


def _carrying(scene: Scene) -> Json | None:
    if not scene.owing:
        return None
    owed = scene.owing[0]
    return {
        "code": "carry",
        **({} if scene.mover is None else {"seat": seat_letter(scene.mover)}),
        "marble": seat_letter(owed.marble),
        "to": [scene.board.name(hole) for hole in owed.to],
    }


def _before_its_card(scene: Scene) -> Json | None:
    if scene.card is not None or not scene.cards or not (scene.extra or _out(scene)):
        return None
    return {"code": "lay-for-it"}


def _out(scene: Scene) -> bool:
    """Whether a marble is on the come-out of the seat in turn, where none was announced."""
    come_out = scene.board.come_out(scene.position.turn)
    return come_out in scene.extra


def _playing(scene: Scene) -> Json | None:
    """The prompt for a laid card, with its possible plays; None without a card."""
    if scene.card is None:
        return None
    outcomes = scene.outcomes
    if not outcomes:
        return {"code": "no-play", "card": scene.card}
    if scene.training and len(scene.missing) == 1 and not scene.extra:
        return _touched(scene, outcomes)
    return {"code": "play", "card": scene.card, "ways": list(_ways(scene.board, outcomes))}


def _touched(scene: Scene, outcomes: Iterable[Outcome]) -> Json:
    """The prompt in training for the lifted marble: its possible targets, those of a split included."""
    (up,) = scene.missing
    whole, parts = set[Hole](), list[list[str | int]]()
    for one in outcomes:
        for leg in one.legs:
            if leg.source == up and len(one.legs) == 1:
                whole.add(leg.target)
        for made, rest in halves((one,)):
            if made.source == up:
                parts.append([scene.board.name(made.target), abs(steps(scene.board, rest))])
    place: Json = {"card": scene.card, "holes": [scene.board.name(hole) for hole in sorted(whole)]}
    if not whole and not parts:
        return {"code": "not-this", **place}
    return {
        "code": "place",
        **place,
        "parts": sorted({tuple(part): part for part in parts}.values(), key=str),
    }


def _ways(board: Board, outcomes: Iterable[Outcome]) -> Iterator[Json]:
    """The ways to play a card, each once, as `way`; `n` is the number of holes of a step or a split."""
    seen: set[tuple[str, int]] = set()
    for outcome in outcomes:
        if len(outcome.legs) > 1:
            seen.add(("split", SPLIT.get(outcome.rank, 0)))
            continue
        leg = outcome.legs[0]
        if leg[3]:
            seen.add(("swap", 0))
        elif outcome.rank is Rank.JOKER:
            seen.add(("bump", 0))
        elif leg[1] is None:
            seen.add(("out", 0))
        else:
            n = steps(board, leg)
            seen.add(("on" if n > 0 else "back", abs(n)))
    order = ("out", "on", "back", "split", "swap", "bump")
    for way, n in sorted(seen, key=lambda one: (order.index(one[0]), one[1])):
        yield {"way": way, "n": n} if n else {"way": way}


def is_calm(scene: Scene) -> bool:
    """Whether the board shows a legal half of a play, so that nothing is wrong."""
    made = None if scene.wrong is None else progress(scene)
    return made is not None and made["code"] in ("rest", "carry") and _is_split(scene)


def _is_split(scene: Scene) -> bool:
    """Whether the verdict may be about half of a split, because two marbles share the card."""
    assert scene.wrong is not None
    shared = scene.card is not None and Card.parse(scene.card).rank in SPLIT
    return scene.wrong.code == Code.SPLIT_INCOMPLETE or shared


def _bumped(scene: Scene) -> Json | None:
    """The prompt to place a marble that a play (or a machine's play) has displaced; None without one."""
    made = progress(scene)
    return made if made is not None and made["code"] == "carry" else None


def _machine(scene: Scene) -> Json | None:
    return None if scene.machine is None else dict(scene.machine)


_RULES = (_asked, _mending, _wrong, _carrying, _bumped, _machine, _before_its_card, progress, _playing)
