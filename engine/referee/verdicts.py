"""The referee's verdicts: one frozen value for each, and its JSON form (section 4 of the contract).

`to_json` and `from_json` are exact inverses; `t` is the time at which the verdict was known. Plays and
positions are kept as engine values, so a verdict can be folded without parsing anything twice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from engine.geometry import Board, Hole, Seat, seat_letter, seat_of
from engine.play import Play
from engine.position import Position
from engine.text import SAY, decoded

Json: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Owed:
    """A bumped marble of seat `marble` that is not yet in one of the holes `to`."""

    marble: Seat
    to: tuple[Hole, ...]


@dataclass(frozen=True, slots=True)
class PutBack:
    """One marble to carry from its present hole to the hole where it belongs."""

    source: Hole
    target: Hole


@dataclass(frozen=True, slots=True)
class NextTurn:
    """The verdict that it is `seat`'s turn."""

    t: float
    seat: Seat


@dataclass(frozen=True, slots=True)
class Move:
    """Play `n`; `card` is its text, or every rank that explains it; `amends` the `n` it replaces."""

    t: float
    n: int
    seat: Seat
    card: str
    play: Play
    position: Position
    owing: tuple[Owed, ...] = ()
    amends: int | None = None


@dataclass(frozen=True, slots=True)
class Discard:
    """A card that was laid and not played, as the rules allow."""

    t: float
    n: int
    seat: Seat
    card: str
    position: Position


@dataclass(frozen=True, slots=True)
class Illegal:
    """An illegal board: `code` and `text` describe it, `holes` its places, `put_back` the correction."""

    t: float
    seat: Seat
    code: str
    text: str
    holes: tuple[Hole, ...] = ()
    put_back: tuple[PutBack, ...] = ()


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """A question, because plays look alike: lifting and replacing `touch[i]` chooses `candidates[i]`."""

    t: float
    seat: Seat
    candidates: tuple[Play, ...]
    touch: tuple[Hole, ...]


@dataclass(frozen=True, slots=True)
class Restored:
    """The board again agrees with the position."""

    t: float


@dataclass(frozen=True, slots=True)
class Takeback:
    """Play `n` is undone; `position` is the position before it."""

    t: float
    n: int
    position: Position


A_NEW_GAME = "a new game"
"""The reason of the decision by which people begin a new game."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A human referee decided; `position` is the resulting position, `why` their reason, if they gave one.

    `n` is given if an earlier decision is undone: the number of the first play that is undone, or one more
    than the last play's. The referee announces no takebacks of the plays before that earlier decision.
    """

    t: float
    decision: str
    by: str
    position: Position
    why: str = ""
    n: int | None = None


