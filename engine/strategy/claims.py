"""Reasons for a play; the engine checks each claim before a hint uses it.

A claim belongs to a group of features (see `engine.strategy.features`). The groups in which a play is better
than the next one come first, so the reason given is one that made the difference. Claims about threats
and opportunities are computed by the engine's rules: a marble that a split reaches counts as threatened, a
marble behind a blocked path does not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from engine.bits import Bits
from engine.cards import RANKS, Rank
from engine.geometry import Hole, Seat
from engine.moves import Found
from engine.play import Play
from engine.position import Position
from engine.strategy.evaluation import Kept, Progress
from engine.strategy.features import groups
from engine.table import Table


class Group(StrEnum):
    """Groups of features, one for each kind of reason."""

    SENT = "sent"
    HOME = "home"
    START = "start"
    DANGER = "danger"
    ATTACK = "attack"
    PARTNER = "partner"
    NEXT = "next"
    KEEP = "keep"
    PROGRESS = "progress"


_WEAK = 0.2
_WORTH_MENTIONING = 0.05
"""The least gain, in logarithms of odds, for which keeping a card is given as a reason."""


class Kind(StrEnum):
    """The kinds of claims; a `Claim` adds the seat, hole, cards or count that it is about."""

    SENDS = "sends"
    HOME = "home"
    PUSHES = "pushes"
    OUT = "out"
    CLEARS = "clears"
    EXIT = "exit"
    SAFE = "safe"
    REACHES = "reaches"
    FITS = "fits"
    KEEPS = "keeps"
    IN_SPOT = "in-spot"
    FARTHEST = "farthest"
    FARTHER = "farther"


@dataclass(frozen=True, slots=True)
class Claim:
    """A true statement about a play: its kind, and the seat, hole, cards or count that it is about."""

    kind: Kind
    seat: Seat | None = None
    hole: Hole | None = None
    ranks: tuple[Rank, ...] = ()
    count: int = 0


@dataclass(frozen=True, slots=True)
class Case:
    """A play that needs a reason: its effects, and the play with the next highest value."""

    table: Table
    me: Seat
    before: Position
    play: Play
    after: Bits
    kept: Kept
    other: Play
    options: tuple[tuple[Rank, Bits], ...]
    """For each option, the rank of its card and the marbles after it."""


def claims(case: Case, gains: dict[Group, float]) -> Iterator[Claim]:
    """Every true claim, ordered by how much its group gains over the next best play.

    A card that is kept is a weak reason: it comes early only if it gains far more than anything else, and not
    at all if its gain is below `_WORTH_MENTIONING`.
    """
    ranked = gains | {Group.KEEP: gains[Group.KEEP] * _WEAK}
    # The gains are rounded, because sums of the same weights in another order differ in their last digits.
    for group in sorted(Group, key=lambda one: -max(0.0, round(ranked[one], 6))):
        if group is not Group.KEEP or gains[group] >= _WORTH_MENTIONING:
            yield from _MAKERS[group](case)


def _sent(case: Case) -> Iterator[Claim]:
    table = case.table
    for leg in case.play.legs:
        if leg.sent is not None and table.teams[leg.sent] != table.teams[case.me]:
            yield Claim(Kind.SENDS, leg.sent)


def _home(case: Case) -> Iterator[Claim]:
    ring = case.table.ring
    count = sum(leg.target >= ring > (leg.source or 0) for leg in case.play.legs)
    if count:
        yield Claim(Kind.HOME, count=count)


def _partner(case: Case) -> Iterator[Claim]:
    for pushed in (leg.pushes[0] for leg in case.play.legs if leg.pushes):
        # A later leg of the same play may move the pushed marble on.
        marbles = case.before.after(case.after, case.me).marbles[pushed]
        if case.table.in_spots[pushed] in (marbles or ()):
            yield Claim(Kind.PUSHES, pushed)


def _start(case: Case) -> Iterator[Claim]:
    table, me, after = case.table, case.me, case.after
    team = [seat for seat in table.seats if table.teams[seat] == table.teams[me]]
    before = sum(_marbles(table, case.before.bits, seat) for seat in team)
    # The play may also send a marble of the team back to START.
    if any(leg.source is None for leg in case.play.legs) and (
        sum(_marbles(table, after, seat) for seat in team) > before
    ):
        yield Claim(Kind.OUT)
    come_out, waits = table.come_outs[me], _marbles(table, after, me) < table.per_seat
    if waits and _stands(table, case.before.bits, me, come_out) and not _stands(table, after, me, come_out):
        yield Claim(Kind.CLEARS)
    if waits:
        found = Found(table, case.before.after(after, me))
        for rank in dict.fromkeys(case.kept):
            if any(_marbles(table, bits, me) > _marbles(table, after, me) for bits in found[rank]):
                yield Claim(Kind.EXIT, ranks=(rank,))
                return


def _danger(case: Case) -> Iterator[Claim]:
    """Claims that a moved marble is no longer threatened by some cards."""
    table = case.table
    for leg in case.play.legs:
        if leg.seat is None or leg.source is None or max(leg.source, leg.target) >= table.ring:
            continue
        if sum(other.target == leg.target for other in case.play.legs) > 1:
            continue  # Both legs end in this hole, so one of the marbles was pushed away.
        before = threats(table, case.before, leg.seat, leg.source)
        after = threats(table, case.before.after(case.after, case.me), leg.seat, leg.target)
        ranks = tuple(rank for rank in RANKS if rank in before and rank not in after)
        if ranks and not leg.exchange:
            yield Claim(Kind.SAFE, leg.seat, leg.target, ranks[:2])


def threats(table: Table, position: Position, seat: Seat, hole: Hole) -> set[Rank]:
    """The ranks with which an opponent could send that marble to START if it were to play now."""
    found: set[Rank] = set()
    for other in table.seats:
        if table.teams[other] != table.teams[seat]:
            results = Found(table, position.with_turn(other))
            found |= {rank for rank in RANKS if _takes(table, position.bits, results[rank], seat, hole)}
    return found


def _takes(table: Table, before: Bits, results: Iterable[Bits], seat: Seat, hole: Hole) -> bool:
    held = _marbles(table, before, seat)
    return any(
        not _stands(table, bits, seat, hole) and _marbles(table, bits, seat) < held for bits in results
    )


def _attack(case: Case) -> Iterator[Claim]:
    """Claims that a kept card could capture an opponent's marble after this play but not before."""
    table, me = case.table, case.me
    before, after = Found(table, case.before), Found(table, case.before.after(case.after, me))
    for rank in dict.fromkeys(case.kept):
        if rank is Rank.JOKER:
            continue
        for seat in table.seats:
            if table.teams[seat] != table.teams[me]:
                now, then = _marbles(table, case.before.bits, seat), _marbles(table, case.after, seat)
                could = any(_marbles(table, bits, seat) < now for bits in before[rank])
                if not could and any(_marbles(table, bits, seat) < then for bits in after[rank]):
                    yield Claim(Kind.REACHES, seat, ranks=(rank,))


