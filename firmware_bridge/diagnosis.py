"""Messages for people about a faulty device or line: the probable fault, and a remedy."""

from __future__ import annotations

from firmware_bridge.messages import MAJOR, MINOR

FLASH = "`jokerboard firmware flash`"


def skew_text(major: int, minor: int) -> str:
    """The message about a device with another major version of the protocol."""
    told = f"The board's firmware speaks protocol {major}.{minor}, this program speaks protocol {MAJOR}"
    if major > MAJOR:
        return f"{told}: update this program, or flash this program's firmware onto the board with {FLASH}."
    return f"{told}: flash the board again with {FLASH}."


def old_text(minor: int) -> str:
    """The message about a device with an earlier firmware of this project and minor version `minor`."""
    return (
        f"The board's firmware is older than this program (protocol {MAJOR}.{minor}, not {MAJOR}.{MINOR}): "
        f"it works, but scans more slowly. Flash the newest firmware with {FLASH}."
    )


def silent_text() -> str:
    """The message about a line on which nothing arrives."""
    return f"Nothing answers on this port: is it the board's? If the board is new, flash it with {FLASH}."


def deaf_text() -> str:
    """The message about a board that sends undamaged frames but does not answer HELLO."""
    return (
        "The board sends, but receives nothing from this computer: check the wire from the computer's TX"
        " to the board's RX."
    )


def echo_text() -> str:
    """The message about a line that returns the host's own frames."""
    return "The line returns everything that is written: RX and TX are joined, or no board is connected."


def noise_text(good: int, bad: int, way: str) -> str:
    """The message about a line that damages too many frames; `way` is "from the board" or "to the board"."""
    share = round(100 * bad / (good + bad))
    return f"{share} % of the frames {way} are damaged: check the cable, and keep it off the LED supply."


def late_text(late: int, seconds: int) -> str:
    """The message about a board that scanned its sensors late `late` times in `seconds`."""
    return (
        f"The board scanned its sensors late {late} times in {seconds} s, so a change may be missed: "
        f"flash the newest firmware with {FLASH}."
    )


def unanswered_text(op: str, seconds: float) -> str:
    """The message about a board that answers PINGs, but has not answered command `op` for `seconds`."""
    return (
        f"The board answers, but it carries out no command ({op} for {seconds:.0f} s): unplug it and plug it"
        f" in again; if that does not help, flash it with {FLASH}."
    )


def calibration_text() -> str:
    """The message about a board whose stored calibration is damaged."""
    return "The board's stored calibration is damaged and not used: calibrate again with `jokerboard setup`."


def foreign_text(sample: bytes, bad_frames: int) -> str:
    """The message about a line with another protocol; `sample` has the first bytes received."""
    if b">>>" in sample or b"MicroPython" in sample:
        return (
            "The device answers with MicroPython's prompt: "
            f"it does not run jokerboard's firmware. Flash it with {FLASH}."
        )
    # Another program answers in text; noise or a wrong baud rate gives bytes of every value.
    printable = sum(32 <= byte < 127 or byte in b"\r\n\t" for byte in sample)
    if printable >= 0.9 * len(sample):
        said = " ".join(sample.decode("ascii", "ignore").split())[:60]
        return f"The device uses another protocol; it sends “{said}”. Is it the right port?"
    if bad_frames:
        return (
            "The device sends bytes that are no frames of jokerboard's protocol: "
            f"another protocol, another baud rate, or a very bad cable. If it is the board: {FLASH}."
        )
    return f"The device answers, but not in jokerboard's protocol. If it is the board: {FLASH}."
