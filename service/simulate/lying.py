"""Sensors that lie: which kinds there are, and how a hole that has one behaves."""

from __future__ import annotations

from service.errors import UsageError

FAULTS = ("stuck", "dead")
"""`stuck` shows a marble always, `dead` never."""


def faults_named(text: str) -> tuple[tuple[str, int], ...]:
    """From `none` or a list as `stuck:1,dead:2`; UsageError for anything else."""
    if text == "none":
        return ()
    faults = []
    for part in text.split(","):
        kind, _, number = part.partition(":")
        if kind not in FAULTS or not number.isdigit() or not 0 < int(number) <= 20:
            raise UsageError(f"faults are none, or a list as {FAULTS[0]}:1,{FAULTS[1]}:3; not {text!r}")
        faults.append((kind, int(number)))
    return tuple(faults)
