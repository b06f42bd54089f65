"""Errors in the referee's input; people's mistakes are verdicts, not errors."""


class RefereeError(ValueError):
    """Input that the referee cannot accept; the message names the fault and its place."""


class TraceError(RefereeError):
    """A trace is malformed; the message begins with the line's number."""


class OutOfOrderError(RefereeError):
    """An event is older than the previous one; times must not decrease."""
