"""What can go wrong between a page and its table; every message is one sentence for people."""


class CommandRefused(ValueError):
    """The table does not do what it was asked, because of how things stand; the message says why."""
