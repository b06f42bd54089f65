"""Many games, one after the other, until so many turns have been made."""

from __future__ import annotations

from engine.table import table_for
from simulation.games.game import Game, Options, Record
from simulation.games.tally import Tally
from simulation.games.truths import Discrepancy


def simulate(options: Options, turns: int, record: Record | None = None) -> Tally:
    """Play games until `turns` turns have been made; a game ends when truth and referee part."""
    tally = Tally()
    table = table_for(options.rules, options.players)
    number = 0
    while tally.turns < turns:
        number += 1
        game = Game(options, table, number, tally, record)
        tally.games += 1
        try:
            game.play(min(turns - tally.turns, 200))
            tally.finished += game.scorer.over
        except Discrepancy as gone:
            tally.turns += 1
            if record is not None:
                record(game, gone.kind, str(gone))
    return tally
