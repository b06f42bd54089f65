"""What the referee said: one frozen value a verdict, and its JSON form (section 4 of the contract).

`to_json` and `from_json` are exact inverses; `t` is the time at which the verdict was known. Plays and
positions are kept as engine values, so a verdict can be folded without parsing anything twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from engine.geometry import Board, Hole, Seat, seat_letter
from engine.play import Play
from engine.position import Position

Json: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Owed:
    """A bumped marble of seat `marble` that is not yet in one of the holes `to`."""

    marble: Seat
    to: tuple[Hole, ...]


@dataclass(frozen=True, slots=True)
class PutBack:
    """One marble to carry from where it stands to where it belongs."""

    source: Hole
    target: Hole


@dataclass(frozen=True, slots=True)
class Turn:
    """It is `seat`'s turn."""

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
    """A card laid and not played, as the rules have it."""

    t: float
    n: int
    seat: Seat
    card: str
    position: Position


@dataclass(frozen=True, slots=True)
class Illegal:
    """Something is wrong: `code` and `text` say what, `holes` where, `put_back` what mends it."""

    t: float
    seat: Seat
    code: str
    text: str
    holes: tuple[Hole, ...] = ()
    put_back: tuple[PutBack, ...] = ()


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """Two plays truly look alike: lifting and replacing `touch[i]` picks `candidates[i]`."""

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
    """Play `n` is taken back; `position` is the one before it."""

    t: float
    n: int
    position: Position


@dataclass(frozen=True, slots=True)
class Decision:
    """A human referee decided; `position` is the one after it, `why` what he said for it, if anything."""

    t: float
    decision: str
    by: str
    position: Position
    why: str = ""


@dataclass(frozen=True, slots=True)
class Fault:
    """A sensor or a device cannot be trusted; exactly one of `hole` and `device` is given."""

    t: float
    text: str
    hole: Hole | None = None
    device: str | None = None
    ok: bool = False
    """Whether it can be trusted again."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Something is offered that `ok` accepts and `back` declines: `what` is `new-game`."""

    t: float
    what: str


@dataclass(frozen=True, slots=True)
class Over:
    """The game is won by `team`, its seats in order."""

    t: float
    team: tuple[Seat, ...]
    position: Position


Verdict: TypeAlias = (
    Turn | Move | Discard | Illegal | Ambiguous | Restored | Takeback | Decision | Fault | Offer | Over
)


def to_json(verdict: Verdict, board: Board) -> Json:
    """The contract's object for `verdict`, ready for `json.dumps`."""
    name = board.name
    match verdict:
        case Turn(t, seat):
            return {"t": t, "kind": "turn", "seat": seat_letter(seat)}
        case Move(t, n, seat, card, play, position, owing, amends):
            out: Json = {"t": t, "kind": "move", "n": n, "seat": seat_letter(seat), "card": card}
            out["play"], out["position"] = play.text(board), position.line()
            out["owing"] = [
                {"marble": seat_letter(o.marble), "to": [name(hole) for hole in o.to]} for o in owing
            ]
            if amends is not None:
                out["amends"] = amends
            return out
        case Discard(t, n, seat, card, position):
            who = {"seat": seat_letter(seat), "card": card, "position": position.line()}
            return {"t": t, "kind": "discard", "n": n, **who}
        case Illegal(t, seat, code, text, holes, put_back):
            back = [{"from": name(p.source), "to": name(p.target)} for p in put_back]
            what = {"code": code, "text": text, "holes": [name(h) for h in holes], "put_back": back}
            return {"t": t, "kind": "illegal", "seat": seat_letter(seat), **what}
        case Ambiguous(t, seat, candidates, touch):
            asked = {"candidates": [p.text(board) for p in candidates], "touch": [name(h) for h in touch]}
            return {"t": t, "kind": "ambiguous", "seat": seat_letter(seat), **asked}
        case Restored(t):
            return {"t": t, "kind": "restored"}
        case Takeback(t, n, position):
            return {"t": t, "kind": "takeback", "n": n, "position": position.line()}
        case Decision(t, decision, by, position, why):
            told = {"why": why} if why else {}
            said = {"t": t, "kind": "decision", "decision": decision, "by": by, "position": position.line()}
            return said | told
        case Fault(t, text, hole, device, ok):
            where = {"device": device} if hole is None else {"hole": name(hole)}
            again = {"ok": True} if ok else {}
            return {"t": t, "kind": "fault", **where, "text": text, **again}
        case Offer(t, what):
            return {"t": t, "kind": "offer", "what": what}
        case Over(t, team, position):
            return {
                "t": t,
                "kind": "over",
                "team": [seat_letter(s) for s in team],
                "position": position.line(),
            }


def from_json(obj: Mapping[str, Any], board: Board, per_seat: int = 5) -> Verdict:
    """Back from the contract's object; KeyError or the engine's NotationError where it is malformed.

    No position line tells how many marbles a seat has: `per_seat` does.
    """
    t, kind = float(obj["t"]), obj["kind"]

    def position() -> Position:
        return Position.parse(obj["position"], per_seat)

    match kind:
        case "turn":
            return Turn(t, _seat(obj["seat"]))
        case "move":
            owing = tuple(
                Owed(_seat(o["marble"]), tuple(board.hole(h) for h in o["to"])) for o in obj["owing"]
            )
            play, seat = Play.parse(obj["play"], board), _seat(obj["seat"])
            return Move(t, obj["n"], seat, obj["card"], play, position(), owing, obj.get("amends"))
        case "discard":
            return Discard(t, obj["n"], _seat(obj["seat"]), obj["card"], position())
        case "illegal":
            back = tuple(PutBack(board.hole(p["from"]), board.hole(p["to"])) for p in obj["put_back"])
            holes = tuple(board.hole(h) for h in obj["holes"])
            return Illegal(t, _seat(obj["seat"]), obj["code"], obj["text"], holes, back)
        case "ambiguous":
            candidates = tuple(Play.parse(p, board) for p in obj["candidates"])
            return Ambiguous(t, _seat(obj["seat"]), candidates, tuple(board.hole(h) for h in obj["touch"]))
        case "restored":
            return Restored(t)
        case "takeback":
            return Takeback(t, obj["n"], position())
        case "decision":
            return Decision(t, obj["decision"], obj["by"], position(), str(obj.get("why", "")))
        case "fault":
            hole = board.hole(obj["hole"]) if "hole" in obj else None
            return Fault(t, obj["text"], hole, obj.get("device"), bool(obj.get("ok", False)))
        case "offer":
            return Offer(t, str(obj["what"]))
        case "over":
            return Over(t, tuple(_seat(s) for s in obj["team"]), position())
        case _:
            raise KeyError(f"no verdict is called {kind!r}")


def _seat(letter: str) -> Seat:
    return ord(letter) - ord("A")
