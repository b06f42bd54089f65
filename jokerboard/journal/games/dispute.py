"""The evidence against a play that people had in mind: its cost, and the holes that contradict it.

The trace is decoded a second time with only the named play allowed in its turn. So the play has a cost even
if the referee dropped it as too unlikely.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import takewhile

from engine import bits
from engine.bits import mask_of
from engine.errors import EngineError
from engine.legal import apply
from engine.play import Play
from engine.position import Position, holes_when_set_up
from engine.referee import events as ev
from engine.referee.machine import Referee
from jokerboard.host.errors import UsageError
from jokerboard.journal.games.readings import dearest, extra, readings
from jokerboard.journal.games.sentences import Speaker
from jokerboard.journal.games.trace import Header, fed


@dataclass(frozen=True, slots=True)
class Turn:
    """The disputed turn with the play that people had in mind; `since` is the turn's start in seconds."""

    before: Position
    play: Play
    after: Position
    since: float
    until: float
    """The time of the last announcement of this turn; later changes of holes belong to later turns."""
    follows: Position | None
    """The position after the announced play of this turn; None if none was announced."""


@dataclass(slots=True)
class Decoded:
    """A decoded trace: the referee at its end, the debounced changes, and the positions in force."""

    referee: Referee
    changes: list[ev.Settled] = field(default_factory=list)
    positions: list[tuple[float, Position]] = field(default_factory=list)
    """Each position in force, with its start time."""


def disputed(
    header: Header, events: Iterable[tuple[int, ev.Event]], text: str, speaker: Speaker
) -> Iterator[str]:
    """The evidence against the play `text`, as sentences; raise UsageError if it is not written as a play."""
    events = tuple(events)
    try:
        play = Play.parse(text, header.table.board)
    except EngineError as error:
        raise UsageError(f"--instead {text!r}: {error}; write a play as 5D A8-A13") from error
    decoded = _decoded(header, events)
    turn = _turn_of(decoded, header, play)
    if isinstance(turn, str):
        yield f"{play.text(header.table.board)} is no play here. {turn}"
        return
    yield f"{speaker.play(turn.before.turn, str(play.card), play, turn.before)}?"
    alone = _decoded(header, events, turn)
    yield from _costs(decoded, alone, turn, speaker)
    against = [*_against(header, decoded, turn, speaker), *_cards(header, decoded, turn)]
    yield from against or ["No hole and no card contradicts this play."]


def _decoded(header: Header, events: Iterable[tuple[int, ev.Event]], only: Turn | None = None) -> Decoded:
    """Decode the trace; if `only` is given, only its play counts in its turn."""
    board = header.table.board
    occupied = header.occupied or holes_when_set_up(header.position, board)
    decoded = Decoded(header.referee())
    debounce = ev.Debouncer(mask_of(occupied), header.settings.noise)
    _note_position(decoded, 0.0, only)
    for number, event in events:
        decoded.changes += debounce.settle(event.t)
        if isinstance(event, ev.Edge):
            debounce.edge(event.t, event.hole, event.on)
        while (due := decoded.referee.deadline) is not None and due < event.t:
            decoded.referee.advance(due)
            _note_position(decoded, due, only)
        fed(decoded.referee, event, number)
        _note_position(decoded, event.t, only)
    return decoded


def _note_position(decoded: Decoded, t: float, only: Turn | None) -> None:
    referee = decoded.referee
    if decoded.positions and decoded.positions[-1][1] == referee.position:
        return
    decoded.positions.append((t, referee.position))
    if only is not None and referee.position == only.before:
        referee.feed(ev.MachinePlay(t, only.play, only.before.turn))


def _turn_of(decoded: Decoded, header: Header, play: Play) -> Turn | str:
    """The latest turn in which that play was possible; a sentence with the broken rule if there is none."""
    why, there = "", False
    for i in reversed(range(len(decoded.positions))):
        _, before = decoded.positions[i]
        first = [position for _, position in decoded.positions].index(before)
        # This position may have been in force earlier: a play was announced and taken back.
        since = decoded.positions[first - 1][0] if first else 0.0
        follows, until = _announced(decoded.positions[i + 1 :])
        try:
            return Turn(before, play, apply(header.table, before, play), since, until, follows)
        except EngineError as error:
            stands = all(leg.source is None or before.colour_at(leg.source) is not None for leg in play.legs)
            if not why or (stands and not there):
                why, there = str(error), stands
    return why


