"""The host's side of a shared game: it writes the log, and sends each guest what that guest may see."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from hardware.clock import Clock
from jokerboard.houses.changes import Change, Entry, Json
from jokerboard.houses.ends import End, EndWishes
from jokerboard.houses.hands import HostHands
from jokerboard.houses.keeper import HOST, Keeper, Question
from jokerboard.houses.link import Link
from jokerboard.houses.messages import BATCH, Asked, Report, Signal, Update
from jokerboard.houses.shared_game import Accepted, SharedGame
from jokerboard.journal.signature import Signer

MOST_WITHDRAWN = 8
"""The most withdrawn codes to which the host still answers, until the program ends."""


@dataclass(slots=True)
class _Guest:
    """One guest: its link, its newest report, and the number of its last signal that was shown."""

    link: Link
    report: Report | None = None
    signal: int = 0


@dataclass(frozen=True, slots=True)
class Hosted:
    """A shared game as the host plays it."""

    shared: SharedGame
    keeper: Keeper
    hands: HostHands | None
    info: Json
    """The header with which guests begin the game."""
    over: Callable[[], bool]
    final: Callable[[], bool]
    ended: Callable[[], End | None]
    """Returns the end that was decided on here; None if there is none, or a play has won the game."""
    wishes: EndWishes
    secret: str | None = None


class HostHouse:
    """The host of one table for the whole run of the program, while shared games begin and end."""

    def __init__(
        self, clock: Clock, signer: Signer, changed: Callable[[], None], abandoned: Callable[[], str | None]
    ) -> None:
        """`abandoned` returns the id of the newest game if this table shared it and nobody won it."""
        self._clock, self._signer, self._changed, self._abandoned = clock, signer, changed, abandoned
        self._guests: dict[str, _Guest] = {}
        self._game: Hosted | None = None
        self._signals: dict[str, Signal] = {}
        self._count = 0
        self._withdrawn: deque[Link] = deque()

    def add(self, house: str, link: Link) -> None:
        """Let a guest join over this link."""
        self._guests[house] = _Guest(link)

    def remove(self, house: str) -> None:
        """Withdraw the guest's code: its link stays open only to report that."""
        guest = self._guests.pop(house, None)
        if guest is None:
            return
        guest.link.dismiss(Update("", error="withdrawn").to_json())
        self._withdrawn.append(guest.link)
        if len(self._withdrawn) > MOST_WITHDRAWN:
            self._withdrawn.popleft().close()

    def close(self) -> None:
        """Close every link."""
        for link in (*self.links().values(), *self._withdrawn):
            link.close()
        self._guests.clear()

    def play(self, game: Hosted | None) -> None:
        """Share this game from now on, or none (None)."""
        self._game = game
        for guest in self._guests.values():
            guest.report = None
        self.wake()

    def wake(self) -> None:
        """Send every guest its update soon."""
        for guest in self._guests.values():
            guest.link.wake()

    def links(self) -> Mapping[str, Link]:
        """The link to each guest, by the guest's house."""
        return {house: guest.link for house, guest in self._guests.items()}

    @property
    def question(self) -> Question | None:
        """The question that the people of this house have to answer; None without one."""
        asked = None if self._game is None else self._game.keeper.question
        return None if asked is None or asked.house == HOST or HOST in asked.yes else asked

    @property
    def wish(self) -> End | None:
        """The end that a guest asks for and that the people of this house must answer; None without one."""
        wish = None if self._game is None else self._game.wishes.open
        return None if wish is None else wish[1]

    @property
    def asks(self) -> bool:
        """Whether a change that this house proposes waits for the agreement of the other houses."""
        asked = None if self._game is None else self._game.keeper.question
        return asked is not None and asked.house == HOST

    def answer(self, yes: bool) -> None:
        """Carry out the answer of the people here to the open question."""
        game, asked = self._game, self.question
        if game is None:
            return
        if game.wishes.open is not None:
            game.wishes.answer(yes)
        elif asked is not None:
            self._keep(game, game.keeper.answer(HOST, asked.id, yes))
        self.wake()
        self._changed()

    def signal(self, what: str, seat: str) -> None:
        """Send all houses the signal `what` ("thumbs-up" or "one-moment") of the host's player at `seat`."""
        self._count += 1
        self._signals[HOST] = Signal(self._count, what, seat)
        self.wake()

    def advance(self) -> None:
        """Propose the changes of the host's own table, and send the guests an update."""
        game = self._game
        if game is not None:
            self._advance(game)
        if game is None or game.keeper.pending is None:
            # While a record is being written, an update now would only delay the update with the record.
            self.wake()

    def accept(self) -> Accepted | None:
        """Accept the host's own proposal if that is possible at once; return its record to write, or None."""
        game = self._game
        change = None if game is None else game.shared.proposal
        if game is None or change is None:
            return None
        entry = game.keeper.propose(HOST, game.keeper.log.head, change, decided=game.shared.decided)
        return None if entry is None else self._accepted(game, entry)

    def _advance(self, game: Hosted) -> None:
        change, keeper = game.shared.proposal, game.keeper
        if change is None:
            keeper.withdraw(HOST)
            return
        entry = keeper.propose(HOST, keeper.log.head, change, decided=game.shared.decided)
        refused = keeper.refusals.get(HOST)
        if (
            entry is None
            and refused is not None
            and (refused.after, refused.change) == (keeper.log.head, change)
        ):
            game.shared.refused(refused.why)
        self._keep(game, entry)

    def compose(self, house: str) -> Json:
        """The update for the guest `house`, as JSON."""
        return self._update(house).to_json()

    def receive(self, house: str, message: Json) -> None:
        """Handle a report of the guest `house`; raise MessageError if it is malformed."""
        report, guest, game = Report.parse(message), self._guests[house], self._game
        guest.report = report
        if game is None or report.game != game.shared.log.game or not self._knows(game, report):
            guest.link.wake()
            return
        if game.ended() is None:
            self._take_wishes(game, house, report)
        if report.signal is not None and report.signal.n > guest.signal:
            guest.signal = report.signal.n
            self._show(game, house, report.signal)
        if report.names is not None:
            game.shared.learn_names(report.names, game.keeper.seats[house])
        if report.n < game.keeper.log.n or game.ended() is not None:
            guest.link.wake()
        self._changed()

    def waits(self, house: str) -> bool:
        """Whether the guest lacks records, by its newest report."""
        game, report = self._game, self._guests[house].report
        return game is not None and report is not None and report.n < game.keeper.log.n

    def _take_wishes(self, game: Hosted, house: str, report: Report) -> None:
        """Handle the answers, the proposal and the wish for an end in a guest's report."""
        for question, yes in report.answers.items():
            self._keep(game, game.keeper.answer(house, question, yes))
        if report.answers:
            self._advance(game)  # The answers may decline the host's own proposal.
        if report.proposal is not None:
            self._proposed(game, house, report, report.proposal)
        else:
            game.keeper.withdraw(house)
        game.wishes.take(house, report.end)

    def _proposed(self, game: Hosted, house: str, report: Report, change: Change) -> None:
        asked = game.keeper.question
        entry = game.keeper.propose(house, report.hash, change)
        if entry is None:
            self._guests[house].link.wake()
        if game.keeper.question is not asked:
            self.wake()
        self._keep(game, entry)

    def _keep(self, game: Hosted, entry: Entry | None) -> None:
        if entry is not None:
            game.shared.keep(self._accepted(game, entry))

    def _accepted(self, game: Hosted, entry: Entry) -> Accepted:
        def commit() -> None:
            game.keeper.commit(entry)
            if game.hands is not None:
                game.hands.take(entry.change)
            self.wake()
            self._changed()

        return Accepted(entry, commit)

    def _knows(self, game: Hosted, report: Report) -> bool:
        return game.keeper.log.hash_at(report.n) == report.hash

    def _show(self, game: Hosted, house: str, signal: Signal) -> None:
        if signal.seat in game.keeper.seats[house]:
            game.shared.signal(signal.what, signal.seat)
            self._signals[house] = signal
            self.wake()

    def _update(self, house: str) -> Update:
        game, guest = self._game, self._guests[house]
        report = guest.report
        if game is None:
            left = self._abandoned()
            return Update("", error="no-game") if left is None else Update(left, error="abandoned")
        log = game.keeper.log
        update = Update(
            log.game,
            carried=self._carried(game),
            linked=tuple(name for name, each in self._guests.items() if each.link.linked),
            signals=tuple((name, each) for name, each in self._signals.items() if name != house),
            end=game.ended(),
            answered=game.wishes.answered.get(house),
            names=game.shared.names,
        )
        if report is None or report.game != log.game:
            if game.over():  # A guest cannot begin a game that is over.
                return update if report is None else Update("", error="no-game")
            houses = {name: "".join(sorted(seats)) for name, seats in game.keeper.seats.items()}
            return replace(update, info=game.info | {"houses": houses, "you": house})
        if not self._knows(game, report):
            return replace(update, error="fork")
        return self._records(replace(update, **self._cards(game, house)), game, house, report)

    def _records(self, update: Update, game: Hosted, house: str, report: Report) -> Update:
        """`update` with the records that the guest's report lacks, and the signature of the last of them."""
        log = game.keeper.log
        records = log.entries[report.n : report.n + BATCH]
        head = self._signer.sign(log.game, records[-1].n, records[-1].hash) if records else None
        asked = game.keeper.question
        question = None
        if asked is not None and asked.house != house and house not in asked.yes:
            question = Asked(asked.id, asked.house, asked.change)
        refusal = game.keeper.refusals.get(house)
        return replace(update, records=records, head=head, refusal=refusal, question=question)

    def _cards(self, game: Hosted, house: str) -> Json:
        """The fields about the deal: the hands of this guest's seats, and the secret at the end."""
        if game.hands is None:
            return {}
        hands = {seat: game.hands.of(seat) for seat in sorted(game.keeper.seats[house])}
        secret = game.secret if game.final() else None
        return {
            "hands": hands,
            "hands_n": game.keeper.log.n,
            "shuffles": game.hands.shuffles,
            "secret": secret,
        }

    def _carried(self, game: Hosted) -> dict[str, int]:
        reports = {name: each.report for name, each in self._guests.items()}
        carried = {name: report.carried for name, report in reports.items() if report is not None}
        return {HOST: game.shared.carried} | carried
