"""A play undone when the next card lies there already."""

from __future__ import annotations

from collections import Counter

from engine.legal import legal
from jokerboard.simulation.games import alarms, corrections, playing, settling
from jokerboard.simulation.games.table_state import TableState
from jokerboard.simulation.people.carried_marbles import rearranged
from jokerboard.simulation.people.habits import between
from jokerboard.simulation.people.illegal_attempts import CODES
from jokerboard.simulation.scoring.true_turns import Turn, Wrong, as_seen


def too_late(game: TableState, turn: Turn, before: Turn) -> None:
    """The seat before undoes its play when this seat's card lies there already."""
    world, rng = game.world, game.rng
    if not before.play.legs or not settling.recorded(game, before) or game.scorer.over:
        return
    if before.play.card not in game.readers.played:  # it has been shuffled
        return
    results = legal(game.table, before.final, turn.play.card.rank)
    if as_seen(before.position) in [as_seen(outcome.position) for outcome in results]:
        return  # undone, it would look like a play of this turn's card
    world.pay(lambda _: True)
    world.let_go()
    if turn.card_t is None:
        playing.lay(game, turn)
    world.wait(between(rng, 0.8, 2.0))
    granted = game.options.mode != "referee"
    kind = "taken back too late" if not granted else "taken back late, as this mode allows"
    game.tally.attempts[kind] += 1
    back = rearranged(world.wood, before.position, game.table.board, Counter())
    if not granted:
        turn.wrong = Wrong(kind, 0.0, CODES[kind])
    before.in_doubt = True
    corrections.carry(game, back)
    if granted:
        world.wait_for(lambda: len(game.scorer.said) <= before.number, 2.0)
        if len(game.scorer.said) > before.number:
            game.tally.unflagged[f"{kind}: nothing said"] += 1
            raise game.scorer.discrepancy("silent", f"{kind}: {before.play.text(game.table.board)}")
        game.tally.flagged[kind] += 1
        before.right_at, before.done = None, None
        if game.readers.lying.get(before.seat) != before.play.card:
            game.readers.lay(before.play.card, before.seat)
    else:
        wrong = turn.wrong
        assert wrong is not None
        wrong.since = world.last_edge
        alarms.wait_until_flagged(game, wrong)
        if wrong.said is None:
            game.tally.unflagged[f"{kind}: nothing said"] += 1
            raise game.scorer.discrepancy("silent", f"{kind}: {before.play.text(game.table.board)}")
        alarms.flagged(game, wrong, before.play.text(game.table.board))
    world.wait(between(rng, 0.3, 2.0))
    corrections.carry(game, rearranged(world.wood, before.final, game.table.board, Counter()))
    before.done = world.last_edge
    before.in_doubt = False
    turn.wrong = None
    settling.settle(game, before, 3.0)
    world.wait(between(rng, 0.3, 2.0))
