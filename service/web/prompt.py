"""The one prompt of the page: what is to be done next, as a code with values. The page words it.

Pure: it sees the game as announced, and which holes are occupied. So it can also say what the referee says
nothing of yet, because nothing is wrong: half of a split, a marble moved before its card.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from engine.cards import Card, Rank
from engine.errors import EngineError
from engine.geometry import Board, Hole, Seat, seat_letter
from engine.legal import Outcome, legal
from engine.play import Leg
from engine.position import Position
from engine.table import Table
from engine.violation import Code
from referee.verdicts import Ambiguous, Illegal, Owed

Json: TypeAlias = dict[str, Any]

_SPLIT: Mapping[Rank, int] = {Rank.SEVEN: 7, Rank.NINE: 9, Rank.TEN: 10}


class Lit(Protocol):
    """The meaning of a light, and the seat of its colour."""

    @property
    def role(self) -> str: ...  # noqa: D102
    @property
    def seat(self) -> Seat | None: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class Scene:
    """The sources of the prompt."""

    table: Table
    position: Position
    marbles: Mapping[Hole, Seat]
    """Where marbles belong; START holes as they are occupied, without those that are owed."""
    occupied: Collection[Hole]
    owing: tuple[Owed, ...]
    card: str | None
    lights: Mapping[Hole, Lit]
    wrong: Illegal | None
    question: Ambiguous | None
    cards: bool
    """Whether it is played with cards."""
    training: bool
    machine: Mapping[str, Any] | None = None
    """What a machine player asks for."""

    @property
    def board(self) -> Board:
        """The board's geometry."""
        return self.table.board

    @property
    def seat(self) -> str:
        """Whose turn it is."""
        return seat_letter(self.position.turn)

    @property
    def missing(self) -> set[Hole]:
        """Holes of the ring and the lanes whose marble is up, or elsewhere."""
        return {hole for hole in self.marbles if hole not in self.occupied and not self.board.is_start(hole)}

    @property
    def extra(self) -> set[Hole]:
        """Holes of the ring and the lanes in which a marble stands that does not belong there."""
        return {hole for hole in self.occupied if hole not in self.marbles and not self.board.is_start(hole)}

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The possible actions of the laid card."""
        try:
            return () if self.card is None else legal(self.table, self.position, Card.parse(self.card).rank)
        except EngineError:
            return ()


def prompt(scene: Scene) -> Json:
    """The prompt: its `code`, the `seat` it is said to, and what its words need."""
    said = next(filter(None, (rule(scene) for rule in _RULES)), None)
    return {"seat": scene.seat, **(said or {"code": "lay" if scene.cards else "move"})}


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
    wrong = [hole for hole, light in scene.lights.items() if light.role == "illegal"]
    whose = scene.lights[back].seat
    name = scene.board.name
    source = {"from": name(wrong[0])} if len(wrong) == 1 else {}
    owner = {} if whose is None else {"marble": seat_letter(whose)}
    return {"code": "mend", "to": name(back), **source, **owner}


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
        "marble": seat_letter(owed.marble),
        "to": [scene.board.name(hole) for hole in owed.to],
    }


def _before_its_card(scene: Scene) -> Json | None:
    if scene.card is not None or not scene.cards or not (scene.extra or _out(scene)):
        return None
    return {"code": "lay-for-it"}


def _out(scene: Scene) -> bool:
    """Whether a marble of the seat in turn has come out of START."""
    come_out = scene.board.come_out(scene.position.turn)
    return come_out in scene.extra


def _half(scene: Scene) -> Json | None:
    """Half of a split is made: the rest is to follow."""
    if scene.card is None or not scene.extra | scene.missing:
        return None
    rank = Card.parse(scene.card).rank if scene.outcomes else None
    total = _SPLIT.get(rank) if rank is not None else None
    if total is None:
        return None
    rests = [(made, rest) for made, rest in _halves(scene.outcomes) if _is_made(scene, made)]
    if not rests or any(len(one.legs) == 1 and _is_made(scene, one.legs[0]) for one in scene.outcomes):
        return None
    made = rests[0][0]
    done = abs(_steps(scene.board, made))
    to = sorted({scene.board.name(rest[2]) for _, rest in rests}) if scene.training else []
    back = all(_steps(scene.board, rest) < 0 for _, rest in rests)
    said: Json = {"code": "rest", "done": done, "of": total, "left": total - done}
    return said | ({"back": True} if back else {}) | ({"holes": to} if to else {})


def _halves(outcomes: Iterable[Outcome]) -> Iterator[tuple[Leg, Leg]]:
    """Every leg of a split that may be made first, and what then is left."""
    for outcome in outcomes:
        if len(outcome.legs) == 2:
            first, second = outcome.legs
            yield first, second
            yield second, first


def _is_made(scene: Scene, leg: Leg) -> bool:
    """Whether this leg has been made and nothing else."""
    source, target = leg.source, leg.target
    return (
        source is not None
        and scene.missing == {source}
        and target in scene.occupied
        and scene.extra <= {target}
    )


def _steps(board: Board, leg: Leg) -> int:
    """Holes from the leg's source to its target, negative backward."""
    seat, source, target = leg.seat or 0, leg.source, leg.target
    if source is None:
        return 0
    if board.is_lane(target):
        lane = board.lane(seat)
        if board.is_lane(source):
            return lane.index(target) - lane.index(source)
        return (board.in_spot(seat) - source) % board.ring + lane.index(target) + 1
    ahead = (target - source) % board.ring
    return ahead if ahead <= board.ring // 2 else ahead - board.ring


