"""One table: its state directory, its journal, its board, and the game on it.

The same code runs on virtual time or an event loop, and on a real or a simulated board: clock, writer and
board source are arguments.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from engine.geometry import seat_of
from engine.strategy.levels import level_named
from hardware.clock import Clock
from hardware.layout import Shape
from jokerboard.host.errors import JokerboardError
from jokerboard.host.files import StateDirectory
from jokerboard.houses.keeper import HOST
from jokerboard.journal.games.header import Header
from jokerboard.journal.games.resumed_game import ResumedGame, fold
from jokerboard.journal.records import CLOCK_UNSET, Entry, Json, Kind, Record
from jokerboard.journal.store import Journal
from jokerboard.journal.writer import Writer
from jokerboard.players.card_sources import CardSource, DealtCards, PlacedHands, RealCards, SentCards
from jokerboard.players.dealer import Dealer, digest, keep_secret, kept_secret
from jokerboard.players.game_ports import Assistant
from jokerboard.players.levels import PAUSE, checked
from jokerboard.players.players import MachinePlayers
from jokerboard.players.thinking import Think, direct
from jokerboard.table.runtime.board_source import BoardSource, Lamps, OpenBoard
from jokerboard.table.runtime.game_setup import Wanted, header_for
from jokerboard.table.runtime.running_game import RunningGame
from jokerboard.table.runtime.troubles import Troubles
from jokerboard.words.catalogue import words


class Houses(Protocol):
    """The other boards of a shared game: the part of `TableHouses` that a table calls."""

    def given(self) -> Mapping[str, str]:
        """The letters of the seats of each guest in the next game."""
        ...

    def dealer(self, game: RunningGame) -> Dealer | None:
        """The dealer of a game whose cards another table deals; None for any other game."""
        ...

    def attend(
        self, game: RunningGame, records: Sequence[Record], inner: Assistant | None, dealer: Dealer | None
    ) -> Assistant | None:
        """The Assistant of a game, made around `inner`; `records`: the game's records in the journal."""
        ...

    def leave_game(self) -> None:
        """Stop sharing the game, because it has ended or another one begins."""

    def abandoned(self, header: Header) -> None:
        """Remember that this game, whose end is on the disk, has no winner."""


