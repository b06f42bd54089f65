"""The wall clock: times are shown in local time, and an unset clock is detected."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from jokerboard.host.wall_clock import BORN, is_clock_set, local_text, local_time

NOON = datetime(2026, 11, 21, 17, 0, 5, tzinfo=UTC)


def test_times_are_shown_in_local_time_with_the_time_zone(new_york: None) -> None:
    assert local_time(NOON) == "2026-11-21 12:00 EST"
    assert local_time(NOON, seconds=True) == "2026-11-21 12:00:05 EST"
    assert local_time(datetime(2026, 7, 1, 4, tzinfo=UTC)) == "2026-07-01 00:00 EDT"


@pytest.mark.parametrize(
    ("iso", "shown"),
    [
        ("2026-11-21T17:00:05+00:00", "2026-11-21 12:00 EST"),
        ("2026-11-21T17:00:05", "2026-11-21 12:00 EST"),
        ("2026-11-21T18:00:05+01:00", "2026-11-21 12:00 EST"),
        ("", ""),
        ("yesterday", "yesterday"),
        ("0001-01-01T00:00:00+14:00", "0001-01-01T00:00:00+14:00"),
    ],
)
def test_a_recorded_time_is_shown_in_local_time_and_any_other_text_unchanged(
    iso: str, shown: str, new_york: None
) -> None:
    assert local_text(iso) == shown


def computer(root: Path, *files: str, rtc: str | None = None) -> Path:
    for name in files:
        (root / name).mkdir(parents=True, exist_ok=True)
    if rtc is not None:
        (root / "sys/class/rtc/rtc0").mkdir(parents=True)
        (root / "sys/class/rtc/rtc0/since_epoch").write_text(rtc)
    return root


def test_without_timesyncd_the_clock_counts_as_set_unless_it_is_older_than_the_program(
    tmp_path: Path,
) -> None:
    assert is_clock_set(tmp_path, lambda: NOON)
    assert is_clock_set(tmp_path, lambda: BORN)
    assert not is_clock_set(tmp_path, lambda: datetime(2025, 12, 31, 23, 59, tzinfo=UTC))


def test_the_clock_counts_as_unset_until_timesyncd_has_synchronized(tmp_path: Path) -> None:
    root = computer(tmp_path, "run/systemd/timesync")
    assert not is_clock_set(root, lambda: NOON)
    (root / "run/systemd/timesync/synchronized").touch()
    assert is_clock_set(root, lambda: NOON)


@pytest.mark.parametrize(
    ("seconds", "kept"),
    [(str(int(NOON.timestamp())), True), (str(int(BORN.timestamp())), True), ("57", False), ("", False)],
)
def test_a_hardware_clock_with_a_battery_makes_the_clock_count_as_set(
    seconds: str, kept: bool, tmp_path: Path
) -> None:
    root = computer(tmp_path, "run/systemd/timesync", rtc=seconds)
    assert is_clock_set(root, lambda: NOON) is kept
