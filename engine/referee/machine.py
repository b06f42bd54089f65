"""The referee: it takes the events of holes and readers with their times, and infers what people did.

Theory of operation. `decode/` keeps the likeliest few hypotheses about everything that was seen: which marble
was placed where, where turns ended, and which card and play each turn had. `policy/` compares the likeliest
hypothesis with the announced verdicts, and announces the difference at the right time. An amendment, a
takeback, a quick reply and a late card are therefore all the same comparison.

Special rules, each with the function that implements it. A long list shows that the model lacks something.

Of sensors
- Edges close in time may have happened in either order: `decode.beam.Beam._either_order`.
- A sensor may sense a marble that moves beside its hole: `decode.motion.Motion.felt`.
- A marble of unknown origin may be moved on, hole by hole: `decode.motion.Motion.walks`.
- If three holes empty at once, one knock or sleeve emptied them: `decode.motion.Motion.swept`.
- A sensor that flickers is faulty: `policy.faults.changed`.
- A faulty sensor is trusted again after ten slow changes, if the last is right: `policy.faults.changed`.
- A sensor is suspected if it contradicts a decision: `policy.put_in_force._as_decided`.
- If the board shows a marble too many, a sensor is suspected: `decode.sensors._without_a_play`.

Of hands
- A sleeve brushes only holes beside a hand: `decode.motion.Motion.hand_beside`.
- A marble seldom goes to the hole of another marble of its colour: `decode.grammar.Grammar._down`.
- A captured marble may be in START before the capturing one arrives: `model.board_cost._back_in_start`.
- A marble played by a Joker may be carried along, hole by hole: `model.board_cost._extra`.
- A lifted marble may count as still in its hole: `model.board_cost.complete`.

Of cards
- A repeated read of a numbered copy is seldom an equal card: `decode.laying.Laying._costly`.
- While the card is unseen, a complete play may be a part of a longer one: `decode.turns.Turns.make_plays`.
- The longer nothing moves, the likelier that play is complete: `decode.grammar.Grammar.note_pause`.
- A card on the table's pile may be the next player's: `decode.laying.Laying._on_the_pile`.

Of the policy
- A play waits while a marble is lifted that another play of its card lifts: `policy.decide._others_lift`.
- A play that needs a newly suspected sensor waits: `policy.decide._delay`.
- No alarm is raised while people may still be counting holes: `policy.wrong._counting`.
- While people correct the board, it raises no new alarm: `policy.wrong._mends`.
- After disorder or a decision, the right occupancy is enough: `policy.put_in_force.accept_if_right`.
- If the other marbles make a play, only one marble is at fault: `policy.diagnose._beside_a_play`.
- A cleared board is no evidence about plays, and a new game is offered: `policy.ending.expected`.

There is no clock, thread or I/O here. `feed` takes the events in order of time; `deadline` is the time at
which `advance` must be called.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine import bits
from engine.bits import mask_of
from engine.cards import Card
from engine.errors import OutOfOrderError
from engine.geometry import Hole, Seat
from engine.position import Position, colours, holes_when_set_up
from engine.referee import events as ev
from engine.referee.decode.beam import Beam
from engine.referee.lights import Light, plan
from engine.referee.model.displaced import out_of_place, unmoved
from engine.referee.model.hypothesis import Hypothesis
from engine.referee.model.machine_play import demanded
from engine.referee.model.readers import Readers
from engine.referee.model.turn import Ground, Turn
from engine.referee.policy import announcements, ending, faults, inputs, questions, rulings
from engine.referee.policy.decide import decide
from engine.referee.policy.record import InForce, Record
from engine.referee.resume import Past
from engine.referee.settings import CardsMode, Costs, Mode, Settings
from engine.referee.verdicts import Discard, Fault, Move, NextTurn, Owed, Verdict
from engine.table import Table
from engine.text import Text

LONGEST_PAUSE = 5.0
"""Seconds: during a rest, pauses are charged at intervals that double up to this length."""
AT_ONE_MOMENT = 1e-6
"""Seconds: a deadline up to this much after an event is run first, because traces round to microseconds."""


class Referee:
    """The referee of one table.

    `occupied` are the full holes (None: those of `position`, START filled from s1). `history` has all
    verdicts of an interrupted game, with its dealt cards and shuffles; its last position then replaces
    `position`. `costs` are the likelihoods.
    """

    def __init__(
        self,
        table: Table,
        position: Position,
        *,
        mode: Mode = "play",
        cards: CardsMode = "seat",
        settings: Settings = Settings(),  # noqa: B008 (a frozen value)
        occupied: frozenset[Hole] | None = None,
        history: Iterable[Verdict | ev.OfCards] = (),
        t: float = 0.0,
        costs: Costs = Costs(),  # noqa: B008 (a frozen value)
    ) -> None:
        ground = Ground(table, seen=cards != "none")
        readers = Readers(cards)
        past = Past(ground, readers, InForce(Turn(ground, position, 0)))
        for verdict in history:
            past.take(verdict)
        holes = holes_when_set_up(past.turn.position, table.board) if occupied is None else occupied
        levels = mask_of(holes)
        start = past.as_it_stands(levels, t)
        beam = Beam(costs, settings, start, readers.may_discard)
        self._record = record = Record(ground, mode, settings, readers, beam, past.in_force)
        record.n, record.winners, record.final, record.won_at = past.n, past.winners, past.final, t
        record.last_edge = record.announced_at = record.announced_before = t
        record.levels, record.faulty, beam.grammar.faulty = levels, past.faulty, past.faulty
        if past.asked is not None and past.choices:
            questions.ask_again(record, t, past.choices, past.asked.touch)
        elif past.behind or (record.n and unmoved(start) and not start.ghosts):
            record.mending = out_of_place(start)
        if record.asked is None and not past.behind and out_of_place(start):
            record.begun_unlike = t
        self._debounce = ev.Debouncer(levels, settings.noise)
        self._t = t
        self._begun: list[Verdict] = [] if record.n or record.asked else [NextTurn(t, record.turn.seat)]
        record.due = t
        self._stale = True
        self._lights: dict[Hole, Light] = {}

    def feed(self, event: ev.Event) -> list[Verdict]:
        """Run earlier deadlines, then take the event; return the verdicts. OutOfOrderError: it is too old."""
        if event.t < self._t:
            raise OutOfOrderError(
                f"an event at {event.t:.3f} s after one at {self._t:.3f} s: times must not decrease"
            )
        verdicts = self.advance(event.t)
        if isinstance(event, ev.Edge):
            self._debounce.edge(event.t, event.hole, event.on)
            return verdicts  # The referee infers nothing from the edge until the debouncer accepts it.
        self._stale = True
        return verdicts + self._handle(event)

    def _handle(self, event: ev.Event) -> list[Verdict]:
        record = self._record
        match event:
            case ev.CardRead():
                verdicts = inputs.card_read(record, event)
                verdicts = [] if record.offered else verdicts
            case ev.Dealt(_, card, at):
                laid = record.beam.best.turn
                record.readers.hands.dealt(card, at, after_its_card=at == laid.seat and laid.card is not None)
                return []
            case ev.Reshuffled():
                record.readers.reshuffled()
                return []
            case ev.Button():
                verdicts = inputs.pressed(record, event)
            case ev.Ruling():
                verdicts = rulings.ruling(record, event)
            case ev.MachinePlay():
                return self._demanded(event)
            case ev.Device(t, device, ok):
                verb, whose = ("do", "their") if device.endswith("s") else ("does", "its")
                silent = f"{device} {verb} not answer; check {whose} plug."
                text = Text(silent, "fault-device", device=device)
                return [] if ok else [Fault(t, text, device=device)]
            case _:
                return []
        return verdicts + self._judge(event.t)

    def _demanded(self, event: ev.MachinePlay) -> list[Verdict]:
        """Let only the play of `event` count in its turn; if its marbles already lie so, count it as made."""
        record = self._record
        demand = record.ground.demand = demanded(record.ground.table, record.position, event)
        record.turn.forget()
        if event.play is not None:
            record.readers.not_played(event.at, event.play.card)
        if demand is None or not record.beam.best.barred:
            return []
        ground, occupied = record.ground, record.ground.table.occupied(demand.after.bits)

        def as_it_stands(each: Hypothesis) -> list[Hypothesis]:
            if each.full & ground.ring_and_lane == occupied:
                each.barred = 0  # The marbles of that play count as placed since the decision.
            return [each]

        record.beam.branch(as_it_stands, event.t)
        return self._judge(event.t)

    def advance(self, t: float) -> list[Verdict]:
        """Let time pass to `t`: run every deadline up to `t`, in order; return the verdicts."""
        verdicts, self._begun = self._begun, []
        # A deadline can set an earlier one, so the next is looked up each time.
        while (due := self.deadline) is not None and due <= t + AT_ONE_MOMENT:
            now = max(self._t, due)
            self._t, self._stale = min(now, t), True
            verdicts += self._run(now)
        self._t = max(self._t, t)
        return verdicts

    @property
    def deadline(self) -> float | None:
        """The time at which `advance` must be called if no event comes first."""
        dues = (self._debounce.deadline, self._record.due, self._record.next_pause)
        return min((due for due in dues if due is not None), default=None)

    def _run(self, t: float) -> list[Verdict]:
        record, verdicts = self._record, list[Verdict]()
        if record.due is not None and record.due <= t + AT_ONE_MOMENT:
            record.due = None
        if record.next_pause is not None and t >= record.next_pause - AT_ONE_MOMENT:
            record.beam.note_pause(t)
            still_for = t - max(record.last_edge, record.last_card)
            record.next_pause = t + still_for if record.beam.waits and still_for < LONGEST_PAUSE else None
        for change in self._debounce.settle(t):
            record.hurried, record.levels = False, self._debounce.levels
            # The change may also have restored trust in the sensor.
            passed_over = record.faulty >> change.hole & 1
            verdicts += faults.changed(record, t, change.hole, change.on)
            if passed_over or record.faulty >> change.hole & 1:
                continue
            record.last_edge = max(record.last_edge, change.edge)
            record.next_pause = record.last_edge + record.settings.open_after
            record.beam.note(change)
            verdicts += questions.touched(record, t, change)
        return verdicts + self._judge(t)

    def _judge(self, t: float) -> list[Verdict]:
        record = self._record
        if record.offered and not ending.withdrawn(record, t):
            return []
        record.due = None
        verdicts = [] if ending.expected(record) else decide(record, t, self._debounce.young)
        return verdicts + ending.offer(record, t)

    @property
    def lights(self) -> dict[Hole, Light]:
        """The light of every lit hole at the present time."""
        if self._stale:
            self._lights = plan(self._record, self._t)
            self._stale = False
        return self._lights

    @property
    def beam(self) -> Beam:
        """The present hypotheses, the likeliest first."""
        return self._record.beam

    def observed(self, hole: Hole) -> tuple[float | None, float | None]:
        """The times at which the hole emptied last and changed last; None if it never did."""
        return self._record.beam.motion.observed(hole)

    @property
    def position(self) -> Position:
        """The position after the announced plays, before any unannounced movement."""
        return self._record.position

    @property
    def turn(self) -> Seat:
        """The seat in turn."""
        return self._record.turn.seat

    @property
    def card(self) -> Card | None:
        """The laid card of the turn; None if there is none, or it was taken off before a marble was moved."""
        best, readers = self._record.beam.best, self._record.readers
        turn: Turn | None = best.turn.at(self._record.turn.number)
        if turn is None or turn.card is None or (best.turn is turn and readers.gone_idle(best)):
            return None
        return turn.card

    @property
    def owing(self) -> tuple[Owed, ...]:
        """The marbles in hands that announced plays bumped, each with the holes where it belongs."""
        return announcements.owing(self._record, self._record.turn)

    @property
    def faulty(self) -> frozenset[Hole]:
        """Holes whose sensors are not trusted."""
        return frozenset(bits.holes(self._record.faulty))

    @property
    def over(self) -> tuple[Seat, ...] | None:
        """The seats that have won; None while the game goes on."""
        return self._record.winners

    @property
    def final(self) -> bool:
        """Whether the game is won and only a decision with a reason can reopen it."""
        return self._record.final

    @property
    def offered(self) -> bool:
        """Whether a new game is offered, for `ok` and `back` to answer."""
        return self._record.offered

    @property
    def plays(self) -> tuple[Move | Discard, ...]:
        """The plays and discards in force, first to last."""
        return tuple(self._record.in_force.verdicts)

    @property
    def believed(self) -> dict[Hole, Seat]:
        """The owner of the marble in each full hole, by the likeliest hypothesis."""
        seat_at, board = self._record.beam.best.seat_at, self._record.ground.table.board
        return {hole: seat for hole in range(board.holes) if (seat := seat_at(hole)) is not None}

    @property
    def marbles(self) -> dict[Hole, Seat]:
        """The owner of the marble in each hole by the announced plays, without owed marbles."""
        record, position = self._record, self._record.position
        board, found = record.ground.table.board, colours(position)
        in_start = {seat: position.start_count(seat) for seat in position.seats}
        for owed in self.owing:
            if board.in_spot(owed.marble) in owed.to:
                found.pop(board.in_spot(owed.marble), None)
            else:
                in_start[owed.marble] -= 1
        for seat, count in in_start.items():
            holes = sorted(board.start(seat), key=lambda hole: not record.levels >> hole & 1)
            found |= dict.fromkeys(holes[: max(0, count)], seat)
        return found
