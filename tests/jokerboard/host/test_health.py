"""The computer's health: the file system of the games, throttling, temperature."""

from __future__ import annotations

from pathlib import Path

import pytest

from jokerboard.host.health import THERMAL, THROTTLED, machine_health, storage
from jokerboard.table.serving.opening import forgetting

CARD = "/dev/mmcblk0p2 / ext4 rw,noatime 0 0\n"
ROOT_ONLY_READ = "/dev/mmcblk0p2 / ext4 ro,noatime 0 0\n"
OVERLAY = "overlay / overlay rw,relatime,lowerdir=/lower,upperdir=/upper/data,workdir=/upper/work 0 0\n"
GAMES = "/dev/mmcblk0p3 /var/lib/jokerboard ext4 rw,noatime 0 0\n"
PI = "console=tty1 root=PARTUUID=1 boot=overlay rootwait"
STATE = Path("/var/lib/jokerboard")


@pytest.mark.parametrize(
    ("mounts", "cmdline", "mount", "read_only", "forgets"),
    [
        (CARD, "", "/", False, False),
        (ROOT_ONLY_READ, "", "/", True, False),
        (ROOT_ONLY_READ + GAMES, "", str(STATE), False, False),
        (CARD + "tmpfs /var/lib/jokerboard tmpfs rw,size=1 0 0\n", "", str(STATE), False, True),
        (CARD + "tmpfs /var/lib tmpfs rw 0 0\n", "", "/var/lib", False, True),
        (CARD + "tmpfs /var/lib/joker tmpfs rw 0 0\n", "", "/", False, False),
        (OVERLAY, PI, "/", False, True),
        (OVERLAY + GAMES, PI, str(STATE), False, False),
        (OVERLAY, "root=/dev/sda1 overlayroot=tmpfs:recurse=0", "/", False, True),
        (OVERLAY, "root=/dev/sda1", "/", False, False),
        (OVERLAY + "tmpfs /upper tmpfs rw 0 0\n", "", "/", False, True),
        (OVERLAY + "/dev/sda2 /upper ext4 rw 0 0\n", "", "/", False, False),
        (CARD + "tmpfs /var/lib/jokerboard tmpfs rw 0 0\n" + GAMES, "", str(STATE), False, False),
    ],
)
def test_storage_reports_the_file_system_of_the_state_directory(
    mounts: str, cmdline: str, mount: str, read_only: bool, forgets: bool, tmp_path: Path
) -> None:
    (tmp_path / "proc").mkdir()
    (tmp_path / "proc" / "mounts").write_text(f"{mounts}short\n", "utf-8")
    (tmp_path / "proc" / "cmdline").write_text(cmdline, "utf-8")
    there = storage(STATE, tmp_path)
    assert there is not None
    assert (str(there.mount), there.read_only, there.forgets) == (mount, read_only, forgets)
    assert (forgetting(STATE, tmp_path) is not None) == forgets


def test_without_a_list_of_mounts_the_storage_of_the_state_directory_is_unknown(tmp_path: Path) -> None:
    assert storage(STATE, tmp_path) is None
    assert forgetting(STATE, tmp_path) is None


def machine(root: Path, throttled: str = "", temperature: str = "") -> Path:
    for path, text in ((THROTTLED, throttled), (THERMAL, temperature)):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    return root


@pytest.mark.parametrize(
    ("text", "throttled"),
    [
        ("0x0\n", False),
        ("0x1", True),
        ("4", True),
        ("0x2", False),
        ("50000", False),
        ("50005", True),
        ("0xffffffff", True),
        ("", None),
        ("-1", None),
        ("0x123456789", None),
        ("hot", None),
    ],
)
def test_throttling_is_detected_from_the_firmwares_report(
    text: str, throttled: bool | None, tmp_path: Path
) -> None:
    assert machine_health(tmp_path, machine(tmp_path, throttled=text))["throttled"] is throttled


@pytest.mark.parametrize(
    ("text", "degrees"),
    [("48312\n", 48.312), ("-5000", -5.0), ("", None), ("12345678", None), ("4.5", None)],
)
def test_the_computers_temperature_is_reported_in_degrees_celsius(
    text: str, degrees: float | None, tmp_path: Path
) -> None:
    assert machine_health(tmp_path, machine(tmp_path, temperature=text))["temperature"] == degrees


def test_health_values_that_a_computer_does_not_report_are_none(tmp_path: Path) -> None:
    assert machine_health(tmp_path / "none", tmp_path) == {
        "temperature": None, "throttled": None, "disk_free": None,
    }  # fmt: skip
    free = machine_health(tmp_path, tmp_path)["disk_free"]
    assert isinstance(free, int)
    assert free > 0
