"""Errors between a page and its visitors; every message is one sentence for people."""

from jokerboard.host.errors import JokerboardError


class PageError(JokerboardError, OSError):
    """The page cannot be served: its address is malformed, unknown or in use."""


class BadRequest(ValueError):
    """A visitor's request is malformed or not allowed; `status` is the HTTP status of the answer."""

    def __init__(self, sentence: str, status: int = 400) -> None:
        super().__init__(sentence)
        self.status = status
