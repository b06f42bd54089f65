"""The houses of one table: it invites guests or joins a host, and shares its game with them.

Every call must come from the table's own loop. The invitations are kept in the state directory, and their
links are opened again at each start.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from engine.errors import EngineError
from hardware.clock import Clock
from jokerboard.host.errors import JokerboardError
from jokerboard.houses.changes import Json
from jokerboard.houses.code import Code
from jokerboard.houses.ends import EndWishes
from jokerboard.houses.errors import HousesError
from jokerboard.houses.guest import GuestPorts, Joined
from jokerboard.houses.hands import GuestHands, HostHands
from jokerboard.houses.host import Hosted
from jokerboard.houses.keeper import HOST, Keeper
from jokerboard.houses.shared_game import Accepted, SharedGame
from jokerboard.journal.games.header import Header
from jokerboard.journal.records import Record
from jokerboard.players.dealer import Dealer
from jokerboard.players.game_ports import Assistant
from jokerboard.table.houses.pairing import OpenWire, Pairing
from jokerboard.table.houses.start_and_end import (
    GameEnds,
    abandoned_game,
    decided_end,
    header_from,
    hosted_id,
    info_of,
)
from jokerboard.table.runtime.button_menu import Concession
from jokerboard.table.runtime.game_setup import teams_of
from jokerboard.table.runtime.running_game import RunningGame
from jokerboard.table.runtime.table import Table
from jokerboard.words.catalogue import words

TROUBLE = "houses"


class TableHouses(Pairing):
    """The houses of one table, until `close`."""

    def __init__(
        self, table: Table, clock: Clock, directory: Path, wire: OpenWire, wall: Callable[[], str]
    ) -> None:
        """Raise JokerboardError if the invitations cannot be read, or a library is missing."""
        super().__init__(clock, directory, wire)
        self._table, self._wall = table, wall
        self.shared: SharedGame | None = None
        self._listeners: list[Callable[[], None]] = []
        self._may_begin = False
        self.attended: bool | None = None
        """Whether simulated people play a game that the host begins; None keeps the previous choice."""
        self._hands: GuestHands | None = None
        self._ends = GameEnds(table, clock)
        self._abandoned = abandoned_game(table.journal.newest_game() if self.invitations.guests else [])
        table.houses = self
        self._open_all()

    @property
    def fresh(self) -> bool:
        """Whether a new game must begin, because the guests have changed since the journal's newest game."""
        records = self._table.journal.newest_game()
        houses = dict(records[0].data.get("houses", {})) if records else {}
        guests = {house: seats for house, seats in houses.items() if house not in ("own", HOST)}
        return bool(self.invitations.guests) and guests != self.invitations.houses

    def on_change(self, changed: Callable[[], None]) -> None:
        """Call `changed` whenever the page has something new to show."""
        self._listeners.append(changed)

    def join(self, code: Code, via: str) -> None:
        """Become a guest of the table that gave out `code`, which is reached at the address `via`."""
        super().join(code, via)
        self._may_begin = True

    # The methods of `jokerboard.table.runtime.table.Houses`

    def dealer(self, game: RunningGame) -> Dealer | None:
        """The dealer of a game whose cards another table deals; None for any other game."""
        self._hands = None
        if game.header.houses.get("own", HOST) == HOST or game.header.deal is None:
            return None
        self._hands = GuestHands(
            game.table, game.log, game.first, game.header.id, self._directory,
            lambda: () if self.shared is None else self.shared.unshared,
            lambda shuffles: 0 if self.shared is None else self.shared.shuffled_at(shuffles),
        )  # fmt: skip
        return Dealer(game, "", self._hands)

    def attend(
        self, game: RunningGame, records: Sequence[Record], inner: Assistant | None, dealer: Dealer | None
    ) -> Assistant | None:
        """The Assistant of a game: a SharedGame around `inner`, or `inner` itself if the game is not shared.

        `records`: the game's records in the journal.
        """
        self.shared = self._abandoned = None
        if not game.header.houses:
            return inner

        def shuffled(count: int) -> None:
            if dealer is not None:
                # The host's dealer counts the shuffles itself; a guest's gets the number from the host.
                dealer.announce_shuffles(None if shared.house == HOST else count)

        self.shared = shared = SharedGame(
            game,
            self._clock,
            inner or Assistant(),
            records,
            changed=self._advance,
            accepts=self._accept,
            shuffled=shuffled,
        )
        if dealer is not None and shared.house != HOST:
            dealer.set_announced(shared.shuffles)
        if shared.house == HOST:
            self._host(game, shared, dealer)
        else:
            self._play_as_guest(game, shared)
        return shared

    def abandoned(self, header: Header) -> None:
        """Remember that nobody won this game, whose end is on the disk, so that the guests learn it."""
        self._abandoned = hosted_id(header)
        if self.host is not None:
            self.host.wake()

    def leave_game(self) -> None:
        """Stop sharing the game, because it has ended or another one begins."""
        self.shared = None
        if self.host is not None:
            self.host.play(None)
        if self.guest is not None:
            self.guest.play(None)

    def answer(self, yes: bool) -> None:
        """Take the answer of the people here to another house's question."""
        if self.host is not None:
            self.host.answer(yes)
        if self.guest is not None:
            self.guest.answer(yes)

    def signal(self, what: str, seat: str) -> None:
        """Send the other houses the signal `what` ("thumbs-up" or "one-moment") of the player at `seat`.

        Raise HousesError if the seat is in another house.
        """
        shared = self.shared
        if shared is None or seat not in shared.own:
            raise HousesError(words("signal.not-here", seat=seat))
        if self.host is not None:
            self.host.signal(what, seat)
        if self.guest is not None:
            self.guest.signal(what, seat)

    def _host(self, game: RunningGame, shared: SharedGame, dealer: Dealer | None) -> None:
        header, first = game.header, game.header.first_position()
        seats = {house: frozenset(letters) for house, letters in header.houses.items() if house != "own"}
        secret = None if dealer is None else dealer.secret
        hands = None if secret is None else HostHands(game.table, secret, first, shared.log)
        keeper = Keeper(game.table, first, shared.log, seats, hands)
        if self.host is not None:
            teams = ["".join(team) for team in teams_of(game.table)]
            hosted = Hosted(
                shared,
                keeper,
                hands,
                info_of(header),
                over=lambda: game.log.over is not None,
                final=lambda: game.log.final,
                ended=lambda: decided_end(game),
                wishes=EndWishes(teams, seats, self._ends.finish),
                secret=secret,
            )
            self.host.play(hosted)

    def _abandoned_game(self) -> str | None:
        return self._abandoned

    def _guest_ports(self) -> GuestPorts:
        return GuestPorts(
            begin=self._begin,
            trust=self._trust,
            revealed=self._revealed,
            ended=lambda end: self._ends.follow(self.shared, end),
            changed=self._changed,
        )

    def _begin(self, game: str, info: Json) -> None:
        """Begin the host's game with id `game`, unless people here are playing a game of their own."""
        now = self._table.game
        if now is not None and now.header.id == game:
            if self.shared is not None and info.get("you") == self.shared.house:
                # This table has joined the same host again, with another code.
                self._play_as_guest(now, self.shared)
            return
        if not (self._may_begin or now is None or now.header.houses or now.log.over is not None):
            return
        try:
            header = header_from(game, info, None if now is None else now.header, self._wall())
            self._table.begin_shared(header, self.attended)
        except (JokerboardError, EngineError) as error:
            self._table.trouble(TROUBLE, words("game.cannot-begin", why=error))
            return
        self._may_begin = False

    def _play_as_guest(self, game: RunningGame, shared: SharedGame) -> None:
        if self.guest is not None:
            self.guest.play(Joined(shared, self._hands))
            game.ending.asks_elsewhere = lambda concession: self._ask_to_end(game, concession)

    def _ask_to_end(self, game: RunningGame, concession: Concession | None) -> bool:
        """Ask the host to end the game; return False if this table is no guest any more."""
        if self.guest is not None:
            self._ends.ask(game, self.guest, concession)
        return self.guest is not None

    def _revealed(self, secret: str) -> None:
        game, dealer = self._table.game, self._table.dealer
        if game is not None and dealer is not None and game.log.final and not dealer.secret:
            dealer.reveal(secret)

    def _accept(self) -> Accepted | None:
        """The record that the host's own proposal becomes; None if there is none, or at a guest's table.

        A guest sends a report with its proposal to the host instead.
        """
        if self.guest is not None:
            self.guest.wake()
        return None if self.host is None else self.host.accept()

    def _advance(self) -> None:
        """Propose this table's changes of the shared log, and report how much of the log its board shows."""
        if self.host is not None:
            self.host.advance()
        if self.guest is not None:
            self.guest.wake()
        self._changed()

    def _linked(self) -> None:
        away = [text for text in self._sentences() if text is not None]
        playing = self.shared is not None
        self._table.trouble(TROUBLE, words("link.away") if away and playing else None)
        self._changed()

    def _changed(self) -> None:
        for changed in tuple(self._listeners):
            changed()
