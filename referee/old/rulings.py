"""What a human referee decides: each recorded as what it is."""

from __future__ import annotations

from engine.geometry import Hole, seat_letter
from engine.position import Position
from engine.whynot import Code
from referee.errors import RefereeError
from referee.events import Ruling
from referee.old.alarms import flag
from referee.old.pending import Alarm
from referee.old.saying import discard, next_turn, set_position, take_back, turn_or_end
from referee.old.state import State
from referee.verdicts import Decision, Takeback, Turn, Verdict


def ruling(state: State, event: Ruling) -> list[Verdict]:
    """A human referee's decision, recorded as what it is; RefereeError if it cannot be done."""
    match event.decision:
        case "let-stand":
            return _let_stand(state, event)
        case "take-back":
            return _take_back_to(state, event)
        case "correct":
            return _correct(state, event)


def _correct(state: State, event: Ruling) -> list[Verdict]:
    """The position is as somebody says it is; a team that is home in it has won."""
    if event.position is None or event.position.sides != state.position.sides:
        raise RefereeError("a correction needs a position of this board")
    if event.position.seats != state.position.seats:
        raise RefereeError("a correction needs a position with the seats that are taken")
    position = Position(
        event.position.sides, event.position.marbles, event.position.turn, state.position.per_seat
    )
    for fault in position.faults():
        raise RefereeError(f"a correction needs a position that can be: {fault}")
    state.desk.forget_gone()
    set_position(state, event.t, position)
    return _from_here(state, event)


def _from_here(state: State, event: Ruling) -> list[Verdict]:
    """The decision, and who plays or has won in the position that it set."""
    return [_decided(state, event), *turn_or_end(state, event.t)]


def _let_stand(state: State, event: Ruling) -> list[Verdict]:
    """What was flagged counts: the marbles stay where they are. A play of this turn ends the turn."""
    early = [] if state.alarm is not None or state.agrees() else flag(state, event.t)
    alarm = state.alarm
    if alarm is None:
        raise RefereeError("there is nothing illegal to let stand")
    return early + _stands(state, event, alarm)


def _stands(state: State, event: Ruling, alarm: Alarm) -> list[Verdict]:
    if alarm.finding.code is Code.MUST_PLAY:
        said = discard(state, event.t)
        return [said[0], _decided(state, event), *said[1:]]
    finding = alarm.finding
    position = _as_it_stands(state)
    its_own_play = finding.seat is None and finding.code is not Code.BOARD_DISTURBED and finding.carries
    if its_own_play:
        state.desk.finish(state.seat)
        position = next_turn(position)
    set_position(state, event.t, position)
    return _from_here(state, event)


def _as_it_stands(state: State) -> Position:
    """The position that the board shows, each marble being whose it was followed to be.

    A marble in a hand is where it belongs. RefereeError if a marble stands where none of its colour may.
    """
    board, position = state.table.board, state.position
    followed = state.followed()
    places = dict(followed.standing)
    for marble in followed.in_hand:
        if marble.home is not None and marble.home not in places:
            places[marble.home] = marble
    marbles: list[list[Hole] | None] = [None if holes is None else [] for holes in position.marbles]
    for hole, marble in places.items():
        own = marbles[marble.seat]
        if own is None or (not board.is_ring(hole) and board.side(hole) != marble.seat):
            raise RefereeError(
                f"{seat_letter(marble.seat)}'s marble in {board.name(hole)} cannot stay there; "
                "put it elsewhere, or correct the position"
            )
        if not board.is_start(hole):
            own.append(hole)
    for seat, own in enumerate(marbles):
        if own is not None and len(own) > position.per_seat:
            raise RefereeError(
                f"there are not so many marbles of {seat_letter(seat)}; take away what is too much, "
                "or correct the position"
            )
    kept = tuple(None if holes is None else tuple(sorted(holes)) for holes in marbles)
    return position.with_marbles(kept)


def _take_back_to(state: State, event: Ruling) -> list[Verdict]:
    """Back to before play `n`, or before the last one.

    Of a play that was amended or said anew, back to before what it became. One that is taken back already is
    so decided as well: people may have undone it a moment before.
    """
    numbers = [played.said.n for played in state.plays]
    n = numbers[-1] if event.n is None and numbers else event.n
    if n is None or not 1 <= n <= state.n:
        known = ", ".join(map(str, numbers[-5:])) or "none"
        raise RefereeError(f"there is no play {event.n} in force; the last are {known}")
    said: list[Verdict] = []
    while state.plays and state.plays[-1].said.n >= n:
        said += [v for v in take_back(state, event.t) if isinstance(v, Takeback)]
    state.desk.begin_anew()
    state.mending = not state.agrees()
    return [*said, _decided(state, event), Turn(event.t, state.seat)]


def _decided(state: State, event: Ruling) -> Decision:
    return Decision(event.t, event.decision, event.by, state.position, event.why)
