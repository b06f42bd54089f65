"""The dealer of a table: it has every hand, lays chosen cards, and shows a hand to its seat only.

People on the page and machine players use it in the same way: each sees one hand, and lays a card of it.

Hands are computed from the referee's verdicts. All chance comes from a secret: the same secret and the same
verdicts give the same hands, so a restart needs only these two.

The secret from which a game's cards are dealt is in a private file of the state directory. It is not in the
journal, because the journal is published, exported and backed up in the clear. The journal has only the
secret's SHA-256, which shows whether a file belongs to the game.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any, Protocol

from engine.cards import Card
from engine.dealing import Setup, State, deal, laid, setup_for, turn_begun, turn_ended
from engine.errors import EngineError
from engine.geometry import Seat
from engine.must_play import must_play, playable
from engine.position import Position
from engine.referee.verdicts import Decision, Discard, Move, Over, Takeback, Verdict
from engine.table import Table
from jokerboard.host.errors import JokerboardError
from jokerboard.host.files import read_json, write_json
from jokerboard.journal.games.sentences import card_name
from jokerboard.players.game_ports import PlayedGame
from jokerboard.words.catalogue import words


class DealtHands:
    """The cards of all seats at one table."""

    def __init__(self, table: Table, secret: str, first: Seat) -> None:
        """Deal a game in which `first` plays first, so the seat before it is the dealer."""
        dealer = next(seat for seat in table.seats if table.next_seats[seat] == first)
        self.setup: Setup = setup_for(table, secret, dealer)
        self.state: State = deal(self.setup)
        """The state with every hand and pile after the verdicts taken."""
        self._before: dict[int, State] = {}

    def hand(self, seat: Seat) -> tuple[Card, ...]:
        """The cards that the seat holds, the newest last."""
        return tuple(self.state.hands[seat])

    @property
    def shuffles(self) -> int:
        """The number of shuffles; it grows when the discards become a draw pile."""
        return self.state.shuffles

    def take(self, verdict: Verdict) -> None:
        """Update the hands by one verdict."""
        match verdict:
            case Move(_, n, seat, card, _, position, _, amends):
                before = self.state if amends is None else self._before.get(amends, self.state)
                self._play(n, before, seat, card, position)
            case Discard(_, n, seat, card, position):
                self._play(n, self.state, seat, card, position)
            case Takeback(_, n, position):
                self.state = self._before.get(n, self.state)._replace(position=position)
            case Decision(_, "take-back", _, position, _, None):
                self.state = self._at(position)._replace(position=position)
            case Decision(_, _, _, position, _, n):
                # A decision that undoes earlier ones gives the cards back; any other one changes no hand.
                before = self.state if n is None else self._before.get(n, self.state)
                self.state = before._replace(position=position)
            case Over(_, team, _):
                self.state = self.state._replace(over=team)

    def _at(self, position: Position) -> State:
        """The newest known state with that position; the present state if none has it."""
        if self.state.position == position:
            return self.state
        found = (state for state in reversed(self._before.values()) if state.position == position)
        return next(found, self.state)

    def _play(self, n: int, before: State, seat: Seat, text: str, position: Position) -> None:
        """Take a laid card from the hand and draw for the seat; a card in no hand changes nothing."""
        self._before[n] = before
        state = before
        try:
            card = Card.parse(text)
        except EngineError:
            card = None
        if card is not None and card in state.hands[seat]:
            state = turn_ended(self.setup, laid(state, seat, card), seat)
        state = state._replace(stuck=self._stuck(before, seat, discard=position.bits == before.position.bits))
        self.state = turn_begun(self.setup, state._replace(position=position, last=seat))

    def _stuck(self, before: State, seat: Seat, *, discard: bool) -> tuple[int, ...]:
        """Each seat's number of consecutive discards without a legal play, including this turn."""
        ranks = [card.rank for card in before.hands[seat]]
        counts = list(before.stuck)
        forced = not discard or bool(playable(self.setup.table, before.position, ranks))
        counts[seat] = 0 if forced else counts[seat] + 1
        return tuple(counts)


SECRET_FILE = "dealt.json"


def digest(secret: str) -> str:
    """The SHA-256 of the secret, as the game's header holds it."""
    return hashlib.sha256(secret.encode()).hexdigest()


