"""Compare every verdict with the truth: the plays that people made, and their illegal attempts.

The scorer knows each turn's true result beforehand. A reported play is right if it has that result. Before
the turn has ended, it is also right if the board supported it at some moment of that turn. Otherwise it is
wrong. An `illegal` verdict is right if `Turn.wrong` has a cause for it.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.geometry import Hole
from engine.position import Position
from engine.referee import verdicts
from engine.table import Table
from tests.simulated_games.contract_check import ContractCheck, alike
from tests.simulated_games.sensors import REAL
from tests.simulated_games.tally import Tally
from tests.simulated_games.true_turns import Discrepancy, Turn, is_accusation
from tests.simulated_games.world import World


class Scorer:
    """Scores every verdict of one game by the truth."""

    def __init__(self, table: Table, tally: Tally, cards: str, faulty: dict[Hole, str]) -> None:
        self.turns: list[Turn] = []
        self.question: verdicts.Ambiguous | None = None
        self.asked_of: Turn | None = None
        self.alarm: verdicts.Illegal | None = None
        """The last `illegal`; None after a later verdict about it."""
        self.restored_at: float | None = None
        self.over = False
        self.in_force: list[verdicts.Move | verdicts.Discard | verdicts.Decision] = []
        """The verdict in force for each turn, in order."""
        self.taken_back_at: float | None = None
        self.received: list[verdicts.Verdict] = []
        self.record: Callable[[str, str], None] = lambda *_: None
        self._table = table
        self._tally = tally
        self._cards = cards
        self._faulty = faulty
        self.contract = ContractCheck(table, cards)

    @property
    def world(self) -> World:
        """The simulated world, with the movements that people really made."""
        return self.contract.world

    def receive(self, verdict: verdicts.Verdict) -> None:
        """Score one verdict; raise Discrepancy if the game cannot go on."""
        self.received.append(verdict)
        match verdict:
            case verdicts.Move():
                self._move(verdict)
            case verdicts.Discard():
                self._discard(verdict)
            case verdicts.Illegal():
                self._illegal(verdict)
            case verdicts.Ambiguous():
                self._ambiguous(verdict)
            case verdicts.Takeback():
                self._takeback(verdict)
            case verdicts.Decision():
                self._decision(verdict)
            case verdicts.Fault():
                self._fault(verdict)
            case _:
                self._other(verdict)

    def _other(self, verdict: verdicts.Verdict) -> None:
        if isinstance(verdict, verdicts.Restored):
            self.restored_at = verdict.t
            self.alarm = None
        elif isinstance(verdict, verdicts.Over):
            self.over = True

    def _takeback(self, takeback: verdicts.Takeback) -> None:
        self.taken_back_at, self.over = takeback.t, False
        if self.in_force:
            self.in_force.pop()
        self.turns[len(self.in_force)].right_at = None

    def _decision(self, decision: verdicts.Decision) -> None:
        self.alarm = self.question = None
        if len(self.in_force) == len(self.turns):
            self.in_force.pop()
        self.in_force.append(decision)

    def _fault(self, fault: verdicts.Fault) -> None:
        if fault.hole is None or not is_accusation(fault):
            return
        rightly = self._lies(fault.hole)
        self._tally.faults["rightly" if rightly else "WRONGLY"] += 1
        if not rightly:
            raise self.discrepancy("wrong fault", f"a good sensor is called bad: {fault.text}")

    def discrepancy(self, kind: str, text: str) -> Discrepancy:
        """A new Discrepancy, which is also added to the tally's findings."""
        self._tally.findings.append(f"{kind}: {text}")
        return Discrepancy(kind, text)

    def stands(
        self, turn: Turn, announced: verdicts.Move | verdicts.Discard | verdicts.Decision
    ) -> Discrepancy:
        """The Discrepancy of a wrong play in force; a `lookalike` if docs/formats.md requires that play."""
        text = f"{self.text(announced)} stands; truly {turn.play.text(self._table.board)}"
        if self.contract.supports(turn, announced, self.received) or self.changed_by_a_slip(
            turn, announced.position
        ):
            self._tally.lookalike += 1
            return self.discrepancy("looks like another", text)
        self._tally.wrong += 1
        return self.discrepancy("wrong", text)

    def changed_by_a_slip(self, turn: Turn, result: Position) -> bool:
        """Whether by docs/formats.md an illegal attempt in the next turn changed this play to `result`."""
        later = self.turns[-1]
        tried = self._cards == "none" and later is not turn and (later.tried or later.wrong is not None)
        return tried and self.contract.borne_for(turn, result, self.world.t) is not None

    def _turn_of(self, verdict: verdicts.Move | verdicts.Discard, amends: bool) -> Turn:
        if amends and self.in_force:
            self.in_force[-1] = verdict
        else:
            self.in_force.append(verdict)
        if len(self.in_force) > len(self.turns):
            self._tally.wrong += 1
            raise self.discrepancy("wrong", f"a play nobody made: {self.text(verdict)} at {verdict.t:.3f}")
        if len(self.in_force) > 1 and self.in_force[-2].position != self.turns[len(self.in_force) - 2].final:
            raise self.stands(self.turns[len(self.in_force) - 2], self.in_force[-2])
        return self.turns[len(self.in_force) - 1]

    def _move(self, move: verdicts.Move) -> None:
        turn = self._turn_of(move, move.amends is not None)
        self.question = self.alarm = None
        if move.position == turn.final and turn.play.legs:
            self._right(turn, move.t)
            return
        why = f"{self.text(move)} at {move.t:.3f}; truly {turn.play.text(self._table.board)}"
        rest = self.contract.borne_for(turn, move.position, move.t)
        if rest is None and not turn.tried and not self.world.astray(move.position):
            rest = 0.5  # docs/formats.md requires another play than the play that people made.
        if rest is None:
            if turn.wrong is not None or turn.tried:
                kind = "attempt" if turn.wrong is None else turn.wrong.kind
                self._tally.accepted[kind] += 1
                raise self.discrepancy("accepted", f"{kind} recorded as {why}")
            if self._faulty and self.contract.supported_before(turn, move, self.received):
                self._tally.lookalike += 1
                raise self.discrepancy("looks like another", why)
            self._tally.wrong += 1
            raise self.discrepancy("wrong", why)
        self._tally.on_the_way += 1
        turn.passed.append(move.position)
        if rest < 0.5 and self.contract.is_open(turn, move.position):
            self._tally.too_early += 1

    def _discard(self, discard: verdicts.Discard) -> None:
        turn = self._turn_of(discard, False)
        if turn.play.legs:
            self._tally.wrong += 1
            truly = turn.play.text(self._table.board)
            raise self.discrepancy("wrong", f"discard at {discard.t:.3f}; truly {truly}")
        turn.right_at = discard.t

    def _right(self, turn: Turn, t: float) -> None:
        turn.right_at = t
        card_t = 0.0 if turn.card_t is None else turn.card_t
        if turn.done is None or turn.asked or self._faulty:
            return
        after_edge = t - max(self.world.last_edge_by(t), card_t)
        late = min(t - max(turn.done, card_t), after_edge)
        if late <= 0.05 + 1e-6:
            self._tally.closed.add(max(0.0, late))
        elif turn.final not in self.contract.looks_like(turn):
            self._tally.covered += 1
        elif self.contract.is_open(turn, turn.final):
            self._tally.open.add(late)
            if late > 0.7 + 1e-6:
                self.off(f"late: open, {late:.3f} s at {t:.3f}: {turn.play.text(self._table.board)}")
        else:
            self._tally.closed.add(late)
            text = f"closed, {late:.3f} s at {t:.3f}: {turn.play.text(self._table.board)}"
            self.off(f"late: {text}")

    def _lies(self, hole: Hole) -> bool:
        """Whether the hole's sensor is faulty; for a START hole, whether any sensor of that START is."""
        return any(each in self._faulty for each in alike(self._table.board, hole))

    def off(self, text: str) -> None:
        """Record a failure; the game continues."""
        self._tally.findings.append(text)
        self.record(text.split(":")[0], text)

    def _ambiguous(self, question: verdicts.Ambiguous) -> None:
        """Score a question about the turn in progress, or about the last announced play."""
        self.question = question
        under_way = min(len(self.in_force), len(self.turns) - 1)
        about = [turn for turn in self.turns[: under_way + 1][-2:] if turn.seat == question.seat]
        self.asked_of = about[-1] if about else self.turns[under_way]
        self.asked_of.asked = True

    def _illegal(self, illegal: verdicts.Illegal) -> None:
        self.alarm = illegal
        turn = self.turns[min(len(self.in_force), len(self.turns) - 1)]
        wrong = turn.wrong or self.turns[-1].wrong
        if wrong is None and (self._after_another(turn) or self._not_made_by_the_letter(turn, illegal)):
            self._tally.lookalike += 1
            raise self.discrepancy("looks like another", f"{illegal.code} at {illegal.t:.3f}: {illegal.text}")
        if wrong is None:
            self._tally.alarms[illegal.code] += 1
            text = f"{illegal.code} at {illegal.t:.3f}: {illegal.text}"
            if not self._faulty:
                raise self.discrepancy("false alarm", text)
            # The faulty sensor may not be identified yet, so the game goes on.
            self.off(f"false alarm: {text}")
            return
        if wrong.alarm is None:
            wrong.alarm = illegal

    # Verdicts that docs/formats.md requires

    def _after_another(self, turn: Turn) -> bool:
        """Whether the play before that turn was announced as another play, as docs/formats.md allows."""
        before = turn.number - 1
        if not 0 <= before < len(self.in_force) or self.in_force[before].position == self.turns[before].final:
            return False
        return self.contract.supports(self.turns[before], self.in_force[before], self.received)

    def _not_made_by_the_letter(self, turn: Turn, illegal: verdicts.Illegal) -> bool:
        """Whether docs/formats.md requires the `must-play` alarm: the board does not support the play.

        This happens if two marbles are exchanged one after the other during a correction, or if the next
        player lays a card while a slow sensor does not yet show that a marble is lifted.
        """
        if illegal.code != "must-play" or not turn.play.legs or self._faulty:
            return False
        if turn.card_t is not None and self.world.last_edge_by(illegal.t - REAL) < turn.card_t:
            return True
        return turn.done is not None and turn.final not in self.contract.looks_like(turn)

    def text(self, verdict: verdicts.Move | verdicts.Discard | verdicts.Decision) -> str:
        if isinstance(verdict, verdicts.Discard):
            return f"discard of {verdict.card}"
        if isinstance(verdict, verdicts.Decision):
            return f"a decision, {verdict.decision}"
        return verdict.play.text(self._table.board)
