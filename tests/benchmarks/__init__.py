"""Benchmarks of speed, memory and accuracy: `run()` of each module yields lines to print."""

from __future__ import annotations


class BenchmarkError(Exception):
    """A benchmark cannot be run to its end; the message is one sentence."""
