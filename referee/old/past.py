"""The play just said, and what may have happened since: as long as nobody has gone on, it may be another."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card, Rank
from engine.geometry import Board, Seat
from engine.position import Position
from engine.table import Table
from referee.model.occupancy import Expectation, colours
from referee.observe.debounce import Settled
from referee.old.candidates import Candidate, expected
from referee.old.debts import Debts
from referee.old.stories import Stories
from referee.old.story import Habits
from referee.old.watch import Watch
from referee.old.ways import ways
from referee.settings import Settings
from referee.verdicts import Discard, Move

MISLED = 5.0
"""An answer was a mistake if all that happened since costs so much more than what people do by mistake."""


@dataclass(frozen=True, slots=True)
class Played:
    """A play in force, and what was there before it."""

    said: Move | Discard
    base: Position
    debts: Debts
    card: Card | None
    chosen: Candidate | None = None
    """What was borne out; None for a discard, or a play from before a restart."""


@dataclass(slots=True)
class Past:
    """The play just said: while nobody has gone on, it may be amended or taken back."""

    played: Played
    found: tuple[Candidate, ...]
    watch: Watch
    """Everything since that play's own turn began, up to now."""
    chosen: Candidate
    before_answer: Watch | None = None
    """The same as followed before people said which play it was: they may have touched a hole by mistake."""
    answered: bool = False
    """Whether it was asked about, and told by people or by what followed."""
    drawn: bool = False
    """Whether its player has drawn a card since: he thinks it done."""
    _before: Expectation | None = None
    _told: Told | None = None

    def as_it_stands(self, now: int) -> Past:
        """The same where the board shows it beyond doubt: it is another only by what comes from now on."""
        watch = Watch.of(now)
        watch.belief = colours(self.chosen.position)
        return Past(self.played, self.found, watch, self.chosen, answered=self.answered, drawn=self.drawn)

    def note(self, change: Settled) -> None:
        """One more settled change."""
        self.watch.note(change)
        if self.before_answer is not None:
            self.before_answer.note(change)

    def doubt_the_answer(self, table: Table, settings: Settings, bad: int) -> None:
        """Follow the marbles as before the answer, if what was seen since is out of the question by that."""
        if self.before_answer is not None and self.stories(table, settings, bad).least >= MISLED:
            self.watch, self.before_answer = self.before_answer, None

    def answered_since(self, edge: float) -> bool:
        """Whether people have told which play it was since that edge."""
        return self.answered and edge <= self.played.said.t

    def before(self, board: Board) -> Expectation:
        """What the sensors should see of the position before that play."""
        if self._before is None:
            self._before = expected(board, self.played.base, self.played.debts)
        return self._before

    def stories(self, table: Table, settings: Settings, bad: int) -> Stories:
        """What may have happened since that play's own turn began."""
        self._told = self._tell(self._told, self.watch, table, settings, bad)
        return self._told.stories

    def stories_without(self, table: Table, settings: Settings, bad: int, last: int) -> Stories:
        """The same before the `last` so many changes."""
        log = self.watch.log
        watch = self.watch.with_log(log[: max(0, len(log) - last)])
        return self._tell(None, watch, table, settings, bad).stories

    def _tell(self, before: Told | None, watch: Watch, table: Table, settings: Settings, bad: int) -> Told:
        base, debts, chosen = self.played.base, self.played.debts, self.chosen
        after = table.may_move(chosen.position)
        return told(before, table, base, watch, debts, self.found, settings, bad, after, chosen.rare)


@dataclass(frozen=True, slots=True)
class Told:
    """Stories, and what they were told from."""

    stories: Stories
    position: Position
    watch: Watch
    debts: Debts
    found: tuple[Candidate, ...]
    bad: int


def told(
    before: Told | None,
    table: Table,
    position: Position,
    watch: Watch,
    debts: Debts,
    found: tuple[Candidate, ...],
    settings: Settings,
    bad: int,
    after: tuple[Seat, ...] = (),
    joker: bool = False,
) -> Told:
    """The stories of that watch up to its newest change: told on, if they are those told `before`."""
    if (
        before is not None
        and before.position is position
        and before.watch is watch
        and before.debts is debts
        and before.found is found
        and before.bad == bad
        and before.stories.tell()
    ):
        return before
    exchange = any(power.exchange for power in table.powers.values())
    to = ways(table.board, found)
    flies = bool(found) and all(c.play.card.rank is Rank.JOKER for c in (found[0], found[-1]))
    habits = Habits(table.may_move(position), after, exchange, to, settings.brush, settings.touch, flies)
    stories = Stories(table.board, position, watch, debts, habits, bad, joker=joker)
    stories.tell()
    return Told(stories, position, watch, debts, found, bad)
