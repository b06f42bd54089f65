"""The memory of simulated people: facts that no table shows, and the cards in their hands.

The memory is the file `people.json`: their game, the seed of its cards, how they play, whether they play at
all and how fast, and how many shuffles they have announced. At a table without readers it also holds the card
of each play, since no page shows it.

Hands are never stored: the engine deals them again from the seed and the cards played since. So the hands are
the same after a restart, and a takeback gives the card back. A card that was in no hand changes no hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from engine.cards import Card
from engine.dealing import Setup, State, deal, laid, setup_for, turn_begun, turn_ended
from engine.game import Action, begin, options
from engine.geometry import Seat
from engine.position import Position
from engine.table import Table
from jokerboard.host.errors import JokerboardError, StateDamagedError
from jokerboard.host.files import read_json, write_json
from jokerboard.players.dealer import Dealer
from jokerboard.simulation.people.choice_of_play import Strength

SLOWEST, FASTEST = 1.0, 50.0


Doing: TypeAlias = Literal["playing", "paused", "off"]
"""The state of the simulated people: they play, they pause, or there are none."""


@dataclass(frozen=True, slots=True)
class Memory:
    """Knowledge of the simulated people that nobody can see on the table."""

    game: str
    seed: str
    doing: Doing = "playing"
    speed: float = 1.0
    strengths: dict[str, str] = field(default_factory=dict)
    """How well each seat plays, by its letter; a missing seat plays greedily."""
    mistakes: float = 0.1
    """The share of turns in which something illegal is tried first."""
    used: dict[str, str] = field(default_factory=dict)
    """The card of each play, by its number, where no reader sees cards."""
    shuffles: int = 0
    """The number of shuffles that people have announced to the table."""
    places: dict[str, list[str]] = field(default_factory=dict)
    """The cards in the numbered places of each machine player, by seat letter."""

    def strength(self, letter: str) -> Strength:
        """The strength of the player at the seat with this letter."""
        return Strength(self.strengths.get(letter, Strength.GREEDY))

    def at(self, game: str, seed: str) -> Memory:
        """The memory at the beginning of the game with id `game`, whose cards are dealt from `seed`."""
        return replace(self, game=game, seed=seed, used={}, shuffles=0, places={})

    def with_card(self, n: int, card: str) -> Memory:
        """The memory with the card that is about to be used for play `n`."""
        return replace(self, used={**self.used, str(n): card})

    def save(self, path: Path) -> None:
        """Write the memory to the file."""
        write_json(path, asdict(self))

    @classmethod
    def load(cls, path: Path) -> Memory:
        """Read the memory from the file; raise StateDamagedError if the file is not a memory."""
        try:
            data = read_json(path)
            if set(data) - {each.name for each in fields(cls)}:
                raise ValueError("unknown fields")
            memory = cls(**data)
            if memory.doing not in get_args(Doing):
                raise ValueError(f"`doing` has the unknown value {memory.doing!r}")
            for word in memory.strengths.values():
                Strength(word)
            if not SLOWEST <= memory.speed <= FASTEST or not 0 <= memory.mistakes <= 1:
                raise ValueError("the speed or the share of mistakes is out of range")
            if type(memory.shuffles) is not int:
                raise TypeError("shuffles are counted in whole numbers")
        except OSError as error:
            raise JokerboardError(f"{path} cannot be read: {error.strerror}; move it aside") from error
        except (ValueError, KeyError, TypeError) as error:
            raise StateDamagedError(f"{path} is damaged: {error}") from error
        return memory


Seen = tuple[Seat, Card]
"""A seat, and a card that it was seen to play or discard."""


class DealtByTable:
    """The hands in a game whose cards the table deals; shuffles are announced by its dealer."""

    shuffles = 0

    def __init__(self, dealer: Dealer) -> None:
        self._dealer = dealer

    def follow(self, seen: Sequence[Seen]) -> None:  # noqa: ARG002
        """Let the table's dealer announce a shuffle, if the game has not announced it yet."""
        self._dealer.announce_shuffles()

    def hand(self, seat: Seat) -> tuple[Card, ...]:
        """The seat's cards."""
        return self._dealer.state.hands[seat]

    def options(self, position: Position) -> tuple[Action, ...]:
        """The legal plays and discards of the seat in turn, in this position and with its hand."""
        return options(begin(self._dealer.setup, self._dealer.state._replace(position=position, over=None)))


class Cards:
    """The hands in a game whose cards people deal themselves."""

    def __init__(self, table: Table, seed: str, dealer: Seat) -> None:
        self._setup: Setup = setup_for(table, seed, dealer)
        self._states: list[State] = [deal(self._setup)]
        self._seen: list[Seen] = []
        self.shuffles = 0
        """The number of times that the discards became a draw pile again."""

    def follow(self, seen: Sequence[Seen]) -> None:
        """Compute the hands after these cards: those of the plays in force, in the order of play."""
        same = 0
        while same < min(len(seen), len(self._seen)) and seen[same] == self._seen[same]:
            same += 1
        del self._states[same + 1 :]
        self._seen = list(seen)
        for seat, card in seen[same:]:
            self._states.append(self._after(self._states[-1], seat, card))
        self.shuffles = self._states[-1].shuffles - self._states[0].shuffles

    def hand(self, seat: Seat) -> tuple[Card, ...]:
        """The seat's cards."""
        return self._states[-1].hands[seat]

    def options(self, position: Position) -> tuple[Action, ...]:
        """The legal plays and discards of the seat in turn, in this position and with its hand."""
        state = self._states[-1]._replace(position=position, over=None)
        return options(begin(self._setup, state))

    def _after(self, state: State, seat: Seat, card: Card) -> State:
        if card in state.hands[seat]:
            state = turn_ended(self._setup, laid(state, seat, card), seat)
        table = self._setup.table
        turn = state.position.with_turn(table.next_seats[seat])
        return turn_begun(self._setup, state._replace(position=turn, last=seat))
