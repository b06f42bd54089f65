"""Play games in C++ (`games.cc`), because learning needs millions of positions.

`compiled` builds the library in a temporary folder with the computer's C++ compiler. The compiler must not
rearrange floating-point operations, so equal seeds give equal games with every compiler.
"""

from __future__ import annotations

import ctypes
import os
import shlex
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from engine.strategy.features import COUNT
from engine.table import Table

_FLAGS = ("-O3", "-ffp-contract=off", "-std=c++17", "-shared", "-fPIC")
_SWITCHES = (
    "sides",
    "ace_11",
    "two_swap",
    "nine_any",
    "nine_each",
    "seven_rest",
    "nine_rest",
    "joker_forced",
    "one_to_start",
    "help_any",
    "hand_size",
    "draw_first",
    "own_pile",
    "packs",
    "jokers",
)
Numbers: TypeAlias = Sequence[float] | np.ndarray[Any, Any]
"""The weights of a player, which the numbers of a network may follow; then it plays by both."""
_MOMENTS, _FEATURES = 400, 130
"""Memory is reserved for this many positions of a game, and this many features of a position."""


class LibraryError(RuntimeError):
    """The C++ library cannot be built."""


class Rules(ctypes.Structure):
    """The structure of `rules.h` for rule set and number of players."""

    _fields_ = [(name, ctypes.c_int) for name in _SWITCHES]


class Player(ctypes.Structure):
    """The structure of `eyes.h` for a player: the weights, and a network, which may be null."""

    _fields_ = [("weights", ctypes.c_void_p), ("network", ctypes.c_void_p)]


@dataclass(frozen=True, slots=True)
class Batch:
    """Positions of games as arrays: the features of all, the end of each one's features, its target value."""

    features: Any
    ends: Any
    worths: Any

    def part(self, first: int, end: int) -> Batch:
        """The positions numbered `first` to `end` - 1."""
        begin = int(self.ends[first - 1]) if first else 0
        ends = self.ends[first:end]
        last = int(ends[-1]) if len(ends) else begin
        return Batch(self.features[begin:last].copy(), ends - np.int32(begin), self.worths[first:end].copy())


@cache
def compiled(flags: tuple[str, ...] = _FLAGS) -> Any:
    """Build and load the library of `games.cc`; raise LibraryError without a working C++ compiler."""
    compiler = shlex.split(os.environ.get("CXX", "c++"))
    library = Path(tempfile.mkdtemp(prefix="learn-")) / "games.so"
    source = Path(__file__).with_name("games.cc")
    try:
        subprocess.run([*compiler, *flags, "-o", str(library), str(source)], check=True, capture_output=True)
    except FileNotFoundError:
        raise LibraryError(
            f"There is no C++ compiler {compiler[0]!r}: install g++ or clang, or name one with CXX=..."
        ) from None
    except subprocess.CalledProcessError as error:
        first = error.stderr.decode(errors="replace").strip().partition("\n")[0]
        raise LibraryError(f"{compiler[0]} cannot compile {source.name}: {first}") from None
    loaded = ctypes.CDLL(str(library))
    for name in ("moments", "match", "results", "features"):
        getattr(loaded, name).restype = ctypes.c_long
    for name in ("newton", "descend"):
        getattr(loaded, name).restype = ctypes.c_double
    if loaded.count() != COUNT:
        raise LibraryError(f"eyes.h has {loaded.count()} features, engine/strategy/features.py {COUNT}")
    return loaded


def rules_of(table: Table) -> Rules:
    """The table's rules as the library's structure; raise LibraryError if it does not support them."""
    rules, players = table.rules, len(table.seats)
    if table.team_count != 2 or players != table.sides or players % 2:
        raise LibraryError(f"learning plays with two teams and no idle side, not {players} at {table.sides}")
    return Rules(
        sides=players,
        ace_11=rules.ace_11,
        two_swap=rules.two_swap,
        nine_any=rules.nine_mode == "any_way",
        nine_each=rules.nine_mode == "one_each_way",
        seven_rest=rules.seven_remainder_to_partner,
        nine_rest=rules.nine_remainder_to_partner,
        joker_forced=rules.joker_forced == "only_play",
        one_to_start=rules.in_spot_same_colour == "one_to_start",
        help_any=rules.help_order == "any",
        hand_size=rules.hand_size,
        draw_first=rules.draw_first,
        own_pile=rules.draw_pile == "own",
        packs=rules.decks_for(players),
        jokers=rules.jokers_for(players),
    )


def moments(
    table: Table,
    player: Numbers,
    rival: Numbers,
    *,
    versus: float,
    noise: float,
    seed: int,
    games: int,
    share: float,
    trace: float,
) -> Batch:
    """Play games; return a share of their positions. The arguments are explained in `games.cc`."""
    most = int(games * _MOMENTS * max(share, 0.1)) + _MOMENTS
    features = np.zeros(most * _FEATURES, np.int16)
    ends, worths = np.zeros(most, np.int32), np.zeros(most, np.float32)
    one, other = np.asarray(player, np.float32), np.asarray(rival, np.float32)
    count = compiled().moments(
        ctypes.byref(rules_of(table)),
        ctypes.byref(player_of(one)),
        ctypes.byref(player_of(other)),
        ctypes.c_double(versus),
        ctypes.c_double(noise),
        ctypes.c_uint64(seed),
        games,
        ctypes.c_double(share),
        ctypes.c_double(trace),
        address(features),
        ctypes.c_long(len(features)),
        address(ends),
        address(worths),
        ctypes.c_long(most),
    )
    return Batch(features[: ends[count - 1]].copy(), ends[:count].copy(), worths[:count].copy())


def match(table: Table, one: Numbers, two: Numbers, deals: int, seed: int) -> tuple[float, float, float]:
    """Play each deal twice; return the share of wins of `one`, half its 95 % interval, and the mean turns."""
    won = np.zeros(deals, np.int32)
    a, b = np.asarray(one, np.float32), np.asarray(two, np.float32)
    turns = compiled().match(
        ctypes.byref(rules_of(table)),
        ctypes.byref(player_of(a)),
        ctypes.byref(player_of(b)),
        ctypes.c_uint64(seed),
        deals,
        address(won),
    )
    shares = won / 2
    return float(shares.mean()), 1.96 * float(shares.std()) / deals**0.5, turns / (2 * deals)


def player_of(numbers: Any) -> Player:
    """The library's structure of a player; `numbers` must live as long as the structure."""
    start = numbers.ctypes.data
    return Player(start, start + COUNT * numbers.itemsize if len(numbers) > COUNT else None)


def address(array: Any) -> ctypes.c_void_p:
    """A pointer to the numbers of an array, which the pointer keeps alive."""
    pointer: ctypes.c_void_p = array.ctypes.data_as(ctypes.c_void_p)
    return pointer
