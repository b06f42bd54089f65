"""Tables of a hall in one process, with stand-ins for table, boards and publisher."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from jokerboard.simulation import hall_tables
from jokerboard.simulation.hall_tables import HallTable, Tables, run


class Hall:
    """A record of what the tables of a process do; `tables` has their stand-ins by number."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, state: Path, *, playing: bool = False) -> None:
        self.did: list[tuple[str, str]] = []
        self.writers: list[Any] = []
        self.tables: dict[str, Any] = {}
        self.boards: dict[str, Any] = {}
        self.wanted = Tables("redis://127.0.0.1", state, 3, 2, 20.0, 0.25, 7, playing, "own-deck")
        monkeypatch.setattr(hall_tables, "SimulatedBoards", self._boards)
        monkeypatch.setattr(hall_tables, "open_table", self._open)
        monkeypatch.setattr(hall_tables, "TablePublisher", self._publisher)
        monkeypatch.setattr(hall_tables, "ThreadWriter", lambda *given: SimpleNamespace(given=given))

    def _boards(self, _clock: object, path: Path, manner: Any) -> Any:
        assert (manner.speed, manner.mistakes) == (20.0, 0.25)
        players = SimpleNamespace(people=None)

        def sit_down() -> None:
            players.people = "people"
            self.did.append((path.name, "people sit down"))

        players.sit_down = sit_down
        self.boards[path.name] = SimpleNamespace(players=players)
        return self.boards[path.name]

    def _open(
        self, _clock: object, path: Path, seed: str, wall: object, writer: Callable[..., Any], boards: object
    ) -> Any:
        assert (wall, boards) == (hall_tables.wall, self.boards[path.name])
        self.writers.append(writer("journal"))
        self.did.append((path.name, f"opened with seed {seed}"))
        table = SimpleNamespace(game=None, begun=None, listener=None)

        def on_game(begun: Callable[[], None]) -> None:
            table.begun = begun

        def listen(listener: Callable[[object], None]) -> None:
            table.listener = listener

        def begin(wanted: Any, *, attended: bool) -> None:
            assert attended
            self.did.append((path.name, f"a game by {wanted.rules}"))
            table.game = SimpleNamespace(listen=listen, log=SimpleNamespace(over=None))
            table.begun()

        table.on_game, table.begin = on_game, begin
        table.close = lambda: self.did.append((path.name, "closed"))
        self.tables[path.name] = table
        return table

    def _publisher(
        self, _table: object, desk: Any, path: Path, *, wanted: Any, wall: object, post: object
    ) -> Any:
        assert (wanted.rules, wall) == ("own-deck", hall_tables.wall)
        assert callable(post)
        self.did.append((path.name, f"publishes as {desk.name}"))
        return SimpleNamespace(
            start=lambda: self.did.append((path.name, "publishes")),
            close=lambda: self.did.append((path.name, "publishes no more")),
        )

    async def settle(self) -> None:
        for _ in range(5):
            await asyncio.sleep(0)


def test_the_hall_tables_of_a_process_are_numbered_seeded_published_and_closed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    hall = Hall(monkeypatch, tmp_path)
    monkeypatch.setattr(hall_tables, "stop_on_signals", lambda loop, stop: loop.call_soon(stop))
    run(hall.wanted)
    opened = [
        (f"table{n}", did)
        for n in (3, 4)
        for did in (f"opened with seed 7:{n}", f"publishes as Table {n}", "publishes")
    ]
    closed = [(f"table{n}", did) for n in (3, 4) for did in ("publishes no more", "closed")]
    assert hall.did == opened + closed
    assert all(isinstance(writer.given[1].__self__, HallTable) for writer in hall.writers)
    assert [writer.given[0] for writer in hall.writers] == ["journal", "journal"]


@pytest.mark.parametrize("playing", [False, True])
def test_people_at_a_hall_table_sit_down_once_and_begin_the_next_game_if_they_play(
    playing: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    hall = Hall(monkeypatch, tmp_path, playing=playing)

    async def some_games() -> None:
        loop: Any = asyncio.get_running_loop()
        HallTable(hall.wanted, 3, loop, loop)
        table = hall.tables["table3"]
        if not playing:
            table.begin(SimpleNamespace(rules="texas"), attended=True)
        await hall.settle()
        table.begun()
        await hall.settle()
        for over in (None, (0, 2)):
            table.game.log.over = over
            if playing:
                table.listener("an announcement")
            await hall.settle()

    asyncio.run(some_games())
    did = [what for _, what in hall.did if not what.startswith(("opened", "publishes"))]
    if playing:
        assert did == ["a game by own-deck", "people sit down", "a game by own-deck"]
    else:
        assert did == ["a game by texas", "people sit down"]
        assert hall.tables["table3"].listener is None
