"""Start a redis-server for a benchmark, and put tables' logs into it."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jokerboard.journal.records import FORMAT, GENESIS, Entry, Kind, Line, canonical, chained
from jokerboard.tournament import keys
from tests.benchmarks import BenchmarkError

if TYPE_CHECKING:
    import redis

BEGUN = "2026-11-21T10:00:00+00:00"
HEADER = {
    "trace": 1, "rules": "texas", "players": 4, "sides": 4, "teams": None, "position": "-/-/-/- A",
    "mode": "play", "cards": "seat", "settings": {}, "set": {}, "id": "g1", "begun": BEGUN,
    "seats": ["A", "B", "C", "D"], "names": {"A": "Ann", "B": "Bo", "C": "Cleo", "D": "Dan"},
    "seed": None, "simulated": True, "program": "0", "decks": 2, "board": "simulated", "edges": False,
}  # fmt: skip
POSITIONS = ("A8/-/-/- B", "A8,A12/B8/-/- C", "A8,B1,h2/B8,B11/C8/- D", "A8,B1,h2/B8,B11/C8,D3/D8 A")


@contextmanager
def redis_server(directory: Path) -> Iterator[redis.Redis]:
    """Start a real redis-server that stores nothing on disk; raise BenchmarkError if none is installed."""
    import redis

    program = shutil.which("redis-server")
    if program is None:
        raise BenchmarkError("redis-server is not here: apt install redis-server")
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port = sock.getsockname()[1]
    command = [program, "--bind", "127.0.0.1", "--port", str(port), "--save", "", "--dir", str(directory)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    link = redis.Redis(port=port, protocol=2)
    try:
        for _ in range(500):
            try:
                link.ping()
                break
            except redis.ConnectionError:
                time.sleep(0.02)
        yield link
    finally:
        link.close()
        process.terminate()
        process.wait(30)


def game_log(name: str, count: int) -> list[Line]:
    """A table's log with `count` records like those of a game: card, play, turn, card taken off."""
    first = {"format": FORMAT, "table": name, "program": "0", "made": BEGUN}
    entries = [Entry(0, Kind.JOURNAL, first), Entry(1, Kind.GAME, HEADER)]
    play = 0
    while len(entries) < count:
        play += 1
        seat, after, t = "ABCD"[play % 4], POSITIONS[play % 4], play * 3.5
        verdict: dict[str, Any] = {"kind": "move", "n": play, "seat": seat, "card": "KS#2", "owing": []}
        entries += [
            Entry(1, Kind.EVENT, {"t": t, "card": "KS#2", "at": seat}),
            Entry(1, Kind.VERDICT, {"t": t + 1, **verdict, "play": "KS#2 As-A8", "position": after}),
            Entry(1, Kind.VERDICT, {"t": t + 1, "kind": "turn", "seat": after[-1]}),
            Entry(1, Kind.EVENT, {"t": t + 2, "card": None, "at": seat}),
        ]
    lines, digest = [], GENESIS
    for n, entry in enumerate(entries[:count], 1):
        text = canonical(n, entry)
        digest = chained(digest, text)
        lines.append(Line(n, text, digest))
    return lines


def publish(link: redis.Redis, name: str, lines: list[Line]) -> None:
    """Write a table's log into the Redis and announce it, as a publisher does."""
    stream = keys.log(name, 1)
    announcement = {
        "journal": keys.journal_id(lines[0].hash),
        "generation": 1,
        "stream": stream,
        "name": name,
    }
    link.set(keys.table(name), json.dumps(announcement))
    pipe = link.pipeline(transaction=False)
    for line in lines:
        pipe.xadd(stream, {keys.TEXT: line.text, keys.HASH: line.hash}, id=keys.entry_id(line.n))
    pipe.execute()
