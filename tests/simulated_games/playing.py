"""Play a turn by hands: the card, the marbles, changes of mind, discards."""

from __future__ import annotations

from dataclasses import replace

from engine.cards import RANKS
from engine.geometry import Hole
from engine.legal import legal
from engine.play import Play
from engine.position import Position
from engine.referee.events import Button
from tests.simulated_games import disturbances
from tests.simulated_games.people.carried_marbles import Stroke, strokes
from tests.simulated_games.people.gestures import carry_all, gestures
from tests.simulated_games.people.habits import Habits, between, shows
from tests.simulated_games.people.motions import Hands, Nudge
from tests.simulated_games.table_state import TableState
from tests.simulated_games.true_turns import Turn, as_seen

GLITCHES = 12
"""The most sensors that glitch in a turn."""


def make(game: TableState, turn: Turn) -> None:
    """Make the turn's play; with some chance, first make and undo another play."""
    rng, habits = game.rng, game.habits
    tries, amends, takes_back = (shows(rng, h) for h in (habits.try_another, habits.amend, habits.takeback))
    # If the next player has already laid a card, the play cannot be changed.
    may_change = game.next_card is None and (tries or amends or takes_back)
    other = _other(game, turn) if may_change else None
    _card_first(game, turn, always=other is not None)
    if other is not None:
        turn.in_doubt = True
        _change_of_mind(game, turn, other, rests=amends or takes_back, asks=takes_back)
        turn.in_doubt = False
    _clear_the_way(game, turn.position, turn.play)
    hands(game, turn, sketch(game, turn.position, turn.play))


def sketch(game: TableState, position: Position, play: Play, habits: Habits | None = None) -> Hands:
    """The gestures that make the play on the present board."""
    keep_off = frozenset(o.place.hole for o in game.world.owed if o.place.hole is not None)
    keep_off |= game.world.nudged
    return gestures(
        game.table.board, position, play, game.world.wood, game.rng, habits or game.habits, keep_off
    )


def hands(game: TableState, turn: Turn, made: Hands) -> None:
    """Make the gestures, lay the card, and add the disturbances, until the play is made."""
    world, rng = game.world, game.rng
    start = world.t
    made = disturbances.dropped(game, made)
    disturbances.early_card(game, turn, made, start)
    disturbances.take_off(game, turn, start + made.first, start + made.done + 2.0)
    world.plan(made.now, start)
    world.plan_later(made.later, start + made.done)
    world.at(start + made.done, lambda: mark(game, turn))
    parts = strokes(game.table.board, turn.position, turn.play)
    _meanwhile(game, parts, start, start + made.done)
    end = start + max(made.done, max((g.t for g in made.now), default=0.0))
    card_at = None
    if turn.card_t is None and game.options.cards != "none":
        late = shows(rng, 0.5)
        card_at = between(rng, made.first, made.done) if not late else made.done + between(rng, 0.05, 2.5)
        world.at(start + card_at, lambda: lay(game, turn))
        end = max(end, start + card_at)
    game.readers.disturb(end + 1.0)
    if shows(rng, game.habits.adjust):
        mine = parts[0].played[0].target
        if mine is not None:
            seconds = between(rng, 0.1, 0.9)
            t = end + between(rng, 0.05, 0.8)
            world.plan((Nudge(t, mine, seconds),), 0.0)
            end = t + seconds
    world.run_until(end + 0.0065)


def mark(game: TableState, turn: Turn) -> None:
    """Record that the last marble of the play has just been placed."""
    turn.done = game.world.last_edge


def lay(game: TableState, turn: Turn) -> None:
    turn.card_t = game.world.t
    game.readers.lay(turn.play.card, turn.seat)


def _card_first(game: TableState, turn: Turn, *, always: bool) -> None:
    """Lay the card before the marbles, as most people do; some first lay and withdraw another card."""
    rng, habits = game.rng, game.habits
    if turn.card_t is not None or game.options.cards == "none":
        return
    if not always and shows(rng, habits.card):
        return
    if shows(rng, habits.withdraw):
        hand = [c for c in game.state.hands[turn.seat] if c != turn.play.card]
        playable = [c for c in hand if legal(game.table, turn.position, c.rank)]
        if playable:
            game.readers.lay(rng.choice(playable), turn.seat)
            game.world.wait(between(rng, 0.3, 2.0))
            game.readers.take_off(turn.seat)
            game.world.wait(between(rng, 0.1, 1.0))
    lay(game, turn)
    game.world.wait(between(rng, 0.05, 1.5))


def _meanwhile(game: TableState, parts: tuple[Stroke, ...], start: float, end: float) -> None:
    """Schedule sensor glitches, and the adjusting of a marble that the play does not touch."""
    world, rng, board = game.world, game.rng, game.table.board
    glitches = next((n for n in range(GLITCHES) if not shows(rng, game.habits.noise)), GLITCHES)
    for _ in range(glitches):
        hole, t = rng.randrange(board.holes), between(rng, start, end + 0.3)
        seconds = between(rng, 0.0005, 0.0075)
        world.at(t, lambda h=hole, s=seconds: world.sensors.glitch(h, s))  # type: ignore[misc]
    others = _apart(game, parts)
    if shows(rng, game.habits.adjust) and others:
        nudge = Nudge(between(rng, start, end), rng.choice(others), between(rng, 0.1, 1.2))
        world.plan((nudge,), 0.0)
    disturbances.during_a_play(game, others, start, end)