def _next(case: Case) -> Iterator[Claim]:
    """Claims that a kept card could bring a marble into HOME after this play but not before."""
    table, me = case.table, case.me
    before, after = Found(table, case.before), Found(table, case.before.after(case.after, me))
    for rank in dict.fromkeys(case.kept):
        could = any(
            _home_count(table, bits, me) > _home_count(table, case.before.bits, me) for bits in before[rank]
        )
        if not could and any(
            _home_count(table, bits, me) > _home_count(table, case.after, me) for bits in after[rank]
        ):
            yield Claim(Kind.FITS, ranks=(rank,))


def _keep(case: Case) -> Iterator[Claim]:
    """The claim that the play keeps the card that the next best play would lay."""
    rank = case.other.card.rank
    if rank in case.kept and rank is not case.play.card.rank:
        yield Claim(Kind.KEEPS, ranks=(rank,))


def _progress(case: Case) -> Iterator[Claim]:
    table = case.table
    if any(leg.seat is not None and table.in_spots[leg.seat] == leg.target for leg in case.play.legs):
        yield Claim(Kind.IN_SPOT)
    if not case.play.legs:
        return
    gained = _gained(table, case.after, case.me)
    if gained == max(_gained(table, bits, case.me) for _, bits in case.options):
        yield Claim(Kind.FARTHEST)
    rank = case.other.card.rank
    if rank is not case.play.card.rank and gained > max(
        _gained(table, bits, case.me) for card, bits in case.options if card is rank
    ):
        yield Claim(Kind.FARTHER, ranks=(rank,))


_MAKERS: dict[Group, Callable[[Case], Iterator[Claim]]] = {
    Group.SENT: _sent,
    Group.HOME: _home,
    Group.START: _start,
    Group.DANGER: _danger,
    Group.ATTACK: _attack,
    Group.PARTNER: _partner,
    Group.NEXT: _next,
    Group.KEEP: _keep,
    Group.PROGRESS: _progress,
}


def _marbles(table: Table, bits: Bits, seat: Seat) -> int:
    """The number of the seat's marbles out of START."""
    return (bits >> table.width * seat & table.whole).bit_count()


def _home_count(table: Table, bits: Bits, seat: Seat) -> int:
    return (bits >> table.width * seat & table.whole & ~table.ring_mask).bit_count()


def _stands(table: Table, bits: Bits, seat: Seat, hole: Hole) -> bool:
    return bool(bits >> table.width * seat + hole & 1)


def _gained(table: Table, bits: Bits, me: Seat) -> int:
    """The sum of the holes that the team's marbles have advanced since START."""
    progress = _progress_at(table)
    return sum(
        progress.of(seat, bits >> table.width * seat & table.whole)
        for seat in table.seats
        if table.teams[seat] == table.teams[me]
    )


@lru_cache(maxsize=4)
def _progress_at(table: Table) -> Progress:
    return Progress(table)


@lru_cache(maxsize=1)
def group_of() -> tuple[Group, ...]:
    """The group of each feature, indexed by the feature's number."""
    return tuple(_group(section, name) for section, name, count in groups() for _ in range(count))


def _group(section: str, name: str) -> Group:
    kind, _, about = section.partition(".")
    if kind == "seat":
        if about == "me":
            return {"lane": Group.HOME, "start": Group.START, "blocked": Group.START}.get(
                name, Group.PROGRESS
            )
        return Group.PARTNER if about == "partner" else Group.SENT
    if kind == "pair":
        one, other = (side in ("me", "partner") for side in about.split("-"))
        return Group.PARTNER if one == other else Group.DANGER if one else Group.ATTACK
    if kind == "hold":
        return Group.KEEP
    return Group.START if name.startswith("waiting") else Group.NEXT
