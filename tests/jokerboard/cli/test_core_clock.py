"""The core clock that `jokerboard doctor` reads from a Raspberry Pi's firmware by the program vcgencmd."""

from __future__ import annotations

from pathlib import Path

import pytest

from jokerboard.cli.doctor import core_clock


@pytest.mark.parametrize(
    ("script", "hertz"),
    [
        ("echo 'frequency(1)=250000496'", 250_000_496),
        ("echo 'frequency(1)=250000496'; exit 1", None),
        ("echo 'VCHI initialization failed'", None),
        (None, None),
    ],
    ids=["measured", "failed", "not understood", "missing"],
)
def test_a_core_clock_that_vcgencmd_does_not_report_is_unknown(
    script: str | None, hertz: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    if script is not None:
        program = tmp_path / "vcgencmd"
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
    assert core_clock() == hertz
