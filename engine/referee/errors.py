"""Errors in the input of the referee; people's mistakes are verdicts, not errors."""


class RefereeError(ValueError):
    """The referee was handed something it cannot take: the message says what and where."""


class TraceError(RefereeError):
    """A trace is malformed; the message begins with the line's number."""


class OutOfOrderError(RefereeError):
    """An event older than the one before it: time never runs backwards here."""
