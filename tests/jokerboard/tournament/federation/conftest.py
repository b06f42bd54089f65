"""Fixtures: one hall, and a federation that follows it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from jokerboard.tournament.address import Address
from jokerboard.tournament.federation.service import Federation
from tests.jokerboard.tournament.federation.halls import Hall


@pytest.fixture
def address(fake_port: int) -> Address:
    return Address("redis", "127.0.0.1", fake_port)


@pytest.fixture
def hall(tmp_path: Path, address: Address) -> Iterator[Hall]:
    one = Hall(tmp_path / "north", "north", address)
    one.lay_down(6)
    one.play()
    one.publish()
    yield one
    one.close()


@pytest.fixture
def federation(tmp_path: Path, address: Address) -> Iterator[Federation]:
    one = Federation(tmp_path / "federation", [address])
    yield one
    one.close()
