"""The QR code with which another device pairs: the page's address with the code in it."""

from __future__ import annotations

import io

import segno

from jokerboard.host.network import addresses


def pairing_link(local: str, code: str) -> str:
    """The address that pairs a device; `local` is the page's on this machine, as http://127.0.0.1:8080/."""
    return f"{addresses(local)[-1]}#pair/{code}"


def pairing_picture(local: str, code: str) -> bytes:
    """The link as an SVG picture."""
    return picture_of(pairing_link(local, code))


def picture_of(text: str) -> bytes:
    """A text as a QR code in SVG."""
    out = io.BytesIO()
    segno.make(text, error="m").save(out, kind="svg", scale=4, border=2, xmldecl=False)
    return out.getvalue()
