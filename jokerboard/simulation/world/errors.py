"""Errors of a simulation itself."""

from jokerboard.host.errors import JokerboardError


class ImpossibleGestureError(JokerboardError, RuntimeError):
    """The hand model did something that no hand can do. This is a fault of the model, not of the referee."""