def _announced(later: list[tuple[float, Position]]) -> tuple[Position | None, float]:
    """The position after the turn as it was first announced, and the time of its last announcement."""
    if not later:
        return None, float("inf")
    follows = later[0][1]
    of_turn = takewhile(lambda each: each[1].turn == follows.turn, later)
    return follows, max(t for t, _ in of_turn)


def _costs(decoded: Decoded, alone: Decoded, turn: Turn, speaker: Speaker) -> Iterator[str]:
    """A sentence: how much more the play costs than the likeliest hypothesis, and mostly for which reason."""
    best = readings(decoded.referee.beam)[0]
    if turn.after in (*best.plays, turn.follows):
        yield "The likeliest hypothesis has this play."
        return
    known = [each for each in readings(decoded.referee.beam) if turn.after in each.plays]
    forced = [each for each in readings(alone.referee.beam) if turn.after in each.plays]
    if not known and not forced:
        yield "The referee has dropped every hypothesis with this play: what was announced is far likelier."
        return
    reading = (known or forced)[0]
    # Only this turn was decoded differently, so earlier costs are equal.
    since = float("-inf") if known else turn.since
    more = sum(extra(reading, best, since).values())
    step = dearest(reading, best, since, speaker)
    because = "" if step is None else f", most of it because {step.text}"
    at = "" if step is None or not step.hole or step.hole in step.text else f" ({step.hole})"
    yield f"This play costs {max(0.0, more):.2f} more than the likeliest hypothesis{because}{at}."


def _against(header: Header, decoded: Decoded, turn: Turn, speaker: Speaker) -> Iterator[str]:
    """Sentences about holes that contradict the play.

    Such a hole has the wrong level at the end, or it never read empty or full although the play needs that.
    """
    board, before, after = speaker.board, turn.before, turn.after
    until = [each for each in decoded.changes if each.edge <= turn.until]
    changes = [each for each in until if each.edge >= turn.since]
    touched = 0
    for seat in before.seats:
        touched |= (before.mask(seat) ^ after.mask(seat)) & header.table.whole
    for hole in bits.holes(touched):
        name, seen = board.name(hole), [each for each in changes if each.hole == hole]
        was, now = before.colour_at(hole), after.colour_at(hole)
        if now is None and not any(not each.on for each in seen):
            yield f"{name} has to be empty after this play, and it never read empty."
        elif was is not None and now is not None and not any(not each.on for each in seen):
            yield f"{speaker.name(was)}'s marble has to leave {name}, and {name} never read empty."
        elif now is not None and not any(each.on for each in seen):
            yield f"{name} has to be filled by this play, and it was never filled."
        elif seen and seen[-1].on != (now is not None):
            yield _ends_otherwise(name, seen[-1])
    latest = {each.hole: each for each in until}
    for hole, last in sorted(latest.items()):
        other = last.on != (before.colour_at(hole) is not None)
        if other and header.table.whole & ~touched & 1 << hole:
            what = f"{board.name(hole)} has been {_state(last.on)} since {last.edge:.2f} s"
            yield f"{what}, which this play does not explain."


def _ends_otherwise(name: str, last: ev.Settled) -> str:
    needed, seen = _state(not last.on), _state(last.on)
    return f"{name} has to be {needed} after this play, and has been {seen} since {last.edge:.2f} s."


def _state(full: bool) -> str:
    return "full" if full else "empty"


def _cards(header: Header, decoded: Decoded, turn: Turn) -> Iterator[str]:
    """A sentence about the card read in that turn, if it is not the play's card."""
    referee, wanted = decoded.referee, str(turn.play.card).partition("#")[0]
    made = next((each for each in referee.plays if each.position == turn.follows), None)
    read = str(referee.card or "") if made is None else made.card
    seen = header.cards != "none" and len(wanted) > 1
    agrees = wanted == read.partition("#")[0] if seen else wanted[0] in read
    if read and not agrees:
        yield f"The card that was read is the {read}, not the {turn.play.card}."
