"""The link's errors. Each error also inherits the builtin exception of its kind."""

from __future__ import annotations

from jokerboard.host.errors import JokerboardError


class BridgeError(JokerboardError):
    """The base of every exception of this package."""


class FrameError(BridgeError, ValueError):
    """Bytes that are no frame, or a frame with an impossible field; the message names the fault."""


class FieldError(BridgeError, ValueError):
    """A value that does not fit into the message that should carry it."""


class LinkError(BridgeError, OSError):
    """The serial line could not be opened, or failed; the message names the operation, path and remedy."""


class SetupError(BridgeError, OSError):
    """A program or a file is missing; the message names it and how to get it."""
