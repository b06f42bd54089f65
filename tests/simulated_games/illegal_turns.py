"""Turns that begin with an illegal attempt, which is announced and corrected before the right play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine.geometry import Hole
from engine.legal import legal
from tests.simulated_games import corrections, illegal_cards, playing, settling
from tests.simulated_games.people.carried_marbles import Carried
from tests.simulated_games.people.gestures import carry_all
from tests.simulated_games.people.habits import between, shows
from tests.simulated_games.people.illegal_attempts import (
    CODES,
    Attempt,
    attempts,
    is_part_of_a_split,
    misplacements,
)
from tests.simulated_games.people.motions import Place
from tests.simulated_games.table_state import TableState
from tests.simulated_games.true_turns import Turn, Wrong


def slip(game: TableState, turn: Turn) -> bool:
    """Make an illegal attempt; return whether its correction has already made the right play."""
    roll = game.rng.random()
    if game.options.cards == "seat" and roll < 0.2:
        illegal_cards.with_cards(game, turn)
        return False
    if game.options.cards != "none" and roll < 0.27:
        illegal_cards.not_played(game, turn)
        return False
    if roll < 0.33:
        return _with_marbles(game, turn, _knocked(game))
    if roll < 0.4 and turn.number and game.options.cards == "seat":
        illegal_cards.too_late(game, turn, game.scorer.turns[turn.number - 1])
        return False
    wrong_places = misplacements(game.table, turn.position, turn.play)
    if roll < 0.7 and wrong_places:
        return _misplaced(game, turn, game.rng.choice(wrong_places))
    rank = turn.play.card.rank
    found = attempts(game.table, turn.position, rank, game.rng, any_card=game.options.cards == "none")
    return bool(found) and _with_marbles(game, turn, found[0])


# Illegal attempts with marbles


def _with_marbles(game: TableState, turn: Turn, tried: Attempt | None) -> bool:
    if tried is None or _near_a_lie(game, tried):
        return False
    world, rng = game.world, game.rng
    world.pay(lambda owed: owed.place.hole is not None or shows(rng, 0.7))
    world.let_go()
    leaving = {c.source for c in tried.carried}
    blocked = any(c.target in world.wood and c.target not in leaving for c in tried.carried)
    if blocked or any(not _can_leave(game, c) for c in tried.carried):
        return False
    if turn.card_t is None and game.options.cards != "none":
        playing.lay(game, turn)
        world.wait(between(rng, 0.1, 1.0))
    # If this marble were moved now, it would answer an open question.
    if turn.number and game.scorer.question is not None:
        settling.settle(game, game.scorer.turns[turn.number - 1], 3.0)
    game.tally.attempts[tried.kind] += 1
    turn.tried = True
    made = carry_all(game.table.board, list(tried.carried), world.wood, rng, game.habits)
    world.plan(made.now, world.t)
    world.run_until(world.t + max(g.t for g in made.now) + 0.0065)
    codes = _codes(tried.kind) | _of_the_play_before(game, tried)
    # The sensors show the board of the turn's beginning.
    codes |= frozenset() if _shows(game, turn) else {"must-play"}
    wrong = Wrong(tried.kind, max(world.last_edge, turn.card_t or 0.0), codes)
    turn.wrong = wrong
    if _bears_out(game, turn):
        _taken_for_a_play(game, turn, wrong)
        return False
    _wait_for_the_alarm(game, turn, wrong, tried)
    return corrections.mend(game, turn, wrong)


def _wait_for_the_alarm(game: TableState, turn: Turn, wrong: Wrong, tried: Attempt) -> None:
    """Wait until the attempt is announced; raise Discrepancy if the board shows it and no alarm comes."""
    if not _next_seat_hurries(game, turn, wrong):
        if is_part_of_a_split(game.table, turn.position, turn.play.card.rank, tried):
            corrections.end_the_turn(game, turn, wrong)
        else:
            corrections.wait_until_flagged(game, wrong)
    if wrong.alarm is not None:
        corrections.flagged(game, wrong, _text(game, tried))
        return
    silent = "nothing announced" if _shows(game, turn) else "leaves every hole as it was"
    if _changes_the_play_before(game, turn):
        silent = "looks like a change of the play before"
    game.tally.unflagged[f"{tried.kind}: {silent}"] += 1
    if silent != "leaves every hole as it was":
        kind = "silent" if silent == "nothing announced" else "looks like another"
        raise game.scorer.discrepancy(kind, f"{tried.kind}: {_text(game, tried)}")


def _changes_the_play_before(game: TableState, turn: Turn) -> bool:
    """Whether the attempt turned the previous play into another one, as docs/formats.md allows."""
    if not turn.number or len(game.scorer.in_force) != turn.number:
        return False
    before, announced = game.scorer.turns[turn.number - 1], game.scorer.in_force[-1]
    return announced.position != before.final and game.scorer.changed_by_a_slip(before, announced.position)


def _shows(game: TableState, turn: Turn) -> bool:
    """Whether the full holes differ from those at the start of the turn."""
    board = game.table.board

    def seen(holes: Iterable[Hole]) -> Counter[str]:
        return Counter(f"START {board.side(h)}" if board.is_start(h) else board.name(h) for h in holes)

    return seen(turn.began) != seen(game.world.wood)


def _next_seat_hurries(game: TableState, turn: Turn, wrong: Wrong) -> bool:
    """Let the next seat lay its card at once; return whether the alarm was raised by then."""
    rng, world, after = game.rng, game.world, turn.final.turn
    playable = [c for c in game.state.hands[after] if legal(game.table, turn.final, c.rank)]
    ready = game.options.cards == "seat" and not game.knows_hands and game.next_card is None and world.idle
    if not (ready and playable and shows(rng, 0.15)):
        return False
    world.wait(between(rng, 0.1, 0.8))
    game.readers.take_off(after)
    game.next_card = rng.choice(playable)
    wrong.since = world.t
    game.readers.lay(game.next_card, after)
    world.wait(0.05)
    if wrong.alarm is None:
        game.scorer.off(f"time: not announced when the next card came: {wrong.kind}")
    else:
        game.tally.amendments["announced at once when the next card came"] += 1
    return wrong.alarm is not None


def _misplaced(game: TableState, turn: Turn, tried: Attempt) -> bool:
    """Make the right play, but put the bumped marble down in a wrong place."""
    world, rng = game.world, game.rng
    if _near_a_lie(game, tried):
        return False
    world.pay(lambda owed: owed.place.hole is not None or shows(rng, 0.7))
    world.let_go()
    if turn.card_t is None and game.options.cards != "none":
        playing.lay(game, turn)
        world.wait(between(rng, 0.1, 1.0))
    if any(c.target in world.wood for c in tried.carried[1:]) or not _can_leave(game, tried.carried[0]):
        return False  # Another marble has been placed in the hole.
    made = carry_all(game.table.board, list(tried.carried), world.wood, rng, game.habits)
    placed = next(g.t for g in made.now if isinstance(g, Place) and g.hole == tried.carried[0].target)
    world.at(world.t + placed, lambda: playing.mark(game, turn))
    game.tally.attempts[tried.kind] += 1
    turn.wrong = wrong = Wrong(tried.kind, 0.0, _codes(tried.kind))
    world.plan(made.now, world.t)
    world.run_until(world.t + max(g.t for g in made.now) + 0.0065)
    wrong.since = max(world.last_edge, turn.card_t or 0.0)
    corrections.wait_until_flagged(game, wrong)
    if wrong.alarm is None:
        # In a START that lacks a marble, the bumped marble looks to the sensors like the missing marble.
        silent = "bears out a legal play" if _bears_out(game, turn) else "leaves every hole as it was"
        if silent == "leaves every hole as it was" and _shows(game, turn):
            game.tally.unflagged[f"{tried.kind}: nothing announced"] += 1
            raise game.scorer.discrepancy("silent", f"{tried.kind}: {_text(game, tried)}")
        game.tally.unflagged[f"{tried.kind}: {silent}"] += 1
        corrections.straight_on(game, turn)
        return True
    corrections.flagged(game, wrong, _text(game, tried))
    world.wait(between(rng, 0.3, 2.5))
    steps = wrong.alarm.put_back
    own = [s for s in steps if world.wood.get(s.source) == tried.carried[1].seat]
    if not own or game.table.board.side(own[0].target) != tried.carried[1].seat:
        game.tally.mending[f"put_back does not mend: {tried.kind}"] += 1
        game.scorer.off(f"put_back of {tried.kind} does not mend")
    corrections.straight_on(game, turn)
    turn.tried = False
    return True


def _near_a_lie(game: TableState, tried: Attempt) -> bool:
    """Whether the attempt touches a hole with a faulty sensor, which makes the verdict unpredictable."""
    board = game.table.board
    holes = {hole for c in tried.carried for hole in c.holes}
    for carried in tried.carried:
        if None in (carried.source, carried.target):
            holes.update(board.start(carried.seat))
    return bool(holes & set(game.faulty))


def _bears_out(game: TableState, turn: Turn) -> bool:
    """Whether by docs/formats.md the board after the attempt supports a legal play."""
    done, turn.done = turn.done, None
    alike = game.scorer.contract.looks_like(turn)
    turn.done = done
    return bool(alike)


def _taken_for_a_play(game: TableState, turn: Turn, wrong: Wrong) -> None:
    """Handle an attempt that looks like a legal play: once it is announced, people undo it."""
    game.world.wait(between(game.rng, 0.8, 2.0))
    if game.scorer.question is not None:
        game.scorer.question = None
    if wrong.alarm is None:
        game.tally.unflagged[f"{wrong.kind}: bears out a legal play"] += 1
        turn.wrong = None  # From here on, an `illegal` verdict is a false alarm.
    else:
        game.tally.flagged[wrong.kind] += 1
    playing.undo(game, turn)
    game.world.wait(between(game.rng, 0.8, 2.0))
    turn.wrong, turn.tried = None, False


def _codes(kind: str) -> frozenset[str]:
    return CODES[kind.split(",")[0]]


def _of_the_play_before(game: TableState, tried: Attempt) -> frozenset[str]:
    """The codes that apply, by the previous play's card, if the attempt moves the marble of that play on."""
    turns = game.scorer.turns
    if len(turns) < 2:
        return frozenset()
    played = {leg.target for leg in turns[-2].play.legs}
    if not played & {carried.source for carried in tried.carried}:
        return frozenset()
    return CODES["too long"] | {"play-stands", "not-your-marble"}


