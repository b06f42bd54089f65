"""Fixtures that several tests of devices share."""

from __future__ import annotations

import pytest

from tests.hardware.pico.scripted_pico import ScriptedBench


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> ScriptedBench:
    """A Pico that tells what the test puts into it."""
    return ScriptedBench(monkeypatch)
