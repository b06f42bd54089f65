"""A table publishes when the present turn began, in each of its games."""

from __future__ import annotations

from pathlib import Path

from jokerboard.table.publishing.table_publisher import Director, TablePublisher
from jokerboard.table.runtime.game_setup import Wanted
from jokerboard.tournament.address import Address
from tests.jokerboard.table.virtual_table import VirtualTable


def test_the_beginning_of_the_turn_is_published_in_every_game_that_begins(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path, Wanted(), seed="3")
    publishing = TablePublisher(
        table.desk,
        Director(Address("redis", "127.0.0.1", 1)),
        tmp_path,
        wanted=Wanted(),
        wall=lambda: f"{table.clock.now():.0f}",
        post=lambda call: call(),
    )
    for _ in range(2):
        table.desk.begin(Wanted())
        table.wait(100)
        before = int(publishing._presence()["state"]["since"])
        table.play("KH", (f"{table.turn}s1", f"{table.turn}8"))
        table.wait(100)
        since = int(publishing._presence()["state"]["since"])
        assert before + 100 <= since <= table.clock.now() - 95
    table.close()
