"""Fixtures for the tests of the Pico."""

from __future__ import annotations

import pytest

from tests.hardware.pico.scripted_pico import ScriptedBench


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> ScriptedBench:
    """A Pico whose link delivers the events that the test gives it."""
    return ScriptedBench(monkeypatch)
