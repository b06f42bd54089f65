"""The powers of each rank under a rule set. Switches are read once, here, and never by the move finder."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from engine.cards import RANKS, Rank
from engine.rules.rule_sets import Rules

FORWARD, BACKWARD = 1, -1


@dataclass(frozen=True)
class Split:
    """A card shared by two different marbles: the legs add up to `total`.

    `ways` are the directions that the two legs may have, as pairs of 1 and -1 in the order of the legs.
    """

    total: int
    ways: tuple[tuple[int, int], ...]
    team: bool
    remainder: bool
    must: bool = False

    @cached_property
    def rests(self) -> dict[int, tuple[int, ...]]:
        """For each count of the first leg, the counts that the second leg may have."""
        found = {}
        for count in (part * way for part in range(1, self.total) for way in (FORWARD, BACKWARD)):
            rest = self.total - abs(count)
            seconds = tuple(rest * other for way, other in self.ways if way * count > 0)
            if seconds:
                found[count] = seconds
        return found


@dataclass(frozen=True, slots=True)
class Power:
    """The power of one rank.

    `counts` are whole walks, backward ones negative. `forfeits` are parts of the card's count that may bring
    a marble into its lane while the rest is lost.
    """

    start: bool = False
    counts: tuple[int, ...] = ()
    split: Split | None = None
    forfeits: tuple[int, ...] = ()
    exchange: bool = False
    joker: bool = False


_FACES = {Rank.JACK: 11, Rank.QUEEN: 12, Rank.KING: 13}
_BOTH_FORWARD = ((FORWARD, FORWARD),)
_ONE_EACH_WAY = ((FORWARD, BACKWARD), (BACKWARD, FORWARD))
_ANY_WAY = (*_BOTH_FORWARD, *_ONE_EACH_WAY, (BACKWARD, BACKWARD))


def powers(rules: Rules) -> dict[Rank, Power]:
    """The power of each rank under these rules."""
    return {rank: _power(rules, rank) for rank in RANKS}


def _power(rules: Rules, rank: Rank) -> Power:
    match rank:
        case Rank.ACE:
            return Power(start=True, counts=(1, 11) if rules.ace_11 else (1,))
        case Rank.TWO:
            return Power(counts=(2,), exchange=rules.two_swap)
        case Rank.SEVEN:
            split = Split(7, _BOTH_FORWARD, rules.seven_scope == "team", rules.seven_remainder_to_partner)
            forfeits = tuple(range(1, 7)) if rules.partial_7_9_forfeit else ()
            return Power(counts=(7,), split=split, forfeits=forfeits)
        case Rank.EIGHT:
            return Power(counts=(-8,))
        case Rank.NINE:
            counts = (9, -9) if rules.nine_unsplit_backward else (9,)
            forfeits = tuple(range(1, 9)) if rules.partial_7_9_forfeit else ()
            return Power(counts=counts, split=_nine(rules), forfeits=forfeits)
        case Rank.JACK | Rank.QUEEN | Rank.KING:
            return Power(start=True, counts=(_FACES[rank] if rules.face_values_11_12_13 else 10,))
        case Rank.JOKER:
            return Power(start=rules.joker_comes_out, joker=True)
        case _:
            return Power(counts=(10 if rank is Rank.TEN else int(rank),))


def _nine(rules: Rules) -> Split | None:
    if rules.nine_mode == "none":
        return None
    ways = _ANY_WAY if rules.nine_mode == "any_way" else _ONE_EACH_WAY
    team, remainder = rules.nine_scope == "team", rules.nine_remainder_to_partner
    return Split(9, ways, team, remainder, must=rules.nine_mode == "must")
