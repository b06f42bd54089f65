"""QR codes with an address and a code: of this page for a device, or of another board's page."""

from __future__ import annotations

import io
from urllib.parse import quote, urlsplit

import segno

from jokerboard.host.network import addresses
from jokerboard.host.outside_text import shown
from jokerboard.web.errors import BadRequest
from jokerboard.words.catalogue import words


def pairing_link(local: str, code: str) -> str:
    """The address that pairs a device; `local` is the page's on this machine, as http://127.0.0.1:8080/."""
    return f"{addresses(local)[-1]}#pair/{code}"


def pairing_picture(local: str, code: str) -> bytes:
    """The pairing link as a QR code in SVG."""
    return picture_of(pairing_link(local, code))


def page_link(page: str, joining: str) -> str:
    """An http link that opens the page of another board with the link `joining` filled in.

    `page`: the address of that page. The code is behind the `#`, which browsers send to no server.
    Raise BadRequest if the address is none of a page.
    """
    try:
        parts = urlsplit(page.strip())
        good = parts.scheme in ("http", "https") and bool(parts.hostname) and "@" not in parts.netloc
        bare = parts.path in ("", "/") and not (parts.query or parts.fragment)
    except ValueError:
        good = bare = False
    if not (good and bare):
        raise BadRequest(words("houses.no-page", page=shown(page, 80)))
    return f"{parts.scheme}://{parts.netloc}/#game/{quote(joining, safe='')}"


def picture_of(text: str) -> bytes:
    """A text as a QR code in SVG."""
    out = io.BytesIO()
    segno.make(text, error="m").save(out, kind="svg", scale=4, border=2, xmldecl=False)
    return out.getvalue()
