"""The option that names the address of a page."""

from __future__ import annotations

from jokerboard.host.errors import UsageError


def page_address(option: str, text: str, port: int) -> tuple[str, int]:
    """Host and port, the latter `port` where the text has none; UsageError names the option."""
    from jokerboard.web.errors import PageError
    from jokerboard.web.server import parse_listen

    try:
        return parse_listen(text, port)
    except PageError as error:
        raise UsageError(f"{option} {error}") from error
