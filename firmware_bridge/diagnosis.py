"""Messages about a device that does not speak the protocol: its probable kind, and a remedy."""

from __future__ import annotations

from firmware_bridge.messages import MAJOR, MINOR

FLASH = "`jokerboard firmware flash`"


def skew_text(major: int, minor: int) -> str:
    """The sentence about a device that speaks another major version of the protocol."""
    told = f"The board's firmware speaks protocol {major}.{minor}, this program speaks protocol {MAJOR}"
    if major > MAJOR:
        return f"{told}: update this program, or flash its own firmware onto the board with {FLASH}."
    return f"{told}: flash the board again with {FLASH}."


def old_text(minor: int) -> str:
    """The sentence about a device that runs an earlier firmware of this project."""
    return (
        f"The board's firmware is older than this program (protocol {MAJOR}.{minor}, not {MAJOR}.{MINOR}): "
        f"it works, and scans more slowly than it could. Flash its newest firmware with {FLASH}."
    )


def silent_text() -> str:
    """The sentence about a line from which nothing comes back."""
    return f"Nothing answers on this line: is it the board, is its firmware running? If it is new: {FLASH}."


def deaf_text() -> str:
    """The sentence about a board that sends good frames but does not answer HELLO."""
    return (
        "The board can be heard, but it does not hear this computer: check the wire from the computer's TX"
        " to the board's RX."
    )


def echo_text() -> str:
    """The sentence about a line from which the host's own frames come back."""
    return "The line sends back what is written to it: its RX and TX are joined, or no board is connected."


def noise_text(good: int, bad: int, way: str) -> str:
    """The sentence about a line on which too many frames that went this `way` were damaged."""
    share = round(100 * bad / (good + bad))
    return (
        f"{share} % of the frames {way} are damaged: check the cable, and keep it away from the LED supply."
    )


def late_text(late: int, seconds: int) -> str:
    """The sentence about a board that scanned its sensors late this often in these seconds."""
    return (
        f"The board scanned its sensors late {late} times in {seconds} s, so a touch may be missed: "
        f"flash its newest firmware with {FLASH}."
    )


def unanswered_text(op: str, seconds: float) -> str:
    """The sentence about a board that answers PINGs but not commands."""
    return (
        f"The board answers, but it carries out no command ({op} for {seconds:.0f} s): unplug it and plug it"
        f" in again; if that does not help, {FLASH}."
    )


def calibration_text() -> str:
    """The sentence about a board that could not read its kept calibration."""
    return "The board's kept calibration is damaged and not used: calibrate it again with `jokerboard setup`."


def foreign_text(sample: bytes, bad_frames: int) -> str:
    """The sentence about a line that carries another protocol; `sample` is its first bytes."""
    if b">>>" in sample or b"MicroPython" in sample:
        return (
            "The device answers with MicroPython's prompt: "
            f"it runs no jokerboard firmware. Flash it with {FLASH}."
        )
    # Another program answers in text; noise or a wrong baud rate gives bytes of every value.
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
