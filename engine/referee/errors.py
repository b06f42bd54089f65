"""Errors in the referee's input; people's mistakes are verdicts, not errors."""


class RefereeError(ValueError):
    """Input that the referee cannot take; the message names what and where."""


class TraceError(RefereeError):
    """A trace is malformed; the message begins with the line's number."""


class OutOfOrderError(RefereeError):
    """An event is older than the previous one; times must not decrease."""
