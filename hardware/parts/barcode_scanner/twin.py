"""The lines of a barcode scanner for a simulated reader."""

from __future__ import annotations


def barcode_line(text: str) -> bytes:
    """The bytes that a scanner sends for a label."""
    return text.encode("ascii") + b"\r\n"
