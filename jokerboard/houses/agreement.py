"""How one house brings its own table and the shared log together.

Three lists of items (plays, discards, decisions) are compared, as in a three-way merge:

- `shared`: the items that count by the shared log. The host alone adds to the log.
- `mine`: the items that count at this table, as its own referee announced them. People change them by moving
  marbles.
- `base`: the items on which `mine` and `shared` agreed last.

At the first place where `mine` and `shared` differ, `base` shows which of them has changed. A change of
`mine` is proposed to the host; for a change of `shared`, lights show people which marbles to move. If both
have changed, the shared log counts. A refused proposal makes `mine` the base: the shared log then counts as
changed, and the board is corrected to follow it. Lost, repeated and late messages do not matter: the next
step depends on these lists alone.

This module is pure. The state of a house is computed from the records of its journal, in their order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from jokerboard.houses.changes import Change, Item


@dataclass(frozen=True, slots=True)
class Rest:
    """The step to do nothing, because the table and the shared log agree."""


@dataclass(frozen=True, slots=True)
class Propose:
    """The step to propose this change of the shared log to the host."""

    change: Change


@dataclass(frozen=True, slots=True)
class Carry:
    """The step to carry out `item` here, a play or decision of another house.

    `place`: its number in the shared log, from 0.
    """

    place: int
    item: Item


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The step to take back this table's plays and decisions from number `keep` on, counted from 0."""

    keep: int


Step: TypeAlias = Rest | Propose | Carry | TakeBack


class Agreement:
    """The lists `shared`, `mine` and `base` of one house, and the next step that follows from them."""

    def __init__(self, own: frozenset[str], *, decides: bool = False, dealt: bool = False) -> None:
        """`own`: the letters of the house's seats; `decides`: whether its referee's decisions count for all.

        `dealt`: whether the table deals the cards. Then the same play by another card is a change, since the
        hands follow the shared log's cards.
        """
        self.own, self._decides, self._dealt = own, decides, dealt
        self.shared: tuple[Item, ...] = ()
        self.mine: tuple[Item, ...] = ()
        self._base: tuple[Item, ...] = ()
        self.decided = False
        """Whether a decision of the host's referee is among the changes that are not settled yet."""
        self.common = 0
        """The number of plays and decisions, from the first, on which the table and the shared log agree."""

    def set_shared(self, items: Sequence[Item]) -> None:
        """Set `shared`, the plays and decisions of the shared log, after the log has changed."""
        self.shared = tuple(items)
        self._settle()

    def set_mine(self, items: Sequence[Item], *, decided: bool = False) -> None:
        """Set `mine`, the plays and decisions that count at this table.

        `decided`: whether a human referee's decision changed them.
        """
        self.mine = tuple(items)
        self.decided |= decided
        self._settle()

    def refused(self) -> None:
        """Follow the shared log from now on, because the host refused the proposal."""
        self._base, self.decided = self.mine, False

    def step(self) -> Step:
        """The next step towards agreement."""
        common = self.common
        behind, ahead = common < len(self.shared), common < len(self.mine)
        if behind and not ahead:
            removed = self._was(common, self.shared)
            return Propose(Change(common)) if removed else Carry(common, self.shared[common])
        if ahead and not behind:
            return TakeBack(common) if self._was(common, self.mine) else self._offered(common)
        if ahead and behind:
            return self._offered(common) if self._was(common, self.shared) else TakeBack(common)
        return Rest()

    def _offered(self, place: int) -> Step:
        """The step for this table's play number `place`, which the shared log lacks.

        Propose the play, or take it back if this house may not propose it.
        """
        item = self.mine[place]
        if item.seat in self.own or (self._decides and self.decided):
            return Propose(Change(place, item))
        return TakeBack(place)

    def _was(self, place: int, items: Sequence[Item]) -> bool:
        """Whether `items` and the list `base` agree at the index `place`."""
        return place < len(self._base) and self._base[place].agrees(items[place], dealt=self._dealt)

    def _settle(self) -> None:
        """Recompute `common`; make the common plays and decisions the `base` unless a change is unsettled."""
        pairs = enumerate(zip(self.mine, self.shared, strict=False))
        shorter = min(len(self.mine), len(self.shared))
        differ = (n for n, (mine, shared) in pairs if not mine.agrees(shared, dealt=self._dealt))
        self.common = common = next(differ, shorter)
        if common == len(self.mine) == len(self.shared):
            self.decided = False
        pending = any(common < len(items) and self._was(common, items) for items in (self.mine, self.shared))
        if not pending:
            self._base = self.mine[:common]
