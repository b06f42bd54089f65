"""A whole game of two processes over a real broker, with all of the broker's traffic recorded.

The game takes minutes, so it needs `--all-scenarios`.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import threading
from pathlib import Path
from typing import Any

import pytest

from jokerboard.houses.channel import Channel, Side
from jokerboard.houses.code import Code
from tests.jokerboard.houses.real_broker import RealBroker
from tests.jokerboard.houses.test_processes import QUICK, code_of, shared_records
from tests.programs import SHORT, Demo, until

pytestmark = pytest.mark.long

CARD = re.compile(r'"((?:X|[A2-9TJQK][CDHS])(?:#[0-9]{1,2})?)"')
"""Matches a card in the form of the houses' messages."""


class Tap(threading.Thread):
    """Keeps every message of a broker by topic."""

    def __init__(self, broker: RealBroker) -> None:
        super().__init__(daemon=True)
        self.packets: list[tuple[str, bytes]] = []
        self.listens = threading.Event()
        self._port = broker.port
        self.start()

    def run(self) -> None:
        import aiomqtt

        with contextlib.suppress(aiomqtt.MqttError):  # The broker stops before its listener.
            asyncio.run(self._listen())

    async def _listen(self) -> None:
        import aiomqtt

        async with aiomqtt.Client("127.0.0.1", self._port) as client:
            await client.subscribe("#")
            self.listens.set()
            async for message in client.messages:
                assert isinstance(message.payload, bytes)
                self.packets.append((str(message.topic), message.payload))

    def opened(self, code: Code, side: Side) -> list[dict[str, Any]]:
        """The messages from the side opposite to `side`, decrypted with the code, which the broker lacks."""
        channel = Channel(code, side)
        topic = f"jokerboard/1/{code.rendezvous}/{'host' if side == 'guest' else 'guest'}"
        found = [channel.open(packet, 0.0) for where, packet in self.packets if where == topic]
        return [each.message for each in found if each is not None]


def test_a_whole_shared_game_ends_with_equal_records_and_its_traffic_shows_no_hidden_card(
    request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    if not request.config.getoption("--all-scenarios"):
        pytest.skip("a whole game of two processes: --all-scenarios")
    broker = RealBroker(tmp_path / "broker")
    tap = Tap(broker)
    assert tap.listens.wait(60)
    invite = ("--invite", "C", "--via", broker.way, "--cards", "dealt", "--seed", "7")
    host = Demo(tmp_path / "host", *SHORT, *invite, *QUICK)
    text = code_of(host)
    guest = Demo(tmp_path / "guest", "--with", text, "--via", broker.way, *QUICK)
    try:
        for table in (host, guest):
            table.until(lambda state: bool(state.get("over")))
        records = [shared_records(tmp_path / name) for name in ("host", "guest")]
        until(lambda: shared_records(tmp_path / "guest") == shared_records(tmp_path / "host"))
    finally:
        host.kill()
        guest.kill()
        broker.stop()
    assert len(records[0]) > 20
    code = Code.parse(text)
    updates, reports = tap.opened(code, "guest"), tap.opened(code, "host")
    assert len(updates) > len(records[0])
    assert len(reports) > len(records[0])
    # The broker's packets must contain no readable card and no other part of a message.
    raw = b"\n".join(packet for _, packet in tap.packets)
    texts = [f'"{card}"{after}'.encode() for card in _cards(updates) for after in ",]"]
    assert not [text for text in texts if text in raw]
    assert b'"hands"' not in raw
    assert code.secret not in raw
    # The guest may get the cards of its own seat and cards that were played, but no others.
    last = max(n for n, update in enumerate(updates) if update["records"])
    assert all(update["secret"] is None for update in updates[:last])
    for update in updates:
        assert set(update["hands"]) <= {"C"}
        rest = {name: value for name, value in update.items() if name not in ("hands", "records")}
        assert not CARD.findall(json.dumps(rest | {"refusal": None, "question": None}))


def _cards(messages: list[dict[str, Any]]) -> set[str]:
    """Every card named in the messages."""
    return set(CARD.findall(json.dumps(messages)))
