"""The file system that keeps the games, as the list of mounts shows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from jokerboard.host.health import storage
from jokerboard.table.serving.background_checks import forgetting

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
def test_the_file_system_of_the_games_is_judged_not_the_root(
    mounts: str, cmdline: str, mount: str, read_only: bool, forgets: bool, tmp_path: Path
) -> None:
    (tmp_path / "proc").mkdir()
    (tmp_path / "proc" / "mounts").write_text(f"{mounts}short\n", "utf-8")
    (tmp_path / "proc" / "cmdline").write_text(cmdline, "utf-8")
    there = storage(STATE, tmp_path)
    assert there is not None
    assert (str(there.mount), there.read_only, there.forgets) == (mount, read_only, forgets)
    assert (forgetting(STATE, tmp_path) is not None) == forgets


def test_a_computer_without_a_list_of_mounts_is_not_judged(tmp_path: Path) -> None:
    assert storage(STATE, tmp_path) is None
    assert forgetting(STATE, tmp_path) is None
