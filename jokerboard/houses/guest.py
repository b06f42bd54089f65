"""The guest's side of a shared game: it follows the host's records, and proposes its table's changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hardware.clock import Clock
from jokerboard.houses.changes import Entry, Json, genesis
from jokerboard.houses.ends import End
from jokerboard.houses.errors import MessageError
from jokerboard.houses.hands import GuestHands
from jokerboard.houses.link import Link
from jokerboard.houses.messages import SIGNALS, Asked, Report, Signal, Update
from jokerboard.houses.shared_game import SharedGame
from jokerboard.words.catalogue import words


@dataclass(frozen=True, slots=True)
class GuestPorts:
    """The functions of its table that a `GuestHouse` calls."""

    begin: Callable[[str, Json], None]
    """Begins a game at this table, given the game's id and the header that the host sent."""
    trust: Callable[[str], bool]
    """Returns whether records signed with that public key are the host's; it remembers the first key."""
    revealed: Callable[[str], None]
    """Takes the secret of the deal, after the game."""
    ended: Callable[[End | None], None]
    """Takes the end that the host has decided on; None if there is none, or the host reopened the game."""
    changed: Callable[[], None]


@dataclass(frozen=True, slots=True)
class Joined:
    """A shared game as a guest plays it."""

    shared: SharedGame
    hands: GuestHands | None


class GuestHouse:
    """The guest of one host for the whole run of the program, while shared games begin and end."""

    def __init__(self, clock: Clock, ports: GuestPorts) -> None:
        self._clock, self._to = clock, ports
        self.link: Link | None = None
        self._game: Joined | None = None
        self._answers: dict[str, bool] = {}
        self.question: Asked | None = None
        """The question that the people of this house have to answer; None without one."""
        self._signal: Signal | None = None
        self._seen: dict[str, int] = {}
        self.error: str | None = None
        """The reason why there is no game, as a clause; None if there is a game or no news of one."""

    def close(self) -> None:
        """Close the link."""
        if self.link is not None:
            self.link.close()

    def play(self, game: Joined | None) -> None:
        """Share this game from now on, or none (None)."""
        self._game = game
        self._answers, self.question = {}, None
        self.wake()

    def wake(self) -> None:
        """Send the host a report soon."""
        if self.link is not None:
            self.link.wake()

    @property
    def waits(self) -> bool:
        """Whether this house waits for an answer of the host."""
        return self._game is None or self._game.shared.proposal is not None or self.asks

    @property
    def asks(self) -> bool:
        """Whether this house has asked for an end and the host has not answered."""
        return self._game is not None and self._game.shared.wish is not None

    def wish(self, end: End) -> None:
        """Ask the host to end the game as `end` states, because people here want that."""
        if self._game is not None:
            self._game.shared.set_wish(end)
        self.wake()
        self._to.changed()

    def answer(self, yes: bool) -> None:
        """Send the host the answer of the people here to the open question."""
        if self.question is not None:
            self._answers = {self.question.id: yes}
            self.question = None
            self.wake()
            self._to.changed()

    def signal(self, what: str, seat: str) -> None:
        """Send the other houses the signal `what` ("thumbs-up" or "one-moment") of the player at `seat`."""
        assert what in SIGNALS
        self._signal = Signal(1 if self._signal is None else self._signal.n + 1, what, seat)
        self.wake()

    def compose(self) -> Json:
        """The report to the host, as JSON."""
        game = self._game
        if game is None:
            return Report("", 0, genesis("")).to_json()
        shared, log = game.shared, game.shared.log
        names = {seat: name for seat, name in shared.names.items() if seat in shared.own}
        report = Report(
            log.game,
            log.n,
            log.head,
            shared.carried,
            shared.proposal,
            self._answers,
            self._signal,
            shared.wish,
            names,
        )
        return report.to_json()

    def receive(self, message: Json) -> None:
        """Handle an update of the host; raise MessageError if it is malformed or not the host's."""
        update, game = Update.parse(message), self._game
        self.error = None if update.error is None else words(f"error.{_known(update.error)}")
        if update.error is not None:
            if update.error == "abandoned" and game is not None and update.game == game.shared.log.game:
                self._to.ended(End(None))
            self._to.changed()
            return
        if update.info is not None and (game is None or game.shared.log.game != update.game):
            self._to.begin(update.game, update.info)
            return
        if game is not None and update.game == game.shared.log.game:
            self._follow(game, update)
        elif game is not None:
            self.play(None)  # The host has begun another game, and sends its header next.

    def _follow(self, game: Joined, update: Update) -> None:
        self._cards(game, update)
        self._records(game, update)
        refusal, log = update.refusal, game.shared.log
        if refusal is not None and (refusal.after, refusal.change) == (log.head, game.shared.proposal):
            game.shared.refused(refusal.why)
        self._asked(update.question)
        for house, signal in update.signals:
            if signal.n != self._seen.get(house):
                self._seen[house] = signal.n
                game.shared.signal(signal.what, signal.seat)
        self._end(game, update)
        if update.names is not None:
            others = set(update.names) | set(game.shared.names)
            game.shared.learn_names(update.names, others - game.shared.own)
        self._to.changed()

    def _end(self, game: Joined, update: Update) -> None:
        wish = game.shared.wish
        if wish is not None and (update.end is not None or update.answered == wish.id):
            game.shared.end_answered(update.end is not None)
        if not update.records:
            self._to.ended(update.end)

    def _records(self, game: Joined, update: Update) -> None:
        known = game.shared.log.n
        new = tuple(entry for entry in update.records if entry.n > known)
        if new and new[0].n == known + 1:
            self._check(update, new, game.shared.log.game)
            game.shared.follow(new)

    def _check(self, update: Update, new: tuple[Entry, ...], game: str) -> None:
        """Raise MessageError unless the host has signed the last record of `new`."""
        head, last = update.head, new[-1]
        named = head is not None and (head.journal, head.n, head.hash) == (game, last.n, last.hash)
        if head is None or not (named and head.is_good() and self._to.trust(head.key)):
            raise MessageError(words("error.foreign"))

    def _cards(self, game: Joined, update: Update) -> None:
        if game.hands is not None and update.hands and set(update.hands) <= game.shared.own:
            game.hands.set(update.hands, update.hands_n, update.shuffles)
        if update.secret is not None:
            self._to.revealed(update.secret)

    def _asked(self, question: Asked | None) -> None:
        if question is None:
            self.question, self._answers = None, {}
        elif question.id not in self._answers:
            self.question = question


def _known(error: str) -> str:
    return error if error in ("withdrawn", "no-game", "abandoned", "fork") else "no-game"
