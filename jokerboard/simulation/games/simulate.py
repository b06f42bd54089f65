"""Many games, one after the other, until so many turns have been made."""

from __future__ import annotations

import traceback
from pathlib import Path

from engine.table import table_for
from jokerboard.simulation.games.game import Game
from jokerboard.simulation.games.table_state import Record
from jokerboard.simulation.scoring.tally import Tally
from jokerboard.simulation.scoring.true_turns import Discrepancy
from jokerboard.simulation.world.errors import ImpossibleGestureError
from jokerboard.simulation.world.options import Options


def simulate(options: Options, turns: int, record: Record | None = None) -> Tally:
    """Play games until `turns` turns have been made; a game ends when truth and referee part."""
    tally = Tally()
    table = table_for(options.rules, options.players)
    number = 0
    while tally.turns < turns:
        number += 1
        game = Game(options, table, number, tally, record)
        tally.games += 1
        ended = play_game(game, min(turns - tally.turns, 200))
        if ended is None:
            tally.finished += game.scorer.over
            continue
        tally.turns += 1
        if record is not None:
            record(game, *ended)
    return tally


def play_game(game: Game, turns: int) -> tuple[str, str] | None:
    """Play so many turns; the kind and the text of what ended the game early, None if nothing did."""
    try:
        game.play(turns)
    except Discrepancy as gone:
        return gone.kind, str(gone)
    except ImpossibleGestureError as error:
        game.tally.impossible += 1
        game.tally.findings.append(f"hand model: {error}")
        return "hand model", str(error)
    except Exception as error:  # noqa: BLE001 (an exception of the referee is counted, and the run goes on)
        place = traceback.extract_tb(error.__traceback__)[-1]
        text = f"{type(error).__name__}: {error} ({Path(place.filename).name}:{place.lineno})"
        game.tally.crashed += 1
        game.tally.findings.append(f"exception: {text}")
        return "exception", text
    return None
