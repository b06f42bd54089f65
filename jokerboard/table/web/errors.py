"""Errors between a page and its table; every message is one sentence for people."""


class CommandRefused(ValueError):
    """The table refuses a command in its present state; the message gives the reason.

    `why` is a code for a page that can react, such as by asking whether people are sure.
    """

    def __init__(self, message: str, why: str | None = None) -> None:
        super().__init__(message)
        self.why = why
