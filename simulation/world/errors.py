"""What can go wrong in a simulation, other than what it looks for."""

from host.errors import JokerboardError


class ImpossibleGestureError(JokerboardError, RuntimeError):
    """The hand model did what no hand can do: a fault of the model, not of the referee."""