def _can_leave(game: TableState, carried: Carried) -> bool:
    """Whether a marble of that seat is in the source of the carry (None: any hole of its START)."""
    wood, board = game.world.wood, game.table.board
    if carried.source is not None:
        return wood.get(carried.source) == carried.seat
    return any(wood.get(h) == carried.seat for h in board.start(carried.seat))


def _knocked(game: TableState) -> Attempt | None:
    """An attempt that knocks 3 to 6 marbles into free ring holes; None if fewer are out of START."""
    world, rng, board = game.world, game.rng, game.table.board
    there = [hole for hole in world.wood if not board.is_start(hole)]
    if len(there) < 3:
        return None
    rng.shuffle(there)
    free = [hole for hole in range(board.ring) if hole not in world.wood]
    rng.shuffle(free)
    moved = there[: rng.randint(3, min(6, len(there)))]
    carried = tuple(Carried(world.wood[h], h, free.pop()) for h in moved)
    return Attempt("board knocked", carried)


def _text(game: TableState, tried: Attempt) -> str:
    name = game.table.board.name
    parts = []
    for each in tried.carried:
        source = "START" if each.source is None else name(each.source)
        target = "START" if each.target is None else name(each.target)
        parts.append(f"{chr(65 + each.seat)} {source}-{target}")
    return ", ".join(parts)
