"""A game with dealt cards ends in one of four ways; it becomes final once, even if the table is killed."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.cards import Card
from engine.geometry import seat_letter
from jokerboard.journal.file import records
from jokerboard.journal.store import FILE as JOURNAL
from jokerboard.table.runtime.game_setup import Wanted
from tests.jokerboard.table.virtual_table import VirtualTable

COUNTS = {"3": 3, "5": 5, "6": 6, "9": 9, "T": 10, "Q": 12}
"""Cards that only move a marble forward, and by how many holes: A's last marble needs one of them."""
Step = Callable[[VirtualTable], object]


def lift(hole: str) -> Step:
    return lambda table: table.lift(hole)


def waits(seconds: float) -> Step:
    return lambda table: table.wait(seconds)


def lay(table: VirtualTable, card: Card) -> None:
    assert table.desk.dealer is not None
    table.desk.dealer.lay(0, card)


WAYS: dict[str, tuple[Step, ...]] = {
    "ok": (waits(3.0), lambda table: table.sim.buttons.press("ok", "A"), waits(1.0)),
    "the board is cleared": (lift("Ah5"), lift("B12"), lift("Ah4"), lift("C12"), waits(1.0)),
    "a new game": (waits(3.0), lambda table: table.desk.begin(Wanted()), waits(1.0)),
    "twenty seconds": (waits(10.0), waits(9.0), waits(2.0)),
}


def begun(folder: Path) -> tuple[VirtualTable, str, Card]:
    """A table at which A can win with a card of its hand, the hole of A's last marble, and that card."""
    for rank, steps in COUNTS.items():
        side, hole = divmod((4 - steps) % 72, 18)
        source = f"{seat_letter(side)}{hole}"
        wanted = Wanted(dealt=True, teams=4, position=f"{source},h2,h3,h4,h5/B12/C12/D12 A")
        table = VirtualTable(folder / rank, wanted)
        assert table.desk.dealer is not None
        card = next((each for each in table.desk.dealer.hand(0) if each.rank == rank), None)
        if card is not None:
            return table, source, card
        table.close()
    raise AssertionError("no card of the hand brings the last marble home")


def plays_and_ends(table: VirtualTable) -> tuple[int, int, bool]:
    """How often the first game was announced as won and as final, and whether cards were shown too early."""
    first = [record.data for record in records(table.directory / JOURNAL) if record.game == 1]
    kinds = ["opened" if "opened" in data else data.get("kind") for data in first]
    shown = [i for i, kind in enumerate(kinds) if kind == "opened"]
    early = bool(shown) and ("final" not in kinds or shown[0] < kinds.index("final"))
    return kinds.count("over"), kinds.count("final"), early or len(shown) > 1


def killed(table: VirtualTable, folder: Path) -> VirtualTable:
    """The table as it resumes from copies of its files as they are at this moment."""
    shutil.copytree(table.directory, folder)
    return VirtualTable(folder)


@pytest.mark.parametrize("way", WAYS)
def test_the_end_of_a_dealt_game_becomes_final_once_even_if_the_table_is_killed(
    tmp_path: Path, way: str
) -> None:
    table, source, card = begun(tmp_path)
    steps: list[Step] = [
        lambda table: lay(table, card),
        lift(source),
        lambda table: table.place("Ah1", 0),
        *WAYS[way],
    ]
    resumed = []
    for moment, step in enumerate(steps):
        step(table)
        assert plays_and_ends(table)[2] is False
        resumed.append((moment, killed(table, tmp_path / f"killed-{moment}")))
    assert plays_and_ends(table) == (1, 1, False)
    for moment, again in resumed:
        if moment >= 2 and again.desk.number == 1:
            again.until(lambda again=again: again.game.log.final, within=30.0)  # type: ignore[misc]
        for step in steps[moment + 1 :] if moment < 2 else ():
            step(again)
        assert plays_and_ends(again) == (1, 1, False), moment
        again.close()
    table.close()
