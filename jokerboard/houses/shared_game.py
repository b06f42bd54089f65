"""One table of a shared game: its lights and messages lead people to carry out the shared log.

A play of another house is requested like a machine's play: the referee gets the play and accepts no other
one, and lights show which marbles to carry. A play that was removed from the shared log is taken back by a
decision, and lights show which marbles to put back.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from engine.cards import Card
from engine.errors import EngineError, RefereeError
from engine.geometry import Hole, Seat, seat_letter, seat_of
from engine.position import Position
from engine.referee.events import DecisionName
from engine.referee.lights import Light
from engine.referee.verdicts import Verdict
from hardware.clock import Clock, Handle
from hardware.ports import CardSeen
from jokerboard.host.errors import JokerboardError
from jokerboard.houses.agreement import Carry, Propose, TakeBack
from jokerboard.houses.changes import Entry, Item, SharedLog, play_of
from jokerboard.houses.ends import End
from jokerboard.houses.keeper import Why
from jokerboard.houses.shared_state import BACK, LINE, SHARED, WISH, SharedPlay, SharedState
from jokerboard.journal.records import Json, Record
from jokerboard.players.game_ports import AddedLines, Assistant
from jokerboard.players.guidance import carry_lights, carry_words
from jokerboard.words.catalogue import words

_CARRY = ("carry-from", "carry-to")
SHINES = 3.0
"""Seconds for which the lights of a signal are on."""
MOST_NAMES = 200
"""The most changes of names by other houses, because more could fill this table's disk."""
LONGEST = 600.0
"""The most seconds between two attempts to take back a play that the board still shows."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """A record that the host accepts; `commit` must be called once it is on the disk."""

    entry: Entry
    commit: Callable[[], None]


class SharedGame(SharedState, Assistant):
    """A game of several houses at one table; `inner` assists at the seats of this house."""

    def __init__(
        self,
        game: SharedPlay,
        clock: Clock,
        inner: Assistant,
        records: Sequence[Record],
        *,
        changed: Callable[[], None],
        accepts: Callable[[], Accepted | None] = lambda: None,
        shuffled: Callable[[int], None] = lambda _: None,
    ) -> None:
        """Begin or resume the shared game; `records` are its records in the journal.

        `changed` is called whenever `proposal`, `carried` or the log may have changed. `shuffled` is called
        before another house's card is laid, with the number of shuffles before that card. `accepts` returns
        the record of this house's proposal if this house is the host and accepts it at once; else None.
        """
        self._game, self._clock = game, clock
        self.inner: Assistant = inner
        self._changed, self._accepts, self._shuffled = changed, accepts, shuffled
        super().__init__(game.header, game.table, records)
        self._asked: Carry | None = None
        self._soon: Handle | None = None
        self._signal: tuple[Seat, float] | None = None
        self._back: tuple[int, str] | None = None
        self._back_at = self._patience = 0.0
        self._renamed = 0
        self._names = self.names
        self._closed = False
        game.follow(self._judged)

    def keep(self, accepted: Accepted) -> None:
        """Write a record that the host accepts; it takes effect once it is on the disk."""
        self._game.keep_line({LINE: accepted.entry.to_json()}, lambda: self._count(accepted))

    def follow(self, entries: Sequence[Entry]) -> None:
        """Record and apply records of the host; raise MessageError if they do not follow the newest one.

        The journal keeps its order: if a power cut loses these records, it loses everything that followed
        from them too, and the host sends them again.
        """
        log = self.log.all_taken(entries)
        for entry in entries:
            self._game.keep_line({LINE: entry.to_json()})
        self._take(log)

    def refused(self, why: Why) -> None:
        """Follow the shared log, because the host has refused the proposal, and show people the reason."""
        step = self._agreement.step()
        place = step.change.keep if isinstance(step, Propose) else 0
        seat = self._seat_at(place)
        who = "" if seat is None else self._game.speaker.name(seat)
        self._agreement.refused()
        self._game.note(words(f"refused.{why.value}", who=who))
        self._act_soon()
        self._changed()

    def signal(self, what: str, seat: str) -> None:
        """Show the signal `what` ("thumbs-up" or "one-moment") of another house's player at `seat`."""
        at = seat_of(seat)
        self._signal = at, self._clock.now() + SHINES
        self._game.note(words(f"signal.{what}", who=self._game.speaker.name(at)))
        self._clock.call_at(self._clock.now() + SHINES, self._show)
        self._game.show()

    @property
    def names(self) -> dict[str, str]:
        """The names of the players, by the letter of their seat."""
        return self._game.speaker.by_letter

    def learn_names(self, names: Mapping[str, str], seats: Collection[str]) -> None:
        """Set the players' names at another house's `seats`; a seat without a name loses its old one."""
        before = self.names
        after = {seat: name for seat, name in before.items() if seat not in seats}
        after |= {seat: name for seat, name in names.items() if name and seat in seats}
        if after != before and self._renamed < MOST_NAMES:
            self._renamed += 1
            self._game.name(after)

    def reopen(self) -> None:
        """Continue an ended game here, because the host has reopened it."""
        step = self._agreement.step()
        if isinstance(step, TakeBack):
            self._take_back(step.keep)
        else:
            self._rule("correct", None, self._game.log.position.line())

    def end_answered(self, ended: bool) -> None:
        """Close this house's wish for an end; `ended`: whether the host's people agreed."""
        self.set_wish(None)
        if not ended:
            self._game.note(words("end.declined"))

    def set_wish(self, wish: End | None) -> None:
        """Ask the host to end the game as people here want, also after a restart; None ends the wish."""
        self.wish = wish
        self._game.keep_line({WISH: None if wish is None else wish.to_json()})

    def begin(self) -> None:
        """Give the referee the play to which the cards on the readers belong, before it gets the cards."""
        self.inner.begin()
        step = self._agreement.step()
        if (
            isinstance(step, Carry)
            and step.item.seat
            and any(
                read.card is not None and read.at in (None, seat_of(step.item.seat))
                for read in self._game.past.cards[-1:]
            )
        ):
            self._game.demand(play_of(step.item, self._game.table.board), seat_of(step.item.seat))

    def started(self) -> None:
        """Begin to follow the game."""
        self.inner.started()
        self._game.on_change(self._act_soon)
        self._act_soon()

    def takes(self, seen: CardSeen, card: Card | None) -> bool:
        """Whether the referee must not see this card, which is at another house's seat or for a machine.

        For a card at another house's seat, show people who plays there.
        """
        if len(seen.reader) == 1 and seen.reader not in self.own:
            if seen.tag is not None:
                who = self._game.speaker.name(seat_of(seen.reader))
                self._game.note(words("elsewhere", who=who))
            return True
        return self.inner.takes(seen, card)

    def helped(self, place: str, t: float) -> None:
        """Take a press of `help`; hints are only for the seats of this house."""
        if seat_letter(self._game.log.turn) in self.own:
            self.inner.helped(place, t)

    def lights(self) -> Mapping[Hole, Light]:
        """The lights of a play to carry for another house, and of a signal; else of machines and hints."""
        asked, game = self._asked, self._game
        lights = dict(self.inner.lights())
        if asked is not None and self._is_next(asked):
            play = play_of(asked.item, game.table.board)
            lights = carry_lights(game.table.board, play, game.log.position, game.occupied, _CARRY)
        if self._signal is not None and self._clock.now() < self._signal[1]:
            seat = self._signal[0]
            lights |= {hole: Light("turn", seat) for hole in game.table.board.start(seat)}
        return lights

    def prompt(self) -> Json | None:
        """The request to carry another house's play or wait for it, or else the request of a machine here."""
        game, asked = self._game, self._asked
        seat = seat_letter(game.log.turn)
        if seat in self.own or game.log.over is not None:
            return None if (inner := self.inner.prompt()) is None else dict(inner)
        if asked is None or not self._is_next(asked):
            return {"code": "far-waits", "seat": seat}
        board = game.table.board
        play = play_of(asked.item, board)
        legs = carry_words(board, play, game.log.position)
        prompt: Json = {"code": "far-carry", "seat": seat, "card": asked.item.card, "legs": legs}
        return prompt | {"play": play.text(board)}

    def close(self) -> None:
        """Stop following the shared log, and close the inner assistant."""
        self._closed = True
        self.inner.close()
        if self._soon is not None:
            self._soon.cancel()

    def _judged(self, verdicts: Sequence[Verdict]) -> AddedLines:
        """Handle verdicts before they are recorded; return the shared log's record to write with them.

        Only the host returns one: the proposal that it accepts. A guest proposes the play at once: if a power
        cut removes it from the guest's own disk, the shared log still has it.
        """
        for verdict in verdicts:
            self._announced(verdict)
        self._act_soon()
        accepted = None if self.proposal is None else self._accepts()
        if accepted is None:
            return AddedLines()
        return AddedLines([{LINE: accepted.entry.to_json()}], lambda: self._count(accepted))

    def _count(self, accepted: Accepted) -> None:
        """Apply an accepted record, because it is on the host's disk."""
        accepted.commit()
        self._take(self.log.taken(accepted.entry))

    def _take(self, log: SharedLog) -> None:
        self.log = log
        self._agreement.set_shared(log.items)
        self._act_soon()
        self._changed()

    def _act_soon(self) -> None:
        """Take the next step towards the shared log once the present announcements have been made.

        So a decision is recorded after the plays that it takes back.
        """
        if self._soon is None and not self._closed:
            # The clock makes this call only after the announcements that are under way.
            self._soon = self._clock.call_at(self._clock.now(), self._act)

    def _act(self) -> None:
        self._soon = None
        if self._closed:
            return
        if self._names != self.names:
            self._names = self.names
            self._changed()
        if self._game.waits:
            return
        step = self._agreement.step()
        if self._asked is not None and step != self._asked:
            self._asked = None
        match step:
            case Carry():
                self._carry(step)
            case TakeBack(keep):
                self._take_back(keep)
            case Propose():
                self._changed()

    def _carry(self, step: Carry) -> None:
        """Carry out `step` once this table has everything before it; people carry the marbles of a play."""
        if step == self._asked or not self._is_next(step) or self._game.log.over is not None:
            return
        game, item = self._game, step.item
        if not item.seat:
            self._rule("correct", None, item.after)
            return
        seat = seat_of(item.seat)
        self._asked = step
        game.demand(play_of(item, game.table.board), seat)
        self._lay(item, seat)
        game.show()

    def _lay(self, item: Item, seat: Seat) -> None:
        """Lay the other house's card at this table, unless the game has no cards."""
        game = self._game
        if game.header.cards == "none":
            return
        try:
            card = Card.parse(item.card)
        except EngineError:
            return  # The other house's play has no card that could be laid.
        if game.card == str(card):
            return
        self._shuffled(item.shuffles)
        if game.header.deal is None:
            # A real card is taken off first; otherwise an equal card would count as a repeated read.
            game.lay(None, seat)
        game.lay(card, seat)

    def _is_next(self, step: Carry) -> bool:
        """Whether this table has all plays and decisions before the step's, and the board shows them."""
        return step.place == len(self._items.items) and self._game.log.position.line() == self._before(
            step.place
        )

    def _take_back(self, keep: int) -> None:
        """Undo the plays and decisions from number `keep` on.

        While the board still shows them, this is repeated in growing intervals.
        """
        now, what = self._clock.now(), (keep, self.log.head)
        if what != self._back:
            self._back, self._patience, self._back_at = what, SHINES, now
        if now < self._back_at:
            self._clock.call_at(self._back_at, self._act_soon)
            return
        self._back_at = now + self._patience
        self._patience = min(2 * self._patience, LONGEST)
        numbers, seats = self._items.numbers[keep:], {item.seat for item in self._items.items[keep:]} - {""}
        first = next((n for n in numbers if n is not None), None)
        # The referee alone cannot take back plays before a decision, so it gets the position.
        if None in numbers:
            self._rule("take-back", first, self._before(keep), BACK)
        else:
            self._rule("take-back", first, None)
        for letter in sorted(seats):
            if letter not in self.own or self._game.header.deal is not None:
                # A card that stayed on the reader would be judged again.
                self._game.lay(None, seat_of(letter))
        self._game.note(words("taken-back"))

    def _rule(self, decision: DecisionName, n: int | None, line: str | None, by: str = SHARED) -> None:
        marbles = self._game.table.rules.marbles_per_player
        position = None if line is None else Position.parse(line, marbles)
        try:
            self._game.orders.rule(decision, by, n, position, words("far.follows"))
        except (RefereeError, JokerboardError) as error:
            self._game.note(str(error))

    def _show(self) -> None:
        if not self._closed:
            self._game.show()
