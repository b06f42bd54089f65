"""One table of a shared game: lights and words by which people bring the wood to the shared log.

An item of another house is requested like a machine's play: the referee gets the play and accepts no other,
and lights show what to carry. An item that the shared log has no more is taken back by a decision, and lights
show what to put back.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.cards import Card
from engine.errors import EngineError
from engine.geometry import Hole, Seat, seat_letter, seat_of
from engine.position import Position
from engine.referee.errors import RefereeError
from engine.referee.events import DecisionName
from engine.referee.lights import Light
from engine.referee.verdicts import Verdict
from hardware.clock import Clock, Handle
from hardware.ports import CardSeen
from jokerboard.host.errors import JokerboardError
from jokerboard.houses.agreement import Carry, Propose, TakeBack
from jokerboard.houses.announced import BACK, SHARED, play_of
from jokerboard.houses.changes import Entry, Item, SharedLog
from jokerboard.houses.ends import End
from jokerboard.houses.keeper import Why
from jokerboard.houses.shared_ports import SharedPlay
from jokerboard.houses.shared_state import LINE, WISH, SharedState
from jokerboard.journal.records import Json, Record
from jokerboard.players.assistant import Assistant
from jokerboard.players.carrying import carry_lights, carry_words
from jokerboard.players.game_ports import AddedLines
from jokerboard.words.catalogue import words

_CARRY = ("carry-from", "carry-to")
SHINES = 3.0
"""Seconds for which a signal is lit."""
MOST_NAMES = 200
"""The most changes of names that other houses may make; more could fill this table's disk."""
LONGEST = 600.0
"""The most seconds between two attempts to take back a play that the board still shows."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """A record that the host accepts; `commit` is called once it is on the disk."""

    entry: Entry
    commit: Callable[[], None]


class SharedGame(SharedState, Assistant):
    """A game of several houses; `inner` assists at the seats of this one."""

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
        """`records`: the records of the game in the journal.

        `changed` is called whenever `proposal`, `carried` or the log may have changed; `shuffled` with the
        number of shuffles before a card of another house is laid. `accepts` returns the record that the
        proposal becomes at once, if this house keeps the log.
        """
        self._game, self._clock, self._inner = game, clock, inner
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
        """Take records of the host, which count at once; raise MessageError if they do not follow the newest.

        The journal keeps its order: if a power cut loses these records, it loses everything that followed
        from them too, and the host sends them again.
        """
        log = self.log.all_taken(entries)
        for entry in entries:
            self._game.keep_line({LINE: entry.to_json()})
        self._take(log)

    def refused(self, why: Why) -> None:
        """Note that the host has refused the proposal, and show the reason."""
        step = self._agreement.step()
        place = step.change.keep if isinstance(step, Propose) else 0
        seat = self._seat_at(place)
        who = "" if seat is None else self._game.speaker.name(seat)
        self._agreement.refused()
        self._game.note(words(f"refused.{why.value}", who=who))
        self._act_soon()
        self._changed()

    def signal(self, what: str, seat: str) -> None:
        """Show a sign that a player of another house gives."""
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
        """Take the names that another house gives its `seats`; a seat without a name loses the one it had."""
        before = self.names
        after = {seat: name for seat, name in before.items() if seat not in seats}
        after |= {seat: name for seat, name in names.items() if name and seat in seats}
        if after != before and self._renamed < MOST_NAMES:
            self._renamed += 1
            self._game.name(after)

    def reopen(self) -> None:
        """Reopen the game here, because the host has reopened a game that it had ended."""
        step = self._agreement.step()
        if isinstance(step, TakeBack):
            self._take_back(step.keep)
        else:
            self._rule("correct", None, self._game.log.position.line())

    def ask_to_end(self, wish: End) -> None:
        """Ask the host to end the game as this house's people wish, and repeat this after a restart."""
        self._set_wish(wish)

    def end_answered(self, ended: bool) -> None:
        """Take the answer of the host's people; `ended`: they agreed to the end."""
        self._set_wish(None)
        if not ended:
            self._game.note(words("end.declined"))

    def _set_wish(self, wish: End | None) -> None:
        self.wish = wish
        self._game.keep_line({WISH: None if wish is None else wish.to_json()})

    # The methods of an Assistant

    def begin(self) -> None:
        """Give the referee the play to which the cards on the readers belong, before it gets the cards."""
        self._inner.begin()
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
        self._inner.started()
        self._game.on_change(self._act_soon)
        self._act_soon()

    def takes(self, seen: CardSeen, card: Card | None) -> bool:
        """Whether the referee must not see this card.

        It is at the reader of another house's seat, or a machine takes it.
        """
        if len(seen.reader) == 1 and seen.reader not in self.own:
            if seen.tag is not None:
                who = self._game.speaker.name(seat_of(seen.reader))
                self._game.note(words("elsewhere", who=who))
            return True
        return self._inner.takes(seen, card)

    def helped(self, place: str, t: float) -> None:
        """Take a press of `help`; hints are only for the seats of this house."""
        if seat_letter(self._game.log.turn) in self.own:
            self._inner.helped(place, t)

    def nothing_left(self) -> bool:
        """Pass the news that the pile is empty to the machine players; return their answer."""
        return self._inner.nothing_left()

    def reshuffled(self) -> None:
        """Pass the news of a shuffle to the machine players."""
        self._inner.reshuffled()

    def hides(self, reader: str) -> bool:
        """Whether the machine players hide the card on that reader."""
        return self._inner.hides(reader)

    def lights(self) -> Mapping[Hole, Light]:
        """The lights of marbles to carry for another house, or of a signal; else the machines' and hints'."""
        asked, game = self._asked, self._game
        lights = dict(self._inner.lights())
        if asked is not None and self._is_next(asked):
            play = play_of(asked.item, game.table.board)
            lights = carry_lights(game.table.board, play, game.log.position, game.occupied, _CARRY)
        if self._signal is not None and self._clock.now() < self._signal[1]:
            seat = self._signal[0]
            lights |= {hole: Light("turn", seat) for hole in game.table.board.start(seat)}
        return lights

    def prompt(self) -> Json | None:
        """The request to carry a play of another house, or to wait for it; else the machines' prompt."""
        game, asked = self._game, self._asked
        seat = seat_letter(game.log.turn)
        if seat in self.own or game.log.over is not None:
            return None if (inner := self._inner.prompt()) is None else dict(inner)
        if asked is None or not self._is_next(asked):
            return {"code": "far-waits", "seat": seat}
        board = game.table.board
        play = play_of(asked.item, board)
        legs = carry_words(board, play, game.log.position)
        prompt: Json = {"code": "far-carry", "seat": seat, "card": asked.item.card, "legs": legs}
        return prompt | {"play": play.text(board)}

    def opened(self) -> Mapping[str, Any] | None:
        """The machine players' proof about the hidden cards; None without one."""
        return self._inner.opened()

    def close(self) -> None:
        """Stop acting and showing."""
        self._closed = True
        self._inner.close()
        if self._soon is not None:
            self._soon.cancel()

    # The steps

    def _judged(self, verdicts: Sequence[Verdict]) -> AddedLines:
        """Handle verdicts that are being written; return the shared log's record to write with them.

        Only the host returns one: the proposal that it accepts.

        A guest proposes the play at once: if a power cut removes it from the guest's own disk, the shared log
        still has it.
        """
        for verdict in verdicts:
            self._announced(verdict)
        self._act_soon()
        accepted = None if self.proposal is None else self._accepts()
        if accepted is None:
            return AddedLines()
        return AddedLines([{LINE: accepted.entry.to_json()}], lambda: self._count(accepted))

    def _count(self, accepted: Accepted) -> None:
        """Put an accepted record into force, because it is on the host's disk."""
        accepted.commit()
        self._take(self.log.taken(accepted.entry))

    def _take(self, log: SharedLog) -> None:
        self.log = log
        self._agreement.set_shared(log.items)
        self._act_soon()
        self._changed()

    def _act_soon(self) -> None:
        """Act soon, after all present announcements: a decision follows the plays that it takes back."""
        if self._soon is None and not self._closed:
            # A call for now runs only after the announcements that are already under way.
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
        """Ask people to carry the item, once the board has reached the position before it."""
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
        """Lay the other house's card at this table, if cards are read here."""
        game = self._game
        if game.header.cards == "none":
            return
        try:
            card = Card.parse(item.card)
        except EngineError:
            return  # The other table reads no cards, so several ranks explain the play.
        if game.card == str(card):
            return
        self._shuffled(item.shuffles)
        if game.header.deal is None:
            # A real card is taken off before the next one is laid; without this an equal card would count as
            # the same read.
            game.lay(None, seat)
        game.lay(card, seat)

    def _is_next(self, step: Carry) -> bool:
        """Whether the board has reached the position before that item."""
        return step.place == len(self._items.items) and self._game.log.position.line() == self._before(
            step.place
        )

    def _take_back(self, keep: int) -> None:
        """Undo items; an uncorrected board shows them again, so the interval between attempts grows."""
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
        if None in numbers:  # the referee needs the position before plays that a decision followed
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
