"""The features, values, choices and hints of machine players in some positions, as `choices.txt` keeps them.

A change of any line is a change of the players' strength or of their reasons. Measure it first: `jokerboard
strategy` plays matches. Then: python -m tests.engine.strategy.test_same_choices
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import fsum
from pathlib import Path
from random import Random
from typing import Final
from zlib import crc32

import pytest

from engine.game import Action
from engine.geometry import Board, seat_letter
from engine.play import Play
from engine.rules.rule_sets import RULES
from engine.strategy import analysis, evaluation, players
from engine.strategy.analysis import analyse
from engine.strategy.claims import Claim
from engine.strategy.features import Eyes
from engine.strategy.hidden import Hidden
from engine.strategy.hints import hint
from engine.strategy.levels import Level
from engine.strategy.players import choose, closeness, evaluator_for, greedy, kept_after, values
from engine.strategy.search import EXPERT
from engine.views import SeatView, seat_view
from tests.engine.strategy.games import game_after

FILE: Final = Path(__file__).with_name("choices.txt")
SMALL = replace(EXPERT, nodes=64)
TABLES = [(name, players) for name, rules in RULES.items() for players in rules.players[:2]]
TURNS = (3, 40, 170)


def lines(name: str, players: int) -> Iterator[str]:
    """A line for each of some positions of a random game, and one for an analysis of its beginning."""
    for turns in TURNS:
        game = game_after(name, players, turns + players, turns)
        view = seat_view(game, game.turn)
        if view.options:
            yield f"{name} {players} {turns}: {' | '.join(seen(view))}"
    if players == RULES[name].players[0]:
        found = analyse(game_after(name, players, 1, 6), "same", 1)
        figures = [*(part for now in found.chances for part in now), *found.costs, *found.luck]
        yield f"{name} {players} analysis: {' '.join(f'{figure:.2f}' for figure in figures)}"


def seen(view: SeatView) -> Iterator[str]:
    """The features, values and choices of a seat in one position, as words."""
    board = view.table.board

    def text(action: Action) -> str:
        return action.text(board) if isinstance(action, Play) else type(action).__name__

    hand = tuple(card.rank for card in view.hand)
    eyes, evaluator = Eyes(view.table), evaluator_for(view.table)
    features = [
        sorted(evaluator.features(bits, view.seat, kept_after(hand, option)))
        for option, bits in zip(view.options, view.results, strict=True)
    ]
    yield f"{len(eyes.gaps)} {crc32(repr(features).encode()):08x}"
    yield " ".join(f"{value:.2f}" for value in values(evaluator, view)[:6])
    yield f"{closeness(view) or 0.0:.3f} {text(greedy(view))}"
    yield from (f"{level} {text(choose(view, level, 'same', SMALL))}" for level in Level)
    advice = hint(view)
    yield f"{text(advice.action)}: {advice.reason} {about(advice.claim, board)}".rstrip()
    deal = Hidden(view, evaluator, SMALL.memory).deal(Random(1))
    yield " ".join("".join(rank.value for rank in held) for _, held in sorted(deal.hands.items()))


def about(claim: Claim | None, board: Board) -> str:
    """The seat, hole, cards and count of a claim, as far as it has them."""
    if claim is None:
        return ""
    facts = (
        "" if claim.seat is None else seat_letter(claim.seat),
        "" if claim.hole is None else board.name(claim.hole),
        "".join(rank.value for rank in claim.ranks),
        str(claim.count or ""),
    )
    return " ".join(fact for fact in facts if fact)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_machine_players_see_and_choose_exactly_what_the_file_of_choices_records(
    name: str, players: int
) -> None:
    kept = [line for line in FILE.read_text().splitlines() if line.startswith(f"{name} {players} ")]
    assert list(lines(name, players)) == kept


def sum_of_3_12(values: Iterable[float], start: float = 0) -> float:
    """The sum as Python 3.12 and later compute it: without the rounding of each step if there are floats."""
    every = [start, *values]
    return fsum(every) if any(isinstance(one, float) for one in every) else sum(every)


def test_machine_players_choose_alike_before_and_after_python_3_12(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (evaluation, players, analysis):
        monkeypatch.setattr(module, "sum", sum_of_3_12, raising=False)
    evaluator_for.cache_clear()  # Its values were added before.
    kept = [line for line in FILE.read_text().splitlines() if line.startswith("texas ")]
    assert [line for name, count in TABLES if name == "texas" for line in lines(name, count)] == kept


if __name__ == "__main__":
    FILE.write_text("".join(f"{line}\n" for table in TABLES for line in lines(*table)))
