"""What can go wrong between a page and its visitors; every message is one sentence for people."""


class PageError(OSError):
    """The page cannot be served: the address is no address, or somebody else has it."""


class BadRequest(ValueError):
    """What a visitor sent is malformed or not allowed; `status` is the HTTP status it is answered with."""

    def __init__(self, sentence: str, status: int = 400) -> None:
        super().__init__(sentence)
        self.status = status
