"""The link's errors. Each error also inherits the builtin exception of its kind."""

from __future__ import annotations


class BridgeError(Exception):
    """Anything this package raises."""


class FrameError(BridgeError, ValueError):
    """Bytes that are no frame, or a frame whose fields cannot be. Names what is wrong."""


class FieldError(BridgeError, ValueError):
    """A value that does not fit into the message that should carry it."""


class LinkError(BridgeError, OSError):
    """The serial line could not be opened or failed. Names the operation, the path and the way out."""


class SetupError(BridgeError, OSError):
    """A program or a file needed here is missing. Says which, and how to get it."""
