"""The cards of whole games, checked by `stranger.py`, which is written from docs/card-proof.md alone."""

from __future__ import annotations

import contextlib
import io
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from engine.deck import cards_for
from engine.rules.rule_sets import RULES
from jokerboard.cli.main import main
from jokerboard.table.runtime.game_setup import Wanted
from tests.examples import some
from tests.jokerboard.players.test_whole_games import A_GAME, DEALT, KINDS, people
from tests.jokerboard.table.virtual_table import VirtualTable

DOCUMENT = Path(__file__).parents[3] / "docs" / "card-proof.md"
STRANGER = Path(__file__).with_name("stranger.py")


def check(lines: str) -> subprocess.CompletedProcess[str]:
    """Run `stranger.py` on the records `lines`, without access to the packages of this project."""
    command = [sys.executable, "-I", str(STRANGER)]
    return subprocess.run(command, input=lines, capture_output=True, text=True, check=False)


Shown: TypeAlias = Callable[[Wanted], str]


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Shown:
    """The records of a whole game, in the format of `jokerboard journal show`; each game is played once."""
    known: dict[str, str] = {}

    def play(wanted: Wanted) -> str:
        path = tmp_path_factory.mktemp("table")
        table = VirtualTable(path, wanted, seed="3", people=people())
        table.until(lambda: table.game.log.over is not None, within=A_GAME)
        table.until(lambda: table.game.log.final, within=60.0)
        table.close()
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            assert main(["journal", "show", "--state", str(path)]) == 0
        return printed.getvalue()

    def of(wanted: Wanted) -> str:
        if repr(wanted) not in known:
            known[repr(wanted)] = play(wanted)
        return known[repr(wanted)]

    return of


@pytest.mark.parametrize("wanted", some([*KINDS, pytest.param(replace(DEALT, rules="joker-board"))], 2))
def test_an_independent_program_confirms_the_cards_of_a_whole_game(shown: Shown, wanted: Wanted) -> None:
    checked = check(shown(wanted))
    assert checked.stderr == ""
    assert checked.stdout.endswith("the cards are right\n")


@pytest.mark.parametrize("field", ["card", "sealed", "secret"])
def test_an_independent_program_detects_any_change_of_the_recorded_cards(shown: Shown, field: str) -> None:
    lines = shown(DEALT if field == "card" else replace(DEALT, dealt=False)).splitlines()
    found = 0
    for at, line in enumerate(lines):
        record: dict[str, Any] = json.loads(line)
        data = record["data"]
        if field == "card" and data.get("kind") in ("move", "discard"):
            found += 1
            data["card"] = "2C#1" if data["card"] != "2C#1" else "3C#1"
        elif field == "sealed" and "sealed" in data:
            found += 1
            data["sealed"] = "0" * 64
        elif field == "secret" and "opened" in data:
            found += 1
            data["opened"]["secret"] += "?"
        lines[at] = json.dumps(record)
        if found:
            break
    assert found == 1
    assert "AssertionError" in check("\n".join(lines)).stderr


def test_docs_card_proof_lists_the_cards_of_every_rule_set() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    for name, rules in RULES.items():
        cards = cards_for(rules, 4)
        packs = f"{cards.packs}{' a seat' if cards.own else ''}"
        draws = "before" if rules.draw_first else "after"
        assert f"| {name} | {packs} | {cards.jokers} | {rules.hand_size} | {draws} playing |" in text
