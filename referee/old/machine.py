"""The referee: told what holes and readers do and when, it says what people did.

Theory of operation. The referee holds a position in force and a watch of all settled changes since the
turn began. Every change, card, button or passed deadline leads to one judgement (`turns.py`), in this
order:

1. Debts: bumped marbles that have arrived are no longer owed.
2. The turn: candidates of the laid card (`candidates.py`) that are borne out (`judge.py`). One alone is
   said: at once if nothing else can come of it, after a short while if it can.
3. Agreement: the board shows the position; what was wrong is restored; a card with no play is discarded.
4. The play before: until the next player acts, changing it amends it and undoing it takes it back.
5. Disagreement: after a while without a change, and never for a marble in a hand, it is diagnosed
   (`diagnose.py`) and said (`alarms.py`).

There is no clock, thread or I/O here. Feed events in order of time; ask `deadline` when to come back.

Memory: of a turn the newest few hundred changes and few dozen stories are kept, of what cards allow the
newest few answers: 1 to 3 MB in all. Only the plays in force grow, 2 kB each, since any may be taken back.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.cards import Card
from engine.geometry import Hole, Seat
from engine.position import Position
from engine.table import Table
from referee.errors import OutOfOrderError
from referee.events import (
    Button,
    CardRead,
    Dealt,
    Device,
    Edge,
    Event,
    MachinePlay,
    OfCards,
    Reshuffled,
    Ruling,
    Tick,
)
from referee.lights import Light
from referee.machine_play import demanded, renamed
from referee.model.occupancy import colours, mask_of, standing
from referee.observe.debounce import Debouncer
from referee.old import controls, rulings
from referee.old.alarms import begin
from referee.old.cards import CardDesk
from referee.old.faults import accuse, flickers
from referee.old.going_on import quick_reply
from referee.old.lights import plan
from referee.old.recall import recall, recall_past
from referee.old.state import State
from referee.old.turns import judge
from referee.old.watch import Watch
from referee.settings import CardsMode, Mode, Settings
from referee.verdicts import Discard, Fault, Move, Owed, Restored, Turn, Verdict

AT_ONE_MOMENT = 1e-6
"""A deadline so many seconds after an event comes before it: traces are written to the microsecond."""
AHEAD = 0.02
"""So many seconds after a turn has begun, what its card allows is reckoned, before a marble is lifted."""


class Referee:
    """A table as its referee sees it.

    `occupied` is the board as it stands (None: as `position` says, START filled from s1); `history` all
    verdicts of an interrupted game, whose last position then counts, not `position`, and among them what was
    told of hands and shuffles.
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
        history: Iterable[Verdict | OfCards] = (),
        t: float = 0.0,
    ) -> None:
        state = State(table, mode, settings, CardDesk(cards), position, Watch.of(0), last_edge=t)
        recall(state, history)
        resumed = state.n > 0
        holes = standing(state.position, table.board) if occupied is None else occupied
        levels = mask_of(holes)
        state.watch, state.seen_full = Watch.of(levels), levels
        recall_past(state)
        state.collect()
        state.begin_anew()
        state.jumbled = not state.agrees()
        self._state = state
        self._debounce = Debouncer(levels, settings.noise)
        self._t = t
        self._begun: list[Verdict] = begin(state, t) if resumed else [Turn(t, state.seat)]
        if not resumed and not state.agrees():
            state.due_alarm = t + settings.illegal_after
        self._stale = True
        self._lights: dict[Hole, Light] = {}
        self._prepare_at: float | None = t + AHEAD

    # What goes in.

    def feed(self, event: Event) -> list[Verdict]:
        """One event, deadlines before it first; OutOfOrderError if it is older than the last."""
        if event.t < self._t:
            raise OutOfOrderError(
                f"an event at {event.t:.3f} s after one at {self._t:.3f} s: time runs forward"
            )
        said = self.advance(event.t)
        if isinstance(event, Edge):
            self._debounce.edge(event.t, event.hole, event.on)
            return said  # nothing is known of it before it is believed
        self._stale = True
        match event:
            case CardRead():
                young = self._debounce.young & ~self._state.bad
                said += self._after(event.t, controls.card_read(self._state, event, young))
            case Dealt(_, card, at):
                controls.dealt(self._state, card, at)
            case Reshuffled():
                self._state.desk.reshuffled()
            case Button():
                said += self._after(event.t, controls.button(self._state, event))
            case Ruling():
                said += self._after(event.t, rulings.ruling(self._state, event))
            case Device(t, device, ok):
                said += [] if ok else [Fault(t, f"{device} does not answer; check its plug.", device=device)]
            case MachinePlay():
                self._state.demand = demanded(self._state.table, self._state.position, event)
                self._state.forget()
            case Tick():
                pass
        return self._renamed(said)

    def advance(self, t: float) -> list[Verdict]:
        """Let time pass to `t`, running every deadline on the way in its order."""
        said, self._begun = self._begun, []
        while (due := self.deadline) is not None and due <= t + AT_ONE_MOMENT:
            now = max(self._t, due)
            self._t, self._stale = min(now, t), True
            if due == self._prepare_at:
                self._state.prepare()
                self._prepare_at = None
                continue
            said += self._run(now)
        self._t = max(self._t, t)
        return self._renamed(said)

    @property
    def deadline(self) -> float | None:
        """When to call `advance` next, if nothing happens before."""
        state = self._state
        dues = (self._debounce.deadline, state.due_say, state.due_alarm, self._prepare_at)
        return min((due for due in dues if due is not None), default=None)

    # What comes out.

    @property
    def lights(self) -> dict[Hole, Light]:
        """Every lit hole and its role."""
        if self._stale:
            self._lights = plan(self._state)
            self._stale = False
        return self._lights

    @property
    def position(self) -> Position:
        """The position in force."""
        return self._state.position

    @property
    def turn(self) -> Seat:
        """Whose turn it is."""
        return self._state.seat

    @property
    def card(self) -> Card | None:
        """The laid card of the turn; None once it was taken off before a marble moved."""
        laid = self._state.desk.laid
        return None if laid is None or laid.free else laid.card

    @property
    def owing(self) -> tuple[Owed, ...]:
        """Bumped marbles not yet where they belong."""
        return self._state.owing()

    @property
    def over(self) -> tuple[Seat, ...] | None:
        """The seats that won."""
        return self._state.over

    @property
    def plays(self) -> tuple[Move | Discard, ...]:
        """The plays and discards in force, first to last."""
        return tuple(played.said for played in self._state.plays)

    @property
    def marbles(self) -> dict[Hole, Seat]:
        """Where each marble is believed to stand; START holes as they are occupied."""
        state, board = self._state, self._state.table.board
        owed = {hole for hole, _ in state.debts.spots}
        found = {hole: seat for hole, seat in colours(state.position).items() if hole not in owed}
        for seat in state.position.seats:
            holes = sorted(board.start(seat), key=lambda h: not state.watch.now >> h & 1)
            count = state.position.start_count(seat) - dict(state.debts.start).get(seat, 0)
            found.update((hole, seat) for hole in holes[:count])
        return found

    def _renamed(self, said: list[Verdict]) -> list[Verdict]:
        state = self._state
        return renamed(said, state.demand, state.position, state.table.board)

    # How it goes.

    def _run(self, t: float) -> list[Verdict]:
        """Settle what is ripe, then judge."""
        state = self._state
        said: list[Verdict] = []
        changes = self._debounce.settle(t)
        for change in changes:
            if state.bad >> change.hole & 1:
                continue  # whatever it shows
            passed = state.watch.note(change)
            if passed is not None:
                state.pass_by(passed, change.hole)
            if state.past is not None:
                state.past.note(change)
            state.last_edge = max(state.last_edge, change.edge)
            state.seen_full |= change.on << change.hole
            state.helping = False
            state.behind = (state.behind[0] & ~(1 << change.hole), state.behind[1])
            if flickers(state, change):
                said += accuse(state, t, change.hole, flickers=True)
            elif not change.on:
                state.emptied_at[change.hole] = change.edge
                said += quick_reply(state, t, self._debounce.young & ~state.bad)
        return said + self._after(t, [])

    def _after(self, t: float, said: list[Verdict]) -> list[Verdict]:
        """Judge until nothing more is to be said: a waiting card may follow a play at once."""
        state = self._state
        for _ in range(2 * len(state.position.seats) + 2):
            more = judge(state, t, self._debounce.young & ~state.bad)
            said += more
            if not more and not controls.next_card(state, t, said) and not controls.next_ok(state, t, said):
                break
            if more and all(isinstance(v, Restored) for v in more):
                if state.desk.laid is None and state.desk.waiting(state.seat) is not None:
                    state.come_back(t + state.settings.noise)  # then it is taken
                break
        if self._prepare_at is None and not state.prepared:
            self._prepare_at = t + AHEAD
        return said
