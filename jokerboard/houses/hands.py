"""The dealt cards of a shared game: the host computes them, a guest gets them from the host.

The host deals. A guest gets only the hands of its own seats, and stores them in a private file, so that its
people see their cards after a power cut too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from engine.cards import Card
from engine.dealing import Setup, State, setup_for
from engine.geometry import Seat, seat_letter, seat_of
from engine.position import Position
from engine.referee.verdicts import Discard, Move, Verdict
from engine.table import Table
from jokerboard.host.errors import JokerboardError
from jokerboard.host.files import read_json, write_json
from jokerboard.houses.changes import Change, Item, SharedLog, play_of
from jokerboard.journal.games.game_log import GameLog
from jokerboard.players.dealer import DealtHands
from jokerboard.players.seat_views import dealer_of, open_state

FILE = "shared-hands.json"


class HostHands:
    """The cards of all seats after the newest record of the shared log."""

    def __init__(self, table: Table, secret: str, first: Position, log: SharedLog) -> None:
        """`first`: the position in which the game begins."""
        self._table = table
        self._hands = DealtHands(table, secret, first.turn)
        self._states: list[State] = [self._hands.state]
        self._dealt = self._hands.shuffles
        self._n = 0
        for entry in log.entries:
            self.take(entry.change)

    def take(self, change: Change) -> None:
        """Update the cards by one change of the shared log."""
        self._hands.state = self._states[change.keep]
        del self._states[change.keep + 1 :]
        if change.item is not None:
            self._play(change.item)
            self._states.append(self._hands.state)

    def shuffles_before(self, place: int) -> int:
        """The number of shuffles before the play number `place` of the shared log, counted from 0."""
        return self._states[place].shuffles - self._dealt

    def of(self, seat: str) -> tuple[str, ...]:
        """The cards of a seat as text."""
        return tuple(str(card) for card in self._hands.hand(seat_of(seat)))

    @property
    def shuffles(self) -> int:
        """The number of shuffles since the cards were dealt."""
        return self._hands.shuffles - self._dealt

    def _play(self, item: Item) -> None:
        self._n += 1
        after = Position.parse(item.after, self._table.rules.marbles_per_player)
        if not item.seat:
            self._hands.state = self._hands.state._replace(position=after)
            return
        seat, play = seat_of(item.seat), play_of(item, self._table.board)
        verdict: Verdict = Discard(0.0, self._n, seat, item.card, after)
        if play.legs:
            verdict = Move(0.0, self._n, seat, item.card, play, after)
        self._hands.take(verdict)


class GuestHands:
    """The cards of this house's seats: as the host sent them last, without the cards played since."""

    def __init__(
        self,
        table: Table,
        log: GameLog,
        first: Seat,
        game: str,
        directory: Path,
        played: Callable[[], Sequence[Item]],
        shuffled_at: Callable[[int], int],
    ) -> None:
        """`game`: the game's id; `played` returns this table's plays that the shared log does not have yet.

        `shuffled_at(k)` returns the number of the last play before the k-th shuffle.
        """
        self._table, self._log, self._game, self._path = table, log, game, directory / FILE
        self._played, self._shuffled_at = played, shuffled_at
        self.setup: Setup = setup_for(table, "", dealer_of(table, first))
        self.shuffles = 0
        self._n = -1
        self._cards: dict[str, tuple[str, ...]] = {}
        self._load()

    def set(self, cards: Mapping[str, tuple[str, ...]], n: int, shuffles: int) -> bool:
        """Take the hands after `n` records; return whether they are new."""
        if n < self._n or (dict(cards), shuffles) == (self._cards, self.shuffles):
            return False
        self._cards, self._n, self.shuffles = dict(cards), n, shuffles
        data = {"game": self._game, "n": n, "shuffles": shuffles, "cards": self._cards}
        try:
            write_json(self._path, data, private=True)
        except OSError as error:
            raise JokerboardError(
                f"the dealt cards cannot be kept in {self._path}: {error.strerror}"
            ) from error
        return True

    @property
    def state(self) -> State:
        """The state of the game as this house sees it, with the other hands and the piles empty."""
        state = open_state(self.setup, self._log, self._log.turn, (), self._shuffled_at(self.shuffles))
        return state._replace(hands=tuple(self.hand(seat) for seat in range(self._table.sides)))

    def hand(self, seat: Seat) -> tuple[Card, ...]:
        """The cards of a seat of this house; empty for a seat of another house."""
        letter = seat_letter(seat)
        cards = list(self._cards.get(letter, ()))
        for item in self._played():
            if item.seat == letter and item.card in cards:
                cards.remove(item.card)
        return tuple(Card.parse(card) for card in cards)

    def take(self, verdict: Verdict) -> None:
        """Do nothing: the host follows the game and sends new hands."""

    def _load(self) -> None:
        try:
            data = read_json(self._path)
            if data["game"] == self._game:
                self._cards = {seat: tuple(map(str, cards)) for seat, cards in data["cards"].items()}
                self._n, self.shuffles = int(data["n"]), int(data["shuffles"])
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            self._cards = {}  # The host sends the lost cards again.