def _apart(game: TableState, parts: tuple[Stroke, ...]) -> list[Hole]:
    """The holes of marbles that the play neither touches nor passes closely."""
    board = game.table.board
    busy = {hole for part in parts for hole in (*part.holes, *part.way)}
    near = {(hole + off) % board.ring for hole in busy if board.is_ring(hole) for off in (-2, -1, 1, 2)}
    movers = {c.seat for part in parts for c in (*part.played, *part.bumped)}
    return [
        hole
        for hole in game.world.wood
        if hole not in busy | near and not (board.is_start(hole) and board.side(hole) in movers)
    ]


def _clear_the_way(game: TableState, position: Position, play: Play) -> None:
    """Place held marbles first if this play needs them or their holes."""
    world, board = game.world, game.table.board
    parts = strokes(board, position, play)
    holes = {hole for part in parts for hole in part.holes}
    leaving = {c.seat for part in parts for c in part.played if c.source is None}
    starts = {hole for seat in leaving for hole in board.start(seat)}
    world.let_go(frozenset(holes | starts))
    world.pay(
        lambda owed: (
            owed.place.hole in holes
            or (
                owed.place.hole is None
                and owed.place.seat in leaving
                and not any(world.wood.get(h) == owed.place.seat for h in board.start(owed.place.seat))
            )
        )
    )


# Changes of mind


def _other(game: TableState, turn: Turn) -> Play | None:
    """Another play of the card with another result; None if there is none that can be undone unmistakably."""
    found = [o for o in legal(game.table, turn.position, turn.play.card.rank) if o.position != turn.final]
    if not found:
        return None
    chosen = game.rng.choice(found)
    if game.options.cards == "none" and _answered_by_undoing(game, turn.position, chosen.position):
        return None
    return Play(turn.play.card, chosen.play.legs)


def _answered_by_undoing(game: TableState, before: Position, after: Position) -> bool:
    """Whether the next seat's unseen card could bring back the earlier position, as sensors see it."""
    replies = [o.position for rank in RANKS for o in legal(game.table, after, rank)]
    if as_seen(before) == as_seen(after):  # Only an exchange can undo an exchange.
        return any(reply.marbles == before.marbles for reply in replies)
    return as_seen(before) in map(as_seen, replies)


def _change_of_mind(game: TableState, turn: Turn, other: Play, *, rests: bool, asks: bool) -> None:
    """Make another play, wait briefly or until it is announced, and undo it.

    With `asks`, the back button is pressed first if the mode allows it.
    """
    rng, world = game.rng, game.world
    at_once = replace(game.habits, late=0.0, late_spot=0.0, overshoot=0.0)
    _clear_the_way(game, turn.position, other)
    made = sketch(game, turn.position, other, at_once)
    world.plan(made.now, world.t)
    world.run_until(world.t + max(g.t for g in made.now) + 0.007)
    world.wait(between(rng, 0.75, 3.0) if rests else between(rng, 0.05, 0.6))
    announced = len(game.scorer.in_force) > turn.number
    when = "after" if announced else "before"
    game.tally.amendments[f"changed {when} it was announced"] += 1
    if asks and announced and game.options.mode != "referee" and shows(rng, 0.5):
        world.feed(Button(world.t, "back", turn.seat))
        if len(game.scorer.in_force) > turn.number:
            game.tally.amendments["MISSED: asked back, not taken back"] += 1
            game.scorer.off("back: asked, and not taken back")
        world.wait(between(rng, 0.2, 1.0))
    disturbances.take_off(game, turn, world.t, world.t)
    undo(game, turn)
    world.wait(between(rng, 0.1, 2.5))


def undo(game: TableState, turn: Turn) -> None:
    """Put every marble back into its hole at the beginning of the turn."""
    world = game.world
    world.let_go()
    carries = world.astray(turn.position)
    made = carry_all(game.table.board, carries, world.wood, game.rng, game.habits)
    world.plan(made.now, world.t)
    world.run_until(world.t + max((g.t for g in made.now), default=0.0) + 0.007)


# Discarding a card


def discard(game: TableState, turn: Turn) -> None:
    """Lay the turn's card without playing it."""
    rng, world = game.rng, game.world
    if game.options.cards == "none":
        world.wait(between(rng, 0.2, 1.5))
        world.feed(Button(world.t, "ok", turn.seat))
        turn.done = world.t
        return
    if turn.card_t is None:
        lay(game, turn)
    turn.done = world.t
    known = game.state.hands[turn.seat] if game.knows_hands else (turn.play.card,)
    if any(legal(game.table, turn.position, card.rank) for card in known):
        world.wait(between(rng, 0.2, 2.0))
        if turn.right_at is None:
            world.feed(Button(world.t, "ok", turn.seat))
            turn.done = turn.card_t = world.t
    elif shows(rng, game.habits.ok):
        world.wait(between(rng, 0.2, 1.0))
