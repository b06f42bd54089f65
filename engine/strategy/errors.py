"""The error of machine players."""

from __future__ import annotations


class StrategyError(ValueError):
    """A level, a weights file or a view that a machine player cannot work with."""
