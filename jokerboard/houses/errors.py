"""Errors of a shared game; each message is one sentence."""

from __future__ import annotations

from jokerboard.host.errors import JokerboardError, UsageError


class HousesError(JokerboardError, ValueError):
    """Two houses cannot play one game together."""


class CodeError(UsageError):
    """A text is not the code of a game."""


class MessageError(HousesError):
    """A message of another house is malformed, forged or of another version."""
