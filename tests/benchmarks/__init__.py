"""Speed and memory as numbers: each module of a room has a `run()` that yields lines to print."""

from __future__ import annotations


class BenchmarkError(Exception):
    """A benchmark that could not be run to its end, as one sentence."""
