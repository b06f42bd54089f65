"""A federation gets the replays of the halls' games; long entries are packed."""

from __future__ import annotations

import random
import re
import shutil
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import redis

from jokerboard.journal.records import Line, chained
from jokerboard.tournament import keys
from jokerboard.tournament.address import Address
from jokerboard.tournament.collect.store import FILE
from jokerboard.tournament.event.events import Created
from jokerboard.tournament.event.model import Entry, Settings
from jokerboard.tournament.event.team_events import Registered
from jokerboard.tournament.federation.hall_stream import (
    hall_publisher,
    replay_publisher,
)
from jokerboard.tournament.federation.pages import write_federation
from jokerboard.tournament.federation.service import Federation
from jokerboard.tournament.paper.replay import FOLDER
from jokerboard.tournament.publish.publisher import Publisher
from tests.jokerboard.tournament.federation.halls import Hall, look
from tests.jokerboard.tournament.web.event_hall import EventHall, begun
from tests.programs import until


def sent(publisher: Publisher) -> None:
    """Let the publisher send everything, then close it."""
    until(lambda: publisher.step() and not publisher.waiting)
    publisher.leave()


@pytest.fixture
def played(tmp_path: Path, address: Address) -> Iterator[EventHall]:
    """The hall `south`, in which two games of round 1 have decided their tables."""
    with EventHall(tmp_path / "south") as one:
        begun(one).done("start")
        for table in ("oak", "elm"):
            one.begin(table)
        one.done("time-out")
        assert one.now.rounds[0].missing() == ()
        for make in (hall_publisher, replay_publisher):
            sent(make(tmp_path / "south", address, "south"))
        yield one


def test_the_site_of_a_federation_has_every_game_drawn_play_by_play(
    played: EventHall, federation: Federation, tmp_path: Path
) -> None:
    look(federation)
    (south,) = federation.halls
    assert (south.now, south.trouble) == (played.now, None)
    assert write_federation(federation.halls, tmp_path / "site", 0.0) == 6
    page = (tmp_path / "site" / "south" / "game-1-1.html").read_text()
    drawn = re.findall(r'<svg class="position".*?</svg>', page)
    assert len(drawn) == page.count('id="play-') > 0
    assert drawn[0].count('<circle class="') == 20
    assert "<script" not in page
    assert 'href="game-1-1.html"' in (tmp_path / "site" / "south" / "round-1.html").read_text()
    assert 'id="play-1"' in (federation.page_of("south", "game-1-2.html") or "")
    assert federation.page_of("south", "game-1-3.html") is None


def test_a_federation_has_a_replay_only_of_the_game_that_gave_a_tables_result(
    played: EventHall, federation: Federation, tmp_path: Path
) -> None:
    look(federation)
    (south,) = federation.halls
    match = played.now.rounds[0].match(1)
    assert match.result is not None
    assert match.source is not None
    other = replace(match, result=replace(match.result, source=replace(match.source, game=9)))
    by_slip = replace(match, result=replace(match.result, source=None))
    assert [south.replays.has(one) for one in (match, other, by_slip)] == [True, False, False]
    assert south.replays.of(other) is None


def test_a_hall_publishes_lost_or_damaged_replays_again(
    played: EventHall, federation: Federation, tmp_path: Path, address: Address
) -> None:
    look(federation)
    (south,) = federation.halls
    assert south.replays.last == 3
    losses: tuple[Callable[[Path], object], ...] = (
        shutil.rmtree,
        lambda path: (path / FILE).write_bytes(b"no store" * 999),
    )
    for n, lose in enumerate(losses, 1):
        for file in (tmp_path / "south" / FOLDER).glob("*-*"):
            file.unlink()
        lose(tmp_path / "south" / FOLDER)
        (tmp_path / "south" / "replays-publishing.json").unlink(missing_ok=True)
        sent(replay_publisher(tmp_path / "south", address, "south"))
        look(federation)
        assert (south.trouble, south.replays.last) == (None, 3), n
        assert south.replays.has(played.now.rounds[0].match(2))


def test_an_invalid_replay_is_reported_and_does_not_change_the_results(
    played: EventHall, federation: Federation, link: redis.Redis
) -> None:
    look(federation)
    (south,) = federation.halls
    found: Any = link.xrevrange(keys.log("hall:south:replays", 1), count=1)
    newest = found[0][1][b"h"].decode()
    for n, text in ((4, '{"round":1}'), (5, "x")):
        digest = chained(newest, text)
        link.xadd(keys.log("hall:south:replays", 1), {"r": text, "h": digest}, id=keys.entry_id(n))
        look(federation)
        assert str(south.trouble).startswith("the replays of the hall's games are not complete: ")
        assert (south.now, south.replays.last) == (played.now, 3)


def test_an_event_of_more_than_64_kib_is_published_to_the_federation(
    tmp_path: Path, address: Address, federation: Federation, link: redis.Redis
) -> None:
    hall = Hall(tmp_path / "large", "large", address)
    hall.history.create(Created(Settings("Cup of all", rounds=5)), "Dora", 1.0)
    wide = "ß" * 48
    hall.do(
        Registered(
            tuple(
                Entry(f"{n} {wide}", (f"A {n} {wide}", f"B {n} {wide}"), club=f"{wide} {n}")
                for n in range(170)
            )
        )
    )
    assert len(hall.store.events()[-1].text.encode()) > 65_536
    hall.publish()
    look(federation)
    (large,) = federation.halls
    assert (large.now, large.trouble) == (hall.now, None)
    assert large.store.events() == hall.store.events()
    hall.close()


@pytest.mark.parametrize("text", ["", "short", "ä" * 40_000, "".join(map(chr, range(32, 3000))) * 99])
def test_a_packed_entry_is_unpacked_to_the_original_line(text: str) -> None:
    line = Line(7, text, "0" * 64)
    fields = {
        name.encode(): value if isinstance(value, bytes) else value.encode()
        for name, value in keys.fields_of(line).items()
    }
    assert max(map(len, fields.values())) <= 65_536
    assert keys.unpacked_line_of(b"7-0", fields) == line


def test_an_entry_that_is_too_long_is_neither_packed_nor_unpacked() -> None:
    with pytest.raises(OSError, match="record 1 is larger than the 4194304 bytes"):
        keys.fields_of(Line(1, "x" * (keys.LARGEST_ENTRY + 1), ""))
    noise = random.Random(1).randbytes(2_000_000).hex()
    with pytest.raises(OSError, match="record 2 is larger"):
        keys.fields_of(Line(2, noise, ""))
    flood = zlib.compress(bytes(50_000_000))
    assert len(flood) < 65_536
    assert keys.unpacked_line_of(b"1-0", {b"z0": flood, b"h": b"x"}).text == "?"
    assert keys.unpacked_line_of(b"1-0", {b"z0": b"no zlib", b"h": b"x"}).text == "?"
