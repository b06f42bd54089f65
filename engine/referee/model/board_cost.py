"""The cost of a board by a hypothesis, for each marble that is not where it was when the turn began.

This cost depends on the present board only: a marble that was placed wrongly and then moved on costs nothing
more.
"""

from __future__ import annotations

from functools import reduce
from operator import add

from engine import bits
from engine.referee.model.displaced import Displaced, displaced
from engine.referee.model.hypothesis import GHOST, NOWHERE, START, Hypothesis
from engine.referee.model.plays import OUT, Made
from engine.referee.model.turn import Turn
from engine.referee.settings import Costs

MOST_UP = 3
"""The most lifted marbles that `complete` tries to count as standing in their old holes."""
BOARDS = 2_000
"""The number of boards per turn whose costs are cached; people may move marbles about for hours."""


def _held(turn: Turn, each: Displaced, up: int) -> list[str]:
    """The names of the costs of `up` lifted marbles of one seat."""
    if up <= 0:
        return []
    if each.seat in turn.movers:
        return ["lifted"] * up
    free = (each.missing & turn.plays.takes).bit_count() if turn.known else each.missing.bit_count()
    return ["meddled"] * max(0, up - free)


def board_cost(costs: Costs, hypothesis: Hypothesis) -> tuple[float, tuple[str, ...]]:
    """The cost of the hypothesis's board, and the names of the costs that it is the sum of."""
    turn = hypothesis.turn
    owed = [(token.seat, token.due) for token in hypothesis.hand if token.due != NOWHERE]
    key = hypothesis.colours, tuple(sorted(owed)) if owed else (), len(hypothesis.early)
    known = turn.board_costs.get(key)
    if known is None:
        if len(turn.board_costs) >= BOARDS:
            turn.board_costs.clear()
        names = tuple(_names(turn, hypothesis.colours, displaced(hypothesis)))
        names += ("overlaps",) * len(hypothesis.early)
        # `sum` rounds floats differently from Python 3.12 on; a game has the same verdicts on every version.
        known = turn.board_costs[key] = reduce(add, map(costs.by_name.__getitem__, names), 0.0), names
    return known


def _names(turn: Turn, colours: tuple[int, ...], moved: list[Displaced]) -> list[str]:
    names: list[str] = []
    filled = 0
    for each in moved:
        names += ["strange"] * each.strange.bit_count()
        out = each.missing.bit_count() - min(each.start, 0)
        up = out - each.extra.bit_count() - each.strange.bit_count() - max(each.start, 0)
        names += _held(turn, each, up)
        if each.start > 0:
            names += [_back_in_start(turn, colours, each)] * each.start
        for hole in bits.holes(each.extra):
            name = _extra(turn, colours, each, hole)
            names.append(name)
            if name in ("on_its_way", "part", "some_part"):
                filled |= 1 << hole
    if filled & (filled - 1) and not turn.plays.joint(filled):
        names.append("beyond")
    return names


def _extra(turn: Turn, colours: tuple[int, ...], each: Displaced, hole: int) -> str:
    """The name of the cost of a marble in a hole that had no marble of its colour when the turn began."""
    mine = each.seat in turn.movers
    if not turn.known:
        return _by_some_card(turn, colours, each, hole)
    reach = stays = 0
    for source in (*bits.holes(each.missing), *([OUT] if each.start < 0 else [])):
        there = turn.plays.targets.get((each.seat, source), (0, 0))
        reach, stays = reach | there[0], stays | there[1]
    if stays >> hole & 1:
        return "part" if turn.ground.seen else "some_part"
    if reach >> hole & 1:
        return "on_its_way"
    if mine and not _taken(colours, each):
        return "strolling" if turn.plays.flies else "mistaken"
    return _taken(colours, each) or "foreign"


def _by_some_card(turn: Turn, colours: tuple[int, ...], each: Displaced, hole: int) -> str:
    """The name of the cost that `_extra` returns while no card has been read."""
    come_out = turn.ground.table.board.come_out(each.seat)
    others = any(base >> hole & 1 for other, base in enumerate(turn.base) if other != each.seat)
    if each.start < 0 and not each.missing and hole != come_out and not others:
        return "mistaken"  # No card brings a marble out of START to an empty hole other than its come-out.
    # A card may exchange the marble with one of the mover's that has left the hole.
    exchanged = any(turn.base[seat] & ~colours[seat] & 1 << hole for seat in turn.movers)
    if each.seat in turn.movers or exchanged:
        return "perhaps"
    if _taken(colours, each):
        return "put_away" if hole == turn.ground.table.in_spots[each.seat] else "bumped"
    return "foreign"


