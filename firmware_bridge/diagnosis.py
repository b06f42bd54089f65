"""Messages for people about a faulty device or line: the probable fault, and a remedy.

`HealthWatch` judges how many frames are damaged in each direction, and how late the board scans. The host
counts the frames that it receives; the board counts the frames that it receives and the late scans, and
reports both in HEALTH. Every ten seconds the latest counts are judged. A trouble is reported when it begins,
and again only after it has ended.
"""

from __future__ import annotations

from firmware_bridge.codec import FrameCounts
from firmware_bridge.events import Problem, Trouble
from firmware_bridge.facts import BoardHealth
from firmware_bridge.messages import MAJOR, MINOR

FLASH = "`jokerboard firmware flash`"

SILENT = f"Nothing answers on this port: is it the board's? If the board is new, flash it with {FLASH}."
"""The message about a line on which nothing arrives."""

DEAF = (
    "The board sends, but receives nothing from this computer: check the wire from the computer's TX to the"
    " board's RX."
)
"""The message about a board that sends undamaged frames but does not answer HELLO."""

ECHO = "The line returns everything that is written: RX and TX are joined, or no board is connected."
"""The message about a line that returns the host's own frames."""

NOT_CALIBRATED = (
    "The board's stored calibration is damaged and not used: calibrate again with `jokerboard setup`."
)
"""The message about a board whose stored calibration is damaged."""


def skew_text(major: int, minor: int) -> str:
    """The message about a device with another major version of the protocol."""
    versions = f"The board's firmware speaks protocol {major}.{minor}, this program speaks protocol {MAJOR}"
    if major > MAJOR:
        return (
            f"{versions}: update this program, or flash this program's firmware onto the board with {FLASH}."
        )
    return f"{versions}: flash the board again with {FLASH}."


def old_text(minor: int) -> str:
    """The message about a device with an earlier firmware of this project and minor version `minor`."""
    return (
        f"The board's firmware is older than this program (protocol {MAJOR}.{minor}, not {MAJOR}.{MINOR}): "
        f"it works, but scans more slowly. Flash the newest firmware with {FLASH}."
    )


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
        text = " ".join(sample.decode("ascii", "ignore").split())[:60]
        return f"The device uses another protocol; it sends “{text}”. Is it the right port?"
    if bad_frames:
        return (
            "The device sends bytes that are no frames of jokerboard's protocol: "
            f"another protocol, another baud rate, or a very bad cable. If it is the board: {FLASH}."
        )
    return f"The device answers, but not in jokerboard's protocol. If it is the board: {FLASH}."


NOISY = 0.05
"""The line counts as noisy if more than this share of the frames is damaged."""

LATE = 0.20
"""The board counts as too slow if more than this share of its scans is late.

A scan is late 2 ms after the previous one. A marble that slides over a hole stays there 25 ms or more.
"""

SCANS_A_SECOND = 1000

FROM_BOARD, TO_BOARD = "from the board", "to the board"


class HealthWatch:
    """Judges the health of one link at a time; returns each trouble when it begins."""

    def __init__(self) -> None:
        self._counts = (0, 0)
        self._health: BoardHealth | None = None
        self._reported: set[str] = set()

    def begin(self, counts: FrameCounts) -> None:
        """Start watching a new link; `counts` has the frames received before it."""
        self._counts = (counts.good, counts.bad)
        self._health = None

    def received(self, counts: FrameCounts, now: float) -> list[Trouble]:
        """Judge the frames received from the board since the previous call; return a new trouble, if any."""
        good, bad = counts.good - self._counts[0], counts.bad - self._counts[1]
        self._counts = (counts.good, counts.bad)
        return self._noise(good, bad, FROM_BOARD, now)

    def answered(self, health: BoardHealth, now: float) -> list[Trouble]:
        """Judge the change of the board's counters since its previous answer; return new troubles."""
        before, self._health = self._health, health
        if before is None or health.uptime_s <= before.uptime_s:
            return []
        good, bad = health.frames_good - before.frames_good, health.frames_bad - before.frames_bad
        seconds, late = health.uptime_s - before.uptime_s, health.overruns - before.overruns
        troubles = self._noise(good, bad, TO_BOARD, now)
        if self._begins("late", late > LATE * SCANS_A_SECOND * seconds):
            troubles.append(Trouble(now, Problem.LATE, late_text(late, seconds)))
        return troubles

    def _noise(self, good: int, bad: int, way: str, now: float) -> list[Trouble]:
        if not self._begins(way, bad > NOISY * (good + bad)):
            return []
        return [Trouble(now, Problem.NOISY, noise_text(good, bad, way))]

    def _begins(self, what: str, is_so: bool) -> bool:
        begins = is_so and what not in self._reported
        (self._reported.add if is_so else self._reported.discard)(what)
        return begins