@dataclass(frozen=True, slots=True)
class Fault:
    """A sensor or a device cannot be trusted; exactly one of `hole` and `device` is given."""

    t: float
    text: str
    hole: Hole | None = None
    device: str | None = None
    ok: bool = False
    """Whether the sensor or device can be trusted again."""


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer that `ok` accepts and `back` declines; `what` is `new-game`."""

    t: float
    what: str


@dataclass(frozen=True, slots=True)
class Over:
    """The game is won by `team`, its seats in order."""

    t: float
    team: tuple[Seat, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class Final:
    """The won game is final: only a decision reopens it now, and what was hidden may be shown."""

    t: float
    position: Position


Verdict: TypeAlias = (
    NextTurn
    | Move
    | Discard
    | Illegal
    | Ambiguous
    | Restored
    | Takeback
    | Decision
    | Fault
    | Offer
    | Over
    | Final
)


KINDS: dict[str, tuple[type, tuple[str, ...]]] = {
    "turn": (NextTurn, ("seat",)),
    "move": (Move, ("n", "seat", "card", "play", "position", "owing", "amends")),
    "discard": (Discard, ("n", "seat", "card", "position")),
    "illegal": (Illegal, ("seat", "code", "text", "holes", "put_back")),
    "ambiguous": (Ambiguous, ("seat", "candidates", "touch")),
    "restored": (Restored, ()),
    "takeback": (Takeback, ("n", "position")),
    "decision": (Decision, ("decision", "by", "position", "why", "n")),
    "fault": (Fault, ("hole", "device", "text", "ok")),
    "offer": (Offer, ("what",)),
    "over": (Over, ("team", "position")),
    "final": (Final, ("position",)),
}
"""For each kind in the contract: the class, and its fields in the order in which they are written."""
_KIND_OF = {kind: name for name, (kind, _) in KINDS.items()}
_OPTIONAL: dict[str, dict[str, Any]] = {
    "move": {"amends": None},
    "decision": {"why": "", "n": None},
    "fault": {"hole": None, "device": None, "ok": False},
}
"""By the kind: the fields that are left out where they have this value."""
_WRITE: dict[str, Callable[[Any, Board], Any]] = {
    "seat": lambda seat, _: seat_letter(seat),
    "team": lambda seats, _: [seat_letter(seat) for seat in seats],
    "play": lambda play, board: play.text(board),
    "candidates": lambda plays, board: [play.text(board) for play in plays],
    "position": lambda position, _: position.line(),
    "hole": lambda hole, board: board.name(hole),
    "holes": lambda holes, board: [board.name(hole) for hole in holes],
    "touch": lambda holes, board: [board.name(hole) for hole in holes],
    "owing": lambda owing, board: [
        {"marble": seat_letter(owed.marble), "to": [board.name(hole) for hole in owed.to]} for owed in owing
    ],
    "put_back": lambda steps, board: [
        {"from": board.name(step.source), "to": board.name(step.target)} for step in steps
    ],
}
"""For each field the function that writes its value; other fields are written unchanged."""
_READ: dict[str, Callable[[Any, Board, int], Any]] = {
    "seat": lambda letter, *_: seat_of(letter),
    "team": lambda letters, *_: tuple(seat_of(letter) for letter in letters),
    "play": lambda text, board, _: Play.parse(text, board),
    "candidates": lambda texts, board, _: tuple(Play.parse(text, board) for text in texts),
    "position": lambda line, _, per_seat: Position.parse(line, per_seat),
    "hole": lambda name, board, _: board.hole(name),
    "holes": lambda names, board, _: tuple(board.hole(name) for name in names),
    "touch": lambda names, board, _: tuple(board.hole(name) for name in names),
    "owing": lambda owing, board, _: tuple(
        Owed(seat_of(each["marble"]), tuple(board.hole(name) for name in each["to"])) for each in owing
    ),
    "put_back": lambda steps, board, _: tuple(
        PutBack(board.hole(step["from"]), board.hole(step["to"])) for step in steps
    ),
    "why": lambda text, *_: str(text),
    "what": lambda text, *_: str(text),
    "ok": lambda flag, *_: bool(flag),
}


def to_json(verdict: Verdict, board: Board) -> Json:
    """The contract's object for `verdict`, ready for `json.dumps`."""
    kind = _KIND_OF[type(verdict)]
    optional = _OPTIONAL.get(kind, {})
    out: Json = {"t": verdict.t, "kind": kind}
    for name in KINDS[kind][1]:
        value = getattr(verdict, name)
        if name not in optional or value != optional[name]:
            out[name] = _WRITE[name](value, board) if name in _WRITE else value
    return out


def from_json(obj: Mapping[str, Any], board: Board, per_seat: int = 5) -> Verdict:
    """The verdict in the contract's object; raise KeyError or NotationError if it is malformed.

    A position line does not contain the number of marbles of a seat, so `per_seat` gives it.
    """
    if obj["kind"] not in KINDS:
        raise KeyError(f"no verdict is called {obj['kind']!r}")
    kind, names = KINDS[obj["kind"]]
    values = {
        name: _READ[name](obj[name], board, per_seat) if name in _READ else obj[name]
        for name in names
        if name in obj or name not in _OPTIONAL.get(obj["kind"], {})
    }
    if "text" in values:
        values["text"] = decoded(values["text"], obj.get(SAY, {}).get("text"))
    verdict: Verdict = kind(t=float(obj["t"]), **values)
    return verdict