def misplacement(hypothesis: Hypothesis, seat: int, hole: int) -> str:
    """The name of the cost of placing this seat's marble in that hole; "" if it costs nothing."""
    turn = hypothesis.turn
    at_home = (turn.base[seat] | turn.ground.starts[seat]) >> hole & 1
    if at_home and not any([token.due == hole for token in hypothesis.hand]):
        return ""
    each = Displaced(hypothesis, turn, seat)
    if each.strange >> hole & 1:
        return "strayed"
    if not each.extra >> hole & 1:
        return ""
    name = _extra(turn, hypothesis.colours, each, hole)
    if name == "perhaps" and turn.ground.seen:
        return "unasked"
    if name == "mistaken":
        return "overstepped"
    return "strayed" if name in ("bumped", "foreign") else ""


def _taken(colours: tuple[int, ...], each: Displaced) -> str | None:
    """`bumped` if another seat's marble is now in a hole that a marble of `each` has left; else None."""
    others = 0
    for seat, mask in enumerate(colours):
        if seat != each.seat:
            others |= mask
    return "bumped" if each.missing & others else None


def _back_in_start(turn: Turn, colours: tuple[int, ...], each: Displaced) -> str:
    """The name of the cost of a marble that was put back into its START during the turn."""
    if _taken(colours, each):
        return "put_away"
    if not turn.known:
        return "put_away_first"
    missing = each.missing
    takes = any(seat != each.seat and path & missing for (seat, _), (path, _) in turn.plays.targets.items())
    if not takes:
        return "foreign"
    for seat in turn.movers:
        out = (colours[seat] & turn.ground.starts[seat]).bit_count() < turn.in_start[seat]
        if out or turn.base[seat] & ~colours[seat]:
            return "put_away"  # A mover's marble is lifted or has moved.
    return "put_away_first"


def complete(hypothesis: Hypothesis) -> list[tuple[Made, int]]:
    """The plays of the turn that the board shows, each with the mask of in-spots still owed a marble.

    A lifted marble that the play does not move counts as still in its hole.
    """
    turn, colours = hypothesis.turn, hypothesis.colours
    if not turn.known:
        return []
    whole, base = turn.ground.ring_and_lane, turn.base
    if not any([colours[seat] & whole & ~base[seat] for seat in turn.movers]):
        # After every legal play, a mover's marble is in a hole that had no marble of its seat before.
        return []
    if in_foreign_start(hypothesis):
        return []
    owed, up = _in_hands(hypothesis)
    shown = 0
    for mask in colours:
        shown |= mask & whole
    found: dict[Made, int] = {}
    for aside in _parts(up):
        there, look = owed + aside, shown
        for _, mask in there:
            look |= mask
        for made in turn.plays.by_look.get(look, ()):
            absent = made.occupied & ~look
            differs = made.packed ^ hypothesis.packed_with(there)
            if differs and (not absent or differs & made.elsewhere(absent)):
                continue
            if hypothesis.may_make(made) and _starts_fit(hypothesis, made):
                found.setdefault(made, absent)
    return list(found.items())


def in_foreign_start(hypothesis: Hypothesis) -> bool:
    """Whether a marble is in another seat's START."""
    ground = hypothesis.turn.ground
    for mask, start in zip(hypothesis.colours, ground.starts, strict=True):
        if mask & ~(ground.ring_and_lane | start):
            return True
    return False


def _in_hands(hypothesis: Hypothesis) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """As (seat, mask of one hole): the in-spots that are owed a marble, then the holes of lifted marbles."""
    owed: list[tuple[int, int]] = []
    up: list[tuple[int, int]] = []
    for token in hypothesis.hand:
        if token.seat == GHOST:
            continue
        if token.due >= 0:
            owed.append((token.seat, 1 << token.due))
        elif token.due != START and hypothesis.turn.base[token.seat] >> token.origin & 1:
            up.append((token.seat, 1 << token.origin))
    return owed, up


def _parts(up: list[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """Every subset of the first `MOST_UP` lifted marbles, the empty one first."""
    parts: list[list[tuple[int, int]]] = [[]]
    for each in up[:MOST_UP]:
        parts += [[*part, each] for part in parts]
    return parts


def _starts_fit(hypothesis: Hypothesis, made: Made) -> bool:
    """Whether each START has as many marbles as after that play, or lacks only marbles that are in hands."""
    starts = hypothesis.turn.ground.starts
    for seat, mask in enumerate(hypothesis.colours):
        short = made.in_start[seat] - (mask & starts[seat]).bit_count()
        if short and not 0 < short <= _out_of_start(hypothesis, made, seat):
            return False
    return True


def _out_of_start(hypothesis: Hypothesis, made: Made, seat: int) -> int:
    """The most marbles that the seat's START may lack after `made`, because they are in hands."""
    start = hypothesis.turn.ground.starts[seat]
    up = sum(
        token.seat == seat and (token.due == START or start >> token.origin & 1) for token in hypothesis.hand
    )
    return up + made.sent.count(seat)
