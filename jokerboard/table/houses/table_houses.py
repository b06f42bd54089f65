"""The houses of one table: it invites guests or joins a host, and its game is shared with them.

Calls belong to the table's own loop. The invitations are kept in the state directory; a start opens them
again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from engine.errors import EngineError
from engine.position import Position
from hardware.clock import Clock
from jokerboard.host.errors import JokerboardError, UsageError
from jokerboard.houses.changes import Json
from jokerboard.houses.channel import Channel, Side
from jokerboard.houses.code import Code
from jokerboard.houses.ends import EndWishes
from jokerboard.houses.english import words as house_words
from jokerboard.houses.errors import HousesError
from jokerboard.houses.guest import GuestHouse, GuestPorts, Joined
from jokerboard.houses.hands import GuestHands, HostHands
from jokerboard.houses.host import Hosted, HostHouse
from jokerboard.houses.invitations import Invitation, Invitations, Membership, load
from jokerboard.houses.keeper import HOST, Keeper
from jokerboard.houses.link import Link, Owner
from jokerboard.houses.seats import houses_of
from jokerboard.houses.shared_game import SharedGame
from jokerboard.houses.transports.port import Wire
from jokerboard.journal.games.header import Header
from jokerboard.journal.records import Record
from jokerboard.journal.signature import FILE as KEY
from jokerboard.journal.signature import signer_in
from jokerboard.players.dealer.dealer import Dealer
from jokerboard.table.houses.ending import GameEnds, abandoned_game, decided_end, hosted_id
from jokerboard.table.houses.game_info import header_from, info_of
from jokerboard.table.houses.house_state import state_of
from jokerboard.table.runtime.assistant import Assistant
from jokerboard.table.runtime.button_menu import Concession
from jokerboard.table.runtime.game_setup import teams_of
from jokerboard.table.runtime.running_game import RunningGame
from jokerboard.table.runtime.table import Table

TROUBLE = "houses"


@dataclass(frozen=True, slots=True)
class Ways:
    """How a table reaches others: `wire` opens one side of a rendezvous over an address."""

    wire: Callable[[str, Side, str], Wire]


class TableHouses:
    """The houses of one table, until `close`."""

    def __init__(
        self, table: Table, clock: Clock, directory: Path, ways: Ways, wall: Callable[[], str]
    ) -> None:
        """JokerboardError if the invitations cannot be read, or a library is missing."""
        self._table, self._clock, self._directory, self._ways, self._wall = (
            table,
            clock,
            directory,
            ways,
            wall,
        )
        self.invitations: Invitations = load(directory)
        self.host: HostHouse | None = None
        self.guest: GuestHouse | None = None
        self.shared: SharedGame | None = None
        self._listeners: list[Callable[[], None]] = []
        self._may_begin = False
        self.attended: bool | None = None
        """Whether simulated people play a game that begins because the host has begun it."""
        self._hands: GuestHands | None = None
        self._ends = GameEnds(table, clock)
        self._abandoned = abandoned_game(table.journal.newest_game() if self.invitations.guests else [])
        table.houses = self
        for invitation in self.invitations.guests:
            self._open(invitation)
        if self.invitations.host is not None:
            self._open_host(self.invitations.host)

    @property
    def fresh(self) -> bool:
        """Whether the boards invited are not those of the game in the journal: a new game has to begin."""
        records = self._table.journal.newest_game()
        houses = dict(records[0].data.get("houses", {})) if records else {}
        guests = {house: seats for house, seats in houses.items() if house not in ("own", HOST)}
        return bool(self.invitations.guests) and guests != self.invitations.houses

    def lines(self) -> list[str]:
        """The codes of this table as lines of text, for the terminal."""
        return [
            house_words("code.line", seats=", ".join(one.seats), code=one.code, via=one.via)
            for one in self.invitations.guests
        ]

    def on_change(self, changed: Callable[[], None]) -> None:
        """Call `changed` whenever the page has something new to show."""
        self._listeners.append(changed)

    def close(self) -> None:
        """Close every link."""
        for house in (self.host, self.guest):
            if house is not None:
                house.close()

    # Invitations.

    def invite(self, seats: str, via: str) -> Invitation:
        """Give these seats to another board, from the next game on; JokerboardError if that cannot be."""
        houses_of({**self.invitations.houses, "new": seats}, "ABCDEFGH")
        self.leave()
        self.invitations, new = self.invitations.invited(seats, via)
        self._open(new)
        self.invitations.save(self._directory)
        self._changed()
        return new

    def withdraw(self, house: str) -> None:
        """Withdraw that guest's code: it joins no more, and its board is told so."""
        if house not in self.invitations.houses:
            raise UsageError(house_words("guest.unknown", house=house))
        self.invitations = self.invitations.withdrawn(house)
        self.invitations.save(self._directory)
        if self.host is not None:
            self.host.remove(house)
        self._changed()

    def join(self, code: Code, via: str) -> None:
        """Become the guest of the table that gave this code."""
        if self.invitations.guests:
            raise HousesError(house_words("host.invites"))
        self.leave()
        member = Membership(code.text(), via)
        self._open_host(member)
        self._may_begin = True
        self.invitations = Invitations(host=member)
        self.invitations.save(self._directory)
        self._changed()

    def leave(self) -> None:
        """Be nobody's guest any more; the game on the board stays, and is played on alone."""
        if self.guest is None:
            return
        self.guest.close()
        self.guest = None
        self.invitations = replace(self.invitations, host=None)
        self.invitations.save(self._directory)
        self._table.trouble(TROUBLE, None)
        self._changed()

    # The game; see `jokerboard.table.runtime.table.Houses`.

    def given(self) -> dict[str, str]:
        """The seats of each guest of the next game."""
        return self.invitations.houses

    def dealer(self, game: RunningGame) -> Dealer | None:
        """The dealer of a game that another table deals; None for any other."""
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
        self, game: RunningGame, records: Sequence[Record], inner: Assistant, dealer: Dealer | None
    ) -> Assistant:
        """The Assistant of a shared game; `records`: those of the game in the journal."""
        self.shared = self._abandoned = None
        if not game.header.houses:
            return inner

        def shuffled(count: int) -> None:
            if dealer is not None:
                # The host's dealer counts by its own table, which this item follows.
                dealer.tell_shuffles(None if shared.house == HOST else count)

        self.shared = shared = SharedGame(
            game, self._clock, inner, records, changed=self._advance, shuffled=shuffled
        )
        if dealer is not None and shared.house != HOST:
            dealer.has_told(shared.shuffles)
        if shared.house == HOST:
            self._host(game, shared, dealer)
        else:
            self._play_as_guest(game, shared)
        return shared

    def abandoned(self, header: Header) -> None:
        """People have ended this game without a winner, and that is on the disk."""
        self._abandoned = hosted_id(header)
        if self.host is not None:
            self.host.wake()

    def leave_game(self) -> None:
        """The game has ended or is given up."""
        self.shared = None
        if self.host is not None:
            self.host.play(None)
        if self.guest is not None:
            self.guest.play(None)

    # The page.

    def answer(self, yes: bool) -> None:
        """The people here answer the question of another house."""
        if self.host is not None:
            self.host.answer(yes)
        if self.guest is not None:
            self.guest.answer(yes)

    def signal(self, what: str, seat: str) -> None:
        """A player here gives a sign to the other houses."""
        shared = self.shared
        if shared is None or seat not in shared.own:
            raise HousesError(house_words("signal.not-here", seat=seat))
        if self.host is not None:
            self.host.signal(what, seat)
        if self.guest is not None:
            self.guest.signal(what, seat)

    def state(self) -> Json:
        """The state for the page; see `house_state`."""
        return state_of(self.invitations, self.host, self.guest, self.shared)

    # Links.

    def _open(self, invitation: Invitation) -> None:
        if self.host is None:
            self.host = HostHouse(
                self._clock, signer_in(self._directory / KEY), self._changed, lambda: self._abandoned
            )
        host, house = self.host, invitation.house
        owner = Owner(
            compose=lambda: host.compose(house),
            receive=lambda message: host.receive(house, message),
            waits=lambda: host.waits(house),
            changed=self._linked,
        )
        host.add(house, self._link(invitation.code, invitation.via, "host", owner))
        host.links()[house].start()

    def _open_host(self, member: Membership) -> None:
        ports = GuestPorts(
            begin=self._begin,
            trust=self._trust,
            revealed=self._revealed,
            ended=lambda end: self._ends.follow(self.shared, end),
            changed=self._changed,
        )
        self.guest = guest = GuestHouse(self._clock, ports)
        owner = Owner(guest.compose, guest.receive, lambda: guest.waits, self._linked)
        guest.link = self._link(member.code, member.via, "guest", owner)
        guest.link.start()

    def _link(self, text: str, via: str, side: Side, owner: Owner) -> Link:
        code = Code.parse(text)
        return Link(self._clock, self._ways.wire(via, side, code.rendezvous), Channel(code, side), owner)

    # The host.

    def _host(self, game: RunningGame, shared: SharedGame, dealer: Dealer | None) -> None:
        header, first = game.header, self._first(game)
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

    def _first(self, game: RunningGame) -> Position:
        return Position.parse(game.header.position, game.table.rules.marbles_per_player)

    # The guest.

    def _begin(self, game: str, info: Json) -> None:
        """Begin the host's game, unless people play another one here."""
        now = self._table.game
        if now is not None and now.header.id == game:
            if self.shared is not None and info.get("you") == self.shared.house:
                self._play_as_guest(now, self.shared)  # it has joined again, with another code
            return
        if not (self._may_begin or now is None or now.header.houses or now.log.over is not None):
            return
        try:
            header = header_from(game, info, self._header_here(), self._wall())
            self._table.begin_shared(header, self.attended)
        except (JokerboardError, EngineError) as error:
            self._table.trouble(TROUBLE, house_words("game.cannot-begin", why=error))
            return
        self._may_begin = False

    def _play_as_guest(self, game: RunningGame, shared: SharedGame) -> None:
        if self.guest is not None:
            self.guest.play(Joined(shared, self._hands))
            game.asks_to_end = lambda concession: self._ask_to_end(game, concession)

    def _ask_to_end(self, game: RunningGame, concession: Concession | None) -> bool:
        """Ask the host to end the game; False if this table is nobody's guest any more."""
        if self.guest is not None:
            self._ends.ask(game, self.guest, concession)
        return self.guest is not None

    def _header_here(self) -> Header | None:
        return None if self._table.game is None else self._table.game.header

    def _trust(self, key: str) -> bool:
        member = self.invitations.host
        if member is None or member.key is not None:
            return member is not None and member.key == key
        self.invitations = Invitations(host=replace(member, key=key))
        self.invitations.save(self._directory)
        return True

    def _revealed(self, secret: str) -> None:
        game, dealer = self._table.game, self._table.dealer
        if game is not None and dealer is not None and game.log.final and not dealer.secret:
            dealer.reveal(secret)

    # What changes.

    def _advance(self) -> None:
        """The table wants something of the shared log, or has carried something."""
        if self.host is not None:
            self.host.advance()
            self.host.wake()
        if self.guest is not None:
            self.guest.wake()
        self._changed()

    def _linked(self) -> None:
        """A link was lost or is back."""
        away = [text for text in self._sentences() if text is not None]
        playing = self.shared is not None
        self._table.trouble(TROUBLE, house_words("link.away") if away and playing else None)
        self._changed()

    def _sentences(self) -> list[str | None]:
        links = [] if self.host is None else list(self.host.links().values())
        if self.guest is not None and self.guest.link is not None:
            links.append(self.guest.link)
        return [link.sentence() for link in links]

    def _changed(self) -> None:
        for changed in tuple(self._listeners):
            changed()
