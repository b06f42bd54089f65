"""Apply section 4 of docs/formats.md to a simulated turn: which plays the board supports, and how long."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.cards import RANKS, Rank
from engine.geometry import Board, Hole
from engine.legal import apply, legal
from engine.play import Play
from engine.position import Position
from engine.referee.events import Edge
from engine.referee.verdicts import Decision, Discard, Fault, Move, Verdict
from engine.table import Table
from engine.violation import IllegalPlay
from tests.simulated_games.contract_rules import Seen, as_shown, borne_out, is_open
from tests.simulated_games.true_turns import Turn
from tests.simulated_games.world import World

CHATTER = 0.0065
"""The most seconds from a marble's movement to its last edge."""


def alike(board: Board, hole: Hole) -> frozenset[Hole]:
    """The holes that are equivalent to `hole`: all of its START, or itself."""
    return frozenset(board.start(board.side(hole)) if board.is_start(hole) else (hole,))


class ContractCheck:
    """Section 4 of docs/formats.md, applied to the turns of one game."""

    def __init__(self, table: Table, cards: str) -> None:
        self.world: World
        self._table = table
        self._cards = cards

    @property
    def ranks(self) -> tuple[Rank, ...] | None:
        """The ranks that an unseen card may have; None if card readers read every card."""
        return RANKS if self._cards == "none" else None

    def supports(self, turn: Turn, announced: Move | Discard | Decision, received: Iterable[Verdict]) -> bool:
        """Whether by docs/formats.md the board supports the announced play and not the true play."""
        shown = self.looks_like(turn)
        looks_so = announced.position in shown and turn.final not in shown
        return looks_so or self.supported_before(turn, announced, received)

    def supported_before(
        self, turn: Turn, announced: Move | Discard | Decision, received: Iterable[Verdict]
    ) -> bool:
        """Whether at some earlier moment the board supported the announced play and not the true play.

        A marble that was lifted when the play was made, and is then put back, may have been exchanged.

        Sensors already reported as faulty are left out, with all of their START. Faulty sensors that are not
        yet detected count as they were shown.
        """
        if not isinstance(announced, Move):
            return False
        faults = [fault.hole for fault in received if isinstance(fault, Fault)]
        known = frozenset(
            like for hole in faults if hole is not None for like in alike(self._table.board, hole)
        )
        failed = {hole: since for hole, since in self.world.sensors.failed.items() if hole not in known}
        for _, shifts in self.windows(turn, announced.t):
            if turn.done is not None and (not shifts or shifts[-1].t < turn.done - CHATTER):
                # This state of the board is older than the play, so the play did not cause it.
                return False
            full, shown = as_shown(turn.began, shifts, failed, turn.since)
            seen = Seen.of(full, shown, self._table.board.holes)
            found = borne_out(self._table, turn.position, self._ranks_of(turn), seen, turn.debts, known)
            results = [outcome.position for outcome in found]
            if announced.position in results and turn.final not in results:
                return True
            if turn.done is None:
                return False
        return False

    def _ranks_of(self, turn: Turn) -> tuple[Rank, ...]:
        return self.ranks or (turn.play.card.rank,)

    def windows(self, turn: Turn, until: float) -> Iterator[tuple[Edge | None, list[Edge]]]:
        """Each stage of the turn, latest first: the next movement (None: none), the movements before it."""
        shifts = [s for s in self.world.shifts[turn.shifts_from :] if s.t <= until]
        for end in range(len(shifts), -1, -1):
            yield (shifts[end] if end < len(shifts) else None), shifts[:end]

    def seen(self, turn: Turn, shifts: list[Edge]) -> Seen:
        """The turn as ideal sensors would show it after these movements."""
        return Seen.of(turn.began, shifts, self._table.board.holes)

    def result(self, turn: Turn, play: Play) -> Position | None:
        """The position after a play in that turn; None if the play is not legal in that turn."""
        try:
            return apply(self._table, turn.position, play)
        except IllegalPlay:
            return None

    def looks_like(self, turn: Turn) -> list[Position]:
        """The positions that the board supports once the play is made and its card is laid."""
        until = self.world.t if turn.done is None else max(turn.done, turn.card_t or 0.0)
        shifts = [s for s in self.world.shifts[turn.shifts_from :] if s.t <= until + 1e-9]
        found = borne_out(
            self._table, turn.position, self._ranks_of(turn), self.seen(turn, shifts), turn.debts
        )
        return [outcome.position for outcome in found]

    def borne_for(self, turn: Turn, result: Position, t: float) -> float | None:
        """The longest time in seconds for which the board supported the result before `t`; None if never."""
        longest = None
        for after, shifts in self.windows(turn, t):
            found = borne_out(
                self._table, turn.position, self._ranks_of(turn), self.seen(turn, shifts), turn.debts
            )
            if result in [outcome.position for outcome in found]:
                began = shifts[-1].t if shifts else 0.0
                rest = (t if after is None else after.t) - began
                longest = rest if longest is None else max(longest, rest)
        return longest

    def is_open(self, turn: Turn, result: Position) -> bool:
        """Whether the play with that result could still become another play when it was made."""
        ranks = self._ranks_of(turn)
        for rank in ranks:
            for outcome in legal(self._table, turn.position, rank):
                if outcome.position == result:
                    until = self.world.t if turn.done is None else turn.done
                    shifts = [s for s in self.world.shifts[turn.shifts_from :] if s.t <= until + 1e-9]
                    seen = self.seen(turn, shifts)
                    owed = sum(turn.debts.start.values()) + len(turn.debts.spots)
                    in_hand = max(0, len(turn.began) + owed - len(seen.now))
                    return is_open(self._table, turn.position, ranks, outcome, seen, in_hand)
        return False
