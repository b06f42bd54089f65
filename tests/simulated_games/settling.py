"""Wait until a turn is recorded, and answer the questions that come up."""

from __future__ import annotations

from engine.referee.events import Ruling
from tests.simulated_games.people.habits import between
from tests.simulated_games.table_state import TableState
from tests.simulated_games.true_turns import Turn

LISTENS = 0.05
"""Seconds after a touch at which people check whether the table accepted it as an answer."""
FOUND_OUT_WITHIN = 42.0
"""Seconds for which people wait for a play when sensors are faulty; a play may be held back for 40."""


def settle(game: TableState, turn: Turn, within: float) -> None:
    """Wait until `turn` is recorded as made, and answer questions; raise Discrepancy if it is not recorded.

    People wait `within` seconds after the last edge, because a bumped marble in START may decide the play.
    """
    if game.faulty:
        within = FOUND_OUT_WITHIN
    for _ in range(4):
        _wait(game, turn, within)
        if game.scorer.question is None:
            break
        _answer(game)
    if recorded(game, turn):
        _count(game, turn)
    else:
        _not_recorded(game, turn)


def _wait(game: TableState, turn: Turn, within: float) -> None:
    """Wait until the turn is recorded, a question is asked, or nothing has moved for `within` seconds."""
    scorer, world = game.scorer, game.world

    def settled() -> bool:
        return recorded(game, turn) or scorer.question is not None

    end = world.t + within
    while world.t < end and not settled():
        world.wait_for(settled, end - world.t)
        end = max(end, world.last_edge + within)


def _count(game: TableState, turn: Turn) -> None:
    if turn.counted:
        return
    turn.counted = True
    if turn.asked:
        game.tally.asked += 1
    else:
        game.tally.right += 1
        game.tally.discards += not turn.play.legs


def _not_recorded(game: TableState, turn: Turn) -> None:
    """Raise Discrepancy, unless a faulty sensor hides the play: then people set the position."""
    scorer = game.scorer
    announced = scorer.in_force[turn.number] if len(scorer.in_force) > turn.number else None
    if announced is not None:
        raise scorer.stands(turn, announced)
    if game.faulty:
        _set_right(game, turn)
        return
    truly = turn.play.text(game.table.board)
    alike = scorer.contract.looks_like(turn)
    if alike and turn.final not in alike:
        game.tally.lookalike += 1
        raise scorer.discrepancy("looks like another", f"nothing announced; truly {truly}")
    game.tally.missed += 1
    raise scorer.discrepancy("missed", f"nothing announced by {game.world.t:.3f}; truly {truly}")


def recorded(game: TableState, turn: Turn) -> bool:
    """Whether the play in force for that turn is the play that people made."""
    in_force = game.scorer.in_force
    return len(in_force) > turn.number and in_force[turn.number].position == turn.final


def _answer(game: TableState) -> None:
    """Answer the open question: lift and put back the marble that stands for the play that was made."""
    scorer, world = game.scorer, game.world
    question, turn = scorer.question, scorer.asked_of
    assert question is not None
    assert turn is not None
    world.wait(between(game.rng, 0.4, 2.0))
    if scorer.question is not question:
        return
    right = [
        i for i, play in enumerate(question.candidates) if scorer.contract.result(turn, play) == turn.final
    ]
    # The question is about a play that has been undone.
    if not right and (turn.done is None or question.t < turn.done):
        scorer.question = None
        return
    if not right:
        board = game.table.board
        asked = " or ".join(play.text(board) for play in question.candidates)
        alike = scorer.contract.looks_like(turn)
        if turn.final not in alike and all(
            scorer.contract.result(turn, c) in alike for c in question.candidates
        ):
            game.tally.lookalike += 1
            raise scorer.discrepancy("looks like another", f"asked {asked}; truly {turn.play.text(board)}")
        game.tally.wrong += 1
        raise scorer.discrepancy("wrong", f"asked {asked}; truly {turn.play.text(board)}")
    scorer.question = None
    world.touch(question.touch[right[0]], seconds := between(game.rng, 0.15, 0.8))
    world.wait(seconds + LISTENS)
    if scorer.question is None and world.asks_for(question.touch[right[0]]):
        scorer.question = question  # The question is still open, so people touch the marble again.


def _set_right(game: TableState, turn: Turn) -> None:
    """Set the position by hand, because faulty sensors kept the table from announcing a play."""
    world = game.world
    game.scorer.record("helped", f"nothing announced about {turn.play.text(game.table.board)}")
    world.pay(lambda _: True)
    world.let_go()
    game.tally.helped += 1
    turn.counted = True
    world.feed(Ruling(world.t, "correct", "people", position=turn.final))
    world.wait(1.5)
