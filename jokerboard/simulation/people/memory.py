"""The people's memory between two starts of the service, in the file `people.json`.

It holds their game, the seed of its cards, how they play, whether they play at all and how fast, and how many
shuffles they have announced. At a table without readers it also holds the card of each play, since no page
shows it.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from jokerboard.host.errors import JokerboardError, StateDamagedError
from jokerboard.host.files import read_json, write_json
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
