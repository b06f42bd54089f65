"""Sentences for people about a device that cannot be talked to: what it seems to be, what to do."""

from __future__ import annotations

from firmware_bridge.frames import MAJOR

FLASH = "`jokerboard firmware flash`"


def skew_text(major: int, minor: int) -> str:
    """The device speaks another major version."""
    told = f"The board's firmware speaks protocol {major}.{minor}, this program speaks protocol {MAJOR}"
    if major > MAJOR:
        return f"{told}: update this program, or flash its own firmware onto the board with {FLASH}."
    return f"{told}: flash the board anew with {FLASH}."


def silent_text() -> str:
    """Nothing at all comes back."""
    return f"Nothing answers on this line: is it the board, is its firmware running? If it is new: {FLASH}."


def foreign_text(sample: bytes, bad_frames: int) -> str:
    """Something comes back that is not this protocol. `sample`: the first bytes of it."""
    if b">>>" in sample or b"MicroPython" in sample:
        return (
            "The device answers with MicroPython's prompt: "
            f"it runs no jokerboard firmware. Flash it with {FLASH}."
        )
    printable = sum(32 <= byte < 127 or byte in b"\r\n\t" for byte in sample)
    if printable >= 0.9 * len(sample):
        said = " ".join(sample.decode("ascii", "ignore").split())[:60]
        return f"The device speaks another protocol; it says “{said}”. Is it the right port?"
    if bad_frames:
        return (
            "The device sends bytes that are no frames of jokerboard's protocol: "
            f"another protocol, another baud rate, or a very bad cable. If it is the board: {FLASH}."
        )
    return f"The device answers, but not in jokerboard's protocol. If it is the board: {FLASH}."