class Table:
    """One table in one state directory."""

    def __init__(
        self,
        clock: Clock,
        state: StateDirectory,
        journal: Journal,
        writer: Writer,
        boards: BoardSource,
        *,
        wall: Callable[[], str],
        clock_set: Callable[[], bool] = lambda: True,
        seed: str,
        secret: Callable[[], str] = lambda: secrets.token_hex(16),
        pause: float = PAUSE,
        think: Think = direct,
    ) -> None:
        """`wall` returns the wall clock's time in ISO form; `seed` is the source of all random numbers.

        `secret` returns a new secret from which a game's cards are dealt. `pause`: `machine_pause` of the
        configuration; `think` runs the computations of machines.
        """
        self._secret = secret
        self._pause, self._think = pause, think
        self.machines: MachinePlayers | None = None
        """The machine players and hints; None if the game has needed neither, and no play goes to them."""
        self.dealer: Dealer | None = None
        """The dealer of a game without paper cards; None with paper cards."""
        self.houses: Houses | None = None
        """The other boards that play along, if any do."""
        self._clock, self._state, self._writer = clock, state, writer
        self._wall, self._clock_set, self._seed = wall, clock_set, seed
        self.journal = journal
        self.boards = boards
        self.number = journal.game
        """The number of the newest game; 0 before the first."""
        self._starters: list[Callable[[], None]] = []
        self.troubles = Troubles()
        self.latest: str | None = None
        """The wall clock's time when the resumed game began or was last resumed, whichever is later."""
        self.game: RunningGame | None = None
        """The game on the board, kept after its end until another begins."""
        self.board: OpenBoard | None = None
        """The open board of the game; None without a game."""

    @property
    def lamps(self) -> Lamps | None:
        """The colours of the board's LEDs; None without a board."""
        return None if self.board is None else self.board.lamps

    @property
    def shape(self) -> Shape:
        """The shape of the board; see hardware.layout."""
        return "polygon" if self.board is None else self.board.shape

    @property
    def time(self) -> str:
        """The wall clock's time in ISO form."""
        return self._wall()

    @property
    def last_event_at(self) -> float:
        """The clock time of the last device event; 0 without a game."""
        return 0.0 if self.game is None else self.game.last_event_at

    @property
    def directory(self) -> Path:
        """The state directory."""
        return self._state.path

    def trouble(self, what: str, text: str | None) -> None:
        """Report a fault of the machine as a sentence, or its end (None)."""
        self.troubles.report(what, text)

    def on_game(self, begun: Callable[[], None]) -> None:
        """Call `begun` whenever a game begins or ends."""
        self._starters.append(begun)

    def resume(self, attended: bool = False) -> bool:
        """Resume the journal's last game; return False if there is none, or if it was abandoned.

        A game is resumed only on the kind of board, real or simulated, that it began on.

        `attended`: whether simulated people sit down if none sat there before the restart.
        """
        records = self.journal.newest_game()
        if not records:
            return False
        self.number = records[0].game
        past = fold(records)
        times = [past.header.begun, *(r.data["at"] for r in records if r.kind is Kind.RESUMED)]
        self.latest = max(times)
        if past.abandoned or past.header.simulated is not self.boards.simulated:
            return False
        board = self.boards.resume(past, self.troubles, attended)
        self._start(past, board, self._kept_secret(past.header), records)
        return True

    def begin(
        self, wanted: Wanted, *, attended: bool | None = None, by: str = "", order: Json | None = None
    ) -> None:
        """Begin a new game on a board set up for it; a game in progress is abandoned.

        `attended`: whether simulated people play; None keeps the previous choice. `by`: the place of the
        buttons at which people asked for the game; `order`: the record of the director's order for it. Raise
        UsageError if the game is impossible, BoardMissing if the board is lost; then the game in progress
        goes on.
        """
        self.boards.refuse_lost()
        if self.houses is not None:
            wanted = replace(wanted, guests=self.houses.given())
        seed = f"{self._seed}:{self.number + 1}"
        identity = hashlib.sha256(f"{seed}:{self.journal.hash}".encode()).hexdigest()[:12]
        simulated = self.boards.simulated
        header = header_for(wanted, id=identity, begun=self._wall(), seed=seed, simulated=simulated)
        secret = self._secret() if wanted.dealt else None
        if secret is not None:
            header = replace(header, deal=digest(secret))
            keep_secret(self._state.path, secret)
        self._begin(header, secret, attended, by, order)

    def begin_shared(self, header: Header, attended: bool | None = None) -> None:
        """Begin a game that another table has begun; raise BoardMissing if the board is lost.

        `attended`: whether simulated people play at this table; None keeps the previous choice.
        """
        self.boards.refuse_lost()
        self._begin(replace(header, simulated=self.boards.simulated), None, attended, "", None)

    def _begin(
        self, header: Header, secret: str | None, attended: bool | None, by: str, order: Json | None
    ) -> None:
        if not self._clock_set():
            header = replace(header, clock=CLOCK_UNSET["clock"])
        # One transaction holds the end and the new game's records, so a crash leaves both or neither.
        ended = self._end(by)
        self.number += 1
        try:
            board = self.boards.set_up(ResumedGame(self.number, header), attended)
        except JokerboardError:
            self._writer.put(ended)
            raise
        past = ResumedGame(self.number, replace(header, board=board.title))
        ordered = [] if order is None else [Entry(self.number, Kind.ORDER, order)]
        self._writer.put([*ended, Entry(self.number, Kind.GAME, past.header.to_json()), *ordered])
        self._start(past, board, secret)

    def abandon(self) -> None:
        """End the game in progress, if there is one, without a winner."""
        game, houses = self.game, self.houses
        unwon = game is not None and game.log.over is None
        ended = self._end()

        def kept() -> None:
            if game is not None and houses is not None and unwon:
                houses.abandoned(game.header)

        self._writer.put(ended, kept)

    def keep_order(self, record: Json) -> None:
        """Record the result of an order that changes nothing in the game, under the newest game's number."""
        self._writer.put([Entry(self.number, Kind.ORDER, record)])

    def names(self, names: dict[str, str]) -> None:
        """Set the players' names, by seat letter."""
        if self.game is None:
            raise JokerboardError(words("names.no-game"))
        self.game.name(names)

    def machine(self, letter: str, level: str | None) -> None:
        """Let a machine of that level play a seat from now on, or people (None), and announce it.

        A person who takes over a machine's seat sees its dealt hand. This is allowed once a game at each
        seat, so that nobody inspects a machine's hand between two of its plays. Raise JokerboardError if it
        is impossible.
        """
        game = self.game
        if game is None:
            raise JokerboardError(words("machine.no-game"))
        if letter not in game.header.own_seats:
            raise JokerboardError(words("machine.elsewhere", letter=letter))
        levels = {at: how for at, how in game.header.machines.items() if at != letter}
        if level is not None:
            seats, dealt = game.header.seats, game.header.deal is not None
            levels = checked(levels | {letter: level}, seats, game.header.cards, dealt)
        elif letter not in game.header.machines:
            raise JokerboardError(words("machine.none", letter=letter))
        elif game.header.deal is not None and letter in game.left_by_machines:
            raise JokerboardError(words("machine.left-before", who=game.speaker.name(seat_of(letter))))
        machines = self.machines or self._late_machines(game)
        machines.set_level(seat_of(letter), level)
        game.keep_machines(levels)
        who = game.speaker.name(seat_of(letter))
        if level is None:
            dealt = game.header.deal is not None
            game.note(words("machine.left-dealt" if dealt else "machine.left", who=who))
        else:
            game.note(words("machine.plays", who=who, level=level))

    def settle(self, within: float) -> None:
        """Wait at most `within` seconds until everything is on the disk."""
        self._writer.drain(within)

    def close(self) -> None:
        """Record everything, stop, and close the writer too."""
        self._stop()
        self._writer.close()
        self._state.close()

    def _kept_secret(self, header: Header) -> str | None:
        """The secret of a resumed game's deal; None if another table or nobody deals.

        If the secret is lost, no cards are dealt, and the page reports that.
        """
        if header.deal is None or header.houses.get("own", HOST) != HOST:
            return None
        secret = kept_secret(self._state.path, header.deal)
        if secret is None:
            self.troubles.report("cards", words("deal.lost"))
        return secret

    def _start(
        self, past: ResumedGame, board: OpenBoard, secret: str | None, records: Sequence[Record] = ()
    ) -> None:
        self.board = board
        self.game = RunningGame(
            past,
            clock=self._clock,
            devices=board.devices,
            device_map=board.device_map,
            writer=self._writer,
            wall=self._wall,
            clock_set=self._clock_set,
            troubles=self.troubles,
            another=self._another,
            abandon=self.abandon,
        )
        self.dealer = None if secret is None else Dealer(self.game, secret)
        if self.houses is not None and self.dealer is None:
            self.dealer = self.houses.dealer(self.game)
        header = past.header
        needed = header.machines or past.left or header.houses or self.dealer or header.mode == "training"
        self.machines = self._machine_players(self.game) if needed else None
        assistant: Assistant | None = self.machines
        if self.houses is not None:
            assistant = self.houses.attend(self.game, records, self.machines, self.dealer)
        self.game.attend(assistant, self.dealer)
        self.boards.attend(self.game)
        self._notify()
        self.game.start()

    def _late_machines(self, game: RunningGame) -> MachinePlayers:
        self.machines = machines = self._machine_players(game)
        game.attend(machines, self.dealer)
        machines.begin()
        machines.started()
        return machines

    def _machine_players(self, game: RunningGame) -> MachinePlayers:
        header = game.header
        cards: CardSource | None = None
        if self.dealer is not None:
            dealt_here = header.houses.get("own", HOST) == HOST
            cards = DealtCards(self.dealer) if dealt_here else SentCards(self.dealer)
        elif header.cards != "none" and header.deal is None:
            hands = PlacedHands(self._state.path, header.id)
            cards = RealCards(game.table, game.log, game.first, hands)
        levels = {seat_of(at): level_named(level) for at, level in header.machines.items()}
        return MachinePlayers(game, self._clock, levels, cards, pause=self._pause, think=self._think)

    def _end(self, by: str = "") -> list[Entry]:
        """Stop the game and return its last records, which the caller must write."""
        entries = [] if self.game is None else self.game.last_records(by)
        self._stop()
        return entries

    def _stop(self) -> None:
        had, board = self.game, self.board
        self.boards.leave()
        if self.houses is not None:
            self.houses.leave_game()
        if had is not None:
            had.close()
        if board is not None:
            board.close()
        self.game = self.board = self.dealer = self.machines = None
        if had is not None:
            self._notify()

    def _another(self, place: str) -> None:
        """Begin another game with the same settings, as people asked at the buttons of `place`."""
        assert self.game is not None
        self.begin(Wanted.like(self.game.header, self.game.speaker.by_letter), by=place)

    def _notify(self) -> None:
        for changed in self._starters:
            changed()