def keep_secret(directory: Path, secret: str) -> None:
    """Write the secret to a file that only this user can read; raise JokerboardError if the disk refuses."""
    path = directory / SECRET_FILE
    try:
        write_json(path, {"secret": secret}, private=True)
    except OSError as error:
        raise JokerboardError(words("deal.not-kept", path=path, why=error.strerror)) from error


def kept_secret(directory: Path, wanted: str) -> str | None:
    """The secret whose digest is `wanted`; None when the file is missing, damaged or of another game."""
    try:
        secret = str(read_json(directory / SECRET_FILE)["secret"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return secret if digest(secret) == wanted else None


class DealtGame(PlayedGame, Protocol):
    """The part of a running game that a dealer needs; see `jokerboard.table.runtime.running_game`."""

    first: Seat

    def lay(self, card: Card, seat: Seat) -> None:
        """Lay a card of that seat on the table, as if its reader had read it."""

    def reshuffle(self) -> None:
        """Announce that the discards became the draw pile."""


class Hands(Protocol):
    """The cards of all seats, as far as this table can see them."""

    @property
    def setup(self) -> Setup:
        """The agreed rules of the deal."""
        ...

    @property
    def state(self) -> State:
        """The present state, with every hand and pile."""
        ...

    @property
    def shuffles(self) -> int:
        """The number of times that the discards became a draw pile."""
        ...

    def hand(self, seat: Seat) -> tuple[Card, ...]:
        """The cards that the seat holds."""
        ...

    def take(self, verdict: Verdict) -> None:
        """Update the hands by one verdict of the table's referee."""


class Dealer:
    """Deals the cards of one game, from its secret and its verdicts."""

    def __init__(self, game: DealtGame, secret: str, hands: Hands | None = None) -> None:
        """`hands`: the cards that this table knows if another table deals; None if this table deals."""
        self._game = game
        self.secret = secret
        """The secret that determines every shuffle, shown after the game; empty if another table keeps it."""
        self._hands: Hands = DealtHands(game.table, secret, game.first) if hands is None else hands
        for verdict in game.past.verdicts:
            self._hands.take(verdict)
        self._announced = self._hands.shuffles
        game.listen(self._receive)

    @property
    def setup(self) -> Setup:
        """The agreed rules of the deal."""
        return self._hands.setup

    @property
    def state(self) -> State:
        """The state with every hand and pile; it must never be shown to a player."""
        return self._hands.state

    def hand(self, seat: Seat) -> tuple[Card, ...]:
        """The cards of one seat; they may be shown to that seat only."""
        return self._hands.hand(seat)

    def reveal(self, secret: str) -> None:
        """Take the secret from the table that dealt the cards, now that the game is final."""
        self.secret = secret

    def lay(self, seat: Seat, card: Card, *, instead: bool = False) -> None:
        """Lay a card of the seat in turn (`instead` of a laid one); raise JokerboardError if refused."""
        game, name = self._game, self._game.speaker.name
        turn = game.log.turn
        if game.log.over is not None:
            raise JokerboardError(words("deal.over"))
        if seat != turn:
            raise JokerboardError(words("deal.not-in-turn", turn=name(turn), who=name(seat)))
        if card not in self._hands.hand(seat):
            raise JokerboardError(words("deal.not-held", who=name(seat), card=card_name(str(card))))
        if game.card is not None and not instead:
            raise JokerboardError(words("deal.laid", who=name(seat)))
        ranks = [held.rank for held in self._hands.hand(seat)]
        forced = must_play(game.table, game.log.position, ranks)
        if forced and card.rank not in forced:
            raise JokerboardError(words("deal.must-play", who=name(seat), card=card_name(str(card))))
        self.announce_shuffles()
        game.lay(card, seat)

    def announce_shuffles(self, count: int | None = None) -> None:
        """Announce a shuffle unless the game has announced it: shuffle number `count`, or the newest one."""
        count = self._hands.shuffles if count is None else count
        if count != self._announced:
            self._announced = count
            self._game.reshuffle()

    def set_announced(self, count: int) -> None:
        """Set the number of shuffles that the resumed game has announced."""
        self._announced = count

    def _receive(self, announced: Any) -> None:
        self._hands.take(announced.verdict)
