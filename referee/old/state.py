"""Everything the referee knows, as one mutable record that its modules work on.

What must survive a restart can be folded from the verdicts (`recall`); the rest is rebuilt from the
board as it stands.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from engine.cards import RANKS, Card, Rank
from engine.geometry import Hole, Seat
from engine.position import Position
from engine.table import Table
from referee.machine_play import Demanded
from referee.model.occupancy import Expectation, mask_of, ring_and_lane, start_mask
from referee.old.candidates import Candidate, candidates, expected
from referee.old.cards import CardDesk
from referee.old.costs import AS_GOOD
from referee.old.debts import NO_DEBTS, Debts
from referee.old.past import Past, Played, Told, told
from referee.old.pending import Alarm, Asked
from referee.old.readings import Hurried
from referee.old.stories import Stories, followed
from referee.old.story import Story
from referee.old.watch import Watch
from referee.policy.hands import Followed, believed
from referee.settings import Mode, Settings
from referee.verdicts import Owed


@dataclass(slots=True)
class State:
    """The referee's whole mind. Masks are over the engine's hole numbers."""

    table: Table
    mode: Mode
    settings: Settings
    desk: CardDesk
    position: Position
    watch: Watch
    debts: Debts = NO_DEBTS
    debts_then: Debts = NO_DEBTS
    """What was owed when the turn began."""
    past: Past | None = None
    undone: tuple[Past, Watch] | None = None
    """The play taken back because it looked undone, and what had been seen since it was said."""
    plays: list[Played] = field(default_factory=list)
    n: int = 0
    over: tuple[Seat, ...] | None = None
    demand: Demanded | None = None
    """The only play that counts in the turn of a machine player."""
    alarm: Alarm | None = None
    asked: Asked | None = None
    jumbled: bool = False
    """The board was in disorder, put right by hands that nobody can follow, and has not stood right since."""
    mending: bool = False
    """The board is known to be behind the position (after a decision, a takeback, a restart)."""
    lifted_before: int = 0
    """Holes lifted in this turn, and not only brushed, before the board had come to rest once."""
    behind: tuple[int, float] = (0, 0.0)
    """Holes in which the board was behind the last decision and that were not touched since; and when they
    are taken for lying, if people play on."""
    may_yet_be: bool = False
    """A play is known, but it may yet become another, as far as anybody sees: nothing is wrong meanwhile."""
    borne: tuple[Candidate, int] | None = None
    """The last candidate that alone was borne out, and how many changes had been seen then."""
    alike: tuple[tuple[Candidate, ...], int, bool] | None = None
    """Several that were borne out alike, how many changes had been seen then, whether they would amend."""
    changing: tuple[Candidate, int] | None = None
    """The same for a play that would amend the one before."""
    bad: int = 0
    seen_full: int = 0
    """Holes whose sensors have seen a marble at any time."""
    last_edge: float = 0.0
    owed_since: dict[Seat, float] = field(default_factory=dict)
    """Since when each seat has had a marble owed to its START, as far as it still is."""
    emptied_at: dict[Hole, float] = field(default_factory=dict)
    """When each hole was last seen to be left."""
    changed_at: dict[Hole, list[float]] = field(default_factory=dict)
    """When each hole has changed of late, whatever turn it was."""
    due_say: float | None = None
    due_alarm: float | None = None
    hurried: Hurried | None = None
    """The next seat's card that has ended the turn."""
    pressed: Card | None = None
    """The next seat's card, once it has pressed the referee to speak, or if it lay there before the turn."""
    lay_there: Card | None = None
    """The card of the seat to play, if it lay there before the turn that has just ended."""
    ok_by: tuple[Seat, float] | None = None
    """Who has pressed ok for his turn, no card seen, before it was known what the one before him played, and
    when."""
    paused: bool = False
    """Nothing was moved for a moment, though what stands there is no play yet."""
    helping: bool = False
    """Somebody pressed help: light what the card allows until something changes."""
    ring_and_lane: int = field(init=False)
    """The holes that are not START."""
    _found: tuple[Candidate, ...] | None = None
    _expect: Expectation | None = None
    _told: Told | None = None
    _told_both: Told | None = None
    _sent: tuple[tuple[Candidate, ...], int] | None = None

    def __post_init__(self) -> None:
        self.ring_and_lane = ring_and_lane(self.table.board)

    @property
    def seat(self) -> Seat:
        """Whose turn it is."""
        return self.position.turn

    @property
    def ranks(self) -> tuple[Rank, ...]:
        """The cards by which marbles are judged now: the laid one, all at a table without cards, or none."""
        if self.over is not None:
            return ()
        if self.desk.mode == "none":
            return RANKS
        return () if self.desk.laid is None else (self.desk.laid.card.rank,)

    @property
    def found(self) -> tuple[Candidate, ...]:
        """What those cards allow from the position in force."""
        if self._found is None:
            card = None if self.desk.laid is None else self.desk.laid.card
            found = candidates(self.table, self.position, self.ranks, self.debts, card)
            self._found = tuple([c for c in found if self._may_be(c)]) if self.demand else found
        return self._found

    def _may_be(self, candidate: Candidate) -> bool:
        """Whether that play may be made here; in a machine's turn only its own may."""
        return self.demand is None or self.demand.allows(self.position, candidate.position)

    def any_card(self) -> tuple[Candidate, ...]:
        """What any card would allow, while none is laid."""
        return candidates(self.table, self.position, RANKS, self.debts)

    @property
    def reckoned(self) -> bool:
        """Whether it has been reckoned what the cards allow."""
        return self._found is not None

    @property
    def prepared(self) -> bool:
        """Whether what the cards allow has been reckoned, and told of it what was seen so far."""
        told = self._told
        known = told is not None and told.found is self._found and told.watch is self.watch
        return self._found is not None and (known or not self._found)

    def prepare(self) -> None:
        """Reckon it now, so that the first edge need not wait for it."""
        _ = self.expect
        if self.found:
            _ = self.stories

    @property
    def expect(self) -> Expectation:
        """What the sensors should see of the position in force."""
        if self._expect is None:
            self._expect = expected(self.table.board, self.position, self.debts)
        return self._expect

    def agrees(self) -> bool:
        """Whether the board shows the position in force."""
        return self.expect.agrees(self.watch.now, self.bad, self.ring_and_lane)

    def off_holes(self) -> int:
        """Every hole in which the board is not as the position says; of a START, as many as are off."""
        off = self.expect.off(self.watch.now, self.bad, self.ring_and_lane)
        holes = off.missing | off.extra
        for seat, count in off.start.items():
            like = [h for h in self.table.board.start(seat) if bool(self.watch.now >> h & 1) == (count > 0)]
            holes |= mask_of(like)
        return holes

    def moved_on(self, position: Position, debts: Debts, watch: Watch, full: int | None = None) -> None:
        """Another position is in force, with a fresh turn, with the debts not yet paid when it began.

        `full` are the holes by which that is told, if not those that were full then.
        """
        full = watch.began if full is None else full
        arrived = watch.began & ~watch.astray
        debts = debts.unpaid(self.table.board, position, full=full, arrived=arrived, bad=self.bad)
        self.position, self.debts, self.watch = position, debts, watch
        self.debts_then = debts
        watch.due = mask_of(hole for hole, _ in debts.spots)
        watch.overdue = self._overdue(debts)
        self.borne = self.changing = self.alike = self.asked = self.undone = None
        self.due_say = self.due_alarm = None
        self.lifted_before = 0
        self.helping = False
        self.ok_by = None if self.ok_by is None or self.ok_by[0] != position.turn else self.ok_by
        self.lay_there, self.pressed = self.pressed, self.desk.waiting(position.next_seat())
        self.forget()

    def come_back(self, due: float) -> None:
        """Judge again then, if nothing happens before: the soonest of several such times counts."""
        self.due_say = due if self.due_say is None else min(self.due_say, due)

    def begin_anew(self) -> None:
        """What was seen in this turn so far no longer counts: the board shows the position."""
        watch = Watch.of(self.watch.now)
        if any(self.watch.together(pair) % 2 for pair in self.watch.crossed):  # not yet exchanged back
            watch.belief, watch.crossed = believed(self.followed()), self.watch.crossed
        self.watch, self.debts_then, self.borne, self.alike = watch, self.debts, None, None
        self.jumbled = False
        self.watch.due = mask_of(hole for hole, _ in self.debts.spots)
        self.watch.overdue = self._overdue(self.debts)

    @property
    def stories(self) -> Stories:
        """What may have happened since the turn began."""
        table, debts = self.table, self.debts_then
        after = () if self.desk.mode != "none" else table.may_move(self.following())
        self._told = told(
            self._told, table, self.position, self.watch, debts, self.found, self.settings, self.bad, after
        )
        return self._told.stories

    def following(self) -> Position:
        """The same marbles with the next seat to play."""
        return self.position.with_turn(self.position.next_seat())

    def stories_without(self, bad: int) -> Stories:
        """What may have happened in this turn, if the sensors in `bad` are not to be believed."""
        return told(
            None, self.table, self.position, self.watch, self.debts_then, self.found, self.settings, bad
        ).stories

    def nobodys(self, stories: Stories | None = None) -> int:
        """The full holes to which no marble has come, by every likely story: nobody had one to put there.

        By the `stories` of this turn, if no others are given.
        """
        full = self.watch.now & ~self.bad
        for story in (self.stories if stories is None else stories).within(AS_GOOD):
            full &= ~mask_of(story.standing)
        return full

    @property
    def stories_with_next(self) -> Stories:
        """What may have happened in this turn and in the next one, if that has begun."""
        table, debts, after = self.table, self.debts_then, self.table.may_move(self.following())
        self._told_both = told(
            self._told_both,
            table,
            self.position,
            self.watch,
            debts,
            self.found,
            self.settings,
            self.bad,
            after,
        )
        return self._told_both.stories

    @property
    def next_card(self) -> float | None:
        """When the next seat laid its card; None while it has not, or if the card lay there all along."""
        laid, past, waited = self.desk.laid, self.past, self.hurried
        if laid is None or past is None:
            return None if laid is None else laid.t
        if laid.card is self.lay_there:
            return None
        since = waited.t if waited is not None and waited.card is laid.card else laid.t
        return None if since < past.played.said.t else laid.t

    def followed(self) -> Followed:
        """Where every marble stands and which are in a hand, by the likeliest story of the turn."""
        return self.followed_in(self.stories.likely[0])

    def followed_in(self, story: Story) -> Followed:
        """The same by that story.

        Where a sensor lies, and in a START to which a play sends one, another may have missed a marble.
        """
        full = 0 if self.bad else self.watch.now & ~self._sent_to()
        return followed(self.table.board, story, full)

    def _sent_to(self) -> int:
        """The START holes to which a play of the turn sends a marble."""
        if self._sent is None or self._sent[0] is not self.found:
            board, found = self.table.board, self.found
            seats = {leg.sent for play in found for leg in play.play.legs if leg.sent is not None}
            self._sent = found, sum(start_mask(board, seat) for seat in seats)
        return self._sent[1]

    def holds_something(self) -> bool:
        """Whether somebody has taken a marble up in this turn and holds it still, by the likeliest story."""
        return any(up.hole is not None for up in self.stories.likely[0].hand)

    def pass_by(self, at: int, hole: Hole) -> None:
        """Change `at` of the watch never was, a hand only passed that hole: nor was what it alone showed."""

        def kept(seen: int, *plays: Candidate) -> int | None:
            return None if any(play.ends >> hole & 1 for play in plays) else seen - (seen > at)

        if self.borne is not None:
            seen = kept(self.borne[1], self.borne[0])
            self.borne = None if seen is None else (self.borne[0], seen)
        if self.changing is not None:
            seen = kept(self.changing[1], self.changing[0])
            self.changing = None if seen is None else (self.changing[0], seen)
        if self.alike is not None:
            seen = kept(self.alike[1], *self.alike[0])
            self.alike = None if seen is None else (self.alike[0], seen, self.alike[2])
        if self.asked is not None:
            self.asked = replace(self.asked, seen=self.asked.seen - (self.asked.seen > at))

    def forget(self) -> None:
        """Whatever was reckoned from card, position and debts must be reckoned anew."""
        self._found = self._expect = None

    def collect(self) -> None:
        """Debts that were paid: in-spots filled, marbles arrived in START.

        Until the turn ends a marble in START may be taken up again: another one had only been set down there.
        """
        if not self.debts_then:
            return
        watch = self.watch
        slid_on = watch.astray & watch.lifted  # who was seen there was on his way
        to = 0 if self.past is None else self.past.chosen.placed & ~watch.due
        through = watch.passed_through(watch.due, to, self.settings.brush)  # by the marble just played
        arrived = watch.now | watch.began & ~slid_on | watch.placed & ~through | self.bad
        owed = self.debts_then.unpaid(
            self.table.board, self.position, full=watch.now, arrived=arrived, bad=self.bad
        )
        if owed != self.debts:
            self.debts = owed
            self._overdue(owed)
            self.forget()

    def _overdue(self, debts: Debts) -> frozenset[Seat]:
        """The seats to whose START a marble has been owed for longer than anybody holds one."""
        since = self.owed_since
        self.owed_since = {seat: since.get(seat, self.last_edge) for seat, _ in debts.start}
        long_ago = self.last_edge - self.settings.held_after
        return frozenset(seat for seat, t in self.owed_since.items() if t < long_ago)

    def owing(self) -> tuple[Owed, ...]:
        """The debts as the contract says them."""
        return self.debts.owing(self.table.board, self.watch.now | self.bad)
