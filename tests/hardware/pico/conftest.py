"""Fixtures that several tests of devices share."""

from __future__ import annotations

import pytest

from tests.hardware.pico.scripted_pico import ScriptedBench


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> ScriptedBench:
    """A Pico whose link delivers the events that the test puts into it."""
    return ScriptedBench(monkeypatch)