def _playing(scene: Scene) -> Json | None:
    """The card lies there: what it may do."""
    if scene.card is None:
        return None
    outcomes = scene.outcomes
    if not outcomes:
        return {"code": "no-play", "card": scene.card}
    if scene.training and len(scene.missing) == 1 and not scene.extra:
        return _touched(scene, outcomes)
    return {"code": "play", "card": scene.card, "ways": list(_ways(scene.board, outcomes))}


def _touched(scene: Scene, outcomes: Iterable[Outcome]) -> Json:
    """In training, what the card may do with the marble that is up: where it may go, or a part of a split."""
    (up,) = scene.missing
    whole, parts = set[Hole](), list[list[str | int]]()
    for one in outcomes:
        for leg in one.legs:
            if leg.source == up and len(one.legs) == 1:
                whole.add(leg.target)
        for made, rest in _halves((one,)):
            if made.source == up:
                parts.append([scene.board.name(made.target), abs(_steps(scene.board, rest))])
    said: Json = {"card": scene.card, "holes": [scene.board.name(hole) for hole in sorted(whole)]}
    if not whole and not parts:
        return {"code": "not-this", **said}
    return {"code": "place", **said, "parts": sorted({tuple(part): part for part in parts}.values(), key=str)}


def _ways(board: Board, outcomes: Iterable[Outcome]) -> Iterator[Json]:
    """What the outcomes do, each way once, the simplest first."""
    seen: dict[tuple[str, int], None] = {}
    for outcome in sorted(outcomes, key=lambda one: len(one.legs)):
        if len(outcome.legs) > 1:
            seen.setdefault(("split", _SPLIT.get(outcome.rank, 0)))
            continue
        leg = outcome.legs[0]
        if leg[3]:
            seen.setdefault(("swap", 0))
        elif outcome.rank is Rank.JOKER:
            seen.setdefault(("bump", 0))
        elif leg[1] is None:
            seen.setdefault(("out", 0))
        else:
            steps = _steps(board, leg)
            seen.setdefault(("on" if steps > 0 else "back", abs(steps)))
    order = ("out", "on", "back", "split", "swap", "bump")
    for way, n in sorted(seen, key=lambda one: (order.index(one[0]), one[1])):
        yield {"way": way, "n": n} if n else {"way": way}


def is_calm(scene: Scene) -> bool:
    """Whether what is said to be wrong is only the legal half of a split, whose turn has not ended."""
    return scene.wrong is not None and scene.wrong.code == Code.SPLIT_INCOMPLETE and _half(scene) is not None


def _machine(scene: Scene) -> Json | None:
    return None if scene.machine is None else dict(scene.machine)


_RULES = (_asked, _mending, _wrong, _carrying, _machine, _before_its_card, _half, _playing)
