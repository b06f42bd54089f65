"""What can go wrong in a simulation, other than what it looks for."""

from service.errors import ServiceError


class ImpossibleGestureError(ServiceError, RuntimeError):
    """The hand model did what no hand can do: a fault of the model, not of the referee."""
