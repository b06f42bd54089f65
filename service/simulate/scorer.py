"""Every verdict held against the truth: the turns that people made, and what stood illegally when.

The scorer knows each turn's true result beforehand. A play said is right if it is that result; said on the
way, if the board really bore it out at some moment of that turn; otherwise wrong. Whether an `illegal` had a
cause is told by what people set as wrong (`Turn.wrong`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.cards import RANKS, Rank
from engine.errors import IllegalPlay
from engine.geometry import Hole
from engine.legal import apply, legal
from engine.play import Play
from engine.position import Position
from engine.table import Table
from referee.verdicts import (
    Ambiguous,
    Decision,
    Discard,
    Fault,
    Illegal,
    Move,
    Over,
    Restored,
    Takeback,
    Verdict,
)
from service.simulate.tally import Tally
from service.simulate.truth import Seen, as_shown, borne_out, is_open
from service.simulate.truths import Discrepancy, Turn
from service.simulate.world import Shift, World

CHATTER = 0.0065
"""A marble's last edge comes, at most, so many seconds after the marble."""


class Scorer:
    """Hears every verdict of one game."""

    def __init__(self, table: Table, tally: Tally, cards: str, lying: dict[Hole, str]) -> None:
        self.turns: list[Turn] = []
        self.question: Ambiguous | None = None
        self.asked_of: Turn | None = None
        self.alarm: Illegal | None = None
        """The last `illegal`, until something else was said about it."""
        self.restored_at: float | None = None
        self.over = False
        self.said: list[Move | Discard | Decision] = []
        """What is in force for each turn, in order."""
        self.taken_back_at: float | None = None
        self.heard: list[Verdict] = []
        self.record: Callable[[str, str], None] = lambda *_: None
        self.world: World
        self._table = table
        self._tally = tally
        self._cards = cards
        self._lying = lying

    @property
    def ranks(self) -> tuple[Rank, ...] | None:
        """The ranks of a card that nobody sees, None where cards are read."""
        return RANKS if self._cards == "none" else None

    def hear(self, verdict: Verdict) -> None:
        """One verdict; Discrepancy where the game cannot go on."""
        self.heard.append(verdict)
        match verdict:
            case Move():
                self._move(verdict)
            case Discard():
                self._discard(verdict)
            case Illegal():
                self._illegal(verdict)
            case Ambiguous():
                self._ambiguous(verdict)
            case Restored(t):
                self.restored_at = t
                self.alarm = None
            case Takeback():
                self.taken_back_at, self.over = verdict.t, False
                if self.said:
                    self.said.pop()
                turn = self.turns[len(self.said)]
                turn.right_at = None
            case Decision():
                self.alarm = self.question = None
                if len(self.said) == len(self.turns):
                    self.said.pop()
                self.said.append(verdict)
            case Fault(hole=hole) if hole is not None:
                rightly = self._lies(hole)
                self._tally.faults["rightly" if rightly else "WRONGLY"] += 1
                if not rightly:
                    raise self.discrepancy("wrong fault", f"a good sensor is called bad: {verdict.text}")
            case Over():
                self.over = True
            case _:
                pass

    def discrepancy(self, kind: str, text: str) -> Discrepancy:
        """Something to be recorded and looked at."""
        self._tally.findings.append(f"{kind}: {text}")
        return Discrepancy(kind, text)

    def stands(self, turn: Turn, said: Move | Discard | Decision) -> Discrepancy:
        """Another play than the one made stands for good: wrong, unless the contract would have it."""
        text = f"{self.text(said)} stands; truly {turn.play.text(self._table.board)}"
        alike = self.looks_like(turn)
        by_the_letter = said.position in alike and turn.final not in alike
        by_the_letter = by_the_letter or self.told_by_the_letter(turn, said)
        if by_the_letter or self.changed_by_a_slip(turn, said.position):
            self._tally.lookalike += 1
            return self.discrepancy("looks like another", text)
        self._tally.wrong += 1
        return self.discrepancy("wrong", text)

    def told_by_the_letter(self, turn: Turn, said: Move | Discard | Decision) -> bool:
        """Whether by the letter that one was made before it was said, and the true one was not.

        So it is where a marble that was up when the play was made comes back: it may have changed places.
        Sensors that were known to lie tell of neither, of a START all; what others that lie have shown is all
        that anybody could know.
        """
        if not isinstance(said, Move):
            return False
        faults = [fault.hole for fault in self.heard if isinstance(fault, Fault)]
        known = frozenset(like for hole in faults if hole is not None for like in self._like(hole))
        failed = {hole: since for hole, since in self.world.failed.items() if hole not in known}
        for _, shifts in self.windows(turn, said.t):
            if turn.done is not None and (not shifts or shifts[-1].t < turn.done - CHATTER):
                return False  # it was not made yet
            full, shown = as_shown(turn.began, shifts, failed, turn.since)
            seen = Seen.of(full, shown, self._table.board.holes)
            found = borne_out(self._table, turn.position, self._ranks_of(turn), seen, turn.debts, known)
            results = [outcome.position for outcome in found]
            if said.position in results and turn.final not in results:
                return True
            if turn.done is None:
                return False
        return False

    def changed_by_a_slip(self, turn: Turn, result: Position) -> bool:
        """Whether what is tried in the turn after looks like a change of that play, by the letter.

        Where cards are read the next one says whose doing it is.
        """
        later = self.turns[-1]
        tried = self._cards == "none" and later is not turn and (later.tried or later.wrong is not None)
        return tried and self._borne_for(turn, result, self.world.t) is not None

    def _turn_of(self, verdict: Move | Discard, amends: bool) -> Turn:
        if amends and self.said:
            self.said[-1] = verdict
        else:
            self.said.append(verdict)
        if len(self.said) > len(self.turns):
            self._tally.wrong += 1
            raise self.discrepancy("wrong", f"a play nobody made: {self.text(verdict)} at {verdict.t:.3f}")
        if len(self.said) > 1 and self.said[-2].position != self.turns[len(self.said) - 2].final:
            raise self.stands(self.turns[len(self.said) - 2], self.said[-2])
        return self.turns[len(self.said) - 1]

    def _move(self, move: Move) -> None:
        turn = self._turn_of(move, move.amends is not None)
        self.question = self.alarm = None
        if move.position == turn.final and turn.play.legs:
            self._right(turn, move.t)
            return
        why = f"{self.text(move)} at {move.t:.3f}; truly {turn.play.text(self._table.board)}"
        rest = self._borne_for(turn, move.position, move.t)
        if rest is None and not turn.tried and not self.world.astray(move.position):
            rest = 0.5  # by the letter another play, but this one was made
        if rest is None:
            if turn.wrong is not None or turn.tried:
                kind = "attempt" if turn.wrong is None else turn.wrong.kind
                self._tally.accepted[kind] += 1
                raise self.discrepancy("accepted", f"{kind} recorded as {why}")
            if self._lying and self.told_by_the_letter(turn, move):
                self._tally.lookalike += 1
                raise self.discrepancy("looks like another", why)
            self._tally.wrong += 1
            raise self.discrepancy("wrong", why)
        self._tally.on_the_way += 1
        turn.passed.append(move.position)
        if rest < 0.5 and self._open(turn, move.position):
            self._tally.too_early += 1

    def _discard(self, discard: Discard) -> None:
        turn = self._turn_of(discard, False)
        if turn.play.legs:
            self._tally.wrong += 1
            truly = turn.play.text(self._table.board)
            raise self.discrepancy("wrong", f"discard at {discard.t:.3f}; truly {truly}")
        turn.right_at = discard.t

    def _right(self, turn: Turn, t: float) -> None:
        turn.right_at = t
        card_t = 0.0 if turn.card_t is None else turn.card_t
        if turn.done is None or turn.asked or self._lying:
            return
        after_edge = t - max(self.world.last_edge_by(t), card_t)
        late = min(t - max(turn.done, card_t), after_edge)
        if late <= 0.05 + 1e-6:
            self._tally.closed.add(max(0.0, late))
        elif turn.final not in self.looks_like(turn):
            self._tally.covered += 1
        elif self._open(turn, turn.final):
            self._tally.open.add(late)
            if late > 0.7 + 1e-6:
                self.off(f"late: open, {late:.3f} s at {t:.3f}: {turn.play.text(self._table.board)}")
        else:
            self._tally.closed.add(late)
            text = f"closed, {late:.3f} s at {t:.3f}: {turn.play.text(self._table.board)}"
            self.off(f"late: {text}")

    def _lies(self, hole: Hole) -> bool:
        """Whether that sensor lies; of a START anyone will do, its marbles are all alike."""
        return any(each in self._lying for each in self._like(hole))

    def _like(self, hole: Hole) -> frozenset[Hole]:
        """The holes that are as good as that one: all of its START, or itself."""
        board = self._table.board
        return frozenset(board.start(board.side(hole)) if board.is_start(hole) else (hole,))

    def off(self, text: str) -> None:
        """Something is not as it should be, but the game goes on."""
        self._tally.findings.append(text)
        self.record(text.split(":")[0], text)

    def _ambiguous(self, question: Ambiguous) -> None:
        """A play of the turn that is under way, or the play said last, changed to one of these."""
        self.question = question
        under_way = min(len(self.said), len(self.turns) - 1)
        about = [turn for turn in self.turns[: under_way + 1][-2:] if turn.seat == question.seat]
        self.asked_of = about[-1] if about else self.turns[under_way]
        self.asked_of.asked = True

    def _illegal(self, illegal: Illegal) -> None:
        self.alarm = illegal
        turn = self.turns[min(len(self.said), len(self.turns) - 1)]
        wrong = turn.wrong or self.turns[-1].wrong
        if wrong is None and self._not_made_by_the_letter(turn, illegal):
            self._tally.lookalike += 1
            raise self.discrepancy("looks like another", f"{illegal.code} at {illegal.t:.3f}: {illegal.text}")
        if wrong is None:
            self._tally.alarms[illegal.code] += 1
            text = f"{illegal.code} at {illegal.t:.3f}: {illegal.text}"
            if not self._lying:
                raise self.discrepancy("false alarm", text)
            self.off(f"false alarm: {text}")  # what lies can hardly be told yet: the game goes on
            return
        if wrong.said is None:
            wrong.said = illegal

    # What the contract says of it.

    def _not_made_by_the_letter(self, turn: Turn, illegal: Illegal) -> bool:
        """Whether a card is said to be unplayed whose play the letter does not find borne out either.

        So it is where two were exchanged one after the other, while people mended.
        """
        told = illegal.code == "must-play" and bool(turn.play.legs) and not self._lying
        return told and turn.done is not None and turn.final not in self.looks_like(turn)

    def _ranks_of(self, turn: Turn) -> tuple[Rank, ...]:
        return self.ranks or (turn.play.card.rank,)

    def windows(self, turn: Turn, until: float) -> Iterator[tuple[Shift | None, list[Shift]]]:
        """Every state of the wood in this turn, latest first: the next shift after it, and those before."""
        shifts = [s for s in self.world.shifts[turn.shifts_from :] if s.t <= until]
        for end in range(len(shifts), -1, -1):
            yield (shifts[end] if end < len(shifts) else None), shifts[:end]

    def seen(self, turn: Turn, shifts: list[Shift]) -> Seen:
        """The turn as ideal sensors saw it up to the last of `shifts`."""
        return Seen.of(turn.began, shifts, self._table.board.holes)

    def result(self, turn: Turn, play: Play) -> Position | None:
        """The position after a play of that turn, None if it is not legal in it."""
        try:
            return apply(self._table, turn.position, play)
        except IllegalPlay:
            return None

    def looks_like(self, turn: Turn) -> list[Position]:
        """The results that the contract's letter finds borne out when the play was made and its card laid."""
        until = self.world.t if turn.done is None else max(turn.done, turn.card_t or 0.0)
        shifts = [s for s in self.world.shifts[turn.shifts_from :] if s.t <= until + 1e-9]
        found = borne_out(
            self._table, turn.position, self._ranks_of(turn), self.seen(turn, shifts), turn.debts
        )
        return [outcome.position for outcome in found]

    def _borne_for(self, turn: Turn, result: Position, t: float) -> float | None:
        """How long, at most, the board bore that result out in this turn up to `t`; None if never."""
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

    def _open(self, turn: Turn, result: Position) -> bool:
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

    def text(self, verdict: Move | Discard | Decision) -> str:
        """A play or discard in the contract's notation."""
        if isinstance(verdict, Discard):
            return f"discard of {verdict.card}"
        if isinstance(verdict, Decision):
            return f"a decision, {verdict.decision}"
        return verdict.play.text(self._table.board)
